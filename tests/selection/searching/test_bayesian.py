"""search by Optuna's sampler: seeded, conditional, told of failures, corrected."""

import math
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import stats
from sklearn.linear_model import Ridge
from sklearn.tree import DecisionTreeRegressor

import fastmetrics as fm


@pytest.fixture
def numbers(rng):
    X = rng.normal(size=(60, 3))
    return X, X[:, 0] + rng.normal(size=60)


def test_the_extra_is_named_where_optuna_is_missing(numbers, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(
        ImportError, match=r"optuna: .*'fastmetrics-intervals\[search\]'"
    ):
        fm.search(Ridge(), {"alpha": [1, 2]}, *numbers, strategy="bayesian")


class TestWithOptuna:
    """What needs it; without it these are left out."""

    @pytest.fixture(autouse=True)
    def optuna(self):
        return pytest.importorskip("optuna")

    def found(self, numbers, parameters=None, model=None, **options):
        options = {"strategy": "bayesian", "random_state": 3, "cv": 3, **options}
        if parameters is None:
            parameters = {"alpha": stats.loguniform(1e-3, 1e3)}
        return fm.search(model or Ridge(), parameters, *numbers, **options)

    def test_a_seed_gives_the_same_candidates(self, numbers):
        first, again = (self.found(numbers, n_candidates=14) for _ in range(2))
        asked = [one.parameters["alpha"] for one in first.table]
        assert asked == [one.parameters["alpha"] for one in again.table]
        assert len({*asked}) == 14
        assert all(1e-3 <= one <= 1e3 for one in asked)
        other = self.found(numbers, n_candidates=14, random_state=4)
        assert asked != [one.parameters["alpha"] for one in other.table]
        rng = np.random.default_rng(1)
        self.found(numbers, random_state=rng, n_candidates=2)

    def test_candidates_are_optunas(self, numbers, optuna):
        found = self.found(numbers, n_candidates=20)
        state = np.random.RandomState(3)
        sampler = optuna.samplers.TPESampler(seed=int(state.randint(2**31 - 1)))
        study = optuna.create_study(direction="maximize", sampler=sampler)
        law = stats.loguniform(1e-3, 1e3)
        for one in found.table:
            trial = study.ask()
            share = trial.suggest_float("0 alpha", 1e-9, 1 - 1e-9)
            assert one.parameters == {"alpha": law.ppf(share)}
            study.tell(trial, one.value)

    @one_case("scoring", ["neg_mean_squared_error", "mse"])
    def test_it_comes_closer_whichever_way_is_better(self, numbers, scoring):
        found = self.found(numbers, scoring=scoring, n_candidates=40)
        values = np.array([one.value for one in found.table])
        if not found.greater_is_better:
            values = -values
        # The last twenty are better on average than those drawn at random at first.
        assert values[20:].mean() > values[:10].mean()

    def test_ranges_that_depend_on_a_choice(self, numbers):
        dicts = [
            {"criterion": ["squared_error"], "max_depth": [1, 2, 3]},
            {"criterion": ["absolute_error"], "min_samples_leaf": stats.randint(2, 20)},
        ]
        model = DecisionTreeRegressor(random_state=0)
        found = self.found(numbers, dicts, model, n_candidates=15)
        kinds = {frozenset(one.parameters) for one in found.table}
        assert kinds == {frozenset(one) for one in dicts}
        for one in found.table:
            leaf = one.parameters.get("min_samples_leaf", 2)
            assert type(leaf) is int
            assert 2 <= leaf < 20

        def suggest(trial):
            if trial.suggest_categorical("deep", [True, False]):
                return {"max_depth": trial.suggest_int("max_depth", 4, 9)}
            return {"max_depth": 1}

        found = self.found(numbers, suggest, model, n_candidates=12)
        depths = [one.parameters["max_depth"] for one in found.table]
        assert {*depths} <= {1, *range(4, 10)}
        assert len(depths) == len({*depths})  # what was asked for again is no row

    def test_values_without_an_order_and_all_of_them_tried(self, numbers):
        grid = {"alpha": [1.0, 2.0], "fit_intercept": [True, False]}
        found = self.found(numbers, grid, n_candidates=40)
        assert len(found.table) == 4
        assert found.best_parameters in [*fm.ParameterGrid(grid)]
        plain = fm.search(Ridge(), grid, *numbers, cv=3)
        assert found.value == plain.value
        assert found.corrected.estimate == pytest.approx(plain.corrected.estimate, 0.1)

    def test_the_winner_is_corrected_and_searched_anew(self, numbers):
        found = self.found(numbers, n_candidates=8, scoring="mse", outer_cv=3)
        assert found.corrected.low <= found.corrected.estimate <= found.corrected.high
        assert found.corrected.estimate > found.uncorrected
        assert len(found.nested_scores) == 3
        assert math.isfinite(found.nested.estimate)

    def test_progress_of_all_fits(self, numbers):
        told = []
        self.found(numbers, n_candidates=4, progress=lambda *one: told.append(one))
        assert told == [(3, 12), (6, 12), (9, 12), (12, 12)]

    def test_failures_are_told(self, numbers):
        grid = {"alpha": [-1.0, 1.0, 2.0]}  # below 0 no model is fitted
        with pytest.warns(fm.exceptions.FitFailedWarning):
            found = self.found(numbers, grid, n_candidates=12)
        assert [math.isnan(one.value) for one in found.table].count(True) == 1
        assert found.best_parameters["alpha"] > 0

    @one_case(
        "parameters, error, match",
        [
            ({"alpha": 3}, TypeError, "list of values, or a distribution"),
            ({"alpha": "abc"}, TypeError, "list of values, or a distribution"),
            ({"alpha": []}, ValueError, "at least one value"),
            ([1], TypeError, "not a dict"),
            (3, TypeError, "dict or a list"),
            (None, TypeError, "dict or a list"),
            ({"beta": [1, 2]}, ValueError, "cannot be set"),
            (lambda trial: 3, TypeError, "must return a dict"),
        ],
    )
    def test_parameters_that_are_refused(self, numbers, parameters, error, match):
        with pytest.raises(error, match=match):
            fm.search(Ridge(), parameters, *numbers, strategy="bayesian")

    def test_optuna_says_what_it_said_before(self, numbers, optuna, caplog):
        before = optuna.logging.get_verbosity()
        self.found(numbers, n_candidates=2)
        assert optuna.logging.get_verbosity() == before
        assert caplog.text == ""
