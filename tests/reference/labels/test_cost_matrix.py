"""Costs by a matrix, worked by hand and held against the cost curve's formulas."""

import math

import pytest
from helpers.one_case import one_case
from helpers.worked import draw

from fastmetrics import reference

#     predicted  ant  bee  cat
COSTS = [
    [0, 2, 5],  # of an ant
    [1, -1, 3],  # of a bee: to be right gains 1
    [4, 4, 0.5],  # of a cat: to be right costs something too
]
TRUE = ["ant", "ant", "bee", "bee", "cat", "cat"]
PRED = ["ant", "cat", "bee", "ant", "cat", "bee"]
# 0 + 5 - 1 + 1 + ½ + 4 = 9½, at most 5 + 5 + 3 + 3 + 4 + 4 = 24


def test_costs_by_hand():
    assert reference.total_cost(TRUE, PRED, COSTS) == 9.5
    assert reference.cost_sensitive_error(TRUE, PRED, COSTS) == 9.5 / 6
    assert reference.cost_sensitive_accuracy(TRUE, PRED, COSTS) == 14.5 / 24


def test_weights_by_hand():
    weights = [1, 2, 0, 0.5, 4, 1]
    # 0 + 10 + 0 + ½ + 2 + 4 = 16½ of 5 + 10 + 0 + 1½ + 16 + 4 = 36½; Σw = 8½
    options = {"sample_weight": weights}
    assert reference.total_cost(TRUE, PRED, COSTS, **options) == 16.5
    assert reference.cost_sensitive_error(TRUE, PRED, COSTS, **options) == 16.5 / 8.5
    assert reference.cost_sensitive_accuracy(TRUE, PRED, COSTS, **options) == (
        pytest.approx(1 - 16.5 / 36.5, rel=1e-15)
    )


def test_labels_name_rows_and_columns():
    order = ["cat", "dog", "ant", "bee"]
    costs = [[0.5, 9, 4, 4], [9, 9, 9, 9], [5, 9, 0, 2], [3, 9, 1, -1]]
    assert reference.total_cost(TRUE, PRED, costs, labels=order) == 9.5
    # All could have been taken for a dog: at most 6 · 9.
    accuracy = reference.cost_sensitive_accuracy(TRUE, PRED, costs, labels=order)
    assert accuracy == pytest.approx(1 - 9.5 / 54, rel=1e-15)


def test_with_one_for_every_error_they_are_error_and_accuracy():
    ones = [[int(i != j) for j in range(3)] for i in range(3)]
    error = reference.error_rate(TRUE, PRED)
    assert reference.cost_sensitive_error(TRUE, PRED, ones) == error
    accuracy = reference.accuracy_score(TRUE, PRED)
    assert reference.cost_sensitive_accuracy(TRUE, PRED, ones) == accuracy


@one_case("weighted", [False, True])
@one_case(("cost_fn", "cost_fp"), [(1, 1), (5, 1), (0.5, 3)])
def test_two_classes_at_a_threshold(cost_fn, cost_fp, weighted):
    """The mean cost is the cost line's height times the worst mean cost there is."""
    labels, scores, weights = draw(3, weights=weighted)
    matrix = [[0, cost_fp], [cost_fn, 0]]
    w = weights or [1] * len(labels)
    p = sum(w for y, w in zip(labels, w, strict=True) if y) / sum(w)
    errors = {}
    for threshold in [*sorted(set(scores)), math.inf]:
        predicted = [int(score >= threshold) for score in scores]
        error = reference.cost_sensitive_error(
            labels, predicted, matrix, labels=[0, 1], sample_weight=weights
        )
        rates = [
            rate(labels, predicted, sample_weight=weights)
            for rate in (reference.false_negative_rate, reference.false_positive_rate)
        ]
        height = reference.normalized_expected_cost(
            *rates, p_positive=p, cost_fn=cost_fn, cost_fp=cost_fp
        )
        scale = p * cost_fn + (1 - p) * cost_fp
        assert error == pytest.approx(height * scale, rel=1e-13)
        errors[threshold] = error
    best = reference.optimal_threshold(
        labels, scores, cost_fn=cost_fn, cost_fp=cost_fp, sample_weight=weights
    )
    assert best == (
        max(t for t in errors if errors[t] == best[1]),
        min(errors.values()),
    )


def test_accuracy_without_any_cost_is_undefined():
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(
            reference.cost_sensitive_accuracy([0, 1], [0, 1], [[0, 0], [0, 0]])
        )


@one_case(
    ("call", "match"),
    [
        (lambda f: f(TRUE, PRED, [[0, 1], [1, 0]]), "3 × 3"),
        (lambda f: f(TRUE, PRED, [[0, 1, 1]] * 2), "3 × 3"),
        (lambda f: f(TRUE, PRED, COSTS, labels=["ant", "bee", "dog"]), "'cat'"),
        (lambda f: f(TRUE, PRED, COSTS, labels=["ant", "bee", "bee"]), "distinct"),
        (lambda f: f([0, 1], [0, 1], [[0, math.nan], [1, 0]]), "finite"),
        (lambda f: f([0, 1], [0, 1], [[0, math.inf], [1, 0]]), "finite"),
        (lambda f: f([[0, 1]], [[0, 1]], [[0, 1], [1, 0]]), "multilabel"),
    ],
)
def test_bad_arguments_raise(call, match):
    for function in (
        reference.total_cost,
        reference.cost_sensitive_error,
        reference.cost_sensitive_accuracy,
    ):
        with pytest.raises(ValueError, match=match):
            call(function)


def test_accuracy_needs_a_worst_case_that_costs():
    with pytest.raises(ValueError, match="class 1 "):
        reference.cost_sensitive_accuracy([0, 1], [0, 1], [[0, 1], [-1, -2]])
    assert reference.total_cost([0, 1], [0, 1], [[0, 1], [-1, -2]]) == -2
