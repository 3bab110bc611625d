"""The report of a cross-validation: its folds, its gaps, and what they allow."""

import json

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

import fastmetrics as fm
from fastmetrics.report.document import document


def drawn(n=200, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = np.where(X[:, 0] + rng.normal(size=n) > 0, "yes", "no")
    return X, y


def validated(estimator, scoring, X, y, **more):
    return fm.cross_validate(
        estimator, X, y, scoring=scoring, cv=5, return_train_score=True, **more
    )


@pytest.fixture(scope="module")
def tree():
    scoring = ["accuracy", "neg_log_loss", "roc_auc"]
    estimator = DecisionTreeClassifier(random_state=0)
    found = validated(estimator, scoring, *drawn())
    names = ["roc_auc_score", "accuracy_score", "log_loss"]
    return found, fm.evaluate(found, metrics=names, pos_label="yes", random_state=0)


def test_folds_and_columns_are_those_of_the_cross_validation(tree):
    found, report = tree
    values = report.folds.values["model"]
    assert values["accuracy_score"] == pytest.approx(found["test_accuracy"])
    assert values["log_loss"] == pytest.approx(-found["test_neg_log_loss"])
    assert values["roc_auc_score"] == pytest.approx(found["test_roc_auc"])
    assert report.folds.sizes == [40] * 5
    assert report["accuracy_score"].target


def test_a_tree_that_knows_its_rows_by_heart_overfits(tree):
    found, report = tree
    gaps = report.folds.gaps
    assert {*gaps} == {"accuracy_score", "log_loss", "roc_auc_score"}
    assert {one.verdict for one in gaps.values()} == {"overfits"}
    assert gaps["accuracy_score"].train == 1.0
    assert gaps["accuracy_score"].test == pytest.approx(found["test_accuracy"].mean())
    assert gaps["log_loss"].gap.estimate == pytest.approx(
        found.gap("neg_log_loss").estimate
    )
    assert gaps["log_loss"].gap.low > 0


def test_it_is_shown_and_read(tree):
    _, report = tree
    [table] = [
        one
        for one in document(report, full=True).tables
        if one.title == "Training and test rows"
    ]
    assert [row[0] for row in table.rows] == [*report.folds.gaps]
    assert table.rows[0][-1] == "overfits"
    told = json.loads(json.dumps(report.to_dict()))["folds"]["gaps"]
    assert told["accuracy_score"]["verdict"] == "overfits"
    assert told["accuracy_score"]["gap"]["low"] > 0
    assert "过拟合" in report.to_markdown("zh", full=True)


def test_a_model_that_knows_nothing_underfits():
    found = validated(DummyClassifier(), ["roc_auc"], *drawn())
    report = fm.evaluate(found, metrics=["roc_auc_score"], pos_label="yes")
    one = report.folds.gaps["roc_auc_score"]
    assert (one.train, one.test, one.verdict) == (0.5, 0.5, "underfits")


def test_numbers():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = X @ [1.0, 2.0] + rng.normal(size=400)
    found = validated(LinearRegression(), "neg_mean_squared_error", X, y)
    report = fm.evaluate(found, metrics=["mean_squared_error", "r2_score"])
    assert {*report.folds.gaps} == {"mean_squared_error"}
    assert report.folds.gaps["mean_squared_error"].verdict == "neither"


def test_without_scores_of_training_rows_there_is_no_gap():
    X, y = drawn()
    found = fm.cross_validate(DummyClassifier(), X, y, scoring="accuracy", cv=5)
    report = fm.evaluate(found, metrics=["accuracy_score"])
    assert report.folds.gaps == {}
    assert "gaps" not in report.to_dict()["folds"]
