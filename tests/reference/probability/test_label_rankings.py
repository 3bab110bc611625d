"""Rankings of labels, worked by hand."""

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

# Rows: own labels 0 of 3; 1 and 2 of 3, of which the last ties with the first.
TRUE = [[1, 0, 0], [0, 1, 1]]
SCORES = [[0.75, 0.5, 1], [0.2, 0.6, 0.2]]


def test_coverage_counts_down_to_the_last_own_label_and_its_ties():
    # Label 0 is second; of the second row all three have 0.2 or more.
    assert reference.coverage_error(TRUE, SCORES) == (2 + 3) / 2
    assert reference.coverage_error(TRUE, SCORES, sample_weight=[3, 1]) == 9 / 4
    assert reference.coverage_error([[0, 0], [1, 1]], [[1, 2], [1, 2]]) == (0 + 2) / 2


def test_ranking_loss_counts_ties_as_wrong():
    # One of two pairs, and one (the tie) of two.
    assert reference.label_ranking_loss(TRUE, SCORES) == 1 / 2
    swapped = [[0.75, 0.5, 0.6], SCORES[1]]
    assert reference.label_ranking_loss(TRUE, swapped) == (0 + 1 / 2) / 2
    assert reference.label_ranking_loss(TRUE, swapped, sample_weight=[1, 0]) == 0
    assert reference.label_ranking_loss([[0, 0], [1, 1]], [[1, 2], [1, 2]]) == 0


def test_average_precision_of_rankings():
    # 1/2; (1/1 + 2/3) / 2.
    value = reference.label_ranking_average_precision_score(TRUE, SCORES)
    assert value == pytest.approx((1 / 2 + 5 / 6) / 2, rel=1e-15)
    # Rows without labels, or with all of them, count as 1.
    none, every = [[0, 0], [1, 1]], [[1, 2], [1, 2]]
    assert reference.label_ranking_average_precision_score(none, every) == 1
    assert reference.label_ranking_average_precision_score([[0], [1]], [[3], [4]]) == 1


@one_case(
    ("truth", "scores"),
    [([[1], [0]], [[1], [2]]), ([[0, 1, 2]], [[1, 2, 3]]), ([[0, 1]], [[1, 2, 3]])],
)
def test_what_is_no_matrix_of_indicators_is_refused(truth, scores):
    with pytest.raises(ValueError, match=r"labels|values|shape"):
        reference.label_ranking_loss(truth, scores)
