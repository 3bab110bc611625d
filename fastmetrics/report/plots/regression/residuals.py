"""Residuals against predictions: whether errors bend, lean or spread with these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import reading, result
from fastmetrics.report.plots.regression.clouds import (
    best,
    columns_of,
    cut_notes,
    panel_of,
)
from fastmetrics.report.plots.regression.judged import reach
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import Line, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fastmetrics.report.plots.regression.judged import Judged

__all__ = ["residuals"]

BIAS, ERROR = "mean_error", "root_mean_squared_error"


def residuals(judged: Judged) -> Picture:
    """Return a panel for each model: its residuals by what it predicted."""
    models = best(judged)
    errors = {model: judged.rows.residuals(model) for model in models}
    first, last = judged.ends
    low, high = _ends(errors.values(), last - first)
    axes = (
        Scale(say("Predicted"), first, last),
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


def _ends(errors: Iterable[NDArray[np.float64]], most: float) -> tuple[float, float]:
    """Return the ends of the axis of residuals, none farther from 0 than that."""
    low, high = reach(errors)
    low, high = min(max(low, -most), 0.0), max(min(high, most), 0.0)
    return (low, high) if low < high else (-most / 2, most / 2)
