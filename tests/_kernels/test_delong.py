"""Placements of rows in canonical order are those of rows sorted class by class."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import delong, sweep


def places(flags, numbers, n_pos):
    n_neg = max(len(flags) - n_pos, 0)
    of_pos, of_neg = np.full(n_pos, np.nan), np.full(n_neg, np.nan)
    numbers = np.asarray(numbers, np.uint32)
    total = delong.place_rows(flags, numbers, of_pos, of_neg)
    return of_pos, of_neg, total


def numbers_of(labels):
    """Each row's index within its class, the negatives counted on."""
    numbers = np.empty(len(labels), np.int64)
    numbers[np.argsort(-labels, kind="stable")] = np.arange(len(labels))
    return numbers


@one_case("distinct", [1, 2, 7, 1000])
@one_case("share", [0.0, 0.1, 0.5, 1.0])
def test_each_row_is_placed_among_the_other_class(rng, distinct, share):
    n = 90
    labels = (rng.random(n) < share).astype(np.uint8)
    keys = rng.integers(0, distinct, n)
    order = np.lexsort((-labels.astype(int), -keys))
    ordered = np.invert(keys[order].astype(np.uint64))
    flags = sweep.flag_rows(ordered, labels[order])
    n_pos = int(labels.sum())
    numbers = numbers_of(labels.astype(int))[order]
    of_pos, of_neg, total = places(flags, numbers, n_pos)
    pos, neg = keys[labels == 1], keys[labels == 0]
    doubled = 2 * (pos[:, None] > neg) + (pos[:, None] == neg)
    np.testing.assert_array_equal(of_pos, doubled.sum(axis=1))
    np.testing.assert_array_equal(of_neg, doubled.sum(axis=0))
    assert total == doubled.sum()


def test_no_rows_have_no_places():
    assert places(np.empty(0, np.uint8), [], 0)[2] == 0


@one_case(
    ("numbers", "n_pos", "match"),
    [
        ([0, 1], 1, "differ in length"),
        ([0, 1, 2], 4, "differ in length"),
        ([0, 1, 3], 1, "not numbered"),
        ([1, 0, 2], 1, "not numbered"),
        ([0, 1, 2**32 - 1], 2, "not numbered"),
    ],
)
def test_numbers_that_lead_out_of_the_arrays_are_refused(numbers, n_pos, match):
    flags = np.array([3, 2, 2], np.uint8)
    with pytest.raises(ValueError, match=match):
        places(flags, numbers, n_pos)


def test_bounds_of_areas_are_where_the_test_begins_to_reject(rng):
    areas = np.array([0.5, 0.8, 0.999, 0.01])
    larger, smaller = np.array([90.0, 50, 7, 3000]), np.array([9.0, 50, 2, 40])
    reach = np.array([4.0, 2.7, 12.0, 0.5])

    def is_rejected(area, at):
        rest = 1 - area
        terms = area * rest * rest / (1 + rest), area * area * rest / (1 + area)
        variance = area * rest + (larger[at] - 1) * max(terms)
        variance += (smaller[at] - 1) * min(terms)
        variance /= larger[at] * smaller[at]
        return (area - areas[at]) ** 2 > reach[at] * variance

    low, high = delong.invert_areas(areas, reach, larger, smaller)
    for at in range(len(areas)):
        assert 0 < low[at] < areas[at] < high[at] < 1
        assert is_rejected(low[at] - 1e-12, at)
        assert is_rejected(high[at] + 1e-12, at)
        assert not is_rejected(low[at] + 1e-12, at)
        assert not is_rejected(high[at] - 1e-12, at)


def test_bounds_of_areas_need_as_many_of_all():
    one = np.ones(1)
    with pytest.raises(ValueError, match="differ in number"):
        delong.invert_areas(one, one, np.ones(2), one)
