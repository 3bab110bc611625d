"""find: the public name that a word, title, abbreviation or slip means; examples."""

from __future__ import annotations

import difflib
import inspect
import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import cut, shown
from fastmetrics._common.options import whole
from fastmetrics.catalog import FAMILIES, Metric, guide_of
from fastmetrics.catalog.names import fold, respelled, signatures
from fastmetrics.metrics.about import About
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import (
    Message,
    in_language,
    keyed,
    of_catalog,
    say,
    title_of,
)

# ---------------------------------------------------------------------------- examples
# An example that runs: the function called on ten rows, with its result.


# Places of a line of code.
LINE = 76

_SECTION = r"\n{name}\n-+\n(.*?)(?=\n\n?[A-Z][A-Za-z ]+\n-+\n|\Z)"
_NO_BREAK = "\N{NO-BREAK SPACE}"


class Example(NamedTuple):
    """Lines for the interpreter with the results, and the value if there is one."""

    code: str
    value: float | None = None


def example_of(row: Metric, about: About | None) -> Example:
    """Return a call on ten rows of a metric, or what a function's docstring shows."""
    rows = rows_for(row, about)
    if row.kind != "metric" or about is None or not rows:
        return Example(_section(row, "Examples"))
    names = FAMILIES[row.task].leading(row)
    named = named_columns(row, rows)
    given = {**row.parameters, **about.given}
    written = [
        *names,
        *(f"{name}={name}" for name in named),
        *(f"{name}={value!r}" for name, value in given.items()),
    ]
    call = f"{row.function}({', '.join(written)})"
    found = _called(row, about, rows)
    if row.by_group:
        call, found = f"{call}.score", found.score
    elif _stands_for_one(found):
        call, found = f"float({call})", float(found)
    lines = [
        f"from fastmetrics import {row.function}",
        *(f"{name} = {rows[name]!r}" for name in (*names, *named)),
        call,
    ]
    code = "\n".join([*map(_prompted, lines), repr(found)])
    return Example(code, _number(found))


def rows_for(row: Metric, about: About | None, of: str = "") -> Mapping[str, Any]:
    """Return ten rows that a metric can be asked of: of a target, or of its own."""
    rows = guide_of(row).rows
    asked = (of, about.of if about else "", *row.targets)
    wanted = (*filter(None, asked), "")
    first = next(iter(rows.values()), {})
    return next((rows[name] for name in wanted if name in rows), first)


def value_on(row: Metric, about: About, of: str) -> float | None:
    """Return what a metric is of the rows of a target; None if it is no number."""
    if row.kind != "metric":
        return None
    return _number(_called(row, about, rows_for(row, about, of)))


def written_rows(row: Metric, about: About, of: str) -> str:
    """Return the rows of a target as they are written."""
    rows = rows_for(row, about, of)
    names = (*FAMILIES[row.task].leading(row), *named_columns(row, rows))
    return ", ".join(f"{name} = {rows[name]!r}" for name in names)


def named_columns(row: Metric, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the function of a metric takes of rows by name."""
    known = inspect.signature(row.public).parameters
    return {
        one.name: rows[one.name]
        for one in FAMILIES[row.task].arguments
        if one.by_name and one.name in rows and one.name in known
    }


def _called(row: Metric, about: About, rows: Mapping[str, Any]) -> Any:
    columns = [rows[name] for name in FAMILIES[row.task].leading(row)]
    named = named_columns(row, rows)
    return row.public(*columns, **{**named, **row.with_parameters(about.given)})


def _number(found: Any) -> float:
    """Return the value: a function that returns more names it, or returns it last."""
    if isinstance(found, tuple) and not _stands_for_one(found):
        found = getattr(found, "score", found[-1])
    return float(found)


def _stands_for_one(found: Any) -> bool:
    """Whether a result is several numbers, of which one stands for it."""
    return isinstance(found, tuple) and hasattr(found, "__float__")


def _prompted(line: str) -> str:
    # A line may end between texts, but not inside of one.
    kept = re.sub(r"'[^']*'", lambda text: text[0].replace(" ", _NO_BREAK), line)
    wrapped = textwrap.wrap(kept, LINE, break_on_hyphens=False)
    first, *others = (one.replace(_NO_BREAK, " ") for one in wrapped)
    return "\n".join([f">>> {first}", *(f"...     {other}" for other in others)])


def _section(row: Metric, name: str) -> str:
    """Return a section of the docstring of a row's function; empty if it has none."""
    text = inspect.getdoc(row.public) or ""
    found = re.search(_SECTION.format(name=name), text, re.DOTALL)
    return found[1].strip("\n") if found else ""


def references(row: Metric) -> list[str]:
    """Return the references of a row's function, a line each."""
    entries = re.split(r"^\.\. \[\d+\] ", _section(row, "References"), flags=re.M)
    return [" ".join(one.split()) for one in entries if one.strip()]


def summary_line(row: Metric) -> str:
    """Return the first sentence of the docstring of a row's function."""
    return (inspect.getdoc(row.public) or row.title).partition("\n\n")[0]


# -------------------------------------------------------------------------------- find
# The search for names.


# Lowest similarity, from 0 to 1, of names that may be the same with a typing error: of
# short names, and of names with so many letters.
ALIKE, ALIKE_IF_LONG, LONG = 0.75, 0.8, 10
# Fewer letters are in too many names to be looked for inside of them.
LETTERS = 3
# How much a word of a title counts where one of a sentence counts 1.
IN_TITLE = 3
# Of what is in no family and no topic.
BESIDES = {
    "report": say("Reports"),
    "threads": say("Threads"),
    "warnings": say("Warnings"),
}


class Found(NamedTuple):
    """One of the names that were found.

    Attributes
    ----------
    name : str
        What it is imported by, or asked for with parameters in it.
    title : str
        Its heading.
    kind : str
        "metric", "curve", "table", "test", "formula", "splitter", "validation", "call",
        "display", "summary", "result" or "warning".
    family : str
        The title of its family or topic.
    sentence : str
        The question that it answers, or what it is.
    """

    name: str
    title: str
    kind: str
    family: str
    sentence: str


@dataclass(frozen=True)
class Finding(Result):
    """The names that `find` returns for a term, the likeliest first.

    ``print`` shows it as a table, a notebook as one of its own, and ``to_markdown``,
    ``to_latex``, ``to_html`` and ``save`` write it in English or Chinese.

    Attributes
    ----------
    term : str
        The term of the search.
    names : tuple of Found
        The names, each with its title, kind, family and a sentence.
    is_guess : bool
        Whether no name, title or word fits the term, and the names are only spelled
        alike.
    """

    term: str
    names: tuple[Found, ...]
    is_guess: bool = False

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, at: int) -> Found:
        return self.names[at]

    def __repr__(self) -> str:
        return f"<Finding: {len(self)} by {cut(repr(self.term))}>"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain objects for JSON."""
        rows = [{k: str(v) for k, v in one._asdict().items()} for one in self.names]
        return {"term": self.term, "is_guess": self.is_guess, "names": rows}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        """Return a row per name; in so many places a line, its sentence below."""
        term = cut(self.term)
        if not self.names:
            return Document([say("Nothing is called {term} or like it.", term=term)])
        title = say("Found by {term}", term=term)
        if self.is_guess:
            title = say("No function is called {term}; spelled alike", term=term)
        if width is not None:
            notes = [Notes(_heading(one), [one.sentence]) for one in self.names]
            return Document([title], foot=notes)
        headers = [say("Name"), say("Title"), say("Family"), say("Meaning")]
        rows = [(one.name, one.title, one.family, one.sentence) for one in self.names]
        return Document(tables=[Table(title, headers, rows)])


def _heading(one: Found) -> str:
    return say(
        "{name}: {title} ({family})",
        name=one.name,
        title=one.title,
        family=one.family,
    )


def find(term: str, n: int = 10) -> Finding:
    """Find public names by whatever they are called.

    Parameters
    ----------
    term : str
        A name, an alias, an abbreviation, a title in English or Chinese, an id of
        another package, a few words, or the name of a parameter. Typing errors are
        allowed.
    n : int, default=10
        Largest number of names.

    Returns
    -------
    Finding
        The names, the likeliest first. ``print`` shows them with title, family and a
        sentence, and ``len`` is their number. ``is_guess`` is True if the names are
        only spelled alike.

    Raises
    ------
    ValueError
        If ``n`` is not a whole number of at least 1.
    TypeError
        If ``term`` is not a str.

    See Also
    --------
    explain : definition, formula and usage of one of them.

    Notes
    -----
    Exact names and aliases come first, then names, titles and usual words regardless of
    case, spaces, hyphens and endings such as ``_score``; Greek letters are spelled out.
    Then follow functions with all words of the term in their titles or in the question
    that they answer. If there are none, the result is a guess: names that begin alike
    and have similar letters. If there are none either, functions with some words of the
    term are returned, rare words first, or functions with a parameter of that name. If
    a name has several meanings, such as "F1" for labels and for ranked lists, all of
    them are returned.

    Examples
    --------
    >>> from fastmetrics import find
    >>> [one.name for one in find("sensitivity", n=1).names]
    ['true_positive_rate']
    >>> find("查准率")[0].name, find("AUPRC")[0].name, find("acuracy")[0].name
    ('precision_score', 'pr_auc_score', 'accuracy_score')
    """
    if not isinstance(term, str):
        raise TypeError(f"term must be a str, got {shown(term)}")
    most = whole(n, "n", at_least=1)
    rows = _first(most, _fitting(term))
    is_guess = False
    if not rows:
        rows = _first(most, _spelled_alike(term))
        is_guess = bool(rows)
    rows = rows or _first(most, _with_some_words(term))
    rows = rows or _first(most, _with_parameter(term.strip()))
    return Finding(term, tuple(map(_found, rows)), is_guess)


def _first(most: int, rows: Iterable[Metric]) -> list[Metric]:
    """Return the first rows, each once."""
    named: dict[str, Metric] = {}
    for row in rows:
        named.setdefault(row.name, row)
        if len(named) == most:
            break
    return [*named.values()]


def family_of(row: Metric) -> str:
    """Return the title of the family or topic of a row."""
    whose = catalog.FAMILIES.get(row.task) or catalog.TOPICS.get(row.task)
    return of_catalog(whose.title) if whose else BESIDES[row.task]


def _found(row: Metric) -> Found:
    sentence = question_of(row)
    return Found(row.name, title_said(row), row.kind, family_of(row), sentence)


def _fitting(term: str) -> Iterator[Metric]:
    """Yield the rows that a term names or describes, the likeliest first."""
    index = catalog.index()
    places = {row.name: place for place, row in enumerate(index.rows)}
    with suppress(ValueError):  # its parameters cannot be read
        own, others = catalog.claimed(term)
        if len(own) == 1:
            yield own[0]
        sharing = {row.name: row for row in (*own, *(others if own else ()))}
        yield from sorted(sharing.values(), key=lambda row: places.get(row.name, -1))
    for _, rows in index.ways(term):
        yield from rows
    words = [*dict.fromkeys(_words(term))]
    folded = fold(term)
    if words and len(folded) >= LETTERS - (not folded.isascii()):
        for texts in (_titles, _sentences):
            yield from _with_words(index.rows, words, texts)


def _spelled_alike(term: str) -> Iterator[Metric]:
    """Yield the rows with a name or title that differs by a typing error."""
    folded, known = fold(term), catalog.index().known()
    near = [name for name in known if _may_slip(folded, name)]
    cutoff = ALIKE if len(folded) < LONG else ALIKE_IF_LONG
    for name in difflib.get_close_matches(folded, near, n=20, cutoff=cutoff):
        yield from known[name]


def _may_slip(written: str, name: str) -> bool:
    """Whether one may be the other with a slip: as long, nearly, and beginning alike.

    The first letter may be another, one too many, left out, or in the second place.
    """
    if not written or abs(len(written) - len(name)) > max(1, len(name) // 4):
        return False
    begin, other = written[:3], name[:3]
    return written[0] in name[:2] or name[0] in written[:2] or begin[1:] == other[1:]


def _with_parameter(name: str) -> Iterator[Metric]:
    """Yield the rows of functions and classes that take a parameter of this name."""
    known = signatures()
    for row in catalog.index().rows:
        if row.function in known and name in known[row.function].parameters:
            yield row


def _with_words(
    rows: Iterable[Metric], words: Sequence[str], texts: Any
) -> list[Metric]:
    """Return the rows whose texts have all words, those first that have little else.

    Each word begins one of a text's; a Chinese one may stand anywhere.
    """
    sought = [f" {word}" if word.isascii() else word for word in words]
    longest = max(words, key=len)
    fitting = []
    for place, row in enumerate(rows):
        sizes = []
        for written in texts(row):
            # Most texts lack a word, which is seen before they are cut into words.
            if written.isascii() and longest not in respelled(written.casefold()):
                continue
            own = _words(written)
            text = f" {' '.join(own)}"
            if all(word in text for word in sought):
                sizes.append(len(own))
        if sizes:
            fitting.append((min(sizes), place, row))
    return [row for _, _, row in sorted(fitting, key=lambda one: one[:2])]


def _with_some_words(question: str) -> list[Metric]:
    """Return the rows with words of a question, the likeliest first.

    A word counts for more the fewer rows have it, and more in a name or title than in a
    sentence. Rows with less than half of the best score are left out.
    """
    asked = _stems([question])
    is_identifier = question.isascii() and question.strip().isidentifier()
    if is_identifier or len(asked) < 2:
        return []
    rows = catalog.index().rows
    scores = dict.fromkeys(range(len(rows)), 0.0)
    named = [_stems(_titles(row)) for row in rows]
    said = [_stems(_sentences(row)) for row in rows]
    for stem in asked:
        weights = {
            place: IN_TITLE if stem in named[place] else 1
            for place in scores
            if stem in named[place] or stem in said[place]
        }
        for place, weight in weights.items():
            scores[place] += weight * math.log(len(rows) / len(weights))
    lowest = max(scores.values()) / 2
    places = sorted(scores, key=scores.__getitem__, reverse=True)
    return [rows[place] for place in places if scores[place] > lowest]


def _stems(texts: Iterable[str]) -> set[str]:
    """Return the words of texts without a plural's "s", and pairs of characters."""
    found: set[str] = set()
    for word in (word for text in texts for word in _words(text)):
        if word.isascii():
            found.add(word.removesuffix("s"))
        else:
            found.update(map("".join, pairwise(word)))
    return found


# Where a word ends and another begins: also inside of a name such as "HandTill".
_PARTED = re.compile(r"[^\w]+|_|(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=16_384)  # every search reads the words of all titles
def _words(text: str) -> list[str]:
    """Return the words of a text as `fold` writes them."""
    if text.isascii():  # as most are: all words are folded at once
        return respelled(_PARTED.sub(" ", text).casefold()).split()
    return [folded for folded in map(fold, _PARTED.split(text)) if folded]


def _titles(row: Metric) -> Iterator[str]:
    yield row.name
    yield from row.aliases
    yield from catalog.index().titles(row)


def _sentences(row: Metric) -> Iterator[str]:
    if catalog.question_of(row):  # else it is a docstring, which takes an import
        question = question_of(row)
        yield question
        yield in_language(question, "zh")


# ------------------------------------------------------------------------------- texts
# Texts about one row of the catalog, in the reader's language.


def title_said(row: Metric) -> Message:
    """Return the heading of a row."""
    return title_of(row.title)


def question_of(row: Metric) -> Message:
    """Return what a row answers, or what it is where nobody says that."""
    return keyed(f"{row.name}?", catalog.question_of(row) or one_line(row))


def one_line(row: Metric) -> str:
    """Return the first sentence of the docstring, on one line."""
    known = signatures().get(row.function)
    return known.summary if known else " ".join(summary_line(row).split())
