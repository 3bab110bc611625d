"""Labels made of scores by a threshold."""

import math

import numpy as np
import pytest

from fastmetrics.catalog import FAMILIES
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.scores.cutting import Cut, cut_models

[DERIVED] = FAMILIES["binary_scores"].derives
SCORES = [0.9, 0.2, 0.4, 0.5]


@pytest.mark.parametrize(
    ("y", "pos_label", "other"),
    [
        (["spam", "ham", "spam", "ham"], "spam", "ham"),
        ([1, -1, 1, -1], None, -1),
        ([True, False, True, False], None, False),
        ([3, 5, 3, 5], 3, 5),
        ([1, 1, 1, 1], None, 0),
        ([0, 0, 0, 0], None, 0),
    ],
)
def test_labels_are_those_of_the_truth(y, pos_label, other):
    positive = 1 if pos_label is None else pos_label
    made = Cut(y, pos_label, 0.5).labels(SCORES)
    assert made.tolist() == [positive, other, other, positive]


def test_every_model_is_cut_and_the_truth_is_encoded_once(monkeypatch):
    from fastmetrics.metrics.scores import cutting

    made = []

    def labels(*args):
        made.append(args)
        return original(*args)

    original = cutting.Labels
    monkeypatch.setattr(cutting, "Labels", labels)
    models = {"a": {"y_score": SCORES}, "b": {"y_score": [0, 1, 0, 1]}, "c": {}}
    found = DERIVED.make({"y_true": [0, 1, 0, 1]}, models, {"threshold": 0.5})
    assert {name: one["y_pred"].tolist() for name, one in found.items()} == {
        "a": [1, 0, 0, 1],
        "b": [0, 1, 0, 1],
    }
    assert len(made) == 1


def test_an_integer_above_a_floats_precision_keeps_its_side():
    big = 2**53
    assert Cut([0, 1], None, big).labels(np.array([big - 1, big])).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"threshold": math.nan}, ValueError, "threshold is NaN"),
        ({"threshold": "high"}, TypeError, "threshold must be a number"),
        ({"y_true": [0, 1, 2, 1]}, ValueError, "y_true"),
        ({"y_true": ["a", "b", "a", "b"]}, ValueError, "pos_label is not specified"),
        ({"y_true": ["a"] * 4, "pos_label": "a"}, ValueError, "no other"),
        ({"models": {"m": {}}}, ValueError, "y_score, which is not given"),
        (
            {"models": {"m": {"y_score": SCORES, "y_pred": [0, 1, 0, 1]}}},
            ValueError,
            "model 'm' has labels in y_pred",
        ),
        (
            {"models": {"m": {"y_score": [0.1, math.nan, 0.2, 0.3]}}},
            ValueError,
            r"y_score\['m'\].*NaN",
        ),
        (
            {"models": {UNNAMED: {"y_score": [0.1, math.nan, 0.2, 0.3]}}},
            ValueError,
            "y_score .*NaN",
        ),
    ],
    ids=repr,
)
def test_bad_input(change, error, message):
    given = {"y_true": [0, 1, 0, 1], "models": {"m": {"y_score": SCORES}}, **change}
    options = {"threshold": 0.25, "pos_label": None}
    options |= {k: v for k, v in change.items() if k in options}
    with pytest.raises(error, match=message):
        cut_models({"y_true": given["y_true"]}, given["models"], options)
