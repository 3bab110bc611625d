"""JointMoments and slopes: the spread of metrics of second moments, from sums alone."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.catalog import FAMILIES
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.measuring.error_moments import JointMoments

N = 24


def value_of(name, y, e, w, given):
    """The metric in plain words, of rows with weights; n is that of the rows."""

    def mean(x):
        return np.average(x, weights=w)

    p, n = y + e, len(y)
    variance = mean((y - mean(y)) ** 2)
    spread = mean((p - mean(p)) ** 2)
    both = mean((y - mean(y)) * (p - mean(p)))
    of_error = mean((e - mean(e)) ** 2)
    r = both / math.sqrt(variance * spread)
    rse = mean(e**2) / variance
    alpha, beta = math.sqrt(spread / variance), mean(p) / mean(y)
    if given.get("variant") == "2012":
        alpha /= beta
    times = n / (n - given.get("ddof", 0))
    return {
        "r2_score": 1 - rse,
        "adjusted_r2_score": 1 - rse * (n - 1) / (n - given.get("n_features", 0) - 1),
        "relative_squared_error": rse,
        "root_relative_squared_error": math.sqrt(rse),
        "explained_variance_score": 1 - of_error / variance,
        "explained_to_total_ratio": mean((p - mean(y)) ** 2) / variance,
        "error_standard_deviation": math.sqrt(of_error),
        "normalized_root_mean_squared_error": math.sqrt(mean(e**2))
        / (math.sqrt(variance) if given.get("normalization") == "std" else -mean(y)),
        "pearson_r": r,
        "concordance_correlation_coefficient": 2
        * times
        * both
        / (times * (variance + spread) + (mean(y) - mean(p)) ** 2),
        "cosine_similarity": mean(y * p) / math.sqrt(mean(y**2) * mean(p**2)),
        "kling_gupta_efficiency": 1
        - math.sqrt((r - 1) ** 2 + (alpha - 1) ** 2 + (beta - 1) ** 2),
    }[name]


def joint(y, e, w, origins=(-3.1, 0.4)):
    sums, squares = np.zeros((5, 5)), np.zeros((5, 5))
    for i in range(5):
        for j in range(5 - i):
            product = (y - origins[0]) ** i * (e - origins[1]) ** j
            sums[i, j] = np.sum(w * product)
            squares[i, j] = np.sum(w**2 * product)
    return JointMoments(sums, squares, origins, np.count_nonzero(w))


def rows(rng, weighted):
    y = 2 * rng.normal(size=N) - 3
    e = rng.exponential(size=N) - 0.7 + 0.1 * y
    return y, e, rng.exponential(size=N) if weighted else np.ones(N)


SLOPES = {
    row.name: row.how.slopes
    for row in FAMILIES["regression"].metrics
    if isinstance(row.how, ErrorFormula)
    and row.how.slopes is not None
    and row.name == row.function
}
CASES = [
    *((name, {}) for name in SLOPES if name != "adjusted_r2_score"),
    ("adjusted_r2_score", {"n_features": 3}),
    ("concordance_correlation_coefficient", {"ddof": 1}),
    ("kling_gupta_efficiency", {"variant": "2012"}),
    ("normalized_root_mean_squared_error", {"normalization": "std"}),
]


@one_case("weighted", [False, True])
@one_case(("name", "given"), CASES)
def test_spread_is_that_of_small_changes_of_weights(rng, name, given, weighted):
    y, e, w = rows(rng, weighted)
    found = joint(y, e, w)
    step = 1e-5 * w.sum()
    added = np.empty(N)
    for i in range(N):
        change = step * (np.arange(N) == i)
        up, down = (value_of(name, y, e, w + x, given) for x in (change, -change))
        added[i] = w[i] * (up - down) / (2 * step)
    expected = math.sqrt(N / (N - 1) * np.sum(added**2))
    mean = found.mean(SLOPES[name](found.moments, **given))
    # Differences of weights that are not endless are right to so many digits.
    assert mean.standard_error == pytest.approx(expected, rel=1e-7)
    assert (mean.n, mean.skewness) == (N, 0.0)
    freedom = w.sum() ** 2 / np.sum(w**2) - 1
    assert mean.degrees_of_freedom == pytest.approx(freedom)


def test_moments(rng):
    y, e, w = rows(rng, True)
    found = joint(y, e, w)
    means = np.average([y, e], axis=1, weights=w)
    covariance = np.cov([y, e], ddof=0, aweights=w)
    expected = [*means, covariance[0, 0], covariance[0, 1], covariance[1, 1]]
    assert found.moments[1:] == pytest.approx(expected, rel=1e-12)
    fourth = np.average((e - means[1]) ** 4, weights=w)
    assert found.kurtosis == pytest.approx(fourth / covariance[1, 1] ** 2, rel=1e-12)


def test_origins_far_away_cost_few_digits(rng):
    y, e, w = rows(rng, False)
    near, far = joint(y, e, w), joint(y, e, w, (40.0, -30.0))
    assert far.moments == pytest.approx(near.moments, rel=1e-8)
    assert far.kurtosis == pytest.approx(near.kurtosis, rel=1e-6)


def test_other_normalizations_are_made_of_more_than_moments(rng):
    slopes = SLOPES["normalized_root_mean_squared_error"]
    moments = joint(*rows(rng, False)).moments
    assert slopes(moments, normalization="range") is None
    assert slopes(moments, normalization="iqr") is None
