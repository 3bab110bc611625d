"""Numbers that R's pROC 1.18.0 gives for the bundled data (tools/golden_proc.R).

pROC sums in another order, so the last digits may differ.
"""

import csv
from importlib.resources import files

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

MODELS = ("logistic_regression", "random_forest")
AUCS = (0.99484699540193433, 0.99103509328259609)
VARIANCES = (6.9820683764690031e-06, 1.2100568368456752e-05)
COVARIANCE = 6.4426583330239292e-06
P_VALUES = {
    "two-sided": 0.12571312711521679,
    "greater": 0.062856563557608394,
    "less": 1 - 0.062856563557608394,
}
# part of the curve: raw area of each model, McClish's standardised area of each
PARTIAL = {
    ("max_fpr", 0.1): (
        (0.096920088790233061, 0.09513107129644309),
        (0.98378994100122674, 0.9743740594549638),
    ),
    ("fpr_range", (0.05, 0.2)): (
        (0.14827836795095387, 0.14699077744305258),
        (0.99344140171791984, 0.98853629502115303),
    ),
    ("min_tpr", 0.9): (
        (0.09488399133238197, 0.091440727234289906),
        (0.97307363859148421, 0.95495119596994704),
    ),
}
# ci.auc of each model, by level
INTERVALS = {
    0.95: ((0.98966806422345011, 1.0), (0.98421718780551426, 0.9978529987596777)),
    0.9: (
        (0.99050069934759077, 0.99919329145627789),
        (0.98531332663757176, 0.9967568599276202),
    ),
}
DIFFERENCES = {
    0.95: (-0.0010673139941034682, 0.0086911182327801696),
    0.9: (-0.00028286512341698603, 0.0079066693620936865),
}
SAME = {"rel": 1e-12}


@pytest.fixture(scope="module")
def data():
    text = (files("fastmetrics.data") / "breast_cancer.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    y_true = np.array([int(row["y_true"]) for row in rows])
    return y_true, [np.array([float(row[m]) for row in rows]) for m in MODELS]


def test_auc_and_its_variance(data):
    y_true, scores = data
    aucs, covariance = fm.delong_roc_variance(y_true, np.column_stack(scores))
    assert aucs == pytest.approx(AUCS, **SAME)
    assert np.diag(covariance) == pytest.approx(VARIANCES, **SAME)
    assert covariance[0, 1] == pytest.approx(COVARIANCE, **SAME)
    for score, auc, variance in zip(scores, AUCS, VARIANCES, strict=True):
        assert fm.roc_auc_score(y_true, score) == pytest.approx(auc, **SAME)
        error = fm.confidence_interval("roc_auc", y_true, score).standard_error
        assert error**2 == pytest.approx(variance, **SAME)


@one_case("alternative", P_VALUES)
def test_delong_test(data, alternative):
    y_true, scores = data
    test = fm.delong_roc_test(y_true, *scores, alternative=alternative)
    assert test.statistic == pytest.approx(1.5312276998578898, **SAME)
    assert test.pvalue == pytest.approx(P_VALUES[alternative], **SAME)


@pytest.mark.parametrize("part", PARTIAL, ids=str)
def test_partial_areas(data, part):
    y_true, scores = data
    for standardize, areas in zip((None, "mcclish"), PARTIAL[part], strict=True):
        for score, area in zip(scores, areas, strict=True):
            found = fm.partial_auc_score(
                y_true, score, standardize=standardize, **dict([part])
            )
            assert found == pytest.approx(area, **SAME)


@one_case("level", INTERVALS)
def test_intervals_of_areas_and_of_their_difference(data, level):
    y_true, scores = data
    asked = {"method": "delong-raw", "confidence_level": level}
    for score, bounds in zip(scores, INTERVALS[level], strict=True):
        found = fm.confidence_interval("roc_auc", y_true, score, **asked)
        assert (found.low, found.high) == pytest.approx(bounds, **SAME)
        assert found.method == "delong-raw"
        gini = fm.confidence_interval("gini", y_true, score, **asked)
        twice = [2 * bound - 1 for bound in bounds]
        assert (gini.low, gini.high) == pytest.approx(twice, **SAME)
    models = dict(zip(MODELS, scores, strict=True))
    metrics = ["roc_auc_score"]
    for method in ("delong", "delong-raw"):
        asked["method"] = method
        report = fm.evaluate(y_true, y_score=models, metrics=metrics, **asked)
        [difference] = report.differences[MODELS].values()
        found = difference.low, difference.high
        assert found == pytest.approx(DIFFERENCES[level], rel=1e-10)


def test_an_interval_is_cut_where_areas_end():
    y_true, scores = [1, 0, 1, 1, 0, 0, 1, 0], [8, 1, 7, 6, 3, 2, 5, 5.5]
    found = fm.confidence_interval("roc_auc", y_true, scores, method="delong-raw")
    assert found.low == pytest.approx(0.76426202195629034, **SAME)
    assert found.high == 1
    # pROC says 1-1 of an area of 1, which is sure for no reason.
    perfect = fm.confidence_interval("roc_auc", y_true, y_true, method="delong-raw")
    assert (perfect.method, perfect.high) == ("exact", 1)
    assert perfect.low == pytest.approx(0.025**0.25)
