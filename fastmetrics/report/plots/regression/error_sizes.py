"""How large errors are: quantiles over the rows, and how few rows make the MSE."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.interval import no_interval
from fastmetrics.report.plots.captions import (
    MOST_LEADING,
    best_first,
    reading,
    result,
)
from fastmetrics.report.plots.row_losses import (
    FEW,
    Sorted,
    axis_of_losses,
    concentrations,
    quantile_curves,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.keys import MOST_COLOURED
from fastmetrics.show.pictures.picture import Picture
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.plots.regression.judged import Judged

__all__ = ["error_quantiles"]

ERROR = "mean_absolute_error"
# The part of the rows whose errors may be below the axis: near 0 logarithms go far.
LEAST = 0.02


def error_quantiles(judged: Judged) -> Picture:
    """Return quantiles of the absolute errors, beside how few rows make the MSE."""
    models = judged.models
    weights = judged.rows.weights
    found = threads.map_blocks(
        lambda k: Sorted.of(np.abs(judged.rows.residuals(models[k])), weights),
        range(len(models)),
    )
    rows = dict(zip(models, found, strict=True))
    squares = {model: one._replace(losses=_squares(one)) for model, one in rows.items()}
    values = judged.of(ERROR) or {
        model: no_interval(one.mean, judged.confidence_level, "")
        for model, one in rows.items()
    }
    ranked = best_first(models, values, highest=False)
    leading = [judged.series[model] for model in ranked[:MOST_LEADING]]
    key = [
        judged.entry(model, say("MAE {value}", value=reading(values[model])), -k)
        for k, model in enumerate(ranked)
    ]
    told = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    name = say("Absolute error of a row")
    errors = axis_of_losses(name, [*rows.values()], 0.0, LEAST)
    panels = [
        quantile_curves(
            say("Quantiles of the absolute errors"),
            rows,
            judged.series,
            told,
            errors,
            key,
            leading,
        ),
        concentrations(
            say("What the rows with the largest errors make of the MSE"),
            squares,
            judged.series,
            judged.entry,
            leading,
        ),
    ]
    title = result(
        say("Errors by row"),
        say("mean absolute error"),
        {model: judged.names[model] for model in models},
        values,
        highest=False,
    )
    title = say(
        "{title}; {share} of its rows make {part} of its MSE",
        title=title,
        share=percent(FEW, 0),
        part=percent(squares[ranked[0]].made_by(FEW), 0),
    )
    notes = [say("points: the mean of the absolute errors")]
    least = min(float(one.losses[0]) for one in rows.values())
    if errors.low is not None and least < errors.low:
        notes.append(
            say("errors below {value} are drawn at it", value=f"{errors.low:.1g}")
        )
    return Picture("error_quantiles", title, panels, notes=notes)


def _squares(one: Sorted) -> np.ndarray:
    """Return squares of errors, as parts of the largest, none of which is too large."""
    return (one.losses / (one.losses[-1] or 1.0)) ** 2
