"""Matrices of indicators: what passes for them, and what does not."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fastmetrics._inputs.label_pairs import indicator_pair

TRUE = np.array([[1, 0, 1], [0, 0, 1], [0, 1, 0], [0, 0, 0]])
PREDICTED = np.array([[1, 1, 1], [0, 0, 1], [1, 0, 0], [0, 0, 0]])
SPARSE = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


def dense(matrix):
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def wide(matrix):
    """Return the matrix as every other column of another."""
    return np.repeat(matrix, 2, axis=1)[:, ::2]


def unaligned(matrix):
    packed = np.zeros(matrix.shape, dtype=[("a", "i1"), ("b", matrix.dtype)])
    packed["b"] = matrix
    return packed["b"]


LAYOUTS = [
    np.asarray,
    np.asfortranarray,
    wide,
    unaligned,
    lambda m: m[::-1].copy()[::-1],
    lambda m: m.astype(m.dtype.newbyteorder("S")),
    lambda m: m.tolist(),
    lambda m: tuple(map(tuple, m)),
]


@one_case("layout", LAYOUTS)
@one_case("dtype", "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 g".split())
def test_any_dtype_and_layout(dtype, layout):
    pair = indicator_pair(layout(TRUE.astype(dtype)), layout(PREDICTED != 0))
    assert (pair.n, pair.n_labels, pair.sparse) == (4, 3, False)
    np.testing.assert_array_equal(pair.true, TRUE)
    np.testing.assert_array_equal(pair.predicted, PREDICTED)
    assert pair.weights is None
    assert not pair.integer_weights


def test_arrays_are_not_copied():
    pair = indicator_pair(TRUE[:, ::2], PREDICTED[:, 1:])
    assert np.shares_memory(pair.true, TRUE)
    assert np.shares_memory(pair.predicted, PREDICTED)


@one_case("library", ["pandas", "polars", "pyarrow"])
def test_frames(library):
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    columns = dict(zip("abc", TRUE.T.tolist(), strict=True))
    pair = indicator_pair(make(columns), PREDICTED)
    np.testing.assert_array_equal(pair.true, TRUE)
    columns["b"][1] = None
    with pytest.raises(ValueError, match="y_true contains"):
        indicator_pair(make(columns), PREDICTED)


# ------------------------------------------------------------------ sparse


@one_case("kind", ["array", "matrix"])
@one_case("form", SPARSE)
def test_sparse_of_any_format(form, kind):
    true = getattr(sp, f"{form}_{kind}")(TRUE)
    for y_pred in (sp.csr_array(PREDICTED.astype("f4")), PREDICTED, PREDICTED != 0):
        one = indicator_pair(true, y_pred)
        other = indicator_pair(y_pred, true)
        for first, second in ((one.true, one.predicted), (other.predicted, other.true)):
            assert first.format == second.format == "csr"
            np.testing.assert_array_equal(first.toarray(), TRUE)
            np.testing.assert_array_equal(second.toarray(), PREDICTED)
        assert one.sparse


def test_canonical_sparse_is_not_copied():
    true = sp.csr_array(TRUE)
    pair = indicator_pair(true, true)
    assert pair.true is true


def test_half_precision_beside_sparse():
    pair = indicator_pair(TRUE.astype("f2"), sp.csr_array(PREDICTED))
    np.testing.assert_array_equal(pair.true.toarray(), TRUE)


def test_sparse_comes_out_canonical_and_is_left_as_it_was():
    # Row 0 has its columns in no order and a zero, row 1 an entry in two parts.
    data, indices = np.array([1, 1, 0, 1, 0]), np.array([2, 0, 1, 1, 1])
    y_true = sp.csr_array((data, indices, [0, 3, 5, 5]), shape=(3, 3))
    empty = sp.csr_array((3, 3), dtype=int)
    pair = indicator_pair(y_true, empty)
    found = pair.true.toarray()
    np.testing.assert_array_equal(found, [[1, 0, 1], [0, 1, 0], [0, 0, 0]])
    assert pair.true.has_canonical_format
    assert pair.true.data.all()
    np.testing.assert_array_equal(y_true.data, data)
    np.testing.assert_array_equal(y_true.indices, indices)
    y_true.data[4] = 1  # the parts add up to 2
    with pytest.raises(ValueError, match="mix of multiclass-multioutput"):
        indicator_pair(y_true, empty)


def test_sparse_with_more_room_than_entries():
    roomy = sp.csr_array((3, 3), dtype=int)
    roomy.data, roomy.indices = np.array([1, 1, 7]), np.array([2, 0, 1])
    roomy.indptr = np.array([0, 2, 2, 2])
    pair = indicator_pair(roomy, TRUE[:3])
    np.testing.assert_array_equal(pair.true.toarray(), [[1, 0, 1], [0] * 3, [0] * 3])
    assert len(pair.true.data) == 2
    assert len(roomy.data) == 3


@one_case(
    ("indices", "indptr"),
    [
        ([0, 3], [0, 1, 2, 2]),
        ([0, -1], [0, 1, 2, 2]),
        ([0, 1], [0, 2, 1, 2]),
        ([0, 1], [0, 1, 2, 3]),
        ([0, 1], [1, 1, 2, 2]),
        ([0, 1], [0, 1, 2]),
    ],
)
def test_sparse_that_leads_out_of_its_arrays_raises(indices, indptr):
    broken = sp.csr_array((3, 3), dtype=int)
    broken.data = np.ones(2, int)
    broken.indices, broken.indptr = np.array(indices), np.array(indptr)
    with pytest.raises(ValueError, match="y_pred is not a valid sparse matrix"):
        indicator_pair(TRUE[:3], broken)


def test_sparse_that_is_converted_is_looked_at_too():
    broken = sp.coo_array(np.eye(3, dtype=int))
    broken.coords = broken.coords[0], np.array([0, 1, 10**9])
    with pytest.raises(ValueError, match="y_pred is not a valid sparse matrix"):
        indicator_pair(TRUE[:3], broken)


def test_scipy_is_loaded_for_sparse_only():
    code = (
        "import sys\nfrom fastmetrics._inputs.label_pairs import indicator_pair\n"
        "indicator_pair([[0, 1]], [[1, 1]])\n"
        "assert 'scipy.sparse' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# ------------------------------------------------------------------ none of them


@given(
    arrays.arrays(
        st.sampled_from(["i1", "f4", "f8", "u1", "?", "f2", "i8"]),
        st.tuples(st.integers(1, 4), st.integers(2, 4)),
        elements={"min_value": 0, "max_value": 2},
    ),
    st.sampled_from([1, 2, 0.5]),
)
def test_told_apart_as_the_peer_does(matrix, factor):
    multiclass = pytest.importorskip("sklearn.utils.multiclass")
    matrix = (matrix * factor).astype(matrix.dtype)
    kind = multiclass.type_of_target(matrix)
    if kind == "multilabel-indicator":
        pair = indicator_pair(matrix, matrix)
        np.testing.assert_array_equal(pair.true, matrix)
    else:
        with pytest.raises(ValueError, match=kind):
            indicator_pair(matrix, matrix)


@one_case(
    ("y_true", "y_pred", "message"),
    [
        (TRUE, PREDICTED[:3], "y_true has 4, y_pred has 3"),
        (TRUE, PREDICTED[:, :2], "3 and 2 columns"),
        (sp.csr_array(TRUE), PREDICTED[:, :2], "3 and 2 columns"),
        (TRUE[:0], PREDICTED[:0], "0 sample"),
        (sp.csr_array((0, 3)), sp.csr_array((0, 3)), "0 sample"),
        (TRUE[:, :0], PREDICTED[:, :0], "unknown is not supported"),
        (TRUE, [0, 1, 0, 1], "mix of multilabel-indicator and binary"),
        (TRUE, [[0], [1], [2], [3]], "mix of multilabel-indicator and multiclass "),
        (["a", "b", "a", "b"], TRUE, "mix of binary and multilabel-indicator"),
        ([0.5, 1, 2, 3], TRUE, "mix of continuous and multilabel-indicator"),
        (TRUE, TRUE * 0.5, "and continuous-multioutput"),
        (TRUE, TRUE * 1e300, "and continuous-multioutput"),
        (TRUE, TRUE + PREDICTED, "and multiclass-multioutput"),
        (TRUE, TRUE.astype(str), "and multiclass-multioutput"),
        (TRUE, sp.csr_array(TRUE + PREDICTED), "and multiclass-multioutput"),
        (TRUE, sp.csr_array(TRUE * 0.5), "and continuous-multioutput"),
        (TRUE, TRUE.astype(object), "and unknown"),
        (TRUE, TRUE.astype("S1"), "and unknown"),
        (TRUE, TRUE[:, :, None], "and unknown"),
        (TRUE.astype(str), TRUE.astype(str), "multiclass-multioutput is not supported"),
        (TRUE, TRUE * 1j, "Complex"),
        (TRUE, sp.csr_array(TRUE * 1j), "Complex"),
        (TRUE, [[1, 0], [1], [0], [1]], "rows of one length"),
        (np.where(TRUE, np.nan, 0), PREDICTED, r"y_true contains NaN: 4 of 12"),
        (np.full((4, 3), np.nan), PREDICTED, "y_true contains NaN"),
        (TRUE, np.where(TRUE, np.inf, 0), "y_pred contains infinity"),
        (TRUE, sp.csr_array(np.where(TRUE, np.nan, 0)), "y_pred contains NaN"),
    ],
)
def test_what_raises(y_true, y_pred, message):
    with pytest.raises(ValueError, match=message):
        indicator_pair(y_true, y_pred)


def test_column_of_a_sparse_matrix():
    column = sp.csr_array(TRUE[:, :1])
    with pytest.raises(TypeError, match="sparse input is only supported"):
        indicator_pair(column, column)


def test_third_value_is_found_in_the_last_row():
    matrix = np.zeros((200_000, 3), np.int8)
    matrix[100_000] = 1
    assert indicator_pair(matrix, matrix).n == 200_000
    matrix[-1, -1] = 2
    for layout in (np.asarray, wide):
        with pytest.raises(ValueError, match="multiclass-multioutput"):
            indicator_pair(layout(matrix), layout(matrix))


# ------------------------------------------------------------------ weights


@one_case("dtype", "? i1 i2 i4 i8 u1 u2 u4 u8".split())
def test_weights_of_integers_stay_such(dtype):
    weights = np.array([1, 0, 1, 1], dtype)
    pair = indicator_pair(TRUE, PREDICTED, weights)
    assert pair.integer_weights
    assert pair.weights.dtype == np.int64
    np.testing.assert_array_equal(pair.weights, weights)


def test_weights_that_would_overflow_are_floats():
    pair = indicator_pair(TRUE, PREDICTED, [2**62, 2**62, 2**62, 1])
    assert pair.weights.dtype == np.float64
    assert not pair.integer_weights


@one_case("dtype", ["f2", "f4", "f8", "g"])
def test_weights_of_floats(dtype):
    pair = indicator_pair(TRUE, PREDICTED, np.array([1, 0, 0.5, 2], dtype))
    assert not pair.integer_weights
    assert pair.weights.tolist() == [1, 0, 0.5, 2]


@one_case(
    "weights", [[1, 2], [0, 0, 0, 0], [1, -1, 1, 1], [1, np.nan, 1, 1], list("abcd")]
)
def test_wrong_weights_raise(weights):
    with pytest.raises(ValueError, match="weight"):
        indicator_pair(TRUE, PREDICTED, weights)
