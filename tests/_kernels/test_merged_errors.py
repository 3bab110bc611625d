"""Sums of errors of two parts are added as numbers of 106 bits, to the same bits."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.arrays import Wide
from fastmetrics._kernels import errors
from fastmetrics.metrics.regression.formulas.totals import SUMS
from fastmetrics.metrics.regression.measuring.error_sums import _MOVED

W, T, Q, D, T2, Q2, D2, TQ = (
    SUMS.index(name) for name in ("w", "t", "q", "d", "t2", "q2", "d2", "tq")
)


def added(one, other):
    """Add up two parts, output by output, by the arithmetic of `Wide`."""
    common = np.where(
        one.origins == other.origins,
        one.origins,
        (one.sums[W] * one.origins + other.sums[W] * other.origins)
        / (one.sums[W] + other.sums[W]),
    )
    sides = []
    for part in (one, other):
        zero = np.zeros_like(common)
        by = [
            Wide(a, b) - Wide(c, b)
            for a, b, c in zip(part.origins, zero, common, strict=True)
        ]
        sums = [Wide(a, b) for a, b in zip(part.sums, part.lost, strict=True)]
        moved = list(sums)
        for b, value, square in zip(by, (T, Q, D), (T2, Q2, D2), strict=True):
            twice = sums[square] + b * sums[value] + b * sums[value]
            moved[square] = twice + b * b * sums[W]
            moved[value] = sums[value] + b * sums[W]
        crossed = sums[TQ] + by[1] * sums[T] + by[0] * sums[Q]
        moved[TQ] = crossed + by[0] * by[1] * sums[W]
        sides.append(moved)
    total = [a + b for a, b in zip(*sides, strict=True)]
    return common, np.array([t.high for t in total]), np.array([t.low for t in total])


def ends(one, other, n_before):
    """Return the extremes of both, and the row of the largest error."""
    (error, least, most), (more, less, upper) = one.extremes, other.extremes
    extremes = np.maximum(error, more), np.minimum(least, less), np.maximum(most, upper)
    return extremes, np.where(more > error, other.row + n_before, one.row)


def parts_of(found):
    return found.origins, found.sums, found.lost, found.extremes, found.row


@one_case("k", [1, 3])
@one_case("size", [1e-30, 1.0, 1e9])
@one_case("weighted", [False, True])
def test_the_kernel_adds_as_wide_numbers_do(rng, k, size, weighted):
    for _ in range(5):
        one, other = (
            fm.ErrorSums.from_values(
                size * (rng.normal(size=(n, k)) + 3 * rng.normal()),
                size * rng.normal(size=(n, k)),
                rng.random(n) if weighted else None,
            )._found
            for n in rng.integers(1, 40, 2)
        )
        found = errors.merge_sums(_MOVED, parts_of(one), parts_of(other), 7)
        expected = *added(one, other), *ends(one, other, 7)
        for ours, theirs in zip(found, expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)
        # To the same origins nothing moves, and sums of both are simply added.
        twice = errors.merge_sums(_MOVED, parts_of(one), parts_of(one))
        np.testing.assert_array_equal(twice[1] + twice[2], 2 * (one.sums + one.lost))


def test_parts_of_other_shapes_are_refused():
    one = parts_of(fm.ErrorSums.from_values([1.0, 2], [1.0, 1])._found)
    two = parts_of(fm.ErrorSums.from_values([[1.0, 2]] * 2, [[1.0, 1]] * 2)._found)
    short = (one[0], one[1][:-1], *one[2:])
    few_ends = (*one[:3], one[3][:2], one[4])
    for other in (two, short, few_ends, (one[0][:2], *one[1:])):
        with pytest.raises(ValueError, match="of other outputs"):
            errors.merge_sums(_MOVED, one, other)
    for places in ((0,) * 7, (-1,) * 8, (99,) * 8):
        with pytest.raises(ValueError, match="no such places"):
            errors.merge_sums(places, one, one)
