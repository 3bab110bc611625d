"""Metrics of rankings of labels: what they refuse, what scikit-learn says too."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm

sk = pytest.importorskip("sklearn.metrics")

NAMES = (
    "coverage_error",
    "label_ranking_loss",
    "label_ranking_average_precision_score",
)
Y = np.array([[1, 0, 0], [0, 1, 1]])
S = np.array([[0.75, 0.5, 1], [1, 0.2, 0.1]])

WRONG = {
    "one dimension": (Y[0], S[0]),
    "other widths": (Y, S[:, :2]),
    "other lengths": (Y, S[:1]),
    "three values": (Y * [1, 2, 3], S),
    "halves": (Y / 2, S),
    "NaN among scores": (Y, np.where(S == 1, np.nan, S)),
    "infinite scores": (Y, np.where(S == 1, np.inf, S)),
    "NaN among labels": (np.where(Y == 1, np.nan, Y), S),
    "no rows": (Y[:0], S[:0]),
    "strings": (Y.astype(str), S),
    "three dimensions": (Y[..., None], S[..., None]),
}


@one_case("name", NAMES)
@one_case("case", WRONG.values())
def test_what_scikit_learn_refuses_is_refused(name, case):
    for module in (fm, sk):
        with pytest.raises(ValueError, match=r"."):
            getattr(module, name)(*case)


@one_case("name", NAMES)
@one_case(
    "truth",
    [Y, Y + 1, np.where(Y, 1, -1), Y[:, :1] + [[0, 0, 0]], Y * 0, Y.astype(bool)],
)
def test_what_is_not_zero_is_a_label(name, truth):
    found = getattr(fm, name)(truth, S)
    assert found == pytest.approx(getattr(sk, name)(truth, S), rel=1e-15)


def test_one_label_has_a_precision_only():
    truth, scores = [[1], [0]], [[0.2], [0.3]]
    assert fm.label_ranking_average_precision_score(truth, scores) == 1
    for name in NAMES[:2]:
        for module in (fm, sk):
            with pytest.raises(ValueError, match="binary format is not supported"):
                getattr(module, name)(truth, scores)


@one_case("name", NAMES)
@one_case("form", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
def test_sparse_labels_are_those_of_the_dense_matrix(name, form):
    held = sparse.csr_array(Y).asformat(form)
    assert getattr(fm, name)(held, S) == getattr(fm, name)(Y, S)


def test_zeros_that_a_sparse_matrix_stores_are_no_labels():
    held = sparse.csr_array(([1, 0, 1, 1], ([0, 0, 1, 1], [0, 2, 1, 2])), shape=(2, 3))
    for name in NAMES:
        assert getattr(fm, name)(held, S) == getattr(fm, name)(Y, S)


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match=r"y_true and y_score .*\(2, 3\) and \(2, 2\)"):
        fm.coverage_error(Y, S[:, :2])
    with pytest.raises(ValueError, match=r"y_score contains NaN.*\(0, 2\)"):
        fm.label_ranking_loss(Y, np.where(S == 1, np.nan, S))
    with pytest.raises(ValueError, match="sample_weight has 1, expected 2"):
        fm.label_ranking_loss(Y, S, sample_weight=[1])
    with pytest.raises(TypeError, match="y_score must be dense"):
        fm.label_ranking_loss(Y, sparse.csr_array(S))


@one_case("name", NAMES)
def test_values_do_not_depend_on_layout_or_threads(name, rng):
    scores = rng.random((90_000, 24))
    truth = rng.random(scores.shape) < 0.2
    record = np.zeros(scores.shape, [("a", "u1"), ("s", "f8")])
    record["s"] = scores
    with fm.num_threads(1):
        value = getattr(fm, name)(truth, scores)
    for held in (scores, np.asfortranarray(scores), record["s"]):
        assert getattr(fm, name)(truth, held) == value
    assert getattr(fm, name)(sparse.csr_array(truth), scores) == value
