"""Correlation of two columns: of their values, of their ranks, of their order."""

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_choice,
    check_scores,
    check_weights,
    same_length,
    warn_undefined,
)

__all__ = ["kendall_tau", "pearson_r", "spearman_rho"]

Column = Sequence[Any]


class Pairs(NamedTuple):
    """Weights of the pairs of rows by their order in the two columns."""

    concordant: Any
    discordant: Any
    tied_true: Any  # in the first column alone
    tied_pred: Any  # in the second column alone
    tied_both: Any


class Row(NamedTuple):
    """The two values of a row, and its exact weight."""

    true: Any
    pred: Any
    weight: Any


def rows_of(
    y_true: Column,
    y_pred: Column,
    sample_weight: Column | None,
    alternative: str = "two-sided",
) -> list[Row]:
    """Return the rows that weigh something, their values exact."""
    check_choice("alternative", alternative, ("two-sided", "less", "greater"))
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    columns = [map(Fraction, check_scores(column)) for column in (y_true, y_pred)]
    weights = check_weights(sample_weight, n)
    rows = [Row(*each) for each in zip(*columns, weights, strict=True)]
    return [row for row in rows if row.weight]


def constant(rows: list[Row]) -> str:
    """Return which column has one value only, "" if none has."""
    if len({row.true for row in rows}) < 2:
        return "y_true is constant"
    return "y_pred is constant" if len({row.pred for row in rows}) < 2 else ""


def over_root(above: Fraction | int, first: Any, second: Any) -> float:
    """Return ``above / sqrt(first * second)``, rounded in the end only."""
    size = math.sqrt(Fraction(above) ** 2 / (Fraction(first) * Fraction(second)))
    return math.copysign(size, above) if above else 0.0


def weighted_correlation(rows: list[Row]) -> float:
    """Return Pearson's correlation of the values of rows."""
    total = sum(row.weight for row in rows)
    mean_true = Fraction(sum(row.weight * row.true for row in rows)) / total
    mean_pred = Fraction(sum(row.weight * row.pred for row in rows)) / total
    product = true_square = pred_square = Fraction(0)
    for true, pred, weight in rows:
        product += weight * (true - mean_true) * (pred - mean_pred)
        true_square += weight * (true - mean_true) ** 2
        pred_square += weight * (pred - mean_pred) ** 2
    return over_root(product, true_square, pred_square)


def pearson_r(
    y_true: Column,
    y_pred: Column,
    *,
    alternative: str = "two-sided",
    sample_weight: Column | None = None,
) -> float:
    """Covariance of the two columns over the product of their standard deviations."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("pearson_r", constant(rows))
    return weighted_correlation(rows)


def spearman_rho(
    y_true: Column,
    y_pred: Column,
    *,
    alternative: str = "two-sided",
    sample_weight: Column | None = None,
) -> float:
    """Pearson's correlation of the ranks: the weight below, and half of that level."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("spearman_rho", constant(rows))

    def rank(value: Any, column: int) -> Fraction:
        below = sum(row.weight for row in rows if row[column] < value)
        level = sum(row.weight for row in rows if row[column] == value)
        return below + Fraction(level) / 2

    ranked = [Row(rank(row.true, 0), rank(row.pred, 1), row.weight) for row in rows]
    return weighted_correlation(ranked)


def pairs_of(rows: list[Row]) -> Pairs:
    """Sort the pairs of rows by their order; a pair weighs the product of the two."""
    found = dict.fromkeys(Pairs._fields, Fraction(0))
    for i, one in enumerate(rows):
        for other in rows[:i]:
            true, pred = one.true - other.true, one.pred - other.pred
            if true == 0 and pred == 0:
                kind = "tied_both"
            elif true == 0:
                kind = "tied_true"
            elif pred == 0:
                kind = "tied_pred"
            else:
                kind = "concordant" if true * pred > 0 else "discordant"
            found[kind] += one.weight * other.weight
    return Pairs(**found)


def concordance(rows: list[Row]) -> Fraction:
    """Return concordant minus discordant pairs: 0 if tau, D and gamma are."""
    pairs = pairs_of(rows)
    return pairs.concordant - pairs.discordant


def rank_product(rows: list[Row]) -> Fraction:
    """Return the sum of products of centred ranks: 0 if Spearman's rho is."""

    def centred(value: Any, column: int) -> int:
        others = [row[column] for row in rows]
        return sum(one < value for one in others) - sum(one > value for one in others)

    return Fraction(sum(centred(row.true, 0) * centred(row.pred, 1) for row in rows))


def permutation_pvalue(
    rows: list[Row], statistic: Callable[[list[Row]], Fraction], alternative: str
) -> float:
    """Return the proportion of all n! pairings with a statistic as extreme."""
    observed = statistic(rows)
    extreme = {
        "less": lambda value: value <= observed,
        "greater": lambda value: value >= observed,
        "two-sided": lambda value: abs(value) >= abs(observed),
    }[alternative]
    orders = list(itertools.permutations([row.pred for row in rows]))
    found = [
        statistic(
            [row._replace(pred=one) for row, one in zip(rows, order, strict=True)]
        )
        for order in orders
    ]
    return sum(map(extreme, found)) / len(orders)


def kendall_tau(
    y_true: Column,
    y_pred: Column,
    *,
    variant: str = "b",
    alternative: str = "two-sided",
    sample_weight: Column | None = None,
) -> float:
    """Concordant less discordant pairs, over how many there could be.

    Over all pairs ("a"); over the root of the product of the pairs that are not tied in
    the one and in the other column ("b"); over ``n**2 (k - 1) / (2 k)``, with k the
    smaller number of distinct values ("c").
    """
    check_choice("variant", variant, ("a", "b", "c"))
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("kendall_tau", constant(rows))
    pairs = pairs_of(rows)
    excess = pairs.concordant - pairs.discordant
    if variant == "a":
        return float(excess / sum(pairs))
    if variant == "c":
        k = min(len({row.true for row in rows}), len({row.pred for row in rows}))
        total = sum(row.weight for row in rows)
        return float(excess * 2 * k / (total**2 * (k - 1)))
    untied = pairs.concordant + pairs.discordant
    return over_root(excess, untied + pairs.tied_pred, untied + pairs.tied_true)
