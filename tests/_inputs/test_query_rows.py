"""Columns of queries, as the kernel reads them."""

import numpy as np
from helpers.one_case import one_case

from fastmetrics._inputs.number_pairs import read_levels
from fastmetrics._inputs.query_rows import read_query_rows


def shifted(array):
    """Return the same numbers one byte further, where no float64 may lie."""
    made = np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1)
    assert not made.flags.aligned
    return made.reshape(array.shape)


@one_case("ids", [None, [7, 7, 9], [9, 7, 9]])
def test_kernels_get_aligned_numbers(ids):
    # Of others a load is undefined in C, whatever processors make of it.
    grades, scores = np.array([0.0, 2.0, 1.0]), np.array([0.25, 0.5, 0.75])
    if ids is None:
        grades, scores = grades[None], scores[None]
    plain = read_query_rows(grades, scores, ids)
    found = read_query_rows(shifted(grades), shifted(scores), ids)
    for a, b in zip(plain[:2], found[:2], strict=True):
        assert b.flags.aligned
        assert b.flags.c_contiguous
        assert a.tolist() == b.tolist()


def test_levels_are_aligned():
    levels = read_levels(shifted(np.array([0.1, 0.9])), 2)
    assert levels.flags.aligned
    assert levels.tolist() == [0.1, 0.9]
