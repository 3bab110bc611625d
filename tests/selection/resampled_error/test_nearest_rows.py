"""Leave-one-out by nearest neighbours, against the reference and scikit-learn."""

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from scipy import sparse
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import fastmetrics as fm
from fastmetrics import reference


@one_case("metric", ["euclidean", "sqeuclidean", "manhattan"])
@one_case("task", ["classification", "regression"])
def test_is_what_the_reference_says(task, metric, rng):
    for n, p, k in ((2, 1, 1), (9, 2, 8), (25, 7, 5)):
        X = rng.integers(-2, 3, (n, p)).astype(float)  # many ties
        y = rng.integers(0, 3, n)
        options = {"n_neighbors": k, "task": task, "metric": metric}
        found = fm.leave_one_out_neighbors(X, y, **options)
        expected = reference.leave_one_out_neighbors(X.tolist(), y.tolist(), **options)
        assert found.shape == (n, k)
        assert found == pytest.approx(np.array(expected), rel=1e-14)


def test_is_what_scikit_learn_predicts(rng):
    X = rng.normal(size=(30, 4))
    labels, numbers = rng.integers(0, 4, 30), rng.normal(size=30)
    classes = fm.leave_one_out_neighbors(
        X, labels, n_neighbors=6, task="classification"
    )
    means = fm.leave_one_out_neighbors(X, numbers, n_neighbors=6, task="regression")
    for k in (1, 6):
        model = KNeighborsClassifier(k)
        expected = cross_val_predict(model, X, labels, cv=LeaveOneOut())
        assert np.array_equal(classes[:, k - 1], expected)
        model = KNeighborsRegressor(k)
        expected = cross_val_predict(model, X, numbers, cv=LeaveOneOut())
        assert means[:, k - 1] == pytest.approx(expected, rel=1e-12)


def test_blocks_and_containers_make_no_difference(rng):
    X, y = rng.normal(size=(700, 2)), rng.integers(0, 2, 700)
    options = {"n_neighbors": 3, "task": "classification"}
    found = fm.leave_one_out_neighbors(X, y, **options)
    names = np.array(["no", "yes"])
    frame = pd.DataFrame(X, columns=["a", "b"])
    text = fm.leave_one_out_neighbors(frame, pd.Series(names[y]), **options)
    assert np.array_equal(text, names[found])
    distances = np.abs(X[:, None] - X).sum(axis=2)
    by_distances = fm.leave_one_out_neighbors(
        distances, y, metric="precomputed", **options
    )
    manhattan = fm.leave_one_out_neighbors(X, y, metric="manhattan", **options)
    assert np.array_equal(by_distances, manhattan)
    some = slice(0, 30)
    by_function = fm.leave_one_out_neighbors(
        X[some], y[some], metric=lambda a, b: np.abs(a - b).sum(), **options
    )
    named = fm.leave_one_out_neighbors(X[some], y[some], metric="cityblock", **options)
    assert np.array_equal(by_function, named)


@one_case(
    "given, options, error, says",
    [
        (([[1], [2]], [0, 1]), {"n_neighbors": 2}, ValueError, "n_neighbors must be"),
        (([[1], [2]], [0, 1]), {"n_neighbors": 0}, ValueError, "n_neighbors must be"),
        (([[1], [2]], [0, 1]), {"n_neighbors": "1"}, ValueError, "n_neighbors must be"),
        (([[1], [2]], [0]), {}, ValueError, "y has 1"),
        (([[1], [2]], [0.5, 1]), {}, ValueError, "y: continuous"),
        (([[1], [2]], ["a", "b"]), {"task": "regression"}, ValueError, "y must hold"),
        (([[1], [2]], [0, np.nan]), {"task": "regression"}, ValueError, "y contains"),
        (([[1], [np.inf]], [0, 1]), {}, ValueError, "X contains infinity"),
        (([1, 2], [0, 1]), {}, ValueError, "Expected 2D"),
        (([[1], [2]], [0, 1]), {"task": "neither"}, ValueError, "task must be one"),
        (([[1], [2]], [0, 1]), {"metric": "crow"}, ValueError, "metric must be one"),
        (([[1, 2]] * 3, [0] * 3), {"metric": "precomputed"}, ValueError, "shape"),
        ((sparse.eye_array(3), [0] * 3), {}, TypeError, "X must be dense"),
    ],
)
def test_bad_input_raises(given, options, error, says):
    options = {"n_neighbors": 1, "task": "classification", **options}
    with pytest.raises(error, match=says):
        fm.leave_one_out_neighbors(*given, **options)
