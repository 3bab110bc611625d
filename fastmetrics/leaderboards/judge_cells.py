"""Estimates from few human labels and a judge's label of every row.

Rates are post-stratified over cells of rows, with bounds by MOVER; other means are
regression estimates of double sampling.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, no_interval, of_share, within
from fastmetrics._common.laws import StudentLaw
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.rows import missing_rows, take_rows
from fastmetrics._inputs.scores import numbers
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# Methods of intervals.
MOVER, REGRESSION = "mover", "regression"
_NORMAL = NormalDist()
NO_VARIANCE = say("the residuals of the labels are all 0")
# The step of a derivative, as a part of the share or the count that varies.
STEP = 2.0**-17


class Few(NamedTuple):
    """A number of units below which an interval is approximate, and what to say."""

    enough: int
    reason: str


FEW_GROUPS = Few(10, say("fewer than 10 labelled groups"))


# ------------------------------------------------------------------------------ columns


class Labels(NamedTuple):
    """The human labels, and the rows that have one."""

    values: Floats
    rows: NDArray[np.intp]

    @property
    def n(self) -> int:
        """How many rows have a label."""
        return len(self.rows)

    @property
    def are_rates(self) -> bool:
        """Whether all labels are 0 or 1."""
        return bool(((self.values == 0) | (self.values == 1)).all())


def read_judge(judge: ArrayLike, name: str) -> Floats:
    """Return the judge's numbers, one for each row and all finite."""
    with np.errstate(over="ignore"):  # of long doubles, to infinity, which is refused
        column = numbers(as_column(judge, name), name).astype(np.float64, copy=False)
    if not len(column):
        raise ValueError(f"{name} is empty.")
    raise_not_finite(column, name)
    return column


def read_labels(human: ArrayLike, n_rows: int, name: str) -> Labels:
    """Return the human labels of n rows, some of which have none; perhaps all."""
    rows = labelled_rows(human, n_rows, name)
    taken = numbers(as_column(take_rows(human, rows), name), name)
    values = np.zeros(n_rows)
    with np.errstate(over="ignore"):
        values[rows] = taken
    raise_not_finite(values, name)
    return Labels(values[rows], rows)


def labelled_rows(human: ArrayLike, n_rows: int, name: str) -> NDArray[np.intp]:
    """Return the rows with a human label."""
    missing = missing_rows(human, name)
    check_length(missing, n_rows, name)
    return np.flatnonzero(~missing)


def raise_no_labels(name: str) -> None:
    """Raise that no row has a human label."""
    raise ValueError(
        f"{name} must have a label in some rows, got missing values in all of them."
    )


# -------------------------------------------------------------------------------- cells


class Cells(NamedTuple):
    """Parts of the rows, in each of which the labelled rows stand for all rows.

    Attributes
    ----------
    shares : ndarray of shape (n_cells,)
        The share of all rows in each cell.
    labelled, ones : ndarray of shape (n_cells,)
        Human labels in each cell, and how many of them are 1.
    n_rows : int
        All rows.
    """

    shares: Floats
    labelled: Floats
    ones: Floats
    n_rows: int

    @property
    def rates(self) -> Floats:
        """The share of ones among the labels of each cell; one half without labels."""
        known = self.labelled > 0
        return np.where(known, self.ones / np.where(known, self.labelled, 1.0), 0.5)

    @property
    def n_without(self) -> int:
        """How many cells have no label."""
        return int((self.labelled == 0).sum())

    @property
    def estimate(self) -> float:
        """The share of ones among all rows."""
        return float(self.shares @ self.rates)

    def bounds(self, level: float) -> tuple[Floats, Floats]:
        """Return the Jeffreys bounds of the rates; 0 and 1 without labels."""
        low, high = np.zeros(len(self.shares)), np.ones(len(self.shares))
        for i in np.flatnonzero(self.labelled):
            x, n = float(self.ones[i]), float(self.labelled[i])
            low[i], high[i] = bounds.proportion("jeffreys", x, n, level)
        return low, high


def cells_of(labels: Labels, codes: NDArray[Any]) -> Cells:
    """Count the rows and the labels of cells, which are numbered from 0."""
    sizes = np.bincount(codes)
    own = codes[labels.rows]
    return Cells(
        sizes / len(codes),
        np.bincount(own, minlength=len(sizes)).astype(np.float64),
        np.bincount(own, labels.values, len(sizes)).astype(np.float64),
        len(codes),
    )


def judge_strata(judge: Floats, n_labels: int) -> NDArray[np.intp]:
    """Return the stratum of each row by its judge's number, never by the labels.

    Two values are two strata. More are cut between neighbouring values, at the places
    where the share of rows at or below is nearest to i/K.
    """
    low, high = judge.min(), judge.max()
    top = judge == high
    if (top | (judge == low)).all():
        return (top & (low < high)).astype(np.intp)
    k = min(5, max(2, n_labels // 10))
    ordered = np.sort(judge)
    codes = np.zeros(len(judge), np.intp)
    for cut in {_nearest_cut(ordered, i, k) for i in range(1, k)}:
        codes += judge > cut
    return codes


def _nearest_cut(ordered: Floats, i: int, k: int) -> float:
    """Return the value up to which the share of rows is nearest to i/k, below the last.

    ``ordered``: the judge's numbers, ascending.
    """
    n = len(ordered)
    above = ordered[-(-i * n // k) - 1]
    n_below, n_above = (
        int(np.searchsorted(ordered, above, side)) for side in ("left", "right")
    )
    if not n_below:
        return float(above)
    is_nearer = k * n_above - i * n < i * n - k * n_below
    return float(above if is_nearer and n_above < n else ordered[n_below - 1])


def mover(
    value: Callable[[Floats, Floats], Any], cells: Cells, level: float
) -> Interval:
    """Return a function of the shares and the rates of cells, with MOVER's bounds.

    Each rate moves alone to either of its bounds. The shares are multinomial; their
    part is the delta method's, with numerical derivatives. ``value(shares, rates)``
    takes arrays of which the last axis is the cells.
    """
    shares, each = cells.shares, np.arange(len(cells.shares))
    k, step = len(each), STEP * shares
    at_shares, at_rates = (
        np.tile(one, (4 * k + 1, 1)) for one in (shares, cells.rates)
    )
    at_rates[each, each], at_rates[k + each, each] = cells.bounds(level)
    at_shares[2 * k + each, each] += step
    at_shares[3 * k + each, each] -= step
    *parts, (found,) = np.split(value(at_shares, at_rates), [k, 2 * k, 3 * k, 4 * k])
    ends, (up, down) = np.array(parts[:2]) - found, parts[2:]
    below, above = np.minimum(0.0, ends.min(0)), np.maximum(0.0, ends.max(0))
    slopes = (up - down) / (2 * step)
    z = _NORMAL.inv_cdf((1 + level) / 2)
    drawn = z * z * float(shares @ (slopes - shares @ slopes) ** 2) / cells.n_rows
    low = float(found - np.sqrt(below @ below + drawn))
    high = float(found + np.sqrt(above @ above + drawn))
    if math.isnan(low) or math.isnan(high):
        why = say("undefined on the corrected table, or at a bound of one of its rates")
        return no_interval(float(found), level, why)
    return Interval(float(found), low, high, math.nan, level, MOVER)


def rate(
    labels: Labels,
    codes: NDArray[Any],
    level: float,
    groups: NDArray[np.int64] | None,
) -> Interval:
    """Return the share of ones among all rows, post-stratified over cells."""
    cells = cells_of(labels, codes)
    if groups is not None:
        return _rate_of_groups(labels, codes, cells, level, groups)
    found = mover(lambda shares, rates: (shares * rates).sum(-1), cells, level)
    return within(found, (0.0, 1.0))


def _rate_of_groups(
    labels: Labels,
    codes: NDArray[Any],
    cells: Cells,
    level: float,
    groups: NDArray[np.int64],
) -> Interval:
    """Return the same with Wilson's bounds for the effective number of labels."""
    found, n = cells.estimate, labels.n
    n_groups = len(np.unique(groups[labels.rows]))
    if n_groups < 2:
        return no_interval(found, level, _ONE_GROUP)
    own = codes[labels.rows]
    influence = np.bincount(groups, ((cells.rates - found) / cells.n_rows)[codes])
    of_labels = (cells.shares / np.maximum(cells.labelled, 1.0))[own]
    of_labels = of_labels * (labels.values - cells.rates[own])
    influence += np.bincount(groups[labels.rows], of_labels, len(influence))
    smooth = (n * found + 0.5) / (n + 1)
    variance = n_groups / (n_groups - 1) * float(influence @ influence)
    variance += (smooth**2 + (1 - smooth) ** 2) / 2 * (n / n_groups) / (n + 1) ** 2
    size = smooth * (1 - smooth) / variance
    made = of_share(found * size, size, None, "wilson", level)
    made = replace(made, estimate=found, method="wilson-effective")
    return approximate_below(made, n_groups, FEW_GROUPS)


_ONE_GROUP = say("all human labels are of one group")


# --------------------------------------------------------------------------- regression


# Squares of huge numbers leave the range: then there are no bounds.
@np.errstate(over="ignore", invalid="ignore")
def regression(
    labels: Labels,
    judge: Floats | None,
    level: float,
    groups: NDArray[np.int64] | None = None,
    *,
    pseudo: float = 0.0,
    least: float = 0.0,
) -> tuple[Interval, float]:
    """Return the regression estimate of the mean of all rows, and its slope.

    Parameters
    ----------
    judge : ndarray or None
        Numbers of the judge; None: the mean of the labels alone.
    pseudo : float
        Added to both sums of the slope.
    least : float
        The sum of squared residuals is at least this.
    """
    y, n = labels.values, labels.n
    mean = float(y.mean())
    if judge is None:
        slope, estimate, residuals, variance = 0.0, mean, y - mean, 0.0
        deviations = None
    else:
        own = judge[labels.rows]
        of_own, of_all = float(own.mean()), float(judge.mean())
        apart = own - of_own
        below = float(apart @ apart) + pseudo
        slope = (float(apart @ (y - mean)) + pseudo) / below if below else 0.0
        estimate = mean + slope * (of_all - of_own)
        residuals = y - mean - slope * apart
        deviations = judge - of_all
        variance = slope**2 * float(deviations @ deviations) / len(judge) ** 2
    freedom = n - (1 if judge is None else 2)
    if freedom < 1:
        few = 2 if judge is None else 3
        return no_interval(estimate, level, say("fewer than {n} labels", n=few)), slope
    if groups is None:
        squares = max(least, float(residuals @ residuals))
        variance += squares / (n * freedom)
    else:
        freedom = len(np.unique(groups[labels.rows])) - 1
        if freedom < 1:
            return no_interval(estimate, level, _ONE_GROUP), slope
        influence = np.bincount(groups[labels.rows], residuals / n, groups.max() + 1)
        if deviations is not None:
            influence += np.bincount(groups, slope * deviations / len(deviations))
        variance = (freedom + 1) / freedom * float(influence @ influence)
        variance = max(variance, least / n**2)
    error = math.sqrt(variance)
    if error <= bounds.ROUNDING * float(np.abs(y).max()):
        return no_interval(estimate, level, NO_VARIANCE), slope
    if not math.isfinite(error):
        return no_interval(estimate, level, say("the numbers are too large")), slope
    law = StudentLaw(estimate, error, freedom)
    made = Interval(
        estimate,
        *law.bounds(level),
        law.standard_error,
        level,
        "t" if judge is None else REGRESSION,
        law=law,
    )
    if groups is not None:
        made = approximate_below(made, freedom + 1, FEW_GROUPS)
    return made, slope


def approximate_below(interval: Interval, n: int, few: Few) -> Interval:
    """Return the interval, marked as approximate if there are too few units."""
    if n >= few.enough or math.isnan(interval.low):
        return interval
    return replace(interval, approximate=True, reason=few.reason)
