"""Curves: scikit-learn's shapes, dtypes, thresholds, values, warnings and errors."""

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.score_cases import (
    BAD,
    NEGATIVE_WEIGHT,
    ONE_CLASS,
    TWO_CLASSES,
    as_undefined,
    assert_same_outcome,
    outcome,
    weights_for,
)

import fastmetrics as fm

CURVES = ["roc_curve", "precision_recall_curve", "det_curve"]
ALL = [*CURVES, "confusion_matrix_at_thresholds"]


def options(name):
    if name == "confusion_matrix_at_thresholds":
        return [{}]
    return [{"drop_intermediate": drop} for drop in (False, True)]


def check(name, y_true, y_score, **kwargs):
    ours = outcome(getattr(fm, name), y_true, y_score, **kwargs)
    *theirs, warned = outcome(getattr(sk, name), y_true, y_score, **kwargs)
    theirs = *theirs, as_undefined(warned)
    assert_same_outcome(ours, theirs)


@one_case("case", [*TWO_CLASSES, *ONE_CLASS])
@one_case("weighted", [False, True])
@one_case("name", ALL)
def test_equals_scikit_learn(name, weighted, case):
    y_true, y_score = {**TWO_CLASSES, **ONE_CLASS}[case]
    weights = weights_for(y_true) if weighted else None
    for kwargs in options(name)[-1:] if weighted else options(name):
        check(name, y_true, y_score, sample_weight=weights, **kwargs)


@one_case("name", ALL)
def test_positive_label(name):
    words = np.array(["yes", "no", "no", "yes", "yes"])
    scores = [0.3, 0.2, 0.4, 0.4, 0.9]
    check(name, words, scores, pos_label="yes")
    check(name, words.tolist(), scores, pos_label="no")
    check(name, words, scores)  # cannot be told
    check(name, [1, 2, 2, 1, 2], scores, pos_label=2)
    check(name, [1, 2, 2, 1, 2], scores)
    check(name, [0, 1, 2, 1, 0], scores, pos_label=1)
    check(name, [0, 1, 1, 1, 0], scores, pos_label=7)  # nowhere
    check(name, [False, True, True, True, False], scores, pos_label=False)


@one_case("case", BAD)
@one_case("name", ALL)
def test_bad_input_raises_as_in_scikit_learn(name, case):
    y_true, y_score, kwargs = BAD[case]
    assert outcome(getattr(fm, name), y_true, y_score, **kwargs)[1] is not None
    check(name, y_true, y_score, **kwargs)


@one_case("name", ALL)
def test_text_as_scores_raises(name):
    with pytest.raises((TypeError, ValueError), match="y_score"):
        getattr(fm, name)([0, 1], ["a", "b"])


@one_case("name", ALL)
def test_negative_weights_raise(name):
    y_true, y_score, kwargs = NEGATIVE_WEIGHT
    with pytest.raises(ValueError, match="sample_weight"):
        getattr(fm, name)(y_true, y_score, **kwargs)


@one_case("name", ALL)
@one_case("seed", range(4))
def test_random_data_with_ties_and_weights(name, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 400))
    y_true = rng.random(n) < rng.random()
    y_score = np.round(rng.normal(size=n) + y_true, int(rng.integers(0, 3)))
    weights = [None, rng.random(n) * (rng.random(n) < 0.8), rng.integers(0, 3, n)]
    for sample_weight in weights:
        if sample_weight is not None and not (
            sample_weight[y_true].any() and sample_weight[~y_true].any()
        ):
            continue
        for kwargs in options(name):
            check(name, y_true, y_score, sample_weight=sample_weight, **kwargs)


def test_a_class_without_weight():
    y_true, y_score, weights = [0, 1, 0], [0.1, 0.2, 0.3], [1.0, 0.0, 1.0]
    for name in CURVES:
        check(name, y_true, y_score, sample_weight=weights)


def test_inputs_stay_as_they_are():
    y_true = np.array([0, 1, 1, 0])
    y_score = np.array([0.3, 0.2, 0.4, 0.1])
    weights = np.array([1.0, 0.0, 2.0, 1.0])
    for array in (y_true, y_score, weights):
        array.flags.writeable = False
    for name in ALL:
        getattr(fm, name)(y_true, y_score)
        getattr(fm, name)(y_true, y_score, sample_weight=weights)


class TestAuc:
    @one_case(
        ("x", "y"),
        [
            ([0.0, 0.5, 1.0], [0.0, 1.0, 1.0]),
            ([1.0, 0.5, 0.0], [0.0, 1.0, 1.0]),
            ([0, 0, 1, 1], [0, 3, 3, 4]),
            ([3, 1], [0.5, 0.25]),
            ([0.5, 0.5], [1.0, 2.0]),
            ([0.0, np.nan, 1.0], [0.0, 1.0, 1.0]),
            (np.linspace(0, 1, 1000) ** 3, np.sin(np.arange(1000))),
            (np.float32([0, 0.1, 0.3]), np.float32([1, 2, 3])),
            ([0.0, 1.0, 0.5], [1.0, 1.0, 1.0]),  # neither up nor down
            ([0.0], [1.0]),
            ([], []),
            ([0.0, 1.0], [1.0]),
            ([[0.0, 1.0], [1.0, 2.0]], [1.0, 2.0]),
        ],
    )
    def test_equals_scikit_learn(self, x, y):
        assert_same_outcome(outcome(fm.auc, x, y), outcome(sk.auc, x, y))

    def test_of_roc_curve(self):
        y_true, y_score = TWO_CLASSES["ties"]
        fpr, tpr, _ = fm.roc_curve(y_true, y_score)
        assert fm.auc(fpr, tpr) == pytest.approx(fm.roc_auc_score(y_true, y_score))


@one_case("weight", [[0, 1, 1, 0], [1, 0, 0, 1]])
def test_errors_of_a_class_without_weight_are_undefined(weight):
    with pytest.warns(fm.UndefinedMetricWarning, match="has no weight"):
        curve = fm.det_curve([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=weight)
    assert np.isnan(curve[weight[0]]).all()
