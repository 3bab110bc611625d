"""Groups of rows: their codes, for ids near one another and far apart."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.groups import coded, group_codes, group_ids


def test_group_codes_are_in_sorted_order():
    for groups in ([7, 3, 7, 5], list("cacb"), np.array(list("cacb"), dtype=object)):
        codes, n_groups = group_codes(groups, 4)
        assert codes.tolist() == [2, 0, 2, 1]
        assert codes.dtype == np.int64
        assert n_groups == 3
    for bad, message in (
        ([1, 2], "groups has 2, expected 4"),
        ([1, None, 2, 3], "missing values"),
        ([1.0, np.nan, 2, 3], "contains NaN"),
    ):
        with pytest.raises(ValueError, match=message):
            group_codes(bad, 4)


@one_case("dtype", ["i1", "u2", "i8", "u8", "f4", "f8", "M8[s]", "O", "U4"])
@one_case("apart", [1, 40])
def test_group_codes_are_those_of_numpy(rng, dtype, apart):
    ids = (rng.integers(-3 if dtype[0] in "ifM" else 0, 4, 100) * apart).astype(dtype)
    values, codes = np.unique(ids, return_inverse=True)
    found, n_groups = group_codes(ids, 100)
    np.testing.assert_array_equal(found, codes)
    assert n_groups == len(values)


@one_case("n", [1, 2, 3000, 70_000, 300_000])
def test_group_codes_of_ids_that_are_anything(rng, n):
    ids = rng.integers(-(2**63), 2**63 - 1, n)
    ids[rng.integers(0, n, n // 2)] = -(2**63)
    ids[0] = 2**63 - 1
    values, codes = np.unique(ids, return_inverse=True)
    found, n_groups = group_codes(ids, n)
    np.testing.assert_array_equal(found, codes)
    assert n_groups == len(values)
    named = coded(group_ids(ids, n))
    np.testing.assert_array_equal(named.values, values)
