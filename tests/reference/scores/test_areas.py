"""Less usual areas, by hand and from the literature."""

import math

import pytest
from helpers.one_case import one_case
from helpers.worked import LABELS, SCORES, draw

from fastmetrics import reference


def test_pr_integral_of_one_mixed_group_is_its_precision():
    # From (0, 0) straight to (1, 3): precision ¼ all along.
    for kind in ("step", "integral", "davis-goadrich"):
        assert (
            reference.pr_auc_score([1, 0, 0, 0], [1, 1, 1, 1], interpolation=kind)
            == 0.25
        )
    # The trapezoid runs from precision 1 at recall 0 instead.
    assert (
        reference.pr_auc_score([1, 0, 0, 0], [1, 1, 1, 1], interpolation="linear")
        == 0.625
    )


def test_pr_integral_after_a_false_positive_by_hand():
    # (0, 1) to (1, 1): ∫ t / (t + 1) dt over [0, 1] = 1 - ln 2.
    value = reference.pr_auc_score([0, 1], [2, 1], interpolation="integral")
    assert value == pytest.approx(1 - math.log(2), rel=1e-15)
    # Davis and Goadrich: one trapezoid from precision 0 to ½.
    assert (
        reference.pr_auc_score([0, 1], [2, 1], interpolation="davis-goadrich") == 0.25
    )


@one_case("region", [{"max_fpr": 0.5}, {"min_tpr": 0.75}, {"fpr_range": (0.25, 0.75)}])
def test_partial_auc_of_chance_and_of_a_perfect_ranking(region):
    labels = [1, 0] * 4
    assert (
        reference.partial_auc_score(labels, [0] * 8, **region, standardize="mcclish")
        == 0.5
    )
    assert (
        reference.partial_auc_score(labels, labels, **region, standardize="mcclish")
        == 1
    )


def test_partial_auc_raw_by_hand():
    labels = [1, 0] * 4
    area = reference.partial_auc_score
    assert area(labels, [0] * 8, max_fpr=0.5) == 0.125
    assert area(labels, [0] * 8, min_tpr=0.75) == 1 / 32
    assert area(labels, [0] * 8, fpr_range=(0.25, 0.75)) == 0.25
    assert area(labels, labels, max_fpr=0.5) == 0.5
    assert area(labels, labels, min_tpr=0.75) == 0.25
    # ROC of the worked example: (0,0) (0,¼) (¼,¼) (¼,½) (½,¾) (¾,¾) (¾,1) (1,1).
    assert area(LABELS, SCORES, max_fpr=0.5) == 1 / 16 + 5 / 32
    assert area(LABELS, SCORES, max_fpr=0.375) == 1 / 16 + (1 / 2 + 5 / 8) / 2 / 8
    # From the side: TPR ½ to ¾ with 1 - FPR falling from ¾ to ½, then ¼ up to 1.
    assert area(LABELS, SCORES, min_tpr=0.5) == 5 / 32 + 1 / 16
    # The lower end for FPR in [0, f] is (1 - f)/(2 - f), not ½.
    lowest = area(labels, [-y for y in labels], max_fpr=0.5, standardize="mcclish")
    assert lowest == pytest.approx((1 - 0.5) / (2 - 0.5), rel=1e-15)


def test_log_auc_by_hand():
    # Of four negatives: TPR ½ up to FPR ¼, from there in a line to 1 at ¾, then 1.
    labels, scores = [1, 0, 1, 0, 0, 0], [6, 5, 4, 4, 4, 3]
    area = reference.log_auc_score
    half = area(labels, scores, fpr_range=(0.125, 0.25))
    assert half == 0.5
    # TPR = ¼ + x: ½ + ¼ ln 3 over ln 3
    line = area(labels, scores, fpr_range=(0.25, 0.75))
    assert line == pytest.approx(0.25 + 0.5 / math.log(3), rel=1e-15)
    # Chance is the mean of x over ln x, of which the paper gives 14.462 % from 0.001.
    nothing = area(labels, [0] * 6)
    assert nothing == pytest.approx(0.14462, abs=5e-6)
    assert area(labels, [0] * 6, adjusted=True) == 0
    assert area(labels, labels) == 1
    with pytest.raises(ValueError, match="logarithms"):
        area(labels, scores, fpr_range=(0, 0.5))


def test_partial_areas_add_up():
    for seed in range(5):
        labels, scores, weights = draw(seed, weights=True)
        left, right = (
            reference.partial_auc_score(
                labels, scores, fpr_range=r, sample_weight=weights
            )
            for r in ((0, 0.3), (0.3, 1))
        )
        whole = reference.roc_auc_score(labels, scores, sample_weight=weights)
        assert left + right == pytest.approx(whole, rel=1e-14)
        side = reference.partial_auc_score(
            labels, scores, min_tpr=0, sample_weight=weights
        )
        assert side == whole
