"""Pictures of labels as descriptions, held against counts that are known otherwise."""

import numpy as np
import pytest

from fastmetrics import classification_report, confusion_matrix, evaluate
from fastmetrics._common.bounds import proportion
from fastmetrics.report.plots.classes import places, seriation
from fastmetrics.report.plots.forest import pictures
from fastmetrics.show.pictures import Bars, Cells, Intervals, Line, Note

QUICK = {"n_resamples": 20, "random_state": 0, "metrics": ["accuracy"]}
# 5 cats, 4 dogs and a fox in the eyes of two models.
Y = ["cat"] * 5 + ["dog"] * 4 + ["fox"]
A = ["cat"] * 4 + ["dog", "cat"] + ["dog"] * 3 + ["fox"]
B = ["cat"] * 2 + ["dog"] * 3 + ["cat", "dog", "dog", "fox", "dog"]


@pytest.fixture(scope="module")
def report():
    return evaluate(Y, {"a": A, "b": B}, **QUICK)


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(40), 30 + np.arange(40))
    wrong = rng.random(len(y)) < 0.2
    return evaluate(y, np.where(wrong, (y + 1) % 40, y), **QUICK)


def picture(report, kind, **options):
    [made] = pictures(report, kind, **options)
    return made


def only(panel, kind):
    [mark] = [mark for mark in panel.marks if isinstance(mark, kind)]
    return mark


def test_confusion_has_shares_of_the_true_class_and_counts(report):
    made = picture(report, "confusion")
    left, right = made.panels
    assert (left.title, right.title) == ("a", "b")
    assert list(left.y.names) == list(left.x.names) == ["cat", "dog", "fox"]
    cells = only(right, Cells)
    np.testing.assert_allclose(
        cells.values, [[0.4, 0.6, 0], [0.25, 0.5, 0.25], [0, 1, 0]]
    )
    assert cells.texts == [["2", "3", ""], ["1", "2", "1"], ["", "1", ""]]
    # What is wrong has a scale of its own, the same for both models.
    np.testing.assert_array_equal(cells.apart, np.eye(3, dtype=bool))
    assert cells.high == only(left, Cells).high == 1
    assert made.title == (
        "Confusion: most often b predicts dog for cat, in 60.0 % of its rows"
    )


def test_confusion_is_normalized_as_asked(report):
    for normalize, first in (("true", 0.8), ("pred", 0.8), ("all", 0.4), (None, 4)):
        panel = picture(report, "confusion", normalize=normalize).panels[0]
        assert only(panel, Cells).values[0, 0] == first, normalize


def test_options_are_checked(report):
    with pytest.raises(ValueError, match="normalize must be one of"):
        picture(report, "confusion", normalize="rows")
    with pytest.raises(ValueError, match="order must be one of"):
        picture(report, "confusion", order="size")


def test_a_perfect_model_has_a_matrix():
    made = picture(evaluate(Y, Y, **QUICK), "confusion")
    assert made.title == "Confusion: no row was predicted wrongly"
    assert only(made.panels[0], Cells).high == 1


def test_several_columns_have_their_outcomes():
    made = evaluate([[1, 0, 1], [1, 1, 0]], [[1, 1, 1], [0, 1, 0]], **QUICK)
    [panel] = picture(made, "confusion").panels
    assert list(panel.x.names) == ["true neg.", "false pos.", "false neg.", "true pos."]
    texts = only(panel, Cells).texts
    assert texts == [["", "", "1", "1"], ["", "1", "", "1"], ["1", "", "", "1"]]


def test_many_classes_have_their_confusions_and_the_worst_classes(many):
    matrix, support, confusions, worst = picture(many, "confusion").panels
    counts = many.counts["model"].counts
    cells = only(matrix, Cells)
    assert cells.texts is None
    np.testing.assert_allclose(cells.values, counts / counts.sum(1, keepdims=True))
    np.testing.assert_array_equal(only(support, Bars).values, counts.sum(1))
    wrong = counts * (1 - np.eye(40, dtype=int))
    assert len(confusions.y.names) == 20
    i, j = np.unravel_index(wrong.argmax(), wrong.shape)
    assert confusions.y.names[0] == f"{i} as {j}"
    found = only(confusions, Intervals)
    expected = proportion("wilson", wrong[i, j], counts[i].sum(), 0.95)
    assert (found.low[0], found.high[0]) == expected
    recall = counts.diagonal() / counts.sum(1)
    assert worst.y.names[0] == str(recall.argmin())
    np.testing.assert_allclose(only(worst, Intervals).value, np.sort(recall)[:20])


def test_more_classes_than_places_share_cells():
    y = np.arange(1500)
    made = evaluate(y, y, **QUICK)
    matrix = picture(made, "confusion").panels[0]
    cells = only(matrix, Cells)
    assert cells.values.shape == (500, 500)
    np.testing.assert_array_equal(cells.values, np.eye(500))
    assert list(matrix.y.names) == [str(k) for k in range(0, 1500, 3)]


def test_classes_are_ordered_by_support_or_by_what_is_confused():
    cells = (
        np.array([0, 0, 2, 1, 2]),
        np.array([0, 2, 0, 1, 2]),
        np.array([1, 1, 2, 9, 3]),
    )
    support = np.array([2, 9, 5])
    assert list(places("names", support, cells)) == [0, 1, 2]
    assert list(places("support", support, cells)) == [2, 0, 1]
    # 0 and 2 are taken for each other, 1 is apart.
    assert abs(np.diff(places("similarity", support, cells)[[0, 2]])) == 1


def test_a_seriation_finds_a_chain_again():
    rng = np.random.default_rng(0)
    k = 12
    chain = np.exp(-np.abs(np.subtract.outer(np.arange(k), np.arange(k))))
    mixed = rng.permutation(k)
    found = mixed[seriation(chain[np.ix_(mixed, mixed)])]
    assert list(found) in (list(range(k)), list(range(k))[::-1])


def test_difference_of_two_matrices(report):
    made = picture(report, "confusion_difference")
    [panel] = made.panels
    of = [
        confusion_matrix(Y, labels, normalize="true", labels=["cat", "dog", "fox"])
        for labels in (A, B)
    ]
    np.testing.assert_allclose(only(panel, Cells).values, of[1] - of[0])
    assert only(panel, Cells).texts[0][:2] == ["−40.0", "+40.0"]
    assert made.title == (
        "Difference of confusions: b and a differ most in predicting dog for fox, by "
        "100.0 percentage points"
    ) or made.title.endswith("how often fox is found, by 100.0 percentage points")
    with pytest.raises(ValueError, match="no classes of several models"):
        pictures(evaluate(Y, A, **QUICK), "confusion_difference")


def test_each_class_has_precision_recall_and_support(report):
    made = picture(report, "classes")
    precision, recall, support = made.panels
    expected = classification_report(Y, A, output_dict=True)
    names = ["cat", "dog", "fox"]
    for panel, name in ((precision, "precision"), (recall, "recall")):
        of_a, of_b = (m for m in panel.marks if isinstance(m, Intervals))
        np.testing.assert_allclose(of_a.value, [expected[one][name] for one in names])
        assert list(of_b.series) == [1, 1, 1]
        assert all(of_b.at > of_a.at)
    assert list(only(support, Bars).values) == [5, 4, 1]
    assert made.title.startswith("Classes: fox is found least, by b, recall 0.0")


def test_many_classes_stand_by_their_support(many):
    precision, recall = picture(many, "classes").panels
    found = only(recall, Intervals)
    assert (recall.x.kind, found.along) == ("log", "y")
    np.testing.assert_array_equal(found.at, 30 + np.arange(40))
    assert len(only(precision, Intervals).value) == 40


def test_slopes_tell_the_classes_that_differ_most(report):
    made = picture(report, "slopes")
    [panel] = made.panels
    lines = [mark for mark in panel.marks if isinstance(mark, Line)]
    assert sorted(tuple(line.y) for line in lines) == [
        (0.75, 0.5), (0.8, 0.4), (1.0, 0.0)
    ]  # fmt: skip
    assert {mark.text for mark in panel.marks if isinstance(mark, Note)} == {
        "cat", "dog", "fox"
    }  # fmt: skip
    assert made.title == (
        "Classes by model: recall of fox differs most, by 100.0 percentage points"
    )
