"""evaluate on numbers: who judges, residuals, and other forecasts than points."""

import json
import pickle

import numpy as np
import pytest
from helpers.shown import full
from scipy import stats

import fastmetrics as fm
from fastmetrics import evaluate
from fastmetrics.report.document import document
from fastmetrics.report.sections.forecasts import Residuals
from fastmetrics.show.words import in_language

rng = np.random.default_rng(0)
Y = np.round(rng.gamma(2.0, 10.0, 200), 2)
A, B = Y + rng.normal(size=200), Y + rng.normal(0.5, 2.0, size=200)
WEIGHTS = rng.integers(0, 3, 200).astype(float)
LEVELS = [0.05, 0.25, 0.5, 0.75, 0.95]
Q = A[:, None] + stats.norm.ppf(LEVELS)
QUICK = {"metrics": ["medae", "mape"], "random_state": 0}
ALIKE = Y.astype(int)  # whole numbers, of few rows each


@pytest.fixture(scope="module")
def report():
    return evaluate(Y, {"a": A, "b": B}, **QUICK)


@pytest.fixture(scope="module")
def forecasts():
    return evaluate(Y, {"b": B}, y_quantiles={"a": Q}, quantiles=LEVELS, **QUICK)


# ------------------------------------------------------------------ who judges


def test_a_target_with_fractions_is_judged_as_numbers(report):
    assert report.tasks == ["regression"]
    assert report.kind == "regression"
    # The metrics that were asked for say it as well, and then there is no need to.
    assert not any("task=" in note for note in report.notes)
    note = "Regression: the truth has fractions (task= names another)"
    assert note in evaluate(Y, A).notes
    for model, pred in {"a": A, "b": B}.items():
        row = report.values[model]
        assert row["median_absolute_error"].estimate == fm.median_absolute_error(
            Y, pred
        )
        expected = fm.confidence_interval("mape", Y, pred)
        found = row["mean_absolute_percentage_error"]
        ends = found.estimate, found.low, found.high
        wanted = expected.estimate, expected.low, expected.high
        assert ends == pytest.approx(wanted, rel=1e-13)


@pytest.mark.parametrize("kind", [list, np.float32, "pandas", "polars"])
def test_columns_of_any_kind(kind):
    y, a = Y, A
    if isinstance(kind, str):
        series = pytest.importorskip(kind).Series
        y, a = series(Y), series(A)
    elif kind is list:
        y, a = Y.tolist(), A.tolist()
    else:
        y, a = Y.astype(kind), A.astype(kind)
    made = evaluate(y, a, metrics=["medae"])
    assert made.tasks == ["regression"]
    assert made.residuals["model"].mean == pytest.approx((A - Y).mean(), rel=1e-5)


def test_the_task_can_be_named():
    assert evaluate(ALIKE, ALIKE, task="regression", metrics=["medae"]).notes == ()
    assert evaluate(ALIKE, ALIKE, task="labels", metrics=["accuracy"]).tasks == [
        "labels"
    ]
    with pytest.raises(ValueError, match="numbers with fractions"):
        evaluate(Y, A, task="labels")


def test_many_whole_numbers_ask_which_task_is_meant():
    with pytest.raises(ValueError, match="name the task, 'regression' or 'labels'"):
        evaluate(ALIKE, ALIKE)
    # The metrics that are asked for say it too.
    assert evaluate(ALIKE, ALIKE, metrics=["medae"]).tasks == ["regression"]
    assert evaluate(ALIKE, ALIKE, metrics=["accuracy"]).tasks == ["labels"]


def test_whole_numbers_predicted_with_fractions():
    report = evaluate(ALIKE, A)
    assert report.tasks == ["regression"]
    assert "predictions have fractions" in report.notes[0]


def test_other_families_judge_what_is_theirs():
    y = Y > 15
    assert evaluate(y, y_score=A, metrics=["roc_auc"]).tasks == ["binary_scores"]
    assert evaluate(y, y, metrics=["accuracy"]).tasks == ["labels"]
    with pytest.raises(ValueError, match="continuous"):
        evaluate(Y, y_score=A)


def test_what_cannot_be_judged():
    for options, error, message in (
        ({"task": "regression"}, TypeError, "regression needs y_pred"),
        ({"task": "regression", "y_pred": A, "stratified": True}, ValueError, "no use"),
        ({"task": "regression", "y_pred": A, "pos_label": 1}, ValueError, "no use"),
        ({"task": "labels", "y_pred": A, "quantiles": [0.5]}, ValueError, "no use for"),
        ({"y_lower": A}, TypeError, "y_lower, but no y_upper"),
        ({"y_upper": {"m": A}}, TypeError, "model 'm' has y_upper, but no y_lower"),
        ({"mean": A}, TypeError, "mean, but no scale"),
        ({"y_quantiles": Q}, TypeError, "y_quantiles needs quantiles"),
        ({"y_quantiles": Q, "quantiles": [0.5]}, ValueError, "each column"),
        ({"task": "regression", "y_pred": A, "quantiles": [0.5]}, TypeError, "without"),
        ({"y_pred": A, "interval_level": 0.5}, TypeError, "without y_lower"),
        (
            {"y_lower": A, "y_upper": A, "interval_level": 1},
            ValueError,
            "interval_level must lie between 0 and 1",
        ),
        (
            {"y_pred": A, "metrics": ["interval_score"]},
            ValueError,
            "reads intervals: give y_lower and y_upper",
        ),
        (
            {"y_lower": A, "y_upper": B + 99, "metrics": ["medae"]},
            ValueError,
            "compares points: give y_pred",
        ),
        ({"y_pred": A, "metrics": ["no_metric"]}, ValueError, "no_metric"),
    ):
        with pytest.raises(error, match=message):
            evaluate(Y, **options)


# ------------------------------------------------------------------ residuals


def test_residuals_are_those_of_the_definitions():
    for weights in (None, WEIGHTS):
        found = Residuals.of(Y, B, weights)
        # Rows of weight 2 are there twice.
        times = np.ones(200, int) if weights is None else weights.astype(int)
        e = np.repeat(B - Y, times)
        assert found.mean == pytest.approx(e.mean(), rel=1e-12), weights
        assert found.standard_deviation == pytest.approx(e.std(), rel=1e-12), weights
        assert found.skewness == pytest.approx(stats.skew(e), rel=1e-10), weights
        assert found.kurtosis == pytest.approx(
            stats.kurtosis(e, fisher=False), rel=1e-10
        ), weights
        assert found.above == pytest.approx((e > 0).mean(), rel=1e-12), weights
        assert found.below == pytest.approx((e < 0).mean(), rel=1e-12), weights
        levels = [*found.quantiles]
        expected = np.quantile(e, levels, method="averaged_inverted_cdf")
        np.testing.assert_allclose([*found.quantiles.values()], expected, rtol=1e-12)
        kept = np.flatnonzero(times)
        order = kept[np.argsort(-np.abs(B - Y)[kept], kind="stable")][:10]
        assert [row.row for row in found.worst] == order.tolist(), weights
        for row in found.worst:
            assert (row.observed, row.predicted) == (Y[row.row], B[row.row]), weights
            assert row.residual == B[row.row] - Y[row.row], weights


def test_no_power_of_residuals_is_lost():
    for scale in (1e-200, 1e200):
        plain, far = Residuals.of(Y, B, None), Residuals.of(Y * scale, B * scale, None)
        assert far.skewness == pytest.approx(plain.skewness, rel=1e-9), scale
        assert far.kurtosis == pytest.approx(plain.kurtosis, rel=1e-9), scale
        assert far.standard_deviation == pytest.approx(
            plain.standard_deviation * scale
        ), scale


def test_residuals_that_are_all_equal():
    for pred in (Y, Y + 8.0, np.round(Y) + 0.5):
        found = Residuals.of(np.round(Y) if pred is not Y else Y, pred, None)
        if pred is Y:
            assert np.isnan([found.skewness, found.kurtosis, found.bias_share]).all()
    one = Residuals.of(np.array([1.5]), np.array([2.0]), None)
    assert one.bias_share == 1
    assert len(one.worst) == 1


def test_a_bias_that_is_most_of_the_error_is_said():
    texts = {}
    for shift in (3.0, -3.0, 0.5):
        texts[shift] = evaluate(Y, {"m": A + shift, "n": A}, **QUICK).summary()
    assert "m predicts 3.0" in texts[3.0]
    assert " too much on average, which makes " in texts[3.0]
    assert " too little on average, which makes " in texts[-3.0]
    assert "on average" not in texts[0.5]
    assert "n predicts" not in texts[3.0]
    share = Residuals.of(Y, A + 3.0, None).bias_share
    mse = np.mean((A + 3 - Y) ** 2)
    assert share == pytest.approx(np.mean(A + 3 - Y) ** 2 / mse, rel=1e-12)


def test_zeros_among_what_was_observed_are_noted():
    y = np.where(np.arange(200) < 3, 0.0, Y)
    [note] = [one for one in evaluate(y, A, **QUICK).notes if " 0 in " in one]
    assert "0 in 3 of 200 rows" in note
    assert "weighted_absolute_percentage_error" in note
    assert "symmetric_mean_absolute_percentage_error" in note
    for name in ("weighted_absolute_percentage_error", "smape"):
        if name in fm.catalog.METRICS:
            fm.catalog.find(name)
    assert not any(" 0 in " in one for one in evaluate(y, A, metrics=["medae"]).notes)


def test_several_columns_have_no_residuals():
    y, pred = np.column_stack([Y, Y]), np.column_stack([A, B])
    report = evaluate(y, pred, **QUICK)
    assert report.residuals == {}
    assert report.metrics
    assert all("multioutput" in fm.catalog.METRICS[m].options for m in report.metrics)
    assert any("several columns" in note for note in report.notes)
    assert evaluate(Y[:, None], A[:, None], **QUICK).residuals["model"].worst


# ------------------------------------------------------------------ other forecasts


def test_intervals_and_quantiles_are_those_of_the_functions(forecasts):
    intervals = forecasts.prediction_intervals["a"]
    assert [one.level for one in intervals] == pytest.approx([0.9, 0.5])
    for one, (low, high) in zip(intervals, [(0, 4), (1, 3)], strict=True):
        ends = Q[:, low], Q[:, high]
        assert one.coverage.estimate == fm.interval_coverage(Y, *ends)
        assert one.width.estimate == fm.mean_interval_width(Y, *ends)
        expected = fm.interval_score(Y, *ends, confidence_level=one.level)
        assert one.score.estimate == pytest.approx(expected, rel=1e-14)
    quantiles = forecasts.quantile_forecasts["a"]
    assert [one.level for one in quantiles] == LEVELS
    losses = fm.quantile_losses(Y, Q, quantiles=LEVELS)
    shares = fm.quantile_coverage(Y, Q, quantiles=LEVELS)
    assert [one.loss.estimate for one in quantiles] == pytest.approx(losses.tolist())
    assert [one.coverage.estimate for one in quantiles] == shares.tolist()
    assert forecasts.prediction_intervals.keys() == {"a"}


def test_the_median_is_the_point_of_a_model_without_points(forecasts):
    assert forecasts.models == ["b", "a"]
    assert forecasts["medae"]["a"].estimate == fm.median_absolute_error(Y, Q[:, 2])
    assert "the points of a are its medians" in forecasts.notes


def test_what_all_models_forecast_is_compared():
    both = {"a": Q, "b": Q + 0.5}
    report = evaluate(Y, y_quantiles=both, quantiles=LEVELS)
    for name in ("mean_quantile_loss", "crps_quantile", "interval_score"):
        assert {*report[name]} == {"a", "b"}
        assert name in report.differences["a", "b"]
    value = report["interval_score"]["a"].estimate
    ends = Q[:, 0], Q[:, 4]
    expected = fm.interval_score(Y, *ends, confidence_level=0.9)
    assert value == pytest.approx(expected, rel=1e-14)
    assert not any("cross" in note for note in report.notes)


def test_the_level_of_intervals_is_not_that_of_the_report():
    ends = {"y_lower": A - 1, "y_upper": A + 1}
    asked = {"metrics": ["interval_score"], "confidence_level": 0.8}
    for given, level in (({}, 0.95), ({"interval_level": 0.5}, 0.5)):
        report = evaluate(Y, **ends, **asked, **given)
        expected = fm.interval_score(Y, *ends.values(), confidence_level=level)
        [one] = report.prediction_intervals["model"]
        assert report["interval_score"].estimate == pytest.approx(expected, rel=1e-14)
        assert report["interval_score"].confidence_level == 0.8
        assert one.level == level
        assert one.score.estimate == pytest.approx(expected, rel=1e-14)


def test_intervals_that_hold_too_little_are_said():
    texts = [
        evaluate(Y, y_lower=A - far, y_upper=A + far, interval_level=0.9).summary()
        for far in (0.5, 1.645, 9.0)
    ]
    assert "90 % intervals contain" in texts[0]
    assert "intervals contain" not in texts[1]
    assert "90 % intervals contain 100.0 % of the rows" in texts[2]


def test_quantiles_that_cross_are_counted():
    crossed = Q.copy()
    crossed[:7, 0] = 1e3
    report = evaluate(Y, y_quantiles=crossed, quantiles=LEVELS)
    assert any("cross in 7 rows" in note for note in report.notes)


def test_weights_and_groups_reach_forecasts():
    groups = np.arange(200) // 4
    report = evaluate(
        Y, y_quantiles=Q, quantiles=LEVELS, sample_weight=WEIGHTS, groups=groups,
        metrics=["mql"], random_state=0,
    )  # fmt: skip
    one = report.quantile_forecasts["model"][0]
    expected = fm.confidence_interval(
        "mean_quantile_loss", Y, y_quantiles=Q[:, :1], sample_weight=WEIGHTS,
        groups=groups, metric_params={"quantiles": 0.05},
    )  # fmt: skip
    found = one.loss.estimate, one.loss.low, one.loss.high
    wanted = expected.estimate, expected.low, expected.high
    assert found == pytest.approx(wanted, rel=1e-13)


# ------------------------------------------------------------------ how it is said


def test_tables_have_what_programs_read(report, forecasts):
    titles = [str(table.title) for table in document(forecasts, full=True).tables]
    assert titles[-4:] == [
        "Residuals: predicted − observed",
        "Rows with the largest residuals, counted from 0",
        "Prediction intervals",
        "Quantile forecasts",
    ]
    text = full(report)
    assert f"200 rows: observed from {Y.min():.1f}" in text
    worst = report.residuals["a"].worst[0]
    assert any(
        line.startswith("a ") and f" {worst.row} " in line for line in text.split("\n")
    )


def test_everything_is_in_json(forecasts):
    found = json.loads(json.dumps(forecasts.to_dict(), allow_nan=False))
    assert found["kind"] == "regression"
    assert found["residuals"]["a"]["worst"][0].keys() == {
        "row", "observed", "predicted", "residual",
    }  # fmt: skip
    assert found["residuals"]["b"]["quantiles"]["0.5"] == pytest.approx(
        np.median(B - Y), abs=0.2
    )
    assert [one["level"] for one in found["quantile_forecasts"]["a"]] == LEVELS
    assert found["prediction_intervals"]["a"][0]["coverage"]["method"] == "wilson"


def test_a_copy_has_the_numbers_of_forecasts(forecasts):
    copy = pickle.loads(pickle.dumps(forecasts))
    assert copy.to_dict() == forecasts.to_dict()
    assert full(copy) == full(forecasts)
    [first, *_] = copy.quantile_forecasts["a"]
    assert first._true is None


def test_every_form_is_written(forecasts):
    for form in ("to_markdown", "to_latex", "to_html", "to_csv"):
        options = {} if form in ("to_csv", "to_html") else {"full": True}
        assert "medae" in getattr(forecasts, form)(**options), form


def test_in_chinese(forecasts):
    made = document(forecasts, full=True)
    lines = [*made.head, *made.sentences, *(table.title for table in made.tables)]
    lines += [one for notes in made.foot for one in notes.lines]
    for line in lines:
        assert in_language(line, "zh") != line or line.isascii() is False
    assert "预测区间" in forecasts.to_markdown("zh", full=True)


def test_sums_are_judged_by_what_they_tell():
    for outputs in (1, 2):
        shape = (len(Y), outputs) if outputs > 1 else len(Y)
        sums = fm.ErrorSums.from_values(np.resize(Y, shape), np.resize(A, shape))
        report = evaluate(sums)
        assert "mean_absolute_percentage_error" not in report.metrics, outputs
        assert ("pearson_r" in report.metrics) == (outputs == 1), outputs
        assert report["mean_squared_error"].estimate == fm.mean_squared_error(
            sums, None
        ), outputs
        with pytest.raises(TypeError, match="median_absolute_error cannot be read off"):
            evaluate(sums, metrics=["median_absolute_error"])


def test_functions_of_each_other_are_told_to_test_one_hypothesis():
    rng = np.random.default_rng(4)
    y = rng.normal(size=(80, 2))
    given = {name: y + rng.normal(size=y.shape) for name in "ab"}
    known = "Mean squared error, Root mean squared error, R² are functions of"

    def said(rows, **options):
        models = {name: rows(one) for name, one in given.items()}
        options |= {"task": "regression", "n_resamples": 20}
        found = fm.evaluate(rows(y), y_pred=models, **options)
        return " ".join(full(found).split())

    assert known in said(lambda x: x[:, 0])
    assert "functions of each other" not in said(lambda x: x)  # a mean over columns
    folds = np.arange(80) % 4
    assert "functions of each other" not in said(lambda x: x[:, 0], folds=folds)
    alone = fm.evaluate(y[:, 0], given["a"][:, 0], task="regression")
    assert "functions of each other" not in full(alone)
