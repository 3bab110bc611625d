"""Intervals from replicates, against NumPy, SciPy and numbers worked by hand."""

import math
import random
from collections import Counter
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from fastmetrics import reference
from fastmetrics.reference import intervals

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


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals_are_those_of_scipy(method):
    data = np.random.default_rng(1).exponential(size=25)
    result = stats.bootstrap(
        (data,),
        np.mean,
        method=method,
        n_resamples=500,
        confidence_level=0.9,
        rng=np.random.default_rng(2),
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


def test_delong_interval_on_the_logit_scale_by_hand():
    # logit(0.75) = ln 3, and the derivative of the logit there is 16/3.
    low, high = intervals.delong_interval(0.75, 0.01, 20, 30)
    half = Z * 0.1 * 16 / 3
    assert math.log(low / (1 - low)) == pytest.approx(math.log(3) - half, rel=1e-13)
    assert math.log(high / (1 - high)) == pytest.approx(math.log(3) + half, rel=1e-13)


def test_perfect_auc_has_the_exact_bound():
    low = 0.025 ** (1 / 10)
    assert intervals.delong_interval(1.0, 0.0, 10, 30) == pytest.approx((low, 1))
    assert intervals.delong_interval(0.0, 0.0, 30, 10) == pytest.approx((0, 1 - low))
    # It is the Clopper-Pearson bound of ten successes in ten trials.
    exact = stats.binomtest(10, 10).proportion_ci().low
    assert low == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("level", [0, 1, -0.5, 2, math.nan])
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
        tuple(intervals.replicate_weights(11, r, [[0, 1, 2]])) for r in range(4000)
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
    expected = [4000 * p for p in law.values()]
    # Fixed seed: the p-value is one number, not a lottery.
    assert stats.chisquare(observed, expected).pvalue > 0.001
