"""Errors of models of resamples, of folds, and of rows that were left out."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import sklearn.metrics as sk
from sklearn.neighbors import NearestNeighbors

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.cases.selection.validation import Threshold, two_classes
from benchmarks.peers import mlxtend

FEW, MANY = 5, 50
FOLDS = 5
NEIGHBORS = 10

# -- the .632+ bootstrap


def _given(n: int, *, n_resamples: int) -> tuple[Any, Any, Any, Any]:
    """Return labels, those that the model of all rows predicts, and the resamples'."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    wrong = rng.random((n_resamples + 1, n)) < np.linspace(0.1, 0.4, n)
    drawn = rng.integers(0, n, (n_resamples, n))
    counts = np.array([np.bincount(one, minlength=n) for one in drawn])
    found = np.where(wrong, 1 - y, y)
    return y, found[0], found[1:], counts == 0


def _all_pairs(y: Any, p: Any) -> float:
    """Return the error rate of all pairs, each of which is made."""
    pairs = np.array(list(product(y, p)))
    return float(np.mean(pairs[:, 0] != pairs[:, 1]))


def _outer(y: Any, p: Any) -> float:
    return float(np.mean(y[:, None] != p))


def _by_rows(y: Any, predictions: Any, left_out: Any) -> float:
    times = left_out.sum(axis=0)
    errors = ((predictions != y) & left_out).sum(axis=0)
    known = times > 0
    return float((errors[known] / times[known]).mean())


def _632(apparent: float, outside: float, gamma: float) -> float:
    outside = min(outside, gamma)
    overfitting = (outside - apparent) / (gamma - apparent)
    weight = 0.632 / (1 - 0.368 * max(overfitting, 0))
    return (1 - weight) * apparent + weight * outside


def _632_of_predictions(y: Any, p: Any, predictions: Any, left_out: Any) -> float:
    outside = _by_rows(y, predictions, left_out)
    return _632(float((p != y).mean()), outside, _all_pairs(y, p))


def _out_of_bag(y: Any, p: Any, predictions: Any, left_out: Any) -> float:
    return fm.out_of_bag_score(y, predictions, left_out)


def _resamples(n: int, n_splits: int) -> Iterator[tuple[Any, Any]]:
    """Yield what is drawn and what is not, by differences of sets as mlxtend does."""
    rng = np.random.RandomState(0)
    for _ in range(n_splits):
        drawn = rng.randint(0, n, n)
        yield drawn, np.array([*({*np.arange(n)} - {*drawn})])


def _validated(X: Any, y: Any) -> float:
    return fm.bootstrap_validate(
        Threshold(), X, y, scoring="error_rate", n_resamples=FEW, random_state=0
    ).estimate


def _632_by_resample(X: Any, y: Any) -> float:
    """Return the mean of .632+ estimates of single resamples, as mlxtend's is made."""
    found = []
    for drawn, left_out in _resamples(len(y), FEW):
        model = Threshold().fit(X[drawn], y[drawn])
        outside = float((model.predict(X[left_out]) != y[left_out]).mean())
        p = model.predict(X)
        found.append(_632(float((p != y).mean()), outside, _all_pairs(y, p)))
    return float(np.mean(found))


def _632_of_mlxtend(X: Any, y: Any) -> float:
    scores = mlxtend.bootstrap_point632_score(
        Threshold(), X, y, FEW, ".632+", sk.accuracy_score, random_seed=0
    )
    return float(1 - scores.mean())


def _agree_about(ours: Any, theirs: Any) -> None:
    """Raise AssertionError unless estimates of other resamples are about the same."""
    np.testing.assert_allclose(ours, theirs, atol=0.05)


# -- one resample


def _column(n: int) -> tuple[Any]:
    return (np.zeros(n),)


def _sizes(pairs: Any) -> tuple[int, int]:
    [(train, test)] = pairs
    return len(train), len(test)


def _resample(X: Any) -> tuple[int, int]:
    return _sizes(fm.BootstrapSplit(1, random_state=0).split(X))


def _resample_by_sets(X: Any) -> tuple[int, int]:
    return _sizes(_resamples(len(X), 1))


def _resample_of_mlxtend(X: Any) -> tuple[int, int]:
    return _sizes(mlxtend.BootstrapOutOfBag(1, random_seed=0).split(X))


def _resample_by_counts(X: Any) -> tuple[int, int]:
    n = len(X)
    drawn = np.random.default_rng(0).integers(0, n, n)
    return len(drawn), len(np.flatnonzero(np.bincount(drawn, minlength=n) == 0))


def _agree_in_sizes(ours: Any, theirs: Any) -> None:
    """Raise AssertionError unless as many rows are drawn, and about as many not."""
    np.testing.assert_allclose(ours, theirs, rtol=0.2)
    assert ours[0] == theirs[0]


# -- folds


def _scores(n: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    return y, y + rng.normal(size=n), rng.integers(0, FOLDS, n)


def _labels(n: int) -> tuple[Any, Any, Any]:
    y, score, folds = _scores(n)
    return y, (score > 0.5).astype(np.int64), folds


def _of_folds(metric: str, y: Any, p: Any, folds: Any) -> float:
    return fm.out_of_fold_score(metric, y, p, folds).estimate


def _loop(function: Any, y: Any, p: Any, folds: Any) -> float:
    """Return the mean over folds."""
    values = [function(y[folds == k], p[folds == k]) for k in range(FOLDS)]
    return float(np.mean(values))


def _pooled(function: Any, y: Any, p: Any, folds: Any) -> float:
    return float(function(y, p))


# -- no information


def _two_labels(n: int) -> tuple[Any, Any]:
    y, p, _ = _labels(n)
    return y, p


def _two_numbers(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return rng.normal(size=n), rng.normal(size=n)


# -- leave-one-out


def _fitted(n: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    y = rng.normal(size=n)
    return y, y + rng.normal(size=n), rng.random(n) / 2


def _left_out(y: Any, p: Any, h: Any) -> Any:
    return (p - h * y) / (1 - h)


def _press(y: Any, p: Any, h: Any) -> float:
    return float((((y - p) / (1 - h)) ** 2).sum())


def _gcv(y: Any, p: Any, h: Any) -> float:
    return fm.generalized_cross_validation(y, p, 20.0)


def _gcv_by_numpy(y: Any, p: Any, h: Any) -> float:
    return float(((y - p) ** 2).mean() / (1 - 20.0 / len(y)) ** 2)


def _points(n: int) -> tuple[Any]:
    return (np.random.default_rng(0).normal(size=(n, 20)),)


def _leverage_by_numpy(X: Any) -> Any:
    q, _ = np.linalg.qr(np.column_stack([np.ones(len(X)), X]))
    return (q * q).sum(axis=1)


def _with_targets(n: int) -> tuple[Any, Any]:
    (X,) = _points(n)
    return X, X[:, 0] + np.random.default_rng(1).normal(size=n)


def _neighbors(X: Any, y: Any) -> Any:
    return fm.leave_one_out_neighbors(X, y, n_neighbors=NEIGHBORS, task="regression")


def _neighbors_of_theirs(X: Any, y: Any) -> Any:
    found = NearestNeighbors(n_neighbors=NEIGHBORS, algorithm="brute").fit(X)
    near = found.kneighbors(return_distance=False)
    return np.cumsum(y[near], axis=1) / np.arange(1, NEIGHBORS + 1)


def _numpy_case(
    covers: str, n: int, inputs: Any, theirs: Any, ours: Any = None
) -> Case:
    """Compare a function with a line of NumPy."""
    return Case(
        covers,
        n,
        inputs,
        ours or getattr(fm, covers),
        covers=covers,
        peers=(Peer("NumPy", theirs),),
        floor=READ,
        measures_memory=False,
    )


def _of_fold_case(what: str, metric: str, inputs: Any, way: Any) -> Case:
    theirs = partial(way, getattr(sk, metric))
    return Case(
        f"out_of_fold_score, {what}",
        10**6,
        inputs,
        partial(_of_folds, metric),
        covers="out_of_fold_score",
        peers=(Peer("scikit-learn, without interval", theirs),),
        floor=READ,
        measures_memory=False,
    )


if mlxtend:
    BY_RESAMPLE = Peer("mlxtend", _632_of_mlxtend, 1000, agree=_agree_about)
    BY_SETS = Peer("mlxtend", _resample_of_mlxtend, 50, agree=_agree_in_sizes)
else:
    BY_RESAMPLE = Peer(
        "loop over resamples, all pairs made, as mlxtend",
        _632_by_resample,
        1000,
        agree=_agree_about,
    )
    BY_SETS = Peer(
        "differences of sets, as mlxtend", _resample_by_sets, 50, agree=_agree_in_sizes
    )

CASES = [
    Case(
        "bootstrap_validate, .632+, 5 resamples, a model that costs nothing",
        2000,
        two_classes,
        _validated,
        covers="bootstrap_validate",
        peers=(BY_RESAMPLE,),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "point632_score, 5 resamples",
        2000,
        partial(_given, n_resamples=FEW),
        lambda *given: fm.point632_score(*given).estimate,
        covers="point632_score",
        peers=(Peer("NumPy, all pairs made", _632_of_predictions),),
        floor=READ,
        measures_memory=False,
    ),
    _numpy_case(
        "out_of_bag_score",
        10**5,
        partial(_given, n_resamples=MANY),
        lambda y, p, predictions, left_out: _by_rows(y, predictions, left_out),
        _out_of_bag,
    ),
    Case(
        "BootstrapSplit, one resample",
        10**6,
        _column,
        _resample,
        covers="BootstrapSplit",
        peers=(
            BY_SETS,
            Peer("NumPy, counts", _resample_by_counts, agree=_agree_in_sizes),
        ),
        floor=READ,
    ),
    _of_fold_case("AUC, mean over folds", "roc_auc_score", _scores, _loop),
    _of_fold_case("accuracy, pooled", "accuracy_score", _labels, _pooled),
    Case(
        "no_information_rate, error rate",
        2000,
        _two_labels,
        fm.no_information_rate,
        covers="no_information_rate",
        peers=(
            Peer("a list of all pairs, as mlxtend", _all_pairs),
            Peer("NumPy, a matrix of all pairs", _outer),
        ),
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "no_information_rate, absolute error",
        10**6,
        _two_numbers,
        partial(fm.no_information_rate, metric="mean_absolute_error"),
        covers="no_information_rate",
        floor=READ,
    ),
    _numpy_case("leave_one_out_predict", 10**6, _fitted, _left_out),
    _numpy_case("press", 10**6, _fitted, _press),
    _numpy_case("generalized_cross_validation", 10**6, _fitted, _gcv_by_numpy, _gcv),
    _numpy_case("leverage", 10**5, _points, _leverage_by_numpy),
    Case(
        "leave_one_out_neighbors, 10 neighbours, 20 columns",
        5000,
        _with_targets,
        _neighbors,
        covers="leave_one_out_neighbors",
        peers=(Peer("scikit-learn", _neighbors_of_theirs),),
        floor=READ,
        measures_memory=False,
    ),
]
