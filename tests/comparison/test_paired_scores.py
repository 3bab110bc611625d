"""t tests of scores by fold: the twins, peers, levels and what is refused."""

import math

import numpy as np
import pytest
from helpers import equal_learners
from helpers.fold_cases import (
    REFUSED,
    SIDES,
    TABLE,
    check_interval,
    same_as_twin,
    scores,
)
from helpers.levels import within_three_errors
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference

A, B = (np.ravel(scores) for scores in TABLE)


@given(scores(), st.sampled_from(SIDES))
def test_paired_cv_t_test_is_its_twin(drawn, side):
    same_as_twin("paired_cv_t_test", *drawn, alternative=side)


@given(scores(), st.sampled_from(SIDES), st.sampled_from([0.1, 0.5, 1]))
def test_corrected_resampled_t_test_is_its_twin(drawn, side, n_test):
    sizes = {"n_train": 2, "n_test": n_test}
    same_as_twin("corrected_resampled_t_test", *drawn, alternative=side, **sizes)


def test_sizes_by_fold_are_averaged():
    expected = fm.corrected_resampled_t_test(A, B, n_train=90, n_test=10)
    sizes = {"n_train": [89, 91] * 5, "n_test": [11, 9] * 5}
    assert fm.corrected_resampled_t_test(A, B, **sizes) == expected
    assert reference.corrected_resampled_t_test(
        [*A], [*B], **sizes
    ).statistic == pytest.approx(expected.statistic, rel=1e-12)


@one_case("side", SIDES)
def test_paired_cv_t_test_is_scipys(side):
    theirs = stats.ttest_rel(A, B, alternative=side)
    ours = fm.paired_cv_t_test(A, B, alternative=side)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)
    assert ours.df == theirs.df == 9
    bounds = stats.ttest_rel(A, B).confidence_interval(0.9)
    assert ours.confidence_interval(0.9) == pytest.approx(tuple(bounds), rel=1e-12)


def test_paired_cv_t_test_is_mlxtends():
    # mlxtend 0.25: paired_ttest_kfold_cv(..., cv=10, scoring=) on these scores
    found = fm.paired_cv_t_test(A, B)
    assert found.statistic == pytest.approx(2.9459415181858972, rel=1e-12)
    assert found.pvalue == pytest.approx(0.016328273239497194, rel=1e-12)


def test_the_correction_stretches_the_error_alone():
    plain = fm.paired_cv_t_test(A, B)
    found = fm.corrected_resampled_t_test(A, B, n_train=90, n_test=10)
    assert found.estimate == plain.estimate
    stretched = math.sqrt(1 + 10 / 9)
    assert found.statistic == pytest.approx(plain.statistic / stretched, rel=1e-12)
    tiny = fm.corrected_resampled_t_test(A, B, n_train=1e300, n_test=1)
    assert tiny.pvalue == pytest.approx(plain.pvalue, rel=1e-12)


@one_case(
    "test",
    [
        fm.paired_cv_t_test,
        lambda *s, **k: fm.corrected_resampled_t_test(*s, n_train=9, n_test=1, **k),
    ],
)
def test_bounds_are_where_the_test_begins_to_reject(test):
    check_interval(test, A - B)


def test_what_does_not_vary():
    equal = fm.paired_cv_t_test([0.3, 0.5, 0.7], [0.1 + 0.2, 0.5, 0.7])
    assert (equal.statistic, equal.pvalue, equal.estimate) == (0, 1, 0)
    assert np.isnan(equal.confidence_interval()).all()
    # Equal but for rounding: 0.9 - 0.8 is not 0.8 - 0.7.
    with pytest.warns(fm.UndefinedMetricWarning, match="the differences are all equal"):
        found = fm.paired_cv_t_test([0.9, 0.8, 0.7], [0.8, 0.7, 0.6])
    assert math.isnan(found.statistic)
    assert math.isnan(found.pvalue)
    assert found.estimate == pytest.approx(0.1)
    assert not found.reject()
    assert "undefined" in found.summary()


def test_any_magnitude_will_do():
    expected = fm.paired_cv_t_test(A, B)
    for power in (-1000, 1000):
        found = fm.paired_cv_t_test(np.ldexp(A, power), np.ldexp(B, power))
        assert found.statistic == expected.statistic
        low, high = expected.confidence_interval()
        assert found.confidence_interval() == (
            math.ldexp(low, power),
            math.ldexp(high, power),
        )


def test_it_says_what_it_found():
    found = fm.paired_cv_t_test(A, B)
    assert found.summary().splitlines() == [
        "Paired t test over folds: of 10 folds, A scored higher on 7 and B on 2; mean "
        "of A − B = 0.0180 [0.0042, 0.0318] (95 %).",
        "t(9) = 2.9459, p = 0.0163 (two-sided): "
        "at α = 0.05 this is evidence that they differ.",
        "Training sets that overlap make the variance too small: if folds are not "
        "independent, use corrected_resampled_t_test.",
    ]


@one_case("arguments", REFUSED)
@one_case("name", ["paired_cv_t_test", "corrected_resampled_t_test"])
def test_scores_that_are_refused(name, arguments):
    sizes = {} if name == "paired_cv_t_test" else {"n_train": 9, "n_test": 1}
    given_scores, message = REFUSED[arguments]
    with pytest.raises((TypeError, ValueError), match=message):
        getattr(fm, name)(*given_scores, **sizes)


@one_case(
    "sizes, message",
    [
        ({"n_train": 0, "n_test": 1}, "n_train must be finite and above 0, got 0"),
        ({"n_train": 1, "n_test": math.nan}, "n_test must be finite and above 0"),
        ({"n_train": [9, 9], "n_test": 1}, "n_train must be one number or one for"),
        ({"n_train": "many", "n_test": 1}, "n_train must be array-like"),
        ({"n_train": 9, "n_test": 1, "alternative": "more"}, "alternative must be one"),
    ],
)
def test_sizes_that_are_refused(sizes, message):
    with pytest.raises((TypeError, ValueError), match=message):
        fm.corrected_resampled_t_test(A, B, **sizes)


@pytest.mark.slow
@one_case(
    "splits, sizes, paired, corrected",
    [
        (equal_learners.ten_folds, (270, 30), 0.05, 0.01),
        (equal_learners.hold_outs, (200, 100), 0.60, 0.04),
        (equal_learners.ten_times_ten_folds, (270, 30), 0.55, 0.04),
    ],
)
def test_levels(rng, splits, sizes, paired, corrected):
    """Of two equally good learners on 300 rows, as the docstrings say."""
    differences = equal_learners.score_differences(rng, 2000, splits)
    n_train, n_test = sizes
    tests = {
        paired: fm.paired_cv_t_test,
        corrected: lambda d: fm.corrected_resampled_t_test(
            d, n_train=n_train, n_test=n_test
        ),
    }
    for level, test in tests.items():
        within_three_errors([test(d).pvalue for d in differences], level)


@pytest.mark.slow
def test_the_level_under_their_own_assumptions(rng):
    """Independent folds for the one; for the other the correlation it supposes."""
    n, rho = 10, 0.1
    common = rng.normal(size=(2000, 1))
    independent = rng.normal(size=(2000, n))
    pvalues = [fm.paired_cv_t_test(d).pvalue for d in independent]
    within_three_errors(pvalues, 0.05)
    correlated = np.sqrt(rho) * common + np.sqrt(1 - rho) * independent
    pvalues = [
        fm.corrected_resampled_t_test(d, n_train=9, n_test=1).pvalue for d in correlated
    ]
    within_three_errors(pvalues, 0.05)
