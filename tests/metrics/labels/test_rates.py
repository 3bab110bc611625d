"""The nine rates: four of true classes, one of them twice, and four of predicted."""

import inspect
import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.label_cases import BAD, BINARY, ONE_SIDED, cells_of, label_weights
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference

# name -> (cell, other cell) of (tn, fp, fn, tp), value by hand for (2, 1, 1, 3)
RATES = {
    "true_positive_rate": (3, 2, 3 / 4),
    "true_negative_rate": (0, 1, 2 / 3),
    "specificity_score": (0, 1, 2 / 3),
    "false_positive_rate": (1, 0, 1 / 3),
    "false_negative_rate": (2, 3, 1 / 4),
    "positive_predictive_value": (3, 1, 3 / 4),
    "negative_predictive_value": (0, 2, 2 / 3),
    "false_discovery_rate": (1, 3, 1 / 4),
    "false_omission_rate": (2, 0, 1 / 3),
}
# name -> what scikit-learn calls it, and of which label it is
PEERS = {
    "true_positive_rate": (sk.recall_score, 1),
    "true_negative_rate": (sk.recall_score, 0),
    "specificity_score": (sk.recall_score, 0),
    "positive_predictive_value": (sk.precision_score, 1),
    "negative_predictive_value": (sk.precision_score, 0),
}
COMPLEMENTS = {
    "true_positive_rate": "false_negative_rate",
    "true_negative_rate": "false_positive_rate",
    "positive_predictive_value": "false_discovery_rate",
    "negative_predictive_value": "false_omission_rate",
}


def value(name, y_true, y_pred, **kwargs):
    return getattr(fm, name)(y_true, y_pred, **kwargs)


def quotient(name, cells):
    cell, other, _ = RATES[name]
    return cells[cell] / (cells[cell] + cells[other])


@one_case("name", RATES)
class TestRates:
    def test_by_hand(self, name):
        y_true, y_pred, _ = BINARY["by hand"]
        assert value(name, y_true, y_pred) == RATES[name][2]

    @one_case("case", BINARY)
    def test_unweighted(self, name, case):
        y_true, y_pred, pos_label = BINARY[case]
        found = value(name, y_true, y_pred, pos_label=pos_label)
        assert type(found) is float
        assert found == quotient(name, cells_of(y_true, y_pred, pos_label))
        twin = getattr(reference, name)
        y_true, y_pred = np.asarray(y_true).tolist(), np.asarray(y_pred).tolist()
        assert found == twin(y_true, y_pred, pos_label=pos_label)

    @one_case("case", BINARY)
    def test_weighted(self, name, case):
        y_true, y_pred, pos_label = BINARY[case]
        weights = label_weights(y_true)
        kwargs = {"pos_label": pos_label, "sample_weight": weights}
        expected = quotient(name, cells_of(y_true, y_pred, pos_label, weights))
        assert value(name, y_true, y_pred, **kwargs) == pytest.approx(expected)

    @one_case("case", ONE_SIDED)
    def test_undefined(self, name, case):
        y_true, y_pred = ONE_SIDED[case]
        cells = cells_of(y_true, y_pred)
        cell, other, _ = RATES[name]
        found, error, warned = outcome(getattr(fm, name), y_true, y_pred)
        assert error is None
        if cells[cell] + cells[other]:
            assert (found, warned) == (quotient(name, cells), [])
            return
        assert (found, warned) == (0.0, ["UndefinedMetricWarning"])
        for given_value in (0, 1, 0.0, 1.0, np.float64(1), math.nan):
            found = value(name, y_true, y_pred, zero_division=given_value)
            np.testing.assert_equal(found, float(given_value))

    def test_warning_points_at_the_caller(self, name):
        cell, other, _ = RATES[name]
        y_true, y_pred = next(
            columns
            for columns in ONE_SIDED.values()
            if not cells_of(*columns)[cell] + cells_of(*columns)[other]
        )
        function = getattr(fm, name)
        with pytest.warns(UndefinedMetricWarning, match=f"so {name} is") as caught:
            assert function(y_true, y_pred) == 0.0
        assert [one.filename for one in caught] == [__file__]

    @one_case("wrong", ["no", 0.5, 2, None, -1, math.inf, [0]])
    def test_bad_zero_division(self, name, wrong):
        with pytest.raises(ValueError, match="zero_division"):
            value(name, [0, 1], [0, 1], zero_division=wrong)

    @one_case("case", BAD)
    def test_bad_input(self, name, case):
        y_true, y_pred, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            value(name, y_true, y_pred, **kwargs)

    def test_positive_label(self, name):
        with pytest.raises(ValueError, match="pos_label='x'"):
            value(name, ["a", "b"], ["a", "b"], pos_label="x")


@one_case("name", PEERS)
@one_case("case", [*BINARY, *ONE_SIDED])
@one_case("weighted", [False, True])
def test_scikit_learn(name, case, weighted):
    if weighted and case in [*BINARY, *ONE_SIDED][2::2]:
        return
    y_true, y_pred, *_ = BINARY.get(case) or ONE_SIDED[case]
    labels = np.unique(np.concatenate((y_true, y_pred)))
    peer, label = PEERS[name]
    if len(labels) == 2:
        pos_label, of = labels[1].item(), labels[label].item()
    else:
        pos_label, of = 1, label
    kwargs = {"sample_weight": label_weights(y_true) if weighted else None}
    if kwargs["sample_weight"] is not None and not kwargs["sample_weight"].any():
        return
    ours = outcome(value, name, y_true, y_pred, pos_label=pos_label, **kwargs)
    theirs = outcome(peer, y_true, y_pred, pos_label=of, **kwargs)
    assert ours[1] is theirs[1] is None
    assert ours[0] == pytest.approx(theirs[0], rel=1e-14)
    assert ours[2] == theirs[2]


BITS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1)


@given(BITS)
def test_complements_add_up_to_one(rows):
    y_true, y_pred = zip(*rows, strict=True)
    for name, complement in COMPLEMENTS.items():
        first = value(name, y_true, y_pred, zero_division=math.nan)
        second = value(complement, y_true, y_pred, zero_division=math.nan)
        if math.isnan(first):
            assert math.isnan(second)
        else:
            assert first + second == pytest.approx(1.0, rel=1e-15)


@given(BITS)
def test_exchanging_columns_makes_predictive_values_of_rates(rows):
    y_true, y_pred = zip(*rows, strict=True)
    for of_rows, of_predictions in [
        ("true_positive_rate", "positive_predictive_value"),
        ("true_negative_rate", "negative_predictive_value"),
        ("false_positive_rate", "false_omission_rate"),
        ("false_negative_rate", "false_discovery_rate"),
    ]:
        first = value(of_rows, y_true, y_pred, zero_division=math.nan)
        second = value(of_predictions, y_pred, y_true, zero_division=math.nan)
        np.testing.assert_equal(first, second)


def test_zero_weights_count_as_absent():
    kwargs = {"sample_weight": [0.0, 1.0, 1.0]}
    with pytest.warns(UndefinedMetricWarning, match="no negative rows"):
        assert value("false_positive_rate", [0, 1, 1], [0, 1, 0], **kwargs) == 0.0


def test_specificity_has_two_names():
    y_true, y_pred, _ = BINARY["usual"]
    assert fm.specificity_score(y_true, y_pred) == fm.true_negative_rate(y_true, y_pred)
    # The second docstring is made from the first, with the two names exchanged.
    shown = inspect.getdoc(fm.specificity_score)
    assert shown.startswith("Specificity: the true negative rate")
    assert "true_negative_rate : the same function under its other name." in shown
    assert ">>> specificity_score([0, 0, 0, 1, 1, 1, 1]" in shown
    first, second = shown.splitlines(), inspect.getdoc(fm.true_negative_rate)
    assert len(first) == len(second.splitlines())
