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
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._common import bounds, means, ordered_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

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
        return float(means.transformed(t, self.skewness))

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
        return replace(self, counts_itself=True)

    def bounds(self, confidence_level: float) -> tuple[float, float]:
        """Return the bounds of the interval at a level."""
        low, high = self._in_order.bounds(confidence_level)
        return float(low[0]), float(high[0])

    def below(self, value: float) -> float:
        """Return the smallest tail at which the lower bound is above a value."""
        return float(self._in_order.below(value)[0])

    def above(self, value: float) -> float:
        """Return the smallest tail at which the upper bound is below a value."""
        return float(self._in_order.above(value)[0])

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

    @property
    def _in_order(self) -> OrderedReplicates:
        law = self.at_hand()
        found = OrderedReplicates(
            ordered_values.OrderedValues(ordered_values.Sorted(law.first[None])),
            np.array([law.estimate]),
            np.array([law.standard_error]),
            law.method,
            np.array([law.acceleration]),
        )
        return found.counting_itself() if law.counts_itself else found


class OrderedReplicates:
    """Bootstrap distributions of quantities whose replicates are in order.

    The same as `ReplicateLaw`, with a row of ``values`` and an element of the arrays
    for each quantity. ``around``: `OrderedValues.count_around` of the estimate, if it
    is known. ``ends`` are the bounds with the smallest tail that replicates determine,
    ``least``.
    """

    def __init__(
        self,
        values: ordered_values.OrderedValues,
        estimate: Floats,
        standard_error: Floats,
        method: str,
        acceleration: Floats,
        *,
        counts_itself: bool = False,
        around: tuple[Any, Any] | None = None,
    ) -> None:
        self._values, self._method, self._counts_itself = values, method, counts_itself
        self._estimate, self._error = estimate, standard_error
        self._acceleration, self._around = acceleration, around
        if around is None and method not in ("percentile", "basic"):
            self._around = values.count_around(estimate)
        self.least = 1 / (values.n + 1)
        self.ends = self._within(1 - 2 * self.least)

    def counting_itself(self) -> OrderedReplicates:
        """Return the distributions in which the data count among the replicates."""
        values, least = self._values, self.least
        further = self._error * (_NORMAL.inv_cdf(least) - _NORMAL.inv_cdf(least / 2))
        low, high = values.at(0) - further, values.at(values.n - 1) + further
        given = self._estimate, self._error, self._method, self._acceleration
        around = None
        if self._around is not None:
            around = self._around
            for end in (low, high):
                below, equal = around
                is_below, is_equal = end < self._estimate, end == self._estimate
                around = below + is_below, equal + is_equal
        longer = values.with_ends(low, high)
        return OrderedReplicates(longer, *given, counts_itself=True, around=around)

    def bounds(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return the bounds of the intervals at a level."""
        if (1 - confidence_level) / 2 >= self.least:
            return self._within(confidence_level)
        estimate = self._estimate if self._counts_itself else None
        return beyond(self.ends, self.least, self._error, confidence_level, estimate)

    def below(self, value: float) -> Floats:
        """Return the smallest tails at which lower bounds are above a value."""
        low, error = self.ends[0], self._error
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            z = _NORMAL.inv_cdf(self.least) - (low - value) / error
            far = bounds.tails_below(z)
            if self._counts_itself:
                of_normal = bounds.tails_below(-((self._estimate - value) / error))
                far = np.minimum(np.maximum(far, of_normal), self.least)
            if self._method == "basic":
                near = 1 - self._place(2 * self._estimate - value, "left")
            else:
                near = self._nominal(self._place(np.full_like(low, value), "right"))
        return np.where(value < low, far, np.maximum(near, self.least))

    def above(self, value: float) -> Floats:
        """Return the smallest tails at which upper bounds are below a value."""
        around = None
        if self._around is not None:
            below, equal = self._around
            around = self._values.n - below - equal, equal
        turned = OrderedReplicates(
            self._values.turn(),
            -self._estimate,
            self._error,
            self._method,
            -self._acceleration,
            counts_itself=self._counts_itself,
            around=around,
        )
        return turned.below(-value)

    def _within(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Return bounds within the range of the replicates."""
        if self._method in ("percentile", "basic"):
            low, high = bounds.sorted_percentile(self._values, confidence_level)
            if self._method == "percentile":
                return low, high
            return 2 * self._estimate - high, 2 * self._estimate - low
        low, high = bounds.sorted_bca(
            self._share, self._values, self._acceleration, confidence_level
        )
        return low, high

    @property
    def _share(self) -> Floats:
        """The share of replicates below the estimate; equal ones count one half."""
        assert self._around is not None  # of BCa it is known
        below, equal = self._around
        share: Floats = (below + equal / 2) / self._values.n
        return share

    def _place(self, value: Floats, side: Literal["left", "right"]) -> Floats:
        """Return of which level a value is the quantile; of a run of ties, its end."""
        values, last = self._values, self._values.n - 1
        above = values.count(value, side)
        below = above - 1
        # The first that is not below it, or the last that is not above it.
        at = above if side == "left" else below
        inside = (at >= 0) & (at <= last)
        between = inside & (below >= 0) & (above <= last)
        between &= values.at(_within(at, last)) != value
        lower, upper = (values.at(_within(one, last)) for one in (below, above))
        part = (below + (value - lower) / (upper - lower)) / last
        return np.where(between, part, np.where(inside, at / last, at > last))

    def _nominal(self, level: Floats) -> Floats:
        """Return the tails of which quantiles of a level are the lower bounds."""
        if self._method == "percentile":
            return level
        z0 = bounds.normal_quantiles(self._share)
        shift = bounds.normal_quantiles(level) - z0
        rest = 1 + self._acceleration * shift
        tails = bounds.tails_below(shift / rest - z0)
        # With no rest no bound comes as far, or all go beyond.
        tails = np.where(rest <= 0, shift > 0, tails)
        return np.where((level > 0) & (level < 1), tails, level)


def beyond(
    ends: tuple[Floats, Floats],
    least: float,
    standard_error: Floats,
    confidence_level: float,
    estimate: Floats | None,
) -> tuple[Floats, Floats]:
    """Return bounds at a level beyond the one at which replicates determine the ends.

    With an ``estimate`` they are no nearer than normal bounds around it.
    """
    z = _NORMAL.inv_cdf(max((1 - confidence_level) / 2, 5e-324))
    further = standard_error * (_NORMAL.inv_cdf(least) - z)
    low, high = ends[0] - further, ends[1] + further
    if estimate is not None:
        normal = -z * standard_error
        low, high = (
            np.minimum(low, estimate - normal),
            np.maximum(high, estimate + normal),
        )
    return low, high


def _within(places: Any, last: int) -> Any:
    """Return places in order, or the nearest that there are."""
    return np.minimum(np.maximum(places, 0), last)


def _below(z: float) -> float:
    """Return the normal distribution function, accurate far in the tail."""
    return math.erfc(-z / math.sqrt(2)) / 2
