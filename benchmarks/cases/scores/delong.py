"""DeLong's variance and test."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Floor


def _columns(n: int) -> tuple[Any, Any, Any]:
    y, scores = rows.two_models(n)
    return y, scores[:, 0].copy(), scores[:, 1].copy()


def _sort_both(y: Any, a: Any, b: Any) -> Any:
    return np.sort(a), np.sort(b)


def _test(y: Any, a: Any, b: Any, unbiased: bool = False) -> Any:
    result = fm.delong_roc_test(y, a, b, unbiased=unbiased)
    return result.statistic, result.pvalue


def _independent(y: Any, a: Any, b: Any) -> Any:
    result = fm.delong_roc_test_independent(y, a, y, b)
    return result.statistic, result.pvalue


CASES = [
    Case(
        "delong_roc_variance",
        10**6,
        rows.float64,
        fm.delong_roc_variance,
        covers="delong_roc_variance",
    ),
    Case(
        "delong_roc_test, two models",
        10**6,
        _columns,
        _test,
        covers="delong_roc_test",
        floor=Floor("np.sort of both", _sort_both),
    ),
    Case(
        "delong_roc_test_independent",
        10**6,
        _columns,
        _independent,
        covers="delong_roc_test_independent",
        floor=Floor("np.sort of both", _sort_both),
    ),
    Case(
        "delong_roc_test, unbiased variance",
        10**6,
        _columns,
        partial(_test, unbiased=True),
        covers="delong_roc_test",
        floor=Floor("np.sort of both", _sort_both),
    ),
]
