"""Pairs of rows by their order in two columns: of all rows, and those of each row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.sorting import sort_pairs
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import rank_pairs
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.formulas.correlations import (
    FORMULAS,
    Distinct,
    Pairs,
    Ratio,
)
from fastmetrics.metrics.regression.measuring.ranks import (
    OrderedRows,
    Ties,
    order_keys,
    order_rows,
    read_columns,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = [
    "Counted",
    "concordance_values",
    "count_known_pairs",
    "count_pairs",
    "pair_values",
    "read_events",
    "weigh_pairs",
]


# What only variant "c" of Kendall's tau asks for.
_NOTHING = Distinct(None, None)


class Counted(NamedTuple):
    """The pairs of rows, and what a column of each kind has of distinct values."""

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
    """Return which times ended with an event as 0 and 1; None: all of them."""
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

    Tied are those of one score. Counts, or sums of products of weights.
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
    """Sort rows in time, an event before what is censored at the same time."""
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
    """Return ``n v - (n - 1) v_i`` of a measure of all rows, and without each row."""
    found: NDArray[np.float64] = n * whole.value() - (n - 1) * without.values()
    return found


def _limits(whole: Ratio, slope: Ratio, total: float) -> NDArray[np.float64]:
    """Return the measure plus what a small change of each row's weight makes of it.

    ``slope``: the derivatives of the parts of the measure by each weight.
    """
    value = whole.value()
    root = np.sqrt(whole.first) * np.sqrt(whole.second)
    bend = slope.first / whole.first + slope.second / whole.second
    found: NDArray[np.float64] = value + total * (
        slope.excess / root - 0.5 * value * bend
    )
    return found


def _distinct(ranks: NDArray[np.uint64], weights: NDArray[np.float64] | None) -> int:
    """Return the number of distinct values in rows that weigh something."""
    kept = ranks if weights is None else ranks[weights > 0]
    return int(np.count_nonzero(np.bincount(kept.view(np.int64))))


def _distinct_without(rows: OrderedRows, distinct: list[int]) -> NDArray[np.int64]:
    """Return the smaller number of distinct values of a column without each row."""
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
    """Return the pseudo-values of `concordance_index`: half of 1 and Somers' D."""
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
