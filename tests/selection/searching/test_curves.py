"""Learning and validation curves: scikit-learn's numbers, and intervals of them."""

import copy
import math
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.model_selection as theirs
from helpers.one_case import one_case
from helpers.shrunk import Shrunk
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge, SGDRegressor
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.selection.searching import search_result
from fastmetrics.selection.validation.fold_intervals import corrected

TREE = DecisionTreeClassifier(max_depth=3, random_state=0)


@pytest.fixture
def classes(rng):
    X = rng.normal(size=(60, 3))
    return X, (X[:, 0] + rng.normal(size=60) > 0).astype(int)


@pytest.fixture
def numbers(rng):
    X = rng.normal(size=(60, 3))
    return X, X[:, 0] + rng.normal(size=60)


def same(ours, other):
    assert len(ours) == len(other)
    for one, their in zip(ours, other, strict=True):
        assert one.dtype == their.dtype
        assert_allclose(one, their, rtol=1e-12)


LEARNING = {
    "as they are": {},
    "shares": {"train_sizes": [0.2, 0.5, 1.0], "cv": 2},
    "numbers of rows": {"train_sizes": np.array([5, 30, 12]), "cv": 2},
    "shuffled": {"shuffle": True, "random_state": 2**32 - 1, "cv": 2},
    "ten folds, AUC": {"cv": 10, "scoring": "roc_auc", "train_sizes": [20, 50]},
    "shuffled folds": {
        "cv": theirs.KFold(3, shuffle=True, random_state=1),
        "scoring": "neg_log_loss",
        "train_sizes": [20, 40],
    },
}


@pytest.mark.long
@one_case("options", LEARNING.values())
def test_learning_curves_are_scikit_learns(classes, options):
    same(
        fm.learning_curve(TREE, *classes, **options),
        theirs.learning_curve(TREE, *classes, **options),
    )


def test_a_random_state_goes_on_as_scikit_learns_does(classes):
    states = [np.random.RandomState(4) for _ in range(2)]
    options = {"shuffle": True, "cv": 2}
    for _ in range(2):
        same(
            fm.learning_curve(TREE, *classes, **options, random_state=states[0]),
            theirs.learning_curve(TREE, *classes, **options, random_state=states[1]),
        )


@one_case("shuffle", [False, True])
def test_models_that_learn_on_are_scikit_learns(classes, numbers, shuffle):
    options = {
        "exploit_incremental_learning": True,
        "train_sizes": [10, 30, 45],
        "shuffle": shuffle,
        "random_state": 3,
    }
    for model, data in (
        (GaussianNB(), classes),
        (SGDRegressor(random_state=0), numbers),
    ):
        same(
            fm.learning_curve(model, *data, **options),
            theirs.learning_curve(model, *data, **options),
        )


def test_times_come_if_asked_for(classes):
    curve = fm.learning_curve(TREE, *classes, return_times=True)
    assert len(curve) == 5
    assert curve.fit_times.shape == curve.score_times.shape == (5, 5)
    assert (curve.fit_times > 0).all()
    with pytest.raises(AttributeError, match="return_times=True"):
        fm.learning_curve(TREE, *classes).fit_times  # noqa: B018


VALIDATION = {
    "depths": {"param_name": "max_depth", "param_range": [1, 2, 8]},
    "one value": {"param_name": "max_depth", "param_range": [2]},
    "words": {"param_name": "criterion", "param_range": ["gini", "entropy"]},
    "with None": {"param_name": "max_depth", "param_range": [None, 1]},
    "AUC": {
        "param_name": "min_samples_leaf",
        "param_range": np.array([1, 5, 9]),
        "scoring": "roc_auc",
        "cv": 3,
    },
}


@one_case("options", VALIDATION.values())
def test_validation_curves_are_scikit_learns(classes, options):
    same(
        fm.validation_curve(TREE, *classes, **options),
        theirs.validation_curve(TREE, *classes, **options),
    )


def test_data_frames_stay_what_they_are(classes):
    X, y = classes

    class Frames(DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None):
            assert isinstance(X, pd.DataFrame)
            return super().fit(X, y, sample_weight)

    frame = pd.DataFrame(X, columns=list("abc"), index=range(100, 160))
    found = fm.learning_curve(Frames(random_state=0), frame, pd.Series(y))
    same(found, fm.learning_curve(DecisionTreeClassifier(random_state=0), X, y))


def test_weights_are_cut_to_the_rows_learnt_from(classes):
    X, y = classes
    weight = np.arange(1.0, 61.0)
    options = {"train_sizes": [10, 40]}
    ours = fm.learning_curve(TREE, X, y, params={"sample_weight": weight}, **options)
    same(ours, theirs.learning_curve(
        TREE, X, y, params={"sample_weight": weight}, **options
    ))  # fmt: skip
    by_rows = fm.learning_curve(
        TREE, X, y, params=lambda rows: {"sample_weight": weight[rows]}, **options
    )
    same(ours, by_rows)


# ------------------------------------------------------------------------ the reference


def test_the_reference_agrees(rng):
    X = rng.normal(size=24).round(2)
    y = (np.sin(X) + 0.1 * rng.normal(size=24)).round(2)
    plain = X.tolist(), y.tolist()
    for options in (
        {"train_sizes": [4, 9, 16], "cv": 3},
        {"train_sizes": [0.3, 1.0], "shuffle": True, "random_state": 9},
    ):
        ours = fm.learning_curve(Shrunk(), X, y, **options)
        twin = reference.learning_curve(Shrunk(), *plain, **options)
        assert ours.train_sizes.tolist() == twin[0]
        assert_allclose(ours.train_scores, twin[1], rtol=1e-12)
        assert_allclose(ours.test_scores, twin[2], rtol=1e-12)
    options = {"param_name": "near", "param_range": [1, 3, 7], "cv": 4}
    ours = fm.validation_curve(Shrunk(), X, y, **options)
    twin = reference.validation_curve(Shrunk(), *plain, **options)
    assert_allclose(ours, twin, rtol=1e-12)


# ---------------------------------------------------------------------------- intervals


def test_intervals_are_corrected_for_what_training_parts_share(numbers):
    curve = fm.validation_curve(
        Ridge(), *numbers, param_name="alpha", param_range=[0.1, 10], cv=6
    )
    found = curve.intervals(confidence_level=0.9)
    assert [one.estimate for one in found] == pytest.approx(
        curve.test_scores.mean(axis=1).tolist()
    )
    for one, scores in zip(found, curve.test_scores, strict=True):
        expected = corrected(scores, 50, 10, 0.9)
        assert (one.low, one.high) == (expected.low, expected.high)
        deviation = np.std(scores, ddof=1)
        assert one.standard_error == pytest.approx(deviation * math.sqrt(1 / 6 + 1 / 5))
    learnt = curve.intervals("train")
    assert learnt[0].estimate == pytest.approx(curve.train_scores[0].mean())
    with pytest.raises(ValueError, match="part must be one of"):
        curve.intervals("all")
    with pytest.raises(ValueError, match="confidence_level"):
        curve.intervals(confidence_level=2)


def test_intervals_stay_in_the_range_of_the_score(classes):
    options = {"cv": 2, "train_sizes": [1.0], "scoring": "accuracy"}
    [one] = fm.learning_curve(TREE, *classes, **options).intervals("train")
    assert (
        one.low < one.estimate < one.high == 1 < one.estimate + one.standard_error * 2
    )
    errors = {**options, "scoring": "neg_mean_absolute_error"}
    [one] = fm.learning_curve(TREE, *classes, **errors).intervals("train")
    assert one.low < one.estimate < one.high == 0


def test_first_rows_that_all_folds_share_make_an_interval_approximate(numbers):
    plain = fm.learning_curve(Ridge(), *numbers).intervals()
    assert ["shuffle=True" in one.reason for one in plain] == [True] * 4 + [False]
    shuffled = fm.learning_curve(Ridge(), *numbers, shuffle=True).intervals()
    assert not any("shuffle=True" in one.reason for one in shuffled)


@one_case("n", [999, 1000])
def test_intervals_are_as_approximate_as_those_of_cross_validation(n, monkeypatch):
    monkeypatch.setattr(search_result, "_RESAMPLES", 9)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    y = X[:, 0] + rng.normal(size=n)
    whole = fm.cross_validate(Ridge(), X, y, scoring="r2").interval(method="corrected")
    options = {"param_name": "alpha", "param_range": [1.0]}
    found = fm.search(Ridge(), {"alpha": [1.0, 2.0]}, X, y)
    for one in (
        fm.learning_curve(Ridge(), X, y, train_sizes=[1.0]).intervals()[0],
        fm.learning_curve(Ridge(), X, y, shuffle=True).intervals()[0],
        fm.validation_curve(Ridge(), X, y, **options).intervals()[0],
        found.table[0].interval,
    ):
        assert (one.approximate, one.reason) == (whole.approximate, whole.reason)
    assert ("≈" in str(found)) == whole.approximate == (n < 1000)


def test_curves_are_tuples_that_can_be_copied(numbers):
    curve = fm.learning_curve(Ridge(), *numbers, train_sizes=[10, 20])
    sizes, train, test = curve
    assert sizes is curve.train_sizes
    assert train is curve.train_scores
    assert test is curve.test_scores
    for other in (copy.deepcopy(curve), pickle.loads(pickle.dumps(curve))):
        assert type(other) is type(curve)
        assert other.intervals()[0].low == curve.intervals()[0].low
    assert repr(curve).startswith("LearningCurve(train_sizes=array([10, 20]), ")


# --------------------------------------------------------------- failures and bad input


def test_fits_that_fail_warn_and_score_what_is_asked_for():
    X = y = np.arange(12.0)
    with pytest.warns(fm.FitFailedWarning, match="5 fits failed out of a total of 10"):
        curve = fm.validation_curve(
            Shrunk(), X, y, param_name="near", param_range=[0, 2], error_score=-7
        )
    assert (curve.test_scores[0] == -7).all()
    assert (curve.test_scores[1] > -7).all()
    with pytest.raises(RuntimeError, match="no rows to take the mean of"):
        fm.validation_curve(
            Shrunk(), X, y, param_name="near", param_range=[0], error_score="raise"
        )
    with pytest.raises(ValueError, match=r"All the 5 fits failed(?s:.*)no rows"):
        fm.validation_curve(Shrunk(), X, y, param_name="near", param_range=[0])


def test_equal_sizes_are_taken_once_with_a_warning(numbers):
    with pytest.warns(RuntimeWarning, match="2 instead of 3"):
        curve = fm.learning_curve(Ridge(), *numbers, train_sizes=[0.5, 0.501, 1.0])
    assert curve.train_sizes.tolist() == [24, 48]


@one_case(
    "option, error, says",
    [
        ({"train_sizes": [0.0, 1.0]}, ValueError, r"within \(0, 1\], but is within"),
        ({"train_sizes": [0.5, 1.5]}, ValueError, r"within \(0, 1\], but is within"),
        ({"train_sizes": [np.nan]}, ValueError, r"within \(0, 1\], but is within"),
        ({"train_sizes": [0, 5]}, ValueError, r"within \(0, 48\], but is .* \[0, 5\]"),
        ({"train_sizes": [49]}, ValueError, r"within \(0, 48\]"),
        ({"train_sizes": []}, ValueError, "at least one size"),
        ({"train_sizes": ["a"]}, TypeError, "train_sizes must be numbers"),
        ({"exploit_incremental_learning": True}, ValueError, "partial_fit"),
        ({"shuffle": 1}, TypeError, "shuffle must be True or False"),
        ({"scoring": ["r2"]}, TypeError, "scoring must be None, a name or a callable"),
        ({"scoring": "no_score"}, ValueError, "no_score"),
        ({"cv": 1}, ValueError, "n_splits"),
        ({"cv": []}, ValueError, "at least one split"),
        ({"error_score": "no"}, ValueError, "error_score must be 'raise' or a number"),
        ({"params": 3}, TypeError, "params must be a dict"),
        ({"n_jobs": 0}, ValueError, "n_jobs must not be 0"),
    ],
)
def test_bad_options_of_learning_curves_are_told(numbers, option, error, says):
    with pytest.raises(error, match=says):
        fm.learning_curve(Ridge(), *numbers, **option)


@one_case(
    "name, values, error, says",
    [
        ("alpha", [], ValueError, "param_range must have at least one value"),
        ("alpha", 3, TypeError, "param_range must be a list of values, got int"),
        (3, [1], TypeError, "param_name must be a str"),
        ("no_such", [1], ValueError, "no_such"),
    ],
)
def test_bad_options_of_validation_curves_are_told(numbers, name, values, error, says):
    with pytest.raises(error, match=says):
        fm.validation_curve(Ridge(), *numbers, param_name=name, param_range=values)


def test_the_sizes_are_told_if_asked_for(numbers, capsys):
    fm.learning_curve(Ridge(), *numbers, train_sizes=[10, 20], verbose=1)
    assert "[learning_curve] Training set sizes: [10 20]" in capsys.readouterr().out


# ----------------------------------------------------------------------------- pictures


@pytest.fixture
def pyplot():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    yield pyplot
    pyplot.close("all")


def test_curves_draw_their_intervals(numbers, pyplot):
    curve = fm.validation_curve(
        Ridge(), *numbers, param_name="alpha", param_range=[0.01, 1, 100]
    )
    display = curve.plot(confidence_level=0.8)
    assert display.ax_.get_xscale() == "log"
    assert display.ax_.get_xlabel() == "alpha"
    [_, band] = display.fill_between_
    found = curve.intervals(confidence_level=0.8)
    heights = band.get_paths()[0].vertices[:, 1]
    assert heights.min() == pytest.approx(min(one.low for one in found))
    assert heights.max() == pytest.approx(max(one.high for one in found))
    _, axes = pyplot.subplots()
    assert fm.learning_curve(Ridge(), *numbers).plot(axes).ax_ is axes


@one_case(
    "scoring, english, chinese",
    [
        (None, "Mean Score of", "平均得分<"),
        ("r2_score", "Mean R2 score of", "平均 R²<"),
        ("neg_mean_squared_error", "Mean Negative mean squared", "平均负的均方误差<"),
    ],
)
def test_scores_are_called_by_their_titles_in_chinese(
    numbers, scoring, english, chinese
):
    curve = fm.learning_curve(Ridge(), *numbers, scoring=scoring)
    assert english in curve.to_svg()
    assert chinese in curve.to_svg(language="zh")


def test_values_that_are_no_numbers_stand_side_by_side(classes, pyplot):
    display = fm.validation_curve(
        TREE, *classes, param_name="criterion", param_range=["gini", "entropy"]
    ).plot()
    assert [one.get_text() for one in display.ax_.get_xticklabels()] == [
        "gini",
        "entropy",
    ]


def test_displays_refuse_what_they_cannot_draw_before_anything_is_fitted(pyplot):
    with pytest.raises(ValueError, match="Unknown std_display_style: no"):
        fm.LearningCurveDisplay.from_estimator(None, None, None, std_display_style="no")
    with pytest.raises(ValueError, match="Unknown score_type: no"):
        fm.ValidationCurveDisplay.from_estimator(
            None, None, None, param_name="a", param_range=[1], score_type="no"
        )
    display = fm.LearningCurveDisplay(
        train_sizes=[1], train_scores=[[1.0]], test_scores=[[1.0]]
    )
    with pytest.raises(ValueError, match="needs intervals"):
        display.plot(std_display_style="interval")


@pytest.mark.long
@one_case("scoring", [None, "roc_auc", "neg_log_loss", "neg_mean_squared_error"])
@one_case("negate", [False, True])
def test_displays_are_scikit_learns(classes, pyplot, scoring, negate):
    options = {
        "param_name": "max_depth",
        "param_range": [1, 2, 4],
        "scoring": scoring,
        "negate_score": negate,
        "cv": 2,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, other = (
            module.ValidationCurveDisplay.from_estimator(TREE, *classes, **options)
            for module in (fm, theirs)
        )
    assert ours.score_name == other.score_name
    for one, their in zip(ours.lines_, other.lines_, strict=True):
        assert_allclose(one.get_xydata(), their.get_xydata())
        assert one.get_label() == their.get_label()
    for one, their in zip(ours.fill_between_, other.fill_between_, strict=True):
        assert_allclose(one.get_paths()[0].vertices, their.get_paths()[0].vertices)
