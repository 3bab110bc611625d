"""What cross_validate returns, how it runs, and what its intervals are."""

import copy
import functools
import math
import pickle
import sys
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.selection.validation import fitting
from fastmetrics.selection.validation.intervals_by_fold import nested

RNG = np.random.default_rng(3)
N = 60
X = RNG.normal(size=(N, 2))
NUMBERS = X[:, 0] + RNG.normal(size=N)
TWO = (NUMBERS > 0).astype(int)


class Line:
    """Least squares of the first column; counts how often it is asked."""

    def fit(self, X, y, sample_weight=None):
        self.slope, self.at = np.polyfit(X[:, 0], y, 1, w=sample_weight)
        self.asked = []

    def predict(self, X):
        self.asked.append("predict")
        return self.at + self.slope * X[:, 0]


class Logistic:
    """Fixed odds of the first column."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.asked = []

    def predict(self, X):
        self.asked.append("predict")
        return self.classes_[(X[:, 0] > 0).astype(int)]

    def predict_proba(self, X):
        self.asked.append("predict_proba")
        odds = np.exp(X[:, 0])
        return np.column_stack([1 / (1 + odds), odds / (1 + odds)])


class Shifted(Logistic):
    """Odds of the first column less a parameter."""

    def __init__(self, by=0):
        self.by = by

    def get_params(self, deep=True):
        return {"by": self.by}

    def set_params(self, by):
        self.by = by
        return self

    def predict(self, X):
        return super().predict(X - self.by)


def validated(**options):
    options = {"scoring": ["mse", "r2"], "cv": 4, **options}
    return fm.cross_validate(Line(), X, NUMBERS, **options)


# ---- what there is ----


def test_the_keys_are_scikit_learns():
    found = validated(return_train_score=True, return_estimator=True)
    scores = {"test_mse", "test_r2", "train_mse", "train_r2"}
    assert {*found} == {"fit_time", "score_time", "estimator", *scores}
    assert {*validated(scoring="mse")} == {"fit_time", "score_time", "test_score"}
    more = validated(return_indices=True, return_predictions=True)
    assert {"indices", "predictions"} <= {*more}
    assert all(len(one) == 4 for one in found.values())


def test_attributes():
    found = validated()
    assert found.metrics == ["mse", "r2"]
    assert (found.n_folds, found.n_rows, found.n_repeats) == (4, N, 1)
    assert found.n_train.tolist() == [45] * 4
    assert found.n_test.tolist() == [15] * 4
    assert found.fold_ids.dtype == np.uint8
    np.testing.assert_array_equal(found.fold_ids, fm.KFold(4).fold_ids(X))
    np.testing.assert_array_equal(
        found.predictions["predict"], fm.cross_val_predict(Line(), X, NUMBERS, cv=4)
    )


def test_the_only_score_is_found_by_its_metric_too():
    found = validated(scoring="r2")
    for name in (None, "score", "r2_score"):
        assert found.interval(name).estimate == found.interval().estimate
    with pytest.raises(ValueError, match="must be one of score, got 'accuracy_score'"):
        found.interval("accuracy_score")


@one_case(
    "scoring, shown",
    [
        ("r2", "R²"),
        ("neg_mean_squared_error", "neg_mean_squared_error"),
        (lambda estimator, X, y: float(len(y)), "score"),
    ],
)
def test_the_only_score_is_shown_by_its_title(scoring, shown):
    text = str(validated(scoring=scoring))
    table = text.split("By fold")[0].splitlines()
    assert table[-2].split()[0] == shown
    assert "test_score" in text  # the key stays scikit-learn's


def test_leave_one_out_is_pooled():
    found = validated(scoring="mse", cv=fm.LeaveOneOut())
    assert found.interval().method == "pooled"
    for method in ("corrected", "folds", "naive"):
        with pytest.raises(
            ValueError, match=r"leave-one-out.*there is method='pooled'"
        ):
            found.interval(method=method)
    predicted = found.predictions["predict"]
    with pytest.raises(ValueError, match="leave-one-out"):
        fm.out_of_fold_score("mse", NUMBERS, predicted, np.arange(N), method="folds")


def test_fold_ids_of_repeated_folds_and_of_none():
    cv = fm.RepeatedKFold(n_splits=3, n_repeats=2, random_state=1)
    found = validated(cv=cv)
    assert found.n_repeats == 2
    np.testing.assert_array_equal(found.fold_ids, cv.fold_ids(X))
    assert found.predictions == {}
    in_time = validated(cv=fm.TimeSeriesSplit(3))
    assert (in_time.n_repeats, in_time.fold_ids) == (0, None)


def test_each_method_is_asked_once_per_part():
    scoring = ["accuracy", "f1", "roc_auc", "log_loss", "brier_score_loss"]
    options = {"scoring": scoring, "return_train_score": True, "cv": 3}
    found = fm.cross_validate(Logistic(), X, TWO, return_estimator=True, **options)
    for model in found["estimator"]:
        assert sorted(model.asked) == ["predict"] * 2 + ["predict_proba"] * 2


@one_case("backend", ["pandas", "polars"])
def test_frames(backend):
    pytest.importorskip(backend)
    frame = validated(return_train_score=True).to_frame(backend=backend)
    assert len(frame) == 4
    assert [*frame["n_test"]] == [15] * 4
    assert {"test_mse", "train_r2", "fit_time"} <= {*frame.columns}
    with pytest.raises(ValueError, match="backend"):
        validated().to_frame(backend="arrow")


def test_copies_hold_all_but_the_data():
    found = validated()
    for other in (
        copy.copy(found),
        copy.deepcopy(found),
        pickle.loads(pickle.dumps(found)),
    ):
        assert str(other.interval("mse")) == str(found.interval("mse"))
        with pytest.raises(ValueError, match="not of a copy"):
            other.interval("mse", method="nested")


def test_a_reason_is_told_once_for_all_scores():
    said = " ".join(str(validated()).split())
    assert "mse, R²: on folds of fewer than" in said
    assert said.count("is closer") == 1


def test_notebooks_show_a_table():
    shown = validated()._repr_mimebundle_()
    assert "4 folds of 60 rows" in shown["text/plain"]
    assert "Mean of test rows" in shown["text/html"]


def test_pictures_have_a_dot_for_each_fold():
    pytest.importorskip("matplotlib")
    found = validated(return_train_score=True)
    figure = found.plot()
    assert [ax.get_xlabel() for ax in figure.axes] == ["mse", "R²"]
    tests, train = figure.axes[0].lines[:2]
    assert tests.get_xdata().tolist() == found["test_mse"].tolist()
    assert train.get_xdata().tolist() == found["train_mse"].tolist()
    low, high = figure.axes[0].lines[2].get_xdata()[:2]
    interval = found.interval("mse")
    assert (low, high) == (interval.low, interval.high)
    assert len(found.plot("r2").axes) == 1
    [alone] = validated(scoring="r2_score").plot().axes
    assert alone.get_xlabel() == "R²"
    with pytest.raises(ValueError, match="must be one of mse, r2"):
        found.plot("mae")


# ---- scoring ----


def test_signs_are_those_of_the_name():
    named = validated(scoring=["neg_mean_squared_error", "mse", fm.mean_squared_error])
    np.testing.assert_array_equal(
        named["test_mse"], -named["test_neg_mean_squared_error"]
    )
    np.testing.assert_array_equal(named["test_mean_squared_error"], named["test_mse"])


def test_functions_with_parameters():
    scoring = {"f2": functools.partial(fm.fbeta_score, beta=2.0), "named": "f2"}
    found = fm.cross_validate(Logistic(), X, TWO, scoring=scoring, cv=3)
    np.testing.assert_array_equal(found["test_f2"], found["test_named"])


def test_weights_of_metrics_are_cut():
    weights = RNG.integers(0, 3, N).astype(float)
    found = validated(scoring="mae", score_params={"sample_weight": weights})
    said = validated(scoring="mae").predictions["predict"]
    for score, rows in zip(found["test_score"], found.test_rows, strict=True):
        assert score == fm.mean_absolute_error(
            NUMBERS[rows], said[rows], sample_weight=weights[rows]
        )


# ---- runners ----


@one_case("way", ["executor", "threads"])
def test_workers_find_the_same(way, monkeypatch):
    expected = validated()
    if way == "executor":
        with ThreadPoolExecutor(2) as executor:
            found = validated(executor=executor)
    else:  # as without joblib
        monkeypatch.setitem(sys.modules, "joblib", None)
        found = validated(n_jobs=2)
    for name in ("test_mse", "test_r2"):
        np.testing.assert_array_equal(found[name], expected[name])


def test_warnings_of_workers_reach_the_caller():
    labels = np.zeros(N, int)
    labels[::7] = 1
    labels[:20] = 0
    with (
        ThreadPoolExecutor(2) as executor,
        pytest.warns(fm.UndefinedMetricWarning) as caught,
    ):
        fm.cross_validate(
            Logistic(), X, labels, cv=fm.KFold(3), scoring="roc_auc", executor=executor
        )
    assert {one.filename for one in caught} == {__file__}


def test_progress_is_told():
    told = []
    validated(progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_verbose_prints_a_line_for_each_fit(capsys):
    validated(verbose=3)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("[CV] END ..") for line in lines)
    assert all("mse: (test=" in line and "total time=" in line for line in lines)


def test_ctrl_c_cancels_what_has_not_begun():
    class Stopping:
        def __init__(self):
            self.given = []

        def submit(self, function, *args):
            future = Future()
            if len(self.given) == 1:
                future.set_exception(KeyboardInterrupt())
            elif not self.given:
                future.set_result(function(*args))
            self.given.append(future)
            return future

    executor = Stopping()
    with pytest.raises(KeyboardInterrupt):
        validated(executor=executor)
    assert [one.cancelled() for one in executor.given] == [False, False, True, True]


def test_few_jobs_wait_at_a_time():
    made = []
    with ThreadPoolExecutor(1) as executor:
        jobs = ((made.append(k) or k,) for k in range(100))
        results = fitting._submitted(executor, str, jobs)
        assert next(results) == "0"
        assert len(made) <= fitting._WAITING + 1
        assert [*results] == [str(k) for k in range(1, 100)]


# ---- intervals ----


def test_the_corrected_interval_by_hand():
    found = validated().interval("mse")
    values = validated()["test_mse"]
    error = values.std(ddof=1) * np.sqrt(1 / 4 + 15 / 45)
    assert found.method == "corrected"
    assert found.estimate == pytest.approx(values.mean(), rel=1e-14)
    assert found.standard_error == pytest.approx(error, rel=1e-12)
    assert found.high - found.estimate == pytest.approx(3.182446305284263 * error)
    assert found.target == "the expected performance over training sets"
    assert found.approximate


def test_pooled_and_folds_by_hand():
    found = validated()
    losses = (NUMBERS - found.predictions["predict"]) ** 2
    pooled = found.interval("mse", method="pooled")
    assert pooled.estimate == pytest.approx(losses.mean(), rel=1e-12)
    assert pooled.standard_error == pytest.approx(losses.std(ddof=1) / np.sqrt(N))
    by_fold = found.interval("r2", method="folds")
    errors = [
        fm.confidence_interval(
            "r2", NUMBERS[rows], found.predictions["predict"][rows]
        ).standard_error
        for rows in found.test_rows
    ]
    # The value of all rows, as `compare` and `evaluate` have it.
    assert by_fold.estimate == pytest.approx(
        fm.r2_score(NUMBERS, found.predictions["predict"]), rel=1e-12
    )
    assert by_fold.standard_error == pytest.approx(np.linalg.norm(errors) / 4)


def test_names_with_a_minus_have_the_interval_turned():
    found = validated(scoring=["mse", "neg_mean_squared_error"])
    for method in ("pooled", "corrected", "nested"):
        plain = found.interval("mse", method=method)
        turned = found.interval("neg_mean_squared_error", method=method)
        assert (turned.estimate, turned.low, turned.high) == pytest.approx(
            (-plain.estimate, -plain.high, -plain.low), rel=1e-12
        )


def test_nested_is_that_of_losses():
    def losses(train, test):
        model = Line()
        model.fit(X[train], NUMBERS[train])
        return (NUMBERS[test] - model.predict(X[test])) ** 2

    expected = nested(losses, fm.KFold(4).fold_ids(X)[None], 0.95)
    found = validated().interval("mse", method="nested")
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (expected.estimate, expected.low, expected.high), rel=1e-12
    )


def test_scores_of_callables_have_the_corrected_interval():
    def scorer(model, X, y):
        return float(np.abs(y - model.predict(X)).mean())

    found = validated(scoring=scorer)
    same = validated(scoring="mae").interval()
    assert found.interval().low == pytest.approx(same.low, rel=1e-12)
    with pytest.raises(ValueError, match="'score': its scorer is not a metric"):
        found.interval(method="pooled")
    with pytest.raises(ValueError, match="needs a mean over rows"):
        found.interval(method="nested")


@one_case("name", ["accuracy", "neg_brier_score", "roc_auc"])
@one_case("n_repeats", [1, 2])
def test_intervals_stay_in_the_range_of_the_metric(name, n_repeats):
    cv = fm.RepeatedKFold(n_splits=2, n_repeats=n_repeats, random_state=1)
    found = fm.cross_validate(Logistic(), X[:12], TWO[:12], scoring=name, cv=cv)
    one = found.interval()
    low, high = (-2, 0) if name == "neg_brier_score" else (0, 1)
    assert low <= one.low < one.estimate < one.high == high
    assert one.estimate + 3 * one.standard_error > high  # which t makes longer still
    assert math.copysign(1, one.high) == 1  # no -0.0


def test_sums_over_rows_have_no_range_and_are_not_pooled():
    right = functools.partial(fm.accuracy_score, normalize=False)
    found = fm.cross_validate(Logistic(), X, TWO, scoring={"right": right}, cv=4)
    one, values = found.interval(), found["test_right"]
    assert one.estimate == values.mean() > 1
    assert one.low < one.estimate < one.high
    with pytest.raises(
        ValueError, match=r"method='pooled' is not for 'right': .* a sum"
    ):
        found.interval(method="pooled")


def test_repeated_folds_are_not_pooled():
    cv = fm.RepeatedKFold(n_splits=3, n_repeats=2, random_state=1)
    found = validated(cv=cv)
    assert found.interval("mse").method == "corrected"
    with pytest.raises(ValueError, match="each row must be tested once"):
        found.interval("mse", method="pooled")
    assert found.interval("mse", method="nested").method == "nested"


def test_leave_one_out_is_of_all_rows():
    with pytest.warns(fm.UndefinedMetricWarning, match="less than two samples"):
        found = validated(cv=fm.LeaveOneOut(), scoring=["mse", "r2"])
    losses = (NUMBERS - found.predictions["predict"]) ** 2
    assert found.interval("mse").method == "pooled"
    assert found.interval("mse").estimate == pytest.approx(losses.mean(), rel=1e-12)
    expected = fm.r2_score(NUMBERS, found.predictions["predict"])
    assert found.interval("r2").estimate == pytest.approx(expected, rel=1e-12)


def test_gaps_are_positive_where_test_rows_are_worse():
    found = validated(
        scoring=["mse", "neg_mean_squared_error", "r2"], return_train_score=True
    )
    expected = (found["test_mse"] - found["train_mse"]).mean()
    for name in ("mse", "neg_mean_squared_error"):
        assert found.gap(name).estimate == pytest.approx(expected, rel=1e-12)
    gap = (found["train_r2"] - found["test_r2"]).mean()
    assert found.gap("r2").estimate == pytest.approx(gap, rel=1e-12)
    with pytest.raises(ValueError, match="return_train_score=True"):
        validated().gap("mse")


def test_scores_and_methods_that_there_are_not():
    found = validated()
    with pytest.raises(ValueError, match="metric must be one of mse, r2"):
        found.interval()
    with pytest.raises(ValueError, match="must be one of mse, r2, got 'mae'"):
        found.interval("mae")
    with pytest.raises(ValueError, match="method must be one of auto, "):
        found.interval("mse", method="bootstrap")
    with pytest.raises(ValueError, match="confidence_level must lie between"):
        found.gap("mse", confidence_level=2)
    with pytest.warns(UserWarning, match="37 to 49"):
        assert found.interval("mse", method="naive").method == "naive"


@one_case("name", ["AP", "ap", "average_precision"])
def test_average_precision_is_that_of_labels_and_scores(name):
    LogisticRegression = pytest.importorskip("sklearn.linear_model").LogisticRegression

    found = fm.cross_validate(LogisticRegression(), X, TWO, scoring=[name])
    expected = fm.cross_validate(
        LogisticRegression(), X, TWO, scoring="average_precision"
    )
    np.testing.assert_array_equal(found[f"test_{name}"], expected["test_score"])
    assert np.isfinite(expected["test_score"]).all()


# ---- the positive one of two words ----


@pytest.mark.parametrize("label", ["spam", "ham"])
def test_scorers_are_told_the_positive_label(label):
    words = np.where(TWO, "spam", "ham")
    ones = (words == label).astype(int)
    scoring = ["average_precision", "best_f1", "f1", "neg_brier_score", "f1_macro"]
    scoring += ["roc_auc", "neg_log_loss", "recall", "calibration_slope"]

    class Turned(Logistic):
        """The same, where the first class is the positive one."""

        def predict(self, X):
            return self.classes_[(X[:, 0] > 0).astype(int) ^ (label == "ham")]

        def predict_proba(self, X):
            found = super().predict_proba(X)
            return found[:, ::-1] if label == "ham" else found

    options = {"cv": fm.KFold(4), "scoring": scoring, "error_score": "raise"}
    told = fm.cross_validate(Logistic(), X, words, pos_label=label, **options)
    expected = fm.cross_validate(Turned(), X, ones, **options)
    for name in scoring:
        key = f"test_{name}"
        np.testing.assert_allclose(told[key], expected[key], rtol=1e-12, err_msg=name)


def test_every_function_with_scoring_takes_pos_label():
    words = np.where(TWO, "spam", "ham")
    scoring = functools.partial(fm.f1_score, pos_label="ham")

    def scores(**given):
        data = Logistic(), X, words
        params = {"random_state": 0, **given}
        return [
            fm.cross_validate(*data, **given)["test_score"].tolist(),
            fm.cross_val_score(*data, **given).tolist(),
            fm.permutation_test_score(*data, n_permutations=2, **params)[0],
            fm.bootstrap_validate(
                *data, method="oob", n_resamples=9, **params
            ).estimate,
            fm.learning_curve(*data, cv=2, train_sizes=[0.9], **given)[2].tolist(),
            fm.validation_curve(
                Shifted(), X, words, param_name="by", param_range=[0, 1], **given
            )[1].tolist(),
            fm.search(Shifted(), {"by": [0, 1]}, X, words, **params).value,
        ]

    assert scores(scoring="f1", pos_label="ham") == scores(scoring=scoring)
    with pytest.raises(ValueError, match="pos_label"):
        fm.cross_validate(
            Logistic(), X, words, scoring="f1", pos_label="eggs", error_score="raise"
        )
    with pytest.raises(ValueError, match="scoring has no use for pos_label: mse"):
        validated(scoring=["mse"], pos_label=1)
    with pytest.raises(ValueError, match="give one of them"):
        fm.cross_validate(Logistic(), X, words, scoring=scoring, pos_label="spam")
    with pytest.raises(TypeError, match="pos_label must be"):
        fm.cross_validate(Logistic(), X, words, scoring="f1", pos_label=["spam"])
