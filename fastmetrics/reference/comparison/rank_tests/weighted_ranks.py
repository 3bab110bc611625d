"""Quade (1979), by the sums of Conover's textbook in fractions."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.comparison.rank_tests.friedman import (
    FriedmanTest,
    chi_squared,
    pvalue_of,
)
from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    mid_ranks,
    several_rows,
    table_of,
)
from fastmetrics.reference.inputs import check_choice


def quade_test(
    scores: Table,
    *,
    method: str = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
    n_resamples: int = 9999,
    random_state: Any = None,
) -> FriedmanTest:
    """Test whether models differ by ranks that weigh as the rank of the range."""
    check_choice("method", method, ["auto", "exact", "asymptotic", "monte-carlo"])
    _, rows = table_of(scores, decimals)
    several_rows(rows)
    ranks = [mid_ranks(row, greater_is_better) for row in rows]
    ranges = [max(row) - min(row) for row in rows]
    if decimals is not None:
        ranges = [round(one, decimals) for one in ranges]
    weights = mid_ranks(ranges, greater_is_better=False)
    n, k = len(rows), len(rows[0])
    middle = Fraction(k + 1, 2)
    weighted = [
        [q * (rank - middle) for rank in row]
        for q, row in zip(weights, ranks, strict=True)
    ]
    squares = sum((one**2 for row in weighted for one in row), Fraction(0))
    sums = [sum(column, Fraction(0)) for column in zip(*weighted, strict=True)]
    between = sum((one**2 for one in sums), Fraction(0)) / n
    if between == 0:
        f = 0.0
    elif squares == between:
        f = math.inf
    else:
        f = float((n - 1) * between / (squares - between))
    # Of N (k - 1) B / A Friedman's F, and its law, are Quade's.
    chi2 = n * (k - 1) * between / squares if squares else Fraction(0)
    p = pvalue_of(weighted, chi2, "f", method, n_resamples, random_state)
    means = [
        float(
            sum(
                (q * row[j] for q, row in zip(weights, ranks, strict=True)), Fraction(0)
            )
            / sum(weights, Fraction(0))
        )
        for j in range(k)
    ]
    w = float(chi_squared(ranks, "corrected") / (n * (k - 1)))
    return FriedmanTest(f, p, means, w)
