"""Bets on the mean of bounded rows: what they are worth, and which means they leave.

A row has a value in [low, high], y its place there as a share. A capital of 1, of which
the share θ is bet on y above μ at every row, becomes Π (1 − θ + θ y/μ); where the mean
is μ at most its mean is 1 at most, at every look. Of 42 shares, and of rows that are
held as counts of cells, that is one sum:

    log E(μ) = logsumexp(ln w + Σ h log1p(θ (j/S − μ)/μ))
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._kernels import betting

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LN_WEIGHTS",
    "SHARES",
    "Bounds",
    "Cells",
    "added_up",
    "log_wealth",
]

# How many steps the range is parted into: of values, and of differences of two.
STEPS, DIFFERENCE_STEPS = 256, 512
# 1, 3/4, 1/2, 3/8 and so on.
_K = np.arange(42)
SHARES = np.where(_K % 2, 0.75, 1.0) * 0.5 ** (_K // 2)
_WEIGHTS = 1 / np.maximum(_K, 12)
LN_WEIGHTS = np.log(_WEIGHTS / _WEIGHTS.sum())
# Means below e to this power, as a share of the range, are its end.
_LEAST = -690.0


class Bounds(NamedTuple):
    """Between what every row lies."""

    low: float
    high: float

    @property
    def apart(self) -> Bounds:
        """Between what differences of two such rows lie."""
        return Bounds(self.low - self.high, self.high - self.low)


def added_up(
    logs: NDArray[np.float64], ln_weights: NDArray[np.float64] = LN_WEIGHTS
) -> float:
    """Return the logarithm of a weighted mean of what is given by its logarithm."""
    terms = ln_weights + logs
    largest = float(terms.max())
    if not math.isfinite(largest):
        return largest
    return largest + math.log(float(np.exp(terms - largest).sum()))


def log_wealth(
    cells: NDArray[np.float64], mean: float, *, mirrored: bool
) -> NDArray[np.float64]:
    """Return by bet the logarithm of what a capital of 1 has become."""
    found = np.empty(len(SHARES))
    betting.log_wealth(cells, SHARES, mean, mirrored, found)
    return found


class Cells:
    """How many rows lie where between two bounds."""

    __slots__ = ("bounds", "rows")

    def __init__(self, bounds: Bounds, rows: NDArray[np.float64]) -> None:
        self.bounds, self.rows = bounds, rows

    @classmethod
    def empty(cls, bounds: Bounds, steps: int) -> Cells:
        """Return those of no rows."""
        return cls(bounds, np.zeros(steps + 1))

    def filled(
        self, values: NDArray[np.float64], counts: NDArray[np.int64] | None
    ) -> tuple[Cells, int]:
        """Return new cells of these rows, and the first out of bounds, or -1."""
        found = Cells(self.bounds, np.zeros(len(self.rows)))
        bad = betting.fill_cells(values, *self.bounds, found.rows, counts)
        return found, bad

    def __add__(self, other: Cells) -> Cells:
        return Cells(self.bounds, self.rows + other.rows)

    @property
    def _origin(self) -> tuple[float, float]:
        """A value, 0 if a cell lies there, and the cell at it."""
        low, high = self.bounds
        at = (len(self.rows) - 1) * (-low / (high - low))
        return (0.0, at) if 0 <= at < len(self.rows) and at.is_integer() else (low, 0.0)

    @property
    def mean(self) -> float:
        """The mean of the rows, NaN of none."""
        total = float(self.rows.sum())
        if not total > 0:
            return math.nan
        value, at = self._origin
        steps = np.arange(len(self.rows)) - at
        low, high = self.bounds
        scale = (high - low) / (len(self.rows) - 1)
        return value + scale * float(self.rows @ steps) / total

    def log_evalues(self, null: float) -> tuple[float, float]:
        """Return the logarithms of e-values: of a mean above the null, and below it."""
        low, high = self.bounds
        above = self._log_evalue((null - low) / (high - low), mirrored=False)
        below = self._log_evalue((high - null) / (high - low), mirrored=True)
        return above, below

    def log_evalue(self, null: float, alternative: str) -> float:
        """Return the logarithm of the e-value against a null."""
        above, below = self.log_evalues(null)
        if alternative == "two-sided":
            return max(above, below) - math.log(2)
        return above if alternative == "greater" else below

    def _log_evalue(self, share: float, *, mirrored: bool) -> float:
        return added_up(log_wealth(self.rows, share, mirrored=mirrored))

    def interval(self, level: float) -> tuple[float, float]:
        """Return the least and the greatest mean that no bet has refuted."""
        low, high = self.bounds
        most = math.log(2 / (1 - level))
        below = self._least(most, mirrored=False)
        above = self._least(most, mirrored=True)
        return low + (high - low) * below, high - (high - low) * above

    def _least(self, most: float, *, mirrored: bool) -> float:
        """Return the share at which the e-value of a greater mean is just as large.

        It falls in the share, and is 1 at most at that of the mean.
        """
        from scipy.optimize import brentq

        rows = self.rows[::-1] if mirrored else self.rows
        if not rows[1:].any():
            return 0.0
        places = _places(len(rows))
        total = float(rows.sum())
        mean = float(rows @ places) / total
        spread = math.sqrt(max(float(rows @ (places - mean) ** 2), 0.0)) / total

        def excess(ln_share: float) -> float:
            share = math.exp(ln_share)
            return self._log_evalue(share, mirrored=mirrored) - most

        top = math.log(mean)
        step = max(3 * spread / mean, 2 / total)
        bottom = top
        while True:
            above, bottom = bottom, max(top - step, _LEAST)
            found = excess(bottom)
            if found >= 0:
                break
            if bottom == _LEAST:
                return 0.0
            step *= 2
        if found == 0 or excess(above) >= 0:
            return math.exp(above if found else bottom)
        root = brentq(excess, bottom, above, xtol=1e-14, rtol=1e-14)
        return math.exp(float(root))


@cache
def _places(n: int) -> NDArray[np.float64]:
    return np.arange(n) / (n - 1)
