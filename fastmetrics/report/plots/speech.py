"""Pictures of transcripts: what errors are made of, and how long utterances err."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import (
    PictureData,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.picture import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


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
        key.append(Entry(name, kind, _part(sums, kind + 1), -float(kind)))
        start = start + share
    x = Scale(say("Edits by tokens of the reference"), 0.0, unit="share")
    y = Scale("", kind="names", names=[judged.names[model] for model in models])
    panel = Panel("", x, y, marks, key)
    return _picture("edit_types", say("Kinds of edits"), panel, judged, len(models))


def _part(sums: NDArray[np.float64], kind: int) -> str:
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
