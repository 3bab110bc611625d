"""Calibration over bins; the time includes reading labels of 64 bits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import norm
from sklearn.calibration import calibration_curve

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer

N_BINS = 15


def _forecasts(n: int) -> tuple[Any, Any]:
    """Labels, and scores as probabilities."""
    y_true, y_score = rows.float64(n)
    return y_true, norm.cdf(y_score)


def _ids(p: Any, n_bins: int = N_BINS) -> Any:
    return np.searchsorted(np.linspace(0, 1, n_bins + 1)[1:-1], p)


def _numbered(n: int) -> tuple[Any, Any, Any]:
    """The same, and the bins of the rows."""
    y_true, p = _forecasts(n)
    return y_true, p, _ids(p)


def _two_bincounts(y: Any, p: Any, ids: Any) -> Any:
    """The error, where somebody else has found the bins: two sums per bin."""
    gaps = np.bincount(ids, weights=y) - np.bincount(ids, weights=p)
    return np.abs(gaps).sum() / len(y)


def _squares(y: Any, p: Any) -> Any:
    ids, r = _ids(p), y - p
    n = np.bincount(ids, minlength=N_BINS)
    squares = np.bincount(ids, r) ** 2 - np.bincount(ids, r * r)
    return (squares / (n - 1)).sum() / len(p)


def _hosmer_lemeshow(y: Any, p: Any) -> Any:
    from scipy.stats import chi2

    shares, means = calibration_curve(y, p, n_bins=10, strategy="quantile")
    n = len(y) / 10
    statistic = (n * (shares - means) ** 2 / (means * (1 - means))).sum()
    return statistic, chi2.sf(statistic, 10)


def _case(name: str, ours: Callable[..., Any], *peers: Peer, **more: Any) -> Case:
    facts = {"inputs": _forecasts, "n": 10**7, "floor": READ, **more}
    return Case(name, ours=ours, peers=peers, **facts)


_quantile = {"strategy": "quantile"}
CASES = [
    _case(
        "calibration_curve",
        fm.calibration_curve,
        Peer("scikit-learn", calibration_curve, 40),
        covers="calibration_curve",
    ),
    _case(
        "calibration_curve, quantiles",
        partial(fm.calibration_curve, **_quantile),
        Peer("scikit-learn", partial(calibration_curve, **_quantile), 12),
        covers="calibration_curve",
    ),
    _case(
        "expected_calibration_error",
        fm.expected_calibration_error,
        Peer("two np.bincount", _two_bincounts, 6, inputs=_numbered),
        covers="expected_calibration_error",
    ),
    _case(
        "maximum_calibration_error",
        fm.maximum_calibration_error,
        covers="maximum_calibration_error",
    ),
    _case(
        "adaptive_calibration_error",
        fm.adaptive_calibration_error,
        covers="adaptive_calibration_error",
    ),
    _case(
        "squared_calibration_error",
        partial(fm.squared_calibration_error, strategy="uniform"),
        Peer("NumPy", _squares),
        covers="squared_calibration_error",
    ),
    _case(
        "brier_decomposition",
        fm.brier_decomposition,
        covers="brier_decomposition",
    ),
    _case(
        "hosmer_lemeshow_test",
        fm.hosmer_lemeshow_test,
        Peer("scikit-learn, SciPy", _hosmer_lemeshow),
        covers="hosmer_lemeshow_test",
        n=10**6,
    ),
]
