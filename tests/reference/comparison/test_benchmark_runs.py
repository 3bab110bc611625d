"""The twins of aggregates of runs, on numbers worked by hand."""

import math

import pytest

from fastmetrics.reference.comparison.benchmark_runs import (
    interquartile_mean,
    optimality_gap,
    performance_profile,
    probability_of_improvement,
)


def test_interquartile_mean_by_hand():
    # The middle four of 1, ..., 8; drawn in: 3, 3, 3, 4 and 5, 6, 6, 6. Variances are
    # 1/4 each, with 3 degrees of freedom each, less 2 trimmed runs of each: 4.
    found = interquartile_mean([[1, 5], [2, 6], [3, 7], [4, 8]])
    assert found.estimate == 4.5
    error = math.sqrt(7 / (8 * 4 * 3) * 2)
    assert found.high - 4.5 == pytest.approx(2.7764451 * error, rel=1e-6)


def test_optimality_gap_by_hand():
    # 1/2, 0 and 0, 1/2 are missing to 1; both benchmarks have the variance 1/8. The
    # variance of the mean of four runs is 2 (1/8 + 1/8) / 16, with 2 degrees of
    # freedom.
    found = optimality_gap([[0.5, 2], [1, 0.5]])
    assert (found.estimate, found.low) == (0.25, 0)
    assert found.high == pytest.approx(0.25 + 4.3026527 * 32**-0.5, rel=1e-6)
    assert math.isnan(optimality_gap([[2, 3], [2, 3]]).low)


def test_probability_by_hand():
    models = {"a": [[1, 9], [3, 8]], "b": [[1, 2], [2, 1]]}
    found = probability_of_improvement(models, "a", "b")
    assert found.estimate == (2.5 / 4 + 1) / 2
    # Of a single run each that wins: shrunk to 3/4, with the variance 3/16 of Wilson's
    # interval of one trial.
    won = probability_of_improvement({"a": [[2]], "b": [[1]]}, "a", "b")
    assert won.low == pytest.approx(1 / (1 + 1.959964**2))


def test_profile_by_hand():
    found = performance_profile([[1, 3], [2, 3]], [1, 2.5])
    assert found.y == [0.75, 0.5]
    # Shares 1/2 and 1 shrink to 1/2 and 5/6, with the mean 2/3 and the variance
    # (1/4 + 5/36) / 2 / 4: (2/9) / (7/144) trials.
    n, z = 32 / 7, 1.959964
    centre, half = 0.75 + z**2 / 2 / n, z * math.sqrt(0.1875 / n + z**2 / 4 / n**2)
    assert found.low[0] == pytest.approx((centre - half) / (1 + z**2 / n), rel=1e-6)
