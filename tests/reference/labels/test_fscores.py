"""Precision, recall, F and Jaccard with all their averages, worked by hand."""

import math
import warnings

import pytest
from helpers.one_case import one_case
from helpers.worked import rows

from fastmetrics import reference
from fastmetrics.reference.labels.fscores import fscore_of

nan = math.nan

#        predicted  a  b  c
#   a (3 rows)      2  1  0      P = 2/3, R = 2/3, F = 2/3, J = 2/4
#   b (4 rows)      1  1  2      P = 1/2, R = 1/4, F = 2/6, J = 1/5
#   c (1 row)       0  0  1      P = 1/3, R = 1,   F = 2/4, J = 1/3
TRUE, PRED = rows([[2, 1, 0], [1, 1, 2], [0, 0, 1]])
P, R = [2 / 3, 1 / 2, 1 / 3], [2 / 3, 1 / 4, 1]
F, J = [2 / 3, 1 / 3, 1 / 2], [1 / 2, 1 / 5, 1 / 3]

# On which the two macro F1 differ in the third digit.
ZHOU = rows([[50, 3, 2], [10, 20, 5], [1, 4, 5]])

#   row 1: true 1 0 1, predicted 1 1 0: P = ½, R = ½, F = ½, J = ⅓
#   row 2: true 0 1 1, predicted 0 0 1: P = 1, R = ½, F = ⅔, J = ½
MANY_TRUE = [[1, 0, 1], [0, 1, 1]]
MANY_PRED = [[1, 1, 0], [0, 0, 1]]


def close(value):
    return pytest.approx(value, rel=1e-15, nan_ok=True)


def mean(values, weights=(1, 1, 1)):
    return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)


@one_case(
    ("function", "each"),
    [
        (reference.precision_score, P),
        (reference.recall_score, R),
        (reference.f1_score, F),
        (reference.jaccard_score, J),
    ],
)
def test_the_averages_over_labels(function, each):
    assert function(TRUE, PRED, average=None) == close(each)
    assert function(TRUE, PRED, average="macro") == close(mean(each))
    # The weights are the true rows of each label.
    assert function(TRUE, PRED, average="weighted") == close(mean(each, (3, 4, 1)))
    assert function(TRUE, PRED, average="macro", labels=[2, 0]) == close(
        (each[2] + each[0]) / 2
    )


def test_micro_averages_add_the_counts():
    # tp 4, fp 4, fn 4: with one label per row all three are the accuracy.
    for function in (
        reference.precision_score,
        reference.recall_score,
        reference.f1_score,
    ):
        assert function(TRUE, PRED, average="micro") == 1 / 2
    assert reference.jaccard_score(TRUE, PRED, average="micro") == 4 / 12
    # Labels a and c only: tp 3, fp 1 + 2, fn 1 + 0.
    chosen = {"average": "micro", "labels": [0, 2]}
    assert reference.precision_score(TRUE, PRED, **chosen) == 3 / 6
    assert reference.recall_score(TRUE, PRED, **chosen) == 3 / 4
    assert reference.f1_score(TRUE, PRED, **chosen) == 6 / 10
    assert reference.jaccard_score(TRUE, PRED, **chosen) == 3 / 7


def test_binary_is_the_positive_label_alone():
    # tp 2, fp 1, fn 3
    y_true, y_pred = [1, 1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 0]
    assert reference.precision_score(y_true, y_pred) == 2 / 3
    assert reference.recall_score(y_true, y_pred) == 2 / 5
    assert reference.f1_score(y_true, y_pred) == 4 / 8
    assert reference.jaccard_score(y_true, y_pred) == 2 / 6
    # β² = 4: 5·2 / (4·5 + 3); β² = ¼: 1.25·2 / (0.25·5 + 3)
    assert reference.fbeta_score(y_true, y_pred, beta=2) == 10 / 23
    assert reference.fbeta_score(y_true, y_pred, beta=0.5) == close(2.5 / 4.25)
    assert reference.fbeta_score(y_true, y_pred, beta=0) == 2 / 3
    assert reference.fbeta_score(y_true, y_pred, beta=math.inf) == 2 / 5
    # 0 as the positive one: tp 1, fp 3, fn 1
    assert reference.precision_score(y_true, y_pred, pos_label=0) == 1 / 4
    weights = [0.5, 1, 0, 0, 2, 3, 9]
    # tp 1.5, fp 3, fn 2
    weighted = reference.precision_recall_fscore_support(
        y_true, y_pred, average="binary", sample_weight=weights
    )
    assert weighted == (1.5 / 4.5, 1.5 / 3.5, 3 / 8, None)


def test_support():
    *_, support = reference.precision_recall_fscore_support(TRUE, PRED)
    assert support == [3, 4, 1]
    *_, support = reference.precision_recall_fscore_support(
        [0, 1, 1], [0, 0, 1], sample_weight=[0.5, 1, 2], labels=[1, 7], zero_division=0
    )
    assert support == [3, 0]


def test_several_labels_per_row():
    def each(function, **options):
        return function(MANY_TRUE, MANY_PRED, zero_division=0, **options)

    # Columns: tp 1 | fp 1, fn 1 | tp 1, fn 1
    assert each(reference.precision_score, average=None) == [1, 0, 1]
    assert each(reference.recall_score, average=None) == [1, 0, 1 / 2]
    assert each(reference.f1_score, average=None) == [1, 0, close(2 / 3)]
    assert each(reference.f1_score, average="micro") == 4 / 7
    # Rows:
    assert each(reference.precision_score, average="samples") == 3 / 4
    assert each(reference.recall_score, average="samples") == 1 / 2
    assert each(reference.f1_score, average="samples") == close((1 / 2 + 2 / 3) / 2)
    assert each(reference.jaccard_score, average="samples") == close(5 / 12)
    weighted = each(reference.f1_score, average="samples", sample_weight=[3, 1])
    assert weighted == close((3 / 2 + 2 / 3) / 4)
    # Of columns 0 and 2 the first row has tp 1, fn 1, the second tp 1.
    chosen = each(reference.f1_score, average="samples", labels=[0, 2])
    assert chosen == close((2 / 3 + 1) / 2)


# ----------------------------------------------------------------------- undefined


@one_case(("zero_division", "value"), [("warn", 0), (0, 0), (1, 1), (nan, nan)])
def test_ratios_over_zero(zero_division, value):
    """Nothing is predicted to be 1: a precision over zero, a recall and F of 0."""
    y_true, y_pred = [1, 1, 0], [0, 0, 0]
    options = {"zero_division": zero_division}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert reference.precision_score(y_true, y_pred, **options) == close(value)
    warned = [reference.UndefinedMetricWarning] * (zero_division == "warn")
    assert [w.category for w in caught] == warned
    assert reference.recall_score(y_true, y_pred, **options) == 0
    assert reference.f1_score(y_true, y_pred, **options) == 0
    # Neither true nor predicted:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert reference.f1_score([0, 0], [0, 0], **options) == close(value)
        precision = reference.precision_score(
            y_true, y_pred, average="macro", **options
        )
        # Label 0 has the precision ⅓, and NaN is left out of a mean.
        expected = 1 / 3 if value != value else (1 / 3 + value) / 2
    assert precision == close(expected)


def test_a_warning_is_for_what_was_asked():
    def warned(function, *args, **options):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            function(*args, **options)
        return [str(w.message).split()[0] for w in caught]

    everything = reference.precision_recall_fscore_support
    assert warned(everything, [0, 0], [0, 0], labels=[0, 1]) == [
        "precision",
        "recall",
        "f-score",
    ]
    assert warned(everything, [0, 0], [0, 0], labels=[0, 1], warn_for=["recall"]) == [
        "recall"
    ]
    assert warned(reference.f1_score, [1, 0], [0, 0], average="macro") == []
    assert warned(reference.jaccard_score, [0], [0]) == ["jaccard"]
    # A row without labels, and a row that weighs nothing:
    samples = {"average": "samples"}
    assert warned(
        reference.recall_score, [[0, 0], [0, 1]], [[0, 1], [0, 1]], **samples
    ) == ["recall"]
    assert warned(
        reference.recall_score,
        [[1, 0]] * 2,
        [[1, 0]] * 2,
        sample_weight=[1, 0],
        **samples,
    ) == ["recall"]


def test_weighted_without_any_true_row_is_the_plain_mean():
    value = reference.recall_score(
        [0, 0], [0, 0], labels=[1, 2], average="weighted", zero_division=1
    )
    assert value == 1


def test_pos_label_is_for_binary_only():
    with pytest.warns(UserWarning, match="pos_label"):
        reference.f1_score([0, 1], [0, 1], average="macro", pos_label=0)


@one_case(
    "call",
    [
        lambda: reference.f1_score(TRUE, PRED),
        lambda: reference.f1_score(MANY_TRUE, MANY_PRED),
        lambda: reference.f1_score(TRUE, PRED, average="samples"),
        lambda: reference.f1_score(TRUE, PRED, average="mean"),
        lambda: reference.f1_score([0, 1], [0, 1], pos_label=2),
        lambda: reference.f1_score(["a", "b"], ["a", "b"]),
        lambda: reference.f1_score([0, 1], [0, 1], zero_division=2),
        lambda: reference.f1_score([0, 1], [0, 1], zero_division="nan"),
        lambda: reference.fbeta_score([0, 1], [0, 1], beta=-1),
        lambda: reference.fbeta_score([0, 1], [0, 1], beta=nan),
        lambda: reference.jaccard_score([0, 1], [0, 1], zero_division=nan),
        lambda: reference.f1_score(MANY_TRUE, MANY_PRED, average="micro", labels=[3]),
    ],
)
def test_bad_options_raise(call):
    with pytest.raises(ValueError, match=r"."):
        call()


# ------------------------------------------------------------------ averages before F


def test_macro_f1_of_averages_is_not_the_mean_of_f1():
    # P = 50/61, 20/27, 5/12 and R = 50/55, 20/35, 5/10.
    precision = (50 / 61 + 20 / 27 + 5 / 12) / 3
    recall = (50 / 55 + 20 / 35 + 5 / 10) / 3
    value = reference.macro_f1_of_averages(*ZHOU)
    assert value == close(2 * precision * recall / (precision + recall))
    assert round(value, 5) == 0.65960
    # F = 100/116, 40/62, 10/22
    mean_f1 = reference.f1_score(*ZHOU, average="macro")
    assert mean_f1 == close((100 / 116 + 40 / 62 + 10 / 22) / 3)
    assert round(mean_f1, 5) == 0.65393
    assert reference.macro_f1_of_averages(*ZHOU, beta=2) == close(
        5 * precision * recall / (4 * precision + recall)
    )
    assert reference.macro_f1_of_averages(*ZHOU, beta=0) == close(precision)
    assert reference.macro_f1_of_averages(*ZHOU, beta=math.inf) == close(recall)


def test_macro_f1_of_averages_over_chosen_labels():
    precision, recall = (50 / 61 + 5 / 12) / 2, (50 / 55 + 5 / 10) / 2
    assert reference.macro_f1_of_averages(*ZHOU, labels=[2, 0]) == close(
        2 * precision * recall / (precision + recall)
    )
    # P = 1, 0, 1 and R = 1, 0, ½ of three columns.
    several = reference.macro_f1_of_averages(MANY_TRUE, MANY_PRED, zero_division=0)
    assert several == close(2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2))


def test_macro_f1_of_averages_without_anything_right_is_zero():
    assert reference.macro_f1_of_averages([0, 1], [1, 0]) == 0
    with pytest.warns(reference.UndefinedMetricWarning, match="precision"):
        # Precisions ½ and 0 (over zero), recalls 1 and 0: 2 · ¼ · ½ / ¾
        assert reference.macro_f1_of_averages([0, 1], [0, 0]) == close(1 / 3)
    assert math.isnan(fscore_of(math.nan, 1.0, 1))
    assert math.isnan(fscore_of(1.0, math.nan, 1))


# Two runs: P = 15/25 and 3/3, R = 15/20 and 3/4; together tp 18, fp 10, fn 6.
RUNS = [[[90, 10], [5, 15]], [[40, 0], [1, 3]]]


def test_pooled_tables_by_hand():
    pooled = reference.pooled_precision_recall_fscore
    precision, recall, fscore = pooled(RUNS)
    assert (precision, recall) == (close(0.8), 0.75)
    assert fscore == close(2 * 0.8 * 0.75 / 1.55)
    assert pooled(RUNS, average="micro") == (18 / 28, 18 / 24, 36 / 52)
    assert pooled(RUNS, average="micro", beta=2)[2] == close(90 / (4 * 24 + 28))
    assert pooled(RUNS, beta=2)[2] == close(5 * 0.8 * 0.75 / (4 * 0.8 + 0.75))
    assert pooled(RUNS, average="micro", beta=0)[2] == 18 / 28
    assert pooled(RUNS, beta=math.inf)[2] == 0.75


def test_pooled_one_vs_rest_tables_are_the_macro_and_micro_averages():
    matrices = reference.multilabel_confusion_matrix(*ZHOU)
    macro = reference.pooled_precision_recall_fscore(matrices)
    assert macro[2] == reference.macro_f1_of_averages(*ZHOU)
    assert round(macro[2], 5) == 0.65960
    micro = reference.pooled_precision_recall_fscore(matrices, average="micro")
    assert micro == (0.75, 0.75, 0.75)  # 75 of 100 right


def test_pooled_tables_over_zero():
    pooled = reference.pooled_precision_recall_fscore
    empty = [[[5, 0], [0, 0]]]
    with pytest.warns(reference.UndefinedMetricWarning):
        assert pooled(empty) == (0, 0, 0)
    assert pooled(empty, zero_division=1, average="micro") == (1, 1, 1)
    assert pooled([*RUNS, *empty], zero_division=nan) == pooled(RUNS)


@one_case(
    ("matrices", "options"),
    [
        ([], {}),
        ([[[1, 2], [3, -1]]], {}),
        ([[[1, 2], [3, nan]]], {}),
        ([[[1, 2, 3], [3, 4, 5]]], {}),
        ([[[1, 2]]], {}),
        (RUNS, {"average": "weighted"}),
        (RUNS, {"beta": -1}),
        (RUNS, {"zero_division": "no"}),
    ],
)
def test_bad_matrices_raise(matrices, options):
    with pytest.raises(ValueError, match=r"."):
        reference.pooled_precision_recall_fscore(matrices, **options)
