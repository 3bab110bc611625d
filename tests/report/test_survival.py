"""evaluate on censored times: metrics by time, calibration, pictures, slices."""

import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.shown import full
from helpers.survival_models import TIMES, drawn, structured, survival_of

import fastmetrics as fm
from fastmetrics import evaluate
from fastmetrics.report.plots.forest import kinds, pictures
from fastmetrics.show.pictures import Band, Intervals, Line

GOLDEN = Path(__file__).parents[1] / "golden" / "reports"
TIME, CODE, A, B = drawn()
TRUTH = TIME, CODE
S_A, S_B = survival_of(A), survival_of(B)
RISKS, CURVES = {"a": A, "b": B}, {"a": S_A, "b": S_B}
C_INDEX, AUC, BRIER = (
    *("concordance_index_ipcw", "time_dependent_auc", "survival_brier_score"),
)
KINDS = ["auc_by_time", "brier_by_time", "survival_calibration"]


@pytest.fixture(scope="module")
def report():
    return evaluate(TRUTH, risk=RISKS, survival=CURVES, times=TIMES, random_state=0)


def picture(report, kind):
    [made] = pictures(report, kind)
    return made


def test_values_are_those_of_the_functions(report):
    expected = {
        C_INDEX: lambda m: fm.concordance_index_ipcw(*TRUTH, RISKS[m]),
        "integrated_brier_score": lambda m: fm.integrated_brier_score(
            *TRUTH, CURVES[m], TIMES
        ),
        "survival_log_loss": lambda m: fm.survival_log_loss(*TRUTH, CURVES[m], TIMES),
    }
    for t in TIMES:
        expected |= {
            f"{AUC}@{t}": lambda m, t=t: fm.time_dependent_auc(*TRUTH, RISKS[m], t),
            f"{BRIER}@{t}": lambda m, t=t: fm.survival_brier_score(
                *TRUTH, CURVES[m], TIMES
            )[TIMES.index(t)],
            f"scaled_brier_score@{t}": lambda m, t=t: fm.scaled_brier_score(
                *TRUTH, CURVES[m], TIMES
            )[TIMES.index(t)],
        }
    assert {*report.metrics} == {*expected}
    for name, function in expected.items():
        scores = {model: function(model) for model in RISKS}
        for model, score in scores.items():
            own = score.confidence_interval()
            assert tuple(report.values[model][name]) == pytest.approx(tuple(own))
        test = scores["a"].difference(scores["b"])
        assert report.differences["a", "b"][name].estimate == test.estimate
        assert report.p_value(("a", "b"), name) == pytest.approx(test.pvalue, rel=1e-6)
    assert report.tasks == ["survival"]
    # The same report by all forms of the truth, and by both columns.
    for truth in (structured(*TRUTH), [*TRUTH]):
        other = evaluate(
            truth, risk=RISKS, survival=CURVES, times=TIMES, random_state=0
        )
        assert other.to_dict() == report.to_dict()
    other = evaluate(
        time=TIME,
        event=CODE,
        risk=RISKS,
        survival={m: pd.DataFrame(s, columns=TIMES) for m, s in CURVES.items()},
        random_state=0,
    )
    assert other.to_dict() == report.to_dict()


def test_what_the_section_has(report):
    assert (report.kind, report.times) == ("survival", TIMES)
    for model, risk in RISKS.items():
        auc = fm.time_dependent_auc(*TRUTH, risk, TIMES)
        brier = fm.survival_brier_score(*TRUTH, CURVES[model], TIMES)
        assert report.curves[model].auc.values.tolist() == auc.values.tolist()
        assert report.curves[model].brier.values.tolist() == brier.values.tolist()
        expected = fm.survival_calibration(*TRUTH, CURVES[model][:, 1], 70)
        assert report.calibration[model].to_dict() == expected.to_dict()
        harrell = fm.concordance_index(TIME, -risk, event_observed=CODE)
        assert report.harrell[model].estimate == pytest.approx(harrell)
    incidence = 1 - fm.kaplan_meier(*TRUTH).at(TIMES)
    assert report.reference == pytest.approx(incidence * (1 - incidence))
    frame = report.to_frame(per="time")
    assert frame.index.names == ["model", "time"]
    row = frame.loc[("b", 70)]
    auc = fm.time_dependent_auc(*TRUTH, B, 70)
    ends = [*auc.confidence_interval()]
    assert [*row[["auc", "auc_low", "auc_high"]]] == pytest.approx(ends)
    assert (row["events"], row["at_risk"]) == (
        int(((TIME <= 70) & (CODE == 1)).sum()),
        int((TIME > 70).sum()),
    )
    found = json.loads(json.dumps(report.to_dict()))
    assert found["by_time"]["b"][1]["auc"] == row["auc"]
    gaps = fm.time_dependent_auc(*TRUTH, A, TIMES).difference(
        fm.time_dependent_auc(*TRUTH, B, TIMES)
    )
    pvalues = found["differences_by_time"][0]["p_value"]
    assert pvalues == pytest.approx(gaps.pvalue.tolist())
    assert pickle.loads(pickle.dumps(report)).metrics == report.metrics


@one_case("language,name", [("en", "survival.md"), ("zh", "survival.zh.md")])
def test_text(language, name):
    time, code, a, b = drawn(80, seed=4)
    times = np.arange(20, 160, 10)
    made = evaluate(
        (time, code),
        risk={"a": a, "b": b},
        survival={"a": survival_of(a, times=times), "b": survival_of(b, times=times)},
        times=times,
        random_state=0,
    )
    text = made.to_markdown(full=True, language=language)
    assert text == (GOLDEN / name).read_text("utf-8")


def test_causes():
    time, code, a, _ = drawn(causes=2)
    given = {"incidence": (1 - S_A) / 2, "times": TIMES, "random_state": 0}
    for cause in (1, 2):
        report = evaluate((time, code), risk=a, cause=cause, **given)
        auc = fm.time_dependent_auc(time, code, a, 70, cause=cause)
        assert report[f"{AUC}@70"].estimate == float(auc)
        text = full(report)
        n, others = int((code == cause).sum()), int((code == 3 - cause).sum())
        assert f"events of cause {cause}: {n}, of others: {others}, censored: " in text
        assert "Brier, Aalen–Johansen" in text
        assert report.harrell == {}
        shares = fm.aalen_johansen(time, code, cause=cause).at(TIMES)
        assert report.reference == pytest.approx(shares * (1 - shares))


def test_times_that_nobody_gave():
    report = evaluate(TRUTH, risk=A, random_state=0)
    quartiles = np.quantile(TIME[CODE == 1], [0.25, 0.5, 0.75])
    assert report.times == pytest.approx(quartiles, rel=0.01)
    assert "times of evaluation are the quartiles of the times of events" in full(
        report
    )
    report = evaluate(TRUTH, risk=A, metrics=[f"{AUC}@50", C_INDEX], random_state=0)
    assert report.times == [50]
    assert "quartiles" not in full(report)
    # A metric without its time is asked at those of the report.
    report = evaluate(TRUTH, risk=A, metrics=[AUC], times=[20, 50], random_state=0)
    assert report.metrics == [f"{AUC}@20", f"{AUC}@50"]


def test_many_times_have_values_at_three_and_curves_at_all():
    times = np.arange(5, 105, 5)
    report = evaluate(
        TRUTH, risk=RISKS, times=times, survival={
            m: survival_of(r, times=times) for m, r in RISKS.items()
        }, random_state=0,
    )  # fmt: skip
    assert [name for name in report.metrics if AUC in name] == [
        f"{AUC}@{t}" for t in (20, 55, 85)
    ]
    assert len(report.to_frame(per="time")) == 40
    text = full(report)
    assert "20 times, among them 15, 35, 55, 75, 95\n" in text
    assert "Differences by time: AUC" in text
    assert "By time: 12 of 20 times: a" in text


def test_what_models_lack_is_left_out():
    report = evaluate(TRUTH, survival=S_A[:, 1], times=70)
    assert report.metrics == [f"{BRIER}@70", "scaled_brier_score@70"]
    report = evaluate(TRUTH, risk=-S_A, times=TIMES)  # a risk for each time
    assert report.metrics == [f"{AUC}@{time}" for time in TIMES]
    expected = fm.time_dependent_auc(*TRUTH, -S_A, TIMES)
    values = [report[name].estimate for name in report.metrics]
    assert values == pytest.approx(expected.values)


def test_few_rows_and_equal_risks():
    report = evaluate(([1, 2, 3], [1, 0, 1]), risk=[3, 2, 1], random_state=0)
    assert "no variance to estimate" in full(report)
    report = evaluate(TRUTH, risk=np.zeros(200), random_state=0)
    assert np.isnan(report[C_INDEX].low)
    with pytest.warns(fm.UndefinedMetricWarning, match=C_INDEX):
        report = evaluate(([1], [1]), risk=[3], random_state=0)
    assert full(report)


@one_case(
    "given,error,says",
    [
        ({"groups": np.arange(200)}, ValueError, "no use for groups"),
        ({"sample_weight": np.ones(200)}, ValueError, "no use for sample_weight"),
        ({"folds": np.arange(200) % 5}, ValueError, "no use for folds"),
        ({"threshold": 0.5}, ValueError, "no use for threshold"),
        ({"y_score": A}, ValueError, "no use for y_score"),
        ({"times": [50, 9999]}, ValueError, "times must be below"),
        ({"times": [50, 20]}, ValueError, "times must increase"),
        ({"times": "x"}, (ValueError, TypeError), "times"),
        ({"cause": 3}, ValueError, "no row has an event of cause 3"),
        ({"cause": 0.5}, (ValueError, TypeError), "cause"),
        ({"metrics": [f"{BRIER}@50"]}, ValueError, "give time, event and survival"),
        ({"metrics": ["roc_auc_score"]}, ValueError, "its task is 'binary_scores'"),
        ({"metrics": [f"{AUC}@9999"]}, ValueError, "times must be below"),
        ({"survival": S_A}, ValueError, "times are missing"),
        ({"survival": S_A + 1, "times": TIMES}, ValueError, r"must be in \[0, 1\]"),
        ({"survival": S_A[:, ::-1], "times": TIMES}, ValueError, "increases in row 0"),
        ({"survival": S_A, "times": [30, 70]}, ValueError, "has 3 columns"),
        ({"censoring": 5}, (ValueError, TypeError), "event is missing"),
        ({"conditional": A > 0, "censoring": TRUTH}, ValueError, "exclude each other"),
    ],
)
def test_bad_arguments(given, error, says):
    with pytest.raises(error, match=says):
        evaluate(TRUTH, risk=A, random_state=0, **given)


def test_bad_truths():
    for truth, says in (
        (TIME, "y_true must be"),
        ((TIME, 0 * CODE), "no row has an event"),
        ((TIME, CODE[:9]), "time has 200, event has 9"),
    ):
        with pytest.raises(ValueError, match=says):
            evaluate(truth, risk=A)
    with pytest.raises(TypeError, match="got time as well"):
        evaluate(TRUTH, time=TIME, risk=A)
    with pytest.raises(TypeError, match="event is None"):
        evaluate(time=TIME, risk=A)


def test_options_reach_all_numbers():
    group = (A > 0).astype(int)
    report = evaluate(
        TRUTH, risk=A, survival=S_A, times=TIMES, conditional=group, random_state=0
    )
    how = {"conditional": group}
    assert report[C_INDEX].estimate == float(
        fm.concordance_index_ipcw(*TRUTH, A, **how)
    )
    expected = fm.survival_calibration(*TRUTH, S_A[:, 1], 70, **how)
    assert report.calibration["model"].to_dict() == expected.to_dict()
    curve = fm.time_dependent_auc(*TRUTH, A, TIMES, **how)
    assert report.curves["model"].auc.values.tolist() == curve.values.tolist()


def test_slices():
    by = np.where(A > 0, "high", "low")
    report = evaluate(
        TRUTH, risk=RISKS, survival=CURVES, times=TIMES, by=by,
        metrics=[C_INDEX, f"{BRIER}@70"], random_state=0,
    )  # fmt: skip
    frame = report.slices.to_frame().set_index(["model", "metric", "group"])
    for group in ("high", "low"):
        rows = by == group
        part = TIME[rows], CODE[rows]
        for key, expected in (
            (("a", C_INDEX), fm.concordance_index_ipcw(*part, A[rows])),
            (("b", f"{BRIER}@70"), fm.survival_brier_score(*part, S_B[rows, 1], 70)),
        ):
            found = frame.loc[(*key, group), ["estimate", "low", "high"]]
            assert [*found] == [*expected.confidence_interval()]


def test_rows_that_lack_a_value_are_left_out():
    time = np.where(np.arange(200) == 3, np.nan, TIME)
    report = evaluate(
        (time, CODE), risk=RISKS, survival=CURVES, times=TIMES, missing="omit"
    )
    assert report.omitted.n == 1
    kept = np.arange(200) != 3
    expected = fm.concordance_index_ipcw(TIME[kept], CODE[kept], A[kept])
    assert report.values["a"][C_INDEX].estimate == float(expected)


# ------------------------------------------------------------------ pictures


def test_kinds(report):
    assert {*KINDS} <= {*kinds()}
    assert {*KINDS} <= {made.name for made in pictures(report, "auto")}


def test_metrics_by_time(report):
    for kind, name in (("auc_by_time", "auc"), ("brier_by_time", "brier")):
        made = picture(report, kind)
        [panel] = made.panels
        lines = [mark for mark in panel.marks if isinstance(mark, Line)]
        bands = [mark for mark in panel.marks if isinstance(mark, Band)]
        reference, *models = sorted(lines, key=lambda one: one.role == "data")
        assert reference.role == "reference"
        for model, line, band in zip(RISKS, models, bands, strict=True):
            scores = getattr(report.curves[model], name)
            assert line.y.tolist() == scores.values.tolist()
            low, high = scores.confidence_interval()
            assert (band.low.tolist(), band.high.tolist()) == (
                low.tolist(),
                high.tolist(),
            )
    assert made.title.startswith("Brier score by time: ")
    assert reference.y.tolist() == report.reference.tolist()


def test_calibration_picture(report):
    made = picture(report, "survival_calibration")
    assert [panel.title for panel in made.panels] == ["a", "b"]
    [marks] = [m for m in made.panels[0].marks if isinstance(m, Intervals)]
    table = [
        one for one in report.calibration["a"].table if one.observed == one.observed
    ]
    assert marks.value.tolist() == [one.observed for one in table]
    assert made.title == "Calibration at time 70"


def test_pictures_of_little_and_in_all_forms(report):
    alone = evaluate(TRUTH, risk=A, times=50, random_state=0)
    [made] = pictures(alone, "auc_by_time")
    assert made.title.startswith("AUC by time: AUC at time 50 of model is ")
    with pytest.raises(ValueError, match="no probabilities of survival"):
        pictures(alone, "brier_by_time")
    html = report.to_html(language="zh")
    assert "时刻 70 的校准" in html
    assert "\\begin{table}" in report.to_latex(full=True)
