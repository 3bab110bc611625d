"""Transcripts of one system: types of errors, the worst utterances, and pictures."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import display_width, printable, written
from fastmetrics._common.records import plain_fields
from fastmetrics._inputs.columns import Categories, as_column
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.speech.alignments import align, confusion_pairs
from fastmetrics.metrics.speech.counted_edits import EditCounts
from fastmetrics.report.plots import (
    PictureData,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.show.numbers import NONE, Estimate, count, number, percent
from fastmetrics.show.pictures import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.text import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.speech.alignments import Alignment
    from fastmetrics.resampling.error_plans import Counting


# So many confusions and utterances are kept of each system.
MOST_CONFUSIONS, MOST_WORST = 20, 10
# Of an utterance so many places are shown, in lines of no fewer than these.
MOST_PLACES, LEAST_PLACES = 400, 30
# Places that headers of other languages may take beside the English ones.
SPARE = 4
# Words that are right beside an error; longer runs of them are cut.
CONTEXT = 3
NOTHING = "*"
# A space that is a token of its own.
SPACE = "␣"


class Confusion(NamedTuple):
    """What was said, what was heard in its place, and how often; None: nothing."""

    reference: str | None
    hypothesis: str | None
    times: int


class Utterance(NamedTuple):
    """An utterance with its errors: in a line "the [said|heard] words"."""

    utterance: Any
    errors: int
    reference_tokens: int
    aligned: str

    @property
    def error_rate(self) -> float:
        """Its errors by the tokens that were said."""
        return self.errors / (self.reference_tokens or 1)


@dataclass(frozen=True)
class Edits:
    """How many tokens of a system's transcripts are right, and how others are wrong.

    Attributes
    ----------
    hits, substitutions, deletions, insertions : int
        Of tokens.
    utterances, wrong_utterances : int
        How many there are, and in how many there is an error.
    """

    hits: int
    substitutions: int
    deletions: int
    insertions: int
    utterances: int
    wrong_utterances: int

    @classmethod
    def of(cls, counts: NDArray[np.int64]) -> Edits:
        """Add up the counts of utterances, (n, 4)."""
        wrong = int(np.count_nonzero(counts[:, 1:].any(axis=1)))
        hits, substitutions, deletions, insertions = counts.sum(axis=0).tolist()
        return cls(hits, substitutions, deletions, insertions, len(counts), wrong)

    @property
    def reference_tokens(self) -> int:
        """How many were said."""
        return self.hits + self.substitutions + self.deletions

    def to_dict(self) -> dict[str, int]:
        """Return everything as JSON can hold it."""
        return asdict(self)


class GroupEdits(NamedTuple):
    """What a system made of the utterances of one group, such as a speaker.

    Attributes
    ----------
    group : object
        The group's label.
    edits : Edits
        What became of the tokens of its utterances.
    error_rate : Interval
        Of its tokens, over its utterances.
    """

    group: Any
    edits: Edits
    error_rate: Interval

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        rate = self.error_rate
        ends = {"error_rate": rate.estimate, "low": rate.low, "high": rate.high}
        return plain_fields(self, "group", **asdict(self.edits), **ends)


def edits_of_groups(
    groups: Sequence[Any],
    counts: NDArray[np.int64],
    unit: str,
    metric: str,
    confidence_level: float,
) -> list[GroupEdits]:
    """Return the edits of each group, in the order in which they are met.

    ``groups`` has the group of each utterance, ``counts`` their edits, (n, 4).
    """
    rows: dict[Any, list[int]] = {}
    for row, label in enumerate(groups):
        rows.setdefault(label, []).append(row)
    found = []
    for label, those in rows.items():
        own = counts[those]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the table says what is undefined
            rate = confidence_interval(
                metric,
                EditCounts.of_counts(own, unit),
                confidence_level=confidence_level,
                random_state=0,  # it is made without draws
            )
        found.append(GroupEdits(label, Edits.of(own), rate))
    return found


# -- what went wrong, and where


def confusions_of(sides: tuple[Any, Any], how: Counting) -> list[Confusion]:
    """Return the commonest confusions, of whatever kind."""
    found = confusion_pairs(*sides, n=MOST_CONFUSIONS, **_options(how))
    every = [
        *(Confusion(str(a), str(b), n) for a, b, n in found.substitutions),
        *(Confusion(str(a), None, n) for a, n in found.deletions),
        *(Confusion(None, str(b), n) for b, n in found.insertions),
    ]
    return sorted(every, key=lambda one: -one.times)[:MOST_CONFUSIONS]


def worst_of(
    sides: tuple[Any, Any],
    how: Counting,
    counts: NDArray[np.int64],
    names: Sequence[Any],
) -> list[Utterance]:
    """Return the utterances with most errors; of as many, the shorter one first."""
    errors, tokens = counts[:, 1:].sum(axis=1), counts[:, :3].sum(axis=1)
    return [
        Utterance(
            names[row],
            int(errors[row]),
            int(tokens[row]),
            inline(align(*(_row(side, row) for side in sides), **_options(how))),
        )
        for row in worst_rows(counts, MOST_WORST)
    ]


def worst_rows(counts: NDArray[np.int64], n: int) -> list[int]:
    """Return the utterances with most errors; of as many, the shorter first."""
    errors, tokens = counts[:, 1:].sum(axis=1), counts[:, :3].sum(axis=1)
    order = np.lexsort([tokens, -errors])[:n]
    return [row for row in order.tolist() if errors[row]]


def _options(how: Counting) -> dict[str, Any]:
    """Return how transcripts are compared, as the public functions are told."""
    return {**how.splitting._asdict(), "costs": how.costs}


def _row(column: Any, row: int) -> Any:
    """Return a row of a column of any library."""
    if isinstance(column, str):
        return column
    if isinstance(column, Categories):
        return column.values[column.codes[row]]
    if len(getattr(column, "shape", ())) == 2:  # a frame or matrix of one column
        column = as_column(column, "transcripts")
    found = getattr(column, "iloc", column)[row]
    return found.as_py() if hasattr(found, "as_py") else found


def inline(alignment: Alignment) -> str:
    """Write an alignment in a line, long runs of tokens that are right cut short.

    >>> from fastmetrics import align
    >>> inline(align("the cat sat down on it", "the cart down on it all"))
    'the [cat|cart] [sat|*] down on it [*|all]'
    """
    gap = "" if alignment.unit in ("code_point", "grapheme") else " "
    parts = []
    last = len(alignment.steps) - 1
    for place, (operation, ours, theirs) in enumerate(alignment.steps):
        said, heard = (
            [*map(str, tokens[slice(*at)])]
            for tokens, at in (
                (alignment.reference, ours),
                (alignment.hypothesis, theirs),
            )
        )
        if operation == "hit":
            parts.append(gap.join(_context(said, place == 0, place == last)))
        else:
            both = (_joined(side, gap) or NOTHING for side in (said, heard))
            parts.append(f"[{'|'.join(both)}]")
    return gap.join(parts)


def _joined(tokens: list[str], gap: str) -> str:
    return gap.join(tokens) if gap else "".join(map(_token, tokens))


def _context(run: list[str], is_first: bool, is_last: bool) -> list[str]:
    """Return what is shown of tokens that are right."""
    before = [] if is_first else run[:CONTEXT]
    after = [] if is_last else run[-CONTEXT:]
    if len(before) + len(after) >= len(run):
        return run
    return [*before, "…", *after]


# -- text


def edit_table(names: Mapping[str, str], edits: Mapping[str, Edits]) -> Table:
    """Return what became of the tokens of each system."""
    rows: list[list[Cell]] = []
    for model, one in edits.items():
        n = one.reference_tokens
        tokens = (one.hits, one.substitutions, one.deletions, one.insertions)
        rows.append(
            [
                names[model],
                *(_part(k, n) for k in tokens),
                _part(one.wrong_utterances, one.utterances),
            ]
        )
    headers = [
        say("System"),
        say("Right"),
        say("Substitutions"),
        say("Deletions"),
        say("Insertions"),
        say("Utterances with errors"),
    ]
    title = say("Edits, in percent of the reference")
    return Table(title, headers, rows, frozenset(range(1, len(headers))))


def group_table(title: str, found: Sequence[GroupEdits], digits: int | None) -> Table:
    """Return what became of the tokens of each group, as sclite shows its speakers."""
    headers = [
        say("Group"),
        say("Utt."),
        say("Tokens"),
        say("Right"),
        say("Subst."),
        say("Del."),
        say("Ins."),
        say("Error rate"),
        say("Wrong utt."),
    ]
    shown = 1 if digits is None else digits
    rates = [Estimate(one.error_rate, shown, percent=True) for one in found]
    rows: list[list[Cell]] = []
    for one, rate in zip(found, rates, strict=True):
        edits = one.edits
        n = edits.reference_tokens
        parts = (edits.hits, edits.substitutions, edits.deletions, edits.insertions)
        wrong = edits.wrong_utterances / edits.utterances
        rows.append(
            [
                written(one.group),
                count(edits.utterances),
                count(n),
                *(_share(k / n, shown) if n else NONE for k in parts),
                rate,
                _share(wrong, shown),
            ]
        )
    return Table(title, headers, rows, frozenset({1, 2, 3, 4, 5, 6, 8}))


def _share(value: float, decimals: int) -> str:
    return number(100 * value, decimals)


def _part(k: int, n: int) -> str:
    if not n:
        return count(k)
    return say("{n} ({share})", n=count(k), share=percent(k / n))


def confusion_table(
    title: str,
    names: Mapping[str, str],
    confusions: Mapping[str, list[Confusion]],
    most: int,
) -> Table:
    """Return the commonest confusions, so many of each system."""
    rows: list[list[Cell]] = [
        [
            names[model],
            _token(one.reference),
            _token(one.hypothesis),
            count(one.times),
        ]
        for model, every in confusions.items()
        for one in every[:most]
    ]
    headers = [say("System"), say("Said"), say("Heard"), say("Times")]
    if len(confusions) == 1:
        rows, headers = [row[1:] for row in rows], headers[1:]
    return Table(title, headers, rows, frozenset({len(headers) - 1}))


def _token(token: str | None) -> str:
    if token is None:
        return NOTHING
    return SPACE if token == " " else written(token)


def worst_table(
    title: str,
    names: Mapping[str, str],
    worst: Mapping[str, list[Utterance]],
    most: int,
    width: int | None,
) -> Table:
    """Return the utterances with most errors, aligned, so many of each system."""
    found = [(names[m], one) for m, every in worst.items() for one in every[:most]]
    heads: list[list[Cell]] = [
        [
            name,
            written(one.utterance),
            count(one.errors),
            percent(one.error_rate),
        ]
        for name, one in found
    ]
    headers = [say("System"), say("Utterance"), say("Errors"), say("Rate")]
    if len(worst) == 1:
        heads, headers = [row[1:] for row in heads], headers[1:]
    right = frozenset({len(headers) - 2, len(headers) - 1})
    bare = Table(title, headers, heads, right)
    room = None if width is None else width - bare.width - bare.gap - SPARE
    if room is not None and room < LEAST_PLACES:
        room = None  # the columns are to stand below each other
    rows: list[list[Cell]] = []
    for head, (_, one) in zip(heads, found, strict=True):
        lines = broken(printable(one.aligned), room)
        rows.append([*head, lines[0]])
        rows += [[*[""] * len(head), line] for line in lines[1:]]
    return Table(title, [*headers, say("Alignment")], rows, right)


def broken(text: str, places: int | None) -> list[str]:
    """Break a line where words end; the rest of a very long one is left out.

    >>> broken("one two three", 8)
    ['one two', 'three']
    """
    lines, used = [""], 0
    for word in text.split(" "):
        taken = display_width(word) + 1
        if used + taken > MOST_PLACES:
            lines[-1] += " …"
            break
        used += taken
        line = f"{lines[-1]} {word}" if lines[-1] else word
        if places is not None and lines[-1] and display_width(line) > places:
            lines.append(word)
        else:
            lines[-1] = line
    return lines


@dataclass(frozen=True, eq=False)
class TranscriptData(PictureData):
    """The data of a picture of speech.

    Attributes
    ----------
    counts : mapping of str to ndarray of shape (utterances, 4)
        Hits, substitutions, deletions and insertions of each utterance, or their sums.
    leading : str
        The metric that the errors make, if it is in the report.
    """

    counts: Mapping[str, NDArray[np.int64]]
    leading: str

    @property
    def rates(self) -> dict[str, Interval]:
        """The values of the leading metric by system."""
        return self.of(self.leading)


def _picture(
    name: str, what: str, panel: Panel, judged: TranscriptData, n_drawn: int
) -> Picture:
    """Return a picture of the best systems, with the best of all in its title."""
    title = result(
        what,
        say("error rate"),
        judged.names,
        judged.rates,
        highest=False,
    )
    which = say("those with the lowest error rate")
    notes = cut_note(n_drawn, len(judged.models), which)
    return Picture(name, title, [panel], 1, notes)


# More systems than this have no bar.
MOST_BARS = 30


def edit_types(judged: TranscriptData) -> Picture | None:
    """Return a bar for each system, of the three kinds of edits one after the other."""
    models = in_order(judged.models, judged.rates, MOST_BARS, highest=False)
    sums = np.array([judged.counts[model].sum(axis=0) for model in models], float)
    tokens = sums[:, :3].sum(axis=1)
    if not tokens.all():
        return None
    shares = sums[:, 1:] / tokens[:, None]
    kinds = (say("Substitutions"), say("Deletions"), say("Insertions"))
    marks: list[Mark] = []
    key = []
    # Bars stand apart: between two of them is one of no length.
    rows = np.arange(len(models))
    edges = np.column_stack([rows - 0.3, rows + 0.3]).ravel()
    start = np.zeros(len(models))
    for kind, (name, share) in enumerate(zip(kinds, shares.T, strict=True)):
        low, high = (np.repeat(ends, 2)[:-1] for ends in (start, start + share))
        high[1::2] = low[1::2]
        marks.append(Bars(edges, high, kind, along="x", start=low))
        key.append(Entry(name, kind, _edit_part(sums, kind + 1), -float(kind)))
        start = start + share
    x = Scale(say("Edits by tokens of the reference"), 0.0, unit="share")
    y = Scale("", kind="names", names=[judged.names[model] for model in models])
    panel = Panel("", x, y, marks, key)
    return _picture("edit_types", say("Kinds of edits"), panel, judged, len(models))


def _edit_part(sums: NDArray[np.float64], kind: int) -> str:
    """Return what a kind makes of the edits of all systems."""
    edits = sums[:, 1:].sum()
    return percent(float(sums[:, kind].sum() / edits), 0) if edits else ""


# Utterances are put into so many bins of lengths, each with at least so many of them.
BINS, IN_BIN = 12, 8
# More systems than this would hide each other.
MOST_LINES = 8


def errors_by_length(judged: TranscriptData) -> Picture | None:
    """Return the error rate of utterances of like length, a line for each system."""
    first = next(iter(judged.counts.values()))
    tokens = first[:, :3].sum(axis=1)
    if len(tokens) < 2 * IN_BIN or tokens.max() == tokens.min():
        return None
    starts, order = _bins(tokens)
    if len(starts) < 2:
        return None
    values = judged.rates
    models = in_order(judged.models, values, MOST_LINES, highest=False)
    n = np.add.reduceat(tokens[order], starts).astype(float)
    sizes = np.diff([*starts, len(order)])
    at = n / sizes
    marks: list[Mark] = []
    key: list[Entry] = []
    for model in models:
        errors = judged.counts[model][order, 1:].sum(axis=1)
        rates = np.add.reduceat(errors, starts) / np.maximum(n, 1.0)
        series = judged.series[model]
        marks += [Line(at, rates, series), Points(at, rates, series)]
        rank = -values[model].estimate if model in values else 0.0
        key.append(judged.entry(model, reading(values.get(model)), rank))
    x = Scale(say("Tokens of the reference, mean of utterances alike in length"), 0.0)
    y = Scale(say("Error rate"), 0.0, unit="share")
    panel = Panel("", x, y, marks, key)
    return _picture(
        "errors_by_length", say("Errors by length"), panel, judged, len(models)
    )


def _bins(tokens: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where bins begin in the order of lengths; one length is in one bin."""
    order = np.argsort(tokens, kind="stable")
    lengths, n = tokens[order], len(tokens)
    k = max(min(BINS, n // IN_BIN), 1)
    inner = lengths[np.arange(1, k) * n // k]
    starts = np.unique(np.concatenate([[0], np.searchsorted(lengths, inner)]))
    return starts.astype(np.int64), order
