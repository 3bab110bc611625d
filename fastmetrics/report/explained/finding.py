"""find: which public name is meant by a word, a title, an abbreviation or a slip."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import cut, shown
from fastmetrics._common.options import whole
from fastmetrics.catalog import Metric
from fastmetrics.catalog.names import fold
from fastmetrics.report.explained.example import summary_line
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.result import Result
from fastmetrics.show.tables import Table
from fastmetrics.show.words import (
    Message,
    in_language,
    keyed,
    of_catalog,
    say,
    title_of,
)

# How alike names are, from 0 to 1, of which one may be the other with a slip. Of few
# letters most must be the same.
ALIKE, ALIKE_IN_FEW = 0.7, 0.75
FEW_LETTERS = 7
# Fewer letters are in too many names to be looked for inside of them.
LETTERS = 3
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
    """What was found by a term, the likeliest first, as `find` returns it.

    ``print`` shows it as a table, a notebook as one of its own, and ``to_markdown``,
    ``to_latex``, ``to_html`` and ``save`` write it in English or Chinese.

    Attributes
    ----------
    term : str
        What was looked for.
    names : tuple of Found
        The names, each with its title, kind, family and a sentence.
    """

    term: str
    names: tuple[Found, ...]

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, at: int) -> Found:
        return self.names[at]

    def __repr__(self) -> str:
        return f"<Finding: {len(self)} by {cut(repr(self.term))}>"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain objects for JSON."""
        rows = [{k: str(v) for k, v in one._asdict().items()} for one in self.names]
        return {"term": self.term, "names": rows}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        """Return a row per name; in so many places a line, its sentence below."""
        term = cut(self.term)
        if not self.names:
            return Document([say("Nothing is called {term} or like it.", term=term)])
        title = say("Found by {term}", term=term)
        if width is not None:
            notes = [Notes(_heading(one), [one.sentence]) for one in self.names]
            return Document([title], foot=notes)
        headers = [say("Name"), say("Title"), say("Of"), say("What it says")]
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
        another package, or a few words; it may have a slip in it. Or the name of a
        parameter, as it is written.
    n : int, default=10
        How many names there are at most.

    Returns
    -------
    Finding
        The names, the likeliest first; ``print`` shows them with title, family and a
        sentence, and it has as many as ``len`` says, none where nothing comes near.

    Raises
    ------
    ValueError
        If ``n`` is no whole number of at least 1.
    TypeError
        If ``term`` is not a str.

    See Also
    --------
    explain : all that there is to say of one of them.

    Notes
    -----
    First come exact names and aliases, then names and titles however they are written
    (case, spaces, hyphens and endings such as ``_score`` say nothing, Greek letters
    are spelled out), then what has all words of the term in its titles or in its
    question, and last what comes near in its letters: what begins alike and is nearly
    as long. Where nothing does, functions are found that take a parameter of that
    name. Names that only data tell apart,
    as "F1" of labels and of ranked lists, are there one after the other.

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
    rows: dict[str, Metric] = {}
    for row in _candidates(term):
        rows.setdefault(row.name, row)
        if len(rows) == most:
            break
    return Finding(term, tuple(map(_found, rows.values())))


def family_of(row: Metric) -> str:
    """Return the title of the family or topic of a row."""
    whose = catalog.FAMILIES.get(row.task) or catalog.TOPICS.get(row.task)
    return of_catalog(whose.title) if whose else BESIDES[row.task]


def _found(row: Metric) -> Found:
    sentence = question_of(row)
    return Found(row.name, title_said(row), row.kind, family_of(row), sentence)


def _candidates(term: str) -> Iterator[Metric]:
    """Yield rows, the likeliest first; several times, maybe."""
    index = catalog.index()
    places = {row.name: place for place, row in enumerate(index.rows)}
    with suppress(ValueError):  # several have equal claims to it
        yield catalog.only(term)
    with suppress(ValueError):  # none has
        rows = catalog.namesakes(term)
        yield from sorted(rows, key=lambda row: places.get(row.name, -1))
    for _, rows in index.ways(term):
        yield from rows
    words = [*dict.fromkeys(_words(term))]
    folded = fold(term)
    if words and len(folded) >= LETTERS - (not folded.isascii()):
        for texts in (_titles, _sentences):
            yield from _with_words(index.rows, words, texts)
    known = index.known()
    near = [name for name in known if _may_slip(folded, name)]
    alike = ALIKE_IN_FEW if len(folded) < FEW_LETTERS else ALIKE
    slips = difflib.get_close_matches(folded, near, n=20, cutoff=alike)
    for name in slips:
        yield from known[name]
    if not slips:
        yield from _with_parameter(index.rows, term.strip())


def _may_slip(written: str, name: str) -> bool:
    """Whether one may be the other with a slip: as long, nearly, and beginning alike.

    The first letter may be another, one too many, left out, or in the second place.
    """
    if not written or abs(len(written) - len(name)) > max(1, len(name) // 4):
        return False
    begin, other = written[:3], name[:3]
    return written[0] in name[:2] or name[0] in written[:2] or begin[1:] == other[1:]


def _with_parameter(rows: Iterable[Metric], name: str) -> Iterator[Metric]:
    """Yield the rows of functions and classes that take a parameter of this name.

    All are imported, which takes a second: only where nothing else was found.
    """
    if not name.isidentifier():
        return
    for row in rows:
        with suppress(TypeError, ValueError):  # what has no signature takes nothing
            if name in inspect.signature(row.public).parameters:
                yield row


def _with_words(
    rows: Iterable[Metric], words: Sequence[str], texts: Any
) -> list[Metric]:
    """Return the rows whose texts have all words, those first that have little else."""
    fitting = []
    for place, row in enumerate(rows):
        every = [_words(text) for text in texts(row)]
        sizes = [len(own) for own in every if _are_in(words, own)]
        if sizes:
            fitting.append((min(sizes), place, row))
    return [row for _, _, row in sorted(fitting, key=lambda one: one[:2])]


def _are_in(words: Sequence[str], own: Sequence[str]) -> bool:
    """Whether each word begins one of a text's; a Chinese one may stand anywhere."""
    return all(
        any(
            other.startswith(word) if word.isascii() else word in other for other in own
        )
        for word in words
    )


def _words(text: str) -> list[str]:
    """Return the words of a text as `fold` writes them."""
    parted = re.split(r"[^\w]+|_|(?<=[a-z])(?=[A-Z])", text)
    return [folded for folded in map(fold, parted) if folded]


def _titles(row: Metric) -> Iterator[str]:
    yield row.name
    yield from row.aliases
    yield from catalog.index().titles(row)


def _sentences(row: Metric) -> Iterator[str]:
    question = question_of(row)
    yield question
    yield in_language(question, "zh")


# --- what is said of one row of the catalog, in the reader's language


def title_said(row: Metric) -> Message:
    """Return the heading of a row."""
    return title_of(row.title)


def question_of(row: Metric) -> Message:
    """Return what a row answers, or what it is where nobody says that."""
    about = catalog.about(row)
    return keyed(f"{row.name}?", about.question if about else one_line(row))


def one_line(row: Metric) -> str:
    """Return the first sentence of the docstring, on one line."""
    return " ".join(summary_line(row).split())
