"""selection_corrected_score: equal to its definition, and honest in simulations."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from numpy.testing import assert_allclose

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference

TARGET = "the score on new rows of the model that is chosen on these"


def minus(metric):
    return lambda truth, found: -metric(truth, found)


TWINS = {
    "accuracy_score": reference.accuracy_score,
    "zero_one_loss": minus(reference.zero_one_loss),
    "f1_score": reference.f1_score,
    "roc_auc_score": reference.roc_auc_score,
    "mean_squared_error": minus(reference.mean_squared_error),
    "mean_absolute_error": minus(reference.mean_absolute_error),
    "root_mean_squared_error": minus(reference.root_mean_squared_error),
    "r2_score": reference.r2_score,
    "a function": reference.accuracy_score,
}


def data(metric, n, m, rng):
    if metric in ("roc_auc_score",):
        y = np.arange(n) % 2
        return y, (y[:, None] + rng.normal(size=(n, m))).round(1)
    if "error" in metric or metric == "r2_score":
        y = rng.normal(size=n).round(2)
        return y, (y[:, None] + rng.normal(size=(n, m))).round(2)
    return rng.integers(0, 2, n), rng.integers(0, 2, (n, m))


CASES = [(metric, False) for metric in TWINS]
# Of other metrics, all rows are one with folds too.
CASES += [("roc_auc_score", True), ("a function", True)]


@pytest.mark.filterwarnings("ignore::fastmetrics.reference.UndefinedMetricWarning")
@one_case("metric, with_folds", CASES)
def test_it_agrees_with_the_reference(metric, with_folds, rng):
    y, predictions = data(metric, 40, 4, rng)
    folds = np.arange(40) // 14 if with_folds else None
    options = {"n_resamples": 12, "random_state": 7, "confidence_level": 0.8}
    asked = metric
    if metric == "a function":

        def asked(truth, found):
            return np.mean(truth == found)

    ours = fm.selection_corrected_score(asked, y, predictions, folds=folds, **options)
    twin = reference.selection_corrected_score(
        TWINS[metric],
        y.tolist(),
        predictions.tolist(),
        folds=None if folds is None else folds.tolist(),
        **options,
    )
    row = fm.catalog.METRICS.get(metric)
    sign = 1 if row is None or row.greater_is_better else -1
    expected = [twin.estimate, *[twin.low, twin.high][::sign]]
    expected = [sign * one for one in expected]
    # Means of a few numbers are added up in another order.
    assert_allclose([ours.estimate, ours.low, ours.high], expected, rtol=1e-12)
    assert (ours.method, ours.n_resamples, ours.target) == ("percentile", 12, TARGET)


@one_case("metric", ["accuracy_score", "log_loss"])
def test_no_correction_makes_the_best_score_better(metric, rng):
    """Not by the noise of few draws either."""
    y = rng.integers(0, 2, 40)
    close = (y + rng.random(40)) / 2  # all models find nearly the same
    said = np.column_stack([np.where(rng.random(40) < 0.05, 0.5, close) for _ in "ab"])
    if metric == "accuracy_score":
        said = (said > 0.6).astype(int)
    row = fm.catalog.METRICS[metric]
    values = [row.public(y, one) for one in said.T]
    for seed in range(20):
        found = fm.selection_corrected_score(
            metric, y, said, n_resamples=5, random_state=seed
        )
        if row.greater_is_better:
            assert found.estimate <= max(values)
        else:
            assert found.estimate >= min(values)
        assert found.low <= found.estimate <= found.high


def test_a_mean_over_rows_is_one_with_folds_too(rng):
    """All rows that are left out count alike, however large their folds are."""
    y, predictions = data("mean_squared_error", 30, 3, rng)
    folds = np.array([0] * 5 + [1] * 25)
    found = fm.selection_corrected_score(
        "mean_squared_error", y, predictions, folds=folds, n_resamples=9, random_state=1
    )
    losses = (y[:, None] - predictions) ** 2
    values = []
    for replicate in range(9):
        drawn = np.array(reference.random.draw_weights(1, replicate, [30]))
        winner = np.argmin(drawn @ losses)
        values.append(losses[drawn == 0, winner].mean())
    assert_allclose(found.distribution, values)


def test_a_ratio_of_counts_is_that_of_all_rows(rng):
    """As means of the folds it would be biased: few rows are left out of each."""
    y, predictions = data("f1_score", 30, 2, rng)
    folds = np.arange(30) // 3
    found = fm.selection_corrected_score(
        "f1_score", y, predictions, folds=folds, n_resamples=9, random_state=1
    )
    values = []
    for replicate in range(9):
        drawn = np.array(reference.random.draw_weights(1, replicate, [30]))
        again, left = np.repeat(np.arange(30), drawn), drawn == 0
        scores = [fm.f1_score(y[again], predictions[again, k]) for k in (0, 1)]
        values.append(fm.f1_score(y[left], predictions[left, np.argmax(scores)]))
    assert found.distribution.tolist() == values


def test_folds_of_one_row_have_means_and_no_rankings(rng):
    y, predictions = data("accuracy_score", 40, 3, rng)
    found, without = (
        fm.selection_corrected_score(
            "accuracy", y, predictions, folds=folds, n_resamples=20, random_state=0
        )
        for folds in (np.arange(40), None)
    )
    assert found.estimate == without.estimate
    with pytest.raises(ValueError, match="roc_auc_score is undefined in all draws"):
        fm.selection_corrected_score(
            "roc_auc_score", y, predictions, folds=np.arange(40), n_resamples=20
        )


def test_predictions_may_come_in_every_form(rng):
    y, predictions = data("accuracy_score", 50, 3, rng)
    names = ["one", "two", "three"]
    frame = pd.DataFrame(predictions, columns=names)
    labels = np.array(["no", "yes"])
    forms = {
        "list": (y.tolist(), predictions.tolist()),
        "pandas": (pd.Series(y), frame),
        "polars": (pl.Series(y), pl.DataFrame(frame)),
        "arrow": (y, pl.DataFrame(frame).to_arrow()),
        "dict": (y, {name: predictions[:, k] for k, name in enumerate(names)}),
        "strings": (labels[y], labels[predictions]),
    }
    options = {"n_resamples": 20, "random_state": 0}
    expected = fm.selection_corrected_score("accuracy", y, predictions, **options)
    for form in forms.values():
        found = fm.selection_corrected_score("accuracy", *form, **options)
        assert (found.estimate, found.low) == (expected.estimate, expected.low)


def test_probabilities_of_classes_have_a_third_axis(rng):
    y = rng.integers(0, 3, 60)
    proba = rng.dirichlet(np.ones(3), (60, 4))
    found = fm.selection_corrected_score("log_loss", y, proba, n_resamples=30)
    losses = [fm.log_loss(y, proba[:, k]) for k in range(4)]
    assert min(losses) - 0.2 < found.estimate < max(losses) + 0.2


def test_functions_are_metrics_of_which_more_is_better(rng):
    y, predictions = data("mean_squared_error", 40, 3, rng)
    options = {"n_resamples": 20, "random_state": 0}

    def minus_mse(truth, found):
        return -float(np.mean((truth - found) ** 2))

    ours = fm.selection_corrected_score("mse", y, predictions, **options)
    own = fm.selection_corrected_score(minus_mse, y, predictions, **options)
    assert own.estimate == pytest.approx(-ours.estimate)
    by_function = fm.selection_corrected_score(
        fm.mean_squared_error, y, predictions, **options
    )
    assert by_function.estimate == ours.estimate


def test_the_seed_alone_decides(rng):
    y, predictions = data("f1_score", 40, 3, rng)
    one, same, other = (
        fm.selection_corrected_score(
            "f1_score", y, predictions, n_resamples=20, random_state=seed
        )
        for seed in (1, np.int64(1), 2)
    )
    assert np.array_equal(one.distribution, same.distribution)
    assert not np.array_equal(one.distribution, other.distribution)


def test_threads_change_nothing(rng):
    y, predictions = data("mean_squared_error", 500, 5, rng)
    found = []
    for n in (1, 3):
        with fm.num_threads(n):
            found.append(
                fm.selection_corrected_score(
                    "mse", y, predictions, n_resamples=200, random_state=0
                ).distribution
            )
    assert np.array_equal(*found)


def test_draws_where_the_metric_is_undefined_are_left_out_with_a_warning():
    y = np.array([0] * 12 + [1, 1])  # often no positive row is left, or drawn
    scores = np.tile(np.linspace(0, 1, 14)[:, None], 2)
    with pytest.warns(UserWarning, match="undefined on"):
        found = fm.selection_corrected_score(
            "roc_auc_score", y, scores, n_resamples=200, random_state=0
        )
    assert found.n_undefined > 20
    assert found.estimate == 1  # of those where it is defined
    assert math.isnan(found.low)


def test_models_undefined_on_the_data_raise():
    with (
        pytest.warns(UndefinedMetricWarning),
        pytest.raises(ValueError, match="roc_auc_score is undefined for every model"),
    ):
        fm.selection_corrected_score("roc_auc_score", [1, 1], [[0.1, 0.2], [0.3, 0.4]])


@one_case(
    "arguments, error, says",
    [
        (("accuracy", [0, 1], [0, 1]), ValueError, r"a column for each .* \(2,\)"),
        (("accuracy", [0, 1], [[0], [1]]), ValueError, "two models or more, got 1"),
        (("accuracy", [0, 1], {"a": [0, 1]}), ValueError, "two models or more, got 1"),
        (("accuracy", [0, 1, 1], [[0, 1]] * 2), ValueError, "inconsistent numbers"),
        (("mse", [0, 1, 1], [[0, 1]] * 2), ValueError, "inconsistent numbers"),
        (("mse", [0, 1], [[0, np.nan]] * 2), ValueError, "NaN"),
        (("no_metric", [0, 1], [[0, 1]] * 2), ValueError, "no_metric"),
        (("roc_curve", [0, 1], [[0, 1]] * 2), ValueError, "not a single number"),
        (("max_prediction", [0, 1], [[0, 1]] * 2), ValueError, "max_prediction"),
        (("mse", [0], [[0, 1]]), ValueError, "y_true must have more rows"),
        ((3, [0, 1], [[0, 1]] * 2), TypeError, "must be a name or a callable"),
        (("percent_bias", [1, 1], [[0, 1]] * 2), ValueError, "neither is better"),
    ],
)
def test_bad_input_is_told(arguments, error, says):
    with pytest.raises(error, match=says):
        fm.selection_corrected_score(*arguments)


@one_case(
    "option, says",
    [
        ({"folds": [0, 1]}, "folds"),
        ({"folds": [0, 1, None]}, "folds"),
        ({"n_resamples": 1}, "n_resamples"),
        ({"confidence_level": 1.0}, "confidence_level"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_bad_options_are_told(option, says):
    with pytest.raises(ValueError, match=says):
        fm.selection_corrected_score("accuracy", [0, 1, 1], [[0, 1]] * 3, **option)


@pytest.mark.slow
def test_it_is_nearly_unbiased_where_the_best_score_is_not(rng):
    """20 models that are right in 70 % of the rows: the best seems right in 75 %."""
    best, corrected, covered = [], [], []
    for seed in range(60):
        right = rng.random((200, 20)) < 0.7
        found = fm.selection_corrected_score(
            "mse", np.ones(200), right.astype(float), n_resamples=200, random_state=seed
        )
        best.append(right.mean(axis=0).max())
        corrected.append(1 - found.estimate)
        covered.append(found.low <= 0.3 <= found.high)
    assert np.mean(best) > 0.75
    assert abs(np.mean(corrected) - 0.7) < 0.01
    assert np.mean(covered) >= 0.95
