"""The test of rates on different test sets: its twin, R, levels, what is refused."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.comparison.proportions import newcombe_interval

SIDES = ("two-sided", "greater", "less")

_RATE = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(st.lists(_RATE, min_size=2, max_size=2), st.sampled_from(SIDES), st.booleans())
def test_two_rates_are_their_twin(drawn, side, correction):
    counts, n = map(list, zip(*drawn, strict=True))
    options = {"alternative": side, "correction": correction}
    ours = fm.proportions_test(counts, n, **options)
    plain = reference.proportions_test(counts, n, **options)
    # Floats against fractions: where the correction takes all but 0, they differ by
    # the rounding of a count.
    assert ours.statistic == pytest.approx(plain.statistic, rel=1e-11, abs=1e-13)
    assert ours.pvalue == pytest.approx(plain.pvalue, rel=1e-11)
    assert ours.estimate == pytest.approx(plain.estimate, rel=1e-12, abs=1e-15)
    bounds = newcombe_interval(counts, n, 0.9)
    assert ours.confidence_interval(0.9) == pytest.approx(bounds, rel=1e-9, abs=1e-12)


@given(st.lists(_RATE, min_size=3, max_size=6))
def test_more_rates_are_their_twin(drawn):
    counts, n = map(list, zip(*drawn, strict=True))
    ours = fm.proportions_test(counts, n)
    plain = reference.proportions_test(counts, n)
    found = ours.statistic, ours.pvalue, ours.estimate
    assert found == pytest.approx(plain, rel=1e-11, abs=1e-13)
    assert np.isnan(ours.confidence_interval()).all()


# R 4: prop.test(c(15, 25), c(50, 60), correct = , alternative = ): X-squared, p-value
R_TWO = {
    (True, "two-sided"): (1.1396130952380952, 0.2857340972778884),
    (True, "greater"): (1.13961309523809518, 0.85713295136105583),
    (True, "less"): (1.13961309523809518, 0.14286704863894417),
    (False, "two-sided"): (1.60416666666666652, 0.20531373142318135),
    (False, "greater"): (1.60416666666666652, 0.89734313428840939),
    (False, "less"): (1.60416666666666652, 0.10265686571159065),
}


@one_case("correction, side", R_TWO)
def test_two_rates_are_rs(correction, side):
    found = fm.proportions_test(
        [15, 25], [50, 60], alternative=side, correction=correction
    )
    squared, p = R_TWO[correction, side]
    statistic = -math.sqrt(squared) if side != "two-sided" else squared
    assert found.statistic == pytest.approx(statistic, rel=1e-13)
    assert found.pvalue == pytest.approx(p, rel=1e-12)


def test_the_smokers_of_rs_help_page():
    # > prop.test(c(83, 90, 129, 70), c(86, 93, 136, 82))
    found = fm.proportions_test([83, 90, 129, 70], [86, 93, 136, 82])
    assert found.statistic == pytest.approx(12.6004112971276391875, rel=1e-13)
    assert found.pvalue == pytest.approx(0.0055854766616270247, rel=1e-12)
    assert found.df == 3
    assert found.critical_value() == pytest.approx(stats.chi2.isf(0.05, 3))


def test_the_correction_is_at_most_the_deviation():
    # 15 of 50 and 16 of 52 are less than half a row apart.
    found = fm.proportions_test([15, 16], [50, 52], correction=True)
    assert found.statistic == pytest.approx(0, abs=1e-25)
    assert found.pvalue == pytest.approx(1)


def test_newcombes_intervals_are_statsmodels():
    # statsmodels 0.15: confint_proportions_2indep(..., method="newcomb")
    found = fm.proportions_test([56, 48], [70, 80]).confidence_interval()
    expected = 0.05243147240236498, 0.33387265403690614
    assert found == pytest.approx(expected, rel=1e-12)


def test_a_single_number_of_rows_is_that_of_all():
    found = fm.proportions_test([3, 5, 9], 20)
    assert found == fm.proportions_test([3, 5, 9], [20, 20, 20])
    assert found.n == 60


def test_counts_that_say_nothing():
    for counts in ([0, 0], [50, 60]):
        for side in SIDES:
            found = fm.proportions_test(counts, [50, 60], alternative=side)
            assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)
    certain = fm.proportions_test([0, 60], [50, 60])
    assert certain.statistic == pytest.approx(110)
    assert 0 < certain.pvalue < 1e-24


def test_large_counts_are_no_less_exact():
    n = 2**52
    found = fm.proportions_test([n // 2, n // 2 + 2**28], n)
    plain = reference.proportions_test([n // 2, n // 2 + 2**28], n)
    assert found.statistic == pytest.approx(plain.statistic, rel=1e-8)


@one_case(
    "n, rate, plain, corrected",
    [(100, 0.2, 0.051, 0.032), (20, 0.1, 0.039, 0.004)],
)
def test_levels(n, rate, plain, corrected):
    """Those of the docstring, added up over all counts that can be."""
    chances = stats.binom.pmf(np.arange(n + 1), n, rate)
    likely = np.flatnonzero(chances > 1e-5)
    for correction, level in ((False, plain), (True, corrected)):
        rejected = sum(
            chances[a] * chances[b]
            for a in likely
            for b in likely[likely < a]
            if fm.proportions_test([a, b], n, correction=correction).pvalue <= 0.05
        )
        assert round(2 * rejected, 3) == level


def test_it_says_what_it_found():
    found = fm.proportions_test([15, 25], [50, 60])
    assert found.summary().splitlines() == [
        "Test of equal proportions: 15 of 50 rows against 25 of 60; rate of A − B = "
        "−0.1167 [−0.2833, 0.0632] (95 %).",
        "χ²(1) = 1.6042, p = 0.2053 (two-sided): "
        "at α = 0.05 there is no evidence that the rates "
        "differ. With these rows a difference of about 0.26 would be found with "
        "probability 0.8.",
    ]
    four = fm.proportions_test([83, 90, 129, 70], [86, 93, 136, 82])
    assert str(four) == (
        "Test of equal proportions: 4 rates from 0.8537 to 0.9677; largest − smallest "
        "rate = 0.1141.\nχ²(3) = 12.6004, p = 0.0056."
    )


@one_case(
    "arguments, options, message",
    [
        (([5], [10]), {}, "counts must be of two models or more, got 1"),
        (([], []), {}, "counts is empty"),
        (([5, 11], [10, 10]), {}, "counts must be at most n: number 1 is 11 of 10"),
        (([5, -1], 10), {}, "counts must hold whole numbers from 0 .*got -1"),
        (([5, 1.5], 10), {}, "counts must hold whole numbers from 0 .*got 1.5"),
        (([5, math.nan], 10), {}, "counts must hold whole numbers from 0 .*got nan"),
        (([5, 1], [10, 0]), {}, "n must hold whole numbers from 1 .*got 0"),
        (([5, 1], [10, 9, 8]), {}, r"n must be one number .*shape \(3,\)"),
        ((["a", "b"], 10), {}, "counts must hold numbers"),
        (([[1, 2], [3, 4]], 10), {}, "counts must be a 1d array"),
        (([1, 2, 3], 10), {"alternative": "less"}, "of more than two counts, got 'les"),
        (([1, 2, 3], 10), {"correction": True}, "correction=True is for two counts"),
        (([1, 2], 10), {"correction": 1}, "correction must be True or False"),
        (([1, 2], 10), {"alternative": "more"}, "alternative must be one of"),
    ],
)
def test_what_is_refused(arguments, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        fm.proportions_test(*arguments, **options)
