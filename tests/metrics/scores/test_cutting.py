"""Labels made of scores by a threshold."""

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.catalog import FAMILIES
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.scores.deriving import Cut, cut_models

[DERIVED] = FAMILIES["binary_scores"].derives
SCORES = [0.9, 0.2, 0.4, 0.5]


@one_case(
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
    from fastmetrics.metrics.scores import deriving as cutting

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


@one_case("dtype", ["f2", "f4", "f8", "g", "i8", "u8", "i1", "?"])
@one_case(
    "threshold",
    [
        *(0, -0.0, 0.1, 0.5, 1, -1, 2.5, 1e-45, 5e-324, -5e-324, 1e300, -1e300),
        *(math.inf, -math.inf, 2**53, 2**53 + 1, float(2**53), 2**63 - 1, 2**64),
        *(65504, 65519.9, 70000.0, -(2**63), 10**30, np.float32(0.1), np.int64(3)),
        *(np.float64(0.1), np.float16(0.1), True),
    ],
)
def test_a_strict_threshold_is_below_what_is_positive(dtype, threshold):
    """Exactly for whole numbers; in their own precision for others, as they were made.

    So 0.1 of single precision is not above 0.1, though the number is larger.
    """
    dtype = np.dtype(dtype)
    big = 2**53
    if dtype.kind == "f":
        # Scores have to be finite as numbers of double precision.
        largest = dtype.type(min(np.finfo(dtype).max, np.finfo(float).max))
        least = np.finfo(dtype).smallest_subnormal
        with np.errstate(over="ignore"):
            rounded = dtype.type(threshold)
        near = [
            np.nextafter(np.clip(rounded, -largest, largest), dtype.type(side))
            for side in (-largest, largest)
        ]
        scores = [*near, rounded, 0.0, -0.0, least, -least, 0.1, 0.5, 1.0, largest]
        scores = np.array([*scores, -largest], dtype)
        scores = scores[np.isfinite(scores)]
        at = rounded
    else:
        every = [0, 1, 2, 3, -1, big - 1, big, big + 1, big + 2, 2**63 - 1, -(2**63)]
        every += [2**64 - 1]
        low, high = (0, 1) if dtype.kind == "b" else _ends(dtype)
        scores = np.array([one for one in every if low <= one <= high], dtype)
        is_whole = isinstance(threshold, int | np.integer)
        at = int(threshold) if is_whole else float(threshold)
        at = at if math.isinf(at) else Fraction(at)
    for strict in (False, True):
        cut = Cut(np.zeros(len(scores)), None, threshold, strict)
        expected = [one > at if strict else one >= at for one in scores.tolist()]
        if dtype.kind == "f":
            expected = scores > at if strict else scores >= at
        assert cut.labels(scores).tolist() == [*map(float, expected)]


def _ends(dtype):
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def test_a_strict_threshold_of_many_scores(rng):
    for dtype in (np.float16, np.float32, np.float64):
        scores = rng.normal(size=2000).round(2).astype(dtype)
        for at in [*scores[:50], 0.25, -0.1]:
            made = Cut([0, 1], None, float(at), True).labels(scores)
            assert made.tolist() == (scores > dtype(at)).astype(int).tolist()


@one_case("strict", [1, None, "yes"])
def test_strict_is_yes_or_no(strict):
    with pytest.raises(TypeError, match="strict must be True or False"):
        Cut([0, 1], None, 0.5, strict)


@one_case(
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
)
def test_bad_input(change, error, message):
    given = {"y_true": [0, 1, 0, 1], "models": {"m": {"y_score": SCORES}}, **change}
    options = {"threshold": 0.25, "pos_label": None}
    options |= {k: v for k, v in change.items() if k in options}
    with pytest.raises(error, match=message):
        cut_models({"y_true": given["y_true"]}, given["models"], options)
