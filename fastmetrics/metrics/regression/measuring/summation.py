"""Sums over pairs of numbers: from the rows, and of two sets of rows, without loss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import errors
from fastmetrics._kernels.errors import ErrorColumns
from fastmetrics.metrics.regression.formulas.totals import (
    FACTORS,
    SCALE_OF,
    SUMS,
    ErrorTotals,
    NamedSums,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair


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


def merged(one: SummedRows, other: SummedRows, n_before: int) -> SummedRows:
    """Return the sums of both; ``n_before`` rows come before the other's."""
    (error, least, most), (error_there, least_there, most_there) = (
        one.extremes,
        other.extremes,
    )
    extremes = np.array(
        [
            np.maximum(error, error_there),
            np.minimum(least, least_there),
            np.maximum(most, most_there),
        ]
    )
    row = np.where(error_there > error, other.row + n_before, one.row)
    scales = None
    if one.scales is not None or other.scales is not None:
        scales = _common_scales(one, other, extremes)
        one, other = _with_scales(one, scales), _with_scales(other, scales)
        scales = None if (scales == 1.0).all() else scales
    origins, sums, lost = errors.merge_sums(
        _MOVED,
        (_origins(one), one.sums, one.lost),
        (_origins(other), other.sums, other.lost),
    )
    n = one.n + other.n
    return SummedRows(scales, origins, sums, lost, extremes, row, n)


# Places of the sums that a move of the origins changes, and of that of weights.
_MOVED = tuple(
    SUMS.index(name) for name in ("w", "t", "q", "d", "t2", "q2", "d2", "tq")
)


def _common_scales(
    one: SummedRows, other: SummedRows, extremes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the scales for the largest numbers of both."""
    k = extremes.shape[1]
    found = np.ones((3, k))
    for j in range(k):
        found[0, j] = errors.scale_for(float(np.abs(extremes[1:, j]).max()))
        found[2, j] = errors.scale_for(float(extremes[0, j]))
        # Of p no extremes are kept; what is zero throughout has any scale.
        of_p = [
            part.scales[1, j] if part.scales is not None else 1.0
            for part in (one, other)
            if part.sums[SUMS.index("q2"), j] or _origins(part)[1, j]
        ]
        found[1, j] = min(of_p, default=1.0)
    return found


def _with_scales(of: SummedRows, scales: NDArray[np.float64]) -> SummedRows:
    """Return the sums of values that were taken times other powers of two."""
    ratio = scales if of.scales is None else scales / of.scales
    sums, lost = of.sums.copy(), of.lost.copy()
    # Small ones may vanish beside large ones, as they would have done at first.
    with np.errstate(under="ignore"):
        for i, factors in enumerate(FACTORS.values()):
            for which in (SCALE_OF[one] for one in factors if one != "w"):
                sums[i] *= ratio[which]
                lost[i] *= ratio[which]
        return of._replace(
            scales=scales, origins=_origins(of) * ratio, sums=sums, lost=lost
        )


def _origins(of: SummedRows) -> NDArray[np.float64]:
    assert of.origins is not None
    return of.origins
