"""The report of a small table, letter by letter."""

import math

import pytest
from helpers.worked import rows

from fastmetrics import reference

#        predicted  0  1  2
#   0               2  1  0      P = 2/3, R = 2/3, F = 2/3
#   1               1  1  2      P = 1/2, R = 1/4, F = 1/3
#   2               0  0  1      P = 1/3, R = 1,   F = 1/2
DATA = rows([[2, 1, 0], [1, 1, 2], [0, 0, 1]])

TEXT = """\
              precision    recall  f1-score   support

           0       0.67      0.67      0.67         3
           1       0.50      0.25      0.33         4
           2       0.33      1.00      0.50         1

    accuracy                           0.50         8
   macro avg       0.50      0.64      0.50         8
weighted avg       0.54      0.50      0.48         8
"""


def test_the_text():
    assert reference.classification_report(*DATA) == TEXT


def test_names_labels_and_digits():
    report = reference.classification_report(
        *DATA, labels=[2, 0], target_names=["two", "a name of 17 char"], digits=3
    )
    # tp 3, fp 1 + 2, fn 1: micro ½, ¾, 6/10; not all labels, so it is no accuracy.
    assert report == (
        "                   precision    recall  f1-score   support\n"
        "\n"
        "              two      0.333     1.000     0.500         1\n"
        "a name of 17 char      0.667     0.667     0.667         3\n"
        "\n"
        "        micro avg      0.500     0.750     0.600         4\n"
        "        macro avg      0.500     0.833     0.583         4\n"
        "     weighted avg      0.583     0.750     0.625         4\n"
    )


def test_the_dict():
    report = reference.classification_report(*DATA, output_dict=True)
    assert list(report) == ["0", "1", "2", "accuracy", "macro avg", "weighted avg"]
    assert report["1"] == {
        "precision": 1 / 2,
        "recall": 1 / 4,
        "f1-score": 1 / 3,
        "support": 4.0,
    }
    assert report["accuracy"] == 0.5
    assert report["macro avg"]["support"] == 8
    # (3·2/3 + 4·1/3 + 1·1/2) / 8
    assert report["weighted avg"]["f1-score"] == pytest.approx(23 / 48, rel=1e-15)


def test_weighted_rows_have_supports_with_a_point():
    report = reference.classification_report(
        [0, 1], [0, 1], sample_weight=[2, 0.5], digits=1
    )
    assert report.splitlines()[2:4] == [
        "           0        1.0       1.0       1.0       2.0",
        "           1        1.0       1.0       1.0       0.5",
    ]


def test_several_labels_per_row_have_averages_over_rows():
    report = reference.classification_report(
        [[1, 0], [1, 1]], [[1, 0], [0, 1]], output_dict=True
    )
    assert list(report)[2:] == ["micro avg", "macro avg", "weighted avg", "samples avg"]
    # Rows: P = 1, 1; R = 1, ½.
    assert report["samples avg"] == {
        "precision": 1,
        "recall": 0.75,
        "f1-score": pytest.approx((1 + 2 / 3) / 2),
        "support": 3,
    }


def test_all_labels_and_more_still_give_an_accuracy():
    report = reference.classification_report(
        [0, 1], [0, 1], labels=[0, 1, 2], zero_division=math.nan, output_dict=True
    )
    assert report["accuracy"] == 1
    assert report["macro avg"]["precision"] == 1  # 2 has none


def test_names_that_do_not_match():
    with pytest.raises(ValueError, match="target_names"):
        reference.classification_report([0, 1], [0, 1], target_names=["a"])
    with pytest.warns(UserWarning, match="target_names"):
        report = reference.classification_report(
            [0, 1], [0, 1], labels=[0, 1], target_names=["a"], output_dict=True
        )
    assert list(report) == ["a", "accuracy", "macro avg", "weighted avg"]


def test_undefined_ratios_warn():
    with pytest.warns(reference.UndefinedMetricWarning):
        reference.classification_report([0, 1], [0, 0])
    with pytest.raises(ValueError, match="zero_division"):
        reference.classification_report([0, 1], [0, 0], zero_division="no")
    with pytest.raises(ValueError, match="digits"):
        reference.classification_report([0, 1], [0, 0], digits=-1)
