"""Rows of whatever holds them: counted, and taken by number."""

import array

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.rows import common_length, n_rows, take_rows, takeable

ROWS = np.array([3, 0, 3], np.intp)
VALUES = [10, 11, 12, 13]


def test_arrays_and_lists_stay_what_they_are():
    matrix = np.arange(8).reshape(4, 2)
    taken = take_rows(matrix, ROWS)
    assert type(taken) is np.ndarray
    np.testing.assert_array_equal(taken, matrix[[3, 0, 3]])
    assert take_rows(VALUES, ROWS) == [13, 10, 13]
    assert take_rows(range(10, 14), ROWS) == [13, 10, 13]
    assert take_rows([["a"], ["b"], ["c"], ["d"]], ROWS) == [["d"], ["a"], ["d"]]
    assert take_rows(array.array("i", VALUES), ROWS) == [13, 10, 13]
    assert take_rows(memoryview(bytes(VALUES)), ROWS).tolist() == [13, 10, 13]
    masked = np.ma.array(VALUES, mask=[0, 0, 0, 1])
    assert take_rows(masked, ROWS).mask.tolist() == [True, False, True]


def test_frames_stay_what_they_are():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": VALUES}, index=[7, 8, 3, 9])  # 3 is a label, too
    for held in (frame, frame["a"], pd.Index(VALUES)):
        taken = take_rows(held, ROWS)
        assert type(taken) is type(held)
        assert np.ravel(taken).tolist() == [13, 10, 13]
        assert n_rows(held) == 4
    pl = pytest.importorskip("polars")
    for held in (pl.DataFrame({"a": VALUES}), pl.Series(VALUES)):
        taken = take_rows(held, ROWS)
        assert type(taken) is type(held)
        assert np.ravel(taken.to_numpy()).tolist() == [13, 10, 13]
        assert n_rows(held) == 4
    pa = pytest.importorskip("pyarrow")
    for held in (pa.table({"a": VALUES}), pa.array(VALUES), pa.chunked_array([VALUES])):
        taken = take_rows(held, ROWS)
        assert type(taken) is type(held)
        assert taken.slice(0, 2).to_pylist() in ([13, 10], [{"a": 13}, {"a": 10}])
        assert n_rows(held) == 4


@one_case("kind", ["csr", "csc", "coo", "lil", "dia", "dok", "bsr"])
def test_sparse_matrices_stay_sparse(kind):
    sparse = pytest.importorskip("scipy.sparse")
    for made in (sparse.coo_array, sparse.coo_matrix):
        held = made(np.arange(8).reshape(4, 2)).asformat(kind)
        taken = take_rows(held, ROWS)
        assert sparse.issparse(taken)
        assert isinstance(taken, sparse.spmatrix) == isinstance(held, sparse.spmatrix)
        np.testing.assert_array_equal(taken.toarray(), held.toarray()[[3, 0, 3]])
        assert n_rows(held) == 4


def test_what_has_no_rows_to_take_is_made_a_list():
    assert takeable(None) is None
    assert takeable({5: 1}.keys()) == [5]
    assert takeable(VALUES) is VALUES


def test_a_number_of_rows_stands_for_rows():
    assert n_rows(5) == n_rows(np.int8(5)) == common_length(5, [1] * 5) == 5
    assert common_length(None, None, "a b".split()) == 2
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        common_length(4, [1] * 5)
    with pytest.raises(TypeError, match="neither y nor groups"):
        common_length(None)
