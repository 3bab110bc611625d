"""search: scikit-learn's values, choices that are as simple as they can be, honesty."""

import concurrent.futures
import copy
import functools
import inspect
import math
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.shrunk import Shrunk
from numpy.testing import assert_allclose
from scipy import stats
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RandomizedSearchCV,
    ShuffleSplit,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.selection.searching import search_result
from fastmetrics.selection.validation.fold_intervals import corrected
from fastmetrics.show.numbers import number

TREE = DecisionTreeClassifier(random_state=0)
GRID = {"max_depth": [1, 2, 4, None], "min_samples_leaf": [1, 8]}


DRAWS = search_result._RESAMPLES


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """What corrects for a choice is as sure as the tests need it to be."""
    monkeypatch.setattr(search_result, "_RESAMPLES", 199)


def test_as_many_rows_are_drawn_as_by_the_function():
    default = inspect.signature(fm.selection_corrected_score).parameters["n_resamples"]
    assert default.default == DRAWS


@pytest.fixture
def classes(rng):
    X = rng.normal(size=(90, 3))
    return X, (X[:, 0] + rng.normal(size=90) > 0).astype(int)


@pytest.fixture
def numbers(rng):
    X = rng.normal(size=(60, 3))
    return X, X[:, 0] + rng.normal(size=60)


# ------------------------------------------------------------------------------- values


@one_case("scoring", [None, "roc_auc", "neg_log_loss", "f1"])
def test_values_ranks_and_choice_are_scikit_learns(classes, scoring):
    ours = fm.search(TREE, GRID, *classes, scoring=scoring, cv=2)
    theirs = GridSearchCV(TREE, GRID, scoring=scoring, cv=2, return_train_score=True)
    found = theirs.fit(*classes).cv_results_
    assert [one.parameters for one in ours.table] == found["params"]
    assert_allclose([one.value for one in ours.table], found["mean_test_score"])
    assert_allclose([one.train for one in ours.table], found["mean_train_score"])
    assert [one.rank for one in ours.table] == found["rank_test_score"].tolist()
    assert ours.best_parameters == theirs.best_params_
    assert ours.value == pytest.approx(theirs.best_score_)
    assert np.array_equal(
        ours.best_estimator.predict(classes[0]), theirs.predict(classes[0])
    )


def test_random_candidates_are_scikit_learns(numbers):
    space = {"alpha": stats.loguniform(1e-3, 1e3), "fit_intercept": [True, False]}
    ours = fm.search(
        Ridge(), space, *numbers, strategy="random", n_candidates=6, random_state=5
    )
    theirs = RandomizedSearchCV(Ridge(), space, n_iter=6, random_state=5).fit(*numbers)
    assert [one.parameters for one in ours.table] == theirs.cv_results_["params"]
    assert ours.value == pytest.approx(theirs.best_score_)
    assert len(fm.search(Ridge(), space, *numbers, strategy="random").table) == 10


def test_the_reference_agrees(rng):
    X = rng.normal(size=30).round(2)
    y = (np.sin(X) + 0.3 * rng.normal(size=30)).round(2)
    grid = {"near": [1, 3, 6], "by": [0.0, 0.1, 0.5]}
    for options in (
        {},
        {"cv": 4},
        {"select": "one_standard_error", "simplicity": lambda one: -one["near"]},
        {"select": "one_standard_error", "simplicity": lambda one: -one["by"]},
    ):
        ours = fm.search(Shrunk(), grid, X, y, **options)
        twin = reference.search(Shrunk(), grid, X.tolist(), y.tolist(), **options)
        assert_allclose([one.value for one in ours.table], twin.values, rtol=1e-12)
        assert ours.best_parameters == twin.best_parameters
        assert ours.value == pytest.approx(twin.value)


def test_losses_are_better_when_they_are_small(numbers):
    grid = {"alpha": [0.01, 1, 1000]}
    score = fm.search(Ridge(), grid, *numbers, scoring="neg_mean_squared_error")
    loss = fm.search(Ridge(), grid, *numbers, scoring=fm.mean_squared_error)
    assert not loss.greater_is_better
    assert loss.best_index == score.best_index
    assert [one.rank for one in loss.table] == [one.rank for one in score.table]
    assert loss.value == pytest.approx(-score.value)
    assert loss.best.gap.estimate == pytest.approx(score.best.gap.estimate)
    for one in loss.table:
        assert one.difference.estimate >= 0


def test_a_row_holds_what_folds_say(numbers):
    result = fm.search(Ridge(), {"alpha": [0.1, 50]}, *numbers, cv=4)
    best, other = sorted(result.table, key=lambda one: one.rank)
    assert other.interval.low == corrected(other.scores, 45, 15, 0.95).low
    behind = best.scores - other.scores
    assert other.difference.estimate == pytest.approx(behind.mean())
    error = behind.std(ddof=1) * math.sqrt(1 / 4 + 1 / 3)
    assert other.difference.standard_error == pytest.approx(error)
    assert other.gap.estimate == pytest.approx(
        (other.train_scores - other.scores).mean()
    )
    assert best.difference.estimate == 0
    assert (best.n_train, result.n_folds) == (45, 4)


# ------------------------------------------------------------------------------- choice


def test_the_simplest_within_one_standard_error_is_chosen(classes):
    def chosen(simplicity):
        return fm.search(
            TREE, GRID, *classes, select="one_standard_error", simplicity=simplicity
        )

    result = chosen("max_depth")
    near = [
        one
        for one in result.table
        if one.difference.estimate <= np.nan_to_num(one.difference.standard_error)
    ]
    assert 1 < len(near) < len(result.table)
    depths = [math.inf if one is None else one for one in map(depth, near)]
    assert depth(result.best) == min(depths)
    deep = depth(chosen("-max_depth").best)
    assert (math.inf if deep is None else deep) == max(depths)
    by_two = chosen(["−min_samples_leaf", "max_depth"]).best_parameters
    assert by_two["min_samples_leaf"] == max(
        one.parameters["min_samples_leaf"] for one in near
    )
    by_function = chosen(lambda one: -one["min_samples_leaf"]).best_parameters
    assert by_function["min_samples_leaf"] == by_two["min_samples_leaf"]


def depth(one):
    return one.parameters["max_depth"]


def test_candidates_that_lack_a_parameter_have_the_estimators_own(numbers):
    result = fm.search(
        Ridge(alpha=2.0), [{"alpha": [3.0]}, {"fit_intercept": [True]}], *numbers,
        select="one_standard_error", simplicity="alpha",
    )  # fmt: skip
    assert result.best_parameters == {"fit_intercept": True}


def test_a_function_chooses_by_the_table(numbers):
    result = fm.search(
        Ridge(),
        {"alpha": [0.1, 1, 10]},
        *numbers,
        select=lambda found: max(
            range(3), key=lambda k: found.table[k].parameters["alpha"]
        ),
    )
    assert result.best_parameters == {"alpha": 10}
    assert result.best_estimator.alpha == 10


# --------------------------------------------------------------------------- strategies


def test_rounds_keep_the_better_third(rng):
    """Nine candidates learn from a third of the rows, and the best three from all."""
    X = np.sort(rng.uniform(0, 6, 90))
    y = np.sin(X) + 0.1 * rng.normal(size=90)
    grid = {"near": [1, 3, 9], "by": [0.0, 0.3, 0.6]}
    result = fm.search(
        Shrunk(), grid, X, y, strategy="halving", random_state=0, scoring="r2"
    )
    sizes = [one.n_train for one in result.table]
    assert sorted(sizes) == [24] * 6 + [72] * 3
    last = [k for k, size in enumerate(sizes) if size == 72]
    assert {result.table[k].rank for k in last} == {1, 2, 3}
    assert result.best_index in last
    assert result.best_parameters["by"] == 0
    assert result.predictions.shape == (90, 3)
    again = fm.search(
        Shrunk(), grid, X, y, strategy="halving", random_state=0, scoring="r2"
    )
    assert [one.value for one in again.table] == [one.value for one in result.table]


def test_rounds_learn_from_all_classes(rng):
    """Of 4 rows in 100 of the rare class, the first ninth of the rows has one."""
    X = rng.normal(size=(200, 2))
    y = np.array(["often"] * 192 + ["rare"] * 8)
    seen = []

    class Looks(DecisionTreeClassifier):
        def fit(self, X, y):
            seen.append((len(y), np.mean(y == "rare")))
            return super().fit(X, y)

    grid = {"max_depth": range(1, 28)}
    fm.search(Looks(), grid, X, y, strategy="halving", cv=2, refit=False)
    assert {n for n, _ in seen} == {11, 33, 100}
    assert {round(share * n) for n, share in seen if n == 33} == {1}
    assert {round(share * n) for n, share in seen if n == 100} == {4}


class Walks:
    """Asks for the next number, and remembers what it was told."""

    def __init__(self):
        self.told = []

    def ask(self):
        return {"alpha": float(len(self.told))}

    def tell(self, candidate, value):
        self.told.append((candidate, value))


def test_an_optimiser_asks_and_is_told(numbers):
    walks = Walks()
    result = fm.search(
        Ridge(), None, *numbers, strategy=walks, n_candidates=4, refit=False
    )
    assert [one.parameters["alpha"] for one in result.table] == [0, 1, 2, 3]
    assert walks.told == [(one.parameters, one.value) for one in result.table]
    assert result.best_estimator is None
    made = fm.search(
        Ridge(), None, *numbers, strategy=Walks, n_candidates=2, outer_cv=2
    )
    assert len(made.table) == 2


# ------------------------------------------------------- what the chosen one is worth


@one_case("positive, sign", [("no", -1), ("yes", 1)])
def test_corrected_reads_the_scores_of_the_positive_class(classes, positive, sign):
    X, y = classes
    words = np.array(["no", "yes"])[y]
    precision = functools.partial(fm.average_precision_score, pos_label=positive)
    options = {"cv": KFold(3), "refit": False}
    model, grid = LogisticRegression(), {"C": [0.1, 1]}  # has a decision_function
    found = fm.search(model, grid, X, words, scoring=precision, **options)
    plain = fm.search(model, grid, X, y, scoring="roc_auc", **options)
    assert np.array_equal(found.predictions, sign * plain.predictions)
    assert abs(found.corrected.estimate - found.value) < 0.06


@pytest.mark.long
@one_case(
    "scoring, metric",
    [
        (None, "accuracy"),
        ("roc_auc", "roc_auc_score"),
        ("f1", "f1_score"),
        ("neg_log_loss", "log_loss"),
    ],
)
def test_corrected_is_selection_corrected_score_of_the_predictions(
    classes, scoring, metric
):
    X, y = classes
    result = fm.search(TREE, {"max_depth": [1, 2, 3]}, X, y, scoring=scoring)
    assert result.predictions.shape == (90, 3)
    folds = np.empty(90, int)
    for k, (_, test) in enumerate(fm.StratifiedKFold(5).split(X, y)):
        folds[test] = k
    # What the model of a fold says of its rows.
    [row] = np.flatnonzero(folds == 2)[:1]
    train = folds != 2
    model = DecisionTreeClassifier(max_depth=2, random_state=0)
    model.fit(X[train], y[train])
    is_proba = scoring in ("roc_auc", "neg_log_loss")
    said = model.predict_proba(X)[row, 1] if is_proba else model.predict(X)[row]
    assert result.predictions[row, 1] == said
    expected = fm.selection_corrected_score(
        metric, y, result.predictions, folds=folds, n_resamples=199, random_state=0
    )
    sign = -1 if metric == "log_loss" else 1
    assert result.corrected.estimate == pytest.approx(
        sign * expected.estimate, abs=0.02
    )
    if sign == 1:
        assert result.corrected.low == expected.low


@one_case(
    "scoring, metric, sign",
    [
        ("r2", "r2_score", 1),
        ("neg_mean_squared_error", "mean_squared_error", -1),
        ("neg_root_mean_squared_error", "root_mean_squared_error", -1),
    ],
)
def test_corrected_is_held_against_the_same_measure(numbers, scoring, metric, sign):
    X, y = numbers
    order = np.argsort(y)  # each fold has a small part of y's range
    result = fm.search(
        Ridge(), {"alpha": [0.1, 1, 10, 100]}, X[order], y[order], scoring=scoring, cv=7
    )
    function = getattr(fm, metric)
    best = max(sign * function(y[order], one) for one in result.predictions.T)
    assert result.uncorrected == pytest.approx(best, rel=1e-12)
    # The mean over folds told that correcting for the choice makes it better.
    if metric == "r2_score":
        assert result.corrected.estimate > result.value
    assert result.corrected.estimate <= result.uncorrected
    if metric != "mean_squared_error":
        said = " ".join(str(result).split())
        assert "Its cross-validated value, the mean over folds, is" in said
        of_all = "On the rows of all folds together its value is"
        assert f"{of_all} {number(best)}, which is optimistic" in said
        assert said.count("optimistic") == 1
    assert result.to_dict()["uncorrected"] == result.uncorrected


def test_several_classes_and_strings(rng):
    X = rng.normal(size=(90, 2))
    y = np.array(["a", "b", "c"])[(X[:, 0] > 0).astype(int) + (X[:, 1] > 0)]
    result = fm.search(
        TREE, {"min_samples_leaf": [10, 20, 30]}, X, y, scoring="neg_log_loss"
    )
    assert result.predictions.shape == (90, 3, 3)
    assert abs(result.corrected.estimate - result.value) < 0.3


def test_what_is_not_known_says_why(numbers):
    grid = {"alpha": [1, 10]}
    drawn = fm.search(Ridge(), grid, *numbers, cv=ShuffleSplit(3, random_state=0))
    assert drawn.predictions is None
    with pytest.raises(ValueError, match="not every row is tested once"):
        drawn.corrected  # noqa: B018

    def own(estimator, X, y):
        return estimator.score(X, y)

    called = fm.search(Ridge(), grid, *numbers, scoring=own)
    with pytest.raises(ValueError, match="not a function of predictions"):
        called.corrected  # noqa: B018


def test_nested_folds_search_anew_and_score_what_they_chose(classes):
    X, y = classes
    result = fm.search(TREE, GRID, X, y, cv=2, outer_cv=3)
    scores = []
    for train, test in fm.StratifiedKFold(3).split(X, y):
        inner = GridSearchCV(TREE, GRID, cv=2).fit(X[train], y[train])
        scores.append(inner.score(X[test], y[test]))
        assert inner.best_params_ == result.nested_parameters[len(scores) - 1]
    assert_allclose(result.nested_scores, scores)
    assert result.nested.estimate == pytest.approx(np.mean(scores))
    assert result.nested.low == corrected(scores, 60, 30, 0.95).low
    assert "whole search" in result.nested.target
    plain = GridSearchCV(TREE, GRID, cv=2).fit(X, y)
    assert result.best_parameters == plain.best_params_


def test_groups_and_weights_are_cut_for_the_inner_folds(numbers):
    X, y = numbers
    groups = np.arange(60) // 6
    weight = np.arange(1.0, 61.0)
    seen = []

    def params(rows):
        seen.append(rows)
        return {"sample_weight": weight[rows]}

    options = {"groups": groups, "cv": fm.GroupKFold(3), "outer_cv": fm.GroupKFold(2)}
    grid = {"alpha": [0.1, 10]}
    by_rows = fm.search(Ridge(), grid, X, y, params=params, **options)
    whole = fm.search(Ridge(), grid, X, y, params={"sample_weight": weight}, **options)
    assert by_rows.nested_scores == whole.nested_scores
    assert by_rows.value == whole.value
    # Numbers of rows are those of all rows, in the inner folds too.
    assert {len(rows) for rows in seen} == {18, 24, 30, 36, 42, 60}
    assert all(len(set(groups[rows])) * 6 == len(rows) for rows in seen)


@pytest.mark.slow
def test_the_value_is_optimistic_and_corrected_is_not(rng):
    """30 candidates that guess: the best is right in more than half of the rows."""

    class Guesses:
        def __init__(self, seed=0):
            self.seed = seed

        def get_params(self, deep=True):
            return {"seed": self.seed}

        def set_params(self, seed):
            self.seed = seed
            return self

        def fit(self, X, y):
            pass

        def predict(self, X):
            return (X[:, 0] * (2 * self.seed + 12_345_677) >> 13) % 2

    values, corrected_values = [], []
    for _ in range(20):
        X = rng.integers(0, 10**6, (100, 1))
        y = rng.integers(0, 2, 100)
        result = fm.search(
            Guesses(), {"seed": range(30)}, X, y, scoring="accuracy", refit=False
        )
        values.append(result.value)
        corrected_values.append(result.corrected.estimate)
    assert np.mean(values) > 0.58
    assert abs(np.mean(corrected_values) - 0.5) < 0.02


# ------------------------------------------------------------- how and on what it runs


def test_an_executor_and_its_absence_find_the_same(numbers):
    grid = {"alpha": [0.1, 1]}
    plain = fm.search(Ridge(), grid, *numbers)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        found = fm.search(Ridge(), grid, *numbers, executor=executor)
    assert [one.value for one in found.table] == [one.value for one in plain.table]


def test_progress_is_told(numbers):
    told = []
    fm.search(
        Ridge(), {"alpha": [0.1, 1]}, *numbers, progress=lambda *one: told.append(one)
    )
    assert told == [(k, 10) for k in range(1, 11)]
    told.clear()
    fm.search(
        Ridge(), {"alpha": [0.1, 1]}, *numbers, outer_cv=3,
        progress=lambda *one: told.append(one),
    )  # fmt: skip
    assert told == [(k, 3) for k in range(1, 4)]


def test_frames_and_pipelines(classes):
    X, y = classes
    model = make_pipeline(StandardScaler(), LogisticRegression())
    frame = pd.DataFrame(X, columns=list("abc"))
    result = fm.search(model, {"logisticregression__C": [0.1, 1]}, frame, pd.Series(y))
    assert list(result.best_estimator.feature_names_in_) == list("abc")
    theirs = GridSearchCV(model, {"logisticregression__C": [0.1, 1]}).fit(frame, y)
    assert result.value == pytest.approx(theirs.best_score_)


def test_the_estimator_and_the_data_are_left_alone(numbers):
    X, y = numbers
    before = X.copy(), y.copy()
    model = Ridge(alpha=7)
    fm.search(model, {"alpha": [0.1, 1]}, X, y)
    assert model.alpha == 7
    assert not hasattr(model, "coef_")
    assert np.array_equal(X, before[0])
    assert np.array_equal(y, before[1])


# --------------------------------------------------------------- failures and bad input


def test_a_candidate_that_fails_has_no_value_and_comes_last():
    X = y = np.arange(20.0)
    with pytest.warns(fm.FitFailedWarning, match="5 fits failed out of a total of 10"):
        result = fm.search(Shrunk(), {"near": [0, 2]}, X, y)
    assert math.isnan(result.table[0].value)
    assert result.table[0].rank == 2
    assert result.best_parameters == {"near": 2}
    with pytest.raises(ValueError, match=r"All the 5 fits failed(?s:.*)no rows"):
        fm.search(Shrunk(), {"near": [0]}, X, y)


def test_parameters_that_the_estimator_lacks_raise_before_the_first_fit(numbers):
    class Never(Ridge):
        def fit(self, X, y):
            raise AssertionError("fitted")

    with pytest.raises(ValueError, match=r"parameters cannot be set to .*no_such"):
        fm.search(Never(), [{"alpha": [1]}, {"no_such": [1]}], *numbers)


@one_case(
    "option, error, says",
    [
        ({"strategy": "all"}, ValueError, "strategy must be one of"),
        ({"strategy": 3}, TypeError, "strategy must be one of"),
        ({"strategy": Walks()}, ValueError, "parameters must be None"),
        ({"n_candidates": 3}, ValueError, "n_candidates is for other strategies"),
        ({"strategy": "random", "n_candidates": 0}, ValueError, "n_candidates must be"),
        ({"select": "worst"}, ValueError, "select must be one of"),
        ({"select": "one_standard_error"}, ValueError, "simplicity defines"),
        ({"simplicity": "alpha"}, ValueError, "simplicity defines"),
        (
            {"select": "one_standard_error", "simplicity": "no_such"},
            ValueError,
            "simplicity must name parameters, got 'no_such'",
        ),
        (
            {"select": "one_standard_error", "simplicity": "solver"},
            ValueError,
            "parameters that are numbers, got 'solver'",
        ),
        ({"select": lambda _: 9}, IndexError, "a place from 0 to 1, got 9"),
        ({"select": lambda _: {}}, TypeError, "select must return the place"),
        ({"scoring": ["r2"]}, TypeError, "scoring must be None, a name or a callable"),
        ({"scoring": "percent_bias"}, ValueError, "neither is better"),
        ({"refit": 1}, TypeError, "refit must be True or False"),
        ({"cv": [([0], [1])], "outer_cv": 3}, ValueError, "cv must be a number of"),
        ({"executor": 3}, TypeError, "executor must have a method 'submit'"),
    ],
)
def test_bad_options_are_told(numbers, option, error, says):
    with pytest.raises(error, match=says):
        fm.search(Ridge(solver="svd"), {"alpha": [0.1, 1]}, *numbers, **option)


def test_other_bad_input_is_told(numbers):
    with pytest.raises(TypeError, match="Parameter grid is not a dict"):
        fm.search(Ridge(), ["alpha"], *numbers)
    with pytest.raises(ValueError, match="n_candidates must be given where"):
        fm.search(Ridge(), {"alpha": stats.norm()}, *numbers, strategy="halving")
    with pytest.raises(TypeError, match="estimator must be an instance"):
        fm.search(Ridge, {"alpha": [1]}, *numbers)
    with pytest.raises(ValueError, match="each outer fold needs one of its own"):
        fm.search(Ridge(), None, *numbers, strategy=Walks(), outer_cv=3)

    class Asks(Walks):
        def ask(self):
            return 3

    with pytest.raises(TypeError, match=r"strategy.ask\(\) must return a dict"):
        fm.search(Ridge(), None, *numbers, strategy=Asks())


# -------------------------------------------------------------------------- the result


@pytest.fixture
def result(numbers):
    return fm.search(Ridge(), {"alpha": [0.1, 1, 100]}, *numbers, cv=KFold(4))


def test_the_result_as_a_frame(result):
    for backend, frame in (
        ("pandas", result.to_frame().reset_index()),
        ("polars", result.to_frame(backend="polars")),
    ):
        assert frame["alpha"].to_list() == [0.1, 1, 100], backend
        assert frame["value"].to_list() == [one.value for one in result.table]
        assert frame["chosen"].to_list() == [k == result.best_index for k in range(3)]


def test_the_result_in_words(result):
    said = " ".join(str(result).partition("\n\n")[0].split())
    chosen = f"alpha={result.best_parameters['alpha']}"
    begins = f"3 candidates on 4 folds by score: {chosen} was chosen. Its cross-val"
    assert said.startswith(begins)
    assert "On the rows of all folds together its value is" in said
    assert said.endswith("] ≈ on training rows.")
    shown = result._repr_mimebundle_()
    assert "alpha=100" in shown["text/plain"]
    assert "<table>" in shown["text/html"]


def test_one_candidate_is_no_plural(numbers):
    found = fm.search(Ridge(), {"alpha": [1]}, *numbers, cv=KFold(2), refit=False)
    assert str(found).startswith("1 candidate on 2 folds by ")
    assert repr(found).startswith("<SearchResult: 1 candidate, ")


def test_the_result_can_be_copied(result):
    for other in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert other.best_parameters == result.best_parameters
        assert other.corrected.estimate == result.corrected.estimate
        assert str(other) == str(result)


def test_the_result_as_a_picture(result):
    pytest.importorskip("matplotlib")
    figure = result.plot()
    [axes] = figure.axes
    labels = [one.get_text() for one in axes.get_yticklabels()]
    order = sorted(result.table, key=lambda one: one.rank)
    assert labels == [f"alpha={one.parameters['alpha']:g}" for one in order]
    [best] = [line for line in axes.lines if len(set(line.get_xdata())) == 1][:1]
    assert best.get_xdata()[0] == max(one.value for one in result.table)
    from matplotlib.figure import Figure

    given = Figure().add_subplot()
    assert result.plot(given) is given.figure


@pytest.mark.long
def test_of_many_candidates_the_picture_shows_the_best(numbers):
    pytest.importorskip("matplotlib")
    result = fm.search(
        Ridge(), {"alpha": np.linspace(0.1, 50, 40)}, *numbers, select=lambda _: 39
    )
    [axes] = result.plot().axes
    labels = [one.get_text() for one in axes.get_yticklabels()]
    assert len(labels) == 30
    assert "alpha=50" in labels[-1]
    assert axes.get_title() == "30 of 40 candidates"


@one_case("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers(bad):
    X, y = np.arange(20.0)[:, None], np.arange(20.0)
    grid = {"alpha": [1.0, 2.0, 3.0]}

    def score(model, X, y):
        return bad if model.alpha in odd else model.alpha

    odd = (3.0,)
    with pytest.warns(
        UserWarning, match="test scores are non-finite: the scores of 1 of 3"
    ):
        found = fm.search(Ridge(), grid, X, y, scoring=score)
    assert found.best_parameters == {"alpha": 2.0}
    odd = (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="no finite number of any candidate"):
        fm.search(Ridge(), grid, X, y, scoring=score)
