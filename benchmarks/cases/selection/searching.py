"""Curves and search with a model that costs nothing, against scikit-learn's."""

from typing import Any

import numpy as np
from sklearn import model_selection
from sklearn.dummy import DummyClassifier

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer

MODEL = DummyClassifier(strategy="most_frequent")
GRID = {"strategy": ["most_frequent", "prior"], "constant": [0, 1, 2]}
VARIED = {"param_name": "strategy", "param_range": GRID["strategy"]}


def _data(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 2)), (rng.random(n) < 0.3).astype(np.int64)


def _predictions(n: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    y = rng.normal(size=n)
    return y, y[:, None] + rng.normal(size=(n, 20))


def _three(n: int) -> tuple[float, float, float]:
    return 0.0, n / 100, 0.01


def _agree(ours: Any, peers: Any) -> None:
    """Raise AssertionError unless two curves are the same."""
    for one, other in zip(ours, peers, strict=True):
        np.testing.assert_allclose(one, other)


def _read(*data: Any) -> Any:
    return [np.max(column) for column in data]


READ = Floor("reading the inputs", _read)


def _learning(module: Any) -> Any:
    return lambda X, y: module.learning_curve(MODEL, X, y, scoring="accuracy")


def _validation(module: Any) -> Any:
    return lambda X, y: module.validation_curve(
        MODEL, X, y, scoring="accuracy", **VARIED
    )


def _search(X: Any, y: Any) -> Any:
    found = fm.search(MODEL, GRID, X, y, scoring="accuracy", refit=False)
    return [[one.value for one in found.table]]


def _search_of_theirs(X: Any, y: Any) -> Any:
    found = model_selection.GridSearchCV(
        MODEL, GRID, scoring="accuracy", refit=False, return_train_score=True
    )
    return [found.fit(X, y).cv_results_["mean_test_score"]]


def _corrected(y: Any, predictions: Any) -> Any:
    return fm.selection_corrected_score("mse", y, predictions, random_state=0).estimate


def _fits(name: str, ours: Any, theirs: Any, n: int) -> Case:
    return Case(
        f"{name}, a model that costs nothing, {n:,} rows",
        n,
        _data,
        ours,
        covers=name,
        peers=(Peer("scikit-learn", theirs, agree=_agree),),
        floor=READ,
        measures_memory=False,
    )


def _tuned(X: Any, y: Any) -> Any:
    model = DummyClassifier(strategy="prior")
    return fm.tune_threshold(model, X, y, "f1", outer_cv=None, refit=False).threshold


CASES = [
    _fits("learning_curve", _learning(fm), _learning(model_selection), 1000),
    _fits("validation_curve", _validation(fm), _validation(model_selection), 1000),
    _fits("search", _search, _search_of_theirs, 1000),
    Case(
        "selection_corrected_score, mean squared error of 20 models",
        10_000,
        _predictions,
        _corrected,
        covers="selection_corrected_score",
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "tune_threshold, F₁ on 5 folds",
        100_000,
        _data,
        _tuned,
        covers="tune_threshold",
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "parameter_range",
        1000,
        _three,
        fm.parameter_range,
        covers="parameter_range",
        floor=READ,
        measures_memory=False,
    ),
]
