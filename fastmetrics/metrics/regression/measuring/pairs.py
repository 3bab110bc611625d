"""Concordant and discordant pairs: Kendall's correlation and its tests."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import rank_pairs
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.formulas.totals import (
    FORMULAS,
    Distinct,
    Pairs,
    Ratio,
)
from fastmetrics.metrics.regression.measuring.correlations import (
    OrderedRows,
    Ties,
    order_keys,
    order_rows,
    read_columns,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

    Whole = NDArray[np.int64]
    Statistic = Callable[[Whole, Whole], Whole]


# -------------------------------------------------------------------------------- pairs
# Pairs of rows by their order in two columns: all pairs, and the pairs of each row.


# What only variant "c" of Kendall's tau asks for.
_NOTHING = Distinct(None, None)


class Counted(NamedTuple):
    """Pairs of rows, and the distinct values of both columns."""

    pairs: Pairs
    total: Any  # the weight of all rows
    true: Ties
    pred: Ties

    @property
    def distinct(self) -> Distinct:
        """What variant "c" of Kendall's tau needs besides the pairs."""
        return Distinct(self.total, min(self.true.distinct, self.pred.distinct))

    @property
    def constant(self) -> bool:
        """Whether all rows have one value in a column."""
        return self.true.constant or self.pred.constant


def count_pairs(pair: NumberPair) -> Counted:
    """Count the pairs of rows that weigh alike."""
    n = pair.n
    true, pred = order_keys(pair)
    # By the one column, and then, as the sort is stable, by the other, ties by the one.
    pred, true = sort_pairs(pred, true)
    ranks, found = rank_pairs.rank(pred)
    of_pred = Ties(*found)
    true, ranks = sort_pairs(true, ranks)
    of_true = Ties(*rank_pairs.count_ties(true))
    both = 0
    if of_true.distinct < n and of_pred.distinct < n:
        both = Ties(*rank_pairs.count_ties(true, ranks)).pairs(n)
    discordant = rank_pairs.count_inversions(ranks)
    tied_true, tied_pred = of_true.pairs(n) - both, of_pred.pairs(n) - both
    concordant = n * (n - 1) // 2 - discordant - tied_true - tied_pred - both
    pairs = Pairs(concordant, discordant, tied_pred, tied_true, both)
    return Counted(pairs, n, of_true, of_pred)


def weigh_pairs(pair: NumberPair) -> Counted:
    """Add up the weights of the pairs of rows with weights.

    All sums are of terms of one sign: none is a difference that rounding could spoil.
    """
    assert pair.weights is not None
    rows = order_rows(pair)
    weights = pair.weights[rows.rows]
    return Counted(
        _sums(
            rank_pairs.meet_rows(rows.true, rows.pred, weights, None, False), weights
        ),
        sum_f64(weights),
        Ties(_distinct(rows.true, weights), 0, 0),
        Ties(_distinct(rows.pred, weights), 0, 0),
    )


def _sums(met: NDArray[np.float64], weights: NDArray[np.float64]) -> Pairs:
    return Pairs(*(sum_products_f64(one, weights) for one in met))


# --- times of which some are censored


def read_events(event_observed: ArrayLike | None, n: int) -> NDArray[np.uint8] | None:
    """Read whether each time ended with an event, as 0 and 1; None if all did."""
    if event_observed is None:
        return None
    name = "event_observed"
    events = numbers(as_column(event_observed, name), name)
    if len(events) != n:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{n}, {name} has {len(events)}."
        )
    wrong = (events != 0) & (events != 1)
    if wrong.any():
        raise ValueError(
            f"{name} must hold 0 and 1, or False and True, got {events[wrong][0]}."
        )
    return events.astype(np.uint8)


def count_known_pairs(
    pair: NumberPair, events: NDArray[np.uint8] | None
) -> tuple[Any, Any, Any]:
    """Return the pairs whose order in time is known: concordant, discordant, tied.

    Pairs with equal scores are tied. Counts, or sums of products of weights.
    """
    if events is None:
        found = count_pairs(pair) if pair.weights is None else weigh_pairs(pair)
        return found.pairs[:3]
    rows, flags = _order_known(pair, events)
    if pair.weights is not None:
        weights = pair.weights[rows.rows]
        met = rank_pairs.meet_rows(rows.true, rows.pred, weights, flags, False)
        return _sums(met, weights)[:3]
    known, tied = rank_pairs.count_known(rows.true, rows.pred, flags)
    discordant = rank_pairs.count_inversions(rows.pred, flags)
    return known - discordant - tied, discordant, tied


def _order_known(
    pair: NumberPair, events: NDArray[np.uint8]
) -> tuple[OrderedRows, NDArray[np.uint8]]:
    """Sort rows by time, events before censored rows at the same time."""
    rows = order_rows(pair)
    flags = events[rows.rows]
    order, ranks = rank_pairs.put_flagged_first(rows.true, flags)
    return rows.reordered(order, ranks), flags[order]


# --- what rows contribute


def _meet(
    pair: NumberPair,
    rows: OrderedRows,
    flags: NDArray[np.uint8] | None = None,
) -> Pairs:
    """Return the pairs that each row is in, in the order in which rows were given."""
    weights = None if pair.weights is None else pair.weights[rows.rows]
    met = rank_pairs.meet_rows(rows.true, rows.pred, weights, flags)
    found = np.empty_like(met)
    found[:, rows.rows] = met
    return Pairs(*found)


def _halves(met: Pairs, weights: NDArray[np.float64] | None) -> Pairs:
    """Return the pairs of all rows: each is met by both of its rows."""
    if weights is None:
        return Pairs(*(sum_f64(one) / 2 for one in met))
    return Pairs(*(sum_products_f64(one, weights) / 2 for one in met))


def pair_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    variant: str,
    sample_weight: ArrayLike | None = None,
    **_: Any,
) -> NDArray[np.float64]:
    """Return pseudo-values of one of `FORMULAS`; with weights their limit."""
    pair = read_columns(y_true, y_pred, sample_weight)
    rows = order_rows(pair)
    met = _meet(pair, rows)
    total = pair.n if pair.weights is None else sum_f64(pair.weights)
    columns = [
        _distinct(ranks, None if pair.weights is None else pair.weights[rows.rows])
        for ranks in (rows.true, rows.pred)
    ]
    k = min(columns)
    if k < 2:
        return np.full(pair.n, np.nan)
    pairs = _halves(met, pair.weights)
    whole = FORMULAS[variant](pairs, Distinct(total, k))
    if pair.weights is not None:
        own = FORMULAS[variant](met, Distinct(total, k))
        if variant == "c":  # over a square of the weights, and not over pairs
            slope = np.full(pair.n, 2 * whole.first / total)
            own = own._replace(first=slope, second=slope)
        return _limits(whole, own, total)
    left = Pairs(*(a - b for a, b in zip(pairs, met, strict=True)))
    distinct = Distinct(pair.n - 1, _distinct_without(rows, columns))
    values = _pseudo(whole, FORMULAS[variant](left, distinct), pair.n)
    values[distinct.values < 2] = np.nan
    return values


def _pseudo(whole: Ratio, without: Ratio, n: int) -> NDArray[np.float64]:
    """``n v - (n - 1) v_i`` of a measure of all rows, and without each row."""
    found: NDArray[np.float64] = n * whole.value() - (n - 1) * without.values()
    return found


def _limits(whole: Ratio, slope: Ratio, total: float) -> NDArray[np.float64]:
    """Measure plus its derivative by each weight, times the total weight.

    ``slope`` are the derivatives of the parts of the measure by each weight.
    """
    value = whole.value()
    root = np.sqrt(whole.first) * np.sqrt(whole.second)
    bend = slope.first / whole.first + slope.second / whole.second
    found: NDArray[np.float64] = value + total * (
        slope.excess / root - 0.5 * value * bend
    )
    return found


def _distinct(ranks: NDArray[np.uint64], weights: NDArray[np.float64] | None) -> int:
    """Return the number of distinct values in rows with weight above 0."""
    kept = ranks if weights is None else ranks[weights > 0]
    return int(np.count_nonzero(np.bincount(kept.view(np.int64))))


def _distinct_without(rows: OrderedRows, distinct: list[int]) -> NDArray[np.int64]:
    """Smaller number of distinct values of the two columns, without each row."""
    left = []
    for ranks, k in zip((rows.true, rows.pred), distinct, strict=True):
        at = ranks.view(np.int64)
        found = np.empty(len(at), np.int64)
        found[rows.rows] = k - (np.bincount(at) == 1)[at]
        left.append(found)
    return np.minimum(*left)


def concordance_values(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    event_observed: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Pseudo-values of `concordance_index`, (1 + Somers' D) / 2."""
    pair = read_columns(y_true, y_score, sample_weight, "y_score")
    events = read_events(event_observed, pair.n)
    if events is None:
        met = _meet(pair, order_rows(pair))
    else:
        met = _meet(pair, *_order_known(pair, events))
    pairs = _halves(met, pair.weights)
    whole = FORMULAS["somers"](pairs, _NOTHING)
    if not whole.first:
        return np.full(pair.n, np.nan)
    if pair.weights is not None:
        slope = FORMULAS["somers"](met, _NOTHING)
        return 0.5 + 0.5 * _limits(whole, slope, sum_f64(pair.weights))
    left = Pairs(*(a - b for a, b in zip(pairs, met, strict=True)))
    return 0.5 + 0.5 * _pseudo(whole, FORMULAS["somers"](left, _NOTHING), pair.n)


# ----------------------------------------------------------------------------- pairings
# Rank correlations over all pairings of few rows, ties included: permutation tests.
#
# If the columns are independent, each of the n! ways to pair their values is as likely
# as any other. The statistic is the number of concordant pairs of rows minus the number
# of discordant ones, or the sum of products of centred ranks. Both are whole numbers,
# so values as extreme as the observed one are counted exactly.


# More rows have approximate p-values.
MOST_ROWS = 33
# Up to this many states times levels are counted exactly, in about 0.1 s.
_MOST_STEPS = 12_000
# Number of pairings that are drawn otherwise, with a fixed seed.
_N_DRAWN, _SEED = 9_999, 0


class Levels(NamedTuple):
    """A column by its distinct values in order: level of each row, and frequencies."""

    rows: Whole
    sizes: list[int]

    def centred(self) -> Whole:
        """For each level, the number of rows below minus the number above."""
        sizes: Whole = np.array(self.sizes)
        return 2 * np.cumsum(sizes) - sizes - len(self.rows)


def _levels(pair: NumberPair) -> tuple[Levels, Levels]:
    """Levels of both columns; the second one has fewer states."""
    found = []
    for keys in order_keys(pair):
        _, rows, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        found.append(Levels(rows.astype(np.int64), sizes.tolist()))
    first, second = sorted(found, key=lambda of: (_n_states(of), of.sizes))[::-1]
    return first, second


def _n_states(of: Levels) -> int:
    return math.prod(size + 1 for size in of.sizes)


def _are_few(of: Levels) -> bool:
    return _n_states(of) * len(of.sizes) <= _MOST_STEPS


def concordance_p(pair: NumberPair, alternative: str) -> float:
    """Return the p-value of concordant minus discordant pairs of rows."""
    first, second = _levels(pair)
    untied = (pair.n**2 - sum(size**2 for size in first.sizes)) // 2

    def value(_: int, level: int, below: int, at: int) -> int:
        # Lower rows of lower groups minus higher ones, plus all rows of lower groups.
        return 2 * below + at

    def counts() -> dict[int, int]:
        return {k - untied: n for k, n in _count(first, second, value).items()}

    def without_ties() -> dict[int, int]:
        most = (pair.n**2 - sum(size**2 for size in second.sizes)) // 2
        orders = count_orders(pair.n, most, second.sizes)
        return {most - 2 * k: n for k, n in enumerate(orders)}

    few = _are_few(second)
    if len(first.sizes) == pair.n:
        few, counts = True, without_ties
    return _p(first, second, _excess, counts if few else None, alternative)


def ranks_p(pair: NumberPair, alternative: str) -> float:
    """P-value of the sum of products of centred ranks."""
    first, second = _levels(pair)
    centred = [each.centred() for each in (first, second)]
    least = [int(each[0]) for each in centred]
    # From 0, in the largest steps: fewer places to count in.
    steps = [int(np.gcd.reduce(each - each[0])) for each in centred]
    ranks = [
        ((each - each[0]) // step).tolist()
        for each, step in zip(centred, steps, strict=True)
    ]

    def value(group: int, level: int, below: int, at: int) -> int:
        return int(ranks[0][group] * ranks[1][level])

    def counts() -> dict[int, int]:
        times, less = math.prod(steps), pair.n * math.prod(least)
        return {times * k - less: n for k, n in _count(first, second, value).items()}

    of_pairing = partial(_product, *centred)
    few = _are_few(second)
    return _p(first, second, of_pairing, counts if few else None, alternative)


def _p(
    first: Levels,
    second: Levels,
    statistic: Statistic,
    counts: Callable[[], dict[int, int]] | None,
    alternative: str,
) -> float:
    """Proportion of pairings as extreme as the observed one: of all, or of a sample.

    ``counts`` returns the number of pairings with each value of the statistic; without
    it, pairings are drawn.
    """
    observed = int(statistic(first.rows, second.rows))
    if counts is not None:
        values, numbers = zip(*counts().items(), strict=True)
        extreme = _as_extreme(np.array(values), observed, alternative)
        tail = sum(n for n, counted in zip(numbers, extreme, strict=True) if counted)
        return tail / sum(numbers)
    # Drawn from sorted rows, so the result does not depend on the order of rows.
    rows, paired = (np.sort(each.rows) for each in (first, second))
    pairings = np.random.default_rng(_SEED).permuted(
        np.tile(paired, (_N_DRAWN, 1)), axis=1
    )
    drawn = statistic(rows, pairings)
    tail = int(_as_extreme(drawn, observed, alternative).sum())
    return (tail + 1) / (_N_DRAWN + 1)


def _as_extreme(values: Whole, observed: int, alternative: str) -> NDArray[np.bool_]:
    if alternative == "less":
        return values <= observed
    if alternative == "greater":
        return values >= observed
    return np.abs(values) >= abs(observed)


def _excess(first: Whole, second: Whole) -> Whole:
    """Return the number of concordant minus discordant pairs of rows."""
    found = np.zeros(second.shape[:-1], np.int64)
    for i in range(1, len(first)):
        signs = np.sign(second[..., i : i + 1] - second[..., :i])
        found += signs @ np.sign(first[i] - first[:i])
    return found


def _product(of_first: Whole, of_second: Whole, first: Whole, second: Whole) -> Whole:
    """Sum of products of centred ranks."""
    found: Whole = of_second[second] @ of_first[first]
    return found


def _count(
    first: Levels, second: Levels, value: Callable[[int, int, int, int], int]
) -> dict[int, int]:
    """Return the number of pairings with each sum of the values of their rows.

    Tie groups of the first column get levels of the second one in order. A state is the
    number of used rows of each level; its counts by sum are the digits of one large
    integer. ``value(group, level, below, at)`` is the contribution of a row: ``below``
    and ``at`` are the rows of lower groups at lower levels and at this level.
    """
    bits = math.factorial(len(first.rows)).bit_length()
    states: dict[tuple[int, ...], int] = {(0,) * len(second.sizes): 1}
    before, last = 0, len(second.sizes) - 1
    for group, size in enumerate(first.sizes):
        for level, most in enumerate(second.sizes):
            after: dict[tuple[int, ...], int] = defaultdict(int)
            for used, counts in states.items():
                at = used[level]
                filled = sum(used) - before
                below = sum(used[:level]) - filled
                shift = bits * value(group, level, below, at)
                left = size - filled
                for n in range(left if level == last else 0, left + 1):
                    if at + n > most:
                        break
                    now = (*used[:level], at + n, *used[level + 1 :])
                    after[now] += math.comb(most - at, n) * counts << n * shift
            states = after
        before += size
    [digits] = states.values()
    found, mask = {}, (1 << bits) - 1
    for k in range(digits.bit_length() // bits + 1):
        if n := digits >> bits * k & mask:
            found[k] = n
    return found


def count_orders(n: int, most: int, sizes: Sequence[int] = ()) -> list[int]:
    """Numbers of orders of n rows with 0, 1, ... ``most`` inversions.

    ``sizes`` are numbers of equal rows, whose order does not matter.
    """
    counts = [1] + most * [0]
    for m in range(2, n + 1):
        # The m-th row is in the wrong order with 0 to m - 1 of those before.
        upto = list(accumulate(counts))
        counts = [
            total - (upto[k - m] if k >= m else 0) for k, total in enumerate(upto)
        ]
    for m in (m for size in sizes for m in range(2, size + 1)):
        # The same recurrence reversed.
        counts = [a - b for a, b in zip(counts, [0, *counts[:-1]], strict=True)]
        for k in range(m, most + 1):
            counts[k] += counts[k - m]
    return counts


# -------------------------------------------------------------------- correlation tests
# P-values of correlations under independence of the columns.
#
# Exact for few rows, otherwise as in SciPy, which is loaded on first use.


# With at most this many pairs in the rarer order, the distribution of Kendall's tau is
# counted exactly for any number of rows without ties.
_FEW_PAIRS = 1
# The largest number whose factorial is in the range of a float.
_LAST_FACTORIAL = 170


def _p_value(
    statistic: float, alternative: str, below: Callable[[float], float]
) -> float:
    """P-value from the distribution function of a distribution symmetric about 0."""
    if math.isnan(statistic):
        return math.nan
    if alternative == "less":
        return below(statistic)
    if alternative == "greater":
        return below(-statistic)
    return 2.0 * below(-abs(statistic))


def _normal_p(z: float, alternative: str) -> float:
    """P-value of a standard normal statistic."""
    return _p_value(z, alternative, lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))


def spearman_p(r: float, pair: NumberPair, alternative: str) -> float:
    """P-value of Spearman's rho: a permutation test, or Student's t."""
    from scipy.special import stdtr

    n = pair.n
    if n <= MOST_ROWS:
        return ranks_p(pair, alternative)
    rest = (1.0 + r) * (1.0 - r)
    t = r * math.sqrt((n - 2) / rest) if rest > 0 else math.copysign(math.inf, r)
    return _p_value(t, alternative, lambda x: float(stdtr(n - 2, x)))


def beta_p(r: float, n: int, alternative: str) -> float:
    """P-value of Pearson's r for normal columns: a beta distribution on (-1, 1)."""
    from scipy.special import betainc

    if math.isnan(r):
        return math.nan
    if n == 2:  # r can be 1 or -1 only
        return 1.0
    shape = n / 2 - 1
    return _p_value(r, alternative, lambda x: float(betainc(shape, shape, (x + 1) / 2)))


def kendall_p(counted: Counted, pair: NumberPair, alternative: str) -> float:
    """P-value of concordant minus discordant pairs of rows.

    A permutation test for few rows, otherwise a normal approximation with a variance
    for ties. Neither column is constant.
    """
    concordant, discordant = counted.pairs[:2]
    n, true, pred = counted.total, counted.true, counted.pred
    if n <= MOST_ROWS:
        return concordance_p(pair, alternative)
    untied = true.distinct == pred.distinct == n
    if untied and min(concordant, discordant) <= _FEW_PAIRS:
        return _exact_p(concordant, discordant, n, alternative)
    pairs = n * (n - 1)
    # Sums over groups of t tied rows: t(t - 1), t(t - 1)(t - 2), t(t - 1)(2t + 5).
    twos = [each.squares - n for each in (true, pred)]
    threes = [each.cubes - 3 * each.squares + 2 * n for each in (true, pred)]
    fives = [2 * each.cubes + 3 * each.squares - 5 * n for each in (true, pred)]
    variance = (
        (pairs * (2 * n + 5) - sum(fives)) / 18
        + twos[0] * twos[1] / (2 * pairs)
        + threes[0] * threes[1] / (9 * pairs * (n - 2))
    )
    return _normal_p((concordant - discordant) / math.sqrt(variance), alternative)


def _exact_p(concordant: int, discordant: int, n: int, alternative: str) -> float:
    """P-value among all orders of n rows, all equally likely."""
    if n > _LAST_FACTORIAL:
        tail = at = 0.0
    else:
        counts = count_orders(n, min(concordant, discordant))
        whole = math.factorial(n)
        tail, at = sum(counts) / whole, counts[-1] / whole
    if alternative == "two-sided":
        return min(1.0, 2 * tail)
    expected = concordant >= discordant
    return tail if expected == (alternative == "greater") else min(1.0, 1 - tail + at)
