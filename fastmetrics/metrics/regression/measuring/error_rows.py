"""Sums over pairs of numbers from the rows, and from sums in place of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import errors
from fastmetrics._kernels.errors import ErrorColumns
from fastmetrics.metrics.regression.formulas.totals import (
    SUMS,
    ErrorTotals,
    NamedSums,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = ["ALL", "SummedRows", "sum_rows", "sum_rows_alike", "totals_of_rows"]

ALL = (
    errors.OF_ERRORS
    | errors.OF_TRUTH
    | errors.OF_DEVIATIONS
    | errors.OF_PREDICTIONS
    | errors.OF_POWERS
    | errors.OF_SIZES
)
_EXTREMES = errors.OF_ERRORS | errors.OF_SIZES

# Sums that all know; after them come those of products.
_KNOWN = len(SUMS)

# Rows of a job: a millisecond's work, and a multiple of the kernel's block.
_ROWS = 1 << 20


class SummedRows(NamedTuple):
    """What the kernel has found of k outputs.

    Attributes
    ----------
    scales, origins : ndarray of shape (3, k)
        Of y, of p and of e; None: 1 and 0.
    sums, lost : ndarray of shape (len(SUMS), k)
        Together the sums.
    extremes : ndarray of shape (3, k)
        The largest abs(e), the least and the largest y.
    row : ndarray of int64, of shape (k,)
        Which has the largest error first.
    n : int
        Rows of a weight above 0.
    products : ndarray of shape (n_products, k), or None
        Further sums, of products of observed numbers and errors; None: not known.
    """

    scales: NDArray[np.float64] | None
    origins: NDArray[np.float64] | None
    sums: NDArray[np.float64]
    lost: NDArray[np.float64]
    extremes: NDArray[np.float64]
    row: NDArray[np.int64]
    n: int
    products: NDArray[np.float64] | None = None

    @property
    def totals(self) -> ErrorTotals:
        """What the formulas read."""
        sums = NamedSums(self.sums + self.lost)
        return ErrorTotals(self.n, sums, self.scales, self.origins, self.extremes)


def totals_of_rows(pair: NumberPair, groups: int) -> ErrorTotals:
    """Return the sums of those groups (fm_errors.h); numbers not finite raise."""
    return sum_rows(pair, groups).totals


def sum_rows(pair: NumberPair, groups: int) -> SummedRows:
    """Return the same as the kernel has found them."""
    columns = ErrorColumns(pair.true, pair.pred, pair.weights)
    at = None if groups == errors.OF_ERRORS else columns.origins()
    found, seen = _sum(columns, groups, at)
    if seen:
        if seen & errors.NOT_FINITE:
            pair.check_finite()
        at = _rescaled(pair, columns, at)
        found, _ = _sum(columns, groups, at)
    return found


def sum_rows_alike(pair: NumberPair, groups: int, other: SummedRows) -> SummedRows:
    """Return the sums with the scales and around the origins that others have.

    The other sums are of the same numbers with other weights, whose means the origins
    are near. Where these weights take a sum out of the range, it is not finite.
    """
    assert other.origins is not None
    scales = np.ones_like(other.origins) if other.scales is None else other.scales
    at = np.ascontiguousarray(np.concatenate([scales, other.origins]).T)
    return _sum(ErrorColumns(pair.true, pair.pred, pair.weights), groups, at)[0]


def _sum(
    columns: ErrorColumns, groups: int, at: NDArray[np.float64] | None
) -> tuple[SummedRows, int]:
    """Return what all rows sum up to, and what was seen of them."""
    if columns.n <= _ROWS:
        found = columns.sum_rows(0, columns.n, groups, at)
    else:
        starts = range(0, columns.n, _ROWS)
        parts = map_blocks(
            lambda start: columns.sum_rows(
                start, min(start + _ROWS, columns.n), groups, at
            ),
            starts,
        )
        found = _joined(parts)
    sums, lost, extremes, row, n, seen = found
    scales = origins = None
    if at is not None:
        scales, origins = at[:, :3].T, at[:, 3:].T
        if (scales == 1.0).all():
            scales = None
    products = None
    if groups & errors.OF_PRODUCTS:
        with np.errstate(invalid="ignore", over="ignore"):
            products = sums[_KNOWN:] + lost[_KNOWN:]
    sums, lost = sums[:_KNOWN], lost[:_KNOWN]
    return SummedRows(scales, origins, sums, lost, extremes, row, n, products), seen


def _joined(parts: list[Any]) -> Any:
    """Add up what stretches of rows have, in their order."""
    sums, lost, extremes, row, n, seen = parts[0]
    for more, more_lost, other, at, count, has in parts[1:]:
        with np.errstate(invalid="ignore", over="ignore"):
            total = sums + more
            of_more = total - sums
            error = (sums - (total - of_more)) + (more - of_more)
            lost = np.where(np.isfinite(total), lost + error + more_lost, 0.0)
        larger = other[0] > extremes[0]
        row = np.where(larger, at, row)
        extremes = np.stack(
            [
                np.where(larger, other[0], extremes[0]),
                np.minimum(extremes[1], other[1]),
                np.maximum(extremes[2], other[2]),
            ]
        )
        sums, n, seen = total, n + count, seen | has
    if not np.isfinite(sums).all():
        seen |= errors.NOT_FINITE
    return sums, lost, extremes, row, n, seen


def _rescaled(
    pair: NumberPair, columns: ErrorColumns, at: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Return scales for the largest of all numbers, in place of the largest of some.

    Asked for only where squares have left the range.
    """
    at = columns.origins() if at is None else at
    true = _sum(columns, _EXTREMES, None)[0].extremes
    turned = ErrorColumns(pair.pred, pair.true, pair.weights)
    pred = _sum(turned, _EXTREMES, None)[0].extremes
    found = at.copy()
    largest = [np.abs(true[1:]).max(0), np.abs(pred[1:]).max(0), true[0]]
    for which, numbers in enumerate(largest):
        for j, one in enumerate(numbers.tolist()):
            found[j, which] = scale = errors.scale_for(one)
            found[j, 3 + which] = at[j, 3 + which] / at[j, which] * scale
    return found
