"""Tests of error rates: counts in, p-values out, so there is nothing to read."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer


def _counts(n: int) -> tuple[int, int]:
    return round(0.29 * n), n


def _binomial(n_errors: int, n_samples: int) -> Any:
    found = fm.binomial_test(n_errors, n_samples, error_rate=0.3)
    return found.pvalue, *found.confidence_interval()


def _of_scipy(n_errors: int, n_samples: int) -> Any:
    found = stats.binomtest(n_errors, n_samples, 0.3)
    return found.pvalue, *found.proportion_ci()


def _rates(n: int) -> tuple[Any]:
    return (np.random.default_rng(20240229).random(n),)


def _one_rate(rates: Any) -> Any:
    found = fm.error_rate_t_test(rates, error_rate=0.3)
    return found.statistic, found.pvalue


def _one_mean(rates: Any) -> Any:
    found = stats.ttest_1samp(rates, 0.3)
    return found.statistic, found.pvalue


def _two_sets(n: int) -> tuple[Any, Any]:
    return np.array([round(0.29 * n), round(0.31 * n)]), np.array([n, n])


def _proportions(counts: Any, n: Any) -> Any:
    found = fm.proportions_test(counts, n)
    return found.statistic, found.pvalue


def _contingency(counts: Any, n: Any) -> Any:
    found = stats.chi2_contingency([counts, n - counts], correction=False)
    return found.statistic, found.pvalue


NOTHING = Floor("a call of nothing", lambda *given: None)


def _case(name: str, n: int, inputs: Any, ours: Any, peer: Any, covers: str) -> Case:
    return Case(
        name,
        n,
        inputs,
        ours,
        covers=covers,
        peers=(Peer("SciPy", peer),),
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    )


CASES = [
    _case(
        "binomial_test with its interval",
        1000,
        _counts,
        _binomial,
        _of_scipy,
        "binomial_test",
    ),
    _case(
        "error_rate_t_test, 10 rates",
        10,
        _rates,
        _one_rate,
        _one_mean,
        "error_rate_t_test",
    ),
    _case(
        "proportions_test, 2 test sets",
        1000,
        _two_sets,
        _proportions,
        _contingency,
        "proportions_test",
    ),
]
