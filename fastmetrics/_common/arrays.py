"""Columns of numbers sorted, selected, counted into cells, and summed exactly."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import confusion, isotonic, sort
from fastmetrics._kernels.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray


# ------------------------------------------------------------------------------ sorting
# Sorting a column of keys with what rides along, on several threads.
#
# The kernels sort in steps of fixed pieces; here the pieces are spread over threads.
# Results depend neither on their number nor on their schedule.


# Below this many rows a round trip through the thread pool costs more than it saves.
_PARALLEL_ROWS = 200_000


def sort_pairs(
    keys: NDArray[Any], payload: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return keys and payload in ascending, stable order of the keys.

    Keys are uint32 or uint64, the payload uint64.
    """
    return _sorted(keys, payload)


def sort_column(keys: NDArray[Any]) -> NDArray[Any]:
    """Return keys alone, uint32 or uint64, in ascending order."""
    return _sorted(keys, None)[0]


def _sorted(keys: NDArray[Any], payload: NDArray[Any] | None) -> tuple[Any, Any]:
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys, payload)
    job = sort.ColumnSort(keys, payload)
    each = spread(len(keys))
    each(job.count, range(job.n_pieces))
    job.place()
    each(job.deal, range(job.n_pieces))
    each(job.finish, range(job.n_ranges))
    return job.result()


def spread(n: int) -> Callable[..., list[Any]]:
    """Return how to call a function with each of some blocks of a job of n rows."""
    return threads.map_blocks if n >= _PARALLEL_ROWS else _one_by_one


def _one_by_one(function: Callable[[int], Any], blocks: Iterable[int]) -> list[Any]:
    return [function(block) for block in blocks]


# ---------------------------------------------------------------------------- selecting
# Quantiles of columns, and of the errors of one column against another, by selection.
#
# The averaged inverse of the distribution function: the first value up to which lies
# the level's share of the weight; if that is exactly its share, the mean of it and the
# next value. What comes out depends on no number of threads.


# Of what: the numbers of the kernel.
OBSERVED, ERROR, ABSOLUTE_ERROR = 0, 1, 2

_EPS = float(np.finfo(np.float64).eps)


def neighbours(
    what: int,
    true: NDArray[Any],
    pred: NDArray[Any] | None,
    weights: NDArray[np.float64] | None,
    levels: Sequence[float],
    check: Callable[[], object],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each level the two values whose mean its quantile is, or one twice.

    ``what``: of the column ``true`` itself, of ``pred - true``, or of the size of that.
    ``check`` is called if one of these is not finite.
    """
    if weights is None:
        n = len(true)
        wanted = np.array([_ranks(level, n) for level in levels], np.int64)
        wanted = wanted.reshape(-1, 2).T
        ranks, places = np.unique(wanted, return_inverse=True)
        values = _select(what, true, pred, None, ranks, check)[0]
        low, high = values[places.reshape(wanted.shape)]
        return low, high
    known, places = np.unique(levels, return_inverse=True)
    low, high = _select(what, true, pred, weights, known, check)
    return low[places], high[places]


def order_statistics(
    values: NDArray[np.float64], ranks: Sequence[int]
) -> NDArray[np.float64]:
    """Return values by their ranks, from 0 on; they may be infinite."""
    known, places = np.unique(ranks, return_inverse=True)
    values_at = _select(OBSERVED, values, None, None, known, lambda: None)[0]
    return values_at[places]


def quantile_of_sorted(
    values: NDArray[np.float64], weights: NDArray[np.float64], level: float
) -> float:
    """Return the quantile of values that ascend, each with a weight; NaN: no row.

    Weights are added up one after the other.
    """
    sums = np.cumsum(weights)
    total = float(sums[-1]) if len(sums) else 0.0
    if not total > 0.0:
        return math.nan
    target = level * total or math.ulp(0.0)
    at = min(int(np.searchsorted(sums, target)), len(sums) - 1)
    value = float(values[at])
    if sums[at] - target > _EPS * min(1.0, 2.0 ** math.frexp(total)[1]):
        return value
    after = int(np.searchsorted(sums, sums[at], side="right"))
    return middle(value, float(values[after]) if after < len(sums) else value)


def middle(a: float, b: float) -> float:
    """Return the mean of two values, which is in range even if their sum is not."""
    total = a + b
    return 0.5 * total if math.isfinite(total) else 0.5 * a + 0.5 * b


def _ranks(level: float, n: int) -> tuple[int, int]:
    """Return the ranks of the two values whose mean a quantile of n rows is."""
    target = level * n
    at = max(math.ceil(target) - 1, 0)
    return at, at + (at + 1 - target <= _EPS and at + 1 < n)


def _select(
    what: int,
    true: NDArray[Any],
    pred: NDArray[Any] | None,
    weights: NDArray[np.float64] | None,
    targets: NDArray[Any],
    check: Callable[[], object],
) -> NDArray[np.float64]:
    """Return two values for each target, in ascending order; by rank the same twice."""
    job = Selection(true, pred, what, weights, targets.astype(np.float64))
    each = spread(len(true))
    while job.plan():
        each(job.look, range(job.n_pieces))
        if not job.finite:  # or it is an error beyond the largest number
            check()
        job.settle()
    return job.values


# -------------------------------------------------------------------------------- cells
# Rows of two columns of whole numbers, counted into the cells of their table.


# Fewer rows are counted at once, by one call.
MANY_ROWS = 1 << 14

# Rows are counted in pieces of so many, whatever the number of threads: so that sums
# of weights are the same to the bit for any number.
_PIECE = 1 << 22
_SORTED_PIECE = 1 << 25

# If the pairs of labels are more than fit a table, rows are sorted rather than looked
# up one by one. That is found out from a sample.
_MANY_PAIRS = 1 << 20
_SAMPLE = 1 << 10
_MOST_KEYS = 1 << 62

# Distinct numbers are found by a mark for each up to the greatest, unless these are
# more than so many per number: then by sorting.
_FEW_MARKS = 8


def count_few(true, predicted):
    """Count two arrays as ``confusion.count_plain`` does, unless they are long.

    None for anything else: only of an array it is known what its size is.
    """
    if type(true) is np.ndarray and true.size < MANY_ROWS:
        return confusion.count_plain(true, predicted)
    return None


def count_cells(true, predicted, weights=None):
    """Count pairs of labels in pieces: a list of what `confusion.count_pairs` returns.

    None if an item is not an integer.
    """
    n = len(true)
    many = weights is None and _are_many(true, predicted)
    step = _SORTED_PIECE if many else _PIECE

    def count(start):
        piece = slice(start, start + step)
        sides = true[piece], predicted[piece]
        cells = _sort_pairs(*sides) if many else None
        if cells is not None:
            return cells
        weight = None if weights is None else weights[piece]
        return confusion.count_pairs(*sides, weight)[1]

    # One piece needs nobody to hand it out.
    counts = [count(0)] if n <= step else threads.map_blocks(count, range(0, n, step))
    return None if any(piece is None for piece in counts) else counts


def _are_many(true, predicted):
    """Whether, in all likelihood, pairs of labels are too many for a table."""
    n = len(true)
    if n < MANY_ROWS or not {true.dtype.kind, predicted.dtype.kind} <= {"i", "u"}:
        return False
    few = slice(None, None, n // _SAMPLE)
    return _span(true[few])[1] * _span(predicted[few])[1] > min(n, _MANY_PAIRS)


def _sort_pairs(true, predicted):
    """Count integers by sorting their pairs; None if these do not fit 62 bits."""
    low, n_rows = _span(true)
    column_low, n_columns = _span(predicted)
    least = min(low, column_low)
    wide = max(low + n_rows, column_low + n_columns) - least
    if max(n_rows * n_columns, wide) > _MOST_KEYS:
        return None
    keys = _numbers(true, low) * n_columns
    keys += _numbers(predicted, column_low)
    keys.sort()
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    n = np.diff(starts, append=len(keys))
    rows, columns = np.divmod(keys[starts], n_columns)
    del keys, starts
    m = len(n)
    places = np.concatenate([rows + (low - least), columns + (column_low - least)])
    labels, places = distinct(places)
    return labels + least, places[:m], places[m:], n, None, None


def _span(items):
    """Return the smallest of some integers, and the size of their range."""
    low = int(items.min())
    return low, int(items.max()) - low + 1


def _numbers(items, low):
    """Return integers as int64, counted from the least."""
    if items.dtype.itemsize < 8:  # there the difference may not fit
        items = items.astype(np.int64)
    return np.subtract(items, items.dtype.type(low)).astype(np.int64, copy=False)


def distinct(numbers):
    """Return the numbers that occur, ascending, and where each one's are; none < 0."""
    most = int(numbers.max()) + 1
    if most > _FEW_MARKS * len(numbers):
        return np.unique(numbers, return_inverse=True)
    present = np.flatnonzero(np.bincount(numbers))
    if len(present) == most:  # each number is its own place
        return present, numbers.astype(np.int64, copy=False)
    places = np.empty(most, np.int64)
    places[present] = np.arange(len(present))
    return present, places[numbers]


def in_order(rows, columns, *parts):
    """Cells by row and by column: ``(rows, columns, *parts)``.

    Values of cells at the same place are added; a part may be None.
    """
    order, repeated = confusion.order_cells(rows, columns)
    rows, columns = rows[order], columns[order]
    ordered = [None if part is None else part[order] for part in parts]
    if not repeated:
        return rows, columns, *ordered
    new = np.ones(len(order), bool)
    new[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    starts = np.flatnonzero(new)
    with np.errstate(over="ignore"):  # sums of huge weights are infinite
        sums = [None if p is None else np.add.reduceat(p, starts) for p in ordered]
    return rows[starts], columns[starts], *sums


# --------------------------------------------------------------------------------- wide
# Sums of products of counts, of at least twice the precision of float64.
#
# Products of two counts do not fit 64 bits at sizes that people have, and what is
# computed from them, a covariance for one, is a small difference of large sums. `widen`
# makes arrays that can bear it: `Wide` ones, or of Python's integers where those are
# quicker. Both are used alike: +, -, *, ``sum`` and ``cumsum`` along the last axis, and
# ``np.asarray(x, np.float64)`` in the end.


_SPLITTER = 134217729.0  # 2**27 + 1: cuts 53 bits into two halves of 26
_FEW = 256  # up to so many integers Python's own arithmetic is the faster


class Wide:
    """Numbers ``high + low``: two float64 arrays, together of about 106 bits.

    ``low`` is below the rounding error of ``high``. Integers up to 2**63, and products
    of those up to 2**53, are held exactly; every operation is right to about 1e-31 of
    its operands. Magnitudes up to 2**490 are safe: above 2**996 the splitting of a
    product overflows.
    """

    __slots__ = ("high", "low")
    __array_ufunc__ = None

    def __init__(self, high: NDArray, low: NDArray) -> None:
        """Take two parts that do not overlap."""
        self.high = high
        self.low = low

    def __add__(self, other: Wide) -> Wide:
        """Return the sum, element by element."""
        # Both pairs of parts are added without loss, so that nothing is lost either
        # when the high parts cancel.
        high, error = _two_sum(self.high, other.high)
        low, rest = _two_sum(self.low, other.low)
        high, error = _renormalized(high, error + low)
        return Wide(*_renormalized(high, error + rest))

    def __neg__(self) -> Wide:
        """Return the numbers with the other sign."""
        return Wide(-self.high, -self.low)

    def __sub__(self, other: Wide) -> Wide:
        """Return the difference, element by element."""
        return self + -other

    def __mul__(self, other: Wide) -> Wide:
        """Return the product, element by element."""
        high, error = _two_product(self.high, other.high)
        crossed = self.high * other.low + self.low * other.high
        return Wide(*_renormalized(high, error + (crossed + self.low * other.low)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray:
        """Return the nearest float64, for np.asarray."""
        return np.array(self.high, dtype=dtype)

    def sum(self, axis: int = -1, keepdims: bool = False) -> Wide:
        """Return the sums along the last axis."""
        high, low = self.high, self.low
        if not high.shape[-1]:
            high = low = np.zeros((*high.shape[:-1], 1))
        while (n := high.shape[-1]) > 1:
            # The second half onto the first; of an odd number one waits in the middle.
            half = n // 2
            pairs = Wide(high[..., :half], low[..., :half]) + Wide(
                high[..., n - half :], low[..., n - half :]
            )
            middle = slice(half, n - half)
            high = np.concatenate((pairs.high, high[..., middle]), axis=-1)
            low = np.concatenate((pairs.low, low[..., middle]), axis=-1)
        return Wide(high, low) if keepdims else Wide(high[..., 0], low[..., 0])

    def cumsum(self, axis: int = -1) -> Wide:
        """Return the running sums along the last axis."""
        high, low = self.high.copy(), self.low.copy()
        for k in range(1, high.shape[-1]):
            step = Wide(high[..., k - 1], low[..., k - 1]) + Wide(
                high[..., k], low[..., k]
            )
            high[..., k], low[..., k] = step.high, step.low
        return Wide(high, low)


def widen(*arrays: ArrayLike) -> list[Any]:
    """Return arrays of integers or floats without rounding, all of one kind.

    A few integers without leading axes become Python's, all others `Wide`.
    """
    inputs = [np.asarray(array) for array in arrays]
    if all(x.ndim == 1 and len(x) <= _FEW and x.dtype.kind != "f" for x in inputs):
        return [x.astype(object) for x in inputs]
    return [_wide(x) for x in inputs]


def _wide(array: NDArray) -> Wide:
    if array.dtype.kind == "f":
        return Wide(array.astype(np.float64, copy=False), np.zeros(array.shape))
    # 64 bits are more than one float64 takes: two times 32 of them.
    array = array.astype(np.int64, copy=False)
    upper = (array >> 32).astype(np.float64) * 2.0**32
    lower = (array & 0xFFFFFFFF).astype(np.float64)
    return Wide(*_renormalized(upper, lower))


def _two_sum(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Return the rounded sum and its rounding error (Knuth)."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def _renormalized(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Do the same where abs(a) >= abs(b), or a is 0 (Dekker)."""
    total = a + b
    return total, b - (total - a)


def _two_product(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray]:
    """Return the rounded product and its rounding error (Dekker, Veltkamp)."""
    product = a * b
    a_upper, a_lower = _halves(a)
    b_upper, b_lower = _halves(b)
    error = a_upper * b_upper - product
    error = (error + a_upper * b_lower) + a_lower * b_upper
    return product, error + a_lower * b_lower


def _halves(a: NDArray) -> tuple[NDArray, NDArray]:
    """Return two summands of at most 26 bits each, whose products are exact."""
    shifted = _SPLITTER * a
    upper = shifted - (shifted - a)
    return upper, a - upper


# ------------------------------------------------------------------------ recalibration
# Recalibration: isotonic means of outcomes, and the parts of a score.


class Blocks(NamedTuple):
    """Stretches of steps, in descending order, that have one mean outcome.

    A step is a distinct forecast. For each block, ``sums`` are sums of outcomes,
    ``totals`` sums of weights, ``means`` their ratios (the recalibrated forecasts), and
    ``ends`` the ends of the steps.
    """

    sums: NDArray[np.float64]
    totals: NDArray[np.float64]
    means: NDArray[np.float64]
    ends: NDArray[np.int64]

    def of_each(self) -> NDArray[np.float64]:
        """Return the recalibrated forecast of each step."""
        return np.repeat(self.means, np.diff(self.ends, prepend=0))


def pool_steps(sums: NDArray[np.float64], totals: NDArray[np.float64]) -> Blocks:
    """Pool adjacent steps until their mean outcomes fall.

    ``sums`` of outcomes and ``totals`` of weights, in the order of descending
    forecasts.
    """
    return Blocks(*isotonic.pool(sums, totals))


class ScoreDecomposition(NamedTuple):
    """A mean loss and its parts: score = MCB - DSC + UNC."""

    score: float
    """The mean loss of the forecasts."""
    miscalibration: float
    """How much of it recalibration would save, 0 or more; lower is better."""
    discrimination: float
    """How much the recalibrated forecasts save of the uncertainty, 0 or more."""
    uncertainty: float
    """The mean loss of the mean outcome as the forecast of every row."""


def parts_of(score: float, after: float, uncertainty: float) -> ScoreDecomposition:
    """Return the parts, given the mean loss before and after recalibration.

    Where nothing is to be gained, rounding does not make it less.
    """
    return ScoreDecomposition(
        score, max(score - after, 0.0), max(uncertainty - after, 0.0), uncertainty
    )
