"""What single rows lose: quantiles of the log loss, and how few rows make how much."""

from __future__ import annotations

from collections.abc import Sequence
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
    from fastmetrics.report.plots.probability.judged import Judged, JudgedColumn

__all__ = ["loss_quantiles"]

LOSS = "log_loss"
# Losses as small as rounding have no axis of logarithms.
NOTHING = 1e-9


def loss_quantiles(judged: Judged) -> Picture | None:
    """Return quantiles of the rows' losses, beside how much the largest ones make."""
    models = [model for model, columns in judged.columns.items() if columns]
    if not models:
        return None
    found = threads.map_blocks(
        lambda k: _sorted(judged.columns[models[k]]), range(len(models))
    )
    rows = dict(zip(models, found, strict=True))
    values = judged.of(LOSS) or {
        model: no_interval(one.mean, judged.confidence_level, "")
        for model, one in rows.items()
    }
    ranked = best_first(models, values, highest=False)
    leading = [judged.series[model] for model in ranked[:MOST_LEADING]]
    key = [
        judged.entry(model, say("log loss {value}", value=reading(values[model])), -k)
        for k, model in enumerate(ranked)
    ]
    told = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    losses = axis_of_losses(say("Log loss of a row"), [*rows.values()], NOTHING)
    panels = [
        quantile_curves(
            say("Quantiles of the rows' losses"),
            rows,
            judged.series,
            told,
            losses,
            key,
            leading,
        ),
        concentrations(
            say("What the rows with the largest losses make"),
            rows,
            judged.series,
            judged.entry,
            leading,
        ),
    ]
    title = result(
        say("Log loss by row"),
        say("log loss"),
        {model: judged.names[model] for model in models},
        values,
        highest=False,
    )
    title = say(
        "{title}; {share} of its rows make {part} of it",
        title=title,
        share=percent(FEW, 0),
        part=percent(rows[ranked[0]].made_by(FEW), 0),
    )
    notes = [say("points: the mean of the losses, the log loss")]
    least = min(float(one.losses[0]) for one in rows.values())
    if losses.low is not None and least < losses.low:
        notes.append(
            say(
                "losses below {value} are drawn at it",
                value=f"{losses.low:.1g}",
            )
        )
    return Picture("loss_quantiles", title, panels, notes=notes)


def _sorted(columns: Sequence[JudgedColumn]) -> Sorted:
    """Sort the losses of all rows; those of weight 0 are left out."""
    parts = [one.losses for one in columns]
    losses = np.concatenate([one.values for one in parts])
    if all(one.weights is None for one in parts):
        return Sorted.of(losses, None)
    return Sorted.of(losses, np.concatenate([np.asarray(one.weights) for one in parts]))
