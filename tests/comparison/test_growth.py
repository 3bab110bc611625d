"""How the work of comparisons grows: with models, and not with pairs or rows.

Pairs are rows of arrays. The number of Python functions that are called is the same on
every machine, unlike the time.
"""

import pickle

import numpy as np
import pytest
from helpers.function_calls import function_calls
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.comparison.model_differences import Difference

METRICS = {
    "accuracy_score": "y_pred",
    "f1_score": "y_pred",
    "roc_auc_score": "y_score",
    "average_precision_score": "y_score",
    "best_f1_score": "y_score",
    "brier_score_loss": "y_proba",
    "mean_absolute_error": "errors",
    "root_mean_squared_error": "errors",
    "r2_score": "errors",
}


# Calls for a comparison of two models, and for a further model.
MOST_OF_TWO, MOST_BY_MODEL = 4000, 500


def models(kind, n_rows, n_models):
    """Return the true values and the arguments for so many models."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    noise = rng.normal(size=(n_models, n_rows)) * np.linspace(1, 2, n_models)[:, None]
    if kind == "errors":
        y = rng.normal(size=n_rows)
        kind, columns = "y_pred", y + noise
    elif kind == "y_pred":
        columns = np.where(noise > 1, 1 - y, y)
    elif kind == "y_score":
        columns = y + noise
    else:
        columns = 1 / (1 + np.exp(-(y + noise)))
    return y, {kind: {f"m{k}": one for k, one in enumerate(columns)}}


def comparison(metric, n_rows, n_models, **options):
    y, given = models(METRICS[metric], n_rows, n_models)
    options = {"n_resamples": 99, "random_state": 0, **options}
    return lambda: fm.compare(metric, y, **given, **options)


@pytest.mark.long
@one_case("metric", METRICS)
def test_calls_grow_with_models_and_neither_with_pairs_nor_with_rows(metric):
    # Of many rows, replicates of scores are drawn by cells.
    for n_rows in ((300, 1500), (3000, 9000)):
        few, many = (function_calls(comparison(metric, n, 5)) for n in n_rows)
        assert many <= 1.05 * few
    calls = [function_calls(comparison(metric, 300, k)) for k in (6, 12, 24)]
    # By pair the second step would be four times the first.
    assert calls[2] - calls[1] < 2.1 * (calls[1] - calls[0])
    assert calls[2] - calls[1] < 12 * MOST_BY_MODEL
    assert function_calls(comparison(metric, 300, 2)) < MOST_OF_TWO


@pytest.mark.long
@one_case("options", [{"baseline": "m0"}, {"margin": 0.05}, {"adjust": "holm"}])
def test_so_they_do_with_options(options):
    calls = [
        function_calls(comparison("f1_score", 300, k, **options)) for k in (6, 12, 24)
    ]
    assert calls[2] - calls[1] < 2.1 * (calls[1] - calls[0])


def test_differences_are_made_when_asked_for():
    found = comparison("f1_score", 300, 6)()
    assert len(found.differences) == 15
    assert next(iter(found.differences)) == ("m0", "m1")
    one = found.differences["m0", "m1"]
    assert isinstance(one, Difference)
    assert one == found.differences["m0", "m1"]
    assert type(one.estimate) is float
    assert type(one.approximate) is bool
    assert ("m1", "m0") not in found.differences
    with pytest.raises(KeyError):
        found.differences["m1", "m0"]
    assert dict(found.differences) == found.differences
    again = pickle.loads(pickle.dumps(found))
    assert again.differences == found.differences
    assert again.to_dict() == found.to_dict()
