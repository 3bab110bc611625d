"""Mid-ranks, by counting who is better."""

from collections.abc import Sequence
from fractions import Fraction

from fastmetrics.reference.comparison.rank_tests.tables import Table, table_of


def rank_scores(
    scores: Table, *, greater_is_better: bool = True, decimals: int | None = None
) -> list[list[float]]:
    """Rank the models on each data set, the best first; ties share the mean rank."""
    _, rows = table_of(scores, decimals)
    return [[float(one) for one in mid_ranks(row, greater_is_better)] for row in rows]


def mid_ranks(row: Sequence[float], greater_is_better: bool) -> list[Fraction]:
    """Return the ranks of one row."""
    sign = 1 if greater_is_better else -1
    return [
        1
        + sum((Fraction(sign * other > sign * one) for other in row), Fraction(0))
        + Fraction(sum(other == one for other in row) - 1, 2)
        for one in row
    ]
