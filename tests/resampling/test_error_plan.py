"""ErrorPlan: what is special to intervals of measures of errors."""

import numpy as np
import pytest
from helpers import row_metrics as planted
from helpers.row_metrics import COSINE, ERROR, ROOT, SKILL

import fastmetrics
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.regression.measuring.error_tails import kurtosis_of_errors
from fastmetrics.resampling.error_plan import ErrorPlan
from fastmetrics.resampling.plan import Asked, Data, Design

N = 400


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    for function in planted.FUNCTIONS:
        name = function.__name__
        monkeypatch.setattr(fastmetrics, name, function, raising=False)


@pytest.fixture
def true(rng):
    return rng.normal(size=N)


def made(true, models, rows, method="auto", **design):
    columns = {name: {"y_pred": own} for name, own in models.items()}
    plan = ErrorPlan(Data({"y_true": true}, columns), Design(**design), {})
    plan.ask([Asked(row, {}) for row in rows])
    return make_intervals(
        plan, confidence_level=0.9, method=method, n_resamples=50, seed=3
    )


@pytest.mark.parametrize("method", ["auto", "jackknife", "percentile", "bca"])
def test_squares_of_errors_with_heavy_tails_are_approximate(rng, true, method):
    errors = {"light": rng.normal(size=N), "heavy": rng.standard_t(2, size=N) ** 3}
    models = {name: true + own for name, own in errors.items()}
    found = made(true, models, [SKILL, COSINE], method)
    for name in ("planted_skill", "planted_cosine"):
        light, heavy = (found.values[model][name] for model in models)
        assert not light.approximate
        assert not light.reason
        assert heavy.approximate
        assert "heavy tails, a kurtosis of" in heavy.reason
        assert heavy.low < heavy.estimate < heavy.high
        assert found.differences["light", "heavy"][name].approximate


def test_means_over_rows_know_nothing_of_tails(rng, true):
    models = {"heavy": true + rng.standard_t(2, size=N) ** 3}
    found = made(true, models, [ERROR, ROOT]).values["heavy"]
    assert not any(one.approximate for one in found.values())


def test_kurtosis():
    """Errors -1, 0, 0, 1: second moment 1/2, fourth 1/2; and the same on top of 7."""
    errors = np.array([-1.0, 0, 0, 1])
    assert kurtosis_of_errors([0, 0, 0, 0], errors.tolist()) == 2.0
    assert kurtosis_of_errors(np.zeros(4), errors + 7) == 2.0
    assert kurtosis_of_errors(np.zeros(3), errors[[0, 1, 3]], np.array([1, 2, 1])) == 2
    both = np.stack([errors, np.array([-1, 0, 0, 0])], axis=1)
    assert kurtosis_of_errors(np.zeros((4, 2)), both) == pytest.approx(7 / 3)
    assert kurtosis_of_errors(np.zeros(4), np.ones(4)) == 0.0
    assert kurtosis_of_errors(np.zeros(4), 1e200 * errors) == 0.0


def test_weights_change_the_kurtosis(rng, true):
    """The one large error weighs nothing."""
    pred = true + rng.normal(size=N)
    pred[5] += 60
    weights = np.ones(N)
    assert made(true, {"a": pred}, [SKILL]).values["a"]["planted_skill"].approximate
    weights[5] = 0
    found = made(true, {"a": pred}, [SKILL], sample_weight=weights)
    assert not found.values["a"]["planted_skill"].approximate


def test_each_column_is_converted_once(rng, true):
    """Whichever metrics ask for it."""
    read = []

    class Column:
        def __init__(self, values):
            self.values = values
            self.shape = values.shape

        def __array__(self, dtype=None, copy=None):
            read.append(1)
            return self.values

    models = {name: Column(true + rng.normal(size=N)) for name in "ab"}
    made(Column(true), models, [ERROR, ROOT, SKILL, COSINE], "bca")
    assert len(read) == 3
