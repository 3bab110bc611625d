"""Rows by prediction: what was observed, and residuals, with running medians.

The running median and quartiles say where a model predicts too much or too little: of
good predictions the median follows the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.report.plots.captions import MOST_PANELS, cut_note, reading, result
from fastmetrics.report.plots.regression.data import (
    RegressionData,
    Running,
    cloud,
    reach,
    running,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import (
    Band,
    Cells,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fastmetrics.report.plots.regression.data import RegressionData
    from fastmetrics.show.words import Message

__all__ = [
    "best",
    "columns_of",
    "cut_notes",
    "panel_of",
    "predictions",
    "residuals",
]


def best(judged: RegressionData) -> list[str]:
    """Return the models that have a panel, in the order of the report."""
    return [model for model in judged.models if model in judged.ranked[:MOST_PANELS]]


def cut_notes(judged: RegressionData) -> list[Message]:
    """Say which models have none."""
    which = say("those with the least mean squared error")
    return cut_note(len(best(judged)), len(judged.models), which)


def columns_of(panels: int) -> int:
    """Return how many panels stand side by side."""
    return 2 if panels == 4 else min(panels, 3)


def panel_of(
    judged: RegressionData,
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


BIAS, ERROR = "mean_error", "root_mean_squared_error"


def residuals(judged: RegressionData) -> Picture:
    """Return a panel for each model: its residuals by what it predicted."""
    models = best(judged)
    errors = {model: judged.rows.residuals(model) for model in models}
    first, last = judged.ends
    low, high = _reach_of(errors.values(), last - first)
    axes = (
        Scale(say("Predicted value"), first, last),
        Scale(say("Predicted − observed"), low, high),
    )
    zero = Line(np.array([first, last]), np.zeros(2), role="reference")
    values, panels, outside = judged.of(BIAS), [], 0
    for model in models:
        text = reading(values.get(model))
        panel, n = panel_of(
            judged,
            model,
            errors[model],
            axes,
            (zero, say("no error")),
            say("mean error {value}", value=text) if text else "",
        )
        panels.append(panel)
        outside += n
    title = result(
        say("Residuals"),
        say("root mean squared error"),
        judged.names,
        judged.of(ERROR),
        highest=False,
    )
    notes = cut_notes(judged)
    if outside:
        notes.append(say("{n} rows are outside", n=count(outside)))
    return Picture("residuals", title, panels, columns_of(len(panels)), notes)


def _reach_of(
    errors: Iterable[NDArray[np.float64]], most: float
) -> tuple[float, float]:
    """Return the ends of the axis of residuals, none farther from 0 than that."""
    low, high = reach(errors)
    low, high = min(max(low, -most), 0.0), max(min(high, most), 0.0)
    return (low, high) if low < high else (-most / 2, most / 2)


SHARE = "r2_score"


def predictions(judged: RegressionData) -> Picture:
    """Return a panel for each model: what was observed, by what was predicted."""
    ends = judged.ends
    axes = Scale(say("Predicted value"), *ends), Scale(say("Observed"), *ends)
    identity = Line(np.array(ends), np.array(ends), role="reference")
    values, panels, outside = judged.of(SHARE), [], 0
    for model in best(judged):
        text = reading(values.get(model))
        panel, n = panel_of(
            judged,
            model,
            judged.rows.true,
            axes,
            (identity, say("predicted = observed")),
            f"R² {text}" if text else "",
            square=True,
        )
        panels.append(panel)
        outside += n
    title = result(say("Predictions"), "R²", judged.names, values)
    notes = cut_notes(judged)
    if outside:
        notes.append(say("{n} rows are outside", n=count(outside)))
    return Picture("predictions", title, panels, columns_of(len(panels)), notes)
