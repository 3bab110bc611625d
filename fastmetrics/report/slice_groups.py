"""Columns that define slices, and slices of rows in groups."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.rows import take_rows
from fastmetrics.resampling import row_intervals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.plan import Bounds, Floats


# ----------------------------------------------------------------------------- columns
# Columns that define slices.


def column_of(given: Any, name: str) -> Any:
    """Return a column whose rows can be taken; what is none is left for its reader."""
    if given is None:
        return None
    if isinstance(given, list | tuple) and given and isinstance(given[0], str | list):
        return given
    try:
        return convert(given, name)
    except (TypeError, ValueError, OverflowError):
        return given


def rows_of(column: Any, rows: NDArray[np.intp] | None) -> Any:
    """Return some rows of a column; None: all of it."""
    if column is None or rows is None:
        return column
    try:
        return take_rows(column, rows)
    except (TypeError, IndexError, KeyError):
        raise TypeError(f"rows cannot be taken from {shown(column)}") from None


# ------------------------------------------------------------------------------ groups
# Slices of rows in groups: bounds by leaving each group out of all slices.


class Rest(NamedTuple):
    """What is known of all other rows of each slice.

    Attributes
    ----------
    values : ndarray of shape (slices,)
    bounds : callable
        Gives bounds at a level.
    correlations : ndarray of shape (slices,) or None
        Of their errors with those of the slices; None: 0.
    """

    values: Floats
    bounds: Bounds
    correlations: Floats | None = None


class ClusteredSlices:
    """Values of slices without each group of rows, which may be in several slices.

    Parameters
    ----------
    row : Metric
    estimates : ndarray of shape (slices,)
    left_out : sequence of (ndarray, ndarray) or None
        Of each slice its groups, and its values without each; None: there are none.
    shares : mapping of int to callable
        Functions that return the interval of a slice at a level, where the metric is a
        proportion of its rows.
    """

    def __init__(
        self,
        row: Metric,
        estimates: Floats,
        left_out: Sequence[tuple[NDArray[np.int64], Floats] | None],
        shares: Mapping[int, Callable[[float], Interval]],
    ) -> None:
        self._row, self.estimates, self._left_out = row, estimates, left_out
        self._shares = shares

    @property
    def correlations(self) -> Floats:
        """Correlations of the slices' errors: those of groups that they share."""
        return self._parts @ self._parts.T

    def paired_with(self, others: ClusteredSlices) -> Floats:
        """Return the correlation of each with another one."""
        n = max(self._parts.shape[1], others._parts.shape[1])
        mine, theirs = (
            np.pad(one._parts, ((0, 0), (0, n - one._parts.shape[1])))
            for one in (self, others)
        )
        found: Floats = (mine * theirs).sum(axis=1)
        return found

    @cached_property
    def _parts(self) -> Floats:
        """What each group adds to the error of each slice, of length 1."""
        n = 1 + max((int(g.max()) for g, _ in filter(None, self._left_out)), default=0)
        parts = np.zeros((len(self._left_out), n))
        for at, one in enumerate(self._left_out):
            if one is not None and np.isfinite(one[1]).all():
                parts[at, one[0]] = one[1] - one[1].mean()
        lengths = np.sqrt((parts**2).sum(axis=1))
        found: Floats = parts / np.where(lengths > 0, lengths, 1.0)[:, None]
        return found

    def bounds(self, places: NDArray[np.intp] | None) -> Bounds:
        """Return what gives the bounds of slices at a level."""
        every = np.arange(len(self._left_out)) if places is None else places

        def made(
            level: float, places: NDArray[np.intp] | None = None
        ) -> tuple[Floats, Floats]:
            mine = (every if places is None else every[places]).tolist()
            low, high = np.array([self._bounds_of(at, level) for at in mine]).T
            return low, high

        return made

    def _bounds_of(self, at: int, level: float) -> tuple[float, float]:
        found, estimate = self._left_out[at], float(self.estimates[at])
        if found is None or len(found[1]) < 2:
            return math.nan, math.nan
        if at in self._shares:
            share = self._shares[at](level)
            return share.low, share.high
        row, n = self._row, len(found[1])
        if np.ptp(found[1]) == 0 and (row.lower, row.upper) == (0, 1):
            # Groups that are all alike are as many trials.
            return bounds.proportion("wilson", n * estimate, n, level)
        one = row_intervals.group_jackknife_interval(
            row, estimate, found[1], (0,), level, ""
        )
        return one.low, one.high
