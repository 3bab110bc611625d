"""Matthews' correlation and Cohen's kappa, worked by hand."""

import math
import statistics

import pytest
from helpers.one_case import one_case
from helpers.worked import rows

from fastmetrics import reference


def test_matthews_of_two_classes_by_hand():
    # tn 3, fp 1, fn 2, tp 6: (6·3 - 1·2) / √(7 · 8 · 4 · 5)
    y_true, y_pred = rows([[3, 1], [2, 6]])
    value = reference.matthews_corrcoef(y_true, y_pred)
    assert value == pytest.approx(16 / math.sqrt(1120), rel=1e-15)
    # It is the correlation of the two columns.
    assert value == pytest.approx(statistics.correlation(y_true, y_pred), rel=1e-14)


def test_matthews_of_three_classes_by_hand():
    # Rows 4, 5, 3 and columns 5, 5, 2 of 12, seven of them right:
    # (12·7 - (20 + 25 + 6)) / √((144 - (16 + 25 + 9)) (144 - (25 + 25 + 4)))
    y_true, y_pred = rows([[3, 1, 0], [1, 3, 1], [1, 1, 1]])
    value = reference.matthews_corrcoef(y_true, y_pred)
    assert value == pytest.approx(33 / math.sqrt(94 * 90), rel=1e-15)


def test_matthews_with_weights_is_that_of_repeated_rows():
    y_true, y_pred = rows([[3, 1, 0], [1, 3, 1], [1, 1, 1]])
    cells = sorted(set(zip(y_true, y_pred, strict=True)))
    pairs = list(zip(y_true, y_pred, strict=True))
    weighted = reference.matthews_corrcoef(
        [t for t, _ in cells],
        [p for _, p in cells],
        sample_weight=[pairs.count(cell) / 4 for cell in cells],
    )
    assert weighted == reference.matthews_corrcoef(y_true, y_pred)


def test_matthews_is_one_zero_or_minus_one_at_the_ends():
    assert reference.matthews_corrcoef([0, 1, 2], [0, 1, 2]) == 1
    assert reference.matthews_corrcoef([0, 1, 1], [1, 0, 0]) == -1
    assert reference.matthews_corrcoef([0, 1, 1], [1, 1, 1]) == 0
    with pytest.warns(UserWarning, match="single label"):
        assert reference.matthews_corrcoef([1, 1], [1, 1]) == 0


def test_matthews_of_two_to_the_32_rows_does_not_overflow():
    weights = [2**32, 2**32, 1, 1]
    value = reference.matthews_corrcoef(
        [0, 1, 0, 1], [0, 1, 1, 0], sample_weight=weights
    )
    # (2⁶⁴ - 1) / (2³² + 1)² = (2³² - 1) / (2³² + 1)
    assert value == (2**32 - 1) / (2**32 + 1)


def test_kappa_by_hand():
    # Two readers of 50 forms: both yes 20, both no 15, 5 and 10 split.
    # Observed 35/50; by chance ½·0.6 + ½·0.4 = ½. (0.7 - 0.5) / (1 - 0.5)
    assert reference.cohen_kappa_score(*rows([[20, 5], [10, 15]])) == 0.4


# Margins (3, 2, 5) down, (3, 2, 5) across:
#          expected × 10: 9 6 15 | 6 4 10 | 15 10 25
ORDINAL = [[2, 1, 0], [0, 1, 1], [1, 0, 4]]


def test_weighted_kappa_by_hand():
    y1, y2 = rows(ORDINAL)
    # Off the diagonal: 1 + 1 + 1 = 3 against (6 + 15 + 6 + 10 + 15 + 10)/10 = 6.2
    assert reference.cohen_kappa_score(y1, y2) == float(1 - 3 / 6.2)
    # Linear: 1 + 1 + 2·1 = 4 against (6 + 2·15 + 6 + 10 + 2·15 + 10)/10 = 9.2
    linear = reference.cohen_kappa_score(y1, y2, weights="linear")
    assert linear == pytest.approx(1 - 4 / 9.2, rel=1e-15)
    # Quadratic: 1 + 1 + 4·1 = 6 against (6 + 4·15 + 6 + 10 + 4·15 + 10)/10 = 15.2
    quadratic = reference.cohen_kappa_score(y1, y2, weights="quadratic")
    assert quadratic == pytest.approx(1 - 6 / 15.2, rel=1e-15)


def test_quadratic_kappa_with_equal_margins_is_the_correlation():
    # Cohen (1968): with the same margins on both sides.
    y1, y2 = rows(ORDINAL)
    assert reference.cohen_kappa_score(y1, y2, weights="quadratic") == pytest.approx(
        statistics.correlation(y1, y2), rel=1e-14
    )


def test_kappa_takes_the_order_of_labels():
    y1, y2 = rows(ORDINAL)
    # 0, 2, 1: now 1 - 2 is one apart, 0 - 2 one, 0 - 1 two: 2·1 + 1 + 1 = 4
    # against (2·6 + 15 + 2·6 + 10 + 15 + 10)/10 = 7.4
    value = reference.cohen_kappa_score(y1, y2, labels=[0, 2, 1], weights="linear")
    assert value == pytest.approx(1 - 4 / 7.4, rel=1e-15)
    # Rows with a label left out do not count: of [[2, 1], [0, 1]] one in four
    # disagrees, against (3·2 + 1·2)/16 by chance.
    assert reference.cohen_kappa_score(y1, y2, labels=[0, 1]) == 0.5


def test_kappa_without_chance_of_disagreement_is_undefined():
    with (
        pytest.warns(UserWarning, match="single label"),
        pytest.warns(reference.UndefinedMetricWarning, match="kappa"),
    ):
        assert math.isnan(reference.cohen_kappa_score([1, 1], [1, 1]))
    with pytest.warns(reference.UndefinedMetricWarning, match="kappa"):
        value = reference.cohen_kappa_score(
            [1, 1, 2], [1, 1, 3], labels=[1, 2], replace_undefined_by=0.5
        )
    assert value == 0.5
    # No row has two of the labels at all.
    with pytest.warns(reference.UndefinedMetricWarning, match="kappa"):
        value = reference.cohen_kappa_score(
            [1, 1, 2], [3, 3, 3], labels=[1, 2], replace_undefined_by=-1
        )
    assert value == -1


@one_case(
    "options",
    [{"weights": "cubic"}, {"labels": [7]}, {"replace_undefined_by": 2}],
)
def test_bad_options_raise(options):
    with pytest.raises(ValueError, match=r"."):
        reference.cohen_kappa_score([0, 1], [0, 1], **options)


def test_each_label_by_hand():
    # tp, fp, fn, tn of the columns: 2 1 0 1, 1 0 1 2 and 2 0 1 1.
    y_true = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1]]
    y_pred = [[1, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]]
    found = reference.multilabel_matthews_corrcoef(y_true, y_pred, average=None)
    assert found == pytest.approx([2 / math.sqrt(12)] * 3)
    found = reference.multilabel_cohen_kappa_score(y_true, y_pred, average=None)
    assert found == [0.5, 0.5, 0.5]
    # Added up: 5 1 2 4.
    found = reference.multilabel_matthews_corrcoef(y_true, y_pred, average="micro")
    assert found == pytest.approx((5 * 4 - 1 * 2) / math.sqrt(6 * 7 * 5 * 6))
    found = reference.multilabel_cohen_kappa_score(y_true, y_pred, average="micro")
    assert found == pytest.approx(2 * (5 * 4 - 1 * 2) / (6 * 5 + 7 * 6))
