"""Information criteria: against the reference, by hand, and refused."""

import math

import numpy as np
import pandas
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

inf, nan = math.inf, math.nan
LIKELIHOODS = st.floats(-1e9, 1e9) | st.sampled_from([inf, -inf])
PARAMETERS = st.integers(0, 10**6) | st.floats(0, 1e6)
ROWS = st.integers(2, 10**9) | st.floats(2, 1e9)
WITH_ROWS = ("aicc", "bic", "hqic")


@pytest.mark.filterwarnings("ignore:the criterion|n_samples is 1")
@one_case("name", ["aic", *WITH_ROWS])
@given(likelihood=LIKELIHOODS, k=PARAMETERS, n=ROWS)
@example(-10.0, 3, 4)
@example(-10.0, 3, 1)
@example(-10.0, 0, 2)
def test_agree_with_the_reference(name, likelihood, k, n):
    given = (likelihood, k, n) if name in WITH_ROWS else (likelihood, k)
    expected = getattr(reference, name)(*given)
    function = getattr(fm, name)
    found = function(*given)
    assert type(found) is float
    # Terms of both signs: the larger one's digits.
    scale = 1e-13 * max(abs(one) for one in (k * 50, 2 * likelihood) if one < inf)
    near = pytest.approx(expected, rel=1e-13, abs=scale, nan_ok=True)
    assert found == near
    several = function([likelihood] * 2, *given[1:])
    np.testing.assert_array_equal(several, [found] * 2)
    assert function(np.float64(likelihood), *map(np.asarray, given[1:])) == near


def test_shapes():
    likelihoods, parameters = np.array([[-3.0], [-2.0]]), [1, 2, 3]
    found = fm.bic(likelihoods, parameters, 10)
    assert found.shape == (2, 3)
    assert found[1, 2] == fm.bic(-2.0, 3, 10)
    frame = pandas.Series([-3.0, -2.0], ["a", "b"])
    np.testing.assert_array_equal(fm.aic(frame, 1), [8, 6])


def test_few_rows_have_no_correction():
    np.testing.assert_array_equal(
        np.isinf(fm.aicc(-10.0, 3, [3, 4, 4.5, 5])), [True, True, False, False]
    )
    assert fm.aicc(inf, 3, 4) == inf  # by its definition, whatever the fit
    assert fm.aicc(inf, 3, 5) == -inf


def test_one_row():
    with pytest.warns(fm.UndefinedMetricWarning, match="ln ln 1") as caught:
        assert math.isnan(fm.hqic(-10.0, 3, 1))
    assert caught[0].filename == __file__
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.hqic(-10.0, 3, [1, 2])
    np.testing.assert_array_equal(np.isnan(found), [True, False])


@one_case("name", ["aic", *WITH_ROWS])
@one_case(
    "argument, value",
    [
        ("log_likelihood", nan),
        ("log_likelihood", [1.0, nan]),
        *(("n_parameters", value) for value in (-1, nan, inf, [1, -1])),
        *(("n_samples", value) for value in (0, 0.5, -1, nan, inf)),
        *(
            (name, value)
            for name in ("log_likelihood", "n_parameters", "n_samples")
            for value in (None, "one", ["1"], 1j, {}, object())
        ),
    ],
)
def test_refused(name, argument, value):
    good = {"log_likelihood": -1.0, "n_parameters": 2, "n_samples": 9}
    if name == "aic":
        del good["n_samples"]
        if argument == "n_samples":
            argument, value = "n_parameters", -2
    with pytest.raises((ValueError, TypeError), match=argument):
        getattr(fm, name)(**(good | {argument: value}))


def test_shapes_that_differ():
    with pytest.raises(ValueError, match=r"log_likelihood, n_parameters and n_samples"):
        fm.bic([1.0, 2.0], [1, 2, 3], 9)


@given(likelihood=LIKELIHOODS, k=PARAMETERS, n=ROWS)
@example(-120.5, 3, 100)
def test_the_sign_that_schwarz_has(likelihood, k, n):
    for name, numbers in (("aic", (likelihood, k)), ("bic", (likelihood, k, n))):
        function, twin = getattr(fm, name), getattr(reference, name)
        turned = function(*numbers, convention="schwarz")
        assert (
            turned == -function(*numbers, convention="deviance") == -function(*numbers)
        )
        scale = 1e-13 * max(abs(one) for one in (k * 50, 2 * likelihood) if one < inf)
        expected = twin(*numbers, convention="schwarz")
        assert turned == pytest.approx(expected, rel=1e-13, abs=scale)


@one_case("convention", [None, "", "akaike", 1, ["schwarz"]])
def test_conventions_that_are_refused(convention):
    with pytest.raises(ValueError, match="convention must be one of"):
        fm.aic(-1.0, 2, convention=convention)
    with pytest.raises(ValueError, match="convention must be one of"):
        fm.bic(-1.0, 2, 3, convention=convention)
