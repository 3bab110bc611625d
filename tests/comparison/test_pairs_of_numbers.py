"""The sign test and Wilcoxon's against their twins, their peers and the literature."""

import math
import pickle
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.comparison import signed_ranks
from fastmetrics.comparison.signed_ranks import SignedSums

TESTS = [fm.sign_test, fm.wilcoxon_signed_rank_test]
ALTERNATIVES = ["two-sided", "greater", "less"]
ZEROS = ["wilcox", "pratt", "zsplit"]

# Demšar (2006), table 2: areas of C4.5 and of C4.5 with a tuned size of leaves.
PLAIN = [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661]
PLAIN += [0.583, 0.775, 1.000, 0.940, 0.619, 0.972, 0.957]
TUNED = [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668]
TUNED += [0.583, 0.838, 1.000, 0.962, 0.666, 0.981, 0.978]

few = st.lists(st.integers(-6, 6).map(lambda k: k / 4), min_size=2, max_size=12)


def numbers_of(found):
    return found.statistic, found.estimate, found.confidence_interval()


# ------------------------------------------------------------------- against the twins


@given(few, st.sampled_from(["drop", "split"]), st.sampled_from(ALTERNATIVES))
def test_signs_are_those_of_the_twin(x, ties, alternative):
    found = fm.sign_test(x, ties=ties, alternative=alternative)
    twin = reference.sign_test(x, ties=ties, alternative=alternative)
    assert numbers_of(found) == (twin.statistic, twin.estimate, twin.interval)
    # A tail of the incomplete beta function, not a sum of fractions.
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)


@given(
    few,
    st.sampled_from(ZEROS),
    st.sampled_from(["exact", "asymptotic"]),
    st.booleans(),
    st.sampled_from(ALTERNATIVES),
)
def test_signed_ranks_are_those_of_the_twin(
    x, zero_method, method, correction, alternative
):
    options = {"zero_method": zero_method, "method": method}
    options |= {"correction": correction, "alternative": alternative}
    found = fm.wilcoxon_signed_rank_test(x, **options)
    twin = reference.wilcoxon_signed_rank_test(x, **options)
    assert numbers_of(found) == (twin.statistic, twin.estimate, twin.interval)
    # The normal tail has another's rounding.
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)


@given(st.lists(st.tuples(*[st.integers(0, 20)] * 2), min_size=2, max_size=9))
def test_two_columns_of_decimals_are_rounded(pairs):
    x, y = ([value / 100 for value in column] for column in zip(*pairs, strict=True))
    found = fm.wilcoxon_signed_rank_test(x, y, decimals=2)
    twin = reference.wilcoxon_signed_rank_test(x, y, decimals=2)
    assert numbers_of(found) == (twin.statistic, twin.estimate, twin.interval)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    assert not any("decimals" in note for note in found.notes)


def test_small_tails_keep_their_digits():
    # All of n differences have one sign: 2 / 2ⁿ.
    for n in (60, 200, 990):
        for test in TESTS:
            options = {} if test is fm.sign_test else {"method": "exact"}
            found = test(np.arange(1, n + 1), **options)
            assert found.pvalue == pytest.approx(2 * 0.5**n, rel=1e-12)
    # Every rank is tied with another, and the smallest is negative.
    x = np.repeat(np.arange(1.0, 101), 2)
    x[0] = -1
    # Of the sums 0, 1½, 1½, 3 ... those up to 1½.
    expected = math.ldexp(2 * 3, -200)
    assert fm.wilcoxon_signed_rank_test(x).pvalue == pytest.approx(expected, rel=1e-12)


# ------------------------------------------------------------------- against the peers


@pytest.mark.long
@one_case("alternative", ALTERNATIVES)
@one_case("zero_method", ZEROS)
def test_signed_ranks_are_those_of_scipy(rng, zero_method, alternative):
    for n in (6, 8):
        x = rng.normal(0.3, 1, n).round(1)
        x[rng.integers(n)] = 0
        found = fm.wilcoxon_signed_rank_test(
            x, zero_method=zero_method, alternative=alternative
        )
        peer = stats.wilcoxon(
            x,
            zero_method=zero_method,
            alternative=alternative,
            method=stats.PermutationMethod(n_resamples=5000),  # all of 2ⁿ
        )
        statistic = found.statistic
        if alternative == "two-sided":
            ranks = len(x) - (x == 0).sum() if zero_method == "wilcox" else len(x)
            total = ranks * (ranks + 1) / 2
            if zero_method == "pratt":
                zeros = (x == 0).sum()
                total -= zeros * (zeros + 1) / 2
            statistic = min(statistic, total - statistic)
        assert statistic == peer.statistic
        assert found.pvalue == pytest.approx(peer.pvalue, rel=1e-12)


# The name of the asymptotic method that SciPy 1.13 knows as well.
OF_SCIPY = {"method": "approx"}


@one_case("correction", [False, True])
@one_case("zero_method", ["wilcox", "pratt"])
def test_the_normal_law_is_that_of_scipy(rng, zero_method, correction):
    x = rng.normal(0.2, 1, 60).round(1)
    for alternative in ALTERNATIVES:
        options = {"zero_method": zero_method, "correction": correction}
        options |= {"alternative": alternative, "method": "asymptotic"}
        found = fm.wilcoxon_signed_rank_test(x, **options)
        # SciPy takes powers apart and ties away from a sum.
        expected = stats.wilcoxon(x, **options | OF_SCIPY).pvalue
        assert found.pvalue == pytest.approx(expected, rel=1e-12)


def test_halved_ranks_of_zeros_do_not_vary(rng):
    # The exact law is that of the other ranks; SciPy's normal one has the zeros' too.
    x = np.concatenate([rng.normal(0.4, 1, 40).round(1), np.zeros(10)])
    options = {"zero_method": "zsplit", "method": "asymptotic"}
    found = fm.wilcoxon_signed_rank_test(x, **options).pvalue
    exact = fm.wilcoxon_signed_rank_test(x, zero_method="zsplit").pvalue
    assert abs(found - exact) < 0.05 * exact
    theirs = stats.wilcoxon(x, correction=False, **options | OF_SCIPY)
    assert found < theirs.pvalue


def test_signs_are_those_of_a_binomial_test(rng):
    x = rng.normal(0.2, 1, 40).round(1)
    for alternative in ALTERNATIVES:
        found = fm.sign_test(x, alternative=alternative)
        peer = stats.binomtest(
            int((x > 0).sum()), int((x != 0).sum()), alternative=alternative
        )
        assert found.pvalue == pytest.approx(peer.pvalue, rel=1e-12)


def test_r_on_the_depression_data():
    # Hollander and Wolfe's data of R's help page:
    # > wilcox.test(x, y, paired = TRUE, alternative = "greater", conf.int = TRUE)
    # V = 40, p-value = 0.01953; pseudomedian 0.46
    x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    found = fm.wilcoxon_signed_rank_test(x, y, alternative="greater")
    assert found.statistic == 40
    assert found.pvalue == 10 / 512
    assert found.estimate == pytest.approx(0.46, abs=1e-12)


# ----------------------------------------------------------------------- the literature


def test_the_signed_ranks_of_demsar():
    found = fm.wilcoxon_signed_rank_test(TUNED, PLAIN, zero_method="zsplit", decimals=3)
    assert found.statistic == 93
    assert "W⁺ = 93, W⁻ = 12" in str(found)
    # His table of critical values has 21 for 14 data sets; with the two zeros split
    # a statistic of 21½ is the largest that does not reject.
    assert found.critical_value() == (21.5, 83.5)
    assert found.reject()
    # He counts eleven wins with one of two ties, as 10 + 1.
    assert fm.sign_test(TUNED, PLAIN, ties="split").statistic == 11


def test_decimals_that_do_not_tie_are_noted():
    x, y = [0.83, 0.81, 0.5], [0.8, 0.78, 0.4]
    (note,) = fm.wilcoxon_signed_rank_test(x, y).notes
    assert "tie more of the differences (by 1)" in note
    assert "decimals=" in note
    # One rank each, or the mean of two: 1 + 2 + 3 is 1½ + 1½ + 3.
    assert fm.wilcoxon_signed_rank_test(x, y, decimals=2).notes == ()
    assert fm.wilcoxon_signed_rank_test([3, 3, 10]).notes == ()


# ------------------------------------------------------------- estimates, bounds, laws


def test_averages_are_selected_as_they_are_sorted(rng, monkeypatch):
    monkeypatch.setattr(signed_ranks, "AT_ONCE", 40)
    for scale in (1, 1e300, 1e-300):
        x = np.sort(rng.normal(size=60).round(1)) * scale
        i, j = np.triu_indices(60)
        every = np.sort(x[i] / 2 + x[j] / 2)
        ranks = [1, 2, 17, 900, 1500, len(every)]
        found = signed_ranks.order_statistics(x, ranks)
        # Numbers near the smallest are halved last, not first.
        assert found == pytest.approx([every[rank - 1] for rank in ranks], rel=1e-15)


@one_case("values", [10**6, 30, 2])
def test_averages_of_many_differences_have_their_ranks(rng, monkeypatch, values):
    monkeypatch.setattr(signed_ranks, "AT_ONCE", 500_000)
    x = np.sort(rng.integers(0, values, 1200).astype(float))  # 720,600 sums
    m = signed_ranks.number_of_averages(len(x))
    ranks = [1, 2, m // 3, m // 2, m - 1, m]
    i, j = np.triu_indices(len(x))
    every = np.sort((x[i] + x[j]) / 2)
    assert signed_ranks.order_statistics(x, ranks) == [every[r - 1] for r in ranks]


@one_case("test", TESTS)
def test_intervals_hold_what_is_not_rejected(rng, test):
    x = rng.normal(size=17)
    for level in (0.5, 0.9, 0.99):
        low, high = test(x).confidence_interval(level)
        for centre in (low, high):
            inside, outside = (
                test(x - centre + shift * np.sign(centre - np.median(x)))
                for shift in (1e-9, -1e-9)
            )
            assert not inside.reject(1 - level)
            assert outside.reject(1 - level)


@pytest.mark.long
@one_case("test", TESTS)
def test_critical_values_are_where_rejection_begins(rng, test):
    for n in (3, 6, 13, 30):
        x = np.arange(1.0, n + 1) if n != 13 else np.arange(1.0, n + 1) // 2 + 1
        found = []
        for _ in range(60):
            signs = np.where(rng.random(n) < rng.random(), 1, -1)
            found += [
                (test(x * signs, alternative=side), side) for side in ALTERNATIVES
            ]
        for one, side in found:
            limit = one.critical_value(0.1)
            low, high = {
                "two-sided": limit,
                "greater": (-math.inf, limit),
                "less": (limit, math.inf),
            }[side]
            assert one.reject(0.1) == (not low <= one.statistic <= high)


def test_the_asymptotic_critical_values_are_where_rejection_begins(rng):
    x = rng.normal(0.3, 1, 40)
    for correction in (False, True):
        for side in ALTERNATIVES:
            found = fm.wilcoxon_signed_rank_test(
                x, method="asymptotic", correction=correction, alternative=side
            )
            # At a level of the p-value itself the statistic is the critical value.
            limit = np.atleast_1d(found.critical_value(found.pvalue))
            assert np.abs(limit - found.statistic).min() < 1e-6


def test_levels_without_ties():
    # What the docstrings say of n = 13 and α = 0.05.
    ranks = SignedSums(2 * np.arange(1, 14))
    outermost = ranks.quantile(0.025)
    assert round(2 * ranks.lower_tail(outermost - 2), 4) == 0.0479
    assert 2 * ranks.lower_tail(outermost) > 0.05
    assert round(2 * stats.binom.cdf(2, 13, 0.5), 4) == 0.0225
    assert 2 * stats.binom.cdf(3, 13, 0.5) > 0.05
    for test in TESTS:
        assert not test(np.arange(1, 6)).reject()
        assert test(np.arange(1, 7)).reject()


@pytest.mark.slow
@one_case("test", TESTS)
def test_the_level_is_not_above_the_nominal_one(rng, test):
    """Thirteen differences with ties and zeros: at most 0.05, and not far below it."""
    n = 2000
    rejected = sum(
        test(x).reject() for x in rng.standard_t(3, (n, 13)).round(1) if x.any()
    )
    error = math.sqrt(0.05 * 0.95 / n)
    assert 0.01 < rejected / n < 0.05 + 3 * error


# ------------------------------------------------------------------ results and input


@one_case("test", TESTS)
def test_nothing_that_differs_says_nothing(test):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for alternative in ALTERNATIVES:
            found = test([0.5, 2, 3], [0.5, 2, 3], alternative=alternative)
            assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)
    for method in ("exact", "asymptotic"):
        for zeros in ZEROS:
            found = fm.wilcoxon_signed_rank_test(
                [0, 0, 0], method=method, zero_method=zeros
            )
            assert found.pvalue == 1
            assert found.statistic == (3 if zeros == "zsplit" else 0)


def test_summaries_say_what_was_found():
    found = fm.sign_test([3, 2, 2, 0], [1, 1, 3, 0])
    assert found.summary() == (
        "Exact sign test: of 4 differences 2 are above 0, 1 below and 1 equal to it; "
        "median of x − y = 0.5000 [−∞, ∞] (95 %).\n"
        "wins = 2, p = 1.0000 (two-sided): "
        "at α = 0.05 there is no evidence that one of the two "
        "is the greater more often. With 3 unequal pairs in 4 no difference between "
        "the shares of wins and of losses would be found with probability 0.8.\n"
        "Pairs without a difference that are left out: 1 of 1."
    )
    assert found.notes == ("pairs without a difference that are left out: 1 of 1",)
    found = fm.wilcoxon_signed_rank_test(TUNED, PLAIN, alternative="greater")
    assert "evidence that the differences lie above 0" in found.summary()
    assert found.notes[0] == "differences of 0 are left out: 2"


@one_case("test", TESTS)
def test_results_are_pickled_with_their_bounds(test):
    found = test([1.0, 2, -0.5, 4, 3, 2, 1])
    other = pickle.loads(pickle.dumps(found))
    assert other == found
    assert other.confidence_interval(0.8) == found.confidence_interval(0.8)
    assert other.critical_value() == found.critical_value()


@one_case("test", TESTS)
@one_case(
    "arguments, options, message",
    [
        (([1],), {}, "x must hold two numbers or more, got 1"),
        (([],), {}, "x must hold two numbers or more, got 0"),
        (([1, 2], [1]), {}, "x and y must hold a number each .* got 2 and 1"),
        (([1, math.nan],), {}, "Input x contains NaN: 1 of 2 values, .* row 1"),
        (([1, 2], [1, math.inf]), {}, "Input y contains infinity"),
        ((["a", "b"],), {}, "x must hold numbers, got strings"),
        (([[1, 2], [3, 4]],), {}, "x must be a 1d array"),
        (([1e308, 0], [-1e308, 0]), {}, "more than a float can hold"),
        (([1, 2],), {"alternative": "both"}, "alternative must be one of"),
    ],
)
def test_bad_input_is_named(test, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        test(*arguments, **options)


@one_case(
    "options, error, message",
    [
        ({"zero_method": "drop"}, ValueError, "zero_method must be one of"),
        ({"method": "approx"}, ValueError, "method must be one of"),
        ({"correction": 1}, TypeError, "correction must be True or False"),
        ({"decimals": 1.5}, TypeError, "decimals must be a whole number"),
        ({"decimals": True}, TypeError, "decimals must be a whole number"),
        ({"decimals": 301}, ValueError, "decimals must lie between"),
    ],
)
def test_bad_options_are_named(options, error, message):
    with pytest.raises(error, match=message):
        fm.wilcoxon_signed_rank_test([1, 2, 3], **options)
    with pytest.raises(ValueError, match="ties must be one of"):
        fm.sign_test([1, 2, 3], ties="half")
    with pytest.raises(ValueError, match="at most 1,000 differences"):
        fm.wilcoxon_signed_rank_test(np.arange(1, 1002), method="exact")


def test_columns_of_every_library():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    for test in TESTS:
        expected = test(TUNED, PLAIN)
        for column in (pandas.Series, polars.Series, pyarrow.array, np.float32):
            found = test(column(TUNED), column(PLAIN))
            assert found.statistic == expected.statistic


def test_huge_and_tiny_numbers():
    for scale in (1e308, 5e-324):
        found = fm.wilcoxon_signed_rank_test(np.array([1, 1, 1, -1]) * scale)
        assert found.estimate == scale
        assert fm.sign_test(np.array([1, 1]) * scale).estimate == scale
    # Rounding to decimals beyond a number's digits leaves it.
    assert fm.wilcoxon_signed_rank_test([1e300, 2], decimals=300).statistic == 3
