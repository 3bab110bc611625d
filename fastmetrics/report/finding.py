"""find: the public name that a word, title, abbreviation or slip means; examples."""

from __future__ import annotations

import difflib
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import cut, shown
from fastmetrics._common.options import whole
from fastmetrics.catalog import FAMILIES, Metric, guide_of
from fastmetrics.catalog.names import fold
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
    """Lines for the interpreter with what it answers, and the value if it is one."""

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
    return row.public(*columns, **named, **row.with_parameters(about.given))


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


# ------------------------------------------------------------------------------- texts
# Texts about one row of the catalog, in the reader's language.


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
