"""Intervals from replicates, against NumPy, SciPy and numbers worked by hand."""

import itertools
import math
import random
from collections import Counter
from statistics import NormalDist

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import special, stats

from fastmetrics import reference
from fastmetrics.reference import intervals
from fastmetrics.reference.random import draw_binomial

Z = NormalDist().inv_cdf(0.975)


def test_canonical_order_is_by_score_with_positives_first():
    labels = [0, 1, 0, 1, 1]
    scores = [2, 2, 3, 1, 2]
    assert intervals.canonical_order(labels, scores) == [2, 1, 4, 0, 3]


def test_repeated_rows():
    assert intervals.repeat_rows("abc", [2, 0, 1]) == ["a", "a", "c"]
    values = intervals.bootstrap_values(
        reference.roc_auc_score,
        [[1, 0, 1], [3, 2, 1]],
        [[1, 1, 1], [2, 1, 0], [1, 1, 3]],
    )
    assert values == [0.5, 1, 0.25]


def test_jackknife_values_by_hand():
    def mean(values):
        return sum(values) / len(values)

    assert intervals.jackknife_values(mean, [[1, 2, 6]]) == [4, 3.5, 1.5]
    groups = intervals.group_jackknife_values(mean, [[1, 2, 6, 7]], [[0, 1], [2, 3]])
    assert groups == [6.5, 1.5]


def test_jackknife_standard_error_of_a_mean_is_the_textbook_one():
    data = [1, 2, 6, 7, 9.5]
    values = intervals.jackknife_values(lambda v: sum(v) / len(v), [data])
    expected = np.std(data, ddof=1) / math.sqrt(5)
    assert intervals.jackknife_standard_error(values) == pytest.approx(
        expected, rel=1e-14
    )


def test_jackknife_bias_of_a_plain_variance_makes_the_unbiased_one():
    data = [1, 2, 6, 7, 9.5]
    values = intervals.jackknife_values(np.var, [data])
    bias = intervals.jackknife_bias(np.var(data), values)
    assert np.var(data) - bias == pytest.approx(np.var(data, ddof=1), rel=1e-14)


def test_quantile_is_numpys_default():
    rng = random.Random(0)
    for n in (1, 2, 7, 50):
        values = [rng.random() for _ in range(n)]
        for q in (0, 0.025, 0.3, 0.5, 0.975, 1):
            assert intervals.quantile(values, q) == pytest.approx(
                np.quantile(values, q), rel=1e-15
            )


def test_percentile_and_basic_by_hand():
    replicates = [10, 0, 5, 2.5, 7.5]  # quartiles at the order statistics
    assert intervals.percentile_interval(replicates, 0.5) == (2.5, 7.5)
    assert intervals.basic_interval(6, replicates, 0.5) == (4.5, 9.5)


def test_ratio_of_shares_by_hand():
    """The screening test with 20 of 30 found, and 180 of 2000 false alarms."""
    low, high = intervals.ratio_of_shares_interval((20, 30), (180, 2000))
    # LR+ 7.4074; variance 1/20 - 1/30 + 1/180 - 1/2000 = 0.0217222, whose root times
    # 1.959964 is 0.288869.
    assert low == pytest.approx(7.407407407 / math.exp(0.288869), rel=1e-6)
    assert high == pytest.approx(7.407407407 * math.exp(0.288869), rel=1e-6)
    low, high = intervals.ratio_of_shares_interval((10, 30), (1820, 2000))
    # LR- 0.3663; 1/10 - 1/30 + 1/1820 - 1/2000 = 0.0667161, and 0.506247.
    assert low == pytest.approx(0.366300366 / math.exp(0.506247), rel=1e-5)
    assert high == pytest.approx(0.366300366 * math.exp(0.506247), rel=1e-5)


def test_a_ratio_of_shares_that_says_nothing():
    for above, below in (((0, 3), (1, 3)), ((1, 3), (0, 3)), ((3, 3), (5, 5))):
        assert all(map(math.isnan, intervals.ratio_of_shares_interval(above, below)))


def test_normal_interval_by_hand():
    low, high = intervals.normal_interval(2, 0.5)
    assert (low, high) == pytest.approx((2 - 0.5 * Z, 2 + 0.5 * Z), rel=1e-15)
    assert intervals.standard_error([1, 2, 3, 4]) == math.sqrt(5 / 3)


def test_bias_correction_counts_equal_replicates_half():
    assert intervals.bias_correction(3, [1, 2, 3, 3, 4, 5]) == 0
    assert intervals.bias_correction(3, [1, 3, 4, 5]) == NormalDist().inv_cdf(1.5 / 4)
    assert intervals.bias_correction(9, [1, 2]) == math.inf
    assert intervals.bias_correction(0, [1, 2]) == -math.inf


def test_acceleration_by_hand():
    # Mean 3, deviations 2, 1, -3: Σd³ = 8 + 1 - 27, Σd² = 14.
    assert intervals.acceleration([1, 2, 6]) == -18 / (6 * 14**1.5)
    assert intervals.acceleration([2, 2]) == 0


def test_without_bias_and_skewness_bca_is_the_percentile_interval():
    replicates = [float(i) for i in range(-10, 11)]
    expected = pytest.approx(intervals.percentile_interval(replicates), rel=1e-12)
    assert intervals.bca_interval(0, replicates, [1, 2, 3]) == expected
    assert intervals.bias_corrected_interval(0, replicates) == expected


def test_bca_of_extreme_skewness_ends_at_the_last_replicate():
    replicates = list(range(1000))
    jackknife = [0] * 999 + [-1]  # the most there is: a close to 1/6
    low, high = intervals.bca_interval(998.5, replicates, jackknife, 0.99999)
    assert low < high == 999


def test_bca_beyond_all_replicates_is_nan():
    assert all(map(math.isnan, intervals.bca_interval(9, [1, 2], [1, 2, 4])))


@one_case("method", ["percentile", "basic", "bca"])
def test_intervals_are_those_of_scipy(method):
    data = np.random.default_rng(1).exponential(size=25)
    result = stats.bootstrap(
        (data,),
        np.mean,
        method=method,
        n_resamples=500,
        confidence_level=0.9,
        random_state=np.random.default_rng(2),
    )
    replicates = result.bootstrap_distribution.tolist()
    estimate = float(data.mean())
    jackknife = [float(np.delete(data, i).mean()) for i in range(25)]
    ours = {
        "percentile": lambda: intervals.percentile_interval(replicates, 0.9),
        "basic": lambda: intervals.basic_interval(estimate, replicates, 0.9),
        "bca": lambda: intervals.bca_interval(estimate, replicates, jackknife, 0.9),
    }[method]()
    assert ours == pytest.approx(tuple(result.confidence_interval), rel=1e-10)
    assert intervals.standard_error(replicates) == pytest.approx(
        result.standard_error, rel=1e-12
    )


@one_case("level", [0, 1, -0.5, 2, math.nan])
def test_a_confidence_level_is_inside_0_and_1(level):
    with pytest.raises(ValueError, match="confidence_level"):
        intervals.percentile_interval([1, 2], level)


def test_defined_drops_nan():
    assert intervals.defined([1.0, math.nan, 2.0]) == [1, 2]


def test_replicate_weights_are_whole_resamples_of_each_stratum():
    strata = [[4, 0, 2], [1, 3]]
    for replicate in range(20):
        weights = intervals.replicate_weights(7, replicate, strata)
        assert [sum(weights[i] for i in s) for s in strata] == [3, 2]
    first = intervals.replicate_weights(7, 0, [[0, 1, 2]])
    # The draw belongs to the position in the stratum, not to the row number.
    moved = intervals.replicate_weights(7, 0, [[2, 0, 1]])
    assert moved == [first[1], first[2], first[0]]


def test_replicate_weights_follow_the_multinomial_law():
    seen = Counter(
        tuple(intervals.replicate_weights(11, r, [[0, 1, 2]])) for r in range(1500)
    )
    law = {
        (a, b, 3 - a - b): math.factorial(3)
        / (math.factorial(a) * math.factorial(b) * math.factorial(3 - a - b))
        / 27
        for a in range(4)
        for b in range(4 - a)
    }
    assert set(seen) == set(law)
    observed = [seen[k] for k in law]
    expected = [1500 * p for p in law.values()]
    # Fixed seed: the p-value is one number, not a lottery.
    assert stats.chisquare(observed, expected).pvalue > 0.001


# ----------------------------------------------------------- tables and their cells


def test_count_replicates_redistribute_the_rows_over_the_cells():
    table = {("b", "a"): 1, ("a", "b"): 2, ("a", "a"): 3, ("b", "b"): 0}
    drawn = intervals.count_replicates(table, 7, 3, 4)
    for replicate in drawn:
        # Sorted by true, then by predicted label; what is empty stays empty.
        assert list(replicate) == [("a", "a"), ("a", "b"), ("b", "a")]
        assert sum(replicate.values()) == 6
    # A replicate is a function of seed and number, not of how the table is written.
    again = {cell: table[cell] for cell in reversed(table)}
    assert intervals.count_replicates(again, 7, 4, 2) == drawn[1:3]
    # Cell after cell, binomial among what is left: 3 of 6, then 2 of 3.
    first = draw_binomial(7, 3, 0, 6, 3 / 6)
    second = draw_binomial(7, 3, 1, 6 - first, 2 / 3)
    assert list(drawn[0].values()) == [first, second, 6 - first - second]


def test_count_replicates_follow_the_law_of_the_row_bootstrap():
    table = {(0, 0): 1, (0, 1): 1, (1, 1): 2}
    seen = Counter(
        tuple(replicate.values())
        for replicate in intervals.count_replicates(table, 11, 0, 1500)
    )
    # Every sequence of four rows, written out.
    rows = [cell for cell, count in table.items() for _ in range(count)]
    law = Counter(
        tuple(sample.count(cell) for cell in table)
        for sample in itertools.product(rows, repeat=4)
    )
    assert set(seen) <= set(law)
    observed = [seen[k] for k in law]
    expected = [1500 * ways / 4**4 for ways in law.values()]
    assert stats.chisquare(observed, expected).pvalue > 0.001


# ------------------------------------------------------------------------- proportions

PROPORTIONS = [
    intervals.wilson_interval,
    intervals.agresti_coull_interval,
    intervals.clopper_pearson_interval,
    intervals.jeffreys_interval,
]


@one_case(
    ("x", "n", "wilson", "clopper_pearson"),
    [
        # R. G. Newcombe, "Two-sided confidence intervals for the single proportion:
        # comparison of seven methods", Statistics in Medicine 17 (1998), table I.
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_published_score_and_exact_intervals(x, n, wilson, clopper_pearson):
    assert intervals.wilson_interval(x, n) == pytest.approx(wilson, abs=5e-5)
    exact = intervals.clopper_pearson_interval(x, n)
    assert exact == pytest.approx(clopper_pearson, abs=5e-5)


@one_case(
    ("x", "n", "jeffreys", "agresti_coull"),
    [
        # As the manual of the R package RSurveillance 0.2.1 prints them.
        (10, 200, (0.02599340, 0.08687509), (0.02626810, 0.09069269)),
        (20, 200, (0.06416642, 0.14729862), (0.06500984, 0.15006642)),
        (25, 200, (0.08462743, 0.176126), (0.08558957, 0.1785444)),
        (50, 200, (0.19387268, 0.31330266), (0.19489935, 0.31452332)),
        (80, 200, (0.33393964, 0.46893129), (0.33457989, 0.46918917)),
    ],
)
def test_published_jeffreys_and_agresti_coull_intervals(x, n, jeffreys, agresti_coull):
    assert intervals.jeffreys_interval(x, n) == pytest.approx(jeffreys, rel=5e-7)
    adjusted = intervals.agresti_coull_interval(x, n)
    assert adjusted == pytest.approx(agresti_coull, rel=5e-7)


def test_wilson_by_hand():
    # 1 of 2 with z² = 3: 2 (½ - p)² = 3 p (1 - p) is 5 p² - 5 p + ½ = 0,
    # with the roots ½ ± √15/10.
    level = 2 * NormalDist().cdf(math.sqrt(3)) - 1
    low, high = intervals.wilson_interval(1, 2, level)
    assert low == pytest.approx(0.5 - math.sqrt(15) / 10, rel=1e-12)
    assert high == pytest.approx(0.5 + math.sqrt(15) / 10, rel=1e-12)


def test_agresti_coull_by_hand():
    # 1 of 6 with z = 2: 3 of 10, ± 2 √(0.3 · 0.7 / 10); then 0 of 6: 2 of 10, cut at 0.
    level = 2 * NormalDist().cdf(2) - 1
    half = 2 * math.sqrt(0.021)
    assert intervals.agresti_coull_interval(1, 6, level) == pytest.approx(
        (0.3 - half, 0.3 + half), rel=1e-12
    )
    assert intervals.agresti_coull_interval(0, 6, level) == pytest.approx(
        (0, 0.2 + 2 * math.sqrt(0.016)), rel=1e-12
    )


def test_clopper_pearson_by_hand():
    # All of n: pⁿ = α/2. One of two: p² + 2 p q = α/2, so q² = 1 - α/2.
    assert intervals.clopper_pearson_interval(7, 7) == pytest.approx(
        (0.025 ** (1 / 7), 1)
    )
    assert intervals.clopper_pearson_interval(1, 2) == pytest.approx(
        (1 - math.sqrt(0.975), math.sqrt(0.975)), rel=1e-14
    )


def test_jeffreys_ends_at_nothing_and_all():
    assert intervals.jeffreys_interval(0, 5)[0] == 0
    assert intervals.jeffreys_interval(5, 5)[1] == 1
    # Beta(½, ½) has the distribution function 2/π asin √p.
    assert intervals.incomplete_beta(0.3, 0.5, 0.5) == pytest.approx(
        2 / math.pi * math.asin(math.sqrt(0.3)), rel=1e-14
    )


@one_case(
    ("x", "n"),
    [(1, 10), (9, 10), (37, 50), (37, 51), (300, 1000), (3.7, 10.2), (0.25, 0.75)],
)
@one_case("level", [0.5, 0.95, 0.999])
def test_bounds_have_their_tail_probabilities(x, n, level):
    tail = (1 - level) / 2
    low, high = intervals.clopper_pearson_interval(x, n, level)
    assert special.betainc(x, n - x + 1, low) == pytest.approx(tail, rel=1e-11)
    assert special.betaincc(x + 1, n - x, high) == pytest.approx(tail, rel=1e-11)
    low, high = intervals.jeffreys_interval(x, n, level)
    beta = stats.beta(x + 0.5, n - x + 0.5)
    assert beta.cdf(low) == pytest.approx(tail, rel=1e-11)
    assert beta.sf(high) == pytest.approx(tail, rel=1e-11)


def test_tails_summed_exactly_are_the_incomplete_beta_function():
    for x, n, p in [(1, 5, 0.3), (5, 5, 0.3), (20, 50, 0.45), (3, 40, 0.001)]:
        exact = intervals.at_least(x, n, p)
        assert exact == pytest.approx(stats.binom.sf(x - 1, n, p), rel=1e-13)
        assert intervals.incomplete_beta(p, x, n - x + 1) == pytest.approx(
            exact, rel=1e-13
        )


@one_case("interval", PROPORTIONS)
@one_case(("x", "n"), [(0, 9), (2, 9), (9, 9), (2.5, 6.25)])
def test_intervals_of_proportions_hold_them_and_turn_with_them(interval, x, n):
    low, high = interval(x, n, 0.9)
    assert 0 <= low <= x / n <= high <= 1
    assert (0 < low) == (x > 0)
    assert (high < 1) == (x < n)
    turned = interval(n - x, n, 0.9)
    assert turned == pytest.approx((1 - high, 1 - low), rel=1e-12, abs=1e-15)
    wider = interval(x, n, 0.99)
    assert wider[0] <= low
    assert high <= wider[1]


@one_case("interval", PROPORTIONS)
def test_no_trials_say_nothing_and_impossible_ones_raise(interval):
    assert all(map(math.isnan, interval(0, 0)))
    for x, n in [(3, 2), (-1, 2), (1, math.inf), (math.nan, 2), (1, math.nan)]:
        with pytest.raises(ValueError, match="successes"):
            interval(x, n)
    with pytest.raises(ValueError, match="confidence_level"):
        interval(1, 2, 1)
