"""Tests of error rates: counts in, p-values out, so there is nothing to read."""

from typing import Any

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


NOTHING = Floor("a call of nothing", lambda *given: None)

CASES = [
    Case(
        "binomial_test with its interval",
        1000,
        _counts,
        _binomial,
        covers="binomial_test",
        peers=(Peer("SciPy", _of_scipy),),
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    ),
]
