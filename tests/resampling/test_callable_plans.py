"""Plans of callables: rows repeated as drawn, and what is an error."""

import functools
import math
import traceback
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.bound import BoundMetric, record_of
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.plan import Data, Design, Refusal

Y = np.array([0, 1, 0, 1, 0, 0, 0, 0, 1, 2])
S = np.array([0.2, 0.8, 0.1, 0.3, 0.6, 0.5, 0.3, 0.2, 0.9, 0.4])
W = np.arange(1.0, 11)
G = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])


def mean_product(y_true, y_score, sample_weight=None, plus=1):
    return float(np.average(y_score * (y_true + plus), weights=sample_weight))


def plan_of(function, *parameters, design=(), y_true=Y, **models):
    """Make a plan for calls with each of the parameters."""
    design = Design(**dict(design))
    columns = {name: {"y_score": scores} for name, scores in models.items()}
    columns = columns or {"model": {"y_score": S}}
    plan = CallablePlan(
        Data({"y_true": y_true}, columns), design, {"function": function}
    )
    plan.ask([BoundMetric(record_of(function), one) for one in parameters or ({},)])
    return plan


# Draws are addressed by seed and replicate, so these numbers stay what they are.
DRAWN = [
    (
        {},
        0.71,
        [0.93, 0.54, 0.89, 0.9400000000000002],
        [
            *(0.7222222222222222, 0.7666666666666667, 0.7555555555555555),
            *(0.7666666666666667, 0.6111111111111112, 0.5888888888888889),
            *(0.7222222222222222, 0.7333333333333334, 0.6555555555555554),
            0.7777777777777778,
        ],
    ),
    (
        {"stratified": True},
        0.71,
        [0.74, 0.79, 0.78, 0.53],
        [
            *(0.7333333333333334, 0.7222222222222222, 0.6111111111111112),
            *(0.7666666666666667, 0.7777777777777778, 0.5888888888888889),
            *(0.7555555555555555, 0.7666666666666667, 0.6555555555555554),
            0.7222222222222222,
        ],
    ),
    (
        {"groups": G},
        0.71,
        [0.6, 0.72, 0.71, 0.78],
        [0.825, 0.6625, 0.8, 0.5125, 0.75],
    ),
    (
        {"groups": G, "sample_weight": W},
        0.8,
        [0.7338983050847457, 0.7000000000000001, 0.8, 0.8808510638297872],
        [
            *(1.0075, 0.7807692307692308, 0.8604166666666667),
            *(0.4388888888888889, 0.8636363636363636),
        ],
    ),
]


@one_case("design, estimate, replicates, left_out", DRAWN)
def test_what_a_seed_draws(design, estimate, replicates, left_out):
    plan = plan_of(mean_product, design=design)
    assert plan.estimates.tolist() == [[estimate]]
    found = plan.replicates([0], 7, 4, None)
    assert found.shape == (4, 1, 1)
    np.testing.assert_allclose(found.ravel(), replicates, rtol=1e-15)
    jackknife = plan.jackknife(0, (0,), 7)
    np.testing.assert_allclose(jackknife.values.ravel(), left_out, rtol=1e-15)
    assert jackknife.counts is None
    assert plan.n_units == len(left_out)


def test_models_and_parameters_share_the_rows():
    plan = plan_of(mean_product, {"plus": 1}, {"plus": 0}, a=S, b=1 - S)
    found = plan.replicates([0, 1], 7, 4, None)
    assert found.shape == (4, 2, 2)
    for k, scores in enumerate((S, 1 - S)):
        for j, plus in enumerate((1, 0)):
            alone = plan_of(mean_product, {"plus": plus}, model=scores)
            assert (
                found[:, k, j].tolist()
                == alone.replicates([0], 7, 4, None).ravel().tolist()
            )
    assert plan.replicates([1], 7, 4, None)[..., 0].tolist() == found[..., 1].tolist()
    pair = plan.jackknife(0, (0, 1), 7).values
    assert pair.shape == (10, 2)
    assert plan.rows_per_replicate == 20


def of_group(y_true, y_score, *, group):
    """Take the mean difference of two groups, of whatever kind the column is."""
    of = np.asarray(group["g"] if isinstance(group, dict | pd.DataFrame) else group)
    return float(np.mean(y_score[of.ravel() == 1]) - np.mean(y_score[of.ravel() == 0]))


def test_parameters_with_a_value_for_each_row_are_drawn_with_the_rows():
    group = np.tile([0, 1], 30)
    scores = group + np.linspace(0, 1, 60)
    y_true = np.repeat([0, 1], 30)

    def interval(metric, **given):
        return fm.confidence_interval(
            metric, y_true, y_score=scores, n_resamples=99, random_state=0, **given
        )

    # Columns in which each row has its own group say what must come out.
    rows = np.column_stack([scores, group])
    expected = fm.confidence_interval(
        lambda y, both: of_group(y, both[:, 0], group=both[:, 1]),
        y_true,
        y_score=rows,
        n_resamples=99,
        random_state=0,
    )
    assert expected.low < 1 < expected.high
    for kind in (
        group,
        group.tolist(),
        pd.Series(group, index=np.arange(60)[::-1]),
        pl.Series(group),
        group[:, None],
        pd.DataFrame({"g": group}),
        {"g": group},
    ):
        for metric, params in (
            (of_group, {"group": kind}),
            (functools.partial(of_group, group=kind), None),
            ((of_group, {"group": kind}), None),
        ):
            found = interval(metric, metric_params=params)
            assert (found.low, found.high) == (expected.low, expected.high), type(kind)
    for held in (
        functools.partial(lambda group, y, s: of_group(y, s, group=group), group),
        functools.partial(functools.partial(lambda a, y, s, g: 1.0, 1), g=group),
    ):
        with pytest.raises(ValueError, match="60 rows, which does not follow the rows"):
            interval(held)


def test_an_interval_that_excludes_its_estimate_warns():
    group = np.tile([0, 1], 30)
    scores = group + np.linspace(0, 1, 60)
    with pytest.warns(UserWarning, match="the interval excludes its own estimate"):
        fm.confidence_interval(
            lambda y, s: of_group(y, s, group=group),
            np.repeat([0, 1], 30),
            y_score=scores,
            n_resamples=99,
            random_state=0,
        )


def test_progress_is_told():
    seen = []
    plan_of(mean_product).replicates([0], 7, 3, lambda *at: seen.append(at))
    assert seen == [(1, 3), (2, 3), (3, 3)]


# ------------------------------------------------------------- undefined, or an error


def needs_both(y_true, y_pred):
    if len(set(y_true.tolist())) < 3:
        raise ValueError("a class is missing")
    return 1.0


def test_a_missing_class_is_undefined():
    found = plan_of(needs_both).replicates([0], 0, 50, None)
    assert 0 < np.isnan(found).sum() < 50
    kept = plan_of(needs_both, design={"stratified": True}).replicates([0], 0, 50, None)
    assert not np.isnan(kept).any()
    left_out = plan_of(needs_both).jackknife(0, (0,), 0).values
    assert np.isnan(left_out).sum() == 1  # the only row of class 2


def test_a_class_may_be_missing_in_what_is_predicted():
    def function(y_true, y_pred):
        return needs_both(y_pred, y_true)

    plan = plan_of(function, y_true=np.zeros(10, int), model=Y)
    assert np.isnan(plan.replicates([0], 0, 50, None)).any()


@one_case("warning", ["ours", "theirs"])
def test_an_undefined_metric_may_be_raised(warning):
    class Theirs(UserWarning):
        pass

    Theirs.__name__ = "UndefinedMetricWarning"

    def function(y_true, y_score):
        if y_score[0] != S[0]:
            raise UndefinedMetricWarning if warning == "ours" else Theirs
        return 1.0

    found = plan_of(function).replicates([0], 0, 50, None)
    assert 0 < np.isnan(found).sum() < 50


@one_case("continuous", [False, True])
def test_another_error_is_one(continuous):
    """All labels are there, or numbers are none: then it is no matter of the rows."""
    y_true = Y + 0.5 if continuous else np.zeros(10, int)

    def broken(y_true, y_score):
        if len(set(y_score.tolist())) < 8:
            raise ValueError("shapes do not match")
        return 1.0

    plan = plan_of(broken, y_true=y_true, model=np.arange(10) / 7)
    with pytest.raises(
        ValueError, match=r"broken failed on 10 rows .* do not match"
    ) as e:
        plan.replicates([0], 0, 50, None)
    assert isinstance(e.value.__cause__, ValueError)
    assert 'raise ValueError("shapes do not match")' in "".join(
        traceback.format_exception(e.value)
    )
    with pytest.raises(ValueError, match="do not match"):
        fm.confidence_interval(broken, y_true, np.arange(10) / 7, random_state=0)


def test_errors_of_other_kinds_come_out_as_they_are():
    def broken(y_true, y_score):
        if len(set(y_true.tolist())) < 3:
            raise KeyError("no such label")
        return 1.0

    with pytest.raises(KeyError, match="no such label"):
        plan_of(broken).replicates([0], 0, 50, None)


def test_our_own_functions_have_judged_the_data():
    """What they raise on a replicate is that it has too little for them."""
    X = np.arange(10) / 7
    labels = np.array([0] * 9 + [1])

    def silhouette(labels, x):
        return fm.silhouette_score(x[:, None], labels)

    plan = plan_of(fm.det_curve, y_true=Y, model=S)
    rows = np.zeros(10, int)
    error = ValueError("anything")
    assert plan._says_undefined(error, 0, rows)
    ours = plan_of(silhouette, y_true=labels, model=X)
    assert np.isnan(ours.replicates([0], 0, 20, None)).any()


def test_an_error_on_the_data_themselves_comes_out():
    with pytest.raises(ValueError, match=r"^a class is missing$"):
        _ = plan_of(needs_both, y_true=Y % 2).estimates
    with pytest.raises(ValueError, match="one number"):
        _ = plan_of(lambda y, s: s).estimates
    with pytest.raises(
        TypeError, match="must return one number, got 'high' of type str"
    ):
        fm.confidence_interval(lambda y, p: "high", [0, 1], [0, 1])


def test_nan_is_undefined_and_no_warning_comes_out():
    def function(y_true, y_score):
        warnings.warn("again and again", UserWarning, stacklevel=1)
        return math.nan if y_true.max() < 2 else 1.0

    plan = plan_of(function)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(plan.replicates([0], 0, 20, None)).any()


# ------------------------------------------------------------------------- refusals


def test_methods():
    plan = plan_of(mean_product)
    assert plan.method(0, "auto", (0,)) == "percentile"
    assert plan.method(0, "bca", (0,)) == "bca"
    for method, why in (
        ("wilson", "any callable"),
        ("jackknife", "of clustering"),
    ):
        refusal = plan.method(0, method, (0,))
        assert isinstance(refusal, Refusal)
        assert why in refusal.error
    assert plan.note(0, "auto", (0,)) == ""
    assert "stratified" in plan.advice
    assert plan_of(mean_product, design={"groups": G}).advice == ""


@one_case(
    "arguments, message",
    [
        ({"model": S[:3]}, r"y_true has 10, y_score has 3"),
        ({"y_true": [], "model": []}, "y_true is empty"),
        ({"design": {"groups": G, "stratified": True}}, "exclude each other"),
        ({"design": {"groups": G[:3]}}, "groups"),
        ({"design": {"sample_weight": -W}}, "sample_weight"),
        (
            {"design": {"stratified": True}, "y_true": np.eye(10)},
            "one-dimensional",
        ),
    ],
)
def test_bad_data(arguments, message):
    with pytest.raises(ValueError, match=message):
        plan_of(mean_product, **arguments)
