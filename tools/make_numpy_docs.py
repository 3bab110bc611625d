"""Make the three numpy_docs files of fastmetrics/data: judgements and two runs.

A search of NumPy's documentation. Documents are the docstrings of its functions without
the line that sums each up, and these lines are the queries. The authors of the
documentation say what answers a query: the function itself (grade 2), and the functions
that its section "See Also" names (grade 1). This section is no part of a document
either, or the judgements would be in what is searched. numpy.ma and numpy.polynomial
are left out, whose docstrings repeat those of other functions.

Two ranking functions search: Okapi BM25, and the cosine of vectors of term frequencies,
which knows neither how rare a word is nor when a word is repeated too often. So one of
the runs is better, and a report on them has something to tell apart.

The files are TREC's, packed by gzip: judgements have the lines "query 0 document
relevance", runs the lines "query Q0 document rank score name" of the first documents of
each list. Queries and documents have the names of their functions. No text is kept.

Run with NumPy 2.4.6, in a process of its own (SciPy changes a docstring of NumPy when
it is imported)::

    python tools/make_numpy_docs.py [FOLDER]
"""

from __future__ import annotations

import gzip
import importlib
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent / "fastmetrics" / "data"
MODULES = ("numpy", "numpy.fft", "numpy.linalg", "numpy.random", "numpy.strings")
# Of the queries, in the order of their names, one in so many is kept.
EVERY = 2
# Documents of a list that are kept.
DEPTH = 20
K1, B = 1.2, 0.75

Terms = Counter[str]
Rank = Callable[[Terms], dict[str, float]]


class Page(NamedTuple):
    """The parts of a docstring."""

    summary: str
    body: str
    see_also: list[str]


def page_of(doc: str) -> Page:
    r"""Take a docstring apart.

    >>> page_of("f(x)\n\nAdd.\n\nFast.\n\nSee Also\n--------\ng : Not it.\n")
    Page(summary='Add.', body='Fast.', see_also=['g'])
    """
    # Functions that are compiled have their signature first.
    doc = re.sub(r"\A\w+\((?:.+\n)+\n", "", doc)
    summary, _, body = doc.partition("\n\n")
    # A section ends where the next title is underlined.
    section = r"^See Also\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)"
    found = re.search(section, body, re.DOTALL | re.MULTILINE)
    names = names_in(found[1]) if found else []
    if found:
        body = body[: found.start()] + body[found.end() :]
    return Page(" ".join(summary.split()), body.strip(), names)


def names_in(see_also: str) -> list[str]:
    r"""Return the names of a section; lines that are indented say more of them.

    >>> names_in("sort, :func:`fft.fft` : Two.\n    More: of it.\n`linalg.svd`: One.")
    ['sort', 'fft.fft', 'linalg.svd']
    """
    names = []
    for line in re.findall(r"^\S.*", see_also, re.MULTILINE):
        before = re.sub(r":\w+:`|`", "", line).partition(":")[0]
        names += [name.strip() for name in before.split(",")]
    return names


def public_names() -> dict[str, str]:
    """Return all names of functions, each with the name of the document.

    Of a function with several names (aliases, or in several modules) the document has
    the name that the function itself has, in the first of the modules.
    """
    own: dict[int, str] = {}
    found = {}
    for module in MODULES:
        public = importlib.import_module(module)
        for name in sorted(public.__all__):
            one = getattr(public, name)
            if callable(one) and not inspect.isclass(one):
                found[f"{module}.{name}"] = id(one)
                if getattr(one, "__name__", "") == name:
                    own.setdefault(id(one), f"{module}.{name}")
    return {name: own[one] for name, one in found.items() if one in own}


def page_named(name: str) -> Page:
    """Return the page of a public function."""
    module, _, function = name.rpartition(".")
    doc = inspect.getdoc(getattr(importlib.import_module(module), function))
    return page_of(doc or "")


def grades_of(name: str, page: Page, names: dict[str, str]) -> dict[str, int]:
    """Return the grades of the documents that answer the query of a function.

    A name in its section is complete ("numpy.fft.fft"), or one in its own module or in
    NumPy ("fft", "fft.fft").
    """
    module = name.rpartition(".")[0]
    found = {}
    for other in page.see_also:
        full = re.sub(r"\Anp\.", "numpy.", other)
        whole = full.startswith("numpy.")
        scopes = [full] if whole else [f"{module}.{full}", f"numpy.{full}"]
        known = [names[one] for one in scopes if one in names]
        found |= dict.fromkeys(known[:1], 1)
    return found | {name: 2} if found else {}


def terms_of(text: str) -> Terms:
    """Count the words of a text.

    >>> sorted(terms_of("Sorts, sorts an ARRAY .").items())
    [('an', 1), ('array', 1), ('sorts', 2)]
    """
    return Counter(re.findall(r"[a-z0-9]+", text.lower()))


def bm25(docs: dict[str, Terms]) -> Rank:
    """Return Okapi BM25 (Robertson and Zaragoza 2009)."""
    mean = sum(terms.total() for terms in docs.values()) / len(docs)
    frequency = Counter(term for terms in docs.values() for term in terms)
    weight = {
        term: log(1 + (len(docs) - n + 0.5) / (n + 0.5))
        for term, n in frequency.items()
    }

    def rank(query: Terms) -> dict[str, float]:
        scores = dict.fromkeys(docs, 0.0)
        for doc, terms in docs.items():
            length = K1 * (1 - B + B * terms.total() / mean)
            scores[doc] = sum(
                weight[term] * n * (K1 + 1) / (n + length)
                for term in query
                if (n := terms[term])
            )
        return scores

    return rank


def cosine(docs: dict[str, Terms]) -> Rank:
    """Return the cosine between vectors of term frequencies."""
    norm = {
        doc: sqrt(sum(n * n for n in terms.values())) for doc, terms in docs.items()
    }

    def rank(query: Terms) -> dict[str, float]:
        own = sqrt(sum(n * n for n in query.values()))
        return {
            doc: sum(n * terms[term] for term, n in query.items()) / (own * norm[doc])
            if norm[doc]
            else 0.0
            for doc, terms in docs.items()
        }

    return rank


def run_lines(
    name: str, digits: int, rank: Rank, queries: dict[str, Terms]
) -> list[str]:
    """Return the lines of a run: the first documents for each query."""
    lines = []
    for query, terms in queries.items():
        # Rounded first: the order of equal scores is not that of the last bits.
        scores = {doc: round(score, digits) for doc, score in rank(terms).items()}
        best = sorted(scores, key=lambda doc: (-scores[doc], doc))[:DEPTH]
        lines += [
            f"{query} Q0 {doc} {place} {scores[doc]:.{digits}f} {name}"
            for place, doc in enumerate(best, start=1)
        ]
    return lines


def write(path: Path, lines: list[str]) -> None:
    """Write a file whose bytes do not depend on the time."""
    content = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def main(folder: Path) -> None:
    """Search the documentation for each query, and write the files."""
    names = public_names()
    pages = {name: page_named(name) for name in sorted({*names.values()})}
    grades = {
        name: found
        for name, page in pages.items()
        if (found := grades_of(name, page, names))
    }
    kept = dict([*grades.items()][::EVERY])
    docs = {name: terms_of(page.body) for name, page in pages.items()}
    queries = {name: terms_of(pages[name].summary) for name in kept}
    judged = [
        f"{query} 0 {doc} {grade}"
        for query, found in kept.items()
        for doc, grade in sorted(found.items())
    ]
    write(folder / "numpy_docs.qrels.gz", judged)
    for name, digits, rank in (("bm25", 2, bm25(docs)), ("cosine", 3, cosine(docs))):
        lines = run_lines(name, digits, rank, queries)
        write(folder / f"numpy_docs.{name}.gz", lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else DATA)
