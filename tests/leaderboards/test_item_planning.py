"""Planned items and runs, and variance components: forms, texts and errors."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import item_sample_size, score_variance


def test_a_plan_says_what_is_planned():
    plan = item_sample_size(0.03, standard_deviation=0.3)
    assert plan == fm.ItemPlan(785, 1)
    assert math.isnan(plan.cost)
    assert plan.to_dict() == {"n_items": 785, "runs": 1, "cost": None}
    with_cost = item_sample_size(
        -0.03, standard_deviation=0.3, within=0.3, cost_per_item=16, cost_per_run=1
    )
    assert str(with_cost) == "1,178 items, 4 runs of each item and model, cost 28272"
    given = item_sample_size(
        0.03, standard_deviation=0.3, within=0.3, runs=1, cost_per_item=16
    )
    assert given.cost == 16 * given.n_items


def test_the_number_of_items_has_the_power(rng):
    plan = item_sample_size(0.1, standard_deviation=0.4, within=0.3, runs=2, power=0.9)
    n_sets = 2000
    expected = 0.1 + 0.4 * rng.normal(size=(n_sets, plan.n_items))
    noise = 0.3 * rng.normal(size=(n_sets, plan.n_items, 4)).sum(axis=2) / 2
    found = expected + noise
    t = found.mean(axis=1) / found.std(axis=1, ddof=1) * math.sqrt(plan.n_items)
    # Student's t in place of the normal distribution loses about a percent.
    assert np.mean(np.abs(t) > 1.96) == pytest.approx(0.9, abs=0.03)


@one_case(
    "options,kind,match",
    [
        ({}, ValueError, "one of scores and standard_deviation"),
        ({"standard_deviation": -1}, ValueError, "standard_deviation"),
        ({"standard_deviation": 1, "power": 1}, ValueError, "power"),
        ({"standard_deviation": 1, "alpha": 0}, ValueError, "alpha"),
        ({"standard_deviation": 1, "runs": 0}, ValueError, "runs"),
        ({"standard_deviation": 1, "paired": 1}, TypeError, "paired"),
        ({"standard_deviation": 1, "cost_per_run": -1}, ValueError, "cost_per_run"),
        ({"standard_deviation": 1e300}, ValueError, "difference must be one that"),
        ({"scores": np.eye(4)}, ValueError, "two models, got 4 models"),
        ({"scores": np.eye(2), "within": 0.2}, ValueError, "give one of them"),
        ({"scores": np.eye(2), "runs": 2}, ValueError, "how runs vary"),
        (
            {"standard_deviation": 0, "within": 1, "cost_per_item": 1},
            ValueError,
            "no number of runs is cheapest",
        ),
        (
            {"standard_deviation": 1, "within": 1, "cost_per_item": 1},
            ValueError,
            "cost_per_run must be above 0",
        ),
    ],
)
def test_errors_of_plans(options, kind, match):
    with pytest.raises(kind, match=match):
        item_sample_size(0.1, **options)
    with pytest.raises(ValueError, match="difference must be finite and not 0"):
        item_sample_size(0, standard_deviation=1)


def test_components_as_text_and_as_records(rng):
    scores = rng.random((120, 2, 3)) < rng.random((120, 1, 1))
    found = score_variance(scores)
    assert [*found] == [0, 1]
    one = score_variance(scores, 1)
    assert one.to_dict() == found[1].to_dict()
    assert not one.within.approximate
    for part in one.parts().values():
        assert part.low < part.estimate < part.high
    text = str(one)
    assert "120 items, 360 runs" in text
    assert "Reliability of item means" in text
    frame = one.to_frame()
    assert frame.loc["within", "estimate"] == one.within.estimate
    assert one.to_dict()["between"]["method"] == "jackknife-t-root"


def test_one_run_shows_no_variance_within_items(rng):
    scores = rng.random((50, 1))
    found = score_variance(scores)
    assert found.between.estimate == pytest.approx(np.var(scores, ddof=1))
    assert math.isnan(found.within.estimate)
    assert "how runs vary" in found.within.reason
    assert "how runs vary" in str(found)


def test_estimates_below_0_have_an_interval_from_0():
    scores = np.array([[[1, 0]], [[0, 1]], [[1, 0]], [[1, 1]], [[0, 1]], [[0, 1]]])
    found = score_variance(scores)
    assert found.between.estimate < 0
    assert found.between.low == 0
    assert found.reliability.estimate == 0
    assert math.isnan(found.reliability.low)
    equal = score_variance(np.ones((5, 1, 3)))
    assert equal.between.estimate == equal.within.estimate == 0
    assert math.isnan(equal.reliability.estimate)
    with pytest.raises(ValueError, match="model must be one of"):
        score_variance(scores, "z")
