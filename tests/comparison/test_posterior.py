"""The Bayesian correlated t test: its twin, baycomp, and what is refused."""

import math
import pickle

import numpy as np
import pytest
from helpers.fold_cases import REFUSED, TABLE, scores
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

import fastmetrics as fm
from fastmetrics import reference

A, B = (np.ravel(scores) for scores in TABLE)


@given(scores(), st.sampled_from([0, 0.01, 0.5]), st.sampled_from([0.1, 1, 5]))
def test_it_is_its_twin(drawn, rope, n_test):
    options = {"n_train": 2, "n_test": n_test, "rope": rope}
    ours = fm.bayesian_correlated_t_test(*drawn, **options)
    plain = reference.bayesian_correlated_t_test(*drawn, **options)
    # The twin's middle is 1 less the others.
    assert ours == pytest.approx(plain, rel=1e-8, abs=1e-12)
    assert sum(ours) == pytest.approx(1, rel=1e-12)


# baycomp 1.0.3: two_on_single(a, b, rope=rope, runs=runs), whose folds are ten less
# the repetitions: (its first is greater, ..., its second is greater)
GOLDEN = [
    (0, 1, (0.963387326622202, 0.036612673377798055)),
    (0, 2, (0.925107670099524, 0.074892329900476)),
    (0.01, 1, (0.804501448228261, 0.1896669131184615, 0.0058316386532775155)),
    (0.01, 2, (0.7491470796909165, 0.23245917136919048, 0.018393748939892984)),
    (0.02, 1, (0.41339613405066683, 0.585579420432063, 0.0010244455172701006)),
    (0.02, 2, (0.43249056563655897, 0.5630698375574315, 0.0044395968060095825)),
]


@one_case("rope, runs, expected", GOLDEN)
def test_it_is_baycomps_the_other_way_round(rope, runs, expected):
    k = 10 / runs
    found = fm.bayesian_correlated_t_test(A, B, n_train=k - 1, n_test=1, rope=rope)
    ours = (found.p_greater, found.p_rope, found.p_less)
    if rope == 0:
        assert found.p_rope == 0
        ours = (found.p_greater, found.p_less)
    assert ours == pytest.approx(expected, rel=1e-12)


def test_without_a_region_it_has_the_p_values_of_the_corrected_test():
    sizes = {"n_train": 90, "n_test": 10}
    found = fm.bayesian_correlated_t_test(A, B, rope=0, **sizes)
    less = fm.corrected_resampled_t_test(A, B, alternative="less", **sizes)
    greater = fm.corrected_resampled_t_test(A, B, alternative="greater", **sizes)
    assert found.p_less == pytest.approx(greater.pvalue, rel=1e-12)
    assert found.p_greater == pytest.approx(less.pvalue, rel=1e-12)


def test_tails_are_tails():
    # 400 standard errors from 0, with 199 degrees of freedom.
    differences = np.linspace(-1, 1, 200)
    differences += 400 * differences.std(ddof=1) / np.sqrt(200)
    sizes = {"n_train": 1e15, "n_test": 1, "rope": 1e-9}
    found = fm.bayesian_correlated_t_test(differences, **sizes)
    expected = special.stdtr(199, -400)
    assert 0 < expected < 1e-280
    assert found.p_less == pytest.approx(expected, rel=1e-5)
    # The region is so narrow that it holds the density there times its width: no
    # difference of 1 and 1 would say so.
    assert 0 < found.p_rope < found.p_less * 1e-5
    mirrored = fm.bayesian_correlated_t_test(-differences, **sizes)
    assert mirrored == pytest.approx(found[::-1], rel=1e-9, abs=0)


def test_all_mass_is_where_equal_differences_are():
    # Equal but for rounding: 0.9 - 0.8 is not 0.8 - 0.7.
    for rope, expected in ((0.01, (0, 0, 1)), (0.2, (0, 1, 0))):
        found = fm.bayesian_correlated_t_test(
            [0.9, 0.8, 0.7], [0.8, 0.7, 0.6], n_train=9, n_test=1, rope=rope
        )
        assert found == expected
    nothing = fm.bayesian_correlated_t_test([0, 0, 0], n_train=9, n_test=1, rope=0)
    assert nothing == (0, 1, 0)


def test_the_result_can_be_pickled():
    found = fm.bayesian_correlated_t_test(A, B, n_train=9, n_test=1)
    assert pickle.loads(pickle.dumps(found)) == found
    assert type(found)._fields == ("p_less", "p_rope", "p_greater")


@one_case("name", REFUSED)
def test_scores_that_are_refused(name):
    given_scores, message = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=message):
        fm.bayesian_correlated_t_test(*given_scores, n_train=9, n_test=1)


@one_case(
    "options, error, message",
    [
        ({"rope": -0.1}, ValueError, "rope must be finite and not negative, got -0.1"),
        ({"rope": math.inf}, ValueError, "rope must be finite"),
        ({"rope": "wide"}, TypeError, "rope must be a number"),
        ({"n_test": -1}, ValueError, "n_test must be finite and above 0, got -1"),
    ],
)
def test_options_that_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        fm.bayesian_correlated_t_test(A, B, **{"n_train": 9, "n_test": 1, **options})
