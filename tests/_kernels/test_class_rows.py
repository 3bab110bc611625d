"""Rows in the order of their classes."""

import numpy as np
import pytest

from fastmetrics._kernels.class_rows import rows_by_class


@pytest.mark.parametrize("code", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("row", [np.uint32, np.uint64])
@pytest.mark.parametrize("n", [0, 1, 100])
def test_rows_are_those_of_a_stable_sort(rng, code, row, n):
    codes = rng.integers(0, 5, n).astype(code)
    counts = np.bincount(codes, minlength=5)
    out = np.empty(n, row)
    rows_by_class(codes, np.cumsum(counts) - counts, out)
    np.testing.assert_array_equal(out, np.argsort(codes, kind="stable"))


def test_room_for_other_rows_raises():
    with pytest.raises(ValueError, match="differ in length"):
        rows_by_class(np.zeros(2, np.uint8), np.zeros(1, np.int64), np.empty(1, "u4"))
