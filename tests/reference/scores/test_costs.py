"""Cost curves against hand-worked points and brute force."""

import math

import pytest
import sklearn.metrics
from helpers.one_case import one_case
from helpers.worked import LABELS, SCORES, draw

from fastmetrics import reference

inf, nan = math.inf, math.nan

# Rates by hand: threshold 4 -> (FPR 0, FNR ½), 3 -> (½, ½), 2 -> (½, 0), 1 -> (1, 0).
FOUR = ([1, 0, 1, 0], [4, 3, 2, 1])
# Two positives on top, the third below two negatives:
#   5 -> (0, ⅔), 4 -> (0, ⅓), 3 -> (⅓, ⅓), 2 -> (⅔, ⅓), 1 -> (⅔, 0), 0 -> (1, 0)
SIX = ([1, 1, 0, 0, 1, 0], [5, 4, 3, 2, 1, 0])


def test_cost_curve_of_four_rows_by_hand():
    # ½x from the threshold 4, ½(1 - x) from the threshold 2; they meet at x = ½.
    assert reference.cost_curve(*FOUR) == ([0, 0.5, 1], [0, 0.25, 0], [4, 2])
    assert reference.expected_cost(*FOUR) == 0.125
    assert reference.expected_cost(*FOUR, x_range=(0, 0.5)) == 0.0625
    assert reference.expected_cost(*FOUR, x_range=(0.25, 0.75)) == 0.125 - 2 / 64


def test_cost_curve_of_six_rows_by_hand():
    # ⅓x from the threshold 4, ⅔(1 - x) from the threshold 1: x = ⅔, y = 2/9.
    x, y, thresholds = reference.cost_curve(*SIX)
    assert (x, y, thresholds) == ([0, 2 / 3, 1], [0, 2 / 9, 0], [4, 1])
    assert reference.expected_cost(*SIX) == 1 / 9


def test_cost_curve_of_the_worked_example():
    # The ROC hull is (0, ¼) to (¾, 1); (¼, ½) and (½, ¾) lie on that edge.
    assert reference.cost_curve(LABELS, SCORES) == (
        [0, 0.5, 1],
        [0, 0.375, 0],
        [0.77, 0.23],
    )
    assert reference.expected_cost(LABELS, SCORES) == 3 / 16


def test_cost_curve_with_weights_by_hand():
    # Three times as much weight on the first negative: (0, ½) (¾, ½) (¾, 0) (1, 0);
    # ½x against ¾(1 - x), which meet at x = 3/5.
    x, y, thresholds = reference.cost_curve(*FOUR, sample_weight=[1, 3, 1, 1])
    assert (x, y, thresholds) == ([0, 3 / 5, 1], [0, 3 / 10, 0], [4, 2])


def test_a_useless_and_a_perfect_ranking():
    # Equal scores: only the constant classifiers, min(x, 1 - x).
    assert reference.cost_curve([1, 0], [5, 5]) == ([0, 0.5, 1], [0, 0.5, 0], [inf, 5])
    assert reference.expected_cost([1, 0], [5, 5]) == 0.25
    assert reference.cost_curve([1, 0], [6, 5]) == ([0, 1], [0, 0], [6])
    assert reference.expected_cost([1, 0], [6, 5]) == 0
    # Worse than useless: still min(x, 1 - x), never above it.
    assert reference.cost_curve([1, 0], [5, 6]) == ([0, 0.5, 1], [0, 0.5, 0], [inf, 5])


@one_case("seed", range(6))
def test_the_envelope_is_the_lowest_line_everywhere(seed):
    labels, scores, weights = draw(seed, weights=seed % 2 == 1)
    fpr, tpr, _ = sklearn.metrics.roc_curve(labels, scores, sample_weight=weights)
    x, y, thresholds = reference.cost_curve(labels, scores, sample_weight=weights)
    assert len(x) == len(y) == len(thresholds) + 1
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 0)
    assert thresholds == sorted(thresholds, reverse=True)
    area = 0
    for i in range(len(thresholds)):
        for part in (0, 0.25, 0.5, 1):
            at = x[i] + part * (x[i + 1] - x[i])
            height = y[i] + part * (y[i + 1] - y[i])
            lowest = min(
                (1 - at) * f + at * (1 - t) for f, t in zip(fpr, tpr, strict=True)
            )
            assert height == pytest.approx(lowest, abs=1e-14)
            used = rates_at(labels, scores, weights, thresholds[i])
            assert (1 - at) * used[0] + at * used[1] == pytest.approx(lowest, abs=1e-14)
        area += (x[i + 1] - x[i]) * (y[i] + y[i + 1]) / 2
    found = reference.expected_cost(labels, scores, sample_weight=weights)
    assert found == pytest.approx(area, rel=1e-13)
    # No vertex lies on the line through its neighbours: none is superfluous.
    for i in range(1, len(x) - 1):
        left = (y[i] - y[i - 1]) / (x[i] - x[i - 1])
        right = (y[i + 1] - y[i]) / (x[i + 1] - x[i])
        assert left > right + 1e-12


def rates_at(labels, scores, weights, threshold):
    """Return (FPR, FNR) of predicting positive where score >= threshold."""
    weights = weights or [1] * len(labels)
    rows = list(zip(labels, scores, weights, strict=True))
    positive = sum(w for y, _, w in rows if y)
    negative = sum(w for y, _, w in rows if not y)
    return (
        sum(w for y, s, w in rows if not y and s >= threshold) / negative,
        sum(w for y, s, w in rows if y and s < threshold) / positive,
    )


def test_probability_cost_by_hand():
    assert reference.probability_cost(0.5) == 0.5
    assert reference.probability_cost(0.25, cost_fn=3) == 0.5
    assert reference.probability_cost(0.5, cost_fn=1, cost_fp=3) == 0.25
    assert reference.probability_cost([0.0, 1.0]) == [0, 1]
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(reference.probability_cost(0.0, cost_fp=0))


def test_normalized_expected_cost_by_hand():
    cost = reference.normalized_expected_cost
    assert cost(0.5, 0.25, p_positive=0.5) == 0.375
    # ¼ · 3 against ¾ · 1: both halves.
    assert cost(0.5, 0.25, p_positive=0.25, cost_fn=3) == 0.375
    assert cost([0.5, 0.0], [0.25, 1.0], p_positive=1) == [0.5, 0]


@one_case(
    "call",
    [
        lambda: reference.probability_cost(1.5),
        lambda: reference.probability_cost(nan),
        lambda: reference.probability_cost(0.5, cost_fn=-1),
        lambda: reference.probability_cost(0.5, cost_fp=inf),
        lambda: reference.normalized_expected_cost(2, 0, p_positive=0.5),
        lambda: reference.expected_cost(*FOUR, x_range=(0.5, 0.5)),
        lambda: reference.expected_cost(*FOUR, x_range=(0, 2)),
    ],
)
def test_bad_arguments_raise(call):
    with pytest.raises(ValueError, match=r"."):
        call()


@one_case("labels", [[0, 0], [1, 1]])
def test_one_class_has_no_cost_curve(labels):
    with pytest.warns(reference.UndefinedMetricWarning):
        x, y, thresholds = reference.cost_curve(labels, [1, 2])
    assert x == [0, 1]
    assert all(map(math.isnan, [*y, *thresholds]))
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(reference.expected_cost(labels, [1, 2]))
