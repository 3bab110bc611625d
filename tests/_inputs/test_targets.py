"""Labels of more than two classes, and groups."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs import labels
from fastmetrics._inputs.labels import count_classes, target


@one_case(
    "y_true",
    [
        [0, 1],
        [1, 1],
        [0, 1, 2],
        [1.0, 2.0],
        [0.5, 2.0],
        ["a", "b"],
        ["a", "b", "c"],
        [[0], [1]],
        [[0, 1], [1, 1]],
        [[0, 2], [1, 1]],
        [[0.0, 1.0], [1.0, 1.0]],
        [[0.5, 1.0], [1.0, 1.0]],
        [["a", "b"], ["b", "a"]],
        [True, False],
        [[True, False]],
    ],
)
def test_target_is_what_the_peer_calls_it(y_true):
    multiclass = pytest.importorskip("sklearn.utils.multiclass")
    array, kind = target(y_true, "y_true")
    assert kind == multiclass.type_of_target(y_true)
    assert np.array_equal(array.ravel(), np.ravel(y_true))
    assert array.ndim == (2 if np.ndim(y_true) == 2 and len(y_true[0]) > 1 else 1)


def test_target_of_objects():
    array, kind = target(np.array([0, 1, 1], dtype=object), "y_true")
    assert (array.dtype.kind, kind) == ("i", "binary")
    array, kind = target(np.array(list("abc"), dtype=object), "y_true")
    assert (array.tolist(), kind) == (list("abc"), "multiclass")


def test_target_must_be_finite_and_not_empty():
    for y_true, message in (
        ([[0.0, np.nan], [1.0, 0.0]], r"contains NaN: 1 of 4 .* position \(0, 1\)"),
        ([0.0, np.inf], "contains infinity"),
        (np.empty((0, 2)), "0 sample"),
        ([], "0 sample"),
    ):
        with pytest.raises(ValueError, match=message):
            target(y_true, "y_true")


def test_count_classes():
    assert count_classes([3, 3]) == 1
    assert count_classes(np.array(["a", "b"])) == 2
    assert count_classes(np.array(list("abca"), dtype=object)) == 3
    assert count_classes(np.arange(2000) % 17) == 17


def test_a_label_that_is_a_list_is_refused():
    with pytest.raises(ValueError, match="y_true must hold one label per row"):
        labels.label_values(np.array([1, []], object))
    # An array among them cannot be compared with another label.
    with pytest.raises(ValueError, match="y_true must hold one label per row"):
        labels.label_values(np.array(["a", "b", np.array([1, 2])], object))
