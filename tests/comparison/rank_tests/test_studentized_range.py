"""The range of normal variables: its tail, its quantile, critical differences."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import stats

import fastmetrics as fm
from fastmetrics.comparison.rank_tests.mean_ranks import range_quantile
from fastmetrics.reference.comparison import friedman as reference
from fastmetrics.reference.comparison import friedman as twin

RANGES = [1e-3, 0.5, 2.0, 3.3, 6.0, 12.0]


@one_case("k", [2, 3, 5, 20, 100])
def test_as_the_reference(k):
    found = fm.studentized_range_sf(RANGES, k)
    # Another rule on other nodes: both are good to 12 digits of the tail.
    assert found.tolist() == pytest.approx(twin.studentized_range_sf(RANGES, k), 1e-11)


@one_case("k", [2, 3, 10, 50])
def test_as_scipy_where_the_tail_is_not_small(k):
    q = np.array([0.5, 2.0, 4.0])
    theirs = stats.studentized_range.sf(q, k, np.inf)
    np.testing.assert_allclose(fm.studentized_range_sf(q, k), theirs, atol=1e-11)


def test_two_variables_are_one_normal():
    q = np.linspace(0.01, 52, 300)
    # The tail is 2 Φ(-q / √2), down to 1e-296.
    np.testing.assert_allclose(
        fm.studentized_range_sf(q, 2), 2 * stats.norm.sf(q / math.sqrt(2)), rtol=1e-12
    )


@one_case("k", [3, 10, 1000, 10_000])
def test_far_tails_are_those_of_the_pairs(k):
    # Far out only one pair can be so far apart: k (k - 1) / 2 times its chance.
    q = np.array([30.0, 45.0])
    bound = k * (k - 1) / 2 * fm.studentized_range_sf(q, 2)
    found = fm.studentized_range_sf(q, k)
    assert (found < bound * (1 + 1e-12)).all()
    np.testing.assert_allclose(found, bound, rtol=1e-6)


def test_many_models():
    # P(R <= q) = k ∫ φ(z) (Φ(z) - Φ(z - q))^(k-1) dz, here by SciPy's adaptive rule.
    from scipy.integrate import quad

    for k, q in ((1_000, 7.0), (10_000, 8.475559692)):

        def inside(z, k=k, q=q):
            width = stats.norm.cdf(z) - stats.norm.cdf(z - q)
            return k * stats.norm.pdf(z) * width ** (k - 1)

        within, _ = quad(inside, -2, 10, epsabs=1e-12, limit=200)
        assert fm.studentized_range_sf(q, k) == pytest.approx(1 - within, abs=1e-10)


def test_shapes_and_edges():
    found = fm.studentized_range_sf([[0, -1, 3], [1e-300, np.inf, 1e308]], 3)
    assert found.shape == (2, 3)
    assert found[0, :2].tolist() == [1, 1]
    assert found[1, 1:].tolist() == [0, 0]
    assert found[1, 0] == 1
    assert fm.studentized_range_sf(np.empty(0), 3).shape == (0,)
    assert isinstance(fm.studentized_range_sf(3, 3), float)
    assert (fm.studentized_range_sf(np.linspace(0, 1e-6, 50), 10_000) <= 1).all()


def test_each_range_has_its_tail_whatever_the_others():
    q = np.array([40.0, 1e-3, 3.3, 7.0])
    alone = [fm.studentized_range_sf(float(one), 7) for one in q]
    np.testing.assert_allclose(fm.studentized_range_sf(q, 7), alone, rtol=1e-13)
    # More than one block of them, none in order.
    many = np.random.default_rng(0).permutation(np.linspace(0, 12, 500))
    found = fm.studentized_range_sf(many, 20)
    assert (np.diff(found[np.argsort(many)]) <= 1e-15).all()
    assert found[7] == pytest.approx(fm.studentized_range_sf(float(many[7]), 20), 1e-13)


@one_case("k", [2, 3, 10, 200, 10_000])
@one_case("share", [0.999999, 0.5, 0.05, 1e-10, 1e-280])
def test_quantile_is_the_inverse(k, share):
    q = range_quantile(share, k)
    # The slope of log P is -q / 2 there, by which the last digit of q is multiplied.
    assert fm.studentized_range_sf(q, k) == pytest.approx(share, rel=1e-11)


@one_case("n_models", [1, 0, -3, 10_001, 2.5, "3", True, None, [3]])
def test_number_of_models_is_checked(n_models):
    words = "n_models must be a whole number from 2 to 10,000, got"
    with pytest.raises(ValueError, match=words):
        fm.studentized_range_sf(1.0, n_models)
    with pytest.raises(ValueError, match=words):
        fm.critical_difference(n_models, 10)


@one_case("q", [math.nan, [1, math.nan], "a", None, [[1], [2, 3]]])
def test_ranges_are_checked(q):
    with pytest.raises((ValueError, TypeError), match=r"^q |Input q"):
        fm.studentized_range_sf(q, 3)


# --- critical differences


# Table 5 of Demšar (2006), at 0.05 and 0.10, for 2 to 10 models.
NEMENYI = (
    [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
)
DUNN = (
    [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.724, 2.773],
    [1.645, 1.960, 2.128, 2.241, 2.326, 2.394, 2.450, 2.498, 2.539],
)


@one_case("level", [0, 1])
def test_tables_of_demsar(level):
    for test, table in (("nemenyi", NEMENYI), ("bonferroni-dunn", DUNN)):
        for k, printed in enumerate(table[level], start=2):
            if (test, k, level) == ("bonferroni-dunn", 9, 0):
                continue  # printed 2.724, which is a slip: 2.7344
            found = fm.critical_difference(
                k, k * (k + 1) // 6 + 2, alpha=(0.05, 0.1)[level], test=test
            )
            error = math.sqrt(k * (k + 1) / (6 * (k * (k + 1) // 6 + 2)))
            assert found / error == pytest.approx(printed, abs=1.1e-3), (test, k)


def test_printed_differences():
    # Demšar's example of 4 classifiers on 14 data sets, 1.25 and 1.12; the textbook's
    # of 3 on 4: 2.3437 √(3 · 4 / 24) = 1.657.
    assert fm.critical_difference(4, 14, alpha=0.05) == pytest.approx(1.25, abs=0.005)
    assert fm.critical_difference(4, 14, alpha=0.10) == pytest.approx(1.12, abs=0.005)
    assert fm.critical_difference(3, 4) == pytest.approx(1.657, abs=5e-4)
    assert fm.critical_difference(3, 2) == pytest.approx(2.3437, abs=5e-5)
    dunn = fm.critical_difference(4, 14, test="bonferroni-dunn", alpha=0.05)
    assert dunn == pytest.approx(1.16, abs=0.01)


@pytest.mark.long
@one_case("test", ["nemenyi", "bonferroni-dunn"])
@one_case("k, n, alpha", [(2, 2, 0.05), (5, 30, 0.5), (12, 7, 1e-6)])
def test_differences_as_the_reference(test, k, n, alpha):
    found = fm.critical_difference(k, n, alpha=alpha, test=test)
    twin = reference.critical_difference(k, n, alpha=alpha, test=test)
    assert found == pytest.approx(twin, rel=1e-9)


@one_case(
    "args, options, words",
    [
        ((3, 1), {}, "n_datasets must be a whole number of at least 2, got 1"),
        ((3, 4.5), {}, "n_datasets must be"),
        ((3, "4"), {}, "n_datasets must be"),
        ((3, 4), {"alpha": 0}, "alpha must lie between 0 and 1"),
        ((3, 4), {"alpha": 1}, "alpha must lie between 0 and 1"),
        ((3, 4), {"test": "holm"}, "test must be 'nemenyi' or 'bonferroni-dunn'"),
    ],
)
def test_hostile_differences(args, options, words):
    with pytest.raises(ValueError, match=words):
        fm.critical_difference(*args, **options)
