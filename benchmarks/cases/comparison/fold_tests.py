"""Tests over folds: one reads the losses of rows, the others a score per fold."""

from functools import partial
from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer


def _losses(n: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(20240229)
    return rng.random(n), rng.random(n), rng.integers(0, 10, n)


def _scores(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(20240229)
    return rng.random(n), rng.random(n)


def _repetitions(n: int) -> tuple[Any, Any]:
    a, b = _scores(10)
    return a.reshape(5, 2), b.reshape(5, 2)


def _tested(test: Any, *columns: Any, **options: Any) -> Any:
    found = test(*columns, **options)
    return found.statistic, found.pvalue


def _case(name: str, n: int, inputs: Any, **options: Any) -> Case:
    test = getattr(fm, name)
    peers = options.pop("peers", ())
    return Case(
        f"{name}, {n} folds",
        n,
        inputs,
        partial(_tested, test, **options),
        covers=name,
        peers=peers,
        floor=READ,
        fixed_n=True,
        measures_memory=False,
    )


def _posterior(a: Any, b: Any) -> Any:
    return tuple(fm.bayesian_correlated_t_test(a, b, n_train=9, n_test=1))


CASES = [
    Case(
        "cv_loss_test, 10 folds",
        10**6,
        _losses,
        partial(_tested, fm.cv_loss_test),
        covers="cv_loss_test",
        floor=READ,
        measures_memory=False,
    ),
    _case(
        "paired_cv_t_test",
        10,
        _scores,
        peers=(Peer("SciPy", partial(_tested, stats.ttest_rel)),),
    ),
    _case("corrected_resampled_t_test", 100, _scores, n_train=9, n_test=1),
    _case("five_by_two_cv_t_test", 10, _repetitions),
    _case("five_by_two_cv_f_test", 10, _repetitions),
    Case(
        "bayesian_correlated_t_test, 100 folds",
        100,
        _scores,
        _posterior,
        covers="bayesian_correlated_t_test",
        floor=READ,
        fixed_n=True,
        measures_memory=False,
    ),
]
