"""Values of metrics of censored times, with influence values of the rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds, means
from fastmetrics._common.interval import Interval
from fastmetrics._common.options import check_flag
from fastmetrics._common.test_result import pvalue_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Sides = tuple[Whole | None, Whole | None]

# With fewer cases, or controls, at a time an interval is approximate.
FEW = 10
_FEW_REASON = "fewer than 10 rows have the event by this time, or have not"
_NO_VARIANCE = "all influence values are 0: there is no variance to estimate"
_UNDEFINED = "undefined on these data"
# Areas as near to 0 or 1 are of rows in order, and values as sure do not vary.
ROUNDING = 1e-12
# Relative variances below it have lost digits in a difference of larger ones.
_LITTLE = 1e-6


class Influence(NamedTuple):
    """Influence values of the evaluated rows, and of rows that censoring is from.

    ``rows`` is (n, k) for k values. ``others`` is None if censoring was estimated from
    the evaluated rows; its squares are added to the variance as they are.
    """

    rows: Floats
    others: Floats | None = None

    def squares(self) -> Floats:
        """Return the variances of the values."""
        found: Floats = np.einsum("ij,ij->j", self.rows, self.rows)
        found /= len(self.rows) ** 2
        if self.others is not None:
            found += np.einsum("ij,ij->j", self.others, self.others)
        return found

    def covariance(self) -> Floats:
        """Return the covariance matrix of the values."""
        found: Floats = self.rows.T @ self.rows / len(self.rows) ** 2
        if self.others is not None:
            found += self.others.T @ self.others
        return found

    def combined(self, weights: Floats) -> Influence:
        """Return the influence on linear combinations, a column of weights each."""
        others = None if self.others is None else self.others @ weights
        return Influence(self.rows @ weights, others)

    def minus(self, other: Influence) -> Influence:
        """Return the influence on differences, of the same rows."""
        if (self.others is None) != (other.others is None):
            raise ValueError(
                "censoring was estimated from the evaluated rows for one of the two "
                "results, and from other rows for the other."
            )
        if self.others is None or other.others is None:
            return Influence(self.rows - other.rows)
        if self.others.shape != other.others.shape:
            raise ValueError(
                "censoring was estimated from different rows for the two results."
            )
        return Influence(self.rows - other.rows, self.others - other.others)


@dataclass(eq=False)
class Estimates:
    """Values at several times, and what their intervals need.

    Attributes
    ----------
    name : str
        The public function.
    title : str
        Title for people.
    times : ndarray of shape (k,)
        Times of the values; NaN for a value of no single time.
    values : ndarray of shape (k,)
        The values.
    n : int
        Number of rows.
    influence : callable
        Computes the influence values, when they are first needed.
    scale : str
        Scale of the intervals.
    cases, controls : ndarray of shape (k,) or None
        Unweighted numbers of rows with and without the event at each time.
    is_area : bool
        Whether values are proportions of pairs, so that 0 and 1 have exact bounds.
    """

    name: str
    title: str
    times: Floats
    values: Floats
    n: int
    influence: Callable[[], Influence]
    scale: Literal["plain", "log", "logit"]
    cases: NDArray[np.int64] | None = None
    controls: NDArray[np.int64] | None = None
    is_area: bool = False
    greater_is_better: bool = False

    @cached_property
    def computed(self) -> Influence:
        """Influence values; they are computed once."""
        return self.influence()

    @cached_property
    def errors(self) -> Floats:
        """Standard errors, NaN where a value is undefined."""
        found: Floats = np.sqrt(self.computed.squares())
        return np.where(np.isnan(self.values), np.nan, found)

    def few(self, at: int) -> bool:
        """Whether so few rows have the event, or have not, that bounds are doubtful."""
        sides = [side[at] for side in (self.cases, self.controls) if side is not None]
        return bool(sides) and min(sides) < FEW

    def interval(self, at: int, level: float) -> Interval:
        """Return the interval of one of the values."""
        value, nan = float(self.values[at]), math.nan
        if math.isnan(value):
            return Interval(value, nan, nan, nan, level, "none", reason=_UNDEFINED)
        end = round(min(max(value, 0.0), 1.0))
        if self.is_area and abs(value - end) <= ROUNDING and self.cases is not None:
            assert self.controls is not None
            sizes = int(self.cases[at]), int(self.controls[at])
            low, high = bounds.perfect_auc(float(end), *sizes, level)
            return Interval(value, low, high, 0.0, level, "exact")
        error = float(self.errors[at])
        if not error > ROUNDING * abs(value):
            return Interval(value, nan, nan, error, level, "none", reason=_NO_VARIANCE)
        low, high = means.on_scale(value, error, math.inf, self.scale, level)
        suffix = "" if self.scale == "plain" else f"-{self.scale}"
        few = self.few(at)
        return Interval(
            value, low, high, error, level, f"infinitesimal-jackknife{suffix}",
            approximate=few, reason=_FEW_REASON if few else "",
        )  # fmt: skip

    def sides(self, keep: slice) -> Sides:
        """Return the numbers of cases and controls at some of the times."""
        if self.cases is None or self.controls is None:
            return None, None
        return self.cases[keep], self.controls[keep]

    def picked(self, at: int) -> Estimates:
        """Return one of the values by itself."""
        keep = slice(at, at + 1)
        return Estimates(
            self.name, self.title, self.times[keep], self.values[keep], self.n,
            lambda: _column(self.computed, at), self.scale, *self.sides(keep),
            self.is_area, self.greater_is_better,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        """Store influence values instead of the function that computes them."""
        state = {k: v for k, v in vars(self).items() if k != "influence"}
        return {**state, "computed": self.computed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.influence = lambda: self.computed


def _column(influence: Influence, at: int) -> Influence:
    others = influence.others
    return Influence(
        influence.rows[:, at : at + 1],
        None if others is None else others[:, at : at + 1],
    )


def difference_of(a: Estimates, b: Estimates, paired: bool) -> tuple[Floats, Floats]:
    """Return the differences of values and their standard errors."""
    check_flag(paired, "paired")
    if a.name != b.name:
        raise ValueError(
            f"a result of {a.name} and one of {b.name} have no difference."
        )
    if not np.array_equal(a.times, b.times, equal_nan=True):
        raise ValueError("both results must be at the same times.")
    gaps = a.values - b.values
    if not paired:
        return gaps, np.hypot(a.errors, b.errors)
    if a.n != b.n:
        raise ValueError(
            f"one result is of {a.n} rows and the other of {b.n}: paired=False "
            "compares results of different rows."
        )
    return gaps, np.sqrt(a.computed.minus(b.computed).squares())


def errors_of_pairs(every: Sequence[Influence]) -> Floats:
    """Return the standard errors of differences of any two values of the same rows.

    Variances of differences follow from the covariance matrix of all values. Where so
    little is left of a variance that digits are lost, the difference is computed.
    """
    others = [each.others for each in every if each.others is not None]
    together = Influence(
        np.hstack([each.rows for each in every]), np.hstack(others) if others else None
    )
    spread = together.covariance()
    own = np.diag(spread)
    found = own[:, None] + own - 2 * spread
    larger = np.maximum(own[:, None], own)
    for i, j in np.argwhere(np.triu(found <= _LITTLE * larger, 1)).tolist():
        found[i, j] = found[j, i] = every[i].minus(every[j]).squares()[0]
    np.fill_diagonal(found, 0.0)
    return np.sqrt(found)


def statistics(gaps: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-value of differences; 0 / 0 has the p-value 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where((gaps == 0) & (errors == 0), 0.0, gaps / errors)
    pvalues = [pvalue_of(abs(each), "normal", None, "two-sided") for each in z.tolist()]
    return z, np.array(pvalues)
