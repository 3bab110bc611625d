"""Tests of all pairs of models, or against a control, a pair at a time."""

import math
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_p_value
from fastmetrics.reference.comparison.adjustments import adjust_pvalues
from fastmetrics.reference.comparison.paired_tests.signed_ranks import (
    wilcoxon_signed_rank_test,
)
from fastmetrics.reference.comparison.paired_tests.signs import sign_test
from fastmetrics.reference.comparison.rank_tests.mean_ranks import studentized_range_sf
from fastmetrics.reference.comparison.rank_tests.ranks import (
    Table,
    mid_ranks,
    several_rows,
    table_of,
)
from fastmetrics.reference.inputs import check_choice


class PairwiseTests(NamedTuple):
    """Matrices for all pairs, rows for a control."""

    estimates: Any
    statistics: Any
    pvalues: Any
    adjusted_pvalues: Any
    mean_ranks: list[float]


def nemenyi_test(
    scores: Table, *, greater_is_better: bool = True, decimals: int | None = None
) -> PairwiseTests:
    """Compare mean ranks with the law of their range."""
    return pairwise_tests(
        scores, greater_is_better=greater_is_better, decimals=decimals
    )


def bonferroni_dunn_test(
    scores: Table,
    *,
    control: Any,
    adjust: str | None = "bonferroni",
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> PairwiseTests:
    """Compare mean ranks with that of the control."""
    if control is None:
        raise ValueError("control is None")
    return pairwise_tests(
        scores,
        test="rank-z",
        control=control,
        adjust=adjust,
        greater_is_better=greater_is_better,
        decimals=decimals,
    )


def pairwise_tests(
    scores: Table,
    *,
    test: str = "nemenyi",
    control: Any = None,
    adjust: str | None = "auto",
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> PairwiseTests:
    """Test each pair on its own, then adjust."""
    choices = ["nemenyi", "rank-z", "conover", "wilcoxon", "sign", "t"]
    check_choice("test", test, choices)
    if test == "nemenyi" and (control is not None or adjust not in (None, "auto")):
        raise ValueError("Nemenyi's test is of all pairs and adjusted by its law")
    names, rows = table_of(scores)
    several_rows(rows)
    if control is not None and control not in names:
        raise ValueError(f"no model {control!r}")
    _, rounded = table_of(scores, decimals)
    ranks = [mid_ranks(row, greater_is_better) for row in rounded]
    k = len(names)
    found = {
        (i, j): compare(test, rows, ranks, i, j, decimals)
        for i in range(k)
        for j in range(k)
        if i != j
    }
    same = (0.0, 0.0, 1.0)
    tables = [
        [[found.get((i, j), same)[what] for j in range(k)] for i in range(k)]
        for what in range(3)
    ]
    if adjust == "auto":
        adjust = None if test == "nemenyi" else "holm"
    parts: list[Any] = tables
    if control is not None:
        place = names.index(control)
        parts = [
            [math.nan if i == place else table[i][place] for i in range(k)]
            for table in tables
        ]
    pvalues = parts[2]
    adjusted = pvalues if adjust is None else adjust_pvalues(pvalues, method=adjust)
    means = [float(sum(c, Fraction(0)) / len(rows)) for c in zip(*ranks, strict=True)]
    return PairwiseTests(parts[0], parts[1], pvalues, adjusted, means)


def compare(
    test: str,
    rows: list[list[float]],
    ranks: list[list[Fraction]],
    i: int,
    j: int,
    decimals: int | None,
) -> tuple[float, float, float]:
    """Return the estimate, the statistic and the p-value of models i and j."""
    x, y = ([row[column] for row in rows] for column in (i, j))
    if test == "wilcoxon":
        signed = wilcoxon_signed_rank_test(x, y, decimals=decimals)
        return signed.estimate, signed.statistic, signed.pvalue
    differences = [a - b for a, b in zip(x, y, strict=True)]
    if test == "sign":
        if decimals is not None:
            differences = [round(one, decimals) for one in differences]
        signs = sign_test(differences)
        return signs.estimate, signs.statistic, signs.pvalue
    n, k = len(rows), len(rows[0])
    if test == "t":
        mean = math.fsum(differences) / n
        variance = math.fsum((one - mean) ** 2 for one in differences) / (n - 1)
        t = mean / math.sqrt(variance / n)
        return mean, t, student_p_value(t, n - 1)
    sums = [sum(column, Fraction(0)) for column in zip(*ranks, strict=True)]
    difference = float((sums[i] - sums[j]) / n)
    if test == "conover":
        squares = sum((one**2 for row in ranks for one in row), Fraction(0))
        left = n * squares - sum((one**2 for one in sums), Fraction(0))
        error = math.sqrt(2 * left / ((n - 1) * (k - 1)))
        t = float(sums[i] - sums[j]) / error
        return difference, t, student_p_value(t, (n - 1) * (k - 1))
    z = difference / math.sqrt(k * (k + 1) / (6 * n))
    if test == "nemenyi":
        return difference, z, studentized_range_sf(math.sqrt(2) * abs(z), k)
    return difference, z, math.erfc(abs(z) / math.sqrt(2))
