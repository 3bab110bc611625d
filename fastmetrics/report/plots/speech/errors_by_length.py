"""Errors by the length of utterances: whether short or long ones go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import best_first, cut_note, reading, result
from fastmetrics.show.pictures.picture import (
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
    from numpy.typing import NDArray

    from fastmetrics.report.plots.speech.judged import Judged

__all__ = ["errors_by_length"]

# Utterances are put into so many bins of lengths, each with at least so many of them.
BINS, IN_BIN = 12, 8
# More systems than this would hide each other.
MOST_LINES = 8


def errors_by_length(judged: Judged) -> Picture | None:
    """Return the error rate of utterances of like length, a line for each system."""
    first = next(iter(judged.counts.values()))
    tokens = first[:, :3].sum(axis=1)
    if len(tokens) < 2 * IN_BIN or tokens.max() == tokens.min():
        return None
    starts, order = _bins(tokens)
    if len(starts) < 2:
        return None
    values = judged.of()
    ranked = best_first(judged.models, values, highest=False)[:MOST_LINES]
    models = [model for model in judged.models if model in ranked]
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
        shown = reading(values.get(model))
        rank = -values[model].estimate if model in values else 0.0
        key.append(Entry(judged.names[model], series, shown, rank))
    x = Scale(say("Tokens of the reference, mean of utterances alike in length"), 0.0)
    y = Scale(say("Error rate"), 0.0, unit="share")
    title = result(
        say("Errors by length"),
        say("error rate"),
        {model: judged.names[model] for model in judged.models},
        values,
        highest=False,
    )
    which = say("those with the lowest error rate")
    notes = cut_note(len(models), len(judged.models), which)
    return Picture("errors_by_length", title, [Panel("", x, y, marks, key)], 1, notes)


def _bins(tokens: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where bins begin in the order of lengths; one length is in one bin."""
    order = np.argsort(tokens, kind="stable")
    lengths, n = tokens[order], len(tokens)
    k = max(min(BINS, n // IN_BIN), 1)
    inner = lengths[np.arange(1, k) * n // k]
    starts = np.unique(np.concatenate([[0], np.searchsorted(lengths, inner)]))
    return starts.astype(np.int64), order
