"""The same question of censored times has the same answer in every function."""

import numpy as np
import pytest
from helpers.survival_models import TIMES, drawn, structured, survival_of

import fastmetrics as fm

TIME, CODE, A, B = drawn()
S_A, S_B = survival_of(A), survival_of(B)
GROUP = np.arange(200) % 3
BY = np.where(B > 0, "high", "low")
AUC, IBS = "time_dependent_auc@70", "integrated_brier_score"
GAP = np.where(np.arange(200) == 3, np.nan, TIME)
KEPT = np.arange(200) != 3

TRUTHS = {
    "pair": {"y_true": (TIME, CODE)},
    "structured": {"y_true": structured(TIME, CODE)},
    "columns": {"time": TIME, "event": CODE},
    "structured time": {"time": structured(TIME, CODE)},
}
GAPPED = {
    "pair": {"y_true": (GAP, CODE)},
    "structured": {"y_true": structured(GAP, CODE)},
    "columns": {"time": GAP, "event": CODE},
    "structured time": {"time": structured(GAP, CODE)},
}


def bounds(interval):
    return interval.estimate, interval.low, interval.high


def of_rows(rows, **options):
    """Return value and bounds of the function for some of the rows."""
    score = fm.time_dependent_auc(TIME[rows], CODE[rows], A[rows], 70, **options)
    return bounds(score.confidence_interval())


def by_sides(truth, **options):
    """Return value and bounds in each of both groups."""
    given = {"y_true": None, **truth}
    frame = fm.by_group({"auc": AUC}, by=BY, **given, risk=A, **options).to_frame()
    columns = frame[["estimate", "low", "high"]].to_numpy()
    return dict(zip(frame.iloc[:, 0], map(tuple, columns), strict=True))


@pytest.mark.parametrize("form", TRUTHS)
def test_forms_of_the_truth(form):
    truth, expected = TRUTHS[form], of_rows(slice(None))
    for name in ("risk", "y_pred"):
        found = fm.confidence_interval(AUC, **truth, **{name: A})
        assert bounds(found) == expected
    report = fm.evaluate(**truth, risk=A, metrics=AUC)
    assert bounds(report.interval(AUC)) == expected
    assert by_sides(truth)["low"] == pytest.approx(of_rows(BY == "low"), rel=1e-12)
    if "y_true" in truth:
        for name in ("risk", "y_pred"):
            models = {name: {"a": A, "b": B}}
            found = fm.compare(AUC, truth["y_true"], **models).values["a"]
            assert bounds(found) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("form", GAPPED)
def test_rows_that_lack_a_value(form):
    truth, expected = GAPPED[form], of_rows(KEPT)
    found = fm.confidence_interval(AUC, **truth, risk=A, missing="omit")
    assert (bounds(found), found.n_omitted) == (expected, 1)
    report = fm.evaluate(**truth, risk=A, metrics=AUC, missing="omit")
    assert (bounds(report.interval(AUC)), report.omitted.n) == (expected, 1)
    rows = KEPT & (BY == "low")
    found = by_sides(truth, missing="omit")["low"]
    assert found == pytest.approx(of_rows(rows), rel=1e-12)


def test_groups_of_censoring_lose_the_same_rows():
    expected = of_rows(KEPT, conditional=GROUP[KEPT])
    given = {"metric_params": {"conditional": GROUP}, "missing": "omit"}
    truth = GAP, CODE
    found = fm.confidence_interval(AUC, truth, risk=A, **given)
    assert bounds(found) == expected
    found = fm.compare(AUC, truth, risk={"a": A, "b": B}, **given).values["a"]
    assert bounds(found) == pytest.approx(expected, rel=1e-12)
    report = fm.evaluate(truth, risk=A, conditional=GROUP, metrics=AUC, missing="omit")
    assert bounds(report.interval(AUC)) == expected
    assert report.omitted.by_column == {"time": int((~KEPT).sum())}
    # A row without a group is left out as well.
    group = np.where(KEPT, GROUP, np.nan)
    report = fm.evaluate(
        (TIME, CODE), risk=A, conditional=group, metrics=AUC, missing="omit"
    )
    assert bounds(report.interval(AUC)) == expected


def test_times_of_forecasts_in_groups():
    given = {"by": BY, "random_state": 0}
    found = fm.by_group(IBS, (TIME, CODE), survival=S_A, times=TIMES, **given)
    low = found.to_frame().set_index("group").loc["low"]
    rows = BY == "low"
    expected = fm.integrated_brier_score(TIME[rows], CODE[rows], S_A[rows], TIMES)
    assert bounds(low) == bounds(expected.confidence_interval())


def test_slices_of_the_leading_metrics():
    report = fm.evaluate((TIME, CODE), risk=A, survival=S_A, times=TIMES, by=BY)
    frame = report.slices.to_frame()
    assert [*frame["metric"].unique()] == ["concordance_index_ipcw", IBS]


def test_scaling_turns_the_direction():
    truth, models = (TIME, CODE), {"a": S_A, "b": S_B}
    given = {"survival": models, "times": TIMES}
    loss = fm.compare(IBS, truth, **given)
    best = loss.ranking[0]
    scaled = {"scaled": True}
    for metric, options in (
        (f"{IBS}(scaled=True)", {}),
        (f"{IBS}(scaled=True, method='left')", {}),
        ((IBS, scaled), {}),
        (IBS, {"metric_params": scaled}),
        (f"{IBS}(method='left')", {"metric_params": scaled}),
        (fm.integrated_brier_score, {"metric_params": scaled}),
    ):
        found = fm.compare(metric, truth, **given, **options)
        assert found.greater_is_better
        assert found.ranking[0] == best
    report = fm.evaluate(truth, **given, metrics=[IBS, (IBS, scaled)])
    assert report.ranking(f"{IBS}(scaled=True)")[0] == report.ranking(IBS)[0] == best
    assert not fm.compare(
        IBS, truth, **given, metric_params={"scaled": False}
    ).greater_is_better


def test_a_metric_takes_the_only_time():
    name, truth, models = "time_dependent_auc", (TIME, CODE), {"a": A, "b": B}
    expected = of_rows(slice(None))
    for times in (70, [70]):
        found = fm.confidence_interval(name, truth, risk=A, times=times)
        assert bounds(found) == expected
        found = fm.compare(name, truth, risk=models, times=times).values["a"]
        assert bounds(found) == pytest.approx(expected, rel=1e-12)
        given = {"metric_params": {"times": times}}
        assert bounds(fm.confidence_interval(name, truth, risk=A, **given)) == expected


def test_names_of_the_report_are_taken():
    report = fm.evaluate((TIME, CODE), risk={"a": A, "b": B}, times=[30, 70])
    for title in ("Uno's C-index", "Time-dependent AUC@70", AUC):
        assert len(report.ranking(title)) == 2
        fm.confidence_interval(title, (TIME, CODE), risk=A)


# ------------------------------------------------- models with different predictions


def test_models_with_different_predictions():
    given = {"risk": {"a": A, "b": B}, "survival": {"b": S_B, "c": S_A}}
    with pytest.warns(UserWarning, match="undefined on this data"):
        report = fm.evaluate((TIME, CODE), **given, times=TIMES, random_state=0)
    alone = {
        "a": fm.evaluate((TIME, CODE), risk=A),
        "c": fm.evaluate((TIME, CODE), survival=S_A, times=TIMES),
    }
    c_index, brier = "concordance_index_ipcw", "survival_brier_score@70"
    for name, model in ((c_index, "a"), (IBS, "c")):
        found, expected = report.interval(name, model), alone[model].interval(name)
        assert bounds(found) == pytest.approx(bounds(expected), rel=1e-12)
    for name, model in ((c_index, "c"), (IBS, "a"), (brier, "a")):
        found = report.interval(name, model)
        assert np.isnan(found.estimate)
        assert found.reason == "the model has no predictions that the metric reads"
    assert report.p_value(("a", "b"), c_index) < 1
    assert np.isnan(report.differences["a", "c"][c_index].estimate)
    assert [*report.calibration] == ["b", "c"]
    assert [*report.harrell] == ["a", "b"]
    assert report.curves["a"].brier is None
    assert report.curves["c"].auc is None
    text = report.to_text(full=True)
    assert "By time: a" in text
    assert "Differences by time: Brier score" not in text  # there are three times
    report.to_html()
    assert "模型没有该指标所读取的预测" in report.to_text(language="zh")


def test_probabilities_of_the_same_events():
    rng = np.random.default_rng(0)
    code = np.where(CODE > 0, rng.integers(1, 3, 200), 0)
    models = {"survival": {"a": S_A}, "incidence": {"b": 1 - S_B}, "times": TIMES}
    with pytest.raises(ValueError, match="event has several causes"):
        fm.evaluate((TIME, code), **models)
    with pytest.raises(ValueError, match="the model has survival and incidence"):
        fm.evaluate((TIME, CODE), survival=S_A, incidence=1 - S_A, times=TIMES)
    with pytest.raises(TypeError, match="got survival and incidence"):
        fm.compare("survival_brier_score@70", (TIME, CODE), **models)
    with pytest.warns(UserWarning, match="undefined.*survival_log_loss"):
        report = fm.evaluate((TIME, CODE), **models)
    expected = fm.integrated_brier_score(TIME, CODE, S_B, TIMES)
    found = report.interval(IBS, "b").estimate
    assert found == pytest.approx(expected, rel=1e-12)


def test_survival_counts_events_of_any_cause():
    rng = np.random.default_rng(0)
    code = np.where(CODE > 0, rng.integers(1, 3, 200), 0)
    report = fm.evaluate((TIME, code), survival=S_A, times=TIMES)
    died = int((code > 0).sum())
    assert f"events: {died}, censored: {200 - died}" in report.to_text()
    [first, *_] = report.to_dict()["by_time"]["model"]
    assert first["events"] == ((code > 0) & (TIME <= TIMES[0])).sum()
    report = fm.evaluate((TIME, code), incidence=1 - S_A, times=TIMES, cause=2)
    assert f"events of cause 2: {(code == 2).sum()}" in report.to_text()


def test_names_with_several_times_are_read_back():
    rates = np.exp(0.6 * A) / 100
    callables = [lambda t, rate=rate: np.exp(-rate * np.asarray(t)) for rate in rates]
    expected = fm.integrated_brier_score(TIME, CODE, S_A, TIMES)
    report = fm.evaluate(
        (TIME, CODE),
        survival=callables,
        times=[50],
        metrics=[(IBS, {"times": TIMES})],
    )
    [name] = report.metrics
    assert name == f"{IBS}(times=[30, 70, 100])"
    found = fm.confidence_interval(name, (TIME, CODE), survival=callables)
    assert found.estimate == pytest.approx(expected, rel=1e-12)
    assert report.interval(name).estimate == pytest.approx(expected, rel=1e-12)
