"""Validation against scikit-learn's own, on its estimators and on drawn data."""

import functools

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics.selection.validation import NAMES

pytest.importorskip("sklearn")

import joblib
from helpers.one_case import one_case
from sklearn import metrics, model_selection
from sklearn.cluster import KMeans
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

pytestmark = pytest.mark.filterwarnings("ignore")

RNG = np.random.default_rng(7)
N = 90
X = RNG.normal(size=(N, 3))
BINARY = (X[:, 0] + RNG.normal(size=N) > 0).astype(int)
THREE = np.digitize(X[:, 0] + 0.5 * RNG.normal(size=N), [-0.5, 0.5])
NUMBERS = X @ [1.0, -2.0, 0.5] + RNG.normal(size=N)
# Of two labels scikit-learn takes one for the positive class.
SEVERAL = np.column_stack([BINARY, X[:, 1] > 0, X[:, 2] > 1]).astype(int)
CLASSIFIER = GaussianNB()


def same_scores(found, expected):
    assert found.keys() == expected.keys()
    for key, values in expected.items():
        if key.startswith(("test", "train")):
            assert found[key].dtype == values.dtype
            # Sums run in another order.
            np.testing.assert_allclose(found[key], values, rtol=1e-12, atol=1e-14)


def test_every_name_of_a_scorer_is_known():
    assert {*NAMES} == {*metrics.get_scorer_names()}


@pytest.mark.long
@one_case("y", [BINARY, THREE, SEVERAL])
def test_scores_by_every_name(y):
    estimator = CLASSIFIER if y.ndim == 1 else OneVsRestClassifier(CLASSIFIER)
    names = [*NAMES]
    given = {"scoring": names, "cv": 2, "return_train_score": y is BINARY}
    found = fm.cross_validate(estimator, X, y, **given)
    expected = model_selection.cross_validate(estimator, X, y, **given)
    same_scores(found, expected)
    n_defined = sum(not np.isnan(found[f"test_{name}"]).any() for name in names)
    assert n_defined > (20 if y.ndim == 1 else 10)


@one_case(
    "scoring",
    [
        None,
        "r2",
        ["r2", "neg_median_absolute_error"],
        {"a": "max_error", "b": metrics.make_scorer(metrics.max_error)},
        lambda model, X, y: {"n": float(len(X)), "first": model.predict(X)[0]},
        functools.partial(lambda model, X, y, power: len(X) ** power, power=2),
    ],
)
def test_scoring_of_all_forms(scoring):
    given = {"scoring": scoring, "cv": model_selection.KFold(4)}
    found = fm.cross_validate(LinearRegression(), X, NUMBERS, **given)
    if isinstance(scoring, dict):  # a name of ours, which scikit-learn has not
        scoring = {**scoring, "a": scoring["b"]}
    given["scoring"] = scoring
    expected = model_selection.cross_validate(LinearRegression(), X, NUMBERS, **given)
    same_scores(found, expected)


@one_case("state", [None, *range(5)])
def test_cross_val_score_of_splitters(state):
    shuffled = state is not None
    theirs = model_selection.StratifiedKFold(4, shuffle=shuffled, random_state=state)
    ours = fm.StratifiedKFold(4, shuffle=shuffled, random_state=state)
    labels = np.array(["no", "yes", "what"])[THREE]
    expected = model_selection.cross_val_score(CLASSIFIER, X, labels, cv=theirs)
    found = fm.cross_val_score(CLASSIFIER, X, labels, cv=ours)
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_estimators_come_back_and_indices():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    found = fm.cross_validate(
        pipeline, X, BINARY, cv=3, return_estimator=True, return_indices=True
    )
    expected = model_selection.cross_validate(
        pipeline, X, BINARY, cv=3, return_estimator=True, return_indices=True
    )
    assert found.keys() == expected.keys()
    for part in ("train", "test"):
        for a, b in zip(found["indices"][part], expected["indices"][part], strict=True):
            np.testing.assert_array_equal(a, b)
    for a, b in zip(found["estimator"], expected["estimator"], strict=True):
        np.testing.assert_allclose(a[-1].coef_, b[-1].coef_, rtol=1e-9)
    assert not hasattr(pipeline[-1], "coef_")


@one_case(
    "estimator, y, method",
    [
        (CLASSIFIER, THREE, "predict"),
        (CLASSIFIER, THREE, "predict_proba"),
        (CLASSIFIER, np.array(["c", "a", "b"])[THREE], "predict_proba"),
        (CLASSIFIER, np.array(["c", "a", "b"])[THREE], "predict_log_proba"),
        (LogisticRegression(), BINARY, "decision_function"),
        (LogisticRegression(), THREE, "decision_function"),
        (DecisionTreeClassifier(random_state=0), SEVERAL, "predict_proba"),
        (OneVsRestClassifier(CLASSIFIER), SEVERAL, "predict_proba"),
        (LinearRegression(), np.column_stack([NUMBERS, X[:, 0]]), "predict"),
        (KMeans(2, n_init=1, random_state=0), None, "predict"),
    ],
)
def test_cross_val_predict(estimator, y, method):
    given = {"cv": 4, "method": method}
    found = fm.cross_val_predict(estimator, X, y, **given)
    expected = model_selection.cross_val_predict(estimator, X, y, **given)
    assert type(found) is type(expected)
    if isinstance(found, list):
        found, expected = np.stack(found), np.stack(expected)
    assert found.dtype == expected.dtype
    if found.dtype.kind == "f":
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    else:
        np.testing.assert_array_equal(found, expected)


@one_case("method", ["predict_proba", "predict_log_proba"])
def test_a_class_that_a_fold_does_not_learn(method):
    labels = np.array(["a"] * 30 + ["b"] * 30 + ["c"] * 30)
    given = {"cv": model_selection.KFold(3), "method": method}
    with pytest.warns(RuntimeWarning, match=r"fold \(2\) does not match .* \(3\)"):
        found = fm.cross_val_predict(CLASSIFIER, X, labels, **given)
    expected = model_selection.cross_val_predict(CLASSIFIER, X, labels, **given)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.long
@one_case(
    "state, groups",
    [(0, None), (2**32 - 1, "ints"), (7, "texts"), ("RandomState", "ints")],
)
def test_permutation_test_score(state, groups):
    numbers = np.arange(N) * 7 % 12
    kinds = {"ints": numbers, "texts": np.char.add("g", numbers.astype(str))}
    groups = kinds.get(groups)
    outcomes = []
    for function in (
        fm.permutation_test_score,
        model_selection.permutation_test_score,
    ):
        random = np.random.RandomState(3) if state == "RandomState" else state
        score, scores, pvalue = function(
            CLASSIFIER,
            X,
            BINARY,
            groups=groups,
            cv=3,
            n_permutations=4,
            random_state=random,
            scoring="roc_auc",
        )
        outcomes.append([score, *scores, pvalue])
    np.testing.assert_allclose(*outcomes, rtol=1e-12)


def test_weights_for_fits_are_cut():
    weights = RNG.random(N)
    given = {"cv": 4, "params": {"sample_weight": weights}, "scoring": "neg_log_loss"}
    found = fm.cross_val_score(CLASSIFIER, X, BINARY, **given)
    expected = model_selection.cross_val_score(CLASSIFIER, X, BINARY, **given)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    given["params"] = None
    assert (found != fm.cross_val_score(CLASSIFIER, X, BINARY, **given)).any()


def test_joblib_gives_the_same():
    given = {"scoring": "accuracy", "cv": 3}
    expected = fm.cross_val_score(DummyClassifier(), X, BINARY, **given)
    with joblib.parallel_config("threading"):
        found = fm.cross_val_score(DummyClassifier(), X, BINARY, **given, n_jobs=2)
    np.testing.assert_array_equal(found, expected)
