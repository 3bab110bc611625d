"""Shares of right and wrong rows and labels, worked by hand."""

import math

import pytest

from fastmetrics import reference

# Five rows, three right (weights 2 + ½ + 1 of 8).
TRUE, PRED = [0, 1, 2, 2, 1], [0, 2, 2, 1, 1]
WEIGHTS = [2, 4, 0.5, 0.5, 1]

MANY_TRUE = [[1, 0, 1], [0, 0, 1]]
MANY_PRED = [[1, 1, 0], [0, 0, 1]]


def test_accuracy_and_its_complements():
    assert reference.accuracy_score(TRUE, PRED) == 3 / 5
    assert reference.accuracy_score(TRUE, PRED, normalize=False) == 3
    assert reference.accuracy_score(TRUE, PRED, sample_weight=WEIGHTS) == 3.5 / 8
    for loss in (reference.zero_one_loss, reference.error_rate):
        assert loss(TRUE, PRED) == 2 / 5
        assert loss(TRUE, PRED, normalize=False) == 2
        assert loss(TRUE, PRED, sample_weight=WEIGHTS) == 4.5 / 8
        assert loss(TRUE, PRED, sample_weight=WEIGHTS, normalize=False) == 4.5


def test_a_row_of_several_labels_is_right_when_all_of_them_are():
    assert reference.accuracy_score(MANY_TRUE, MANY_PRED) == 1 / 2
    assert reference.error_rate(MANY_TRUE, MANY_PRED, sample_weight=[3, 1]) == 3 / 4


def test_hamming_loss_is_over_rows_and_labels():
    # Two of six labels are wrong, both in the first row.
    assert reference.hamming_loss(MANY_TRUE, MANY_PRED) == 2 / 6
    weighted = reference.hamming_loss(MANY_TRUE, MANY_PRED, sample_weight=[3, 1])
    assert weighted == (3 * 2 + 1 * 0) / (3 * (3 + 1))
    # With one label per row it is the zero-one loss.
    assert reference.hamming_loss(TRUE, PRED, sample_weight=WEIGHTS) == 4.5 / 8


def test_balanced_accuracy_by_hand():
    # Recalls 1, ½ and ½.
    assert reference.balanced_accuracy_score(TRUE, PRED) == float(2 / 3)
    # Weighted: 2/2, 1/(4 + 1), ½/(½ + ½).
    value = reference.balanced_accuracy_score(TRUE, PRED, sample_weight=WEIGHTS)
    assert value == pytest.approx((1 + 0.2 + 0.5) / 3, rel=1e-15)
    # Chance is ⅓: (⅔ - ⅓) / (1 - ⅓).
    assert reference.balanced_accuracy_score(TRUE, PRED, adjusted=True) == 0.5


def test_balanced_accuracy_is_the_accuracy_with_class_adjusted_weights():
    # w_i / Σ_j w_j over the rows of i's class: 2/2; 4/5, 1/5; ½/1, ½/1.
    adjusted = [1, 0.8, 0.5, 0.5, 0.2]
    value = reference.balanced_accuracy_score(TRUE, PRED, sample_weight=WEIGHTS)
    assert value == pytest.approx(
        reference.accuracy_score(TRUE, PRED, sample_weight=adjusted), rel=1e-15
    )


def test_a_class_that_is_only_predicted_is_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="y_true lacks"):
        assert reference.balanced_accuracy_score([0, 0, 1], [0, 2, 1]) == 0.75
    # So is one whose rows weigh nothing.
    with pytest.warns(UserWarning, match="y_true lacks"):
        value = reference.balanced_accuracy_score(
            [0, 0, 1], [0, 1, 0], sample_weight=[3, 1, 0]
        )
    assert value == 0.75


@pytest.mark.filterwarnings("ignore:a single label", "ignore:y_pred has classes")
def test_one_class_cannot_be_adjusted():
    # (1 - 1) / 0 and (0 - 1) / 0
    with pytest.warns(RuntimeWarning, match="chance"):
        value = reference.balanced_accuracy_score([1, 1], [1, 1], adjusted=True)
    assert math.isnan(value)
    with pytest.warns(RuntimeWarning, match="chance"):
        value = reference.balanced_accuracy_score([1, 1], [2, 2], adjusted=True)
    assert value == -math.inf


def test_balanced_accuracy_is_of_one_label_per_row():
    with pytest.raises(ValueError, match="multilabel"):
        reference.balanced_accuracy_score(MANY_TRUE, MANY_PRED)
