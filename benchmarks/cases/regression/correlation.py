"""Correlations, and pairs of rows in order."""

from functools import lru_cache
from typing import Any

import numpy as np
import scipy.stats

import fastmetrics as fm
from benchmarks import peers
from benchmarks.case import READ, Case, Floor, Peer


@lru_cache(maxsize=1)
def _columns(n: int) -> tuple[Any, Any]:
    """Normal columns with a correlation of about 0.7."""
    rng = np.random.default_rng(20240229)
    true = rng.normal(size=n)
    return true, true + rng.normal(size=n)


@lru_cache(maxsize=1)
def _rounded(n: int) -> tuple[Any, Any]:
    """The same with ties in both columns: some hundred distinct values of each."""
    true, pred = _columns(n)
    return np.round(true, 1), np.round(pred, 1)


@lru_cache(maxsize=1)
def _whole(n: int) -> tuple[Any, Any]:
    """The same with some ten distinct values of each."""
    true, pred = _columns(n)
    return np.round(true), np.round(pred)


@lru_cache(maxsize=1)
def _times(n: int) -> tuple[Any, Any, Any]:
    """Times, scores, and which times ended with an event: one half."""
    return *_columns(n), np.random.default_rng(1).integers(0, 2, n)


def _concordance(times: Any, scores: Any, events: Any) -> float:
    return fm.concordance_index(times, scores, event_observed=events)


def _polars(true: Any, pred: Any) -> float:
    assert peers.polars is not None  # else it is no peer
    frame = peers.polars.DataFrame({"true": true, "pred": pred})
    return float(frame.select(peers.polars.corr("true", "pred")).item())


def _optional(module: Any, name: str, run: Any, at_least: float) -> tuple[Peer, ...]:
    """Return a peer if it is installed."""
    return () if module is None else (Peer(name, run, at_least),)


def _lifelines(times: Any, scores: Any, events: Any) -> float:
    assert peers.lifelines is not None
    return float(peers.lifelines.concordance_index(times, scores, events))


def _scipy(function: str, at_least: float | None = None) -> Peer:
    def run(true: Any, pred: Any) -> float:
        return float(getattr(scipy.stats, function)(true, pred).statistic)

    return Peer("SciPy", run, at_least)


def _gini_of_competitions(true: Any, pred: Any) -> float:
    def gini(order: Any) -> Any:
        shares = np.cumsum(true[order]) / true.sum()
        return (shares - np.arange(1, len(true) + 1) / len(true)).sum()

    return float(gini(np.argsort(-pred)) / gini(np.argsort(-true)))


def _two_sorts(true: Any, pred: Any) -> Any:
    return np.sort(true), np.sort(pred)


_SORTS = Floor("np.sort of both", _two_sorts)

CASES = [
    Case(
        "pearson_r",
        10**7,
        _columns,
        fm.pearson_r,
        "pearson_r",
        floor=READ,
        peers=(
            _scipy("pearsonr", 20),
            *_optional(peers.polars, "Polars", _polars, 1.2),
        ),
    ),
    Case(
        "spearman_rho",
        10**7,
        _columns,
        fm.spearman_rho,
        "spearman_rho",
        floor=_SORTS,
        peers=(_scipy("spearmanr", 10),),
    ),
    Case(
        "kendall_tau",
        10**6,
        _columns,
        fm.kendall_tau,
        "kendall_tau",
        floor=_SORTS,
        peers=(_scipy("kendalltau", 4),),
    ),
    Case(
        "kendall_tau, many ties",
        10**6,
        _rounded,
        fm.kendall_tau,
        "kendall_tau",
        floor=_SORTS,
        peers=(_scipy("kendalltau"),),
    ),
    Case(
        "kendall_tau, its interval",
        10**5,
        _columns,
        lambda true, pred: fm.kendall_tau(true, pred).confidence_interval(),
        "kendall_tau",
        floor=_SORTS,
    ),
    # SciPy makes a table of all pairs of values, and goes over it for each of them.
    Case(
        "somers_d, some ten values",
        10**6,
        _whole,
        fm.somers_d,
        "somers_d",
        floor=_SORTS,
        peers=(_scipy("somersd"),),
    ),
    Case(
        "goodman_kruskal_gamma",
        10**6,
        _columns,
        fm.goodman_kruskal_gamma,
        "goodman_kruskal_gamma",
        floor=_SORTS,
    ),
    Case(
        "normalized_gini_coefficient",
        10**6,
        _columns,
        fm.normalized_gini_coefficient,
        "normalized_gini_coefficient",
        floor=_SORTS,
        peers=(Peer("NumPy, as competitions have it", _gini_of_competitions),),
    ),
    Case(
        "concordance_index, one half censored",
        10**5,
        _times,
        _concordance,
        "concordance_index",
        floor=READ,
        peers=_optional(peers.lifelines, "lifelines", _lifelines, 200),
    ),
]
