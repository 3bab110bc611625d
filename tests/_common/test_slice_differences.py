"""Bounds of the largest difference and the smallest ratio of slices' values."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._common import bounds as ours
from fastmetrics.reference.comparison import test_sets as twin
from fastmetrics.reference.intervals import wilson_interval


def test_by_hand():
    """Newcombe's example of two shares, 56/70 and 48/80, by Wilson's bounds."""
    ends = [wilson_interval(56, 70, 0.95), wilson_interval(48, 80, 0.95)]
    lows, highs = zip(*ends, strict=True)
    low, high = twin.difference_bounds([0.8, 0.6], lows, highs)
    # Newcombe (1998), method 10: 0.0524 to 0.3339.
    assert low == pytest.approx(0.0524, abs=1e-4)  # bounds are given to four digits
    assert high == pytest.approx(0.3339, abs=1e-4)


def test_of_symmetric_bounds_a_ratio_is_fiellers():
    # θ ± z SE of independent means: MOVER-R is Fieller's interval.
    a, b, half_a, half_b = 2.0, 4.0, 0.5, 1.0
    low, high = twin.ratio_bounds([a, b], [a - half_a, b - half_b], [2.5, 5.0])
    g = b * b - half_b**2
    root = math.sqrt((a * b) ** 2 - (a * a - half_a**2) * g)
    assert (low, high) == pytest.approx(((a * b - root) / g, (a * b + root) / g))


@one_case("k", [2, 3, 8])
def test_equals_the_twin(k, rng):
    for _ in range(100):
        values = rng.random(k)
        lows = values - rng.random(k) * 0.3
        highs = values + rng.random(k) * 0.3
        if rng.random() < 0.3:
            values[0], lows[0] = 0.0, 0.0
        for name in ("difference_bounds", "ratio_bounds"):
            expected = getattr(twin, name)(
                values.tolist(), lows.tolist(), highs.tolist()
            )
            found = getattr(ours, name)(values, lows, highs)
            # The twin's bounds of a ratio cancel where they are near 0.
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_level_of_each():
    assert ours.level_of_each(0.95, 2) == 0.95
    # Tables of the studentized range: q(0.05; 3, ∞) = 3.314, q(0.05; 10, ∞) = 4.474.
    for k, q in ((3, 3.314), (10, 4.474)):
        level = ours.level_of_each(0.95, k)
        assert level == pytest.approx(math.erf(q / 2), abs=1e-4)  # four digits


@one_case("k", [2, 5])
def test_pvalue_is_the_level_at_which_the_bound_leaves_zero(k, rng):
    values = rng.random(k)
    errors = np.full(k, 0.1)

    def lowest(level):
        from scipy import stats

        half = stats.norm.ppf((1 + level) / 2) * errors
        return ours.difference_bounds(values, values - half, values + half)[0]

    statistic, p, at_limit = ours.equality_test(lowest, k)
    assert not at_limit
    assert lowest(ours.level_of_each(1 - p * 0.999, k)) == 0
    assert lowest(ours.level_of_each(1 - p * 1.001, k)) > 0

    largest = (values.max() - values.min()) / 0.1  # standard errors
    # The difference of two means varies by √2 of one's error.
    assert statistic == pytest.approx(
        largest / (math.sqrt(2) if k == 2 else 1), rel=1e-8
    )


def test_equal_slices():
    assert ours.equality_test(lambda level: 0.0, 4) == (
        pytest.approx(0, abs=1e-9),
        1,
        False,
    )
