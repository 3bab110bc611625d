"""Twins of the losses on numbers worked by hand."""

import math

import pytest

from fastmetrics import reference as ref

Y = [0, 1, 1, 0]
P = [0.25, 0.5, 0.75, 0.5]
# Of the observed classes: 3/4, 1/2, 3/4, 1/2.
LOGS = 2 * math.log(4 / 3) + 2 * math.log(2)
# 1/16 + 1/4 + 1/16 + 1/4
SQUARES = 0.625

CLASSES = ["a", "b", "c", "a"]
ROWS = [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]


def test_log_loss_of_four_rows():
    assert ref.log_loss(Y, P) == pytest.approx(LOGS / 4, rel=1e-15)
    assert ref.log_loss(Y, P, normalize=False) == pytest.approx(LOGS, rel=1e-15)
    weighted = (3 * math.log(4 / 3) + math.log(2)) / 4
    assert ref.log_loss(Y, P, sample_weight=[3, 1, 0, 0]) == pytest.approx(weighted)


def test_log_loss_is_clipped_where_it_is_told():
    assert ref.log_loss([0, 1], [1.0, 1.0]) == pytest.approx(26 * math.log(2))
    assert ref.log_loss([0, 1], [1.0, 1.0], eps=0) == math.inf
    assert ref.log_loss([0, 1], [1.0, 1.0], eps=0, sample_weight=[0, 1]) == 0
    halves = -(math.log(1e-15) + math.log1p(-1e-15)) / 2
    assert ref.log_loss([0, 1], [1.0, 1.0], eps=1e-15) == pytest.approx(halves)


def test_log_loss_of_three_classes():
    logs = 2 * math.log(2) + 52 * math.log(2)
    assert ref.log_loss(CLASSES, ROWS) == pytest.approx(logs / 4)


def test_the_larger_of_two_classes_is_that_of_the_column():
    assert ref.log_loss([5, 3], [0.75, 0.75]) == pytest.approx(
        (math.log(4 / 3) + math.log(4)) / 2
    )
    with pytest.raises(ValueError, match="one class"):
        ref.log_loss([1, 1], [0.5, 0.5])


def test_brier_scores():
    assert ref.brier_score_loss(Y, P) == SQUARES / 4
    assert ref.brier_score_loss(Y, P, scale_by_half=False) == SQUARES / 2
    assert ref.multiclass_brier_score(Y, P) == SQUARES / 2
    # 1/4 + 1/16 + 1/16, the same, 1/4 + 1/4 + 1, 0
    assert ref.brier_score_loss(CLASSES, ROWS) == (3 / 8 + 3 / 8 + 3 / 2) / 4
    assert ref.brier_score_loss(["n", "y"], [0.5, 1.0], pos_label="n") == 0.625
    with pytest.raises(ValueError, match="pos_label"):
        ref.brier_score_loss(["n", "y"], [0.5, 1.0])


def test_shares_of_what_the_base_rates_lose():
    # Two classes of two rows: log 2 and 1/4 for each row.
    assert ref.d2_brier_score(Y, P) == 1 - SQUARES
    assert ref.d2_log_loss_score(Y, P) == pytest.approx(1 - LOGS / (4 * math.log(2)))
    ratio = ref.normalized_cross_entropy(Y, P)
    assert ratio == pytest.approx(LOGS / (4 * math.log(2)), rel=1e-15)
    for labels, rates in (([0, 1, 1, 1], 0.75), ([1, 0, 0, 0], 0.25)):
        assert ref.d2_brier_score(labels, [rates] * 4) == 0
        assert ref.d2_log_loss_score(labels, [rates] * 4) == pytest.approx(0, abs=1e-15)


def test_rows_of_any_number_of_classes():
    marks, rows = [[1, 1], [0, 1], [0, 0], [0, 1]], [[0.25, 0.75]] * 4
    log, quadratic = math.log(16 / 3) + 2 * math.log(4 / 3), 10 / 16 + 2 / 16 + 10 / 16
    quadratic += 2 / 16
    assert ref.log_loss(marks, rows) == pytest.approx(log / 4)
    assert ref.multiclass_brier_score(marks, rows) == quadratic / 4
    # One row of four is of the first class, three of the second: 3/16 each.
    assert ref.d2_brier_score(marks, rows) == 1 - quadratic / (4 * 6 / 16)
    null = math.log(4) + 3 * math.log(4 / 3)
    assert ref.d2_log_loss_score(marks, rows) == pytest.approx(1 - log / null)
    assert ref.normalized_cross_entropy(marks, rows) == pytest.approx(log / null)
    with pytest.raises(ValueError, match="without labels"):
        ref.log_loss(marks, rows, labels=[0, 1])


@pytest.mark.filterwarnings("ignore::fastmetrics.reference.UndefinedMetricWarning")
def test_what_is_undefined():
    assert math.isnan(ref.d2_log_loss_score([[0, 0]] * 2, [[0.5, 0.5]] * 2))
    assert math.isnan(ref.d2_log_loss_score([1], [0.5]))
    assert math.isnan(ref.d2_brier_score([1], [0.5]))
    assert ref.d2_brier_score([1, 1], [0.5, 1]) == -math.inf
    assert math.isnan(ref.d2_brier_score([1, 1], [1, 1]))
    assert math.isnan(ref.normalized_cross_entropy([1, 1], [0.5, 1]))
    with pytest.warns(ref.UndefinedMetricWarning):
        ref.d2_brier_score([1], [0.5])
