"""Replicates by cells, worked by hand."""

import math

import pytest

from fastmetrics import reference
from fastmetrics.reference import cell_intervals as cells
from fastmetrics.reference.cell_intervals import SmoothRow


def test_a_value_gets_what_the_cells_of_the_data_lose():
    """AUC 3/4; 7/8 with the middle rows tied, and 15/16 with weight 3 on the last."""
    y_true, y_score = [1, 0, 1, 0], [4, 3, 2, 1]
    cut = cells.cells_of(y_true, y_score, 1)
    assert cut == [[0, 1, 2], [3]]
    drawn = cells.cell_value(
        reference.roc_auc_score, y_true, y_score, [[0], [1, 2], [3]], [1, 1, 1, 3]
    )
    assert drawn == pytest.approx(15 / 16 + 3 / 4 - 7 / 8, rel=1e-15)


def test_weights_of_the_data_are_multiplied_and_cut_by_what_they_weigh():
    """Of pairs that weigh 3, 6, 1 and 2 the third is lost: AUC 11/12."""
    y_true, y_score, own = [1, 0, 1, 0], [4, 3, 2, 1], [3, 1, 1, 2]
    cut = cells.cells_of(y_true, y_score, 1, own)
    assert cut == [[0, 1, 2], [3]]
    # Cells at 4, {3, 2} and 1: pairs 3, 6, 1 (tied: half) and 2, of 12.
    drawn = cells.cell_value(
        reference.roc_auc_score, y_true, y_score, [[0], [1, 2], [3]], [1] * 4, own
    )
    assert drawn == pytest.approx(11 / 12, rel=1e-15)
    # The last row twice: pairs 3, 12, 1 (tied) and 4, of 20; the cut lost -1/24.
    drawn = cells.cell_value(
        reference.roc_auc_score, y_true, y_score, [[0], [1, 2], [3]], [1, 1, 1, 2], own
    )
    assert drawn == pytest.approx(19.5 / 20 - 1 / 24, rel=1e-15)


def test_rows_are_numbered_by_cell_and_class():
    assert cells.cell_order([0, 1, 0, 1], [[2, 0, 1], [3]]) == [1, 2, 0, 3]


def test_weights_have_mean_and_variance_1():
    """Of a law with two values; and of a class, a mean of 1 in each replicate."""
    heavy, light = 1 + math.sqrt(3), 1 - 1 / math.sqrt(3)
    assert heavy / 4 + 3 * light / 4 == pytest.approx(1, rel=1e-15)
    assert heavy**2 / 4 + 3 * light**2 / 4 == pytest.approx(2, rel=1e-15)
    drawn = cells.drawn_weights(1, 2, range(200))
    assert {heavy, light} == set(drawn)
    labels = [k % 2 for k in range(200)]
    within = cells.drawn_weights(1, 2, range(200), labels)
    assert sum(within[::2]) == pytest.approx(100, rel=1e-14)
    assert within[0] / within[2] == pytest.approx(drawn[0] / drawn[2], rel=1e-14)


def test_a_smoothed_class_never_loses_weight_on_the_way():
    """Kernels without width: rows at 2, 1 and 1; what is owed at 2 is paid at 1."""
    rows = [SmoothRow(True, place, 1, 0.0) for place in (2, 1, 1)]
    rows += [SmoothRow(False, 0, 1, 0.0)]

    def steps(labels, scores, *, sample_weight):
        found.extend(zip(labels, scores, sample_weight, strict=True))
        return 0.0

    found = []
    cells.smoothed_cell_value(steps, rows, [2, 1, 1, 0], [0.5, 2.0, 1.0, 1.0])
    assert found == [(False, 0, 1.0), (True, 2, 0.5), (True, 1, 3.0)]
    found.clear()
    # A copy of the row at 2 lies at 1, and those of both at 1 lie at 2.
    cells.smoothed_cell_value(steps, rows, [1, 2, 2, 0], [1.0, 0.4, 0.4, 1.0])
    assert found == [(False, 0, 1.0), (True, 1, pytest.approx(1.8))]
