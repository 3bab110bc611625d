"""How often intervals of one series in time cover, and tests of forecasters reject.

Numbers and scores are autoregressive of order 1 with correlation 0.6, as are their
errors, and labels are numbers above ½. The truth is that of 300,000 rows. The errors of
overlapping forecasts are moving sums of normal shocks.
"""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.signal import lfilter

import fastmetrics as fm

pytestmark = pytest.mark.slow

CORRELATION, N_TRUTH = 0.6, 300_000


def series(rng, n):
    """Return an autoregressive series of variance 1."""
    shocks = rng.normal(size=n + 50) * np.sqrt(1 - CORRELATION**2)
    return lfilter([1], [1, -CORRELATION], shocks)[50:]


def drawn(rng, n):
    """Return columns by metric."""
    z = series(rng, n)
    s = 0.8 * z + 0.6 * series(rng, n)
    y, p = (z > 0.5).astype(int), (s > 0.5).astype(int)
    return {
        "mean_squared_error": (z, s),
        "accuracy_score": (y, p),
        "roc_auc_score": (y, s),
        "f1_score": (y, p),
        "r2_score": (z, s),
    }


# metric -> the least share of 200 series of 200 rows whose interval covers
LEAST = {
    "mean_squared_error": 0.88,
    "accuracy_score": 0.88,
    "roc_auc_score": 0.89,
    "f1_score": 0.90,
    "r2_score": 0.87,
}


def coverage(n_sets, n):
    """Return by metric how often its interval holds the truth."""
    rng = np.random.default_rng(0)
    truth = {
        metric: getattr(fm, metric)(*columns)
        for metric, columns in drawn(rng, N_TRUTH).items()
    }
    held = dict.fromkeys(LEAST, 0)
    for _ in range(n_sets):
        for metric, columns in drawn(rng, n).items():
            found = fm.confidence_interval(metric, *columns, order=True)
            held[metric] += found.low <= truth[metric] <= found.high
    return {metric: k / n_sets for metric, k in held.items()}


def test_intervals_of_a_series_cover():
    found = coverage(200, 200)
    for metric, least in LEAST.items():
        assert found[metric] >= least, metric


@one_case("horizon", [4, 12])
def test_intervals_of_slices_cover(horizon):
    """Every third time, and a third of the times: rows of a slice in their order."""
    rng, n, held, independent = np.random.default_rng(1), 60 * horizon, [0, 0], 0
    cuts = np.arange(n) % 3, np.arange(n) * 3 // n
    for _ in range(200):
        shocks = rng.normal(size=n + horizon - 1) / np.sqrt(horizon)
        errors = np.convolve(shocks, np.ones(horizon), "valid")
        given = "mean_squared_error", np.zeros(n), errors
        for k, by in enumerate(cuts):
            one = fm.by_group(*given, by=by, order=True, horizon=horizon)
            found = one.interval(0, "mean_squared_error")
            held[k] += found.low <= 1 <= found.high
        found = fm.by_group(*given, by=cuts[1]).interval(0, "mean_squared_error")
        independent += found.low <= 1 <= found.high
    assert min(held) >= 170  # 85 %
    assert independent <= 170 if horizon == 4 else 120


@one_case("horizon", [1, 4, 12])
def test_equal_forecasters_are_rarely_told_apart(horizon):
    rng, rejected, independent = np.random.default_rng(1), 0, 0
    zeros = np.zeros(100)
    for _ in range(400):
        a, b = (
            np.convolve(rng.normal(size=99 + horizon), np.ones(horizon), "valid")
            for _ in "ab"
        )
        found = fm.compare(
            "mean_squared_error", zeros, {"a": a, "b": b}, order=True, horizon=horizon
        )
        rejected += found["a", "b"].pvalue <= 0.05
        independent += fm.paired_cv_t_test(a**2, b**2).pvalue <= 0.05
    assert rejected <= 32  # 20 are expected
    if horizon > 1:
        assert independent >= 60


@one_case("statistic", ["max", "range"])
def test_the_confidence_set_holds_all_of_the_best(statistic):
    rng, held = np.random.default_rng(2), 0
    for at in range(150):
        shocks = rng.normal(size=(103, 5))
        losses = sum(shocks[k : k + 100] for k in range(4))
        found = fm.model_confidence_set(
            losses, confidence_level=0.9, statistic=statistic, horizon=4,
            n_resamples=199, random_state=at,
        )  # fmt: skip
        held += len(found.included) == 5
    assert held >= 121  # 132 are expected
