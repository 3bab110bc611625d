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
