"""Isotonic recalibration, calibration as a whole, and what decisions are worth."""

from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import norm
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer, agree_to


def _forecasts(n: int) -> tuple[Any, Any]:
    """Labels, and scores as probabilities."""
    y_true, y_score = rows.float64(n)
    return y_true, norm.cdf(y_score)


def _weighted(n: int) -> tuple[Any, Any, Any]:
    return *_forecasts(n), rows.weighted(n)[2]


def _curve(y: Any, p: Any, weights: Any = None) -> Any:
    curve = fm.reliability_curve(y, p, band=None, sample_weight=weights)
    return curve.y_proba, curve.calibrated


def _sk_curve(y: Any, p: Any, weights: Any = None) -> Any:
    fitted = IsotonicRegression().fit(p, y, weights)
    return fitted.X_thresholds_, fitted.y_thresholds_


def _agree_where_theirs_bends(ours: Any, peers: Any) -> None:
    np.testing.assert_allclose(np.interp(peers[0], *ours), peers[1], atol=1e-9)


def _bounds(y: Any, p: Any) -> Any:
    curve = fm.reliability_curve(y, p, n_resamples=99, random_state=0)
    return curve.low, curve.high


def _sk_bounds(y: Any, p: Any) -> Any:
    rng = np.random.default_rng(0)
    places = np.unique(p)
    at = np.unique(np.linspace(0, len(places) - 1, 1000).astype(int))
    curves = [
        IsotonicRegression().fit(p, rng.random(len(p)) < p).predict(places[at])
        for _ in range(99)
    ]
    low, high = np.quantile(curves, (0.025, 0.975), axis=0)
    return np.interp(places, places[at], low), np.interp(places, places[at], high)


def _agree_nearly(ours: Any, peers: Any) -> None:
    """Compare bounds of other draws."""
    for mine, theirs in zip(ours, peers, strict=True):
        assert np.abs(mine - theirs).mean() < 0.1


def _sk_parts(y: Any, p: Any) -> Any:
    fitted = IsotonicRegression().fit_transform(p, y)
    score, after = np.mean((y - p) ** 2), np.mean((y - fitted) ** 2)
    uncertainty = y.var()
    return score, score - after, uncertainty - after, uncertainty


def _slope(y: Any, p: Any) -> Any:
    line = fm.calibration_slope(y, p)
    return line.slope, line.intercept


def _sk_slope(y: Any, p: Any) -> Any:
    logit = np.log(p) - np.log1p(-p)
    model = LogisticRegression(C=np.inf, tol=1e-8).fit(logit[:, None], y)
    return model.coef_[0, 0], model.intercept_[0]


def _root_of_the_score(y: Any, p: Any) -> Any:
    logit = np.log(p) - np.log1p(-p)
    a = brentq(lambda a: (expit(a + logit) - y).sum(), -20, 20, xtol=1e-12)
    rates = expit(a + logit)
    return a, 1 / np.sqrt((rates * (1 - rates)).sum())


def _sk_index(y: Any, p: Any) -> Any:
    logit = np.log(p) - np.log1p(-p)
    knots = np.quantile(logit, (0.05, 0.35, 0.65, 0.95))
    width, last = knots[-1] - knots[0], knots[-1] - knots[-2]

    def cubes(knot: float) -> Any:
        return (np.maximum(logit - knot, 0) / width) ** 3

    columns = [
        cubes(knot)
        - cubes(knots[-2]) * (knots[-1] - knot) / last
        + cubes(knots[-1]) * (knots[-2] - knot) / last
        for knot in knots[:-2]
    ]
    spline = np.column_stack([logit, *columns])
    model = LogisticRegression(C=np.inf, tol=1e-8, solver="newton-cholesky")
    return np.abs(model.fit(spline, y).predict_proba(spline)[:, 1] - p).mean()


def _np_benefit(y: Any, p: Any, threshold: float = 0.3) -> Any:
    treated = p >= threshold
    positives = (treated & (y == 1)).sum()
    odds = threshold / (1 - threshold)
    return (positives - (treated.sum() - positives) * odds) / len(y)


def _decision_curve(y: Any, p: Any) -> Any:
    return fm.decision_curve(y, p).net_benefit


def _np_decision_curve(y: Any, p: Any) -> Any:
    return np.array([_np_benefit(y, p, k / 100) for k in range(1, 100)])


def _mean_difference(y: Any, p: Any) -> Any:
    return p.mean() - y.mean()


def _sum_ratio(y: Any, p: Any) -> Any:
    return p.sum() / y.sum()


def _spiegelhalter(y: Any, p: Any) -> Any:
    result = fm.spiegelhalter_test(y, p)
    return result.statistic, result.pvalue


def _np_spiegelhalter(y: Any, p: Any) -> Any:
    lean = 1 - 2 * p
    z = ((y - p) * lean).sum() / np.sqrt((lean**2 * p * (1 - p)).sum())
    return z, 2 * norm.sf(abs(z))


CASES = [
    *(
        Case(
            f"reliability_curve, {name}",
            10**6,
            inputs,
            _curve,
            covers="reliability_curve",
            peers=(Peer("scikit-learn", _sk_curve, agree=_agree_where_theirs_bends),),
        )
        for name, inputs in (("no band", _forecasts), ("weights", _weighted))
    ),
    Case(
        "reliability_curve, 99 replicates",
        10**5,
        _forecasts,
        _bounds,
        covers="reliability_curve",
        peers=(Peer("scikit-learn in a loop", _sk_bounds, agree=_agree_nearly),),
    ),
    Case(
        "score_decomposition",
        10**6,
        _forecasts,
        fm.score_decomposition,
        covers="score_decomposition",
        peers=(Peer("scikit-learn's isotonic regression", _sk_parts),),
    ),
    Case(
        "score_decomposition, log loss",
        10**6,
        _forecasts,
        partial(fm.score_decomposition, loss="log"),
        covers="score_decomposition",
    ),
    Case(
        "calibration_in_the_large",
        10**6,
        _forecasts,
        fm.calibration_in_the_large,
        covers="calibration_in_the_large",
        floor=READ,
        peers=(Peer("NumPy", _mean_difference),),
    ),
    Case(
        "expected_observed_ratio",
        10**6,
        _forecasts,
        fm.expected_observed_ratio,
        covers="expected_observed_ratio",
        floor=READ,
        peers=(Peer("NumPy", _sum_ratio),),
    ),
    Case(
        "calibration_intercept",
        10**6,
        _forecasts,
        fm.calibration_intercept,
        covers="calibration_intercept",
        floor=READ,
        peers=(Peer("SciPy's root of the score", _root_of_the_score),),
    ),
    Case(
        "net_benefit",
        10**6,
        _forecasts,
        partial(fm.net_benefit, threshold=0.3),
        covers="net_benefit",
        floor=READ,
        peers=(Peer("NumPy", _np_benefit),),
    ),
    Case(
        "decision_curve",
        10**6,
        _forecasts,
        _decision_curve,
        covers="decision_curve",
        peers=(Peer("NumPy, a pass per threshold", _np_decision_curve),),
    ),
    Case(
        "calibration_slope",
        10**6,
        _forecasts,
        _slope,
        covers="calibration_slope",
        floor=READ,
        peers=(
            Peer("scikit-learn's logistic regression", _sk_slope, agree=agree_to(1e-3)),
        ),
    ),
    Case(
        "integrated_calibration_index",
        10**6,
        _forecasts,
        fm.integrated_calibration_index,
        covers="integrated_calibration_index",
        floor=READ,
        peers=(
            Peer(
                "scikit-learn's logistic regression of a spline",
                _sk_index,
                agree=agree_to(1e-5),
            ),
        ),
    ),
    Case(
        "spiegelhalter_test",
        10**6,
        _forecasts,
        _spiegelhalter,
        covers="spiegelhalter_test",
        floor=READ,
        peers=(Peer("NumPy", _np_spiegelhalter),),
    ),
]
