"""How often intervals of forecasts of numbers hold the truth, over simulated sets.

Two normal forecasts, one right and one whose deviation is four fifths of what it should
be, as distributions, ensembles, quantiles and intervals. The truth is that of a million
rows. With 2,000 sets the standard error of a coverage of 95 % is half a percentage
point.
"""

import numpy as np
import pytest
from helpers.error_coverage import coverage

import fastmetrics as fm

LEVELS = np.array([0.1, 0.25, 0.5, 0.75, 0.9])
SCORES = np.array([-1.2815515655446004, -0.6744897501960817, 0.0])
SCORES = np.array([*SCORES, *-SCORES[1::-1]])
MEANS = (
    ("mean_quantile_loss", {"quantiles": LEVELS}),
    ("crps_quantile", {"quantiles": LEVELS}),
    ("interval_score", {"confidence_level": 0.8}),
    ("mean_interval_width", {}),
    ("crps_ensemble", {}),
    ("crps_gaussian", {}),
    ("gaussian_log_loss", {}),
)


def draw(rng, n):
    mean = 3 * rng.normal(size=n)
    spread = rng.uniform(0.5, 2, size=n)
    members = rng.normal(size=(n, 10))
    models = {}
    for name, times in (("right", 1.0), ("sure", 0.8)):
        scale = times * spread
        quantiles = mean[:, None] + scale[:, None] * SCORES
        models[name] = {
            "mean": mean,
            "scale": scale,
            "y_ensemble": mean[:, None] + scale[:, None] * members,
            "y_quantiles": quantiles,
            "y_lower": quantiles[:, 0],
            "y_upper": quantiles[:, -1],
        }
    return mean + spread * rng.normal(size=n), models


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
def test_means(n):
    shares = coverage(draw, n, MEANS, n_sets=1000, n_truth=1_000_000)
    assert shares.min() >= 0.915
    assert shares.max() <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 100])
def test_energy_scores(n):
    rng, held = np.random.default_rng(0), 0

    def drawn(size):
        mean = rng.normal(size=(size, 2))
        members = mean[:, None] + rng.normal(size=(size, 10, 2))
        return mean + rng.normal(size=(size, 2)), members

    truth = fm.energy_score(*drawn(400_000))
    for _ in range(400):
        true, members = drawn(n)
        one = fm.confidence_interval("energy_score", true, y_ensemble=members)
        held += one.low <= truth <= one.high
    assert 0.915 <= held / 400 <= 0.98


def last_quantile(rng, n):
    true, models = draw(rng, n)
    for own in models.values():
        own["y_quantiles"] = own["y_quantiles"][:, -1:]
    return true, models


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
def test_shares(n):
    """Shares of few rows jump from one possible value to the next."""
    shares = ("interval_coverage", {}), ("quantile_coverage", {"quantiles": [0.9]})
    found = coverage(last_quantile, n, shares, n_sets=1000, n_truth=1_000_000)
    assert found[:2].min() >= 0.93
    assert found[:2].max() <= 0.985
