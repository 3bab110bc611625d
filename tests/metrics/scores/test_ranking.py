"""ROC AUC and average precision as in scikit-learn; what pair counts say."""

import itertools
import warnings
from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.score_cases import (
    BAD,
    NEGATIVE_WEIGHT,
    ONE_CLASS,
    TWO_CLASSES,
    assert_same_outcome,
    outcome,
    weights_for,
)

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning

SK = ["roc_auc_score", "average_precision_score"]
AVERAGES = ["macro", "micro", "weighted", "samples", None]


def close(ours, theirs):
    assert np.shape(ours) == np.shape(theirs)
    if np.ndim(theirs) == 0:
        assert isinstance(ours, float | int)
    else:
        assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours, theirs, rtol=1e-13, atol=1e-15)


def check(name, *args, **kwargs):
    ours = outcome(getattr(fm, name), *args, **kwargs)
    theirs = outcome(getattr(sk, name), *args, **kwargs)
    assert_same_outcome(ours, theirs, close)


@one_case("case", [*TWO_CLASSES, *ONE_CLASS])
@one_case("weighted", [False, True])
@one_case("name", SK)
def test_two_classes(name, weighted, case):
    y_true, y_score = {**TWO_CLASSES, **ONE_CLASS}[case]
    if name == "roc_auc_score":  # there, one column of labels is a matrix of one label
        y_true = np.ravel(y_true)
    weights = weights_for(y_true) if weighted else None
    check(name, y_true, y_score, sample_weight=weights)
    if name == "roc_auc_score":
        for max_fpr in (0.1, 0.5, 1.0)[weighted::2]:
            check(name, y_true, y_score, sample_weight=weights, max_fpr=max_fpr)


@one_case("seed", range(15))
@one_case("name", SK)
def test_random_data_with_ties_and_weights(name, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 500))
    y_true = (rng.random(n) < rng.random()).astype(int)
    y_score = np.round(rng.normal(size=n) + y_true, int(rng.integers(0, 3)))
    check(name, y_true, y_score)
    check(name, y_true, y_score.tolist(), sample_weight=rng.random(n))


@one_case("case", BAD)
@one_case("name", SK)
def test_bad_input_raises_as_in_scikit_learn(name, case):
    y_true, y_score, kwargs = BAD[case]
    error = outcome(getattr(fm, name), y_true, y_score, **kwargs)[1]
    assert error is not None
    if name == "average_precision_score" and case in ("no rows", "three classes"):
        assert isinstance(error, ValueError)  # theirs are of other types, by accident
    else:
        check(name, y_true, y_score, **kwargs)


@one_case("name", SK)
def test_negative_weights_raise(name):
    y_true, y_score, kwargs = NEGATIVE_WEIGHT
    with pytest.raises(ValueError, match="sample_weight"):
        getattr(fm, name)(y_true, y_score, **kwargs)


@one_case("name", SK)
def test_labels_of_two_classes(name):
    scores = [0.3, 0.2, 0.4, 0.4, 0.9]
    words = np.array(["yes", "no", "no", "yes", "yes"])
    for y_true in (words, words.tolist(), words.astype(object), [3, 7, 7, 3, 7]):
        check(name, y_true, scores)
        if name == "average_precision_score":
            check(name, y_true, scores, pos_label=np.ravel(y_true)[0])
    if name == "average_precision_score":
        check(name, [0, 1, 0, 1, 1], scores, pos_label=0)
        check(name, [0, 0, 0, 0, 0], scores, pos_label=3)
        check(name, [0, 1, 0, 1, 1], scores, pos_label=3)


@one_case("name", SK)
@one_case("average", AVERAGES)
@one_case("weighted", [False, True])
def test_labels_in_columns(name, average, weighted):
    rng = np.random.default_rng(11)
    y_true = rng.integers(0, 2, (40, 4))
    y_true[:, 0] = rng.random(40) < 0.2
    y_score = np.round(rng.random((40, 4)) + 0.3 * y_true, 1)
    y_true[np.arange(40), 1 + np.arange(40) % 3] = 1  # no row without a label
    y_true[:, 0] = 1 - y_true[:, 1]  # nor with all of them
    weights = weights_for(np.zeros(40)) if weighted else None
    check(name, y_true, y_score, average=average, sample_weight=weights)
    if weighted:
        return
    check(name, y_true.tolist(), y_score.tolist(), average=average)
    check(name, np.asfortranarray(y_true), y_score.astype(np.float32), average=average)


@one_case("name", SK)
@one_case("average", AVERAGES)
def test_a_label_that_no_row_has(name, average):
    y_true = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 1, 0]])
    y_score = np.array([[3, 2, 1], [1, 3, 2], [2, 2, 1], [1, 2, 3]]) / 3
    check(name, y_true, y_score, average=average)
    check(name, np.zeros_like(y_true), y_score, average=average)
    check(name, 1 - y_true, y_score, average=average)


@one_case("name", SK)
@one_case("truth", [[0, 0], [1, 1]])
def test_a_row_of_weight_0_counts_nothing(name, truth):
    # It has one kind of label only: the area, or the precision, is undefined on it.
    y_true, y_score = [truth, [1, 0]], [[2.0, 1.0], [2.0, 1.0]]
    kwargs = {"average": "samples", "sample_weight": [0.0, 3.0]}
    check(name, y_true, y_score, **kwargs)
    value, _, _ = outcome(getattr(fm, name), y_true, y_score, **kwargs)
    assert value == 1.0


@one_case("name", SK)
def test_bad_columns(name):
    scores = np.array([[0.1, 0.2], [0.3, 0.4], [0.9, 0.8]])
    truth = np.array([[0, 1], [1, 0], [1, 1]])
    check(name, truth, scores[:, 0])
    check(name, truth, scores[:2])
    check(name, truth, np.where(scores > 0.8, np.nan, scores))
    check(name, truth + 0.5, scores)
    check(name, truth * 2 + np.array([0, 1]), scores)  # several outputs, not labels
    check(name, truth, scores, average="median")
    check(name, truth, scores, sample_weight=[1.0, 2.0])
    check(name, truth[:, 0], scores)
    if name == "average_precision_score":
        check(name, truth, scores, pos_label=0)


def probabilities(seed=5, n=60, n_classes=4):
    rng = np.random.default_rng(seed)
    y_true = rng.integers(0, n_classes, n)
    y_score = rng.random((n, n_classes)) + (y_true[:, None] == np.arange(n_classes))
    y_score = np.round(y_score / y_score.sum(axis=1, keepdims=True), 2)
    y_score[:, -1] = 1 - y_score[:, :-1].sum(axis=1)
    return y_true, y_score


class TestSeveralClasses:
    @one_case("multi_class", ["ovr", "ovo", "raise"])
    @one_case("average", AVERAGES)
    @one_case("weighted", [False, True])
    def test_roc_auc(self, multi_class, average, weighted):
        y_true, y_score = probabilities()
        kwargs = {"multi_class": multi_class, "average": average}
        if weighted:
            kwargs["sample_weight"] = weights_for(y_true)
        check("roc_auc_score", y_true, y_score, **kwargs)
        words = np.array(["red", "green", "blue", "black"])[y_true]
        check("roc_auc_score", words, y_score, **kwargs)

    @one_case("average", AVERAGES)
    @one_case("weighted", [False, True])
    def test_average_precision(self, average, weighted):
        y_true, y_score = probabilities()
        weights = weights_for(y_true) if weighted else None
        check(
            "average_precision_score",
            y_true,
            y_score,
            average=average,
            sample_weight=weights,
        )
        check("average_precision_score", y_true, y_score, pos_label=2)
        check("average_precision_score", y_true, y_score[:, :3])

    @one_case("multi_class", ["ovr", "ovo"])
    @one_case("average", ["macro", "weighted"])
    def test_labels(self, multi_class, average):
        y_true, y_score = probabilities()
        kwargs = {"multi_class": multi_class, "average": average}
        for labels in (
            [0, 1, 2, 3],
            [1, 0, 2, 3],
            [0, 1, 2, 2],
            [0, 1, 2],
            [0, 1, 2, 4],
        ):
            check("roc_auc_score", y_true, y_score, labels=labels, **kwargs)
        missing = np.where(y_true == 2, 1, y_true)
        check("roc_auc_score", missing, y_score, labels=[0, 1, 2, 3], **kwargs)
        check("roc_auc_score", missing, y_score, **kwargs)
        two = np.where(y_true == 2, 1, 0)  # two classes, but columns for four
        check("roc_auc_score", two, y_score, labels=[0, 1, 2, 3], **kwargs)
        check("roc_auc_score", two, y_score, **kwargs)

    def test_errors(self):
        y_true, y_score = probabilities()
        for kwargs in (
            {"multi_class": "ovr", "max_fpr": 0.5},
            {"multi_class": "ovr", "max_fpr": 1.0},
            {"multi_class": "all"},
            {"multi_class": "ovo", "average": None},
        ):
            check("roc_auc_score", y_true, y_score, **kwargs)
        check("roc_auc_score", y_true, y_score * 2, multi_class="ovr")
        check("roc_auc_score", y_true, y_score[:, 0], multi_class="ovr")
        check("roc_auc_score", y_true[:-1], y_score, multi_class="ovr")
        check("roc_auc_score", y_true[:-1], y_score, multi_class="ovo")

    @one_case("max_fpr", [-0.1, 0, 1.1])
    def test_max_fpr_out_of_range(self, max_fpr):
        check("roc_auc_score", [0, 1], [0.1, 0.2], max_fpr=max_fpr)


def pair_counts(y_true, y_score):
    positive = np.ravel(y_true) > 0
    scores = np.ravel(y_score).tolist()
    above = below = 0
    for (i, s), (j, t) in itertools.product(enumerate(scores), repeat=2):
        if positive[i] and not positive[j]:
            above += s > t
            below += s < t
    return above, below, int(positive.sum()) * int((~positive).sum())


@one_case("case", TWO_CLASSES)
def test_pair_counts_are_exact(case):
    y_true, y_score = TWO_CLASSES[case]
    above, below, pairs = pair_counts(y_true, y_score)
    gini = float(Fraction(above - below, pairs))
    assert fm.gini_coefficient(y_true, y_score) == gini
    assert fm.rank_loss(y_true, y_score) == float(
        Fraction(2 * below + pairs - above - below, 2 * pairs)
    )
    if np.ndim(y_true) == 1:
        auc = float(Fraction(above - below + pairs, 2 * pairs))
        assert fm.roc_auc_score(y_true, y_score) == auc


@one_case("case", TWO_CLASSES)
def test_weighted_identities(case):
    y_true, y_score = TWO_CLASSES[case]
    weights = weights_for(y_true)
    auc = fm.roc_auc_score(np.ravel(y_true), y_score, sample_weight=weights)
    assert fm.rank_loss(y_true, y_score, sample_weight=weights) == pytest.approx(
        1 - auc, abs=1e-14
    )
    assert fm.gini_coefficient(y_true, y_score, sample_weight=weights) == pytest.approx(
        2 * auc - 1, abs=1e-14
    )


def test_small_weighted_loss_keeps_its_digits():
    weights = [1.0, 1.0, 1e-20, 1.0]
    loss = fm.rank_loss([0, 1, 0, 1], [1, 2, 3, 4], sample_weight=weights)
    assert loss == pytest.approx(0.5e-20, rel=1e-12)


@one_case("function", [fm.rank_loss, fm.gini_coefficient])
class TestOurs:
    @one_case("case", ONE_CLASS)
    @one_case("weighted", [False, True])
    def test_one_class(self, function, case, weighted):
        y_true, y_score = ONE_CLASS[case]
        weights = np.ones(len(y_true)) if weighted else None
        with pytest.warns(UndefinedMetricWarning, match="Only one class") as caught:
            assert np.isnan(function(y_true, y_score, sample_weight=weights))
        assert caught[0].filename == __file__

    @one_case("case", BAD)
    def test_bad_input(self, function, case):
        y_true, y_score, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            function(y_true, y_score, **kwargs)

    def test_positive_label(self, function):
        y_true, y_score = TWO_CLASSES["ties"]
        words = np.where(y_true, "ill", "well")
        expected = function(y_true, y_score)
        assert function(words, y_score, pos_label="ill") == expected
        with pytest.raises(ValueError, match="pos_label"):
            function(words, y_score)


@one_case("name", SK)
def test_warnings_point_at_the_caller(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        getattr(fm, name)([0, 0], [0.1, 0.2])
        getattr(fm, name)([0, 0], [0.1, 0.2], sample_weight=[1, 2])
    assert [w.filename for w in caught] == [__file__] * 2


def test_more_pairs_than_int32_holds():
    n = 100_000
    y_true = np.arange(n) % 2
    y_score = np.arange(n) // 1000
    # Within each score half the pairs tie; above and below balance out.
    assert fm.roc_auc_score(y_true, y_score) == 0.5
    assert fm.roc_auc_score(y_true, y_true) == 1.0


@one_case("truth", [[0, 1, 2], np.eye(3, dtype=int)])
def test_positive_label_of_several_classes_must_be_a_scalar(truth):
    with pytest.raises(TypeError, match=r"pos_label must be .* got ndarray"):
        fm.average_precision_score(truth, np.eye(3), pos_label=np.array([1, 2]))
