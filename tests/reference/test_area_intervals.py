"""Intervals of areas under ROC curves, against SciPy and numbers worked by hand."""

import math
from fractions import Fraction
from statistics import NormalDist

import pytest
from helpers.one_case import one_case
from helpers.worked import LABELS, SCORES
from scipy import stats

from fastmetrics.reference import area_intervals as areas
from fastmetrics.reference.scores.delong import variance_terms

Z = NormalDist().inv_cdf(0.975)


def test_delong_interval_on_the_logit_scale_by_hand():
    # logit(0.75) = ln 3, and the derivative of the logit there is 16/3.
    low, high = areas.delong_interval(0.75, 0.01, 20, 30)
    half = Z * 0.1 * 16 / 3
    assert math.log(low / (1 - low)) == pytest.approx(math.log(3) - half, rel=1e-13)
    assert math.log(high / (1 - high)) == pytest.approx(math.log(3) + half, rel=1e-13)


def test_delong_interval_of_the_area_itself_by_hand():
    low, high = areas.raw_delong_interval(0.75, 0.01, 20, 30)
    assert (low, high) == pytest.approx((0.75 - Z / 10, 0.75 + Z / 10), rel=1e-14)
    assert areas.raw_delong_interval(0.9, 0.01, 20, 30)[1] == 1
    assert areas.raw_delong_interval(0.1, 0.01, 20, 30)[0] == 0
    assert all(map(math.isnan, areas.raw_delong_interval(0.5, 0.0, 20, 30)))


def test_perfect_auc_has_the_exact_bound():
    low = 0.025 ** (1 / 10)
    assert areas.delong_interval(1.0, 0.0, 10, 30) == pytest.approx((low, 1))
    assert areas.delong_interval(0.0, 0.0, 30, 10) == pytest.approx((0, 1 - low))
    # It is the Clopper-Pearson bound of ten successes in ten trials.
    exact = stats.binomtest(10, 10).proportion_ci().low
    assert low == pytest.approx(exact, rel=1e-10)


def test_variance_terms_by_hand():
    # Placements of either class: 1, ¾, ⅝, ¼, of sample variance 25/256.
    assert variance_terms(LABELS, [SCORES]) == (Fraction(25, 1024), Fraction(25, 1024))
    # Positives (a, b): (3, 3) (2, 1) of 2; negatives (1, 2) (0, 0). Of the differences
    # in placement, 0 and ½ in either class, the sample variances are 1/8.
    labels, a, b = [1, 1, 0, 0], [3, 2, 1, 0], [3, 1, 2, 0]
    assert variance_terms(labels, [a, b]) == (Fraction(1, 16), Fraction(1, 16))


def test_variance_of_exponential_scores_by_hand():
    # At ½ both Q - A² are ⅓ - ¼ = 1/12: [¼ + 2/12 + 4/12] / 15.
    assert areas.exponential_variance(0.5, 3, 5) == pytest.approx(1 / 20, rel=1e-14)
    # At ¾ they are ⅗ - 9/16 = 3/80 and 9/14 - 9/16 = 9/112, and the five rows take the
    # greater one: [3/16 + 2 · 3/80 + 4 · 9/112] / 15.
    for sizes in ((3, 5), (5, 3)):
        found = areas.exponential_variance(0.75, *sizes)
        assert found == pytest.approx(109 / 2800, rel=1e-14)
        assert areas.exponential_variance(0.25, *sizes) == pytest.approx(found)
    # One row of either class: a win or none, with that chance.
    assert areas.exponential_variance(0.9, 1, 1) == pytest.approx(0.09, rel=1e-14)


def test_degrees_of_freedom_by_hand():
    # Equal terms: 4 / (1/2 + 1/4). A term of 0 leaves those of the other class.
    assert areas.degrees_of_freedom((0.005, 0.005), 3, 5) == pytest.approx(16 / 3)
    assert areas.degrees_of_freedom((0.0, 0.01), 3, 5) == pytest.approx(4)


def test_inverted_interval_by_hand():
    # k = 2 and H(½) = 1/20, so v = (3/100 + 2/20) / 5 = 0.026 = 0.52 H(½).
    low, high = areas.inverted_delong_interval(0.5, (0.005, 0.005), 3, 5, 0.9)
    t = stats.t.ppf(0.95, 16 / 3)
    reach = t**2 * 0.52 * areas.exponential_variance(low, 3, 5)
    assert (0.5 - low) ** 2 == pytest.approx(reach, rel=1e-12)
    assert low + high == pytest.approx(1, rel=1e-14)
    # At ¾ with terms 0.01 and 0.02: k = 8/3, H = 109/2800, v = (0.09 + 8/3 H) / (3 + k)
    low, high = areas.inverted_delong_interval(0.75, (0.01, 0.02), 3, 5, 0.9)
    t = stats.t.ppf(0.95, 0.0009 / (0.0001 / 2 + 0.0004 / 4))
    drawn = (0.09 + 8 / 3 * 109 / 2800) / (17 / 3) / (109 / 2800)
    for bound in (low, high):
        reach = t**2 * drawn * areas.exponential_variance(bound, 3, 5)
        assert (0.75 - bound) ** 2 == pytest.approx(reach, rel=1e-12)
    assert 0 < low < 0.75 < high < 1


def test_inverted_interval_does_not_tell_the_classes_apart():
    low, high = areas.inverted_delong_interval(0.9, (0.01, 0.001), 5, 40)
    mirrored = areas.inverted_delong_interval(0.1, (0.001, 0.01), 40, 5)
    assert mirrored == pytest.approx((1 - high, 1 - low), rel=1e-12)
    exchanged = areas.inverted_delong_interval(0.9, (0.001, 0.01), 40, 5)
    assert exchanged == pytest.approx((low, high), rel=1e-12)


def test_inverted_interval_of_perfect_and_of_flat_scores():
    bound = 0.025 ** (1 / 10)
    found = areas.inverted_delong_interval(1.0, (0.0, 0.0), 10, 30)
    assert found == pytest.approx((bound, 1))
    assert all(map(math.isnan, areas.inverted_delong_interval(0.5, (0.0, 0.0), 3, 5)))


def test_inverted_interval_of_many_rows_is_delongs():
    terms = (0.09 / 1e6, 0.01 / 1e6)
    found = areas.inverted_delong_interval(0.8, terms, 10**6, 10**6)
    # Its variance is drawn by some 4 rows of 10⁶, and of order 1/n beside that.
    assert found == pytest.approx((0.8 - Z * 1e-7**0.5, 0.8 + Z * 1e-7**0.5), abs=1e-6)


@one_case("freedom", [1, 1.7, 4, 30.5, 2000, 1e9])
@one_case("level", [0.5, 0.95, 0.999])
def test_students_quantile_and_p_value(freedom, level):
    t = areas.student_quantile(freedom, level)
    # Beyond 10⁷ degrees it is the normal one, which agrees to nine digits; with one it
    # is far from 0, and 1 less a share near 1 has lost some.
    rel = 1e-10 if freedom < 1e7 else 1e-8
    assert t == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), rel=rel)
    if freedom < 1e7:
        assert areas.student_p_value(-t, freedom) == pytest.approx(1 - level, rel=1e-9)


def test_student_interval_by_hand():
    low, high = areas.student_interval(0.1, (0.005, 0.005), 3, 5, 0.9)
    half = stats.t.ppf(0.95, 16 / 3) * 0.1
    assert (low, high) == pytest.approx((0.1 - half, 0.1 + half), rel=1e-12)
