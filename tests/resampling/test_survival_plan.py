"""Intervals and comparisons of metrics of censored times, by all their doors."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from helpers.survival_models import TIMES, drawn, structured, survival_of

import fastmetrics as fm
from fastmetrics import compare, confidence_interval
from fastmetrics._common import bounds
from fastmetrics.intervals.bind import make_plans
from fastmetrics.intervals.resolve import resolve
from fastmetrics.metrics.survival.estimates import errors_of_pairs
from fastmetrics.resampling.plan import Design

TIME, CODE, A, B = drawn()
TRUTH = TIME, CODE
FORMS = [TRUTH, [*TRUTH], structured(*TRUTH), (TIME.tolist(), CODE.tolist())]
S_A, S_B = survival_of(A), survival_of(B)
AUC, BRIER = "time_dependent_auc@70", "survival_brier_score@70"
INTEGRATED = "integrated_brier_score"


def same(interval, score):
    """Whether an interval is the one that a function's value has."""
    own = score.confidence_interval(interval.confidence_level)
    assert (*interval, interval.standard_error) == (*own, own.standard_error)
    assert (interval.method, interval.reason) == (own.method, own.reason)


# ------------------------------------------------------------------ one model


def test_names_have_the_values_and_intervals_of_the_functions():
    auc = fm.time_dependent_auc(*TRUTH, A, 70)
    for truth in FORMS:
        same(confidence_interval(AUC, truth, risk=A), auc)
    same(confidence_interval(AUC, time=TIME, event=CODE, risk=A), auc)
    # A structured array says that scores without a name are risks.
    same(confidence_interval(AUC, structured(*TRUTH), A), auc)
    same(confidence_interval(AUC, TRUTH, risk=pl.Series(A)), auc)
    found = confidence_interval(AUC, TRUTH, risk=A, confidence_level=0.8)
    same(found, auc)
    c_index = fm.concordance_index_ipcw(*TRUTH, A, tau=60)
    params = {"tau": 60}
    same(
        confidence_interval(
            "concordance_index_ipcw", TRUTH, risk=A, metric_params=params
        ),
        c_index,
    )
    same(
        confidence_interval(
            "time_dependent_auc", TRUTH, risk=A, metric_params={"times": 70}
        ),
        auc,
    )


@one_case(
    "name,function",
    [
        (BRIER, fm.survival_brier_score),
        ("scaled_brier_score@70", fm.scaled_brier_score),
    ],
)
def test_probabilities_of_one_time_are_a_column_or_one_of_several(name, function):
    expected = function(*TRUTH, S_A[:, 1], 70)
    for survival, more in (
        (S_A[:, 1], {}),
        (S_A[:, [1]], {}),
        (S_A, {"times": TIMES}),
        (pd.DataFrame(S_A, columns=TIMES), {}),
        (pd.DataFrame(S_A, columns=TIMES), {"times": [30, 70]}),
        (pl.DataFrame(S_A, schema=[f"{t}" for t in TIMES], orient="row"), {}),
        ([lambda t, r=r: np.exp(-np.exp(0.6 * r) * t / 100) for r in A], {}),
    ):
        found = confidence_interval(name, TRUTH, survival=survival, **more)
        assert found.estimate == pytest.approx(float(expected), rel=1e-14)
        assert found.low == pytest.approx(expected.confidence_interval().low)
    same(
        confidence_interval(name, TRUTH, incidence=1 - S_A[:, 1]),
        function(*TRUTH, times=70, incidence=1 - S_A[:, 1]),
    )


def test_metrics_of_all_times():
    integrated = fm.integrated_brier_score(*TRUTH, S_A, TIMES)
    frame = pd.DataFrame(S_A, columns=TIMES)
    same(confidence_interval(INTEGRATED, TRUTH, survival=frame), integrated)
    params = {"times": TIMES}
    same(confidence_interval(INTEGRATED, TRUTH, survival=S_A, **params), integrated)
    same(
        confidence_interval(INTEGRATED, TRUTH, survival=S_A, metric_params=params),
        integrated,
    )
    params |= {"scaled": True}
    same(
        confidence_interval(INTEGRATED, TRUTH, survival=S_A, metric_params=params),
        fm.integrated_brier_score(*TRUTH, S_A, **params),
    )
    same(
        confidence_interval("survival_log_loss", TRUTH, survival=S_A, times=TIMES),
        fm.survival_log_loss(*TRUTH, S_A, TIMES),
    )


def test_options_of_censoring():
    group = (A > 0).astype(int)
    other = TIME[:150], CODE[:150]
    for params in (
        {"conditional": group},
        {"censoring": other},
        {"censoring": structured(*other)},
        {"left_limit": False},
    ):
        expected = fm.time_dependent_auc(*TRUTH, A, 70, **params)
        same(confidence_interval(AUC, TRUTH, risk=A, metric_params=params), expected)
        found = compare(AUC, TRUTH, risk={"a": A, "b": B}, metric_params=params)
        test = expected.difference(fm.time_dependent_auc(*TRUTH, B, 70, **params))
        assert found["a", "b"].pvalue == pytest.approx(test.pvalue, rel=1e-6)


def test_causes():
    time, code, a, _ = drawn(causes=2)
    for cause in (1, 2):
        params = {"cause": cause, "controls": "event-free"}
        name = f"time_dependent_auc(cause={cause}, controls='event-free')@70"
        same(
            confidence_interval(name, (time, code), risk=a),
            fm.time_dependent_auc(time, code, a, 70, **params),
        )


def test_areas_of_rows_in_order_have_exact_bounds():
    found = confidence_interval(AUC, TRUTH, risk=-TIME)
    n, m = int(((TIME <= 70) & (CODE == 1)).sum()), int((TIME > 70).sum())
    ends = bounds.perfect_auc(1.0, n, m, 0.95)
    assert found.method == "exact"
    assert (found.low, found.high) == ends
    # Equal risks do not vary, whatever rounding leaves of their influence.
    constant = confidence_interval(AUC, TRUTH, risk=np.zeros(len(A)))
    assert constant.estimate == 0.5
    assert np.isnan(constant.low)


# ------------------------------------------------------------------ methods


@pytest.mark.long
def test_bootstrap_draws_rows():
    for method in ("percentile", "basic", "bca", "normal", "bias-corrected"):
        found = confidence_interval(
            AUC, TRUTH, risk=A, method=method, n_resamples=199, random_state=1
        )
        assert found.method == method
        assert found.n_resamples == 199
        assert found.low < found.estimate < found.high
    # Replicates are values of the function on drawn rows, with the same weights for
    # all metrics of a call.
    one = confidence_interval(
        AUC, TRUTH, risk=A, method="percentile", n_resamples=5, random_state=1
    )
    names = ["concordance_index_ipcw", AUC]
    made = fm.evaluate(
        TRUTH, risk=A, metrics=names, method="percentile", n_resamples=5, random_state=1
    )
    assert made[AUC].distribution.tolist() == one.distribution.tolist()
    # The standard error of influence values is about that of replicates.
    auto = confidence_interval(AUC, TRUTH, risk=A)
    drawn_anew = confidence_interval(
        AUC, TRUTH, risk=A, method="normal", n_resamples=999, random_state=2
    )
    assert drawn_anew.standard_error == pytest.approx(auto.standard_error, rel=0.1)


def test_groups_of_censoring_are_drawn_with_their_rows():
    group = (A > 0).astype(int)
    found = confidence_interval(
        "concordance_index_ipcw",
        TRUTH,
        risk=A,
        metric_params={"conditional": group},
        method="percentile",
        n_resamples=99,
        random_state=0,
    )
    assert found.low < found.estimate < found.high


def test_a_time_after_the_drawn_rows_makes_a_replicate_undefined():
    late = np.sort(TIME)[-2]
    with pytest.warns(UserWarning, match="undefined"):
        found = confidence_interval(
            f"time_dependent_auc@{late:g}",
            TRUTH,
            risk=A,
            method="percentile",
            n_resamples=99,
            random_state=0,
        )
    assert found.n_undefined > 0
    # Another time of the same call is defined then.
    with pytest.warns(UserWarning, match="undefined"):
        report = fm.evaluate(
            TRUTH,
            risk=A,
            metrics=[AUC, f"time_dependent_auc@{late:g}"],
            method="percentile",
            n_resamples=99,
            random_state=0,
        )
    assert report[AUC].n_undefined == 0


@one_case(
    "options,error,says",
    [
        ({"method": "delong"}, ValueError, "infinitesimal-jackknife, percentile"),
        ({"method": "jackknife"}, ValueError, "is not for time_dependent_auc@70"),
        (
            {"method": "bca", "metric_params": {"censoring": TRUTH}},
            ValueError,
            "replicates draw the evaluated rows",
        ),
        ({"sample_weight": np.ones(200)}, ValueError, "take no sample_weight"),
        ({"groups": np.arange(200)}, ValueError, "take no groups"),
        ({"order": True}, ValueError, "take no order"),
        ({"stratified": True}, ValueError, "take no strata"),
        ({"pos_label": 1}, ValueError, "has no use for pos_label"),
        ({"risk": A[:9]}, ValueError, "time has 200, risk has 9"),
        ({"risk": np.where(A > 1, np.nan, A)}, ValueError, "risk"),
        ({"risk": np.array(["x"] * 200)}, ValueError, "risk"),
        ({"risk": np.zeros((200, 2))}, ValueError, "risk has 2 columns"),
        ({"risk": np.zeros((200, 2, 2))}, ValueError, "shape"),
        ({"risk": None}, TypeError, "needs risk of each model"),
        ({"risk": None, "survival": S_A[:, 1]}, TypeError, "needs risk of each model"),
        ({"time": TIME}, TypeError, "got time as well"),
        ({"times": [70, 30]}, ValueError, "times must increase"),
        ({"risks": A}, TypeError, "did you mean 'risk'"),
    ],
)
def test_bad_options(options, error, says):
    with pytest.raises(error, match=says):
        confidence_interval(AUC, TRUTH, **{"risk": A, **options})


@one_case(
    "truth,says",
    [
        (TIME, "y_true must be \\(time, event\\)"),
        ((TIME,), "y_true must be"),
        ((TIME, CODE, CODE), "y_true must be"),
        ("days", "y_true must be"),
        ((TIME, CODE[:9]), "time has 200, event has 9"),
        ((TIME - 99, CODE), "must not be negative"),
        ((TIME, CODE - 1), "event must be 0"),
        ((TIME, CODE + 0.5), "event must be 0"),
        ((TIME, np.zeros(200)), "no row has an event of cause 1"),
        ((np.where(TIME > 90, np.nan, TIME), CODE), "time"),
        (([], []), "no rows|0"),
        (None, "event is missing"),
        (structured(*TRUTH)[["days"]], "one field of bool"),
    ],
)
def test_bad_truths(truth, says):
    with pytest.raises(ValueError, match=says):
        confidence_interval(AUC, truth, risk=A)


def test_times_that_no_column_has():
    with pytest.raises(ValueError, match="no column for time 71: its times are"):
        confidence_interval("survival_brier_score@71", TRUTH, survival=S_A, times=TIMES)
    with pytest.raises(ValueError, match="times are missing"):
        confidence_interval(INTEGRATED, TRUTH, survival=S_A)
    with pytest.raises(ValueError, match="below 548"):
        confidence_interval("time_dependent_auc@9999", TRUTH, risk=A)
    # Columns of unknown times are not those of as many names.
    names = [f"time_dependent_auc@{time}" for time in TIMES]
    with pytest.raises(ValueError, match="risk has 3 columns, and there are 1 times"):
        compare(names, TRUTH, risk={"a": -S_A, "b": -S_B})


# ------------------------------------------------------------------ several models


def test_comparisons_are_the_tests_of_the_functions():
    models = {"a": A, "b": B, "c": A + B, "a again": 2 * A}
    names = ["concordance_index_ipcw", AUC]
    found = compare(names, TRUTH, risk=models)
    functions = [
        lambda risk: fm.concordance_index_ipcw(*TRUTH, risk),
        lambda risk: fm.time_dependent_auc(*TRUTH, risk, 70),
    ]
    for name, function in zip(names, functions, strict=True):
        scores = {model: function(risk) for model, risk in models.items()}
        for (one, other), made in found[name].differences.items():
            test = scores[one].difference(scores[other])
            assert made.estimate == pytest.approx(test.estimate, abs=1e-15)
            assert made.pvalue == pytest.approx(test.pvalue, rel=1e-6)
            if made.estimate:
                ends = test.confidence_interval()
                assert (made.low, made.high) == pytest.approx(ends, rel=1e-6)
        # In the same order, so equal.
        assert found[name]["a", "a again"].pvalue == 1
        pvalues = [one.pvalue for one in found[name].differences.values()]
        adjusted = [one.adjusted_pvalue for one in found[name].differences.values()]
        assert all(p <= q for p, q in zip(pvalues, adjusted, strict=True))


def test_errors_of_pairs_keep_their_digits():
    nearly = A + np.where(np.arange(200) == 3, 1e-3, 0.0)
    for risks in ([A, B, A + B], [A, nearly, A + 1e-9 * B, B]):
        every = [fm.time_dependent_auc(*TRUTH, risk, [70]) for risk in risks]
        found = errors_of_pairs([one[0]._of.computed for one in every])
        for i, one in enumerate(every):
            for j, other in enumerate(every):
                [error] = one.difference(other).standard_error
                assert found[i, j] == pytest.approx(error, rel=1e-8, abs=1e-15)


def test_comparisons_of_probabilities():
    found = compare(
        [BRIER, INTEGRATED, "survival_brier_score@30"],
        TRUTH,
        survival={"a": S_A, "b": S_B},
        times=TIMES,
    )
    scores = [fm.survival_brier_score(*TRUTH, s, TIMES) for s in (S_A, S_B)]
    tests = scores[0].difference(scores[1])
    for name, at in ((BRIER, 1), ("survival_brier_score@30", 0)):
        assert found[name]["a", "b"].estimate == tests.values[at]
        assert found[name]["a", "b"].pvalue == pytest.approx(tests.pvalue[at])
    both = [fm.integrated_brier_score(*TRUTH, s, TIMES) for s in (S_A, S_B)]
    made = found[INTEGRATED]["a", "b"]
    assert made.pvalue == pytest.approx(both[0].difference(both[1]).pvalue)


def test_rows_that_lack_a_value_are_left_out():
    time, a = TIME.copy(), A.copy()
    time[3], a[[3, 7]] = np.nan, np.nan
    kept = np.isfinite(time) & np.isfinite(a)
    expected = fm.time_dependent_auc(TIME[kept], CODE[kept], A[kept], 70)
    found = confidence_interval(AUC, (time, CODE), risk=a, missing="omit")
    same(found, expected)
    assert found.n_omitted == 2
    compared = compare(AUC, (time, CODE), risk={"a": a, "b": B}, missing="omit")
    assert compared.values["a"].estimate == float(expected)
    assert compared.notes[0].startswith("2 of 200 rows left out")
    found = confidence_interval(
        BRIER,
        time=time,
        event=CODE,
        survival=pd.DataFrame(S_A, columns=TIMES),
        times=[30, 70],
        missing="omit",
    )
    assert found.n_omitted == 1


@one_case(
    "given,error,says",
    [
        ({"risk": {"a": A}}, ValueError, "risk has 1 model"),
        ({"risk": A}, TypeError, "risk must be a mapping"),
        ({"risk": {"a": A, "b": B}, "survival": {"a": S_A}}, TypeError, "exactly one"),
        ({}, TypeError, "exactly one"),
        ({"risks": {"a": A, "b": B}}, TypeError, "there is no argument 'risks'"),
        ({"risk": {"a": A, "b": B[:9]}}, ValueError, "risk has 9"),
        (
            {"risk": {"a": A, "b": B}, "test": "permutation"},
            ValueError,
            "permutation.* is not for",
        ),
    ],
)
def test_bad_models(given, error, says):
    with pytest.raises(error, match=says):
        compare(AUC, TRUTH, **given)


def test_metrics_of_one_call_share_a_plan():
    names = ["time_dependent_auc@30", AUC, "concordance_index_ipcw"]
    wanted = [resolve(name, None) for name in names]
    models = {"a": {"risk": A}, "b": {"risk": B}}
    data = TRUTH, models, Design(), {"seed": 0, "progress": None}
    plans = make_plans(wanted, *data)
    assert len({id(plan) for plan, _ in plans}) == 1
    plan = plans[0][0]
    assert plan.kinds == ("risk",)
    assert plan.estimates[1, 1] == float(fm.time_dependent_auc(*TRUTH, B, 70))
    left_out = plan.jackknife(1, (0, 1), 0).values
    score = fm.time_dependent_auc(*TRUTH, A, 70)
    # Without a row, to first order.
    rest = np.arange(200) != 5
    exact = fm.time_dependent_auc(TIME[rest], CODE[rest], A[rest], 70)
    assert left_out[5, 0] - float(score) == pytest.approx(
        float(exact) - float(score), rel=0.05
    )


def test_a_metric_of_one_time_takes_that_of_the_data():
    columns = {
        "time": [1, 2, 3, 4, 5],
        "event": [1, 0, 1, 1, 0],
        "risk": [5, 3, 4, 2, 1],
    }
    named = fm.confidence_interval("time_dependent_auc@3", **columns)
    for metric in ("time_dependent_auc", fm.time_dependent_auc):
        found = fm.confidence_interval(metric, **columns, times=3)
        assert str(found) == str(named)
        with pytest.raises(TypeError, match="ask for 'time_dependent_auc@365'"):
            fm.confidence_interval(metric, **columns)
        with pytest.raises(ValueError, match="at each of 2 times"):
            fm.confidence_interval(metric, **columns, times=[2, 3])
