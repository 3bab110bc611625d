"""Tables of labels, counted by hand."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import reference
from fastmetrics.reference.labels.confusion import (
    count_labels,
    count_pairs,
    one_vs_rest,
    read_targets,
)

# Seven rows of three animals; (true, predicted) as they come:
#   ant-ant, ant-cat, bee-ant, bee-bee, bee-bee, cat-cat, cat-bee
TRUE = ["ant", "ant", "bee", "bee", "bee", "cat", "cat"]
PRED = ["ant", "cat", "ant", "bee", "bee", "cat", "bee"]
TABLE = [[1, 0, 1], [1, 2, 0], [0, 1, 1]]

# Rows of three labels:  true 1 0 1 | pred 1 1 0,  true 0 0 1 | pred 0 0 1,
#                        true 1 1 0 | pred 0 1 0
MANY_TRUE = [[1, 0, 1], [0, 0, 1], [1, 1, 0]]
MANY_PRED = [[1, 1, 0], [0, 0, 1], [0, 1, 0]]


def test_the_table_of_three_classes():
    assert reference.confusion_matrix(TRUE, PRED) == TABLE
    assert count_pairs(TRUE, PRED, [1] * 7) == {
        ("ant", "ant"): 1,
        ("ant", "cat"): 1,
        ("bee", "ant"): 1,
        ("bee", "bee"): 2,
        ("cat", "cat"): 1,
        ("cat", "bee"): 1,
    }


def test_labels_choose_and_order():
    # Rows with bee on either side do not count.
    chosen = reference.confusion_matrix(TRUE, PRED, labels=["cat", "ant"])
    assert chosen == [[1, 0], [1, 1]]
    # A label that nothing has, and one that stands twice: its last place counts.
    assert reference.confusion_matrix(TRUE, PRED, labels=["ant", "dog"]) == [
        [1, 0],
        [0, 0],
    ]
    assert reference.confusion_matrix(TRUE, PRED, labels=["bee", "bee"]) == [
        [0, 0],
        [0, 2],
    ]


def test_normalized_tables():
    def table(normalize):
        return reference.confusion_matrix(TRUE, PRED, normalize=normalize)

    third, half = 1 / 3, 1 / 2
    assert table("true") == [[half, 0, half], [third, 2 / 3, 0], [0, half, half]]
    # Columns: two ants, three bees, two cats are predicted.
    assert table("pred") == [[half, 0, half], [half, 2 / 3, 0], [0, third, half]]
    assert table("all") == [[1 / 7, 0, 1 / 7], [1 / 7, 2 / 7, 0], [0, 1 / 7, 1 / 7]]
    # A label that is never true has a row of zeros.
    assert reference.confusion_matrix([0, 0], [0, 1], normalize="true") == [
        [half, half],
        [0, 0],
    ]


def test_weights_are_added_exactly():
    # Ten times 0.1 is not 1 in floats added one by one; its exact sum rounds to 1.
    table = reference.confusion_matrix(
        [0] * 10 + [1], [0] * 10 + [1], sample_weight=[0.1] * 11
    )
    assert table == [[1.0, 0], [0, 0.1]]
    # A row of weight 0 still makes its labels known.
    assert reference.confusion_matrix([0, 1], [0, 0], sample_weight=[3, 0]) == [
        [3, 0],
        [0, 0],
    ]
    whole = reference.confusion_matrix([0, 1], [0, 0], sample_weight=[3, 1])
    assert [type(cell) for row in whole for cell in row] == [int] * 4


def test_a_table_of_one_label_warns():
    with pytest.warns(UserWarning, match="single label"):
        assert reference.confusion_matrix([7, 7], [7, 7]) == [[2]]
    with pytest.warns(UserWarning, match="single label"):
        assert reference.confusion_matrix([7, 8], [7, 7], labels=[8]) == [[0]]


def test_one_vs_rest():
    # bee: 2 right, cat taken for bee once, one bee taken for ant, 7 rows in all.
    table = count_pairs(TRUE, PRED, [1] * 7)
    assert one_vs_rest(table, "bee") == (3, 1, 1, 2)
    assert one_vs_rest(table, "dog") == (7, 0, 0, 0)
    assert reference.multilabel_confusion_matrix(TRUE, PRED) == [
        [[4, 1], [1, 1]],
        [[3, 1], [1, 2]],
        [[4, 1], [1, 1]],
    ]
    assert reference.multilabel_confusion_matrix(TRUE, PRED, labels=["dog"]) == [
        [[7, 0], [0, 0]]
    ]


def test_several_labels_per_row():
    # Columns: 1 0 1 | 1 0 0, then 0 0 1 | 1 0 1, then 1 1 0 | 0 1 0.
    assert reference.multilabel_confusion_matrix(MANY_TRUE, MANY_PRED) == [
        [[1, 0], [1, 1]],
        [[1, 1], [0, 1]],
        [[1, 0], [1, 1]],
    ]
    assert reference.multilabel_confusion_matrix(
        MANY_TRUE, MANY_PRED, labels=[2, 1]
    ) == [[[1, 0], [1, 1]], [[1, 1], [0, 1]]]
    assert reference.multilabel_confusion_matrix(
        MANY_TRUE, MANY_PRED, samplewise=True
    ) == [[[0, 1], [1, 1]], [[2, 0], [0, 1]], [[1, 0], [1, 1]]]
    weighted = reference.multilabel_confusion_matrix(
        MANY_TRUE, MANY_PRED, samplewise=True, sample_weight=[2, 0.5, 0]
    )
    assert weighted == [[[0, 2], [2, 2]], [[1, 0], [0, 0.5]], [[0, 0], [0, 0]]]


def test_any_number_but_zero_says_yes():
    targets = read_targets([[0, -1], [-1, 0]], [[3, 3], [0, 0]])
    assert targets.kind == "multilabel-indicator"
    assert count_labels(targets, [0, 1]) == [(0, 1, 1, 0), (1, 0, 0, 1)]


def test_binary_counts():
    four = reference.binary_counts([1, 1, 0, 0, 0], [1, 0, 0, 1, 0])
    assert four == (2, 1, 1, 1)
    assert (four.tn, four.fp, four.fn, four.tp) == four
    swapped = reference.binary_counts([1, 1, 0, 0, 0], [1, 0, 0, 1, 0], pos_label=0)
    assert swapped == (1, 1, 1, 2)
    assert reference.binary_counts(
        ["n", "y"], ["y", "y"], pos_label="y", sample_weight=[0.5, 2]
    ) == (0, 0.5, 0, 2)
    # One label only: it may be the negative one.
    assert reference.binary_counts([0, 0], [0, 0]) == (2, 0, 0, 0)
    assert reference.binary_counts([1, 1], [1, 1]) == (0, 0, 0, 2)


@one_case(
    ("y_true", "y_pred"),
    [
        ([], []),
        ([0, 1], [0]),
        ([0, 1], ["0", "1"]),
        ([0.5, 1], [0, 1]),
        ([0, 1], [0, np.nan]),
        ([0, None], [0, 1]),
        ([0, 1], [[0, 1], [1, 0]]),
        ([[0, 1]], [[0, 1, 1]]),
        ([[0, 1], [1]], [[0, 1], [1]]),
        ([[0], [1]], [[0], [1]]),
        ([[0, 1, 2]], [[0, 1, 2]]),
        ([[0, 0.5]], [[0, 0]]),
        ([["a", "b"]], [["a", "b"]]),
    ],
)
def test_labels_that_do_not_fit_raise(y_true, y_pred):
    with pytest.raises(ValueError, match=r"."):
        read_targets(y_true, y_pred)


@one_case("weights", [[1], [1, -1], [0, 0], [1, np.inf], [1, np.nan]])
def test_bad_weights_raise(weights):
    with pytest.raises(ValueError, match=r"."):
        reference.confusion_matrix([0, 1], [0, 1], sample_weight=weights)


@one_case(
    "call",
    [
        lambda: reference.confusion_matrix(TRUE, PRED, labels=[]),
        lambda: reference.confusion_matrix(TRUE, PRED, labels=["dog"]),
        lambda: reference.confusion_matrix(TRUE, PRED, normalize="rows"),
        lambda: reference.confusion_matrix(MANY_TRUE, MANY_PRED),
        lambda: reference.multilabel_confusion_matrix(TRUE, PRED, samplewise=True),
        lambda: reference.multilabel_confusion_matrix(MANY_TRUE, MANY_PRED, labels=[3]),
        lambda: reference.multilabel_confusion_matrix(
            MANY_TRUE, MANY_PRED, labels=[-1]
        ),
        lambda: reference.binary_counts(TRUE, PRED),
        lambda: reference.binary_counts(MANY_TRUE, MANY_PRED),
        lambda: reference.binary_counts([0, 1], [0, 1], pos_label=2),
    ],
)
def test_bad_options_raise(call):
    with pytest.raises(ValueError, match=r"."):
        call()
