"""Correlation, agreement and concordance of two columns of numbers."""

import itertools
import math
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_choice,
    check_scores,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.regression.numbers import (
    Row,
    averaged,
    mean,
    outputs_of,
    root,
    variance,
)


class Pairs(NamedTuple):
    """Weights of the pairs of rows by their order in the two columns."""

    concordant: Any
    discordant: Any
    tied_true: Any  # in the first column alone
    tied_pred: Any  # in the second column alone
    tied_both: Any


class WeightedPair(NamedTuple):
    """The two values of a row, and its exact weight."""

    true: Any
    pred: Any
    weight: Any


def rows_of(y_true, y_pred, sample_weight, alternative="two-sided"):
    """Return the rows that weigh something, their values exact."""
    check_choice("alternative", alternative, ("two-sided", "less", "greater"))
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    columns = [map(Fraction, check_scores(column)) for column in (y_true, y_pred)]
    weights = check_weights(sample_weight, n)
    rows = [WeightedPair(*each) for each in zip(*columns, weights, strict=True)]
    return [row for row in rows if row.weight]


def constant(rows: list[WeightedPair]) -> str:
    """Return which column has one value only, "" if none has."""
    if len({row.true for row in rows}) < 2:
        return "y_true is constant"
    return "y_pred is constant" if len({row.pred for row in rows}) < 2 else ""


def over_root(above: Fraction | int, first: Any, second: Any) -> float:
    """Return ``above / sqrt(first * second)``, rounded in the end only."""
    size = math.sqrt(Fraction(above) ** 2 / (Fraction(first) * Fraction(second)))
    return math.copysign(size, above) if above else 0.0


def weighted_correlation(rows: list[WeightedPair]) -> float:
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


def pearson_r(y_true, y_pred, *, alternative="two-sided", sample_weight=None):
    """Covariance of the two columns over the product of their standard deviations."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("pearson_r", constant(rows))
    return weighted_correlation(rows)


def spearman_rho(y_true, y_pred, *, alternative="two-sided", sample_weight=None):
    """Pearson's correlation of the ranks: the weight below, and half of that level."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("spearman_rho", constant(rows))

    def rank(value: Any, column: int) -> Fraction:
        below = sum(row.weight for row in rows if row[column] < value)
        level = sum(row.weight for row in rows if row[column] == value)
        return below + Fraction(level) / 2

    ranked = [
        WeightedPair(rank(row.true, 0), rank(row.pred, 1), row.weight) for row in rows
    ]
    return weighted_correlation(ranked)


def pairs_of(rows: list[WeightedPair]) -> Pairs:
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


def concordance(rows: list[WeightedPair]) -> Fraction:
    """Return concordant minus discordant pairs: 0 if tau, D and gamma are."""
    pairs = pairs_of(rows)
    return pairs.concordant - pairs.discordant


def rank_product(rows: list[WeightedPair]) -> Fraction:
    """Return the sum of products of centred ranks: 0 if Spearman's rho is."""

    def centred(value: Any, column: int) -> int:
        others = [row[column] for row in rows]
        return sum(one < value for one in others) - sum(one > value for one in others)

    return Fraction(sum(centred(row.true, 0) * centred(row.pred, 1) for row in rows))


def permutation_pvalue(rows, statistic, alternative):
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
    y_true, y_pred, *, variant="b", alternative="two-sided", sample_weight=None
):
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


class Moments(NamedTuple):
    """Weighted means, and means of squares and products about them, exact."""

    true: Fraction
    pred: Fraction
    true_square: Fraction
    pred_square: Fraction
    product: Fraction


def moments(rows: list[Row]) -> Moments:
    """Return the moments of two columns."""
    true, pred = [row.true for row in rows], [row.pred for row in rows]
    a, b = mean(true, rows), mean(pred, rows)
    products = [(y - a) * (p - b) for y, p in zip(true, pred, strict=True)]
    return Moments(
        a, b, variance(true, rows), variance(pred, rows), mean(products, rows)
    )


def concordance_correlation_coefficient(
    y_true, y_pred, *, ddof=0, sample_weight=None, multioutput="uniform_average"
):
    """Return 2 s_xy / (s_x² + s_y² + (x̄ - ȳ)²), Lin's coefficient.

    Weighted rows count as many as there would be, without weights, of means of the same
    precision.
    """
    if not 0 <= ddof < math.inf:
        raise ValueError(f"ddof={ddof!r} is not finite and >= 0")
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        of = moments(rows)
        squares = sum(Fraction(row.weight) ** 2 for row in rows)
        n = Fraction(sum(row.weight for row in rows)) ** 2 / squares
        if not n > ddof:
            values.append(warn_undefined("the coefficient", "no more rows than ddof"))
            continue
        factor = n / (n - Fraction(ddof))
        apart = factor * (of.true_square + of.pred_square) + (of.true - of.pred) ** 2
        if apart == 0:
            values.append(warn_undefined("the coefficient", "two equal constants"))
        else:
            values.append(float(2 * factor * of.product / apart))
    return averaged(values, multioutput)


def cosine_similarity(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return Σ w y p / √(Σ w y² Σ w p²), the cosine of the angle of two columns."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        weights = [Fraction(row.weight) for row in rows]
        both, true, pred = (
            sum(
                (w * a * b for w, (a, b) in zip(weights, pairs, strict=True)),
                Fraction(),
            )
            for pairs in (
                [(row.true, row.pred) for row in rows],
                [(row.true, row.true) for row in rows],
                [(row.pred, row.pred) for row in rows],
            )
        )
        if true == 0 or pred == 0:
            values.append(warn_undefined("the cosine", "a column is all 0"))
        else:
            values.append(math.copysign(root(both**2 / (true * pred)), both))
    return averaged(values, multioutput)


def kling_gupta_efficiency(
    y_true, y_pred, *, variant="2009", sample_weight=None, multioutput="uniform_average"
):
    """Return 1 less the distance of (r, α, β) from (1, 1, 1)."""
    check_choice("variant", variant, ["2009", "2012"])
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        of = moments(rows)
        needed = [of.true_square, of.pred_square, of.true]
        if variant == "2012":
            needed.append(of.pred)
        if not all(needed):
            values.append(warn_undefined("the efficiency", "a divisor is 0"))
            continue
        size = root(of.product**2 / (of.true_square * of.pred_square))
        r = math.copysign(size, of.product)
        alpha = root(of.pred_square / of.true_square)
        beta = float(of.pred / of.true)
        if variant == "2012":
            alpha /= beta
        values.append(1 - math.hypot(r - 1, alpha - 1, beta - 1))
    return averaged(values, multioutput)


def somers_d(y_true, y_pred, *, alternative="two-sided", sample_weight=None):
    """Concordant less discordant pairs, over the pairs that are not tied in y_true."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("somers_d", constant(rows))
    pairs = pairs_of(rows)
    untied = pairs.concordant + pairs.discordant + pairs.tied_pred
    return float((pairs.concordant - pairs.discordant) / untied)


def goodman_kruskal_gamma(
    y_true, y_pred, *, alternative="two-sided", sample_weight=None
):
    """Concordant less discordant pairs, over both of these."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("goodman_kruskal_gamma", constant(rows))
    pairs = pairs_of(rows)
    return float(
        (pairs.concordant - pairs.discordant) / (pairs.concordant + pairs.discordant)
    )


def concordance_index(y_true, y_score, *, event_observed=None, sample_weight=None):
    """Share of the pairs with a known order in time that the scores put in that order.

    The order is known where the shorter time ended with an event; of equal times where
    one did and the other did not, which is the longer one. A tied score is half right.
    """
    n = same_length(
        y_true=y_true,
        y_score=y_score,
        event_observed=event_observed,
        sample_weight=sample_weight,
    )
    times, scores = check_scores(y_true), check_scores(y_score)
    weights = check_weights(sample_weight, n)
    events = [True] * n if event_observed is None else list(event_observed)
    if any(event not in (0, 1) for event in events):
        raise ValueError("event_observed must hold 0 and 1 only")
    known = right = Fraction(0)
    for i in range(n):
        for j in range(n):
            later = times[j] == times[i] and not events[j]
            if not events[i] or not (times[i] < times[j] or later):
                continue
            weight = weights[i] * weights[j]
            known += weight
            if scores[i] < scores[j]:
                right += weight
            elif scores[i] == scores[j]:
                right += Fraction(weight) / 2
    if known == 0:
        return warn_undefined("concordance_index", "no pair has a known order")
    return float(right / known)


def normalized_gini_coefficient(y_true, y_pred, *, sample_weight=None):
    """Area of the concentration curve by the predictions, over that of the best order.

    Rows from the largest on add to what the first of them have; rows of one prediction
    are added together, in a straight line.
    """
    rows = rows_of(y_true, y_pred, sample_weight)
    if len({row.true for row in rows}) < 2:
        return warn_undefined("normalized_gini_coefficient", "y_true is constant")
    by_prediction = _area([(row.pred, row) for row in rows])
    return float(by_prediction / _area([(row.true, row) for row in rows]))


def _area(keyed: list[tuple[Fraction, WeightedPair]]) -> Fraction:
    """Return the area between what the first rows have and an equal share of it."""
    weight = sum(row.weight for _, row in keyed)
    mean = sum(row.weight * row.true for _, row in keyed) / weight
    area = height = Fraction(0)
    for key in sorted({key for key, _ in keyed}, reverse=True):
        level = [row for own, row in keyed if own == key]
        rise = sum(row.weight * (row.true - mean) for row in level)
        area += sum(row.weight for row in level) * (height + rise / 2)
        height += rise
    return area
