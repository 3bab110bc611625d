"""ListPlan: intervals of means over queries, of runs that are paired by query."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import RankedLists, confidence_interval, hit_rate, ndcg_score
from fastmetrics import geometric_mean_average_precision as gmap
from fastmetrics import mean_average_precision as average_precision
from fastmetrics.catalog import METRICS
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import refusals, row_intervals
from fastmetrics.resampling.list_plan import ListPlan
from fastmetrics.resampling.plan import Data, Design

N, DOCS = 40, 12
RNG = np.random.default_rng(7)
GRADES = RNG.binomial(3, 0.15, (N, DOCS))
GRADES[:, 0] = 1
SCORES = {"a": GRADES + RNG.normal(size=(N, DOCS)), "b": RNG.random((N, DOCS))}
LISTS = {name: RankedLists.from_dense(GRADES, one) for name, one in SCORES.items()}
WEIGHTS = RNG.exponential(size=N)
GROUPS = RNG.integers(0, 9, N)


def made(lists, names, method="auto", options=None, n_resamples=40, **design):
    data = Data({}, {name: {"lists": one} for name, one in lists.items()})
    plan = ListPlan(data, Design(**design), options or {})
    plan.ask([BoundMetric(METRICS[name], METRICS[name].parameters) for name in names])
    found = make_intervals(
        plan, confidence_level=0.9, method=method, n_resamples=n_resamples, seed=3
    )
    return found, plan


def listed(*arrays):
    return [None if one is None else np.asarray(one).tolist() for one in arrays]


@pytest.fixture
def many_groups(monkeypatch):
    """Some groups are as many as thousands."""
    monkeypatch.setattr(row_intervals, "MOST_GROUPS", 0)


@pytest.mark.usefixtures("many_groups")
@one_case("w", [None, WEIGHTS])
@one_case("g", [None, GROUPS])
@one_case(
    "name, function, given",
    [
        ("ndcg_score@5", ndcg_score, {"k": 5}),
        ("mean_average_precision", average_precision, {}),
    ],
)
def test_bounds_are_those_of_the_mean_of_the_queries(w, g, name, function, given):
    found, _ = made(LISTS, [name], sample_weight=w, groups=g)
    rows = {m: function(GRADES, s, **given, average=None) for m, s in SCORES.items()}
    for model, row in rows.items():
        one = found.values[model][name]
        value = function(GRADES, SCORES[model], **given, sample_weight=w)
        assert one.estimate == pytest.approx(value, rel=1e-14)
        bounds = plain.skew_t_interval(*listed(row, w, g), 0.9)
        assert (one.low, one.high) == pytest.approx(bounds, rel=1e-11)
        assert one.method == "skew-t"
    pair = found.differences["a", "b"][name]
    bounds = plain.t_interval(*listed(rows["a"] - rows["b"], w, g), 0.9)
    assert pair.method == "t"  # where skewness is mostly noise
    assert (pair.low, pair.high) == pytest.approx(bounds, rel=1e-10)


def test_replicates_draw_queries_and_both_runs_alike():
    names = ["mean_average_precision", "mean_reciprocal_rank"]
    found, plan = made(LISTS, names, "percentile")
    weights = plan._units.drawn_weights(3, 0)
    value = {
        model: average_precision(one, None, sample_weight=weights)
        for model, one in LISTS.items()
    }
    drawn = found.values["a"][names[0]].distribution
    assert drawn[0] == pytest.approx(value["a"], rel=1e-13)
    apart = found.differences["a", "b"][names[0]].distribution
    assert apart[0] == pytest.approx(value["a"] - value["b"], rel=1e-12)


def test_queries_without_relevant_documents():
    grades = GRADES.copy()
    grades[[2, 5, 9]] = 0
    lists = RankedLists.from_dense(grades, SCORES["a"])
    kept = np.flatnonzero(grades.any(axis=1))
    fewer = RankedLists.from_dense(grades[kept], SCORES["a"][kept])
    names = ["mean_average_precision", "judged_at_k@5"]
    skipped, plan = made({"a": lists}, names, options={"empty": "skip"})
    expected, _ = made({"a": fewer}, names)
    one, other = skipped.values["a"][names[0]], expected.values["a"][names[0]]
    assert (one.low, one.high) == (other.low, other.high)
    assert one.estimate == average_precision(lists, None, empty="skip")
    # What asks for no relevant document is of all queries.
    assert np.isnan(plan.row_values(0, 0)).sum() == 3
    assert not np.isnan(plan.row_values(1, 0)).any()
    zeros, _ = made({"a": lists}, names)
    assert zeros.values["a"][names[0]].estimate < one.estimate
    undefined, _ = made({"a": lists}, names, options={"empty": "nan"})
    assert math.isnan(undefined.values["a"][names[0]].estimate)
    with pytest.raises(ValueError, match="no relevant document"):
        made({"a": lists}, names, options={"empty": "error"})


def test_a_geometric_mean_is_judged_by_its_logarithm():
    name = "geometric_mean_average_precision"
    found, plan = made(LISTS, [name])
    one = found.values["a"][name]
    rows = average_precision(LISTS["a"], None, average=None)
    logs = np.log(np.maximum(rows, 1e-5))
    bounds = np.exp(plain.skew_t_interval(*listed(logs, None, None), 0.9))
    assert (one.low, one.high) == pytest.approx(bounds, rel=1e-11)
    assert one.estimate == pytest.approx(gmap(LISTS["a"], None), rel=1e-13)
    assert plan.of_queries(0, 0) == pytest.approx(rows, rel=1e-13)


def test_a_hit_rate_is_a_share_but_where_ties_are():
    [name] = ["hit_rate@2"]
    found, _ = made(LISTS, [name])
    assert found.values["b"][name].method == "wilson"
    tied = RankedLists.from_dense(GRADES, np.round(SCORES["b"], 1))
    values = hit_rate(tied, None, k=2, average=None)
    assert ((values > 0) & (values < 1)).any()
    found, _ = made({"b": tied}, [name])
    one = found.values["b"][name]
    bounds = plain.skew_t_interval(*listed(values, None, None), 0.9)
    assert one.method == "skew-t"
    assert (one.low, one.high) == pytest.approx(bounds, rel=1e-11)
    with pytest.raises(ValueError, match="where documents are tied"):
        made({"b": tied}, [name], "wilson")


def test_what_ties_leave_undefined_says_so():
    name = "eleven_point_average_precision"
    tied = RankedLists.from_dense(GRADES, np.round(SCORES["b"], 1))
    found, _ = made({"a": LISTS["a"], "b": tied}, [name, "ndcg_score"])
    one = found.values["b"][name]
    assert math.isnan(one.estimate)
    assert "ties" in one.reason
    assert not math.isnan(found.values["b"]["ndcg_score"].low)
    with pytest.raises(ValueError, match="ties"):
        confidence_interval(name, tied)


def test_runs_are_paired_by_query():
    order = RNG.permutation(N)
    shuffled = RankedLists.from_columns(
        np.repeat(order, DOCS), GRADES[order].ravel(), SCORES["b"][order].ravel()
    )
    found, plan = made({"a": LISTS["a"], "b": shuffled}, ["ndcg_score"])
    expected, _ = made(LISTS, ["ndcg_score"])
    one = found.differences["a", "b"]["ndcg_score"]
    other = expected.differences["a", "b"]["ndcg_score"]
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-12)
    assert plan.n_unmatched == 0
    few = RankedLists.from_columns(
        np.repeat(order[:30], DOCS),
        GRADES[order[:30]].ravel(),
        SCORES["b"][order[:30]].ravel(),
    )
    found, plan = made({"a": LISTS["a"], "b": few}, ["ndcg_score"])
    assert (plan.n_rows, plan.n_unmatched) == (30, 10)
    assert plan.query_ids.tolist() == sorted(order[:30].tolist())
    kept = np.sort(order[:30])
    value = ndcg_score(GRADES[kept], SCORES["a"][kept])
    assert found.values["a"]["ndcg_score"].estimate == pytest.approx(value, rel=1e-13)
    assert plan.value(0, 0) == found.values["a"]["ndcg_score"].estimate
    other = RankedLists.from_columns(["x", "x"], [1, 0], [0.5, 0.1])
    with pytest.raises(ValueError, match="no query is in all runs"):
        made({"a": LISTS["a"], "b": other}, ["ndcg_score"])


def test_confidence_interval_takes_matrices_columns_and_lists():
    found, _ = made(LISTS, ["ndcg_score@5"])
    expected = found.values["a"]["ndcg_score@5"]
    ids = np.repeat(np.arange(N), DOCS)
    flat = GRADES.ravel(), SCORES["a"].ravel()
    made_of = (
        confidence_interval("nDCG@5", LISTS["a"], confidence_level=0.9),
        confidence_interval(
            "ndcg_score",
            GRADES,
            y_score=SCORES["a"],
            metric_params={"k": 5},
            confidence_level=0.9,
        ),
        confidence_interval(
            ndcg_score,
            flat[0],
            y_score=flat[1],
            query_id=ids,
            metric_params={"k": 5},
            confidence_level=0.9,
        ),
    )
    for one in made_of:
        assert (one.low, one.high) == pytest.approx((expected.low, expected.high))
    with pytest.raises(ValueError, match="an interval is for one number"):
        confidence_interval("ndcg_score", LISTS["a"], metric_params={"average": None})


@one_case(
    "name, row",
    [
        (n, row)
        for n, row in METRICS.items()
        if row.task == "retrieval" and row.kind == "metric"
    ],
)
def test_every_metric_has_an_interval(name, row):
    required = {"k": 5, "recall": 0.5, "max_grade": 3}
    given = {one: required[one] for one in row.required}
    one = confidence_interval(name, LISTS["a"], metric_params=given)
    alone = row.targets == ("grades",)
    value = row.public(LISTS["a"], *(() if alone else (None,)), **given)
    if alone:
        of_grades = confidence_interval(name, GRADES)
        assert (of_grades.low, of_grades.high) == (one.low, one.high)
    assert one.estimate == pytest.approx(value, rel=1e-13)
    if not np.isnan(one.low):
        assert one.low <= value <= one.high
        assert one.low < one.high
    else:  # all queries have the same value
        assert one.reason == refusals.NO_SPREAD
