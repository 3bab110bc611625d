"""What rows lose, sorted: quantiles of the losses, and how few rows make how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.marks import thinned
from fastmetrics.show.pictures.picture import Entry, Line, Mark, Panel, Points, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

# The part of the rows whose share of the loss is told.
FEW = 0.05
# How far down the axis of losses goes, of the largest; it has no logarithms if all
# are as small as rounding.
SMALLEST = 1e-6


class Sorted(NamedTuple):
    """Losses, ascending, and the share of the weight up to each."""

    losses: NDArray[np.float64]
    shares: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def of(
        cls, losses: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> Sorted:
        """Sort losses; those of weight 0 are left out."""
        if weights is not None:
            order = np.argsort(losses, kind="stable")
            order = order[weights[order] > 0]
            losses, weights = losses[order], weights[order]
        else:
            losses, weights = np.sort(losses), np.ones(len(losses))
        sums = np.cumsum(weights)
        return cls(losses, sums / sums[-1], weights)

    @property
    def mean(self) -> float:
        """What is lost on average."""
        mean = np.average(self.losses, weights=self.weights)
        # By rounding that of equal losses may be another.
        return float(np.clip(mean, self.losses[0], self.losses[-1]))

    @property
    def mean_at(self) -> float:
        """The share of the rows that lose no more than the mean."""
        k = int(np.searchsorted(self.losses, self.mean, side="right"))
        return float(self.shares[k - 1])

    def quantile(self, share: float) -> float:
        """Return what such a share of the rows lose no more than."""
        return float(self.losses[np.searchsorted(self.shares, share)])

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


def axis_of_losses(
    name: str, rows: Sequence[Sorted], nothing: float, least: float = 0.0
) -> Scale:
    """Return an axis down to the least loss that is to be seen beside the largest.

    Where all losses are below ``nothing`` it has no logarithms. Of a part ``least`` of
    the rows the losses may be below it.
    """
    high = max(float(one.losses[-1]) for one in rows)
    if high <= nothing:
        return Scale(name, 0.0, 1.0)
    low = max(min(one.quantile(least) for one in rows), SMALLEST * high)
    if low == high:
        low, high = low / 2, 2 * high
    return Scale(name, low, high, "log")


def quantile_curves(
    title: str,
    rows: Mapping[str, Sorted],
    series: Mapping[str, int],
    told: Sequence[str],
    y: Scale,
    key: Sequence[Entry],
    leading: Sequence[int],
) -> Panel:
    """Return the quantiles of each model's losses, with their mean of those told."""
    x = Scale(say("Share of the rows, smallest first"), 0.0, 1.0, unit="share")
    assert y.low is not None
    marks: list[Mark] = []
    for model, one in rows.items():
        at = np.concatenate([[0.0], one.shares])
        losses = np.maximum(np.concatenate([one.losses[:1], one.losses]), y.low)
        marks.append(Line(*thinned(at, losses, x, y, "before"), series[model]))
    marks += [
        Points(
            np.array([rows[model].mean_at]),
            np.maximum([rows[model].mean], y.low),
            series[model],
        )
        for model in told
    ]
    return Panel(title, x, y, marks, key, leading=leading)


def concentrations(
    title: str,
    rows: Mapping[str, Sorted],
    series: Mapping[str, int],
    entry: Callable[[str, str, float], Entry],
    leading: Sequence[int],
) -> Panel:
    """Return how much of all that is lost the rows with the largest losses make."""
    n = max(len(one.losses) for one in rows.values())
    x = Scale(
        say("Share of the rows, largest first"),
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
        marks.append(Line(*line, series[model]))
        if len(line[0]) == 1:  # which no line shows
            marks.append(Points(*line, series[model]))
    key: list[Entry] = []
    for model, one in rows.items():
        part = one.made_by(FEW)
        text = say(
            "{share} of the rows: {part}",
            share=percent(FEW, 0),
            part=percent(part, 0),
        )
        key.append(entry(model, text, -part))
    key.append(Entry(say("all rows alike"), rank=-np.inf))
    return Panel(title, x, y, marks, key, leading=leading)
