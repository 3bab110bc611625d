"""What single rows lose: quantiles of the log loss, and how few rows make how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.interval import no_interval
from fastmetrics.report.numbers import percent
from fastmetrics.report.plots.captions import (
    MOST_LEADING,
    best_first,
    reading,
    result,
)
from fastmetrics.report.plots.keys import MOST_COLOURED
from fastmetrics.report.plots.picture import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.report.plots.thinning import thinned
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.probability.judged import Judged, JudgedColumn

__all__ = ["loss_quantiles"]

LOSS = "log_loss"
# The part of the rows whose share of the loss is told.
FEW = 0.05
# How far down the axis of losses goes, of the largest; it has no logarithms if all
# are as small as rounding.
SMALLEST, NOTHING = 1e-6, 1e-9


class Sorted(NamedTuple):
    """Losses, ascending, and the share of the weight up to each."""

    losses: NDArray[np.float64]
    shares: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def of(cls, columns: Sequence[JudgedColumn]) -> Sorted:
        """Sort the losses of all rows; those of weight 0 are left out."""
        parts = [one.losses for one in columns]
        losses = np.concatenate([one.values for one in parts])
        if any(one.weights is not None for one in parts):
            weights = np.concatenate([np.asarray(one.weights) for one in parts])
            order = np.argsort(losses, kind="stable")
            order = order[weights[order] > 0]
            losses, weights = losses[order], weights[order]
        else:
            losses, weights = np.sort(losses), np.ones(len(losses))
        sums = np.cumsum(weights)
        return cls(losses, sums / sums[-1], weights)

    @property
    def mean(self) -> float:
        """The log loss."""
        mean = np.average(self.losses, weights=self.weights)
        # By rounding that of equal losses may be another.
        return float(np.clip(mean, self.losses[0], self.losses[-1]))

    @property
    def mean_at(self) -> float:
        """The share of the rows that lose no more than the mean."""
        k = int(np.searchsorted(self.losses, self.mean, side="right"))
        return float(self.shares[k - 1])

    @property
    def concentration(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Shares of the rows, of the largest losses, and how much of all they lose."""
        weights = self.weights[::-1]
        rows, lost = np.cumsum(weights), np.cumsum(weights * self.losses[::-1])
        return rows / rows[-1], lost / lost[-1] if lost[-1] > 0 else rows / rows[-1]

    def made_by(self, share: float) -> float:
        """Return how much of the loss such a share of the rows makes."""
        rows, lost = self.concentration
        return float(np.interp(share, [0.0, *rows], [0.0, *lost]))


def loss_quantiles(judged: Judged) -> Picture | None:
    """Return quantiles of the rows' losses, beside how much the largest ones make."""
    models = [model for model, columns in judged.columns.items() if columns]
    if not models:
        return None
    found = threads.map_blocks(
        lambda k: Sorted.of(judged.columns[models[k]]), range(len(models))
    )
    rows = dict(zip(models, found, strict=True))
    values = judged.of(LOSS) or {
        model: no_interval(one.mean, judged.confidence_level, "")
        for model, one in rows.items()
    }
    ranked = best_first(models, values, highest=False)
    leading = [judged.series[model] for model in ranked[:MOST_LEADING]]
    parts = {model: one.made_by(FEW) for model, one in rows.items()}
    key = [
        judged.entry(model, say("log loss {value}", value=reading(values[model])), -k)
        for k, model in enumerate(ranked)
    ]
    told = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    losses = _axis_of_losses([*rows.values()])
    panels = [
        _quantiles(judged, rows, told, losses, key, leading),
        _concentrations(judged, rows, parts, leading),
    ]
    title = result(
        say("Log loss by row"),
        say("log loss"),
        {model: judged.names[model] for model in models},
        values,
        highest=False,
    )
    best = ranked[0]
    title = say(
        "{title}; {share} of its rows make {part} of it",
        title=title,
        share=percent(FEW, 0),
        part=percent(parts[best], 0),
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


def _quantiles(
    judged: Judged,
    rows: dict[str, Sorted],
    told: Sequence[str],
    y: Scale,
    key: Sequence[Entry],
    leading: Sequence[int],
) -> Panel:
    x = Scale(say("Share of the rows, smallest losses first"), 0.0, 1.0, unit="share")
    assert y.low is not None
    marks: list[Mark] = []
    for model, one in rows.items():
        at = np.concatenate([[0.0], one.shares])
        losses = np.maximum(np.concatenate([one.losses[:1], one.losses]), y.low)
        marks.append(Line(*thinned(at, losses, x, y, "before"), judged.series[model]))
    marks += [
        Points(
            np.array([rows[model].mean_at]),
            np.maximum([rows[model].mean], y.low),
            judged.series[model],
        )
        for model in told
    ]
    return Panel(
        say("Quantiles of the rows' losses"), x, y, marks, key, leading=leading
    )


def _axis_of_losses(rows: Sequence[Sorted]) -> Scale:
    """Return an axis down to the least loss that is to be seen beside the largest."""
    name = say("Log loss of a row")
    high = max(float(one.losses[-1]) for one in rows)
    if high < NOTHING:
        return Scale(name, 0.0, 1.0)
    low = max(min(float(one.losses[0]) for one in rows), SMALLEST * high)
    if low == high:
        low, high = low / 2, 2 * high
    return Scale(name, low, high, "log")


def _concentrations(
    judged: Judged,
    rows: dict[str, Sorted],
    parts: dict[str, float],
    leading: Sequence[int],
) -> Panel:
    n = max(len(one.losses) for one in rows.values())
    x = Scale(
        say("Share of the rows, largest losses first"),
        1 / n if n > 1 else 0.5,
        1.0,
        "log",
        unit="share",
    )
    y = Scale(say("Share of all that is lost"), 0.0, 1.0, unit="share")
    # Straight lines are not so on this axis.
    alike = np.geomspace(x.low or 1.0, 1.0, 101)
    marks: list[Mark] = [Line(*thinned(alike, alike, x, y), role="reference")]
    for model, one in rows.items():
        line = thinned(*one.concentration, x, y)
        marks.append(Line(*line, judged.series[model]))
        if len(line[0]) == 1:  # which no line shows
            marks.append(Points(*line, judged.series[model]))
    few = percent(FEW, 0)
    key = [
        judged.entry(
            model,
            say(
                "{share} of the rows: {part}",
                share=few,
                part=percent(part, 0),
            ),
            -part,
        )
        for model, part in parts.items()
    ]
    key.append(Entry(say("all rows alike"), rank=-np.inf))
    title = say("What the rows with the largest losses make")
    return Panel(title, x, y, marks, key, leading=leading)
