"""Tests of five repetitions of two folds: the twins, peers, levels, what is refused."""

import math

import numpy as np
import pytest
from helpers import equal_learners
from helpers.fold_cases import SIDES, TABLE, check_interval, drawn_table, same_as_twin
from helpers.levels import within_three_errors
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm

A, B = map(np.array, TABLE)
NUMERATORS = ("first", "mean")
# Differences of 0 and 0, of 1 and 1, ...: without variance.
FLAT = np.repeat([[0], [1], [2], [3], [4]], 2, axis=1) / 8


@given(drawn_table(), st.sampled_from(NUMERATORS), st.sampled_from(SIDES))
def test_the_t_test_is_its_twin(drawn, numerator, side):
    options = {"numerator": numerator, "alternative": side}
    same_as_twin("five_by_two_cv_t_test", *drawn, **options)


@given(drawn_table())
def test_the_f_test_is_its_twin(drawn):
    same_as_twin("five_by_two_cv_f_test", *drawn)


def test_both_are_mlxtends():
    # mlxtend 0.25: paired_ttest_5x2cv and combined_ftest_5x2cv on these scores
    t = fm.five_by_two_cv_t_test(A, B)
    assert t.statistic == pytest.approx(1.1858541225631445, rel=1e-12)
    assert t.pvalue == pytest.approx(0.28895719913967854, rel=1e-12)
    f = fm.five_by_two_cv_f_test(A, B)
    assert f.statistic == pytest.approx(1.0312500000000007, rel=1e-12)
    assert f.pvalue == pytest.approx(0.5196378376918844, rel=1e-12)


@one_case("numerator", NUMERATORS)
def test_bounds_are_where_the_t_test_begins_to_reject(numerator):
    def test(differences, **options):
        return fm.five_by_two_cv_t_test(differences, numerator=numerator, **options)

    check_interval(test, A - B)


def test_only_the_f_test_does_not_depend_on_the_order_of_folds():
    turned = (A - B)[::-1, ::-1]
    f = fm.five_by_two_cv_f_test(turned)
    assert f.statistic == pytest.approx(fm.five_by_two_cv_f_test(A, B).statistic)
    t = fm.five_by_two_cv_t_test(turned)
    assert t.statistic != pytest.approx(fm.five_by_two_cv_t_test(A, B).statistic)


def test_the_interval_of_the_f_test_is_that_of_one_repetition():
    mean = fm.five_by_two_cv_t_test(A, B, numerator="mean")
    (low, high), (f_low, f_high) = (
        found.confidence_interval() for found in (mean, fm.five_by_two_cv_f_test(A, B))
    )
    assert f_high - f_low == pytest.approx(high - low, rel=1e-12)
    assert (f_low + f_high) / 2 == pytest.approx((A - B).mean(), rel=1e-12)


def test_what_does_not_vary():
    # Equal but for rounding: 0.9 - 0.8 is not 0.8 - 0.7.
    zero = np.array([[0.9, 0.8]] * 5), np.array([[0.9, 0.8]] * 5)
    one = np.array([[0.9, 0.8]] * 5), np.array([[0.8, 0.7]] * 5)
    for test in (fm.five_by_two_cv_t_test, fm.five_by_two_cv_f_test):
        found = test(*zero)
        assert (found.statistic, found.pvalue, found.estimate) == (0, 1, 0)
        with pytest.warns(fm.UndefinedMetricWarning, match="of each repetition are"):
            found = test(*one)
        assert math.isnan(found.statistic)
        assert math.isnan(found.pvalue)
        assert found.estimate == pytest.approx(0.1)
        assert np.isnan(found.confidence_interval()).all()
    # The numerator of the one is 0 here, not that of the other.
    assert fm.five_by_two_cv_t_test(FLAT).pvalue == 1
    with pytest.warns(fm.UndefinedMetricWarning):
        assert math.isnan(fm.five_by_two_cv_f_test(FLAT).pvalue)


@one_case("power", [-1000, 1000])
def test_any_magnitude_will_do(power):
    large = np.ldexp(A, power), np.ldexp(B, power)
    for test in (fm.five_by_two_cv_t_test, fm.five_by_two_cv_f_test):
        expected, found = test(A, B), test(*large)
        assert found.statistic == expected.statistic
        low, high = np.ldexp(expected.confidence_interval(), power)
        assert found.confidence_interval() == (low, high)


def test_they_say_what_they_found():
    assert fm.five_by_two_cv_t_test(A, B).summary().splitlines() == [
        "5 × 2 cv t test: of 10 folds, A scored higher on 7 and B on 2; A − B on the "
        "first fold = 0.0300 [−0.0350, 0.0950] (95 %).",
        "t(5) = 1.1859, p = 0.2890 (two-sided): "
        "at α = 0.05 there is no evidence that they differ. "
        "With these 10 folds a difference of about 0.088 would be found with "
        "probability 0.8.",
    ]
    assert str(fm.five_by_two_cv_f_test(A, B)).startswith(
        "Combined 5 × 2 cv F test: of 10 folds, A scored higher on 7 and B on 2; mean "
        "of A − B = 0.0180 ["
    )


@one_case(
    "scores, message",
    [
        ((A[:4], B), r"scores_a must have the shape \(5, 2\), got \(4, 2\)"),
        ((A, B.T), r"scores_b must have the shape \(5, 2\), got \(2, 5\)"),
        ((A.ravel(), B), r"scores_a must have the shape \(5, 2\), got \(10,\)"),
        ((np.where(A == 0.84, np.nan, A), B), r"scores_a contains NaN.*\(1, 0\)"),
        ((A, [["a", "b"]] * 5), "scores_b must hold numbers"),
    ],
)
@one_case("name", ["five_by_two_cv_t_test", "five_by_two_cv_f_test"])
def test_scores_that_are_refused(name, scores, message):
    with pytest.raises(ValueError, match=message):
        getattr(fm, name)(*scores)


def test_options_that_are_refused():
    with pytest.raises(ValueError, match=r"numerator must be one of .*'last'"):
        fm.five_by_two_cv_t_test(A, B, numerator="last")
    with pytest.raises(ValueError, match="alternative must be one of"):
        fm.five_by_two_cv_t_test(A, B, alternative="more")


@pytest.mark.slow
def test_levels(rng):
    """Of two equally good learners on 300 rows, as the docstrings say."""
    differences = equal_learners.score_differences(
        rng, 2000, equal_learners.five_times_two_folds
    ).reshape(-1, 5, 2)
    t = [fm.five_by_two_cv_t_test(d).pvalue for d in differences]
    within_three_errors(t, 0.04)
    mean = [fm.five_by_two_cv_t_test(d, numerator="mean").pvalue for d in differences]
    within_three_errors(mean, 0.065)
    f = [fm.five_by_two_cv_f_test(d).pvalue for d in differences]
    within_three_errors(f, 0.04)


@pytest.mark.slow
def test_levels_of_independent_differences(rng):
    """0.0281, 0.0500 and 0.0175, as docstrings say, and the width of F's interval."""
    drawn = rng.normal(size=(2000, 5, 2))
    first = [fm.five_by_two_cv_t_test(d).pvalue for d in drawn]
    within_three_errors(first, 0.0281, quoted=1e-4)
    means = [fm.five_by_two_cv_t_test(d, numerator="mean") for d in drawn]
    within_three_errors([found.pvalue for found in means], 0.05, quoted=1e-4)
    # Without the root of 2, as some print it.
    critical = means[0].critical_value()[1]
    without = np.array([abs(found.statistic) / math.sqrt(2) for found in means])
    within_three_errors(np.where(without > critical, 0, 1), 0.0150, quoted=1e-4)
    combined = [fm.five_by_two_cv_f_test(d) for d in drawn]
    within_three_errors([found.pvalue for found in combined], 0.0175, quoted=1e-4)
    bounds = np.array([found.confidence_interval() for found in combined])
    held = (bounds[:, 0] < 0) & (bounds[:, 1] > 0)
    within_three_errors(np.where(held, 0, 1), 0.998, quoted=1e-3)
