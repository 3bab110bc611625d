"""Ranks of models on several data sets: Friedman's test, and Nemenyi's of all pairs."""

from typing import Any

import numpy as np
from scipy import stats

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer, agree_to
from benchmarks.peers import scikit_posthocs


def _table(n_datasets: int, n_models: int) -> Any:
    """Return results without ties, of models that differ by little."""
    rng = np.random.default_rng(0)
    return rng.random((n_datasets, n_models)) + np.arange(n_models) / (4 * n_models)


def _rank(table: Any) -> Any:
    return np.argsort(table, axis=1)


RANK = Floor("np.argsort of the rows", _rank)


def _nemenyi(table: Any) -> Any:
    return fm.nemenyi_test(table).pvalues


def _of_posthocs(table: Any) -> Any:
    return scikit_posthocs.posthoc_nemenyi_friedman(-table).to_numpy()  # type: ignore


# Its law is good to some 1e-10.
PEERS = (
    (Peer("scikit-posthocs", _of_posthocs, 20, agree=agree_to(1e-6)),)
    if scikit_posthocs
    else ()
)


def _nemenyi_case(k: int) -> Case:
    return Case(
        f"nemenyi_test, {k} models on 30 data sets",
        30,
        lambda n: (_table(n, k),),
        _nemenyi,
        covers="nemenyi_test",
        peers=PEERS,
        floor=RANK,
        fixed_n=True,
        measures_memory=False,
    )


def _friedman(table: Any) -> Any:
    return fm.friedman_test(table, method="exact").pvalue


def _friedman_case(n: int, k: int, seconds: float) -> Case:
    return Case(
        f"friedman_test, exact, {k} models on {n} data sets",
        n,
        lambda n: (_table(n, k),),
        _friedman,
        covers="friedman_test",
        floor=RANK,
        fixed_n=True,
        seconds_at_most=seconds,
        measures_memory=False,
    )


def _small_case(name: str, ours: Any, peers: tuple[Peer, ...] = ()) -> Case:
    return Case(
        f"{name}, 10 models on 30 data sets",
        30,
        lambda n: (_table(n, 10),),
        ours,
        covers=name,
        peers=peers,
        floor=RANK,
        fixed_n=True,
        measures_memory=False,
    )


def _dunn(table: Any) -> Any:
    return fm.bonferroni_dunn_test(table, control=0).pvalues


def _wilcoxon(table: Any) -> Any:
    return fm.pairwise_tests(table, test="wilcoxon").adjusted_pvalues


def _ranks_of_scipy(table: Any) -> Any:
    return stats.rankdata(-table, axis=1)


def _quade(table: Any) -> Any:
    return fm.quade_test(table, method="asymptotic").statistic


def _aligned(table: Any) -> Any:
    return fm.aligned_ranks_test(table, method="asymptotic").statistic


def _skillings_mack(table: Any) -> Any:
    """Return the statistic of a table in which every eighth cell is missing."""
    gaps = table.copy()
    gaps.ravel()[::8] = np.nan
    return fm.skillings_mack_test(gaps).statistic


def _page(table: Any) -> Any:
    return fm.page_test(table, method="asymptotic").pvalue


def _page_of_scipy(table: Any) -> Any:
    return stats.page_trend_test(-table, method="asymptotic").pvalue


def _samples(n: int) -> Any:
    """Return values of 5 models, of sizes that differ."""
    rng = np.random.default_rng(0)
    sizes = n * np.arange(1, 6) // 15
    return ([rng.random(int(size)) for size in sizes],)


def _kruskal(samples: Any) -> Any:
    return fm.kruskal_wallis_test(samples).pvalue


def _kruskal_of_scipy(samples: Any) -> Any:
    return stats.kruskal(*samples).pvalue


def _dunn_values(samples: Any) -> Any:
    return fm.dunn_test(samples, adjust=None).pvalues


def _dunn_of_posthocs(samples: Any) -> Any:
    return scikit_posthocs.posthoc_dunn(samples).to_numpy()  # type: ignore


def _of_values() -> list[Case]:
    peers = (
        (Peer("scikit-posthocs", _dunn_of_posthocs, agree=agree_to(1e-9)),)
        if scikit_posthocs
        else ()
    )
    sort = Floor("np.argsort", lambda samples: np.argsort(np.concatenate(samples)))
    found = []
    for name, ours, theirs in (
        ("kruskal_wallis_test", _kruskal, (Peer("SciPy", _kruskal_of_scipy),)),
        ("dunn_test", _dunn_values, peers),
    ):
        found.append(
            Case(
                f"{name}, 5 models",
                1_000_000 if name == "kruskal_wallis_test" else 10_000,
                _samples,
                ours,
                covers=name,
                peers=theirs,
                floor=sort,
                fixed_n=True,
                measures_memory=False,
            )
        )
    return found


CASES = [
    _small_case("rank_scores", fm.rank_scores, (Peer("SciPy", _ranks_of_scipy),)),
    _small_case("bonferroni_dunn_test", _dunn),
    _small_case("pairwise_tests", _wilcoxon),
    *map(_nemenyi_case, (10, 50, 200)),
    _small_case("quade_test", _quade),
    _small_case("aligned_ranks_test", _aligned),
    _small_case("skillings_mack_test", _skillings_mack),
    _small_case("page_test", _page, (Peer("SciPy", _page_of_scipy),)),
    *_of_values(),
    _friedman_case(20, 4, 0.05),
    _friedman_case(10, 5, 1.0),
]
