"""Metadata that scikit-learn routes: to whom it goes, and who refuses it."""

import numpy as np
import pytest

import fastmetrics as fm

pytest.importorskip("sklearn")

import sklearn
from helpers.one_case import one_case
from sklearn import model_selection
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.metrics import accuracy_score, get_scorer, make_scorer, roc_auc_score

RNG = np.random.default_rng(11)
N = 60
X = RNG.normal(size=(N, 2))
Y = (X[:, 0] + RNG.normal(size=N) > 0).astype(int)
W = RNG.integers(1, 5, N).astype(float)
GROUPS = RNG.integers(0, 12, N)


@pytest.fixture(autouse=True)
def switched_on():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


class Model(ClassifierMixin, BaseEstimator):
    """Learns a weighted mean; remembers what it was given."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.array([0, 1])
        self.given_ = sample_weight
        self.mean_ = np.average(X[:, 0], weights=sample_weight)
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        return self.fit(X, y, sample_weight)

    def predict(self, X):
        return (X[:, 0] > self.mean_).astype(int)

    def decision_function(self, X):
        return X[:, 0] - self.mean_


def fitted_with(**request):
    return Model().set_fit_request(**request)


with sklearn.config_context(enable_metadata_routing=True):
    WEIGHTED = make_scorer(fm.accuracy_score).set_score_request(sample_weight=True)
    PLAIN = make_scorer(
        roc_auc_score, response_method="decision_function"
    ).set_score_request(sample_weight=False)

CALLS = {
    "cross_validate": {},
    "cross_val_score": {},
    "permutation_test_score": {"n_permutations": 3, "random_state": 0},
    "learning_curve": {"train_sizes": [0.5, 1.0]},
    "validation_curve": {"param_name": "copies", "param_range": [1, 2]},
    "cross_val_predict": {},
}


class Varied(Model):
    """With a parameter to vary."""

    def __init__(self, copies=1):
        self.copies = copies


@one_case("name", CALLS)
@one_case("to_fit", [True, False])
@one_case("splitter", [fm.GroupKFold(3), model_selection.GroupKFold(3)])
def test_each_gets_what_it_asks_for(name, to_fit, splitter):
    estimator = Varied().set_fit_request(sample_weight=to_fit)
    options = {"cv": splitter, "params": {"sample_weight": W, "groups": GROUPS}}
    if name == "cross_val_predict" and not to_fit:
        del options["params"]["sample_weight"]  # which nobody else takes
    if name == "learning_curve":
        estimator.set_partial_fit_request(sample_weight=False)
    if name != "cross_val_predict":
        options["scoring"] = WEIGHTED
    given = {**CALLS[name], **options}
    ours = getattr(fm, name)(estimator, X, Y, **given)
    theirs = getattr(model_selection, name)(estimator, X, Y, **given)
    if name == "cross_validate":
        ours, theirs = ([found["test_score"]] for found in (ours, theirs))
    if name == "permutation_test_score":  # the same draws, in another order
        ours, theirs = (found[:1] for found in (ours, theirs))
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        # Sums run in another order.
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_several_scorers_have_weights_of_their_own():
    options = {
        "scoring": {"weighted": WEIGHTED, "plain": PLAIN},
        "cv": 3,
        "params": {"sample_weight": W},
        "return_train_score": True,
    }
    estimator = fitted_with(sample_weight=False)
    ours = fm.cross_validate(estimator, X, Y, **options)
    theirs = model_selection.cross_validate(estimator, X, Y, **options)
    for key in theirs:
        if key.startswith(("test", "train")):
            # Sums run in another order.
            np.testing.assert_allclose(ours[key], theirs[key], rtol=1e-12)
    unweighted = fm.cross_val_score(estimator, X, Y, scoring="accuracy", cv=3)
    assert not np.array_equal(ours["test_weighted"], unweighted)
    # An interval of pooled rows is of the same weights.
    rows = np.concatenate(ours.test_rows)
    said = np.concatenate([fold["predict"] for fold in ours.fold_predictions])
    pooled = ours.interval("weighted", method="pooled")
    assert pooled.estimate == accuracy_score(Y[rows], said, sample_weight=W[rows])


@one_case("many", [False, True])
def test_scorers_are_given_what_has_another_name(many):
    named = make_scorer(fm.accuracy_score).set_score_request(sample_weight="heavy")
    options = {
        "scoring": {"heavy": named, "plain": PLAIN} if many else named,
        "cv": 3,
        "params": {"heavy": W, "light": 1 / W},
    }
    estimator = fitted_with(sample_weight="light")
    ours = fm.cross_validate(estimator, X, Y, **options)
    theirs = model_selection.cross_validate(estimator, X, Y, **options)
    for key in theirs:
        if key.startswith("test"):
            # Sums run in another order.
            np.testing.assert_allclose(ours[key], theirs[key], rtol=1e-12)


@one_case("name", CALLS)
def test_weights_that_nobody_has_spoken_of_are_refused(name):
    estimator = Varied()
    for module, within in ((fm, name), (model_selection, "")):
        with pytest.raises(UnsetMetadataPassedError, match=f"used within {within}"):
            getattr(module, name)(
                estimator, X, Y, params={"sample_weight": W}, cv=3, **CALLS[name]
            )


@one_case("name", CALLS)
def test_groups_are_a_keyword_like_others(name):
    for module in (fm, model_selection):
        with pytest.raises(ValueError, match="`groups` can only be passed if"):
            getattr(module, name)(Varied(), X, Y, groups=GROUPS, cv=3, **CALLS[name])


def test_what_nobody_takes_and_what_cannot_be_routed_raises():
    estimator = fitted_with(sample_weight=True)
    for module in (fm, model_selection):
        with pytest.raises(TypeError, match="are not routed to any object"):
            module.cross_validate(estimator, X, Y, params={"other": W}, cv=3)
    with pytest.raises(TypeError, match="params must be a dict of keywords where"):
        fm.cross_validate(estimator, X, Y, params=lambda rows: {}, cv=3)


def test_a_scorer_by_name_has_asked_for_nothing():
    estimator = fitted_with(sample_weight=True)
    for module in (fm, model_selection):
        with pytest.raises(UnsetMetadataPassedError, match="accuracy_score"):
            module.cross_validate(
                estimator, X, Y, scoring="accuracy", params={"sample_weight": W}
            )
    # Metrics of ours take what score_params has, and nothing else.
    found = fm.cross_val_score(
        estimator, X, Y, scoring="gmean", params={"sample_weight": W}, cv=3
    )
    assert found.shape == (3,)


def test_partial_fits_have_requests_of_their_own():
    estimator = Model().set_fit_request(sample_weight=False)
    estimator.set_partial_fit_request(sample_weight=True, classes=False)
    options = {
        "scoring": get_scorer("accuracy").set_score_request(sample_weight=False),
        "params": {"sample_weight": W},
        "cv": 3,
        "train_sizes": [0.5, 1.0],
        "exploit_incremental_learning": True,
    }
    ours = fm.learning_curve(estimator, X, Y, **options)
    theirs = model_selection.learning_curve(estimator, X, Y, **options)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one, other)


GROUPED = [
    fm.GroupKFold(3),
    fm.StratifiedGroupKFold(3),
    fm.GroupShuffleSplit(3, random_state=0),
    fm.LeaveOneGroupOut(),
    fm.LeavePGroupsOut(2),
]


@pytest.mark.long
@one_case("splitter", GROUPED)
def test_its_functions_take_our_splitters(splitter):
    found = model_selection.cross_validate(
        fitted_with(sample_weight=False),
        X,
        Y,
        cv=splitter,
        params={"groups": GROUPS},
        return_indices=True,
    )
    for train, test in zip(*found["indices"].values(), strict=True):
        assert not {*GROUPS[train]} & {*GROUPS[test]}
    search = model_selection.GridSearchCV(Varied(), {"copies": [1, 2]}, cv=splitter)
    search.fit(X, Y, groups=GROUPS)
    assert search.n_splits_ == splitter.get_n_splits(X, Y, GROUPS)


def test_groups_under_another_name_or_not_at_all():
    splitter = fm.GroupKFold(3).set_split_request(groups="speaker")
    options = {"cv": splitter, "params": {"speaker": GROUPS}, "return_indices": True}
    for module in (fm, model_selection):
        found = module.cross_validate(Model(), X, Y, **options)
        for train, test in zip(*found["indices"].values(), strict=True):
            assert not {*GROUPS[train]} & {*GROUPS[test]}
    splitter.set_split_request(groups=None)
    for module in (fm, model_selection):
        with pytest.raises(UnsetMetadataPassedError, match="groups"):
            module.cross_validate(Model(), X, Y, cv=splitter, params={"groups": GROUPS})


def test_requests_are_refused_where_they_mean_nothing():
    assert not hasattr(fm.KFold(3), "set_split_request")
    with sklearn.config_context(enable_metadata_routing=False):
        with pytest.raises(RuntimeError, match="only available when metadata routing"):
            fm.GroupKFold(3).set_split_request(groups=True)
        # Everything is as it was.
        found = fm.cross_validate(
            Model(),
            X,
            Y,
            groups=GROUPS,
            cv=fm.GroupKFold(3),
            params={"sample_weight": W},
        )
        assert found["test_score"].shape == (3,)
