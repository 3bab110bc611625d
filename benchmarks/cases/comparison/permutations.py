"""Paired permutation tests: exact of labels, 9,999 swaps of scores; SciPy draws all."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer
from fastmetrics._kernels import swaps

N_RESAMPLES = 9999


def _labels(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    a, b = (np.where(rng.random(n) < share, y, 1 - y) for share in (0.8, 0.79))
    return y, a, b


def _scores(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    return y, y + rng.normal(size=n), y + 1.1 * rng.normal(size=n)


def _losses(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    return rng.exponential(size=n // 2), rng.exponential(size=n - n // 2)


def _of(metric: str) -> Any:
    return lambda y, a, b: fm.paired_permutation_test(metric, y, a, b).pvalue


def _of_different_rows(metric: str) -> Any:
    def ours(y: Any, a: Any, b: Any) -> Any:
        half = len(y) // 2
        one, other = slice(0, half), slice(half, None)
        return fm.unpaired_permutation_test(
            metric, y[one], a[one], y[other], b[other], random_state=0
        ).pvalue

    return ours


def _of_scipy(y: Any, a: Any, b: Any) -> Any:
    found = stats.permutation_test(
        (a == y, b == y),
        lambda x, z, axis: x.mean(axis=axis) - z.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=N_RESAMPLES,
        random_state=np.random.default_rng(0),
    )
    return found.pvalue


def _of_areas(y: Any, a: Any, b: Any) -> Any:
    found = fm.paired_permutation_test(
        "roc_auc_score", y, y_score_a=a, y_score_b=b, random_state=0
    )
    return found.pvalue


def _of_areas_of_different_rows(y: Any, a: Any, b: Any) -> Any:
    half = len(y) // 2
    found = fm.unpaired_permutation_test(
        "roc_auc_score",
        y[:half],
        y_true_b=y[half:],
        y_score_a=a[:half],
        y_score_b=b[half:],
        random_state=0,
    )
    return found.pvalue


def _choices(y: Any, a: Any, b: Any) -> Any:
    for first in range(0, N_RESAMPLES, 64):
        swaps.dealt(len(y), len(y) // 2, 0, first)


def _within_the_draws(ours: float, theirs: float) -> None:
    """Compare an exact p-value with one of draws, which differ by their error."""
    error = (ours * (1 - ours) / N_RESAMPLES) ** 0.5
    assert abs(ours - theirs) < 5 * error + 1 / N_RESAMPLES


COPY = Floor("a copy of the columns", lambda *given: [x.copy() for x in given])

CASES = [
    Case(
        "paired_permutation_test of accuracy",
        1000,
        _labels,
        _of("accuracy_score"),
        covers="paired_permutation_test",
        peers=(Peer("SciPy", _of_scipy, agree=_within_the_draws),),
        floor=COPY,
        fixed_n=True,
        measures_memory=False,
    ),
    *(
        Case(
            f"paired_permutation_test of {metric}, {n:,} rows",
            n,
            _labels,
            _of(metric),
            covers="paired_permutation_test",
            peers=(),
            floor=COPY,
            fixed_n=True,
            measures_memory=False,
        )
        for metric in ("f1_score", "matthews_corrcoef")
        for n in (1000, 100_000)
    ),
    *(
        Case(
            f"unpaired_permutation_test of {metric}",
            100_000,
            _labels,
            _of_different_rows(metric),
            covers="unpaired_permutation_test",
            peers=(),
            floor=COPY,
            fixed_n=True,
            measures_memory=False,
        )
        for metric in ("accuracy_score", "f1_score")
    ),
    Case(
        "unpaired_permutation_test of AUC",
        10_000,
        _scores,
        _of_areas_of_different_rows,
        covers="unpaired_permutation_test",
        floor=Floor("the choices of rows", _choices),
        floor_at_most=5.0,
        fixed_n=True,
        measures_memory=False,
    ),
    Case(
        "unpaired_permutation_test of losses",
        100_000,
        _losses,
        lambda a, b: (
            fm.unpaired_permutation_test(
                "mean", loss_a=a, loss_b=b, random_state=0
            ).pvalue
        ),
        covers="unpaired_permutation_test",
        peers=(),
        floor=COPY,
        fixed_n=True,
        measures_memory=False,
    ),
    *(
        Case(
            f"paired_permutation_test of AUC, {n:,} rows",
            n,
            _scores,
            _of_areas,
            covers="paired_permutation_test",
            peers=(),
            floor=COPY,
            fixed_n=True,
            measures_memory=False,
        )
        for n in (1000, 100_000)
    ),
]
