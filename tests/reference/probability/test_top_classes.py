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
