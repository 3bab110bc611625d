"""The no-information rate: closed forms against all n² pairs."""

import functools
import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers.error_losses import ONE_OUTPUT, SEVERAL_OUTPUTS
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import METRICS
from fastmetrics.selection.validation import no_information

N = 31
# Of n rows in place of n²: sums and counts.
SUMS = ("sum_", "true_positives", "true_negatives", "false_positives",
        "false_negatives", "total_cost")  # fmt: skip
PARAMETERS = {
    "fbeta_score": {"beta": 0.5},
    "partial_auc_score": {"max_fpr": 0.3},
    "cost_sensitive_error": {"cost_matrix": [[0, 1], [5, 0]]},
    "total_cost": {"cost_matrix": [[0, 1], [5, 0]]},
    "net_benefit": {"threshold": 0.3},
    "cost_sensitive_accuracy": {"cost_matrix": [[0, 1], [5, 0]]},
}
# Quantiles, losses that are not separable, and further columns.
NONE = {
    *("roc_auc_by_group", "squared_calibration_error", "adaptive_calibration_error"),
    "excess_aurc",  # of how many rows there are
    *("set_coverage", "mean_set_size"),  # of sets
    *("precision_samples", "recall_samples", "f1_samples", "jaccard_samples"),
    *("coverage_error", "label_ranking_loss", "label_ranking_average_precision_score"),
    "normalized_root_mean_squared_error_iqr",
    *({*SEVERAL_OUTPUTS, *ONE_OUTPUT} - {*no_information.OF_COLUMNS}),
    *("median_absolute_error", "median_squared_error", "error_quantiles"),
    *("mean_absolute_scaled_error", "root_mean_squared_scaled_error"),
    *("mean_quantile_loss", "crps_quantile", "quantile_coverage"),
    *("interval_coverage", "mean_interval_width", "interval_score", "crps_ensemble"),
    *("energy_score", "crps_gaussian", "gaussian_log_loss", "kl_divergence"),
    *("jensen_shannon_divergence", "quantile_calibration_error", "poisson_log_loss"),
    *("expected_normalized_calibration_error", "uncertainty_calibration_error"),
    "adjusted_r2_score",  # knows how many rows there are
}
# A prediction for each row, which any other row could have had.
TASKS = ("labels", "binary_scores", "regression", "probabilities")
ROWS = [
    row
    for row in METRICS.values()
    if row.kind == "metric" and row.task in TASKS and row.name not in NONE
]


def columns_of(row, rng):
    if row.task == "labels":
        k = 3 if row.parameters.get("average") else 2
        return rng.integers(0, k, N), rng.integers(0, k, N)
    if row.task == "binary_scores":
        return rng.integers(0, 2, N), np.round(rng.normal(size=N), 1)
    if row.task == "regression":
        return rng.gamma(2, size=N) + 0.1, rng.gamma(3, size=N) + 0.1
    y, p = rng.integers(0, 3, N), rng.dirichlet(np.ones(3), N)
    several = "multiclass" in row.targets or not row.targets
    return (y, p) if several else ((y > 0).astype(int), p[:, 1])


def all_pairs(y, p):
    return np.repeat(y, len(p)), np.tile(p, (len(y), *[1] * (p.ndim - 1)))


def value_of(function, *columns):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = function(*columns)
    if hasattr(value, "__float__"):  # a line with its errors
        return float(value)
    return value[-1] if isinstance(value, tuple) else value


@one_case(
    "metric, true, found",
    [
        ("ndcg_score", [[1, 0]], [[0.2, 0.1]]),
        ("novelty", [[1]], [[1]]),
        ("word_error_rate", ["a"], ["b"]),
        ("silhouette_score", [[1.0], [2.0]], [0, 1]),
    ],
)
def test_where_no_prediction_is_that_of_a_row(metric, true, found):
    with pytest.raises(ValueError, match="no closed form is known"):
        fm.no_information_rate(true, found, metric=metric)


@pytest.mark.long
@one_case("row", ROWS)
def test_closed_forms_are_those_of_all_pairs(row):
    given = {**row.parameters, **PARAMETERS.get(row.name, {})}
    metric = functools.partial(row.public, **given)
    for seed in range(2):
        y, p = columns_of(row, np.random.default_rng(seed))
        expected = value_of(metric, *all_pairs(y, p))
        if row.name.startswith(SUMS) and not row.name.endswith("_rate"):
            expected /= N
        found = fm.no_information_rate(y, p, metric=metric)
        # Sums of another order, of n² rows in place of n.
        assert found == pytest.approx(expected, rel=1e-10, abs=1e-12)
        if row.name not in PARAMETERS:
            # By the name of a variant what chance gets is known without rounding.
            named = fm.no_information_rate(y, p, metric=row.name)
            assert named == pytest.approx(found, rel=0, abs=1e-15)


@one_case(
    "name",
    ["error_rate", "f1_score", "roc_auc_score", "mean_squared_error",
     "mean_absolute_error", "log_loss"],
)  # fmt: skip
def test_against_the_definition(name):
    y, p = (one[:15] for one in columns_of(METRICS[name], np.random.default_rng(7)))
    if name == "log_loss":
        y, p = (y > 0).astype(int), p[:, 1]
    twin = getattr(reference, name)
    expected = reference.no_information_rate(y.tolist(), p.tolist(), metric=twin)
    found = fm.no_information_rate(y, p, metric=name)
    assert found == pytest.approx(expected, rel=1e-12)


@one_case(
    "name, options",
    [("mean_pinball_loss", {"alpha": 0.9}), ("d2_pinball_score", {"alpha": 0.2}),
     ("huber_loss", {"delta": 0.3}), ("huber_loss", {"delta": 50.0}),
     ("linex_loss", {"a": 2.0, "b": 0.5}), ("mean_tweedie_deviance", {"power": 1.5}),
     ("mean_tweedie_deviance", {"power": 3}), ("d2_tweedie_score", {"power": 1}),
     ("mean_tweedie_deviance", {"power": -0.5}),
     ("kling_gupta_efficiency", {"variant": "2012"})],
)  # fmt: skip
def test_parameters_of_a_partial(name, options):
    metric = functools.partial(getattr(fm, name), **options)
    y, p = columns_of(METRICS[name], np.random.default_rng(3))
    found = fm.no_information_rate(y, p, metric=metric)
    assert found == pytest.approx(metric(*all_pairs(y, p)), rel=1e-10)


def test_what_is_known_of_it():
    y = [1, 1, 1, 0, 0, 1, 0, 1]
    constant = [1] * 8
    # A constant prediction knows nothing, and has its own error rate.
    assert fm.no_information_rate(y, constant) == fm.error_rate(y, constant)
    scores = [0.9, 0.2, 0.4, 0.4, 0.1, 0.8, 0.3, 0.7]
    assert fm.no_information_rate(y, scores, metric="roc_auc_score") == pytest.approx(
        0.5
    )
    prevalence = fm.no_information_rate(y, scores, metric="average_precision_score")
    assert prevalence == pytest.approx(5 / 8)
    # The moments of both columns, in exact fractions.
    a, b = [Fraction(v) for v in (1, 2, 4)], [Fraction(v) for v in (1, 2, 3)]
    exact = sum((x - z) ** 2 for x in a for z in b) / 9
    found = fm.no_information_rate([1, 2, 4], [1, 2, 3], metric="mse")
    assert found == pytest.approx(float(exact), rel=1e-15)


def test_a_large_mean_takes_no_digits():
    rng = np.random.default_rng(0)
    y, p = rng.normal(size=(2, 200))
    for metric in ("mse", "mae", "huber", "pinball", "r2"):
        near = fm.no_information_rate(y, p, metric=metric)
        far = fm.no_information_rate(y + 2.0**27, p + 2.0**27, metric=metric)
        assert far == pytest.approx(near, rel=1e-7), metric


def test_strings_frames_and_several_classes():
    y, p = ["a", "b", "c", "a"], ["a", "a", "c", "b"]
    expected = 1 - (2 * 2 + 1 + 1) / 16
    assert fm.no_information_rate(y, p) == pytest.approx(expected)
    assert fm.no_information_rate(pd.Series(y), pd.Series(p)) == pytest.approx(expected)
    proba = np.random.default_rng(0).dirichlet(np.ones(3), 4)
    rows = [[proba[j, "abc".index(c)] for j in range(4)] for c in y]
    found = fm.no_information_rate(y, proba, metric="log_loss")
    assert found == pytest.approx(-np.log(rows).mean())


@one_case("max_fpr", [None, 0.5])
def test_two_strings_must_be_told_apart(max_fpr):
    y, scores = ["no", "yes", "yes", "no", "no"], [0.1, 0.9, 0.4, 0.4, 0.3]
    numbers = [int(one == "yes") for one in y]
    auc = functools.partial(fm.roc_auc_score, max_fpr=max_fpr)
    found = fm.no_information_rate(y, scores, metric=auc, pos_label="yes")
    assert found == fm.no_information_rate(numbers, scores, metric=auc) == 0.5
    for metric in (auc, "gini_coefficient", "log_loss"):
        with pytest.raises(ValueError, match="pos_label"):
            fm.no_information_rate(y, scores, metric=metric)


def test_blocks_of_rows_are_added(monkeypatch):
    from fastmetrics.selection.validation import no_information

    rng = np.random.default_rng(5)
    y, p = rng.integers(0, 3, 50), rng.dirichlet(np.ones(3), 50)
    whole = fm.no_information_rate(y, p, metric="brier_score_loss")
    monkeypatch.setattr(no_information, "_BLOCK", 60)
    blocks = fm.no_information_rate(y, p, metric="brier_score_loss")
    assert blocks == pytest.approx(whole, rel=1e-13)


@one_case(
    "name",
    ["median_absolute_error", "log_cosh_error", "kl_divergence", "rand_score"],
)
def test_none_is_known(name):
    with pytest.raises(ValueError, match=f"no closed form is known .* {name} on"):
        fm.no_information_rate([1, 0, 1], [1, 1, 0], metric=name)


def test_bad_input():
    with pytest.raises(TypeError, match="must be one of this package"):
        fm.no_information_rate([1, 0], [1, 0], metric=lambda y, p: 1.0)
    with pytest.raises(ValueError, match="no metric is called 'acuracy'"):
        fm.no_information_rate([1, 0], [1, 0], metric="acuracy")
    with pytest.raises(TypeError, match="fbeta_score needs the parameter 'beta'"):
        fm.no_information_rate([1, 0], [1, 0], metric="fbeta_score")
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        fm.no_information_rate([1, 0, 1], [1, 0])
    with pytest.raises(ValueError, match=r"y_pred.*NaN"):
        fm.no_information_rate([1.0, 2.0], [1.0, math.nan], metric="mse")
    with pytest.raises(ValueError, match="no closed form"):
        fm.no_information_rate(np.eye(3, dtype=int), np.eye(3, dtype=int))


def test_undefined_is_nan_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fm.no_information_rate([1, 1], [0.2, 0.3], metric="roc_auc_score")
    assert math.isnan(found)
