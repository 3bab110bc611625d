"""Permutation importance with a model that costs little, against scikit-learn's."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.inspection import permutation_importance

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer


class FirstColumns(ClassifierMixin, BaseEstimator):
    """Scores that are a sum of four columns, at once."""

    classes_ = np.array([0, 1])

    def fit(self, X: Any, y: Any) -> Any:
        return self

    def decision_function(self, X: Any) -> Any:
        return X[:, 0] + X[:, 1] + X[:, 2] + X[:, 3]


def _data(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 20))
    return X, (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0).astype(np.int64)


def _ours(X: Any, y: Any) -> Any:
    found = fm.permutation_importance(
        FirstColumns(), X, y, metric="roc_auc", random_state=0
    )
    return np.array([one.estimate for one in found.importances.values()])


def _theirs(X: Any, y: Any) -> Any:
    return permutation_importance(
        FirstColumns(), X, y, scoring="roc_auc", n_repeats=5, random_state=0
    ).importances_mean


def _alike(ours: Any, peers: Any) -> None:
    # Of other random orders: equal to some standard errors of a mean over five.
    np.testing.assert_allclose(ours, peers, atol=0.05)


def _read(X: Any, y: Any) -> Any:
    return X.max(), y.max()


CASES = [
    Case(
        "permutation_importance, AUC of 20 columns, 5 times",
        100_000,
        _data,
        _ours,
        covers="permutation_importance",
        peers=(Peer("scikit-learn", _theirs, 2, agree=_alike),),
        floor=Floor("reading the inputs", _read),
        measures_memory=False,
    )
]
