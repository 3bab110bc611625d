"""Bootstrap estimates of estimators, against the reference and given predictions."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import fastmetrics as fm
from fastmetrics import reference


class Nearest:
    """Predicts what the nearest row of training has, in plain Python."""

    def fit(self, X, y):
        self.rows = [*zip(X, y, strict=True)]

    def predict(self, X):
        return [min(self.rows, key=lambda row: abs(row[0] - x))[1] for x in X]


def test_is_what_the_reference_says():
    X, y = [1, 2, 4, 7, 11, 16, 22, 29], [0, 0, 1, 0, 1, 1, 0, 1]
    counts = [*fm.BootstrapSplit(30, random_state=5).counts(8)]
    for method in (".632", ".632+"):
        found = fm.bootstrap_validate(
            *(Nearest(), X, y),
            scoring="error_rate",
            method=method,
            n_resamples=30,
            random_state=5,
        )
        expected = reference.bootstrap_validate(
            *(Nearest(), X, y),
            scoring=reference.error_rate,
            random_state=[one.tolist() for one in counts],
            method=method,
        )
        for name in expected._fields:
            ours, plain = getattr(found, name), getattr(expected, name)
            assert ours == pytest.approx(plain, rel=1e-12, nan_ok=True), name
        assert found.method == method
    outside = fm.bootstrap_validate(
        *(Nearest(), X, y),
        scoring="error_rate",
        method="oob",
        n_resamples=30,
        random_state=5,
    )
    assert outside.estimate == pytest.approx(expected.out_of_bag)
    assert outside.weight == 1


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    return X, (X[:, 0] + rng.normal(size=80) > 0).astype(int)


def test_scorers_are_read_as_in_cross_validation(data):
    X, y = data
    options = {"n_resamples": 12, "random_state": 1}
    usual = fm.bootstrap_validate(LogisticRegression(), X, y, **options)
    named = fm.bootstrap_validate(
        LogisticRegression(), X, y, scoring="accuracy", **options
    )
    assert usual == named
    assert usual.metric == "accuracy_score"
    area = fm.bootstrap_validate(
        LogisticRegression(), X, y, scoring="roc_auc", **options
    )
    assert area.no_information == 0.5
    loss = fm.bootstrap_validate(
        LogisticRegression(), X, y, scoring="log_loss", **options
    )
    negated = fm.bootstrap_validate(
        LogisticRegression(), X, y, scoring="neg_log_loss", **options
    )
    assert negated.estimate == -loss.estimate
    assert negated.standard_error == loss.standard_error
    assert loss.apparent < loss.estimate < loss.no_information


def test_two_strings_are_as_good_as_numbers(data):
    X, y = data
    options = {"n_resamples": 10, "random_state": 1, "scoring": "roc_auc"}
    plain = fm.bootstrap_validate(LogisticRegression(), X, y, **options)
    words = np.array(["no", "yes"])[np.asarray(y)]
    assert fm.bootstrap_validate(LogisticRegression(), X, words, **options) == plain


def test_weights_stand_for_resamples(data):
    X, y = data
    options = {"scoring": "mse", "n_resamples": 30, "random_state": 1}
    rows = fm.bootstrap_validate(LinearRegression(), X, y, **options)
    weighted = fm.bootstrap_validate(LinearRegression(), X, y, weights=True, **options)
    assert weighted.estimate == pytest.approx(rows.estimate, rel=1e-9)
    params = {"sample_weight": np.arange(80) + 1.0}
    rows = fm.bootstrap_validate(LinearRegression(), X, y, params=params, **options)
    weighted = fm.bootstrap_validate(
        *(LinearRegression(), X, y), params=params, weights=True, **options
    )
    assert weighted.estimate == pytest.approx(rows.estimate, rel=1e-9)


def test_containers_and_workers_make_no_difference(data):
    X, y = data
    options = {"n_resamples": 30, "random_state": 1}
    tree = DecisionTreeClassifier(random_state=0)
    expected = fm.bootstrap_validate(tree, X, y, **options)
    names = pd.Series(np.array(["no", "yes"])[y], index=np.arange(80) * 2)
    named = fm.bootstrap_validate(tree, pd.DataFrame(X), names, **options)
    assert named.estimate == expected.estimate
    with ThreadPoolExecutor(2) as executor:
        assert (
            fm.bootstrap_validate(tree, X, y, executor=executor, **options) == expected
        )
    assert not hasattr(tree, "tree_")


def test_groups_are_drawn_and_left_out_whole(data):
    X, y = data
    groups = np.arange(80) // 4

    class MetricCall(DummyClassifier):
        def fit(self, X, y):
            self.seen = set(X[:, 3].tolist())
            return super().fit(X, y)

        def predict(self, X):
            asked = set(X[:, 3].tolist())
            assert len(asked) == 20 or not asked & self.seen
            return super().predict(X)

    with_groups = np.column_stack([X, groups])
    found = fm.bootstrap_validate(
        *(MetricCall(), with_groups, y),
        scoring="accuracy",
        groups=groups,
        n_resamples=30,
        random_state=0,
    )
    assert np.isnan(found.standard_error)


@one_case(
    "options, error, says",
    [
        ({"method": "jackknife"}, ValueError, "method must be one of"),
        ({"n_resamples": 0}, ValueError, "n_resamples must be"),
        ({"scoring": "nonsense"}, ValueError, "nonsense"),
        ({"scoring": lambda e, X, y: 1.0}, ValueError, "metric of predictions"),
        ({"scoring": ["accuracy"]}, TypeError, "scoring must be"),
        ({"scoring": "mean_error"}, ValueError, "neither is better"),
        ({"weights": 1}, TypeError, "weights must be"),
        ({"y": None}, TypeError, "y must be the targets to predict"),
        ({"y": [0, 1]}, ValueError, "inconsistent numbers of samples"),
        ({"estimator": 3}, TypeError, "must have a method 'fit'"),
        ({"params": 3}, TypeError, "params must be"),
        ({"groups": [0]}, ValueError, "inconsistent numbers of samples"),
        ({"n_jobs": 0}, ValueError, "n_jobs must not be 0"),
    ],
)
def test_bad_input_raises(options, error, says, data):
    given = {"estimator": LogisticRegression(), "X": data[0], "y": data[1]}
    given |= {"n_resamples": 3, **options}
    with pytest.raises(error, match=says):
        fm.bootstrap_validate(**given)
