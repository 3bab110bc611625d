"""The command line on numbers: which columns hold predictions, quantiles, intervals."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, file, run  # noqa: F401

import fastmetrics as fm
from fastmetrics.cli.classes import level_of

Y = [1.5, 2.0, 4.25, 3.0, 8.0, 5.5, 7.0, 2.5]
P = [1.0, 2.5, 4.0, 3.5, 6.0, 5.0, 9.0, 2.0]
R = [2.0, 2.0, 4.0, 2.0, 9.0, 5.0, 6.0, 1.0]
LOW, HIGH = [x - 1.25 for x in P], [x + 2.5 for x in P]
WHOLE = list(range(25))
MEDAE = ["--metrics", "medae"]


def medae(report, model):
    return report["models"][model]["median_absolute_error"]["estimate"]


# ------------------------------------------------------------------ which task it is


def test_a_target_with_fractions_is_judged_as_numbers(run, file):
    code, out, err = run("evaluate", file(truth=Y, pred=P), "--no-progress")
    assert code == 0
    assert "judged as regression: the truth has fractions (--task names another)" in err
    assert "guessed by name: the truth is column 'truth'; predictions are 'pred'" in err
    assert "8 rows: observed from 1.50 to 8.00" in out


@one_case(
    "name",
    ["y_hat", "yhat", "forecast", "prediction", "predicted", "y_pred", "pred", "fitted",
     "anything"],
)  # fmt: skip
def test_names_of_predictions(evaluate, file, name):
    report = evaluate(file(**{"y": Y, name: P}), *MEDAE)
    assert medae(report, name) == fm.median_absolute_error(Y, P)


@one_case("truth", ["y", "observed", "target", "y_obs", "actuals"])
def test_names_of_the_truth(evaluate, file, truth):
    assert evaluate(file(**{truth: Y, "forecast": P}), *MEDAE)["n_rows"] == 8


def test_several_models(evaluate, file):
    report = evaluate(file(y=Y, forecast_a=P, forecast_b=R, other=P), *MEDAE)
    assert {*report["models"]} == {"forecast_a", "forecast_b"}
    assert medae(report, "forecast_b") == fm.median_absolute_error(Y, R)
    report = evaluate(file(y=Y, a=P, b=R), "--pred", "b", *MEDAE)
    assert {*report["models"]} == {"b"}


def test_many_whole_numbers_ask_which_task_is_meant(run, file, evaluate):
    path = file(truth=WHOLE, pred=WHOLE[::-1])
    code, _, err = run("evaluate", path)
    assert code == 1
    assert "column 'truth': y_true has 25 different whole numbers in 25 rows" in err
    assert "name the task, 'regression' or 'labels', with --task" in err
    assert evaluate(path, "--task", "regression", *MEDAE)["kind"] == "regression"
    assert evaluate(path, *MEDAE)["kind"] == "regression"
    labels = evaluate(path, "--task", "labels", "--metrics", "accuracy")
    assert labels["tasks"] == ["labels"]
    assert evaluate(path, "--metrics", "accuracy")["tasks"] == ["labels"]


def test_whole_numbers_predicted_with_fractions(evaluate, file):
    path = file(truth=WHOLE, prediction=[x + 0.5 for x in WHOLE])
    assert evaluate(path, *MEDAE)["tasks"] == ["regression"]


def test_others_judge_what_is_theirs(evaluate, file):
    binary = [0, 1, 1, 0, 1, 0, 1, 0]
    report = evaluate(file(y=binary, prediction=P), "--metrics", "roc_auc")
    assert report["tasks"] == ["binary_scores"]
    report = evaluate(file(y=binary, pred=binary), "--metrics", "accuracy")
    assert report["tasks"] == ["labels"]
    report = evaluate(file(y=binary, score_low=P, score_high=R), "--metrics", "roc_auc")
    assert {*report["models"]} == {"score_low", "score_high"}


def test_the_task_that_is_named_counts(run, file):
    code, _, err = run("evaluate", file(truth=Y, pred=P), "--task", "labels")
    assert code == 1
    assert "is not a label" in err


# ------------------------------------------------------------------ other forecasts


@one_case(
    "name, level",
    [
        ("q10", 0.1), ("q_10", 0.1), ("q0.1", 0.1), ("q0_1", 0.1), ("Q90", 0.9),
        ("quantile_0.975", 0.975), ("q97.5", 0.975), ("q975", 0.975), ("p05", 0.05),
        ("q5", 0.05), ("model_q50", 0.5), ("q50_model", 0.5), ("a.q50", 0.5),
        ("percentile 25", 0.25), ("q100", 0.1), ("q0", None), ("q", None),
        ("p5", None), ("seq10", None), ("q10x", None), ("pred", None),
    ],
)  # fmt: skip
def test_levels_in_names(name, level):
    assert level_of(name) == level


def check_quantiles(report, model="model"):
    of_model = report["quantile_forecasts"][model]
    assert [one["level"] for one in of_model] == [0.1, 0.5, 0.9]
    matrix = np.column_stack([LOW, P, HIGH])
    losses = fm.quantile_losses(Y, matrix, quantiles=[0.1, 0.5, 0.9])
    assert [one["loss"]["estimate"] for one in of_model] == pytest.approx([*losses])
    [interval] = report["prediction_intervals"][model]
    assert interval["level"] == pytest.approx(0.8)
    assert interval["width"]["estimate"] == pytest.approx(3.75)
    assert medae(report, model) == fm.median_absolute_error(Y, P)


@one_case(
    "names", [("q10", "q50", "q90"), ("q0.1", "q0.5", "q0.9"), ("p10", "p50", "p90")]
)
def test_quantiles_by_name(evaluate, file, names):
    columns = dict(zip(names, (LOW, P, HIGH), strict=True))
    check_quantiles(evaluate(file(y=Y, **columns), *MEDAE))
    repeated = [part for name in names for part in ("--quantile", name)]
    check_quantiles(evaluate(file(y=Y, **columns), *repeated, *MEDAE))


def test_quantiles_that_are_given(evaluate, file):
    path = file(y=Y, a=LOW, b=P, c=HIGH)
    given = ["--quantile", "0.9=c", "--quantile", "0.1=a", "--quantile", "0.5=b"]
    check_quantiles(evaluate(path, *given, *MEDAE))


def test_quantiles_belong_to_the_only_model(evaluate, file):
    path = file(y=Y, mine=P, a=LOW, b=HIGH)
    given = ["--pred", "mine", "--quantile", "0.1=a", "--quantile", "0.9=b"]
    report = evaluate(path, *given, *MEDAE)
    assert {*report["models"]} == {"mine"}
    assert report["prediction_intervals"].keys() == {"mine"}


def test_quantiles_of_several_models(evaluate, file):
    path = file(
        y=Y, x_q10=LOW, x_q50=P, x_q90=HIGH, z_q10=LOW, z_q50=R, z_q90=HIGH, pred=R
    )
    report = evaluate(path, "--quantile", "*_q*", "--pred", "pred", *MEDAE)
    assert {*report["models"]} == {"x", "z", "pred"}
    check_quantiles(report, "x")
    assert report["columns"]["quantiles"] == [
        {"0.1": "x_q10", "0.5": "x_q50", "0.9": "x_q90"},
        {"0.1": "z_q10", "0.5": "z_q50", "0.9": "z_q90"},
    ]
    assert medae(report, "z") == fm.median_absolute_error(Y, R)


@one_case("names", [("lower", "upper"), ("lo", "hi"), ("y_lwr", "y_upr")])
def test_intervals(evaluate, file, names):
    columns = dict(zip(names, (LOW, HIGH), strict=True))
    path = file(y=Y, pred=P, **columns)
    for given in ([], ["--lower", names[0], "--upper", names[1], "--pred", "pred"]):
        report = evaluate(path, *given, "--interval-level", "0.5", *MEDAE)
        [one] = report["prediction_intervals"]["model"]
        assert one["level"] == 0.5
        expected = fm.interval_score(Y, LOW, HIGH, confidence_level=0.5)
        assert one["score"]["estimate"] == pytest.approx(expected)
        assert medae(report, "model") == fm.median_absolute_error(Y, P)


def test_intervals_of_two_models(evaluate, file):
    path = file(y=Y, lower_a=LOW, upper_a=HIGH, pred_b_upper=HIGH, pred_b_lower=P)
    report = evaluate(path)
    assert {*report["models"]} == {"a", "b"}
    assert report["models"]["b"]["mean_interval_width"]["estimate"] == 2.5


@one_case(
    "given, code, message",
    [
        (["--quantile", "a"], 1, "its name has no quantile level"),
        (["--quantile", "2=a"], 1, "'2' is not a level between 0 and 1"),
        (["--quantile", "x=a"], 1, "'x' is not a level"),
        (["--quantile", "0.1=zz"], 1, "'zz': there is none"),
        (["--lower", "a"], 1, "y_lower, but no y_upper"),
        (["--lower", "b", "--upper", "a"], 1, "y_lower must not be above y_upper"),
        (["--pred", "a", "--interval-level", "2"], 2, "not between 0 and 1"),
        (["--pred", "a", "--interval-level", "0.5"], 1, "of no use without y_lower"),
        (["--task", "labels", "--quantile", "0.1=a"], 2, "--quantile does not apply"),
        (["--pred", "a", "--stratified"], 1, "no use for stratified"),
    ],
)
def test_what_cannot_be_judged(run, file, given, code, message):
    path = file(truth=Y, a=LOW, b=HIGH)
    got, out, err = run("evaluate", path, *given)
    assert (got, out) == (code, "")
    assert message in err


def test_one_level_of_two_models(evaluate, file):
    path = file(truth=Y, a=LOW, b=HIGH)
    report = evaluate(path, "--quantile", "0.1=a", "--quantile", "0.1=b")
    assert {*report["models"]} == {"a", "b"}
    assert report["models"]["b"]["mean_quantile_loss"]["estimate"] > 0


def test_levels_that_differ(run, file):
    path = file(y=Y, a_q10=LOW, a_q90=HIGH, b_q10=LOW)
    code, _, err = run("evaluate", path)
    assert code == 1
    assert "model 'b' has no column for 0.9, which others have" in err


# ------------------------------------------------------------------ bundled data


def test_bundled_data(evaluate, run):
    report = evaluate("--data", "diabetes")
    assert {*report["models"]} == {"ridge", "gradient_boosting", "quantile_boosting"}
    assert report["n_rows"] == 442
    assert {*report["residuals"]} == {*report["models"]}
    assert {*report["quantile_forecasts"]} == {"quantile_boosting"}
    assert evaluate("--task", "regression")["models"] == report["models"]
    one = evaluate("--data", "diabetes", "--pred", "ridge")
    assert {*one["models"]} == {"ridge"}
    code, _, err = run("evaluate", "--data", "diabetes", "--threshold", "1")
    assert code == 2
    assert "--threshold does not apply to --task regression" in err
    code, _, err = run("evaluate", "--data", "diabetes", "--score", "ridge")
    assert code == 2
    assert "--score does not apply to" in err
    assert err.endswith("; it is for --task binary_scores or retrieval\n")


def test_ensembles_of_models(run, file):
    rng = np.random.default_rng(0)
    y = rng.normal(size=30).round(3)
    a, b = (y[:, None] + noise * rng.normal(size=(30, 3)) for noise in (0.5, 1.0))
    columns = {f"{name}_{k}": one[:, k] for name, one in (("a", a), ("b", b))
               for k in range(3)}  # fmt: skip
    path = file(y=y, **columns)
    words = (path, "--truth", "y", "--ensemble", "a_*", "--ensemble", "b_*")
    code, out, err = run("evaluate", *words, "--json")
    assert code == 0, err
    found = json.loads(out)
    for name, members in (("a", a), ("b", b)):
        value = found["models"][name]["crps_ensemble"]["estimate"]
        assert value == pytest.approx(fm.crps_ensemble(y, members))
    assert found["columns"]["ensembles"][1] == {f"b_{k}": f"b_{k}" for k in range(3)}
    code, out, _ = run("evaluate", *words)
    assert "ensembles 'a_*', 'b_*'" in " ".join(out.split())
    code, _, err = run("evaluate", path, "--truth", "y", "--ensemble", "c_*")
    assert (code, "no column's name fits 'c_*'" in err) == (1, True)


def test_models_by_a_pattern(run, file):
    rng = np.random.default_rng(0)
    y = rng.normal(size=20)
    path = file(y=y, m1=y + 1, m2=y - 2, other=y)
    for command in ("evaluate", "compare"):
        words = (path, "--truth", "y", "--pred", "m*", "--json", "--n-resamples", 20)
        code, out, err = run(command, *words)
        assert code == 0, err
        assert json.loads(out)["columns"]["preds"] == ["m1", "m2"]
    code, _, err = run("evaluate", path, "--truth", "y", "--pred", "z*")
    assert (code, "no column's name fits 'z*'" in err) == (1, True)


def test_the_help_says_how_ends_are_matched(run):
    code, out, _ = run("evaluate", "--help")
    said = " ".join(out.split())
    assert code == 0
    assert (
        "bounds and predictions belong to one model if their names differ only" in said
    )
