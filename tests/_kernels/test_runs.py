"""Merging of runs, against sets and dictionaries."""

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels.runs import add_values, merge_runs

NUMBERS = ["i8", "u8", "f4", "f8", "g"]


@given(
    st.sampled_from(NUMBERS),
    st.dictionaries(st.integers(0, 20), st.integers(0, 9)),
    st.dictionaries(st.integers(0, 20), st.integers(0, 9)),
    st.sampled_from(["i8", "f8"]),
)
def test_any_two_runs(dtype, first, second, of_values):
    runs = [np.array(sorted(side, reverse=True), dtype) for side in (first, second)]
    numbers, sources = merge_runs(*runs)
    wanted = sorted({*first, *second}, reverse=True)
    assert numbers.dtype == np.dtype(dtype)
    assert numbers.tolist() == wanted
    assert sources.tolist() == [(x in first) + 2 * (x in second) for x in wanted]
    values = [
        np.array([side[x] for x in sorted(side, reverse=True)], of_values)
        for side in (first, second)
    ]
    added = add_values(sources, *values)
    assert added.dtype == np.dtype(of_values)
    assert added.tolist() == [first.get(x, 0) + second.get(x, 0) for x in wanted]


def test_neighbours_that_no_float_tells_apart():
    odd, even = np.array([2**63 + 1], "u8"), np.array([2**63], "u8")
    assert merge_runs(odd, even)[0].tolist() == [2**63 + 1, 2**63]
    odd, even = np.array([2**53 + 1]), np.array([2**53])
    assert merge_runs(even, odd)[0].tolist() == [2**53 + 1, 2**53]


@one_case(("n", "m"), [(0, 2), (2, 0), (1, 3), (3, 1), (1, 1)])
def test_values_of_another_length(n, m):
    sources = np.array([1, 3, 2], np.uint8)
    with pytest.raises(ValueError, match="differ in length"):
        add_values(sources, np.ones(n), np.ones(m))
