"""Kernels of lists of items refuse what would lead them out of their arrays."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import (
    item_lists,
    item_vectors,
    sparse_items,
)

STARTS = np.array([0, 2, 3])
CODES = np.array([0, 1, 1])
ROWS = np.ones((2, 3))
LENGTHS = np.ones(2)
SPARSE = np.array([0, 1, 2]), np.array([0, 2], np.int32), np.ones(2)

BAD_STARTS = [[0, 4], [2, 1], [-1, 2], [3, 0, 3]]
BAD_CODES = [[0, 2, 1], [0, -1, 1]]

OF_LISTS = {
    "find_repeat": (2,),
    "tally": (2,),
    "overlaps": (np.ones(2),),
    "cosine_similarities": (ROWS, LENGTHS),
    "cosine_diversities": (ROWS, LENGTHS),
    "mean_distances": (ROWS,),
    "square_pairs": (np.eye(2),),
    "sparse_pairs": (*SPARSE, LENGTHS, "distance"),
    "sparse_similarities": (*SPARSE, LENGTHS, 3),
}
OF_TWO = {
    "find_in": (2,),
    "cross_cosines": (ROWS, LENGTHS),
    "square_cross": (np.eye(2),),
    "sparse_cross_cosines": (*SPARSE, LENGTHS, 3),
}


def kernel_of(name):
    modules = item_lists, item_vectors, sparse_items
    [found] = [getattr(one, name) for one in modules if hasattr(one, name)]
    return found


@one_case("name", [*OF_LISTS, *OF_TWO])
def test_lists_that_do_not_fit(name):
    kernel = kernel_of(name)
    others = () if name in OF_LISTS else (STARTS, CODES)
    rest = {**OF_LISTS, **OF_TWO}[name]
    kernel(STARTS, CODES, *others, *rest)
    for starts in (*BAD_STARTS, []):
        with pytest.raises(ValueError, match="where lists start"):
            kernel(np.array(starts, np.int64), CODES, *others, *rest)
    for codes in BAD_CODES:
        with pytest.raises(ValueError, match="no item's"):
            kernel(STARTS, np.array(codes), *others, *rest)


@one_case("name", OF_TWO)
def test_other_lists_that_do_not_fit(name):
    kernel, rest = kernel_of(name), OF_TWO[name]
    with pytest.raises(ValueError, match="not as many lists"):
        kernel(STARTS, CODES, STARTS[:2], CODES, *rest)
    with pytest.raises(ValueError, match="where lists start"):
        kernel(STARTS, CODES, np.array([0, 2, 9]), CODES, *rest)


@one_case(
    ("change", "message"),
    [
        ({0: np.array([0, 1, 9])}, "insides"),
        ({0: np.array([2, 1, 0])}, "insides"),
        ({2: np.ones(3)}, "insides"),
        ({3: np.ones(3)}, "insides"),
        ({1: np.array([0, 3], np.int32)}, "beyond the columns"),
        ({1: np.array([-1, 0], np.int32)}, "beyond the columns"),
    ],
)
def test_sparse_rows_that_do_not_fit(change, message):
    insides = [change.get(i, one) for i, one in enumerate((*SPARSE, LENGTHS))]
    with pytest.raises(ValueError, match=message):
        sparse_items.sparse_similarities(STARTS, CODES, *insides, 3)


def test_rows_that_do_not_fit():
    for rows in (np.ones((3, 3)), np.ones((2, 0))):
        with pytest.raises(ValueError, match=r"columns|item's"):
            item_vectors.cosine_similarities(STARTS, CODES, rows, LENGTHS)
    with pytest.raises(ValueError, match="square"):
        item_vectors.square_pairs(STARTS, CODES, ROWS)
    with pytest.raises(ValueError, match="where lists start"):
        item_lists.list_means(STARTS, np.ones(2))


def test_lists_are_taken_in_parts():
    part = item_vectors.cosine_similarities(STARTS[1:], CODES, ROWS, LENGTHS)
    assert np.isnan(part).tolist() == [True]  # of one item
    means = item_lists.list_means(np.array([1, 3]), np.array([9.0, 1, np.nan]))
    assert means.tolist() == [1.0]
