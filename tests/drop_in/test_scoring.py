"""scorer, scorers and multi_scorer: what scikit-learn's own scorers say, and more."""

import functools
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

import sklearn
from sklearn import metrics as theirs
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import get_scorer
from sklearn.model_selection import GridSearchCV, cross_validate

from fastmetrics.selection.validation import NAMES
from fastmetrics.sklearn import multi_scorer, scorer, scorers


@pytest.fixture
def rows(rng):
    points = rng.normal(size=(90, 3))
    return points, (points[:, 0] + rng.normal(size=90) > 0).astype(int)


@pytest.fixture
def fitted(rows):
    return LogisticRegression().fit(*rows)


TASKS = {
    "binary": (LogisticRegression(), lambda x: (x[:, 0] + x[:, 1] ** 3 > 0) * 1),
    "multiclass": (LogisticRegression(), lambda x: (x[:, 0] > 0) * 1 + (x[:, 1] > 0)),
    "regression": (LinearRegression(), lambda x: np.exp(x[:, 0]) + x[:, 1] ** 2),
    "positive": (Ridge(1e9), lambda x: np.exp(x[:, 0]) + x[:, 1] ** 2),
}


def value_or_error(one, *given):
    try:
        return one(*given)
    except (AttributeError, TypeError, ValueError):
        return "an error"


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@one_case("task", TASKS)
def test_names_of_scikit_learn_give_what_its_scorers_give(task, rng):
    model, target = TASKS[task]
    X = rng.normal(size=(60, 3))
    y = target(X)
    model = clone(model).fit(X, y)
    names = {*NAMES} & {*theirs.get_scorer_names()}
    numbers = 0
    for name in sorted(names):
        expected = value_or_error(get_scorer(name), model, X, y)
        found = value_or_error(scorer(name), model, X, y)
        numbers += found != "an error"
        if "an error" in (found, expected):
            assert found == expected, name
        else:
            # Sums are made in another order.
            close = {"rel": 1e-12, "abs": 1e-14, "nan_ok": True}
            assert found == pytest.approx(expected, **close), name
    assert numbers > 10


def test_the_catalog_says_sign_and_answer(rows, fitted):
    X, y = rows
    proba = fitted.predict_proba(X)[:, 1]
    assert scorer("log_loss")(fitted, X, y) == -fm.log_loss(y, proba)
    found = scorer("expected_calibration_error", n_bins=5)(fitted, X, y)
    assert found == -fm.expected_calibration_error(y, proba, n_bins=5)
    assert scorer(fm.error_rate)(fitted, X, y) == -fm.error_rate(y, fitted.predict(X))
    half = functools.partial(fm.fbeta_score, beta=0.5)
    expected = fm.fbeta_score(y, fitted.predict(X), beta=0.5, average="macro")
    assert scorer(half, average="macro")(fitted, X, y) == expected
    assert scorer("fbeta_score", beta=0.5, average="macro")(fitted, X, y) == expected
    assert scorer("f1", average="macro")(fitted, X, y) == get_scorer("f1_macro")(
        fitted, X, y
    )


def test_every_ready_scorer_is_one_by_itself():
    ready = scorers()
    assert {*NAMES} <= {*ready}
    assert len(ready) > 150
    assert [*ready] == sorted(ready)
    for name, one in ready.items():
        again = pickle.loads(pickle.dumps(one))
        assert repr(again) == repr(one), name
        # A search copies what it is given.
        assert repr(clone(GridSearchCV(KMeans(), {}, scoring=one)).scoring) == repr(one)
    assert "bias" not in ready


def test_clusters_are_scored_by_the_rows(rows):
    X = rows[0]
    model = KMeans(3, n_init=1, random_state=0).fit(X)
    assert scorer("silhouette_score")(model, X) == fm.silhouette_score(X, model.labels_)
    expected = -fm.davies_bouldin_score(X, model.labels_)
    assert scorer("davies_bouldin_score")(model, X, None) == expected
    search = GridSearchCV(
        KMeans(n_init=1, random_state=0),
        {"n_clusters": [2, 3]},
        scoring=scorer("silhouette_score"),
        cv=2,
        error_score="raise",
    )
    assert search.fit(X).best_params_["n_clusters"] in (2, 3)


def test_weights_are_routed(rows):
    X, y = rows
    weights = np.arange(90.0)
    with sklearn.config_context(enable_metadata_routing=True):
        asked = scorer("accuracy").set_score_request(sample_weight=True)
        unasked = scorer("accuracy").set_score_request(sample_weight=False)
        several = multi_scorer({"ours": asked, "plain": unasked})
        options = {"params": {"sample_weight": weights}, "cv": 3}
        model = LogisticRegression().set_fit_request(sample_weight=False)
        found = cross_validate(model, X, y, scoring=several, **options)
        by_theirs = get_scorer("accuracy").set_score_request(sample_weight=True)
        expected = cross_validate(model, X, y, scoring=by_theirs, **options)
    np.testing.assert_allclose(found["test_ours"], expected["test_score"], rtol=1e-13)
    assert (found["test_plain"] != found["test_ours"]).any()
    fitted = LogisticRegression().fit(X, y)
    expected = fm.f1_score(y, fitted.predict(X), sample_weight=weights)
    assert scorer("f1")(fitted, X, y, sample_weight=weights) == expected


class Counting(LogisticRegression):
    """Counts how often it is asked."""

    def predict_proba(self, X):
        self.n_asked = getattr(self, "n_asked", 0) + 1
        return super().predict_proba(X)


METRICS = [
    "neg_log_loss",
    "brier_score_loss",
    "expected_calibration_error",
    "roc_auc_ovr",
]


def test_several_metrics_ask_once(rows):
    X, y = rows
    model = Counting().fit(X, y)
    found = multi_scorer(METRICS)(model, X, y)
    assert model.n_asked == 1
    assert found == {name: scorer(name)(model, X, y) for name in METRICS}
    found = multi_scorer([fm.accuracy_score, fm.log_loss])(model, X, y)
    assert [*found] == ["accuracy_score", "log_loss"]


def test_searches_and_importances_take_several(rows):
    X, y = rows
    both = multi_scorer({"area": "roc_auc", "loss": "log_loss"})
    search = GridSearchCV(
        LogisticRegression(), {"C": [1e-4, 1.0]}, scoring=both, refit="loss", cv=3
    ).fit(X, y)
    assert search.best_params_["C"] == 1.0
    assert {"mean_test_area", "mean_test_loss"} <= {*search.cv_results_}
    found = permutation_importance(search, X, y, scoring=both, n_repeats=2)
    assert {*found} == {"area", "loss"}


@one_case(
    "call, error, message",
    [
        (lambda: scorer("no_metric"), ValueError, "no_metric"),
        (lambda: scorer("roc_curve"), ValueError, "not a single number"),
        (lambda: scorer("mean_error"), ValueError, "neither greater nor lower"),
        (lambda: scorer("f1", nonsense=1), TypeError, "nonsense"),
        (lambda: scorer(fm.f1_score, nonsense=1), TypeError, "nonsense"),
        (lambda: scorer(3), TypeError, "int"),
        (lambda: multi_scorer([]), ValueError, "got none"),
        (lambda: multi_scorer(["f1", "f1"]), ValueError, "'f1'"),
    ],
)
def test_what_is_no_scorer_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_own_scorers_pass():
    own = get_scorer("f1")
    assert scorer(own) is own

    def call(estimator, X, y):
        return 1.0

    assert multi_scorer({"own": call})(None, None, None) == {"own": 1.0}
