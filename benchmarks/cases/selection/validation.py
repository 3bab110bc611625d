"""Validation of a model that costs next to nothing, against scikit-learn's."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn import model_selection
from sklearn.base import BaseEstimator, ClassifierMixin

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer

FIVE = ["accuracy", "roc_auc", "neg_log_loss", "f1", "average_precision"]


class Threshold(ClassifierMixin, BaseEstimator):
    """Tells two classes by the first column, above its mean or below."""

    def fit(self, X: Any, y: Any) -> "Threshold":
        self.classes_ = np.array([0, 1])
        self.middle = X[:, 0].mean()
        return self

    def predict(self, X: Any) -> Any:
        return (X[:, 0] > self.middle).astype(np.int64)

    def predict_proba(self, X: Any) -> Any:
        shares = 1 / (1 + np.exp(self.middle - X[:, 0]))
        return np.column_stack([1 - shares, shares])


def two_classes(n: int) -> tuple[Any, Any]:
    """Return two columns and labels that the first one tells something of."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    return X, (X[:, 0] + rng.normal(size=n) > 0).astype(np.int64)


def _scores(package: Any, scoring: Any, X: Any, y: Any) -> Any:
    found = package.cross_validate(Threshold(), X, y, scoring=scoring)
    return tuple(found[key] for key in sorted(found) if key.startswith("test_"))


def _one_by_one(package: Any, X: Any, y: Any) -> Any:
    cv = package.LeaveOneOut()
    return package.cross_val_score(Threshold(), X, y, scoring="accuracy", cv=cv)


def _predictions(package: Any, X: Any, y: Any) -> Any:
    return package.cross_val_predict(Threshold(), X, y, method="predict_proba")


def _permutations(package: Any, X: Any, y: Any) -> Any:
    return package.permutation_test_score(
        Threshold(), X, y, scoring="accuracy", n_permutations=20
    )


def _case(
    name: str, covers: str, n: int, run: Callable[..., Any], at_least: float | None
) -> Case:
    """Compare a call of ours with scikit-learn's."""
    peer = Peer("scikit-learn", partial(run, model_selection), at_least)
    return Case(
        name=name,
        covers=covers,
        n=n,
        inputs=two_classes,
        ours=partial(run, fm),
        peers=(peer,),
        floor=READ,
        measures_memory=False,
    )


def _of_scorers(scoring: Any) -> Callable[..., Any]:
    def run(package: Any, X: Any, y: Any) -> Any:
        return _scores(package, scoring, X, y)

    return run


ONE, ALL = _of_scorers("accuracy"), _of_scorers(FIVE)

CASES = [
    _case("cross_validate, accuracy, 10³ rows", "cross_validate", 10**3, ONE, 20),
    _case("cross_validate, accuracy", "cross_validate", 10**6, ONE, 4),
    _case("cross_validate, five metrics, 10³ rows", "cross_validate", 10**3, ALL, 40),
    _case("cross_validate, five metrics", "cross_validate", 10**6, ALL, 10),
    _case("cross_val_score, leave-one-out", "cross_val_score", 10**3, _one_by_one, 30),
    _case(
        "cross_val_predict, probabilities",
        "cross_val_predict",
        10**6,
        _predictions,
        None,
    ),
    _case(
        "permutation_test_score", "permutation_test_score", 10**4, _permutations, None
    ),
]
