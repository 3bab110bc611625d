"""Bias and variance of estimators, against the reference and by hand."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from helpers.drawn import faults, texts_of
from helpers.one_case import one_case
from sklearn.neighbors import KNeighborsRegressor

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.selection.decomposition.from_estimators import training_sets


class Nearest:
    """Predicts what the nearest row of training has, in plain Python."""

    def __init__(self, k=1):
        self.k = k

    def set_params(self, k):
        self.k = k
        return self

    def fit(self, X, y):
        self.rows = [(float(x), label) for x, label in zip(X, y, strict=True)]

    def predict(self, X):
        return [self._near(float(x)) for x in X]

    def _near(self, x):
        near = sorted(self.rows, key=lambda row: abs(row[0] - x))[: self.k]
        return sum(label for _, label in near) / self.k


X, Y = list(range(12)), [0.5, 1.0, 2.0, 0.0, 4.0, 5.0, 3.0, 7.0, 6.0, 8.0, 8.5, 9.0]
NEW, TRUE = [0.3, 4.4, 7.1, 9.6], [0.0, 4.0, 7.0, 9.0]
WAYS = {
    "bootstrap": {"n_rounds": 7},
    "subsample": {"n_rounds": 5, "train_size": 4},
    "parts": {"n_rounds": 3},
}


@one_case("sampling", WAYS)
def test_is_what_the_reference_says(sampling):
    options = WAYS[sampling]
    sets = [
        *training_sets(sampling, 12, options["n_rounds"], options.get("train_size"), 3)
    ]
    found = fm.estimate_bias_variance(
        *(Nearest(), X, Y, NEW, TRUE), sampling=sampling, random_state=3, **options
    )
    expected = reference.estimate_bias_variance(
        *(Nearest(), X, Y, NEW, TRUE),
        n_rounds=options["n_rounds"],
        random_state=lambda i, n: sets[i].tolist(),
    )
    for name in expected._fields:
        assert getattr(found, name) == pytest.approx(getattr(expected, name)), name
    labels = [int(y > 4) for y in Y]
    new = [int(y > 4) for y in TRUE]
    zero_one = fm.estimate_bias_variance(
        *(Nearest(), X, labels, NEW, new),
        sampling=sampling,
        loss="zero_one",
        random_state=3,
        **options,
    )
    assert zero_one.n_models == options["n_rounds"]
    assert zero_one.loss == pytest.approx(zero_one.bias + zero_one.net_variance)


def test_training_sets_are_what_they_are_called():
    drawn = [*training_sets("bootstrap", 50, 20, None, 0)]
    assert {len(rows) for rows in drawn} == {50}
    assert 0.5 < np.mean([len(set(rows)) for rows in drawn]) / 50 < 0.75
    parts = [*training_sets("parts", 50, 7, None, 0)]
    assert sorted(np.concatenate(parts)) == list(range(50))
    halves = [*training_sets("subsample", 50, 3, None, 0)]
    assert [len(set(rows)) for rows in halves] == [25, 25, 25]
    same, other = ([*training_sets("parts", 50, 7, None, s)] for s in (0, 1))
    assert all(np.array_equal(a, b) for a, b in zip(parts, same, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(parts, other, strict=True))


def test_the_curve_is_one_estimate_per_value():
    options = {"n_rounds": 6, "random_state": 1}
    curve = fm.bias_variance_curve(
        *(Nearest(), X, Y, NEW, TRUE), param_name="k", param_range=[1, 2, 60], **options
    )
    for k, one in zip(curve.param_range[:2], curve.decompositions, strict=False):
        alone = fm.estimate_bias_variance(Nearest(k), X, Y, NEW, TRUE, **options)
        assert alone.parts() == one.parts()
    assert curve.loss == pytest.approx(curve.bias + curve.variance)
    assert list(curve.to_frame().index) == [1, 2, 60]
    ax = curve.plot()
    said = [one.text for one in texts_of(ax.figure)]
    assert said[-3:] == ["loss", "bias²", "variance"]
    assert faults(ax.figure) == []
    assert [*ax.lines[0].get_ydata()] == [*curve.loss]
    assert ax.get_xscale() == "log"
    named = curve._replace(param_range=("one", "two", "all"))
    assert [tick.get_text() for tick in named.plot().get_xticklabels()] == [
        *("one", "two", "all")
    ]


def test_workers_and_containers_make_no_difference():
    options = {"n_rounds": 5, "random_state": 2}
    expected = fm.estimate_bias_variance(Nearest(), X, Y, NEW, TRUE, **options)
    with ThreadPoolExecutor(2) as executor:
        threaded = fm.estimate_bias_variance(
            *(lambda: Nearest(), X, Y, NEW, TRUE), executor=executor, **options
        )
    assert threaded.parts() == expected.parts()
    as_series = fm.estimate_bias_variance(
        *(Nearest(), pd.Series(X), pd.Series(Y), np.array(NEW), pd.Series(TRUE)),
        **options,
    )
    assert as_series.parts() == expected.parts()


def test_an_estimator_of_scikit_learn_is_not_fitted_itself(rng):
    model = KNeighborsRegressor(3)
    rows, y = rng.normal(size=(60, 2)), rng.normal(size=60)
    seen = []
    fm.estimate_bias_variance(
        *(model, rows, y, rows[:9], y[:9]),
        n_rounds=4,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert not hasattr(model, "n_samples_fit_")
    assert seen == [(i, 4) for i in range(1, 5)]


def test_parameters_of_fit_follow_the_rows():
    class Weighing(Nearest):
        def fit(self, X, y, weight):
            assert len(weight) == len(y) == 4
            assert [w == 2 * x for w, x in zip(weight, X, strict=True)] == [True] * 4
            super().fit(X, y)

    fm.estimate_bias_variance(
        *(Weighing(), X, Y, NEW, TRUE),
        n_rounds=3,
        sampling="parts",
        params={"weight": [2 * x for x in X]},
    )


def test_repeated_targets_show_the_noise(rng):
    truth = np.array(TRUE)
    found = fm.estimate_bias_variance(
        *(Nearest(), X, Y, NEW, truth + rng.normal(size=(500, 4))),
        n_rounds=5,
        random_state=0,
    )
    assert found.noise == pytest.approx(1, abs=0.1)


class Short(Nearest):
    """Predicts too few rows."""

    def predict(self, X):
        return super().predict(X)[1:]


class Breaks(Nearest):
    """Cannot be fitted."""

    def fit(self, X, y):
        raise RuntimeError("no fit")


@one_case(
    "changed, error, says",
    [
        ({"estimator": object()}, TypeError, "must have a method 'fit'"),
        ({"estimator": Nearest}, TypeError, "must be an instance"),
        ({"estimator": Short()}, ValueError, "predict must return an entry per row"),
        ({"estimator": Breaks()}, RuntimeError, "no fit"),
        ({"y_train": Y[1:]}, ValueError, "inconsistent numbers of samples"),
        ({"y_train": None}, TypeError, "y_train must be the targets"),
        ({"y_test": TRUE[1:]}, ValueError, "n_samples = 3"),
        ({"loss": "log"}, ValueError, "loss must be"),
        ({"n_rounds": 0}, ValueError, "n_rounds must be"),
        ({"sampling": "jackknife"}, ValueError, "sampling must be one of"),
        ({"sampling": "parts", "n_rounds": 13}, ValueError, "n_rounds must be from 2"),
        ({"train_size": 0.5}, ValueError, "train_size must be None"),
        ({"ddof": 3}, ValueError, "ddof must be"),
        ({"ddof": np.timedelta64(1, "D")}, ValueError, "ddof must be"),
        ({"n_jobs": 0}, ValueError, "n_jobs must not be 0"),
    ],
)
def test_bad_input_raises(changed, error, says):
    given = {
        "estimator": Nearest(),
        "X_train": X,
        "y_train": Y,
        "X_test": NEW,
        "y_test": TRUE,
        "n_rounds": 2,
    }
    with pytest.raises(error, match=says):
        fm.estimate_bias_variance(**{**given, **changed})


def test_a_curve_needs_values():
    with pytest.raises(ValueError, match="param_range must hold"):
        fm.bias_variance_curve(
            *(Nearest(), X, Y, NEW, TRUE), param_name="k", param_range=[]
        )
