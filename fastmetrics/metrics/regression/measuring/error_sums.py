"""ErrorSums: sums of errors and of their powers, which merge.

Version 1 of the format of its bytes, in the frame of `fastmetrics._common.packing`:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMERRORS``
8       uint16                     version of the format, 1
10      uint8                      whether rows have weights: 0 or 1
11      uint64                     k, the number of outputs
19      uint64                     rows
27      uint64                     rows of a weight above 0
35      3 times k float64          powers of two by which y, p, e were multiplied
..      3 times k float64          their origins, in the same order
..      18 times k float64         sums, in the order of `SUMS`
..      18 times k float64         rounding errors of the sums
..      3 times k float64          largest abs(e), smallest y, largest y
..      k int64                    the row with that error
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.packing import Format
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.number_pairs import Outputs, read_multioutput, read_numbers
from fastmetrics._kernels import errors
from fastmetrics._kernels.errors import ErrorColumns
from fastmetrics.metrics.regression.formulas.totals import (
    FACTORS,
    NOT_NEGATIVE,
    SCALE_OF,
    SUMS,
    ErrorTotals,
    NamedSums,
)
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

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

# Number of the sums that are always there; sums of products follow.
_KNOWN = len(SUMS)

# Rows of a job: about a millisecond, and a multiple of the kernel's block.
_ROWS = 1 << 20


class SummedRows(NamedTuple):
    """Sums of k outputs from the kernel.

    Attributes
    ----------
    scales, origins : ndarray of shape (3, k)
        Of y, p and e; by default 1 and 0.
    sums, lost : ndarray of shape (len(SUMS), k)
        Sums and their rounding errors, to be added.
    extremes : ndarray of shape (3, k)
        Largest abs(e), smallest and largest y.
    row : ndarray of int64, of shape (k,)
        First row with the largest error.
    n : int
        Rows of a weight above 0.
    products : ndarray of shape (n_products, k), or None
        Sums of products of observed numbers and errors; None if unknown.
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
        """Totals for the formulas."""
        sums = NamedSums(self.sums + self.lost)
        return ErrorTotals(self.n, sums, self.scales, self.origins, self.extremes)


def totals_of_rows(pair: NumberPair, groups: int) -> ErrorTotals:
    """Return the sums of those groups (fm_errors.h); numbers not finite raise."""
    return sum_rows(pair, groups).totals


def sum_rows(pair: NumberPair, groups: int) -> SummedRows:
    """Return the same as the kernel has found them."""
    return _sum_scaled(pair, groups)[0]


def _sum_scaled(pair: NumberPair, groups: int) -> tuple[SummedRows, int]:
    """Return the sums with scales that fit, and flags of the sums found."""
    columns = ErrorColumns(pair.true, pair.pred, pair.weights)
    at = None if groups == errors.OF_ERRORS else columns.origins()
    found, seen = _sum(columns, groups, at)
    if seen:
        if seen & errors.NOT_FINITE:
            pair.check_finite()
        at = _rescaled(pair, columns, at)
        found, seen = _sum(columns, groups, at)
    return found, seen


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
    """Return the sums of all rows, and flags of the values found."""
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
        if at[:, :3].tolist() == [[1.0] * 3] * len(at):
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
    scales = None
    if one.scales is not None or other.scales is not None:
        scales = _common_scales(one, other)
        one, other = _with_scales(one, scales), _with_scales(other, scales)
        scales = None if (scales == 1.0).all() else scales
    origins, sums, lost, extremes, row = errors.merge_sums(
        _MOVED,
        (_origins(one), one.sums, one.lost, one.extremes, one.row),
        (_origins(other), other.sums, other.lost, other.extremes, other.row),
        n_before,
    )
    n = one.n + other.n
    return SummedRows(scales, origins, sums, lost, extremes, row, n)


# Indices of the sum of weights and of the sums that depend on the origins.
_MOVED = tuple(
    SUMS.index(name) for name in ("w", "t", "q", "d", "t2", "q2", "d2", "tq")
)


def _common_scales(one: SummedRows, other: SummedRows) -> NDArray[np.float64]:
    """Return the scales for the largest numbers of both."""
    extremes = np.maximum(abs(one.extremes), abs(other.extremes))
    k = extremes.shape[1]
    found = np.ones((3, k))
    for j in range(k):
        found[0, j] = errors.scale_for(float(extremes[1:, j].max()))
        found[2, j] = errors.scale_for(float(extremes[0, j]))
        # Extremes of p are not stored; if all values are zero, any scale fits.
        of_p = [
            part.scales[1, j] if part.scales is not None else 1.0
            for part in (one, other)
            if part.sums[SUMS.index("q2"), j] or _origins(part)[1, j]
        ]
        found[1, j] = min(of_p, default=1.0)
    return found


def _with_scales(of: SummedRows, scales: NDArray[np.float64]) -> SummedRows:
    """Return the sums of values that were taken times other powers of two."""
    sums, lost = of.sums.copy(), of.lost.copy()
    # Small values may vanish relative to large ones, as in a single pass, and sums of
    # both may leave the floats.
    with np.errstate(under="ignore", over="ignore", invalid="ignore"):
        ratio = scales if of.scales is None else scales / of.scales
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


_FORMAT = Format(b"FMERRORS", 1, "BQQQ", "these ErrorSums are", "no ErrorSums")
# Numbers per output: scales, origins, sums, rounding errors, extremes.
_PARTS = (3, 3, len(SUMS), len(SUMS), 3)


class ErrorSums(Summary):
    """Sums over pairs of observed and predicted numbers, which merge with ``+``.

    For each output, sums of powers of the errors and of both columns. They give all
    metrics that are functions of moments: mean squared and absolute error, R²,
    explained variance, bias, largest error and others.

    Attributes
    ----------
    n_samples : int
        Rows, whatever their weights.
    n_outputs : int
        Columns of observed, and of predicted numbers.
    weight : float
        Total weight; without weights the number of rows.
    weighted : bool
        Whether rows have weights.
    largest_errors : ndarray of shape (n_outputs,)
        Largest magnitude of an error.
    largest_rows : ndarray of int64, of shape (n_outputs,)
        First row with that error, counted from 0 over all that were merged.

    See Also
    --------
    fastmetrics.mean_squared_error, fastmetrics.r2_score : take ErrorSums, or the rows.

    Notes
    -----
    `from_values` makes them. Functions of errors accept them in place of ``y_true``,
    with None for ``y_pred``: ``r2_score(sums, None)``.

    Deviations are summed about origins near the means, so a large mean costs no digits;
    ``+`` moves the origins without loss. Medians and other quantiles of errors, errors
    relative to the mean of ``abs(y - mean(y))``, and measures of order cannot be
    merged: they need the rows.

    References
    ----------
    .. [1] Chan, T. F., Golub, G. H. and LeVeque, R. J. (1983). Algorithms for computing
       the sample variance: analysis and recommendations. The American Statistician,
       37(3), 242-247.

    Examples
    --------
    >>> from fastmetrics import ErrorSums
    >>> morning = ErrorSums.from_values([3.0, -0.5], [2.5, 0.0])
    >>> evening = ErrorSums.from_values([2.0, 7.0], [2.0, 8.0])
    >>> day = morning + evening
    >>> day.compute("mean_squared_error")
    0.375
    >>> round(day.compute("r2_score"), 4)
    0.9486
    >>> ErrorSums.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_found", "n_samples", "weighted")

    task = "regression"

    _found: SummedRows
    n_samples: int
    weighted: bool

    def __init__(self) -> None:
        raise TypeError("ErrorSums are made by from_values, from_bytes or merge")

    @classmethod
    def from_values(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        sample_weight: ArrayLike | None = None,
    ) -> ErrorSums:
        """Sum up rows.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
            Observed numbers.
        y_pred : array_like of the same shape
            Predicted numbers.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.

        Returns
        -------
        ErrorSums
            O(n) time, one pass over arrays read in place; memory goes with the number
            of outputs only.

        Raises
        ------
        ValueError
            If shapes differ, there are no rows, a number is NaN or infinite, or a
            difference of two of them is.
        """
        pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
        found, seen = _sum_scaled(pair, ALL)
        if seen & errors.NOT_FINITE:
            raise ValueError(
                "y_pred and y_true are too far apart to be summed up: a difference "
                "leaves the range of float64."
            )
        return cls.of_rows(found, pair.n, pair.weights is not None)

    @classmethod
    def of_rows(cls, found: SummedRows, n: int, weighted: bool) -> ErrorSums:
        """Create ErrorSums from finite sums of n rows."""
        summary = object.__new__(cls)
        summary._found, summary.n_samples, summary.weighted = found, n, weighted
        return summary

    # --- contents

    @property
    def n_outputs(self) -> int:
        """Number of outputs."""
        return len(self._found.row)

    @property
    def weight(self) -> float:
        """Weight of all rows."""
        return float(self._found.sums[0, 0] + self._found.lost[0, 0])

    @property
    def largest_errors(self) -> NDArray[np.float64]:
        """Largest magnitude of an error of each output."""
        return self._found.extremes[0].copy()

    @property
    def largest_rows(self) -> NDArray[np.int64]:
        """First row with the largest error of each output."""
        return self._found.row.copy()

    @property
    def totals(self) -> ErrorTotals:
        """Totals for the formulas."""
        return self._found.totals

    def check_alone(self, y_pred: Any, sample_weight: Any) -> None:
        """Raise if a call has columns in addition to these sums."""
        no_columns_beside(self, y_pred=y_pred, sample_weight=sample_weight)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ErrorSums:
        if not isinstance(other, ErrorSums):
            return NotImplemented
        if self.n_outputs != other.n_outputs:
            raise ValueError(
                "ErrorSums of different outputs cannot be merged: "
                f"{self.n_outputs} and {other.n_outputs}"
            )
        n = self.n_samples + other.n_samples
        if n >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        found = merged(self._found, other._found, self.n_samples)
        return self.of_rows(found, n, self.weighted or other.weighted)

    def to_bytes(self) -> bytes:
        """Return the sums as bytes.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        found = self._found
        assert found.origins is not None
        ones = np.ones((3, self.n_outputs))
        parts = (
            ones if found.scales is None else found.scales,
            found.origins,
            found.sums,
            found.lost,
            found.extremes,
        )
        written = [part.astype("<f8").tobytes() for part in parts]
        written.append(found.row.astype("<i8").tobytes())
        fields = int(self.weighted), self.n_outputs, self.n_samples, found.n
        return _FORMAT.seal(fields, written)

    @classmethod
    def from_bytes(cls, data: Any) -> ErrorSums:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ErrorSums
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (weighted, k, n, n_counted), reader = _FORMAT.open(data)
        if weighted > 1:
            raise _FORMAT.damaged("weights are of unknown kind")
        parts = [reader.take("<f8", m * k).reshape(m, k) for m in _PARTS]
        row = reader.take("<i8", k)
        reader.finish()
        scales, origins, sums, lost, extremes = parts
        if not 1 <= n_counted <= n < 2**63 or (n_counted < n and not weighted):
            raise _FORMAT.damaged("the numbers of rows are impossible")
        if not len(row) or not all(np.isfinite(part).all() for part in parts):
            raise _FORMAT.damaged("a number is not finite, or there is none")
        if (scales <= 0).any() or (np.frexp(scales)[0] != 0.5).any():
            raise _FORMAT.damaged("a scale is not a power of two")
        above = [SUMS.index(name) for name in NOT_NEGATIVE]
        for held in (sums, sums + lost):
            if (held[above] < 0).any() or (held[:2] <= 0).any():
                raise _FORMAT.damaged("a sum is negative")
        if (extremes[0] < 0).any() or (extremes[1] > extremes[2]).any():
            raise _FORMAT.damaged("the extremes are inconsistent")
        if (row < 0).any() or (row >= n).any():
            raise _FORMAT.damaged("a row is out of range")
        found = SummedRows(
            None if (scales == 1).all() else scales,
            *(origins, sums, lost, extremes, row, n_counted),
        )
        return cls.of_rows(found, n, bool(weighted))

    def __len__(self) -> int:
        return self.n_outputs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ErrorSums):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        weighted = "weighted " if self.weighted else ""
        outputs = "" if self.n_outputs == 1 else f", {self.n_outputs} outputs"
        return f"ErrorSums({self.n_samples} {weighted}rows{outputs})"

    def _shown(self) -> Shown:
        totals = self.totals
        squares = totals.unscaled(totals.sums["e2"] / totals.weight, 2, 2)
        sizes = totals.unscaled(totals.sums["abs_e"] / totals.weight, 2)
        columns = zip(
            squares.tolist(), sizes.tolist(), totals.mean_error.tolist(), strict=True
        )
        rows = [
            [str(j), *(f"{value:.4g}" for value in values)]
            for j, values in enumerate(columns)
        ]
        heads = ["output", "mean squared error", "mean absolute error", "mean error"]
        return Shown(repr(self), heads, rows)


def read_errors(
    y_true: Any,
    y_pred: Any,
    groups: int,
    sample_weight: Any = None,
    multioutput: Any = "uniform_average",
    variance_weighted: bool = False,
) -> tuple[ErrorTotals, Outputs, int]:
    """Return the sums, the averaging of outputs, and the number of rows.

    Only these ``groups`` of sums are computed (fm_errors.h); ErrorSums have all.
    """
    if isinstance(y_true, ErrorSums):
        y_true.check_alone(y_pred, sample_weight)
        outputs = Outputs(y_true.n_outputs)
        read_multioutput(outputs, multioutput, variance_weighted)
        return y_true.totals, outputs, y_true.n_samples
    pair = read_numbers(
        y_true,
        y_pred,
        sample_weight=sample_weight,
        multioutput=multioutput,
        variance_weighted=variance_weighted,
    )
    return totals_of_rows(pair, groups), pair, pair.n
