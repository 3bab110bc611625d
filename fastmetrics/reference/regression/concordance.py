"""How often pairs of rows are in the right order."""

from fractions import Fraction

from fastmetrics.reference.inputs import (
    check_scores,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.regression.correlation import (
    Column,
    Row,
    constant,
    pairs_of,
    rows_of,
)

__all__ = [
    "concordance_index",
    "goodman_kruskal_gamma",
    "normalized_gini_coefficient",
    "somers_d",
]


def somers_d(
    y_true: Column,
    y_pred: Column,
    *,
    alternative: str = "two-sided",
    sample_weight: Column | None = None,
) -> float:
    """Concordant less discordant pairs, over the pairs that are not tied in y_true."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("somers_d", constant(rows))
    pairs = pairs_of(rows)
    untied = pairs.concordant + pairs.discordant + pairs.tied_pred
    return float((pairs.concordant - pairs.discordant) / untied)


def goodman_kruskal_gamma(
    y_true: Column,
    y_pred: Column,
    *,
    alternative: str = "two-sided",
    sample_weight: Column | None = None,
) -> float:
    """Concordant less discordant pairs, over both of these."""
    rows = rows_of(y_true, y_pred, sample_weight, alternative)
    if constant(rows):
        return warn_undefined("goodman_kruskal_gamma", constant(rows))
    pairs = pairs_of(rows)
    return float(
        (pairs.concordant - pairs.discordant) / (pairs.concordant + pairs.discordant)
    )


def concordance_index(
    y_true: Column,
    y_score: Column,
    *,
    event_observed: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
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


def normalized_gini_coefficient(
    y_true: Column, y_pred: Column, *, sample_weight: Column | None = None
) -> float:
    """Area of the concentration curve by the predictions, over that of the best order.

    Rows from the largest on add to what the first of them have; rows of one prediction
    are added together, in a straight line.
    """
    rows = rows_of(y_true, y_pred, sample_weight)
    if len({row.true for row in rows}) < 2:
        return warn_undefined("normalized_gini_coefficient", "y_true is constant")
    by_prediction = _area([(row.pred, row) for row in rows])
    return float(by_prediction / _area([(row.true, row) for row in rows]))


def _area(keyed: list[tuple[Fraction, Row]]) -> Fraction:
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
