"""Ranks, and Pearson's and Spearman's correlation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels import rank_pairs
from fastmetrics._kernels.errors import OF_PREDICTIONS, OF_TRUTH
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.formulas.totals import Products, products_of
from fastmetrics.metrics.regression.measuring.error_sums import totals_of_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals


# -------------------------------------------------------------------------------- ranks
# Rows in the order of two columns: ties in one are ordered by the other.


# Ranks are packed into 32 bits with a flag and a sign.
MOST_ROWS = 2**30


class Ties(NamedTuple):
    """Distinct values of a column of n rows, and their frequencies."""

    distinct: int
    squares: int  # sum of squared frequencies
    cubes: int

    def pairs(self, n: int) -> int:
        """Return the number of tied pairs of rows."""
        return (self.squares - n) // 2

    @property
    def constant(self) -> bool:
        """Whether all rows have the same value."""
        return self.distinct < 2


class OrderedRows(NamedTuple):
    """Ranks from 0 in both columns, rows ascending by the first, ties by the second.

    ``rows`` are the original indices of the rows.
    """

    true: NDArray[np.uint64]
    pred: NDArray[np.uint64]
    rows: NDArray[np.intp]

    def reordered(self, order: NDArray[Any], true: NDArray[np.uint64]) -> OrderedRows:
        """Return the rows in another order, with new ranks in the first column."""
        return OrderedRows(true, self.pred[order], self.rows[order])


def read_columns(
    y_true: Any,
    y_pred: Any,
    sample_weight: ArrayLike | None = None,
    pred_name: str = "y_pred",
) -> NumberPair:
    """Read two columns, not yet checked for NaN, and scale weights to about 1.

    Weights of pairs are products, whose sums could leave the range. Measures of order
    do not depend on the unit of the weights.
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, pred_name=pred_name
    )
    if not pair.is_column:
        raise ValueError(
            f"y_true and {pred_name} must have one column each, got {pair.k}."
        )
    if pair.n >= MOST_ROWS:
        raise ValueError(f"There must be fewer than 2**30 rows, got {pair.n}.")
    if pair.weights is not None:
        power = int(np.frexp(pair.weights.max())[1])
        pair.weights = np.ldexp(pair.weights, -power)
    return pair


def order_keys(pair: NumberPair) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return both columns as integers of the same order; raise if one is not finite."""
    true, pred = rank_pairs.order_keys(pair.true), rank_pairs.order_keys(pair.pred)
    if true is None or pred is None:
        pair.check_finite()
        raise RuntimeError("The columns were modified while they were being read.")
    return true, pred


def order_rows(pair: NumberPair) -> OrderedRows:
    """Sort the rows by both columns."""
    true, pred = order_keys(pair)
    pred, rows = sort_pairs(pred, np.arange(pair.n, dtype=np.uint64))
    ranks = rank_pairs.rank(pred)[0]
    carried = ranks << np.uint64(32) | rows
    true, carried = sort_pairs(true[rows.view(np.int64)], carried)
    return OrderedRows(
        rank_pairs.rank(true)[0],
        carried >> np.uint64(32),
        (carried & np.uint64(0xFFFFFFFF)).astype(np.intp),
    )


# ------------------------------------------------------------------------- correlations
# Products of two columns' deviations, of their centred ranks, and of one of each.
#
# A centred rank is the number of rows below minus the number of rows above, which is
# twice the mid-rank minus its mean. Without weights it is a whole number, and all sums
# are exact.


_GROUPS = OF_TRUTH | OF_PREDICTIONS
# A column without a row is constant if its squares shrink to this proportion.
_ROUNDING = 1e-14


def multiply_deviations(pair: NumberPair) -> Products:
    """Add up products of deviations; raise unless numbers are finite."""
    return products_of(totals_of_rows(pair, _GROUPS))


def pearson_values(
    y_true: Any, y_pred: Any, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Pseudo-values of `pearson_r`; with weights their limit."""
    pair = read_columns(y_true, y_pred, sample_weight)
    n = pair.n
    totals = totals_of_rows(pair, _GROUPS)
    whole = products_of(totals)
    if not whole.true or not whole.pred:
        return np.full(n, np.nan)
    a = _deviations(pair.true, totals, 0, "t")
    b = _deviations(pair.pred, totals, 1, "q")
    with np.errstate(over="ignore", invalid="ignore"):  # of rows of weight 0
        own = Products(a * b, a * a, b * b)
        if pair.weights is not None:
            return whole.limits(own, float(totals.weight[0]))
    # Without a row the means also move, by 1/(n - 1) of the deviation of the row.
    times = n / (n - 1)
    left = Products(
        whole.both - times * own.both,
        *(
            np.where(rest > _ROUNDING * total, rest, 0.0)
            for total, rest in (
                (whole.true, whole.true - times * own.true),
                (whole.pred, whole.pred - times * own.pred),
            )
        ),
    )
    found: NDArray[np.float64] = n * whole.correlation() - (n - 1) * left.correlations()
    return found


def _deviations(
    numbers: NDArray[np.generic], of: ErrorTotals, which: int, name: str
) -> NDArray[np.float64]:
    """Deviations of a column from its mean, scaled as in the sums."""
    values = numbers.astype(np.float64)
    if of.scales is not None:
        values *= of.scales[which]
    if of.origins is not None:
        values -= of.origins[which]
    found: NDArray[np.float64] = values - of.sums[name] / of.weight
    return found


def multiply_ranks(pair: NumberPair) -> Products:
    """Products of centred ranks, for rows without weights."""
    n = pair.n
    true, pred = order_keys(pair)
    pred, true = sort_pairs(pred, true)
    ranks, of_pred = rank_pairs.centred_ranks(pred)
    true, ranks = sort_pairs(true, ranks)
    both, of_true = rank_pairs.meet_centred_ranks(true, ranks)
    # The squares of centred ranks sum to (n³ - Σ t³) / 3.
    of_each = ((n**3 - Ties(*found).cubes) // 3 for found in (of_true, of_pred))
    return Products(both, *of_each)


def weigh_ranks(pair: NumberPair) -> Products:
    """Products of weighted centred ranks, for rows with weights."""
    assert pair.weights is not None
    rows = order_rows(pair)
    weights = pair.weights[rows.rows]
    of_true, of_pred = (_centred(each, weights) for each in (rows.true, rows.pred))
    return _products(of_true, of_pred, weights)


def _products(
    true: NDArray[np.float64], pred: NDArray[np.float64], weights: NDArray[np.float64]
) -> Products:
    weighed = weights * true
    return Products(
        sum_products_f64(weighed, pred),
        sum_products_f64(weighed, true),
        sum_products_f64(weights * pred, pred),
    )


def _centred(
    ranks: NDArray[np.uint64], values: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """For each row, the sum of values of the rows below minus those above.

    Without values, rows are counted.
    """
    at = ranks.view(np.int64)
    of_rank = np.bincount(at, values)
    upto = np.cumsum(of_rank)
    down = np.cumsum(of_rank[::-1])[::-1]
    return np.asarray(((upto - of_rank) - (down - of_rank))[at], np.float64)


def spearman_values(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Pseudo-values of `spearman_rho`; with weights their limit.

    Omitting a row changes the centred rank of each other row by a sign. The change of
    the sums of products is a sum over rows below and above, plus the number of
    concordant minus discordant pairs of the row.
    """
    pair = read_columns(y_true, y_pred, sample_weight)
    rows = order_rows(pair)
    n = pair.n
    ones = np.ones(n)
    weights = ones if pair.weights is None else pair.weights[rows.rows]
    a, b = (_centred(each, weights) for each in (rows.true, rows.pred))
    whole = _products(a, b, weights)
    if not whole.true or not whole.pred:
        return np.full(n, np.nan)
    slopes = Products(
        a * b - _centred(rows.true, weights * b) - _centred(rows.pred, weights * a),
        a * a - 2 * _centred(rows.true, weights * a),
        b * b - 2 * _centred(rows.pred, weights * b),
    )
    if pair.weights is not None:
        values = whole.limits(slopes, sum_f64(weights))
    else:
        left = Products(
            whole.both - slopes.both + _concordance(rows),
            whole.true - slopes.true + _apart(rows.true),
            whole.pred - slopes.pred + _apart(rows.pred),
        )
        values = n * whole.correlation() - (n - 1) * left.correlations()
    found = np.empty(n)
    found[rows.rows] = values
    return found


def _concordance(rows: OrderedRows) -> NDArray[np.int64]:
    """For each row, the number of concordant minus discordant pairs that it is in.

    Rows before a row that have a lower rank are counted. All other numbers of pairs
    follow from these, from the sizes of ties, and from the order of the rows.
    """
    true, pred = rows.true.view(np.int64), rows.pred.view(np.int64)
    n = len(true)
    lower, equal = rank_pairs.count_below(rows.pred).astype(np.int64)
    of_true, below_true = _sizes_of_ties(true)
    of_pred, below_pred = _sizes_of_ties(pred)
    # Rows with both ranks the same stand together, ascending in both.
    is_first = np.ones(n, np.bool_)
    is_first[1:] = (np.diff(true) != 0) | (np.diff(pred) != 0)
    place, first = np.arange(n), np.flatnonzero(is_first)
    alike = np.diff(first, append=n)
    first, alike = np.repeat(first, alike), np.repeat(alike, alike)
    tied_below = first - below_true  # in the truth, with a lower prediction
    tied_before = equal - (place - first)  # in the prediction, with a lower truth
    tied_after = of_pred - tied_before - alike
    above_true = n - below_true - of_true
    return (
        4 * (lower - tied_below)
        + (above_true - below_true)
        - 2 * (below_pred - tied_below)
        + (tied_before - tied_after)
    )


def _sizes_of_ties(
    ranks: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each row, the number of rows of its rank, and of rows with a lower one."""
    sizes = np.bincount(ranks)
    return sizes[ranks], (np.cumsum(sizes) - sizes)[ranks]


def _apart(ranks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """For each row, the number of rows with another rank."""
    at = ranks.view(np.int64)
    found: NDArray[np.int64] = len(at) - np.bincount(at)[at]
    return found


# --- of numbers and centred ranks


def gini_correlation(pair: NumberPair) -> float:
    """Σ ``y c`` over Σ ``y t``; NaN if ``y`` is constant.

    c and t are the centred ranks of the predictions and of the observations. These are
    sums over pairs of rows of ``y_i - y_j``, with the sign of the predictions and of
    the observations.
    """
    rows = order_rows(pair)
    amounts, weights = _amounts(pair, rows.rows)
    weighed = amounts if weights is None else weights * amounts
    found, most = (
        sum_products_f64(weighed, _centred(each, weights))
        for each in (rows.pred, rows.true)
    )
    return max(-1.0, min(1.0, found / most)) if most > 0 else math.nan


def gini_values(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Pseudo-values of `gini_correlation`; with weights their limit."""
    pair = read_columns(y_true, y_pred, sample_weight)
    rows = order_rows(pair)
    amounts, weights = _amounts(pair, rows.rows)
    weighed = amounts if weights is None else weights * amounts
    n = pair.n
    sums, own = [], []
    for each in (rows.pred, rows.true):
        centred = _centred(each, weights)
        sums.append(sum_products_f64(weighed, centred))
        # Contribution of the pairs of each row.
        own.append(amounts * centred - _centred(each, weighed))
    (part, whole), (of_part, of_whole) = sums, own
    if not whole > 0:
        return np.full(n, np.nan)
    value = part / whole
    if weights is None:
        left = whole - of_whole
        kept = left > _ROUNDING * whole
        without = np.full(n, np.nan)
        np.divide(part - of_part, left, out=without, where=kept)
        values = n * value - (n - 1) * without
    else:
        values = value + sum_f64(weights) * (of_part - value * of_whole) / whole
    found = np.empty(n)
    found[rows.rows] = values
    return found


def _amounts(
    pair: NumberPair, order: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """Observations in ascending order, shifted to 0 and scaled to 1, and weights.

    The measure does not depend on origin and unit, but both can cost digits.
    """
    values = pair.true[order].astype(np.float64)
    weights = None if pair.weights is None else pair.weights[order]
    if weights is not None:
        values[weights == 0] = values[np.argmax(weights)]
    values = np.ldexp(values, -int(np.frexp(np.abs(values).max())[1]))
    return values - values[len(values) // 2], weights
