"""How far decisions differ between groups, by hand and by Fairlearn."""

import math

import numpy as np
import pytest

import fastmetrics as fm

NAMES = [
    f"{what}_{kind}"
    for what in ("demographic_parity", "equal_opportunity", "equalized_odds")
    for kind in ("difference", "ratio")
]
# Group a: tp 3, fn 1, fp 1, tn 3; group b: tp 1, fn 1, fp 1, tn 1.
TRUE = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0]
PREDICTED = [1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
GROUP = ["a"] * 8 + ["b"] * 4


def call(name, *columns, group=GROUP, **options):
    return getattr(fm, name)(*columns, sensitive_features=group, **options)


def test_by_hand():
    for name, options, expected in (
        ("demographic_parity_difference", {}, 0.0),  # both select one half
        ("demographic_parity_ratio", {}, 1.0),
        ("equal_opportunity_difference", {}, 0.25),  # 3/4 and 1/2
        ("equal_opportunity_ratio", {}, 2 / 3),
        ("equalized_odds_difference", {}, 0.25),  # false positive rates 1/4 and 1/2
        ("equalized_odds_difference", {"agg": "mean"}, 0.25),
        ("equalized_odds_ratio", {}, 0.5),
        ("equalized_odds_ratio", {"agg": "mean"}, (2 / 3 + 0.5) / 2),
        # of all rows 4/6: 1/12 from a, 1/6 from b
        ("equal_opportunity_difference", {"method": "to_overall"}, 1 / 6),
        ("equal_opportunity_ratio", {"method": "to_overall"}, 3 / 4),
    ):
        # Quotients of quotients are rounded twice.
        assert call(name, TRUE, PREDICTED, **options) == pytest.approx(
            expected, rel=1e-15
        ), name


def test_selection_rate_is_of_all_rows():
    assert fm.selection_rate(TRUE, PREDICTED) == 0.5
    assert fm.selection_rate(TRUE, PREDICTED, pos_label=0) == 0.5
    assert fm.selection_rate([0, 1], [1, 1], sample_weight=[1, 3]) == 1.0


def test_labels_of_any_kind_and_several_features():
    for name in NAMES:
        words = np.array(["control", "case"])
        y, p = words[TRUE], words[PREDICTED]
        told = call(name, y, p, pos_label="case")
        assert told == call(name, TRUE, PREDICTED), name
        both = {"one": GROUP, "two": [0] * 12}
        assert call(name, TRUE, PREDICTED, group=both) == told, name


def test_a_group_without_positives_is_left_out_with_a_warning():
    y = [1, 1, 0, 0, 0, 0]
    p = [1, 0, 0, 1, 1, 0]
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 2 groups"):
        found = call("equal_opportunity_difference", y, p, group=[0, 0, 0, 0, 1, 1])
    assert found == 0


def test_what_is_wrong_raises():
    for options, match in (
        ({"method": "all"}, "method"),
        ({"group": [0, 1]}, "inconsistent"),
        ({"group": [None] * 12}, "sensitive_features|by|null|missing"),
        ({"sample_weight": [-1.0] * 12}, "weight"),
    ):
        for name in NAMES:
            with pytest.raises((ValueError, TypeError), match=match):
                call(name, TRUE, PREDICTED, **options)


def test_an_unknown_agg_raises():
    with pytest.raises(ValueError, match="agg"):
        call("equalized_odds_ratio", TRUE, PREDICTED, agg="best")


def test_equals_fairlearn(rng):
    for name in NAMES:
        theirs = pytest.importorskip(
            "fairlearn.metrics", reason="Fairlearn is no dependency"
        )
        for k in range(10):
            y, p = rng.integers(0, 2, (2, 80))
            group = rng.integers(0, 3, 80)
            weights = rng.random(80) if k % 2 else None
            for method in ("between_groups", "to_overall"):
                options = {"method": method, "sample_weight": weights}
                expected = getattr(theirs, name)(
                    y, p, sensitive_features=group, **options
                )
                found = call(name, y, p, group=group, **options)
                # Sums of weights are made in another order.
                assert found == pytest.approx(expected, rel=1e-12) or math.isnan(
                    found
                ), name


def test_the_positive_label_is_one_of_the_labels():
    for known in ({}, {"pos_label": "cas"}):
        for name in NAMES:
            words = np.array(["control", "case"])
            # Of a label that no row has every group selects none: they seem alike.
            with pytest.raises(ValueError, match="is not a valid label"):
                call(name, words[TRUE], words[PREDICTED], **known)


def test_a_label_that_some_groups_lack_is_known():
    y_true, y_pred = [1, 0, 0, 0], [1, 1, 0, 0]
    found = call("demographic_parity_difference", y_true, y_pred, group=[*"aabb"])
    assert found == 1.0
