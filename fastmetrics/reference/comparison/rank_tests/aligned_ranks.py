"""Hodges and Lehmann (1962), by the formula of García et al. (2010) in fractions."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.comparison.rank_tests.friedman import (
    FriedmanTest,
    chi_squared,
    pvalue_of,
)
from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    several_rows,
    table_of,
)
from fastmetrics.reference.inputs import check_choice


def aligned_ranks_test(
    scores: Table,
    *,
    ties: str = "corrected",
    method: str = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: Any = None,
) -> FriedmanTest:
    """Test whether models differ by ranks of scores less the mean of their row."""
    check_choice("ties", ties, ["corrected", "ignored"])
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    _, rows = table_of(scores, decimals)
    several_rows(rows)
    n, k = len(rows), len(rows[0])
    exact = [
        [
            Fraction(one) if decimals is None else Fraction(str(round(one, decimals)))
            for one in row
        ]
        for row in rows
    ]
    aligned = [[one - sum(row, Fraction(0)) / k for one in row] for row in exact]
    every = [one for row in aligned for one in row]
    sign = 1 if greater_is_better else -1
    ranks = [
        [
            1
            + sum(sign * other > sign * one for other in every)
            + Fraction(every.count(one) - 1, 2)
            for one in row
        ]
        for row in aligned
    ]
    sums = [sum(column, Fraction(0)) for column in zip(*ranks, strict=True)]
    of_rows = sum((sum(row, Fraction(0)) ** 2 for row in ranks), Fraction(0)) / k
    above = sum((one**2 for one in sums), Fraction(0))
    above -= Fraction(k * n**2, 4) * (k * n + 1) ** 2
    squares = sum((one**2 for row in ranks for one in row), Fraction(0))
    whole = squares - of_rows
    if ties == "ignored":
        below = Fraction(k * n * (k * n + 1) * (2 * k * n + 1), 6) - of_rows
    else:
        below = whole
    statistic = (k - 1) * above / below if whole else Fraction(0)
    # Within a row the law is that of its ranks, which need only be put about 0.
    centred = [[one - sum(row, Fraction(0)) / k for one in row] for row in ranks]
    p = pvalue_of(centred, statistic, "chi2", method, n_resamples, random_state)
    means = [float(one / n) for one in sums]
    inner = [
        [
            1
            + sum((Fraction(sign * other > sign * one) for other in row), Fraction(0))
            + Fraction(row.count(one) - 1, 2)
            for one in row
        ]
        for row in exact
    ]
    w = float(chi_squared(inner, ties) / (n * (k - 1)))
    return FriedmanTest(float(statistic), p, means, w)
