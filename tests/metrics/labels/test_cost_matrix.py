"""Costs by a matrix: worked numbers, the reference, costs of binary scores."""

import math

import numpy as np
import pandas
import polars
import pytest
from helpers.one_case import one_case
from helpers.score_cases import TWO_CLASSES, weights_for
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference

FUNCTIONS = [fm.cost_sensitive_error, fm.total_cost, fm.cost_sensitive_accuracy]
_rng = np.random.default_rng(23)
_true, _predicted = _rng.integers(0, 3, (2, 60))
_words = np.array(["cat", "dog", "fox"])
COSTS = [[0.5, 2, 5], [1, 0, 3], [4, 2.5, 0]]
BAD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "no rows": ([], [], {}),
    "multilabel": ([[0, 1], [1, 1]], [[0, 1], [1, 0]], {}),
    "continuous": ([0.5, 1.0], [0.5, 1.0], {}),
    "mixed": ([0, 1], ["0", "1"], {}),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0, 1], {"sample_weight": [0.0, 0.0]}),
    "negative weight": ([0, 1], [0, 1], {"sample_weight": [1.0, -1.0]}),
    "three labels": ([0, 1, 2], [0, 1, 2], {}),
    "labels too few": ([0, 1], [0, 1], {"labels": [0]}),
    "labels of others": ([0, 1], [0, 1], {"labels": [0, 2]}),
    "labels twice": ([0, 1], [0, 1], {"labels": [0, 0]}),
}


def row_by_row(y_true, y_pred, costs, weights=None):
    """(mean, sum, share saved), one row after the other."""
    costs = np.asarray(costs, float)
    weights = np.ones(len(y_true)) if weights is None else weights
    total = (costs[y_true, y_pred] * weights).sum()
    highest = (costs.max(axis=1)[y_true] * weights).sum()
    return total / weights.sum(), total, 1 - total / highest


@one_case("which", range(3))
class TestAll:
    @one_case("weighted", [False, True])
    def test_row_by_row(self, which, weighted):
        weights = _rng.exponential(size=60) if weighted else None
        found = FUNCTIONS[which](_true, _predicted, COSTS, sample_weight=weights)
        assert type(found) is float
        expected = row_by_row(_true, _predicted, COSTS, weights)[which]
        assert found == pytest.approx(expected, rel=1e-14)

    def test_labels(self, which):
        expected = FUNCTIONS[which](_true, _predicted, COSTS)
        true, predicted = _words[_true], _words[_predicted]
        assert FUNCTIONS[which](true, predicted, COSTS) == expected
        order = ["fox", "cat", "dog"]
        turned = np.array(COSTS)[np.ix_([2, 0, 1], [2, 0, 1])]
        found = FUNCTIONS[which](true, predicted, turned, labels=order)
        assert found == expected
        found = FUNCTIONS[which](true, predicted, turned, labels=np.array(order))
        assert found == expected

    def test_containers(self, which):
        expected = FUNCTIONS[which](_true, _predicted, COSTS)
        true, predicted = _words[_true], _words[_predicted]
        frame = pandas.DataFrame(COSTS, index=_words, columns=_words)
        shuffled = frame.loc[["fox", "cat", "dog"], ["dog", "fox", "cat"]]
        for matrix in (
            np.array(COSTS),
            np.asfortranarray(COSTS),
            np.ma.array(COSTS),
            tuple(map(tuple, COSTS)),
            polars.DataFrame(COSTS, orient="row"),
            frame,
            shuffled,
        ):
            assert FUNCTIONS[which](true, predicted, matrix) == expected

    def test_integers_of_128_bits(self, which):
        costs = [[0, 5, 2], [1, 0, 2], [7, 3, 0]]
        wide = polars.DataFrame(costs, orient="row").cast(polars.Int128)
        expected = FUNCTIONS[which](_true, _predicted, costs)
        assert FUNCTIONS[which](_true, _predicted, wide) == expected

    def test_labels_not_in_the_data(self, which):
        larger = np.full((4, 4), 1.0)
        larger[1:, 1:] = COSTS
        found = FUNCTIONS[which](_true, _predicted, larger, labels=[9, 0, 1, 2])
        assert found == FUNCTIONS[which](_true, _predicted, COSTS)

    @one_case("case", BAD)
    def test_bad_input(self, which, case):
        y_true, y_pred, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            FUNCTIONS[which](y_true, y_pred, [[0, 1], [1, 0]], **kwargs)

    def test_missing_costs_are_named(self, which):
        with pytest.raises(ValueError, match="costs of class 'fox' are missing"):
            FUNCTIONS[which](_words, _words, np.eye(2), labels=["cat", "dog"])
        with pytest.raises(ValueError, match="predicting 'dog' for class 'cat'"):
            FUNCTIONS[which](["cat", "dog"], ["dog", "cat"], [[0, np.nan], [1, 0]])


LABELS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1)
COST = st.integers(0, 9) | st.floats(0, 1e3, allow_subnormal=False)
MATRIX = st.lists(st.lists(COST, min_size=3, max_size=3), min_size=3, max_size=3)


@given(LABELS, MATRIX, st.permutations([0, 1, 2]))
def test_reference(rows, matrix, labels):
    y_true, y_pred = map(list, zip(*rows, strict=True))
    for which, function in enumerate(FUNCTIONS):
        highest = [max(matrix[labels.index(label)]) for label in y_true]
        if which == 2 and not any(highest):
            continue
        found = function(y_true, y_pred, matrix, labels=labels)
        twin = getattr(reference, function.__name__)
        expected = twin(y_true, y_pred, matrix, labels=labels)
        assert found == pytest.approx(expected, rel=1e-14, abs=1e-15)


def test_textbook():
    # Two ill patients of four rows: one sent home (50), one healthy one kept (1).
    y_true, y_pred = [0, 0, 1, 1], [0, 1, 1, 0]
    matrix = [[0, 1], [50, 0]]
    assert fm.total_cost(y_true, y_pred, matrix) == 51.0
    assert fm.cost_sensitive_error(y_true, y_pred, matrix) == 12.75
    assert fm.cost_sensitive_accuracy(y_true, y_pred, matrix) == 0.5


def test_unit_costs_count_errors():
    matrix = 1 - np.eye(3)
    errors = int((_true != _predicted).sum())
    assert fm.total_cost(_true, _predicted, matrix) == errors
    assert fm.cost_sensitive_error(_true, _predicted, matrix) == errors / 60
    assert fm.cost_sensitive_accuracy(_true, _predicted, matrix) == (60 - errors) / 60
    assert fm.cost_sensitive_error(_true, _predicted, matrix) == pytest.approx(
        fm.error_rate(_true, _predicted)
    )


def test_nothing_could_cost_anything():
    with pytest.warns(UndefinedMetricWarning, match="No prediction") as caught:
        found = fm.cost_sensitive_accuracy([0, 1], [0, 1], [[0, 0], [0, 0]])
    assert math.isnan(found)
    assert caught[0].filename == __file__


def test_gains_are_costs_below_0():
    # What a loan earns and what it loses: 2 granted and repaid, 1 lost, 1 refused.
    y_true, y_pred = ["good", "good", "bad", "bad"], ["good", "good", "good", "bad"]
    matrix = [[0, 100], [0, -10]]
    kwargs = {"labels": ["bad", "good"]}
    assert fm.total_cost(y_true, y_pred, matrix, **kwargs) == 80.0
    found = fm.cost_sensitive_accuracy(y_true, y_pred, matrix, **kwargs)
    assert found == 1 - 80 / 200
    with pytest.raises(ValueError, match="class 'good' it is -"):
        fm.cost_sensitive_accuracy(y_true, y_pred, [[0, 1], [-1, -2]], **kwargs)


@one_case("case", ["spread", "ties", "worked", "float32"])
@one_case("weighted", [False, True])
def test_consistent_with_the_costs_of_scores(case, weighted):
    y_true, y_score = TWO_CLASSES[case]
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    weights = weights_for(y_true) if weighted else None
    whole = len(y_true) if weights is None else weights.sum()
    prior = y_true.mean() if weights is None else weights @ y_true / whole
    cost_fn, cost_fp = 5.0, 2.0
    matrix = [[0, cost_fp], [cost_fn, 0]]
    kwargs = {"sample_weight": weights}
    best, least = fm.optimal_threshold(
        y_true, y_score, criterion="cost", cost_fn=cost_fn, cost_fp=cost_fp, **kwargs
    )
    fpr, tpr, thresholds = fm.roc_curve(
        y_true, y_score, drop_intermediate=False, **kwargs
    )
    for at, false_positive, true_positive in zip(thresholds, fpr, tpr, strict=True):
        predicted = (y_score >= at).astype(int)
        mean = fm.cost_sensitive_error(
            y_true, predicted, matrix, labels=[0, 1], **kwargs
        )
        total = fm.total_cost(y_true, predicted, matrix, labels=[0, 1], **kwargs)
        assert total == pytest.approx(whole * mean)
        assert mean >= least - 1e-14
        if at == best:
            assert mean == pytest.approx(least)
        # A share of the cost of every row predicted wrong.
        share = fm.normalized_expected_cost(
            1 - true_positive,
            false_positive,
            p_positive=prior,
            cost_fn=cost_fn,
            cost_fp=cost_fp,
        )
        wrong = prior * cost_fn + (1 - prior) * cost_fp
        assert mean == pytest.approx(share * wrong, abs=1e-14)


def test_many_labels_are_no_table():
    labels = np.arange(300_000)  # a table of them would take 720 GB
    with pytest.raises(ValueError, match="costs of class 2 are missing"):
        fm.total_cost(labels, labels, [[0, 1], [1, 0]])


@pytest.mark.filterwarnings("error")
def test_huge_costs_add_up():
    true, predicted = [0, 1, 0, 1, 1], [1, 0, 1, 0, 1]
    huge = np.array([[0, 1e308], [5e307, 0]])
    assert fm.total_cost(true, predicted, huge) == np.inf  # 3e308
    assert fm.cost_sensitive_error(true, predicted, huge) == pytest.approx(6e307)
    assert fm.cost_sensitive_accuracy(true, predicted, huge) == pytest.approx(1 / 7)
    weights, modest = np.full(5, 1e300), huge / 1e290
    value = fm.cost_sensitive_error(true, predicted, modest, sample_weight=weights)
    assert value == pytest.approx(6e17)
    # Costs far below the largest one are not lost.
    wide = [[0, 1e300, 0], [0, 0, 1e-200], [0, 0, 0]]
    labels = {"labels": [0, 1, 2]}
    assert fm.total_cost([1], [2], wide, **labels) == 1e-200
