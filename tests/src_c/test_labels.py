"""The kernels below ``fastmetrics._inputs``, called as only it calls them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import keys, objects

LABELS = np.array([0, 1, 1, 0], np.int16)
SCORES = np.array([3, 1, 2, 0], np.uint8)
ZERO, ONE = np.int16(0).tobytes(), np.int16(1).tobytes()


def test_split_and_rows():
    found, n_pos, status = keys.split(LABELS, SCORES, ONE, ZERO)
    assert (found.tolist(), n_pos, status) == ([1, 2, 0, 3], 2, 0)
    found, mask, status = keys.rows(LABELS, SCORES, ONE, ZERO)
    assert (found.tolist(), mask.tolist(), status) == ([3, 1, 2, 0], [0, 1, 1, 0], 0)


def test_no_label_is_positive_without_one():
    found, n_pos, status = keys.split(LABELS, SCORES, None, None)
    assert (found.tolist(), n_pos, status) == ([0, 2, 1, 3], 0, 0)


def test_nothing_comes_of_nothing():
    found, n_pos, status = keys.split(LABELS[:0], SCORES[:0], ONE, ZERO)
    assert (len(found), n_pos, status) == (0, 0, 0)
    found, mask, status = keys.rows(LABELS[:0], SCORES[:0], ONE, ZERO)
    assert (len(found), len(mask), status) == (0, 0, 0)
    assert keys.find_others(LABELS[:0]) == (-1, -1)
    assert keys.check_weights(np.empty(0)) == (0, 0, 0, 0.0)
    assert objects.scan_objects(np.empty(0, object))[1:] == (-1, -1, 0, -1)


def test_faults_add_up():
    scores = np.array([0.0, 1.0, np.nan, 2.0])
    two = np.int16(2).tobytes()
    both = keys.BAD_LABEL + keys.BAD_SCORE
    for kernel in (keys.split, keys.rows):
        assert kernel(LABELS, SCORES, ONE, two)[2] == keys.BAD_LABEL
        assert kernel(LABELS, scores, ONE, ZERO)[2] == keys.BAD_SCORE
        assert kernel(LABELS, scores, ONE, two)[2] == both


def test_shapes_are_guarded():
    for kernel in (keys.split, keys.rows):
        with pytest.raises(ValueError, match="differ in length"):
            kernel(LABELS, SCORES[:3], ONE, ZERO)
        with pytest.raises(ValueError, match="another width"):
            kernel(LABELS, SCORES, b"1", ZERO)
        for labels, scores in (
            (LABELS[:, None], SCORES),
            (LABELS.astype(">i2"), SCORES),
            (LABELS.astype(complex), SCORES),
            (LABELS, SCORES.astype(object)),
            (LABELS, SCORES.astype("U1")),
            (LABELS, SCORES.astype("M8[s]")),
        ):
            with pytest.raises(TypeError, match="that a kernel can read"):
                kernel(labels, scores, ONE, ZERO)
    with pytest.raises(TypeError, match="that a kernel can read"):
        keys.find_others(LABELS.astype(object))
    for scan in (objects.scan_objects, lambda array: objects.match_objects(array, 1)):
        with pytest.raises(TypeError, match="not a column of objects"):
            scan(LABELS)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=1500),
    st.sampled_from(["u1", "i2", "f4", "f8", "i8", "U1", "U2", "U3"]),
    st.integers(1, 3),
)
def test_other_labels_are_found(labels, dtype, step):
    column = np.repeat(np.array(labels, dtype=dtype), step)[::step]
    seen = list(dict.fromkeys(labels))
    expected = [labels.index(label) for label in seen[1:3]]
    expected += [-1] * (2 - len(expected))
    assert list(keys.find_others(column)) == expected
    column = np.array([f"label {label}" for label in labels], dtype=object)
    codes, *rows, n_null, first = objects.scan_objects(column)
    assert rows == expected
    assert (n_null, first) == (0, -1)
    assert codes.tolist() == [min(seen.index(label), 2) for label in labels]
    found = objects.match_objects(column, "label 2")
    assert found.tolist() == [label == 2 for label in labels]


def test_plain_arrays_alone_are_split_at_once():
    kinds = {SCORES.dtype: "kind"}
    found = keys.split_plain(LABELS, SCORES, None, kinds)
    assert (found.n_pos, found.kind) == (2, "kind")
    assert repr(found) == "SplitScores(4 rows, 2 positive)"
    for labels, scores, pos_label in (
        (LABELS.tolist(), SCORES, None),
        (LABELS, SCORES.tolist(), None),
        (LABELS, SCORES.astype("i4"), None),  # of a kind that is not known
        (LABELS[:3], SCORES, None),
        (LABELS[:0], SCORES[:0], None),
        (LABELS * 2, SCORES, None),
        (LABELS, SCORES, 1.0),
        (LABELS, SCORES, 2**70),
        (LABELS, SCORES, 2**15),
        (LABELS.astype("U1"), SCORES, "1"),
    ):
        assert keys.split_plain(labels, scores, pos_label, kinds) is None
