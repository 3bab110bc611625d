"""How often intervals of means over rows hold the truth, over 4,000 simulated sets.

Two models forecast two classes, one of them too sure of itself. The truth is that of
a million rows. With 4,000 sets the standard error of a coverage of 95 % is a third
of a percentage point.
"""

import numpy as np
import pytest
from helpers import forecast_metrics as planted
from helpers.forecast_metrics import BRIER, ENTROPY, LOG_LOSS, RATIO, ForecastPlan

import fastmetrics
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.plan import Data, Design

N_SETS = 4000
N_TRUTH = 1_000_000
MEANS = (LOG_LOSS, BRIER)
ALL = (*MEANS, ENTROPY, RATIO)


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    for function in planted.FUNCTIONS:
        name = function.__name__
        monkeypatch.setattr(fastmetrics, name, function, raising=False)


def expit(z):
    return 1 / (1 + np.exp(-z))


def rows(rng, n, shared=0.0):
    """Labels, probabilities of two models, and scores of the rows."""
    z = 1.2 * rng.normal(size=n) + shared
    y = (rng.random(n) < expit(0.3 + z)).astype(float)
    noise = rng.normal(size=(2, n))
    return y, expit(1.3 * z + 0.3 * noise[0]), expit(z + 0.6 * noise[1]), z


def plain_rows(rng, n):
    return *rows(rng, n)[:3], {}


def weighted(draw):
    def with_weights(rng, n):
        y, a, b, z = rows(rng, n)
        return y, a, b, {"sample_weight": draw(rng, n, z)}

    return with_weights


def grouped_rows(rng, n):
    """n groups of one to nine rows, whose scores lie together."""
    groups = np.repeat(np.arange(n), rng.integers(1, 10, n))
    found = rows(rng, len(groups), shared=rng.normal(size=n)[groups])
    return *found[:3], {"groups": groups}


DRAWN = {
    "rows": plain_rows,
    "moderate weights": weighted(lambda rng, n, _: rng.uniform(0.5, 1.5, n)),
    "weights that go with the rows": weighted(lambda _, n, z: expit(z)),
    "exponential weights": weighted(lambda rng, n, _: rng.exponential(size=n)),
    "groups": grouped_rows,
}


def truths_of(draw, metrics):
    y, a, b, design = draw(np.random.default_rng(2), N_TRUTH)
    weights = design.get("sample_weight")
    values = [
        [row.public(y, model, sample_weight=weights) for row in metrics]
        for model in (a, b)
    ]
    return np.array([*values, np.subtract(*values)])


def coverage(draw, n, metrics, method="auto", n_sets=N_SETS, **options):
    """Share of sets whose interval holds the truth, (models, difference; metrics)."""
    truths = truths_of(draw, metrics)
    rng = np.random.default_rng(1)
    hits = np.zeros(truths.shape)
    for _ in range(n_sets):
        y, a, b, design = draw(rng, n)
        models = {"a": {"y_proba": a}, "b": {"y_proba": b}}
        plan = ForecastPlan(Data({"y_true": y}, models), Design(**design), {})
        plan.ask([BoundMetric(row, {}) for row in metrics])
        found = make_intervals(
            plan, confidence_level=0.95, method=method, n_resamples=299, seed=0
        )
        each = (*found.values.values(), *found.differences.values())
        for k, made in enumerate(each):
            for j, row in enumerate(metrics):
                one = made[row.name]
                hits[k, j] += one.low <= truths[k, j] <= one.high
    return hits / n_sets


# (data, rows or groups): the least coverage of the models, and of their difference.
# Weights that differ much are worth fewer rows than Kish's number says where they go
# with the losses. Differences of losses have few rows in their tails, whose skewness is
# hard to tell from fifty.
LEAST = {
    ("rows", 50): (0.935, 0.917),
    ("rows", 200): (0.935, 0.935),
    ("rows", 1000): (0.935, 0.935),
    ("moderate weights", 50): (0.935, 0.92),
    ("moderate weights", 200): (0.935, 0.935),
    ("weights that go with the rows", 50): (0.913, 0.912),
    ("weights that go with the rows", 200): (0.928, 0.925),
    ("exponential weights", 50): (0.90, 0.885),
    ("exponential weights", 200): (0.918, 0.92),
    ("groups", 50): (0.935, 0.933),
    ("groups", 200): (0.935, 0.932),
}
MOST = 0.972


@pytest.mark.slow
@pytest.mark.parametrize(("data", "n"), LEAST)
def test_means_and_pseudo_values(data, n):
    """Measured, in per cent, of the models and of their difference.

    Rows: 94.5-96.1 and 92.7-95.6 (n = 50), 94.4-95.3 and 94.5-95.6. Moderate weights:
    94.5-95.8 and 93.0-95.6. Weights that go with the rows: 92.3-95.1 and 92.2-95.9
    (n = 50), 93.8-94.9 and 93.6-95.3. Exponential weights: 91.2-94.9 and 89.5-95.6
    (n = 50), 92.8-95.2 and 93.0-95.0. Groups: 94.7-95.6 and 94.3-95.1.
    """
    # Sums by group take ten times as long.
    n_sets = 1000 if data == "groups" else N_SETS
    shares = coverage(DRAWN[data], n, ALL, n_sets=n_sets)
    of_models, of_difference = LEAST[data, n]
    assert shares[:2].min() >= of_models
    assert shares[2].min() >= of_difference
    assert shares.max() <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("method", ["t", "percentile", "bca"])
def test_other_methods_of_means(method):
    """At 200 rows all are as good; measured were 93.6-94.7 and 93.1-95.1 per cent."""
    shares = coverage(plain_rows, 200, MEANS, method, 1000)
    assert shares.min() >= 0.91
    assert shares.max() <= MOST
