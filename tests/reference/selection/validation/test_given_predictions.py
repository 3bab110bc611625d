"""Plain values over folds and over all pairs, on numbers worked by hand."""

import pytest

from fastmetrics.reference.labels.accuracy import accuracy_score
from fastmetrics.reference.labels.fscores import f1_score
from fastmetrics.reference.regression.errors import (
    mean_absolute_error,
    mean_squared_error,
)
from fastmetrics.reference.selection.validation import (
    no_information_rate,
    out_of_fold_score,
)

TRUE, PRED = [1, 0, 0, 0, 1, 1], [1, 0, 1, 0, 1, 0]
FOLDS = [0, 0, 0, 1, 1, 1]


def test_f1_of_two_folds_is_not_that_of_their_counts():
    # Fold 0: one true positive, one false: 2/3. Fold 1: one true, one missed: 2/3.
    # Together: two, one false, one missed: 4/6.
    mean = out_of_fold_score(f1_score, TRUE, PRED, FOLDS)
    counts = out_of_fold_score(f1_score, TRUE, PRED, FOLDS, combine="counts")
    assert mean.estimate == pytest.approx(2 / 3)
    assert counts.estimate == pytest.approx(2 / 3)
    # A fold without positives has an F1 of 0, whatever the other has.
    folds = [0, 1, 1, 1, 0, 0]
    mean = out_of_fold_score(f1_score, TRUE, PRED, folds)
    counts = out_of_fold_score(f1_score, TRUE, PRED, folds, combine="counts")
    assert mean.estimate == pytest.approx((4 / 5 + 0) / 2)
    assert counts.estimate == pytest.approx(2 / 3)


def test_accuracy_of_three_folds():
    # Values 1, 1/2, 1/2: s² = 1/12, times 1/3 + 1/2.
    found = out_of_fold_score(accuracy_score, TRUE, PRED, [0, 0, 1, 1, 2, 2])
    assert found.estimate == pytest.approx(2 / 3)
    assert found.standard_error == pytest.approx((1 / 12 * 5 / 6) ** 0.5)
    # Six rows, four of them right: s² = 8/30, over 6.
    rows = out_of_fold_score(accuracy_score, TRUE, PRED, FOLDS, method="pooled")
    assert rows.standard_error == pytest.approx((8 / 30 / 6) ** 0.5)


def test_all_pairs():
    # Half of the rows are positive: whatever is predicted, half is right.
    assert no_information_rate([1, 1, 0, 0], [1, 1, 1, 0]) == 0.5
    # Margins 3/4 and 1/2: wrong with 3/4 · 1/2 + 1/4 · 1/2.
    assert no_information_rate([1, 1, 1, 0], [1, 0, 1, 0]) == 0.5
    # Distances of 1, 2, 4 to 1, 2, 3: 0 1 2, 1 0 1, 3 2 1.
    true, pred = [1.0, 2.0, 4.0], [1.0, 2.0, 3.0]
    absolute = no_information_rate(true, pred, metric=mean_absolute_error)
    assert absolute == pytest.approx(11 / 9)
    squared = no_information_rate(true, pred, metric=mean_squared_error)
    assert squared == pytest.approx(21 / 9)
