"""Tests of pairs: two models on the same rows, or on the same data sets."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Floor, Peer
from benchmarks.peers import baycomp, mlxtend

NOTHING = Floor("a call of nothing", lambda *given: None)
SORT_DIFFERENCES = Floor("np.sort", np.sort)


def _rounded_differences(n: int) -> tuple[Any]:
    return (np.random.default_rng(1).normal(0.2, 1, n).round(1),)


def _wilcoxon(differences: Any) -> float:
    return fm.wilcoxon_signed_rank_test(differences).pvalue


def _permuted_by_scipy(differences: Any) -> float:
    every = stats.PermutationMethod(n_resamples=9999)
    return float(stats.wilcoxon(differences, method=every).pvalue)


def _two_models(n: int) -> tuple[Any, Any, Any]:
    y, a = rows.binary_labels(n)
    wrong = np.random.default_rng(2).random(n) < 0.1
    return y, a, np.where(wrong, 1 - y, y)


def _mcnemar(y: Any, a: Any, b: Any) -> float:
    return fm.mcnemar_test(y, a, b, method="chi2").pvalue


def _mcnemar_of_mlxtend(y: Any, a: Any, b: Any) -> float:
    table = mlxtend.mcnemar_table(y, a, b)
    return float(mlxtend.mcnemar(table, corrected=True)[1])


def _cochran(y: Any, *models: Any) -> float:
    return fm.cochran_q_test(y, dict(enumerate(models))).statistic


def _cochran_by_masks(y: Any, *models: Any) -> float:
    right = np.column_stack([model == y for model in models]).astype(np.int64)
    columns, of_rows = right.sum(axis=0), right.sum(axis=1)
    k, total = len(models), int(columns.sum())
    between = k * int((columns**2).sum()) - total**2
    return (k - 1) * between / (k * total - int((of_rows**2).sum()))


def _tables(n: int) -> tuple[Any]:
    return (np.array([[n // 2, n // 5], [n // 4, n // 20]]),)


def _by_table(table: Any) -> float:
    return fm.mcnemar_test_from_table(table).pvalue


def _binomial_of_scipy(table: Any) -> float:
    b, c = int(table[0, 1]), int(table[1, 0])
    return float(stats.binomtest(b, b + c).pvalue)


def _sign(differences: Any) -> float:
    return fm.sign_test(differences).pvalue


def _sign_of_scipy(differences: Any) -> float:
    wins = np.count_nonzero(differences > 0)
    return float(stats.binomtest(wins, np.count_nonzero(differences)).pvalue)


def _differences(n: int) -> tuple[Any]:
    return (np.random.default_rng(7).normal(0.01, 0.03, n),)


def _posterior(differences: Any) -> tuple[float, ...]:
    found = fm.bayesian_signed_rank_test(differences, random_state=0)
    return found.p_greater, found.p_rope, found.p_less


def _posterior_of_baycomp(differences: Any) -> tuple[float, ...]:
    zeros = np.zeros(len(differences))
    found = baycomp.SignedRankTest.probs(
        differences, zeros, rope=0.01, nsamples=50_000, random_state=0
    )
    return tuple(map(float, found))


def _within_errors(ours: Any, peers: Any) -> None:
    np.testing.assert_allclose(ours, peers, atol=0.015)


CASES = [
    Case(
        "wilcoxon_signed_rank_test, 13 differences with ties",
        13,
        _rounded_differences,
        _wilcoxon,
        covers="wilcoxon_signed_rank_test",
        peers=(Peer("SciPy", _permuted_by_scipy, at_least=1e4),),
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    ),
    Case(
        "wilcoxon_signed_rank_test, 200 differences with ties",
        200,
        _rounded_differences,
        _wilcoxon,
        floor=NOTHING,
        fixed_n=True,
        seconds_at_most=0.005,
        measures_memory=False,
    ),
    Case(
        "mcnemar_test",
        10**5,
        _two_models,
        _mcnemar,
        covers="mcnemar_test",
        peers=(Peer("mlxtend", _mcnemar_of_mlxtend, at_least=3),) if mlxtend else (),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "mcnemar_table",
        10**5,
        _two_models,
        fm.mcnemar_table,
        covers="mcnemar_table",
        peers=(Peer("mlxtend", mlxtend.mcnemar_table),) if mlxtend else (),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "mcnemar_test_from_table",
        10**5,
        _tables,
        _by_table,
        covers="mcnemar_test_from_table",
        peers=(Peer("SciPy's binomtest", _binomial_of_scipy),),
        floor=NOTHING,
        measures_memory=False,
    ),
    Case(
        "cochran_q_test, two models",
        10**5,
        _two_models,
        _cochran,
        covers="cochran_q_test",
        peers=(Peer("NumPy, masks", _cochran_by_masks),),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "sign_test",
        1000,
        _rounded_differences,
        _sign,
        covers="sign_test",
        peers=(Peer("SciPy's binomtest", _sign_of_scipy),),
        floor=SORT_DIFFERENCES,
        measures_memory=False,
    ),
    Case(
        "bayesian_signed_rank_test, 50 differences",
        50,
        _differences,
        _posterior,
        covers="bayesian_signed_rank_test",
        peers=(
            (Peer("baycomp", _posterior_of_baycomp, 10, agree=_within_errors),)
            if baycomp
            else ()
        ),
        floor=NOTHING,
        fixed_n=True,
        measures_memory=False,
    ),
]
