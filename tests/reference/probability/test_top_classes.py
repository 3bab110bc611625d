"""Top-k accuracy, worked by hand."""

import pytest

from fastmetrics import UndefinedMetricWarning, reference

SCORES = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.1, 0.7, 0.2], [0.6, 0.3, 0.1]]


def test_top_k_of_several_classes():
    assert reference.top_k_accuracy_score([0, 1, 2, 2], SCORES) == 3 / 4
    assert reference.top_k_accuracy_score([0, 1, 2, 2], SCORES, k=1) == 2 / 4
    weighted = reference.top_k_accuracy_score(
        [0, 1, 2, 2], SCORES, k=1, sample_weight=[1, 2, 3, 4], normalize=False
    )
    assert weighted == 3


def test_of_equal_scores_the_later_column_comes_first():
    # In row 1 class 2 is second and class 0 third.
    tied = [SCORES[1]] * 2
    assert reference.top_k_accuracy_score([0, 2], tied, labels=[0, 1, 2]) == 1 / 2


def test_the_threshold_of_two_classes_depends_on_the_range_of_the_scores():
    assert reference.top_k_accuracy_score([0, 1, 1], [0.5, 0.5, 0.6], k=1) == 2 / 3
    assert reference.top_k_accuracy_score([0, 1, 1], [-1, 0.1, 2], k=1) == 1


def test_taking_every_class_warns():
    with pytest.warns(reference.UndefinedMetricWarning, match="every class"):
        assert reference.top_k_accuracy_score([0, 1], [3, 4], k=2) == 1
    assert issubclass(UndefinedMetricWarning, UserWarning)


# Classes 0 and 1 are predicted of the first row, 1 and 2 of the second and the third,
# 0 and 1 of the last; their own are 0, 1, 2 and 2.
TRUE = [0, 1, 2, 2]


def test_each_class_by_hand():
    options = {"average": None}
    # Class 0 is predicted twice, class 1 four times, class 2 twice, each right once.
    assert reference.top_k_precision_score(TRUE, SCORES, **options) == [
        1 / 2,
        1 / 4,
        1 / 2,
    ]
    assert reference.top_k_recall_score(TRUE, SCORES, **options) == [1, 1, 1 / 2]
    assert reference.top_k_f1_score(TRUE, SCORES, **options) == [2 / 3, 2 / 5, 2 / 4]


def test_averages_over_classes_by_hand():
    precision, recall, f1 = (
        reference.top_k_precision_score,
        reference.top_k_recall_score,
        reference.top_k_f1_score,
    )
    assert precision(TRUE, SCORES) == pytest.approx(5 / 12, rel=1e-15)
    assert recall(TRUE, SCORES) == pytest.approx(5 / 6, rel=1e-15)
    assert f1(TRUE, SCORES) == pytest.approx(47 / 90, rel=1e-15)
    # Of 8 predictions 3 are right, and of 4 rows 3.
    assert precision(TRUE, SCORES, average="micro") == 3 / 8
    assert recall(TRUE, SCORES, average="micro") == 3 / 4
    assert f1(TRUE, SCORES, average="micro") == 6 / 12
    # Half of the rows are of class 2.
    assert precision(TRUE, SCORES, average="weighted") == 7 / 16
    assert recall(TRUE, SCORES, average="weighted") == 3 / 4
    # The last row counts three times: of class 2 one in four is found.
    weights = [1, 1, 1, 3]
    found = recall(TRUE, SCORES, average=None, sample_weight=weights)
    assert found == [1, 1, 1 / 4]
    found = precision(TRUE, SCORES, average=None, sample_weight=weights)
    assert found == [1 / 4, 1 / 6, 1 / 2]


def test_classes_without_rows_or_predictions_by_hand():
    scores = [[3, 2, 1], [3, 2, 1]]
    labels = [0, 1, 2]
    with pytest.warns(reference.UndefinedMetricWarning, match="quotient"):
        found = reference.top_k_recall_score([0, 0], scores, labels=labels)
    assert found == pytest.approx(1 / 3)
    options = {"labels": labels, "zero_division": float("nan")}
    assert reference.top_k_recall_score([0, 0], scores, **options) == 1
    assert reference.top_k_precision_score([0, 0], scores, **options) == 1 / 2
    assert reference.top_k_f1_score([0, 0], scores, **options) == 1 / 2
