"""Estimators, splits and parameters that are not what they should be."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

X = np.arange(24.0).reshape(12, 2)
NUMBERS = np.arange(12.0)
LABELS = np.array([0, 1, 2] * 4)
TWO = np.array([0, 1] * 6)


class Mean:
    """Predicts the mean of the targets; ``fit`` returns nothing."""

    def fit(self, X, y):
        self.mean = sum(y) / len(y)

    def predict(self, X):
        return [self.mean] * len(X)


class Shares:
    """Predicts the shares that the classes have."""

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares = counts / len(y)

    def predict(self, X):
        return np.repeat(self.classes_[:1], len(X))

    def predict_proba(self, X):
        return np.tile(self.shares, (len(X), 1))


def scores(estimator=None, X=X, y=NUMBERS, **options):
    options = {"scoring": "max_error", "cv": 3, **options}
    return fm.cross_val_score(estimator or Mean(), X, y, **options)


# ---- estimators ----


def test_fit_may_return_nothing():
    assert np.isfinite(scores()).all()


def test_a_fit_that_fails_on_one_fold():
    class Choosy(Mean):
        def fit(self, X, y):
            if y[0] == 4:
                raise ArithmeticError("no")
            super().fit(X, y)

    with pytest.warns(fm.FitFailedWarning, match="1 fits failed out of a total of 3"):
        found = fm.cross_validate(
            Choosy(), X, NUMBERS, cv=3, scoring=["mae", "max_error"]
        )
    assert np.isnan(found["test_mae"]).tolist() == [True, False, False]
    assert np.isnan(found["test_max_error"]).tolist() == [True, False, False]
    assert found.failed.tolist() == [True, False, False]
    assert found.predictions == {}
    with pytest.warns(fm.FitFailedWarning):
        assert scores(Choosy(), error_score=-7.0)[0] == -7
    with pytest.raises(ArithmeticError, match="no"):
        scores(Choosy(), error_score="raise")


def test_fits_that_all_fail():
    class Broken(Mean):
        def fit(self, X, y):
            raise ArithmeticError("never")

    with pytest.raises(ValueError, match=r"(?s)All the 3 fits failed.*never"):
        scores(Broken())


def test_changes_of_what_an_estimator_is_given_stay_with_it():
    class Greedy(Mean):
        def fit(self, X, y):
            super().fit(X, y)
            X *= 0
            y *= 0

        def predict(self, X):
            X += 1
            return super().predict(X)

    before = X.copy(), NUMBERS.copy()
    np.testing.assert_array_equal(scores(Greedy()), scores())
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(NUMBERS, before[1])


@one_case(
    "answer, message",
    [
        (lambda self, X: [1.0] * (len(X) + 1), "predict must return an entry per row"),
        (lambda self, X: None, "predict must return an entry per row, got None"),
        (lambda self, X: 3.0, "predict must be data with rows"),
    ],
)
def test_predictions_of_another_length(answer, message):
    estimator = type("Odd", (Mean,), {"predict": answer})()
    with pytest.warns(UserWarning, match=message):
        assert np.isnan(scores(estimator)).all()
    with pytest.raises((TypeError, ValueError), match=message):
        scores(estimator, error_score="raise")
    with pytest.raises((TypeError, ValueError), match=message):
        fm.cross_val_predict(estimator, X, NUMBERS, cv=3)


@one_case(
    "estimator, message",
    [
        (Mean, "estimator must be an instance, got the class Mean"),
        (object(), "must have a method 'fit', but object has none"),
        (None, "must have a method 'fit', but NoneType has none"),
        (lambda: 3, "but int, which estimator.. returned, has none"),
    ],
)
def test_what_is_no_estimator(estimator, message):
    for function in (fm.cross_val_score, fm.cross_validate, fm.cross_val_predict):
        with pytest.raises(TypeError, match=message):
            function(estimator, X, NUMBERS)
    with pytest.raises(TypeError, match=message):
        fm.permutation_test_score(estimator, X, NUMBERS)


def test_estimators_without_the_method_that_is_asked():
    with pytest.raises(TypeError, match="must have a method 'predict_proba'"):
        fm.cross_val_predict(Mean(), X, NUMBERS, method="predict_proba")
    with pytest.raises(TypeError, match="must have a method 'score', but Mean has"):
        fm.cross_val_score(Mean(), X, NUMBERS)
    with pytest.raises(AttributeError, match="'decision_function' or 'predict_proba'"):
        fm.cross_val_score(Mean(), X, TWO, scoring="roc_auc", error_score="raise")


def test_a_function_makes_estimators():
    np.testing.assert_array_equal(scores(lambda: Mean()), scores())


def test_a_constructor_that_changes_its_parameters():
    class Rounds(Mean):
        def __init__(self, at=0.0):
            self.at = round(at)

        def get_params(self, deep=True):
            return {"at": self.at + 0.5}

    with pytest.raises(RuntimeError, match="Rounds does not keep its parameter 'at'"):
        scores(Rounds())


# ---- classes ----


def test_a_class_that_a_part_does_not_learn_has_a_column():
    labels = np.repeat([0, 1, 2], 4)
    found = fm.cross_validate(
        Shares(), X, labels, cv=fm.KFold(3), scoring=["log_loss", "brier_score_loss"]
    )
    # The class that is tested has the probability 0, the others one half each.
    assert found["test_brier_score_loss"].tolist() == [1.5] * 3
    assert (found["test_log_loss"] > 30).all()
    said = found.predictions["predict_proba"]
    assert said.shape == (12, 3)
    assert said[:4].tolist() == [[0, 0.5, 0.5]] * 4


def test_one_class_in_the_rows_that_are_tested():
    labels = np.repeat([0, 1], 6)
    cv = [(np.array([0, 1, 6, 7, 8]), np.array([2, 3])), (np.r_[0:9], np.r_[9:12])]
    found = fm.cross_val_score(Shares(), X, labels, cv=cv, scoring="neg_log_loss")
    expected = [math.log(2 / 5), math.log(3 / 9)]
    np.testing.assert_allclose(found, expected, rtol=1e-15)


def test_columns_of_classes_that_there_are_not():
    class Wrong(Shares):
        def fit(self, X, y):
            super().fit(X, y)
            self.classes_ = self.classes_ + 5

    with pytest.raises(ValueError, match="classes_ must be classes of y"):
        fm.cross_val_score(
            Wrong(), X, LABELS, cv=3, scoring="log_loss", error_score="raise"
        )


# ---- splits ----


def test_masks_lists_and_rows_from_the_end_are_rows():
    mask = np.arange(12) < 4
    expected = scores(cv=[(np.arange(4, 12), np.arange(4))])
    for split in ((~mask, mask), ([*range(4, 12)], [0, 1, 2, 3])):
        np.testing.assert_array_equal(scores(cv=[split]), expected)
    last = scores(cv=[(np.arange(11), np.array([-1]))])
    np.testing.assert_array_equal(last, scores(cv=[(np.arange(11), [11])]))


@one_case(
    "split, error, message",
    [
        (
            ([0, 1], [12]),
            ValueError,
            "test of split 0 must hold rows from 0 to 11, got",
        ),
        (([-13], [1]), ValueError, "train of split 0 must hold rows .*, got -13"),
        (([0.0, 1.0], [2]), TypeError, "must hold row numbers or a mask, got float64"),
        ((np.ones(3, bool), [2]), ValueError, "must be a mask of 12 rows, got 3"),
        (([[0, 1]], [2]), ValueError, "train of split 0 must have one dimension"),
        (3, TypeError, "cv must yield pairs .*, but split 0 is a int"),
        ((1, 2, 3), TypeError, "cv must yield pairs"),
    ],
)
def test_splits_that_are_none(split, error, message):
    with pytest.raises(error, match=message):
        scores(cv=[split])


def test_no_split_at_all():
    with pytest.raises(ValueError, match="cv must yield at least one split"):
        scores(cv=[])
    with pytest.raises(ValueError, match="at least one split"):
        fm.permutation_test_score(Mean(), X, NUMBERS, cv=[], scoring="mae")


@one_case("cv", ["five", 2.5, object()])
def test_cv_that_is_none(cv):
    with pytest.raises(ValueError, match="Expected `cv` as an integer"):
        scores(cv=cv)


def test_rows_that_are_not_tested_once():
    with pytest.raises(ValueError, match="cv must test each row once"):
        fm.cross_val_predict(Mean(), X, NUMBERS, cv=[([0, 1], [2, 3])])


# ---- data and parameters ----


@one_case(
    "data, message",
    [
        ((X, NUMBERS[:-1]), "X has 12, y has 11"),
        ((X, NUMBERS, NUMBERS[:3]), "groups has 3"),
        ((X[:0], NUMBERS[:0]), "X must have rows, got none"),
    ],
)
def test_data_of_wrong_lengths(data, message):
    groups = data[2] if len(data) > 2 else None
    with pytest.raises(ValueError, match=message):
        scores(X=data[0], y=data[1], groups=groups)


@one_case("rows", [None, 12, 3.5, object()])
def test_data_without_rows(rows):
    with pytest.raises(TypeError, match="X must be data with rows"):
        scores(X=rows)


@one_case(
    "params, error, message",
    [
        ({"sample_weight": [1, 2]}, ValueError, "an entry for each of 12 rows, got 2"),
        ([1, 2], TypeError, "params must be a dict of keywords"),
        (lambda train: 3, TypeError, "params must return a dict of keywords"),
    ],
)
def test_params_that_are_none(params, error, message):
    with pytest.raises(error, match=message):
        scores(params=params)


def test_params_made_for_the_training_rows():
    seen = []

    class Weighted(Mean):
        def fit(self, X, y, inner):
            seen.append(inner)
            super().fit(X, y)

    found = scores(Weighted(), params=lambda train: {"inner": train[:2]})
    np.testing.assert_array_equal(found, scores())
    assert [rows.tolist() for rows in seen] == [[4, 5], [0, 1], [0, 1]]


@one_case(
    "scoring, error, message",
    [
        ("accurracy", ValueError, "did you mean 'accuracy"),
        ("roc_curve", ValueError, "'roc_curve' is not a single number"),
        ("gaussian_log_loss", ValueError, "it needs y_true and mean and scale"),
        ("fbeta_score", TypeError, "needs the parameter 'beta'"),
        ([], ValueError, "Empty list"),
        (["r2", "r2"], ValueError, "Duplicate: 'r2'"),
        ([len], ValueError, "a dict gives names to other scorers"),
        ({}, ValueError, "An empty dict"),
        ({1: "r2"}, ValueError, "Non-string types"),
        (3, TypeError, "scoring must be None, a name"),
    ],
)
def test_scoring_that_is_none(scoring, error, message):
    with pytest.raises(error, match=message):
        fm.cross_validate(Mean(), X, NUMBERS, scoring=scoring)


def test_one_score_is_asked_for():
    for function in (fm.cross_val_score, fm.permutation_test_score):
        with pytest.raises(TypeError, match="one score per fold, got list"):
            function(Mean(), X, NUMBERS, scoring=["mae"])
    with pytest.raises(ValueError, match="must return a number, got"):
        scores(scoring=lambda model, X, y: {"a": 1.0})
    with pytest.raises(ValueError, match="must return a number, got"):
        fm.cross_validate(Mean(), X, NUMBERS, scoring=lambda model, X, y: "high")


@one_case(
    "options, error, message",
    [
        ({"error_score": "nan"}, ValueError, "error_score must be 'raise' or a number"),
        ({"n_jobs": 0}, ValueError, "n_jobs must not be 0"),
        ({"n_jobs": "two"}, TypeError, "n_jobs must be a whole number"),
        ({"executor": 3}, TypeError, "executor must have a method 'submit'"),
        ({"progress": 3}, TypeError, "progress must be True, False"),
        ({"return_train_score": 1}, TypeError, "return_train_score must be True or"),
        (
            {"score_params": {"beta": 1}},
            ValueError,
            "'beta', which none of the scorers",
        ),
    ],
)
def test_options_that_are_none(options, error, message):
    with pytest.raises(error, match=message):
        fm.cross_validate(Mean(), X, NUMBERS, scoring="mae", **options)


def test_methods_and_numbers_of_permutations():
    with pytest.raises(ValueError, match="method must be one of predict, "):
        fm.cross_val_predict(Mean(), X, NUMBERS, method="score")
    with pytest.raises(ValueError, match="n_permutations must be a whole number"):
        fm.permutation_test_score(Mean(), X, NUMBERS, n_permutations=0, scoring="mae")
    with pytest.raises(TypeError, match="y must be a target"):
        fm.permutation_test_score(Mean(), X, None, scoring="mae")
