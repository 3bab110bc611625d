"""The twin of comparisons on one test set, on numbers worked by hand."""

import math
from statistics import NormalDist

import pytest

from fastmetrics.reference import intervals
from fastmetrics.reference.comparison import test_sets as reference

NORMAL = NormalDist()


def test_a_percentile_interval_turned_round():
    # Of 101 replicates -10, ..., 90 the 10th from below is -1, the 11th 0: the lower
    # bound is above 0 from the tail 10/100 on, the upper one never below it.
    replicates = [float(x) for x in range(-10, 91)]

    def interval(level):
        return intervals.replicate_interval(
            "percentile", 40.0, replicates, confidence_level=level
        )

    assert intervals.inverted(interval) == pytest.approx(0.2)
    assert intervals.inverted(interval, 40.0) == 1
    assert intervals.inverted(interval, -4.5) == pytest.approx(2 * 0.055)
    assert intervals.one_sided(interval, 0.0, 1) == pytest.approx(0.1)
    assert intervals.one_sided(interval, 0.0, -1) == pytest.approx(0.9)


def test_tails_go_on_where_replicates_end():
    replicates = [1.0, 2.0, 3.0, 4.0]  # of 1/5 and more they tell
    low, high = intervals.replicate_interval(
        "percentile", 2.5, replicates, confidence_level=0.6
    )
    assert (low, high) == pytest.approx((1.6, 3.4))
    low, _ = intervals.replicate_interval(
        "percentile", 2.5, replicates, confidence_level=0.95
    )
    # The standard deviation is the root of 5/3; z goes from 0.8416 to 1.9600.
    assert low == pytest.approx(
        1.6 - math.sqrt(5 / 3) * (1.959964 - 0.841621), abs=1e-6
    )


def test_a_normal_interval_turned_round_is_a_z_test():
    def interval(level):
        z = NORMAL.inv_cdf((1 + level) / 2)
        return 1.5 - z, 1.5 + z

    assert intervals.inverted(interval) == pytest.approx(2 * NORMAL.cdf(-1.5), rel=1e-9)


def test_the_largest_of_two_that_are_independent():
    # a - c and b - d of four models that vary alike and by themselves.
    models = ["a", "b", "c", "d"]
    errors = {(x, y): math.sqrt(2) for x in models for y in models if x < y}
    largest = reference.largest_deviations(models, errors, [("a", "c"), ("b", "d")])
    for p in (0.3, 0.05, 0.02):
        # 20,000 points are no law: their shares are off by some thousandths.
        found = reference.adjusted(largest, p, 2)
        assert found == pytest.approx(1 - (1 - p) ** 2, abs=0.003)


def test_p_values_beyond_the_points_are_those_of_as_many_tests():
    # At z = 2.5758, where two tails hold 0.01, lies the fifth largest of 1,000 points:
    # 0.005 of them, as many as half an independent test would have.
    largest = [0.0] * 995 + [2.575829303548901] * 5
    for p in (1e-3, 1e-9):
        share = 1 - (1 - p) ** (math.log(0.995) / math.log(0.99))
        assert reference.adjusted(largest, p, 2) == pytest.approx(max(share, p))
    largest = [0.0] * 995 + [3.2905267314919255] * 5  # two tails hold 0.001
    tests = math.log(0.995) / math.log(0.999)  # about five
    found = reference.adjusted(largest, 1e-6, 10)
    assert found == pytest.approx(1 - (1 - 1e-6) ** tests, rel=1e-6)
    assert reference.adjusted(largest, 1e-6, 3) == 3e-6  # never above n p


def test_the_largest_of_all_three_differences_is_tukeys():
    models = ["a", "b", "c"]
    errors = {("a", "b"): 1.0, ("a", "c"): 1.0, ("b", "c"): 1.0}
    largest = reference.largest_deviations(models, errors, [*errors])
    # The studentized range of 3 at 5 %, infinite degrees of freedom, is 3.3145.
    p = 2 * NORMAL.cdf(-3.3145 / math.sqrt(2))
    assert reference.adjusted(largest, p, 3) == pytest.approx(0.05, abs=0.002)
    beta = reference.inverted_adjustment(largest, 0.05, 3)
    assert beta == pytest.approx(p, rel=0.05)


def mean_product(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True)) / len(a)


def test_two_models_and_their_mirror_image():
    y = [1, 1, 1, 1, 1, 1]
    models = {"a": [1, 2, 3, 4, 5, 6], "b": [6, 6, 6, 6, 6, 6.0]}
    found = reference.compare(mean_product, y, models, n_resamples=199)
    one = found.differences["a", "b"]
    assert one.estimate == pytest.approx(-2.5)
    # √(Σ(x - 3.5)²/6/6): the standard error of a mean of six drawn with replacement.
    assert one.standard_error == pytest.approx(math.sqrt(17.5 / 36), rel=0.2)
    assert one.pvalue == one.adjusted_pvalue  # of a single pair
    assert one.simultaneous_low == pytest.approx(one.low)
    assert found.rank_intervals == {"a": (2, 2), "b": (1, 1)}
    turned = reference.compare(
        mean_product, y, models, n_resamples=199, greater_is_better=False
    )
    assert turned.rank_intervals == {"a": (1, 1), "b": (2, 2)}


@pytest.mark.long
def test_a_margin_beyond_the_difference_speaks_for_a():
    y = [1, 1, 1, 1, 1, 1]
    models = {"a": [1, 2, 3, 4, 5, 6], "b": [2, 3, 3, 5, 6, 6.0]}
    options = {"n_resamples": 99}
    wide = reference.compare(mean_product, y, models, margin=3, **options)
    none = reference.compare(mean_product, y, models, margin=0.1, **options)
    assert wide.differences["a", "b"].pvalue < 1 / 50
    assert none.differences["a", "b"].pvalue > 0.5
