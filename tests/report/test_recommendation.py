"""Reports on lists of items: users, means over them, what is recommended most."""

import json
import math

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics as fm

RNG = np.random.default_rng(4)
N, ITEMS = 60, 30
NAMES = [f"film {i}" for i in range(ITEMS)]
RANKED = np.argsort(RNG.random((N, ITEMS)) - np.linspace(0, 1, ITEMS), axis=1)
A = [[NAMES[i] for i in row[:5]] for row in RANKED]
B = [[NAMES[i] for i in row[:3]] for row in RANKED]
FEATURES = RNG.random((ITEMS, 4))
POPULARITY = RNG.integers(1, 50, ITEMS)
GIVEN = {
    "catalog": NAMES,
    "items": NAMES,
    "features": FEATURES,
    "popularity": POPULARITY,
}


@pytest.fixture(scope="module")
def report():
    lists = [[], *A[1:]]
    return fm.evaluate(recommended={"a": lists, "b": B}, random_state=0, **GIVEN)


def test_values_are_those_of_the_functions(report):
    full = fm.evaluate(recommended={"a": A, "b": B}, random_state=0, **GIVEN)
    assert full["novelty"]["a"].estimate == pytest.approx(
        fm.novelty(A, POPULARITY, items=NAMES), rel=1e-14
    )
    assert full["item_gini"]["b"].estimate == fm.item_gini(B, NAMES)
    assert full["inter_user_diversity"]["a"].estimate == fm.inter_user_diversity(A)
    assert {*full.metrics} == {
        "novelty",
        "mean_popularity",
        "inter_user_diversity",
        "intra_list_diversity",
        "catalog_coverage",
        "item_gini",
        "distributional_coverage",
    }
    one = full.differences["a", "b"]["novelty"]
    apart = full["novelty"]["a"].estimate - full["novelty"]["b"].estimate
    assert one.estimate == pytest.approx(apart, rel=1e-12)
    assert one.low < apart < one.high


def test_an_interval_alone_is_that_of_the_report():
    full = fm.evaluate(recommended=A, popularity=POPULARITY, items=NAMES)
    alone = fm.confidence_interval(
        "novelty", recommended=A, popularity=POPULARITY, items=NAMES
    )
    assert alone.estimate == pytest.approx(full["novelty"].estimate, rel=1e-14)
    assert alone.low == pytest.approx(full["novelty"].low, rel=1e-14)
    first = fm.confidence_interval("inter_user_diversity", A)
    assert first.low == full["inter_user_diversity"].low


def test_options_of_a_metric():
    found = fm.confidence_interval(
        "novelty",
        recommended=A,
        popularity=POPULARITY,
        items=NAMES,
        metric_params={"k": 2, "n_users": 60, "base": 10},
    )
    expected = fm.novelty(A, POPULARITY, items=NAMES, k=2, n_users=60, base=10)
    assert found.estimate == pytest.approx(expected, rel=1e-14)
    cut = fm.evaluate(recommended=A, k=2, n_users=100, metrics=["user_coverage"])
    assert cut["user_coverage"].estimate == 0.6
    users = [f"u{i}" for i in range(N)]
    flat = fm.evaluate(
        recommended=[i for row in A for i in row],
        user_id=[u for u in users for _ in range(5)],
        popularity=dict(zip(NAMES, POPULARITY, strict=True)),
        metrics=["novelty"],
    )
    assert flat["novelty"].estimate == pytest.approx(
        fm.novelty(A, POPULARITY, items=NAMES), rel=1e-14
    )
    assert flat.to_frame(per="user").index[0] == ("model", "u0")


def test_users_without_a_list_are_left_out_for_all_models(report):
    assert report.lists["a"].n_empty == 1
    assert any("empty list for 1 of 60 users" in note for note in report.notes)
    expected = fm.novelty(B[1:], POPULARITY, items=NAMES)
    assert report["novelty"]["b"].estimate == pytest.approx(expected, rel=1e-14)
    # What is no mean over users is of all lists.
    assert report["item_gini"]["b"].estimate == fm.item_gini(B, NAMES)


def test_frame_of_users(report):
    frame = report.to_frame(per="user")
    assert frame.index.names == ["model", "user"]
    assert frame.loc[("a", 0), "items"] == 0
    assert math.isnan(frame.loc[("a", 0), "novelty"])
    one = fm.novelty([A[1]], POPULARITY, items=NAMES)
    assert frame.loc[("a", 1), "novelty"] == pytest.approx(one, rel=1e-14)


def test_items_that_are_recommended_most(report):
    first = report.most_recommended["b"][0]
    counts = fm.ItemCounts.from_lists(B)
    assert first.lists == counts.counts.max()
    assert first.share == first.lists / N
    assert str(first.item) in full(report)
    said = json.loads(json.dumps(report.to_dict()))
    assert said["most_recommended"]["b"][0]["lists"] == first.lists
    assert said["lists"]["a"]["n_empty"] == 1


def test_the_lorenz_curve_has_the_gini_index(report):
    [section] = report.sections.values()
    picture = section.picture("item_concentration")
    curves = [m for m in picture.panels[0].marks if m.series is not None]
    for curve, model in zip(curves, ("a", "b"), strict=True):
        area = np.trapezoid(curve.y, curve.x)
        assert 1 - 2 * area == pytest.approx(
            report["item_gini"][model].estimate, abs=2e-3
        )
    assert "lowest Gini index" in str(picture.title)
    plain = fm.evaluate(recommended=A)
    with pytest.raises(ValueError, match="no catalog of items"):
        plain.plot("item_concentration")


def test_both_languages(report):
    assert "60 位用户" in report.to_markdown("zh", full=True)
    assert "60 users" in full(report)


def test_counts_in_place_of_lists():
    counts = fm.ItemCounts.from_lists(A)
    found = fm.evaluate(counts)
    assert {*found.metrics} == {"inter_user_diversity", "distributional_coverage"}
    one = fm.confidence_interval("inter_user_diversity", counts)
    assert one.estimate == fm.inter_user_diversity(A)
    assert math.isnan(one.low)
    assert "single users" in one.reason
    with pytest.raises(TypeError, match="item_gini needs catalog"):
        fm.confidence_interval("item_gini", counts)
    with pytest.raises(ValueError, match="single users"):
        found.to_frame(per="user")
    with pytest.raises(ValueError, match="has no interval"):
        fm.confidence_interval("inter_user_diversity", counts, method="jackknife")


def test_what_is_missing_or_of_no_use():
    for given, error, message in (
        ({"metrics": ["novelty"]}, ValueError, "give popularity of each item"),
        ({"metrics": ["item_gini"]}, ValueError, "give catalog"),
        ({"metrics": ["user_coverage"]}, ValueError, "give n_users"),
        ({"metrics": ["unexpectedness"]}, ValueError, "give history"),
        ({"metrics": ["serendipity"]}, ValueError, "give relevant and expected"),
        ({"method": "bca"}, ValueError, "users who are drawn twice"),
        ({"y_score": [1]}, ValueError, "no use for y_score"),
        ({"sample_weight": [1] * N}, ValueError, "no use for sample_weight"),
        ({"k": 0}, ValueError, "k must be"),
    ):
        task = {"task": "recommendation"}
        with pytest.raises(error, match=message):
            fm.evaluate(recommended=A, **given, **task)


def test_models_have_the_same_users():
    with pytest.raises(ValueError, match="the same users of each model: 'a' 60, 'b' 2"):
        fm.evaluate(recommended={"a": A, "b": B[:2]})


def test_groups_of_users_are_drawn_together():
    groups = np.arange(N) // 3
    alone = fm.evaluate(recommended=A, popularity=POPULARITY, items=NAMES)
    found = fm.evaluate(
        recommended=A, popularity=POPULARITY, items=NAMES, groups=groups
    )
    assert found["novelty"].estimate == pytest.approx(alone["novelty"].estimate)
    assert found["novelty"].low != alone["novelty"].low
