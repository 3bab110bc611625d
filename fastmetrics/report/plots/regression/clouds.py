"""Panels of rows by prediction: the rows, and their running median and quartiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.report.plots.captions import MOST_PANELS, cut_note
from fastmetrics.report.plots.regression.judged import Judged, Running, cloud, running
from fastmetrics.show.pictures.picture import (
    Band,
    Cells,
    Entry,
    Line,
    Mark,
    Panel,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.show.words import Message

__all__ = ["best", "columns_of", "cut_notes", "panel_of"]


def best(judged: Judged) -> list[str]:
    """Return the models that have a panel, in the order of the report."""
    return [model for model in judged.models if model in judged.ranked[:MOST_PANELS]]


def cut_notes(judged: Judged) -> list[Message]:
    """Say which models have none."""
    which = say("those with the least mean squared error")
    return cut_note(len(best(judged)), len(judged.models), which)


def columns_of(panels: int) -> int:
    """Return how many panels stand side by side."""
    return 2 if panels == 4 else min(panels, 3)


def panel_of(
    judged: Judged,
    model: str,
    y_values: NDArray[Any],
    axes: tuple[Scale, Scale],
    reference: tuple[Line, str],
    value: str,
    square: bool = False,
) -> tuple[Panel, int]:
    """Return a model's rows by what it predicted, and how many rows are outside.

    With their quartiles and their median by prediction, and a line of reference and
    what it is; ``value`` is told of the model.
    """
    x, y = axes
    weights = judged.rows.weights
    both = judged.rows.pred[model], y_values
    at, values = (one.astype(np.float64, copy=False) for one in both)
    ends = _ends(x), _ends(y)
    rows, outside = cloud(at, values, weights, *ends)
    marks: list[Mark] = [] if rows is None else [rows]
    line, called = reference
    marks.append(line)
    key = [judged.entry(model, value), Entry(called, rank=-np.inf)]
    run = running(at, values, weights)
    if run is not None:
        on_cells = isinstance(rows, Cells)
        marks += _run(run, judged.series[model], *ends, cased=on_cells)
        said = say("median and quartiles")
        key.insert(1, Entry(said, rank=-np.inf, role="band"))
    return Panel(judged.names[model], x, y, marks, key, square=square), outside


def _ends(scale: Scale) -> tuple[float, float]:
    assert scale.low is not None
    assert scale.high is not None
    return scale.low, scale.high


def _run(
    found: Running,
    series: int,
    x_ends: tuple[float, float],
    y_ends: tuple[float, float],
    cased: bool,
) -> Iterator[Mark]:
    at, low, middle, high = found
    if len(at) == 1:  # all that is predicted is one number: as wide as can be seen
        part = 0.02 * (x_ends[1] - x_ends[0])
        at = np.array([at[0] - part, at[0] + part])
        low, middle, high = (np.repeat(one, 2) for one in (low, middle, high))
    low, middle, high = (np.clip(one, *y_ends) for one in (low, middle, high))
    at = np.clip(at, *x_ends)
    yield Band(at, low, high, series)
    yield Line(at, middle, series, cased=cased)
