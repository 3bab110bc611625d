"""How often tests of rank correlations reject independent columns.

Ties are in both columns: each value of the first is there twice, and the second has
five values. All pairings of given columns are as likely, so that a p-value depends on
the statistic alone, and is computed once for each of its values.
"""

import math
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

LEVELS, N_SETS, N_MEASURED = (0.05, 0.001), 5_000, 20_000
# (function, ties, rows): proportion rejected at a level of 0.05 and of 0.001; over
# 20,000 sets, and as docs/tests.md has them. Somers' D and gamma have the p-value of
# Kendall's tau.
MEASURED = {
    ("kendall_tau", False, 5): (0.0165, 0.00000),
    ("kendall_tau", False, 10): (0.0492, 0.00120),
    ("kendall_tau", False, 20): (0.0465, 0.00070),
    ("kendall_tau", False, 30): (0.0476, 0.00065),
    ("kendall_tau", True, 5): (0.0000, 0.00000),
    ("kendall_tau", True, 10): (0.0431, 0.00100),
    ("kendall_tau", True, 20): (0.0486, 0.00110),
    ("kendall_tau", True, 30): (0.0504, 0.00050),
    ("spearman_rho", False, 5): (0.0165, 0.00000),
    ("spearman_rho", False, 10): (0.0526, 0.00105),
    ("spearman_rho", False, 20): (0.0504, 0.00040),
    ("spearman_rho", False, 30): (0.0520, 0.00135),
    ("spearman_rho", True, 5): (0.0000, 0.00000),
    ("spearman_rho", True, 10): (0.0370, 0.00035),
    ("spearman_rho", True, 20): (0.0471, 0.00085),
    ("spearman_rho", True, 30): (0.0534, 0.00050),
}
SAME = ("somers_d", "goodman_kruskal_gamma")


def columns(n, ties):
    return (np.arange(n) // 2, np.arange(n) % 5) if ties else (np.arange(n),) * 2


def proportions(name, ties, n, n_sets, seed):
    """Return the proportion of data sets that are rejected at each level."""
    function, (true, pred) = getattr(fm, name), columns(n, ties)
    draws = np.random.default_rng(seed)
    found, rejected = {}, np.zeros(len(LEVELS), int)
    for _ in range(n_sets):
        draws.shuffle(pred := pred.copy())
        result = function(true, pred)
        key = round(float(result), 12)
        if key not in found:
            found[key] = result.pvalue
        rejected += [found[key] <= level for level in LEVELS]
    return rejected / n_sets


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ties", "n"), MEASURED)
def test_levels(name, ties, n):
    shares = proportions(name, ties, n, N_SETS, seed=n)
    for share, level, expected in zip(
        shares, LEVELS, MEASURED[name, ties, n], strict=True
    ):
        error = math.sqrt(level / N_SETS + level / N_MEASURED)
        assert share <= level + 4 * error
        assert abs(share - expected) <= 4 * error


def test_the_page_has_these_levels():
    page = (Path(__file__).parents[2] / "docs/tests.md").read_text("utf-8")
    for name, ties in {key[:2]: None for key in MEASURED}:
        for at, level in enumerate(LEVELS):
            cells = [
                f"{MEASURED[name, ties, n][at]:.{3 + at}f}" for n in (5, 10, 20, 30)
            ]
            where = "in both columns" if ties else "none"
            row = f"`{name}` | {where} | {level:g} | {' | '.join(cells)} |"
            assert row in page, row


@one_case("name", SAME)
@one_case("ties", [False, True])
def test_somers_d_and_gamma_have_the_p_value_of_kendalls_tau(name, ties, rng):
    true, pred = columns(20, ties)
    for _ in range(10):
        drawn = rng.permutation(pred)
        expected = fm.kendall_tau(true, drawn).pvalue
        assert getattr(fm, name)(true, drawn).pvalue == expected
