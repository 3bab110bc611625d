"""Hinge loss and top-k accuracy: what they refuse, as scikit-learn does and beyond."""

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

sk = pytest.importorskip("sklearn.metrics")

Y, S = [0, 1, 2, 1], np.arange(12.0).reshape(4, 3)

WRONG_HINGES = {
    "a column of three classes": ((Y, [1, 2, 3, 4]), {}),
    "two columns of three classes": ((Y, S[:, :2]), {}),
    "a class is missing": (([0, 1, 1, 0], S), {}),
    "not among labels": (([0, 1, 2, 3], S), {"labels": [0, 1, 2]}),
    "NaN": ((Y, np.where(S == 5, np.nan, S)), {}),
    "infinity": ((Y, np.where(S == 5, np.inf, S)), {}),
    "both infinities": ((Y, np.where(S > 5, np.inf, -np.inf)), {}),
    "a NaN of two classes": (([0, 1], [np.nan, 1.0]), {}),
    "too few rows": ((Y, S[:3]), {}),
    "no rows": (([], np.zeros((0, 3))), {}),
    "three dimensions": ((Y, S[..., None]), {}),
    "strings as decisions": (([0, 1], ["a", "b"]), {}),
}
WRONG_TOPS = {
    "k of 0": ((Y, S), {"k": 0}),
    "a column of three classes": ((Y, [1, 2, 3, 4]), {}),
    "a matrix of two classes": (([0, 1, 1, 0], S[:, :2]), {}),
    "one class": (([1, 1], [0.2, 0.3]), {"k": 1}),
    "too few labels": ((Y, S), {"labels": [0, 1]}),
    "unordered labels": ((Y, S), {"labels": [2, 0, 1]}),
    "labels twice": ((Y, S), {"labels": [0, 1, 1]}),
    "other labels": ((Y, S), {"labels": [0, 1, 3]}),
    "halves": (([0.5, 1, 2], S[:3]), {}),
    "NaN": ((Y, np.where(S == 5, np.nan, S)), {}),
    "NaN, all taken": ((Y, np.where(S == 5, np.nan, S)), {"k": 3}),
    "too few rows": ((Y, S[:3]), {}),
}


@pytest.mark.filterwarnings("ignore")
@one_case(("args", "options"), WRONG_HINGES.values())
def test_hinge_loss_raises_where_scikit_learn_does(args, options):
    for module in (fm, sk):
        with pytest.raises(ValueError, match=r"."):
            module.hinge_loss(*args, **options)


@pytest.mark.filterwarnings("ignore")
@one_case(("args", "options"), WRONG_TOPS.values())
def test_top_k_accuracy_raises_where_scikit_learn_does(args, options):
    for module in (fm, sk):
        with pytest.raises(ValueError, match=r"."):
            module.top_k_accuracy_score(*args, **options)


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match=r"pred_decision .*\(4, 3\).*\(4, 2\)"):
        fm.hinge_loss(Y, S[:, :2])
    with pytest.raises(ValueError, match=r"pred_decision contains NaN.*\(1, 2\)"):
        fm.hinge_loss(Y, np.where(S == 5, np.nan, S))
    with pytest.raises(ValueError, match="y_score contains infinity"):
        fm.top_k_accuracy_score(Y, np.where(S == 5, np.inf, S))
    with pytest.raises(
        ValueError, match=r"y_true contains values \{3\} not belonging to the passed"
    ):
        fm.hinge_loss([0, 1, 3, 2], S, labels=[0, 1, 2])
    for labels in (None, [0, 1]):
        with pytest.raises(ValueError, match=r"larger label alone, y_score\[:, 1\]"):
            fm.top_k_accuracy_score([0, 1], [[1, 0], [0, 1]], labels=labels)
    with pytest.raises(TypeError, match="k must be a whole number, got a float"):
        fm.top_k_accuracy_score(Y, S, k=1.5)
    with pytest.raises(TypeError, match="normalize must be True or False"):
        fm.top_k_accuracy_score(Y, S, normalize="no")
    with pytest.raises(ValueError, match="sample_weight must not be negative"):
        fm.hinge_loss(Y, S, sample_weight=[1, 1, 1, -1])


def test_finite_numbers_too_large_to_add_up_are_taken():
    huge = np.full((2, 3), 1.7e308)
    huge[:, 0] = 0
    assert fm.top_k_accuracy_score([0, 1], huge, labels=[0, 1, 2], k=2) == 0.5
    assert fm.hinge_loss([0, 1], huge, labels=[0, 1, 2]) == (1.7e308 + 1) / 2


@one_case(
    "truth",
    [
        ["a", "b", "c", "b"],
        pd.Series(["a", "b", "c", "b"], dtype="category"),
        np.array([5, 2**40, 2**41, 2**40]),
        np.array([0, 1, 2, 1], np.uint8),
        [-0.0, 1.0, 2.0, 1.0],
    ],
)
def test_labels_may_be_of_any_kind(truth):
    assert fm.hinge_loss(truth, S) == fm.hinge_loss(Y, S)
    assert fm.top_k_accuracy_score(truth, S) == fm.top_k_accuracy_score(Y, S)


def test_a_label_of_two_that_is_alone_is_told_by_labels():
    assert fm.hinge_loss([1, 1], [2.0, 2.0]) == sk.hinge_loss([1, 1], [2.0, 2.0]) == 3
    assert fm.hinge_loss([1, 1], [2.0, 2.0], labels=[0, 1]) == 0


def test_values_do_not_depend_on_layout_or_threads(rng):
    scores = rng.random((300_000, 11))
    truth = rng.integers(0, 11, len(scores))
    wide = np.zeros((len(scores), 22), np.float64)
    wide[:, ::2] = scores
    record = np.zeros(scores.shape, [("a", "u1"), ("s", "f8")])
    record["s"] = scores
    for name in ("hinge_loss", "top_k_accuracy_score"):
        with fm.num_threads(1):
            value = getattr(fm, name)(truth, scores)
        for held in (scores, np.asfortranarray(scores), wide[:, ::2], record["s"]):
            assert getattr(fm, name)(truth, held) == value


@one_case("k", [1, 2, 3])
def test_top_k_accuracy_is_what_the_k_best_classes_recall(k, rng):
    """Of predictions of k classes a row, as torchmetrics counts with its top_k."""
    n, n_classes = 200, 5
    truth, scores = rng.integers(0, n_classes, n), rng.random((n, n_classes))
    predicted = np.zeros((n, n_classes), int)
    np.put_along_axis(predicted, np.argsort(-scores)[:, :k], 1, axis=1)
    found = fm.top_k_accuracy_score(truth, scores, k=k)
    one_hot = np.eye(n_classes, dtype=int)[truth]
    recall = sk.recall_score(one_hot, predicted, average="micro")
    assert found == pytest.approx(recall, rel=1e-14)
    precision = sk.precision_score(one_hot, predicted, average="micro")
    assert found / k == pytest.approx(precision, rel=1e-14)
    each = sk.recall_score(one_hot, predicted, average=None)
    for c in range(n_classes):
        rows = truth == c
        of_class = fm.top_k_accuracy_score(
            truth[rows], scores[rows], k=k, labels=range(n_classes)
        )
        assert of_class == pytest.approx(each[c], rel=1e-14)
    # What is averaged by class is read off indicators of these classes.
    for name in ("precision_score", "recall_score", "f1_score"):
        ours = getattr(fm, name)(one_hot, predicted, average="macro")
        theirs = getattr(sk, name)(one_hot, predicted, average="macro")
        assert ours == pytest.approx(theirs, rel=1e-14)
