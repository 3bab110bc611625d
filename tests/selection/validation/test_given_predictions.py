"""Metrics of out-of-fold predictions."""

import functools
import math
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import METRICS
from fastmetrics.selection.validation.combined_folds import combination, is_row_mean
from fastmetrics.selection.validation.fold_intervals import (
    EXPECTED,
    FEW_ROWS,
    OF_MODELS,
)


def drawn(n=1200, k=6, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    score = y + rng.normal(size=n)
    return y, (score > 0.5).astype(int), score, rng.permutation(np.arange(n) % k)


def same(found, plain):
    for name in ("estimate", "standard_error", "low", "high"):
        assert getattr(found, name) == pytest.approx(getattr(plain, name), rel=1e-9)


@one_case("combine", ["mean", "pooled"])
@one_case("method", ["corrected", "naive"])
@one_case("name", ["accuracy_score", "f1_score", "mean_squared_error", "roc_auc_score"])
def test_against_the_definition(name, method, combine):
    y, label, score, folds = drawn(120)
    pred = label if METRICS[name].task == "labels" else score
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="the standard deviation over folds")
        found = fm.out_of_fold_score(
            name, y, pred, folds, combine=combine, method=method
        )
    plain = reference.out_of_fold_score(
        getattr(reference, name),
        *(y.tolist(), pred.tolist(), folds.tolist()),
        combine=combine,
        method=method,
    )
    same(found, plain)
    assert found.target == EXPECTED


@one_case("name", ["accuracy_score", "mean_absolute_error"])
def test_rows_of_all_folds_are_one_sample(name):
    y, label, score, folds = drawn(150)
    pred = label if name == "accuracy_score" else score
    found = fm.out_of_fold_score(name, y, pred, folds, method="pooled")
    columns = y.tolist(), pred.tolist(), folds.tolist()
    plain = reference.out_of_fold_score(
        getattr(reference, name), *columns, combine="pooled", method="pooled"
    )
    # The catalog's standard error of a share has divisor n, not n - 1.
    assert found.standard_error == pytest.approx(plain.standard_error, rel=4e-3)
    assert found.low == pytest.approx(plain.low, rel=1e-3)
    assert (found.method, found.target) == ("pooled", OF_MODELS)


def test_folds_have_their_own_errors():
    y, _, score, folds = drawn()
    found = fm.out_of_fold_score("roc_auc_score", y, score, folds, target="models")

    def delong(true, pred):
        return fm.confidence_interval("roc_auc_score", true, pred).standard_error

    plain = reference.out_of_fold_score(
        fm.roc_auc_score,
        *(y.tolist(), score.tolist(), folds.tolist()),
        method="folds",
        standard_error=delong,
    )
    same(found, plain)
    assert (found.method, found.target) == ("folds", OF_MODELS)
    assert not found.approximate


def test_auto_goes_by_metric_and_target():
    y, label, score, folds = drawn()
    models = {"target": "models"}
    accuracy = fm.out_of_fold_score("accuracy", y, label, folds, **models)
    assert (accuracy.method, accuracy.approximate) == ("pooled", False)
    assert accuracy.estimate == fm.accuracy_score(y, label)
    f1 = fm.out_of_fold_score("f1_score", y, label, folds, **models)
    assert f1.estimate == fm.f1_score(y, label)
    assert (f1.method, f1.target) == ("bca", OF_MODELS)
    for one in (
        fm.out_of_fold_score("accuracy", y, label, folds),
        fm.out_of_fold_score("accuracy", y, label, folds, target="learner"),
    ):
        assert (one.method, one.target, one.approximate) == (
            "corrected",
            EXPECTED,
            False,
        )
    few = fm.out_of_fold_score("accuracy", y[:999], label[:999], folds[:999])
    assert few.method == "corrected"
    assert (few.approximate, few.reason) == (True, FEW_ROWS)
    assert few.target == EXPECTED
    auc = fm.out_of_fold_score(
        "roc_auc_score", y, score, folds, combine="pooled", **models
    )
    assert auc.estimate == fm.roc_auc_score(y, score)
    assert auc.method == "inverted-delong"


def test_scores_of_other_models_are_not_comparable():
    # Two models rank their rows without a mistake, on scales of their own.
    y = [0, 0, 1, 1] * 2
    score = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]
    folds = [0] * 4 + [1] * 4
    found = fm.out_of_fold_score("roc_auc_score", y, score, folds)
    assert found.estimate == 1.0
    assert found.reason == (
        "all folds have the same value: there is no variance to estimate"
    )
    pooled = fm.out_of_fold_score("roc_auc_score", y, score, folds, combine="pooled")
    assert pooled.estimate == 0.75


def test_every_metric_has_a_way():
    for row in METRICS.values():
        if row.kind == "metric":
            how = combination(row)
            assert how == "mean" or row.task != "binary_scores"
            assert how == "pooled" or not is_row_mean(row)
            assert how != "counts" or row.task == "labels"
    found = [combination(METRICS[name]) for name in
             ("f1_score", "precision_score", "roc_auc_score", "accuracy_score",
              "r2_score", "log_loss", "spearman_rho")]  # fmt: skip
    assert found == [*["counts"] * 2, "mean", *["pooled"] * 3, "mean"]


def test_a_row_mean_is_the_mean_of_its_rows():
    # What is said to be one has the value of twice the rows where each counts twice.
    y, label, score, _ = drawn(40)
    for name in ("accuracy_score", "log_loss", "mean_squared_error", "f1_score"):
        row = METRICS[name]
        pred = {"labels": label, "probabilities": 1 / (1 + np.exp(-score))}.get(
            row.task, score
        )
        halves = [
            row.public(y[part], pred[part]) for part in (slice(20), slice(20, 40))
        ]
        whole = row.public(y, pred)
        assert is_row_mean(row) == (abs(np.mean(halves) - whole) < 1e-12)


def test_a_fold_without_a_value_is_left_out():
    y, _, score, folds = drawn(1200, k=12)
    y[folds == 3] = 1
    with pytest.warns(fm.UndefinedMetricWarning, match="undefined on 1 of 12 folds"):
        found = fm.out_of_fold_score("roc_auc_score", y, score, folds)
    assert found.n_undefined == 1
    rest = folds != 3
    values = [
        fm.roc_auc_score(y[folds == f], score[folds == f]) for f in {*folds[rest]}
    ]
    assert found.estimate == pytest.approx(np.mean(values))
    assert found.low < found.high
    y[folds == 4] = 0
    with pytest.warns(fm.UndefinedMetricWarning, match="undefined on 2 of 12 folds"):
        found = fm.out_of_fold_score("roc_auc_score", y, score, folds)
    assert math.isnan(found.low)


def test_leave_one_out():
    y, label, score, _ = drawn(30)
    found = fm.out_of_fold_score("accuracy", y, label, np.arange(30))
    assert found.method == "pooled"
    auc = fm.out_of_fold_score("roc_auc_score", y, score, np.arange(30))
    assert auc.estimate == fm.roc_auc_score(y, score)
    assert "of all rows at once" in auc.reason


def test_columns_of_every_kind():
    y, label, _, folds = drawn(90)
    names = np.array(["no", "yes"])
    metric = functools.partial(fm.f1_score, pos_label="yes")
    expected = fm.out_of_fold_score(metric, names[y], names[label], folds)
    for kind in (list, pd.Series, pl.Series):
        found = fm.out_of_fold_score(
            metric, kind(names[y]), kind(names[label]), kind(folds.astype(str))
        )
        same(found, expected)
    frame = pd.DataFrame({"f": folds + 5}, index=np.arange(90)[::-1])
    found = fm.out_of_fold_score(metric, names[y], names[label], frame["f"])
    same(found, expected)


def test_any_callable_is_averaged():
    y, label, _, folds = drawn(90)
    found = fm.out_of_fold_score(lambda t, p: float((t == p).mean()), y, label, folds)
    assert found.estimate == pytest.approx(fm.accuracy_score(y, label))
    assert found.method == "corrected"


def test_probabilities_of_several_classes():
    rng = np.random.default_rng(1)
    y, p = rng.integers(0, 3, 90), rng.dirichlet(np.ones(3), 90)
    found = fm.out_of_fold_score("log_loss", y, p, np.arange(90) % 3)
    assert found.estimate == pytest.approx(fm.log_loss(y, p))


@one_case(
    "folds, error",
    [
        ([0, 1, 3, 3], "folds go from 0 to 3, but no row is in fold 2"),
        ([0, 1, -1, 1], "folds must not be negative, got -1"),
        ([0.0, 1.0, 0.0, 1.0], "whole numbers, strings or dates, got dtype float64"),
        ([0.5, 1.0, 0.0, 1.0], "whole numbers, strings or dates, got dtype float64"),
        ([2, 2, 2, 2], "single fold, 2; 2 are the least"),
        ([0, 1, 0], "folds"),
        ([0, 1, 0, None], "folds"),
        ([10**18, 0, 1, 2], "no row is in fold 3"),
    ],
)
def test_bad_folds(folds, error):
    with pytest.raises(ValueError, match=error):
        fm.out_of_fold_score("accuracy", [1, 0, 1, 0], [1, 0, 0, 0], folds)


def test_bad_options():
    given = "accuracy", [1, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 1]
    with pytest.raises(ValueError, match="combine must be one of auto, mean"):
        fm.out_of_fold_score(*given, combine="sum")
    with pytest.raises(ValueError, match="method must be one of auto, pooled"):
        fm.out_of_fold_score(*given, method="bca")
    with pytest.raises(ValueError, match="'nested' fits models anew"):
        fm.out_of_fold_score(*given, method="nested")
    with pytest.raises(ValueError, match="combine='pooled' takes all rows at once"):
        fm.out_of_fold_score(*given, combine="mean", method="pooled")
    with pytest.raises(ValueError, match="confidence_level"):
        fm.out_of_fold_score(*given, confidence_level=95)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        fm.out_of_fold_score("accuracy", [1, 0, 1], [1, 0], [0, 1, 0])


def test_bounds_stay_in_the_range_of_the_metric():
    folds = [0, 0, 1, 1, 2, 2]
    found = fm.out_of_fold_score("accuracy", [1, 0] * 3, [1, 0, 1, 0, 1, 1], folds)
    assert (found.low, found.high) == (0.0, 1.0)
    plain = fm.out_of_fold_score("mse", [1, 0] * 3, [1, 0, 1, 0, 1, 1], folds)
    assert plain.low == 0.0


def test_naive_warns():
    with pytest.warns(UserWarning, match="covers 37 to 49 %"):
        fm.out_of_fold_score(
            "accuracy", [1, 0, 1, 0], [1, 0, 0, 0], [0, 0, 1, 1], method="naive"
        )


def test_sums_are_not_combined():
    right = functools.partial(fm.accuracy_score, normalize=False)
    with pytest.raises(ValueError, match=r"a mean over rows .* not a sum"):
        fm.out_of_fold_score(right, [0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 1])


def test_a_line_with_its_errors_stands_for_its_slope():
    """The values of folds are slopes, not standard errors, whichever function reads."""
    y, _, score, folds = drawn()
    p = 1 / (1 + np.exp(-score))
    for name in ("calibration_slope", "calibration_intercept"):
        parts = [(y[folds == f], p[folds == f]) for f in np.unique(folds)]
        values = [float(getattr(fm, name)(*part)) for part in parts]
        expected = np.std(values, ddof=1) * np.sqrt(1 / 6 + 1 / 5)
        found = fm.out_of_fold_score(name, y, p, folds)
        assert found.standard_error == pytest.approx(expected)

    class Fixed:
        _estimator_type = "classifier"

        def fit(self, X, y):
            self.classes_ = np.unique(y)

        def predict_proba(self, X):
            return np.column_stack([1 - X[:, 0], X[:, 0]])

    cv = [(np.flatnonzero(folds != f), np.flatnonzero(folds == f)) for f in range(6)]
    made = fm.cross_validate(Fixed(), p[:, None], y, scoring="calibration_slope", cv=cv)
    slopes = [float(fm.calibration_slope(y[test], p[test])) for _, test in cv]
    assert made["test_score"] == pytest.approx(slopes)
