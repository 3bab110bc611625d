"""The twin of adjust_pvalues against numbers worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.comparison.adjustments import adjust_pvalues

FOUR = [0.01, 0.02, 0.03, 0.04]


@one_case(
    ("method", "expected"),
    [
        ("bonferroni", [0.04, 0.08, 0.12, 0.16]),
        ("holm", [0.04, 0.06, 0.06, 0.06]),
        ("hochberg", [0.04, 0.04, 0.04, 0.04]),
        ("hommel", [0.04, 0.04, 0.04, 0.04]),
        ("bh", [0.04, 0.04, 0.04, 0.04]),
        ("by", [0.04 * 25 / 12] * 4),
        ("sidak", [1 - 0.99**4, 1 - 0.98**4, 1 - 0.97**4, 1 - 0.96**4]),
        ("holm-sidak", [1 - 0.99**4, 1 - 0.98**3, 1 - 0.97**2, 1 - 0.97**2]),
    ],
)
def test_four_equally_spaced(method, expected):
    assert adjust_pvalues(FOUR, method=method) == pytest.approx(expected, rel=1e-12)


def test_hommel_lies_between_hochberg_and_simes():
    # The third needs 3 · 0.02 / 2 = 0.03 of the pair above it, not 3 · 0.012.
    pvalues = [0.012, 0.02, 0.02]
    assert adjust_pvalues(pvalues, method="hommel") == pytest.approx([0.02] * 3)


def test_shaffers_steps_for_four_models():
    # Shaffer (1986): of six pairs of four means 6, 3, 3, 3, 2, 1 can be equal.
    p = [0.001, 0.002, 0.003, 0.004, 0.005, 0.006]
    pairs = iter(p)
    matrix = [[1.0] * 4 for _ in range(4)]
    for i in range(4):
        for j in range(i + 1, 4):
            matrix[i][j] = matrix[j][i] = next(pairs)
    found = adjust_pvalues(matrix, method="shaffer")
    flat = [found[i][j] for i in range(4) for j in range(i + 1, 4)]
    assert flat == pytest.approx([0.006, 0.006, 0.009, 0.012, 0.012, 0.012])


def test_a_missing_p_value_is_not_counted():
    first, missing, last = adjust_pvalues([0.01, math.nan, 0.02])
    assert (first, last) == (0.02, 0.02)
    assert math.isnan(missing)


def test_tests_that_were_not_passed_count_as_large():
    assert adjust_pvalues([0.01], method="bonferroni", n_tests=5) == [0.05]
    assert adjust_pvalues([0.01, 0.02], method="bh", n_tests=4) == [0.04, 0.04]
