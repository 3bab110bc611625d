"""Tests of forecasts of one series, which read a loss for each time."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case


def _losses(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(20240229)
    return rng.random(n), rng.random(n)


def _of_five(n: int) -> tuple[Any]:
    return (np.random.default_rng(20240229).random((n, 5)),)


def _tested(a: Any, b: Any) -> Any:
    found = fm.diebold_mariano_test(a, b, horizon=4)
    return found.statistic, found.pvalue


def _included(losses: Any) -> Any:
    found = fm.model_confidence_set(losses, horizon=4, random_state=0)
    return [*found.pvalues.values()]


_case = partial(Case, floor=READ, measures_memory=False)

CASES = [
    _case(
        "diebold_mariano_test, 4 steps ahead",
        10**6,
        _losses,
        _tested,
        covers="diebold_mariano_test",
    ),
    _case(
        "model_confidence_set, 5 models",
        10**5,
        _of_five,
        _included,
        covers="model_confidence_set",
    ),
]
