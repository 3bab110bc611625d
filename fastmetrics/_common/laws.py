"""Confidence distributions: the intervals of a quantity at all levels.

An interval at one level is a pair of quantiles of the distribution. The p-value is the
smallest α at which the interval excludes 0 (Schweder and Hjort 2016, "Confidence,
Likelihood, Probability"). Bounds and p-values therefore agree at all levels, including
the levels of several comparisons together. ``fastmetrics.reference.intervals`` has the
definitions.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np

from fastmetrics._common import bounds, means

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NORMAL = NormalDist()
# Beyond this number of standard errors the level is 1 in floating point.
_MOST_ERRORS = 8.0
_HALVINGS = 40


class Law(ABC):
    """Confidence distribution of a quantity."""

    @abstractmethod
    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level."""

    @abstractmethod
    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""

    @abstractmethod
    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""

    @abstractmethod
    def turned(self) -> Law:
        """Return the distribution of the negative quantity."""

    def at_hand(self) -> Law:
        """Return a distribution with prepared data, for several calls."""
        return self

    def counting_itself(self) -> Law:
        """Return the distribution whose tails are not too small with few replicates."""
        return self


def p_value(law: Law, value: float = 0.0) -> float:
    """Return the smallest α at which the interval of level 1 - α excludes a value."""
    law = law.at_hand()
    return min(1.0, 2 * min(law.below(value), law.above(value)))


@dataclass(frozen=True)
class CutLaw(Law):
    """A distribution whose bounds are clipped to the range of the quantity.

    The true value is always in the range, so clipped bounds contain it equally often.
    Tails and p-values do not change: clipped bounds exclude the same values of the
    range.
    """

    law: Law
    lowest: float
    highest: float

    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level, cut."""
        low, high = self.law.bounds(confidence_level)
        return cut(low, self.lowest, self.highest), cut(high, self.lowest, self.highest)

    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""
        return self.law.below(value)

    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""
        return self.law.above(value)

    def turned(self) -> CutLaw:
        """Return the distribution of the negative quantity."""
        return CutLaw(self.law.turned(), -self.highest, -self.lowest)

    def at_hand(self) -> CutLaw:
        """Return the distribution with prepared data, for several calls."""
        return replace(self, law=self.law.at_hand())

    def counting_itself(self) -> CutLaw:
        """Return the distribution whose tails are not too small with few replicates."""
        return replace(self, law=self.law.counting_itself())


def cut(bound: float, lowest: float, highest: float) -> float:
    """Return a bound, or the end of the range that it lies beyond; NaN stays."""
    return highest if bound > highest else lowest if bound < lowest else bound


@dataclass(frozen=True)
class StudentLaw(Law):
    """Student's t distribution around a centre, normal if the df are infinite.

    ``skewness``, over √n, transforms it by Hall's cubic (`means.untransformed`).
    """

    centre: float
    standard_error: float
    degrees_of_freedom: float = math.inf
    skewness: float = 0.0

    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level."""
        centre, error, freedom = (
            self.centre,
            self.standard_error,
            self.degrees_of_freedom,
        )
        if math.isinf(freedom):
            return bounds.normal(centre, error, confidence_level)
        if self.skewness:
            return means.skewed(centre, error, freedom, self.skewness, confidence_level)
        return bounds.student(centre, error, freedom, confidence_level)

    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""
        return self._tail(-self._transformed(value))

    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""
        return self._tail(self._transformed(value))

    def turned(self) -> StudentLaw:
        """Return the distribution of the negative quantity."""
        return replace(self, centre=-self.centre, skewness=-self.skewness)

    def _transformed(self, value: float) -> float:
        with np.errstate(over="ignore"):
            t = float(np.float64(self.centre - value) / self.standard_error)
        return means.transformed(t, self.skewness)

    def _tail(self, t: float) -> float:
        from scipy.special import stdtr

        if math.isinf(self.degrees_of_freedom):
            return _below(t)
        return float(stdtr(self.degrees_of_freedom, t))


@dataclass(frozen=True, eq=False)
class BoundsLaw(Law):
    """A distribution given by its bounds at each level, without a formula of tails.

    Attributes
    ----------
    at : callable
        ``at(level)`` returns the bounds.
    sign : {1, -1}
        -1: the distribution of the negative quantity.
    """

    at: Callable[[float], tuple[float, float]]
    sign: int = 1

    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level."""
        low, high = self.at(confidence_level)
        return (low, high) if self.sign > 0 else (-high, -low)

    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""
        inside, outside = 0.0, _MOST_ERRORS  # half-widths in normal standard errors
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            if self.bounds(1 - 2 * _below(-middle))[0] > value:
                inside = middle
            else:
                outside = middle
        return _below(-inside)

    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""
        return self.turned().below(-value)

    def turned(self) -> BoundsLaw:
        """Return the distribution of the negative quantity."""
        return replace(self, sign=-self.sign)


@dataclass(frozen=True, eq=False)
class ReplicateLaw(Law):
    """Bootstrap distribution of the difference between two models.

    B replicates do not determine tails below 1 / (B + 1); there the bounds continue as
    normal bounds with ``standard_error``.

    Attributes
    ----------
    first, second : ndarray
        Values of both models in the same replicates; differences that are NaN are left
        out. Without a second one ``first`` has the differences, in ascending order.
    estimate, standard_error : float
        The difference on the data, and the deviation of its replicates.
    method : {"percentile", "basic", "bca", "bias-corrected"}
        How bounds are made of them.
    acceleration : float
        Of BCa; 0 of the others.
    counts_itself : bool
        Whether the data count among the replicates (`counting_itself`).
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64] | None
    estimate: float
    standard_error: float
    method: str
    acceleration: float = 0.0
    counts_itself: bool = False

    def at_hand(self) -> ReplicateLaw:
        """Return the distribution with sorted differences."""
        if self.second is None:
            return self
        apart = self.first - self.second
        return replace(self, first=np.sort(apart[~np.isnan(apart)]), second=None)

    def counting_itself(self) -> ReplicateLaw:
        """Return the distribution in which the data count among the replicates.

        The k-th of B replicates is then the quantile k / (B + 1), as in permutation
        tests, and not (k - 1) / (B - 1): quantiles far out, which several comparisons
        need, would be too near. That takes another value at each end. Beyond these, a
        bound is no nearer than the normal one around the estimate.
        """
        law = self.at_hand()
        least = 1 / (len(law.first) + 1)
        further = self.standard_error * (
            _NORMAL.inv_cdf(least) - _NORMAL.inv_cdf(least / 2)
        )
        ends = law.first[0] - further, law.first[-1] + further
        first = np.concatenate([ends[:1], law.first, ends[1:]])
        return replace(law, first=first, counts_itself=True)

    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level."""
        law = self.at_hand()
        tail = (1 - confidence_level) / 2
        least = 1 / (len(law.first) + 1)
        if tail >= least:
            return law._within_replicates(confidence_level)
        low, high = law._within_replicates(1 - 2 * least)
        z = _NORMAL.inv_cdf(max(tail, 5e-324))
        beyond = self.standard_error * (_NORMAL.inv_cdf(least) - z)
        low, high = low - beyond, high + beyond
        if self.counts_itself:
            normal = -z * self.standard_error
            low, high = (
                min(low, self.estimate - normal),
                max(high, self.estimate + normal),
            )
        return low, high

    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""
        law = self.at_hand()
        least = 1 / (len(law.first) + 1)
        low, _ = law._within_replicates(1 - 2 * least)
        if value < low:
            tail = law._beyond(least, low - value)
            if law.counts_itself:
                distance = (law.estimate - value) / law.standard_error
                tail = min(max(tail, _below(-distance)), least)
            return tail
        if law.method == "basic":
            tail = 1 - law._place(2 * law.estimate - value, "left")
        else:
            tail = law._nominal(law._place(value, "right"))
        return max(tail, least)

    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""
        return self.turned().below(-value)

    def turned(self) -> ReplicateLaw:
        """Return the distribution of the negative quantity."""
        first, second = self.first, self.second
        in_order = second is None
        return replace(
            self,
            first=-first[::-1] if second is None else second,
            second=None if in_order else first,
            estimate=-self.estimate,
            acceleration=-self.acceleration,
        )

    def _within_replicates(self, confidence_level: float) -> tuple[float, float]:
        """Return bounds within the range of the replicates."""
        ordered = self.first
        if self.method in ("percentile", "basic"):
            low, high = bounds.sorted_percentile(ordered, confidence_level)
            if self.method == "percentile":
                return low, high
            return 2 * self.estimate - high, 2 * self.estimate - low
        return bounds.sorted_bca(
            self.estimate, ordered, self.acceleration, confidence_level
        )

    def _beyond(self, least: float, distance: float) -> float:
        """Return the tail where bounds beyond the replicates' have gone so far."""
        return _below(_NORMAL.inv_cdf(least) - distance / self.standard_error)

    def _place(self, value: float, side: Literal["left", "right"]) -> float:
        """Return of which level a value is the quantile; of a run of ties, its end."""
        ordered = self.first
        count = int(np.searchsorted(ordered, value, side=side))
        if side == "left":  # the first that is not below it
            below, above, at = count - 1, count, count
        else:  # the last that is not above it
            below, above, at = count - 1, count, count - 1
        last = len(ordered) - 1
        if not 0 <= at <= last:
            return float(at > last)
        if ordered[at] != value and 0 <= below and above <= last:
            step = float(ordered[above] - ordered[below])
            return (below + float(value - ordered[below]) / step) / last
        return at / last

    def _nominal(self, level: float) -> float:
        """Return the tail of which the quantile of a level is the lower bound."""
        if self.method == "percentile":
            return level
        ordered = self.first
        share = bounds.share_below(ordered, self.estimate)
        if not 0 < level < 1:
            return level
        z0 = _NORMAL.inv_cdf(share)
        shift = _NORMAL.inv_cdf(level) - z0
        rest = 1 + self.acceleration * shift
        if rest <= 0:  # no bound comes as far, or all go beyond
            return float(shift > 0)
        return _below(shift / rest - z0)


def _below(z: float) -> float:
    """Return the normal distribution function, accurate far in the tail."""
    return math.erfc(-z / math.sqrt(2)) / 2
