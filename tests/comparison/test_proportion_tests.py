"""Tests of error rates: the twins, peers, printed numbers, and what is refused."""

import math

import numpy as np
import pytest
from helpers import equal_learners
from helpers.fold_cases import check_interval, same_as_twin
from helpers.levels import within_three_errors
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.comparison import proportions

SIDES = ("two-sided", "greater", "less")
METHODS = ("exact", "mid-p")
RATES = st.sampled_from([0.0, 1.0, 0.5, 0.3, 1e-9]) | st.floats(0, 1)


def errors(at_most):
    """Numbers of errors and of rows."""
    return st.integers(1, at_most).flatmap(
        lambda n: st.tuples(st.integers(0, n), st.just(n))
    )


# ------------------------------------------------------------------------ binomial


@given(errors(30), RATES, st.sampled_from(SIDES), st.sampled_from(METHODS))
def test_binomial_test_is_its_twin(counts, rate, side, method):
    options = {"error_rate": rate, "alternative": side, "method": method}
    ours = fm.binomial_test(*counts, **options)
    plain = reference.binomial_test(*counts, **options)
    assert (ours.statistic, ours.estimate) == (plain.statistic, plain.estimate)
    # Continued fractions against sums of fractions.
    assert ours.pvalue == pytest.approx(plain.pvalue, rel=1e-12, abs=1e-310)


@given(errors(500), st.floats(0.01, 0.99), st.sampled_from(SIDES))
def test_binomial_test_is_scipys(counts, rate, side):
    ours = fm.binomial_test(*counts, error_rate=rate, alternative=side)
    theirs = stats.binomtest(*counts, rate, side)
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-9, abs=1e-300)
    low, high = stats.binomtest(*counts, rate).proportion_ci(0.9)
    assert ours.confidence_interval(0.9) == pytest.approx((low, high), abs=1e-9)


def test_binomial_test_gives_what_r_prints():
    # > binom.test(682, 925, p = 0.75)  (the example of its help page)
    found = fm.binomial_test(682, 925, error_rate=0.75)
    assert round(found.pvalue, 4) == 0.3825
    bounds = [round(bound, 7) for bound in found.confidence_interval()]
    assert bounds == [0.7076683, 0.7654066]


def test_the_critical_error_rate_of_the_textbook():
    found = fm.binomial_test(9, 20, error_rate=0.3, alternative="greater")
    assert found.critical_value() == 0.45
    assert not found.reject()
    assert fm.binomial_test(10, 20, error_rate=0.3, alternative="greater").reject()
    less = fm.binomial_test(2, 20, error_rate=0.3, alternative="less")
    assert less.critical_value() == 0.15  # P(X < 3) = 0.035, P(X < 4) = 0.107
    assert less.reject()
    low, high = fm.binomial_test(9, 20, error_rate=0.3).critical_value()
    # P(X <= 1) = 0.0076 and P(X >= 11) = 0.0171; with 2 or with 10 it is more.
    assert (low, high) == (0.1, 0.5)


@given(errors(25), st.floats(0, 1), st.sampled_from([0.01, 0.05, 0.3]))
def test_the_critical_error_rate_is_its_twin(counts, rate, alpha):
    found = fm.binomial_test(*counts, error_rate=rate, alternative="greater")
    expected = proportions.critical_error_rate(counts[1], rate, alpha)
    assert found.critical_value(alpha) == expected
    assert found.reject(alpha) == (found.statistic > expected)


@one_case("counts", [(0, 1), (1, 1), (0, 8), (3, 8), (8, 8)])
def test_mid_p_intervals_are_their_twins(counts):
    found = fm.binomial_test(*counts, error_rate=0.5, method="mid-p")
    for level in (0.5, 0.95):
        assert found.confidence_interval(level) == pytest.approx(
            proportions.mid_p_interval(*counts, level), abs=1e-15, rel=1e-12
        )


def test_the_level_of_the_exact_test_is_never_passed():
    """At most 0.05 at every rate, and that of mid-p on average close to it."""
    n, rates = 30, [k / 40 for k in range(1, 40)]
    levels = {method: [] for method in METHODS}
    for rate in rates:
        chances = stats.binom.pmf(range(n + 1), n, rate)
        for method in METHODS:
            tests = [
                fm.binomial_test(x, n, error_rate=rate, method=method)
                for x in range(n + 1)
            ]
            level = sum(
                p for p, test in zip(chances, tests, strict=True) if test.reject()
            )
            levels[method].append(level)
    assert max(levels["exact"]) <= 0.05
    assert max(levels["mid-p"]) > 0.05
    assert sum(levels["exact"]) < sum(levels["mid-p"]) < 0.05 * len(rates)


def test_certainty_of_a_rate_of_zero_or_one():
    assert fm.binomial_test(0, 5, error_rate=0).pvalue == 1
    assert fm.binomial_test(1, 5, error_rate=0).pvalue == 0
    assert fm.binomial_test(5, 5, error_rate=1).pvalue == 1
    assert fm.binomial_test(4, 5, error_rate=1, alternative="less").pvalue == 0


def test_the_binomial_test_says_what_it_found():
    found = fm.binomial_test(10, 20, error_rate=0.3, alternative="greater")
    assert found.summary() == (
        "Exact binomial test: 10 errors in 20 rows; error rate = 0.5000 "
        "[0.2720, 0.7280] (95 %).\n"
        "error rate = 0.5000, p = 0.0480 (greater): "
        "at α = 0.05 this is evidence that the error rate is "
        "above 0.3."
    )
    assert found.exact
    assert found.notes == ()
    mid = fm.binomial_test(10, 20, error_rate=0.3, method="mid-p")
    assert not mid.exact
    assert "not exact" in mid.notes[0]


@one_case(
    "arguments, options, error, message",
    [
        ((3, 2), {}, ValueError, "n_errors must be at most n_samples, got 3 errors"),
        ((-1, 2), {}, ValueError, "n_errors must be a whole number of at least 0"),
        ((1.5, 2), {}, ValueError, "n_errors must be a whole number .* got 1.5"),
        ((0, 2**53 + 1), {}, ValueError, r"n_samples must be at most 2\*\*53"),
        ((0, 10**400), {}, ValueError, r"n_samples must be at most 2\*\*53"),
        ((0, 0), {}, ValueError, "n_samples must be a whole number of at least 1"),
        (("a", 2), {}, ValueError, "n_errors must be a whole number"),
        (([1], 2), {}, ValueError, "n_errors must be a whole number"),
        ((True, 2), {}, ValueError, "n_errors must be a whole number"),
        ((float("nan"), 2), {}, ValueError, "n_errors must be a whole number"),
        ((1, 2), {"error_rate": 1.5}, ValueError, "error_rate must lie between 0 and"),
        ((1, 2), {"error_rate": float("nan")}, ValueError, "error_rate must lie"),
        ((1, 2), {"error_rate": "a"}, TypeError, "error_rate must be a number"),
        ((1, 2), {"alternative": "more"}, ValueError, "alternative must be one of"),
        ((1, 2), {"method": "wald"}, ValueError, "method must be one of .*mid-p"),
    ],
)
def test_binomial_test_refuses(arguments, options, error, message):
    with pytest.raises(error, match=message):
        fm.binomial_test(*arguments, **{"error_rate": 0.5, **options})


def test_whole_numbers_of_any_type_will_do():
    expected = fm.binomial_test(3, 9, error_rate=0.5).pvalue
    for three in (np.int8(3), np.uint64(3), 3.0, np.float32(3)):
        assert fm.binomial_test(three, 9, error_rate=0.5).pvalue == expected


# ------------------------------------------------------- t test of several error rates

SHARES = st.integers(0, 10).map(lambda k: k / 10) | st.floats(0.01, 1)


@given(
    st.lists(SHARES, min_size=2, max_size=9),
    SHARES,
    st.sampled_from(SIDES),
    st.sampled_from([{}, {"n_train": 2, "n_test": 1}]),
)
def test_error_rate_t_test_is_its_twin(rates, rate, side, sizes):
    options = {"error_rate": rate, "alternative": side, **sizes}
    same_as_twin("error_rate_t_test", rates, within=(0, 1), **options)


@one_case("side", SIDES)
def test_error_rate_t_test_is_scipys(side):
    rates = [0.21, 0.25, 0.22, 0.24, 0.23]
    ours = fm.error_rate_t_test(rates, error_rate=0.2, alternative=side)
    theirs = stats.ttest_1samp(rates, 0.2, alternative=side)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)


def test_bounds_of_the_mean_error_rate():
    rates = np.array([0.41, 0.55, 0.42, 0.44, 0.43])

    def test(differences, **options):
        return fm.error_rate_t_test(differences + 0.3, error_rate=0.3, **options)

    check_interval(test, rates - 0.3, around=0.3)
    # They are rates, too.
    assert fm.error_rate_t_test([0, 0.1], error_rate=0.5).confidence_interval()[0] == 0
    assert fm.error_rate_t_test([1, 0.9], error_rate=0.5).confidence_interval()[1] == 1


def test_it_is_t_that_is_compared():
    rates = [0.21, 0.25, 0.22, 0.24, 0.23]
    found = fm.error_rate_t_test(rates, error_rate=0.2)
    low, high = found.critical_value()
    assert (low, high) == pytest.approx((-2.7764, 2.7764), abs=1e-4)  # of the tables
    assert abs(found.estimate - 0.2) < high < found.statistic
    assert found.reject()


def test_error_rates_that_do_not_vary():
    # 0.1 + 0.2 is not 0.3, but for rounding it is.
    same = fm.error_rate_t_test([0.3, 0.1 + 0.2, 0.3], error_rate=0.3)
    assert (same.statistic, same.pvalue, same.estimate) == (0, 1, 0.3)
    with pytest.warns(fm.UndefinedMetricWarning, match="the error rates are all equal"):
        found = fm.error_rate_t_test([0.3, 0.3], error_rate=0.2)
    assert math.isnan(found.pvalue)
    assert found.estimate == pytest.approx(0.3)


def test_the_error_rate_t_test_says_what_it_found():
    rates = [0.21, 0.25, 0.22, 0.24, 0.23]
    assert fm.error_rate_t_test(rates, error_rate=0.22).summary() == (
        "T test of an error rate: 5 error rates from 0.2100 to 0.2500; mean error rate "
        "= 0.2300 [0.2104, 0.2496] (95 %).\n"
        "t(4) = 1.4142, p = 0.2302 (two-sided): "
        "at α = 0.05 there is no evidence that the error rate "
        "differs from 0.22. With these 5 error rates a deviation from 0.22 of about "
        "0.026 would be found with probability 0.8."
    )


@one_case(
    "rates, options, message",
    [
        ([0.2], {}, "error_rates must have two folds or more, got 1"),
        ([0.2, 1.2], {}, "error_rates must lie between 0 and 1: 1 of 2 .* is 1.2"),
        ([0.2, -0.2], {}, "error_rates must lie between 0 and 1"),
        ([0.2, math.nan], {}, "error_rates contains NaN"),
        ([0.2, 0.3], {"error_rate": 2}, "error_rate must lie between 0 and 1, got 2"),
        ([0.2, 0.3], {"n_train": 9}, "n_train and n_test must both be given"),
        ([0.2, 0.3], {"n_train": 0, "n_test": 1}, "n_train must be finite and above 0"),
        ([0.2, 0.3], {"alternative": "up"}, "alternative must be one of"),
    ],
)
def test_error_rate_t_test_refuses(rates, options, message):
    with pytest.raises(ValueError, match=message):
        fm.error_rate_t_test(rates, **{"error_rate": 0.2, **options})


@pytest.mark.slow
@one_case(
    "splits, sizes, expected, plain, corrected",
    [
        (equal_learners.ten_folds, (270, 30), 0.2888, 0.05, 0.01),
        (equal_learners.hold_outs, (200, 100), 0.2900, 0.59, 0.04),
    ],
)
def test_levels_of_the_error_rate_t_test(
    rng, splits, sizes, expected, plain, corrected
):
    """Against the mean error rate of 30,000 data sets, as the docstring says."""
    rates = equal_learners.error_rates(rng, 2000, splits)
    n_train, n_test = sizes
    for level, options in (
        (plain, {}),
        (corrected, {"n_train": n_train, "n_test": n_test}),
    ):
        found = [
            fm.error_rate_t_test(rate, error_rate=expected, **options) for rate in rates
        ]
        within_three_errors([one.pvalue for one in found], level)


@one_case("n, rate", [(1, 0.5), (10, 0.3), (40, 0.07), (6, 0), (6, 1)])
def test_probabilities_of_errors_are_the_definition(n, rate):
    found = [fm.error_count_probability(k, n, error_rate=rate) for k in range(n + 1)]
    twin = reference.error_count_probability
    expected = [twin(k, n, error_rate=rate) for k in range(n + 1)]
    # A logarithm is taken on the way.
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert math.fsum(found) == pytest.approx(1)


@one_case(
    "args, rate, name",
    [((3, 2), 0.5, "n_errors"), ((-1, 2), 0.5, "n_errors"), ((0, 0), 0.5, "n_samples"),
     ((1, 2), 1.5, "error_rate"), ((1, 2), None, "error_rate"),
     ((1, 2), math.nan, "error_rate")],
)  # fmt: skip
def test_probabilities_that_are_refused(args, rate, name):
    with pytest.raises((ValueError, TypeError), match=name):
        fm.error_count_probability(*args, error_rate=rate)
