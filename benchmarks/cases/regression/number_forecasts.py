"""Forecasts of numbers: quantiles, intervals, ensembles and normal distributions.

Most packages that score them are no peers here: they bring data frames or compilers
with them. NumPy stands for them, in the lines that they have, and SciPy.
"""

from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics as sk
from scipy.special import ndtr
from scipy.stats import norm

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer

LEVELS = np.arange(1, 10) / 10
MEMBERS = 50


@lru_cache(maxsize=1)
def _quantiles(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(20240229)
    return rng.normal(size=n), np.sort(rng.normal(size=(n, len(LEVELS))), axis=1)


@lru_cache(maxsize=1)
def _ensembles(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(20240229)
    return rng.normal(size=n), rng.normal(size=(n, MEMBERS))


@lru_cache(maxsize=1)
def _pairs(n: int) -> tuple[Any, Any, Any]:
    """Observed numbers, others, and numbers above 0."""
    rng = np.random.default_rng(20240229)
    return rng.normal(size=n), rng.normal(size=n), 0.5 + rng.random(n)


def _intervals(n: int) -> tuple[Any, Any, Any]:
    true, middle, width = _pairs(n)
    return true, middle - width, middle + width


def _pinballs(y_true: Any, y_quantiles: Any) -> Any:
    error = y_true[:, None] - y_quantiles
    return np.maximum(LEVELS * error, (LEVELS - 1) * error)


def _each_by_sklearn(y_true: Any, y_quantiles: Any) -> Any:
    columns = zip(y_quantiles.T, LEVELS, strict=True)
    return np.array([sk.mean_pinball_loss(y_true, q, alpha=a) for q, a in columns])


def _not_above(y_true: Any, y_quantiles: Any) -> Any:
    return (y_true[:, None] <= y_quantiles).mean(axis=0)


def _normalized_errors(y_true: Any, mean: Any, scale: Any) -> Any:
    found = []
    for part in np.array_split(np.argsort(scale), 10):
        promised = np.sqrt(np.mean(scale[part] ** 2))
        error = np.sqrt(np.mean((y_true[part] - mean[part]) ** 2))
        found.append(abs(promised - error) / promised)
    return np.mean(found)


def _coverages(y_true: Any, mean: Any, scale: Any) -> Any:
    off = np.abs(y_true - mean) / scale
    levels = np.arange(1, 20) / 20
    return levels, np.array([(off <= z).mean() for z in norm.ppf((1 + levels) / 2)])


def _gaps_of_variances(y_true: Any, mean: Any, scale: Any) -> Any:
    gaps = (y_true - mean) ** 2 - scale**2
    edges = np.linspace((scale**2).min(), (scale**2).max(), 11)
    bins = np.clip(np.searchsorted(edges, scale**2, "right") - 1, 0, 9)
    return np.abs(np.bincount(bins, gaps)).sum() / len(gaps)


def _sorted_members(y_true: Any, y_ensemble: Any) -> Any:
    m = y_ensemble.shape[1]
    apart = (np.sort(y_ensemble, axis=1) * (2 * np.arange(m) - m + 1)).sum(axis=1)
    return (np.abs(y_ensemble - y_true[:, None]).mean(axis=1) - apart / m**2).mean()


def _ranks_of_truth(y_true: Any, y_ensemble: Any) -> Any:
    ranks = (y_ensemble < y_true[:, None]).sum(axis=1)
    return np.bincount(ranks, minlength=y_ensemble.shape[1] + 1), ranks + 1


def _interval_scores(y_true: Any, y_lower: Any, y_upper: Any) -> Any:
    below, above = np.maximum(y_lower - y_true, 0), np.maximum(y_true - y_upper, 0)
    return (y_upper - y_lower + 2 / 0.05 * (below + above)).mean()


def _covered(y_true: Any, y_lower: Any, y_upper: Any) -> Any:
    return ((y_lower <= y_true) & (y_true <= y_upper)).mean()


def _width(y_true: Any, y_lower: Any, y_upper: Any) -> Any:
    return (y_upper - y_lower).mean()


def _crps_by_scipy(y_true: Any, mean: Any, scale: Any) -> Any:
    z = (y_true - mean) / scale
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return (scale * (z * (2 * ndtr(z) - 1) + 2 * density - 1 / np.sqrt(np.pi))).mean()


def _log_losses(y_true: Any, mean: Any, scale: Any) -> Any:
    z = (y_true - mean) / scale
    return (np.log(2 * np.pi * scale**2) / 2 + z * z / 2).mean()


def _case(
    function: str,
    inputs: Any,
    n: int,
    peer: str,
    run: Any,
    at_least: float,
    **more: Any,
) -> Case:
    return Case(
        function,
        n,
        inputs,
        partial(getattr(fm, function), **more),
        covers=function,
        peers=(Peer(peer, run, at_least),),
        floor=READ,
    )


_OF_QUANTILES = partial(_case, inputs=_quantiles, n=10**6, quantiles=LEVELS)
_OF_PAIRS = partial(_case, inputs=_intervals, n=10**6, peer="NumPy")

CASES = [
    _OF_QUANTILES(
        "quantile_losses", peer="scikit-learn", run=_each_by_sklearn, at_least=10
    ),
    _OF_QUANTILES(
        "mean_quantile_loss",
        peer="NumPy",
        run=lambda *columns: _pinballs(*columns).mean(),
        at_least=4,
    ),
    _OF_QUANTILES(
        "crps_quantile",
        peer="NumPy",
        run=lambda *columns: 2 * _pinballs(*columns).mean(),
        at_least=4,
    ),
    _OF_QUANTILES("quantile_coverage", peer="NumPy", run=_not_above, at_least=2),
    _OF_PAIRS("interval_coverage", run=_covered, at_least=0.5),
    _OF_PAIRS("mean_interval_width", run=_width, at_least=0.5),
    _OF_PAIRS("interval_score", run=_interval_scores, at_least=3),
    _case("crps_ensemble", _ensembles, 10**5, "NumPy", _sorted_members, 2),
    _case("energy_score", _ensembles, 10**5, "NumPy", _sorted_members, 0.1),
    _case("rank_histogram", _ensembles, 10**5, "NumPy", _ranks_of_truth, 0.5),
    _case("crps_gaussian", _pairs, 10**6, "SciPy", _crps_by_scipy, 4),
    _case("gaussian_log_loss", _pairs, 10**6, "NumPy", _log_losses, 2),
    _case("pit_values", _pairs, 10**6, "SciPy", norm.cdf, 1),
    _case("coverage_curve", _pairs, 10**6, "NumPy", _coverages, 0.5),
    _case(
        "expected_normalized_calibration_error",
        _pairs,
        10**6,
        "NumPy",
        _normalized_errors,
        0.5,
    ),
    _case(
        "uncertainty_calibration_error", _pairs, 10**6, "NumPy", _gaps_of_variances, 1
    ),
    _OF_QUANTILES(
        "quantile_calibration_error",
        peer="NumPy",
        run=lambda *columns: np.abs(_not_above(*columns) - LEVELS).mean(),
        at_least=2,
    ),
]
