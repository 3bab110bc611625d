"""Information criteria, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

inf, nan = math.inf, math.nan


def test_criteria_by_hand():
    assert reference.aic(-10.0, 3) == 26
    assert reference.aicc(-10.0, 3, 10) == 30  # 26 + 2·3·4 / 6
    assert reference.aicc(-10.0, 3, 4) == inf
    assert reference.bic(-10.0, 3, math.e**2) == 26
    assert reference.hqic(-10.0, 3, math.e**math.e) == pytest.approx(26, rel=1e-15)
    assert reference.aic([-10.0, -8.0], 3) == [26, 22]
    with pytest.warns(reference.UndefinedMetricWarning, match="ln ln 1"):
        assert math.isnan(reference.hqic(-10.0, 3, 1))


def test_log_likelihood_by_hand():
    # Errors 1 and -1: variance 1, so -n/2 (ln 2π + 1).
    found = reference.gaussian_log_likelihood([0, 0], [1, -1])
    assert found == pytest.approx(-math.log(2 * math.pi) - 1, rel=1e-15)
    found = reference.gaussian_log_likelihood([0, 0], [1, -1], scale=2)
    assert found == pytest.approx(-math.log(8 * math.pi) - 0.25, rel=1e-15)
    assert reference.gaussian_log_likelihood([1, 2], [1, 2]) == inf


@one_case(
    "call",
    [
        lambda: reference.aic(nan, 1),
        lambda: reference.aic(1, -1),
        lambda: reference.aic([1, 2], [1, 2, 3]),
        lambda: reference.bic(1, 1, 0),
        lambda: reference.hqic(1, inf, 5),
        lambda: reference.gaussian_log_likelihood([1], [1, 2]),
        lambda: reference.gaussian_log_likelihood([1], [1], scale=0),
    ],
)
def test_refused(call):
    with pytest.raises(ValueError, match=r"NaN|=|unequal|finite"):
        call()


def test_the_sign_that_schwarz_has_by_hand():
    assert reference.aic(-120.5, 3, convention="schwarz") == -247
    assert reference.bic(-10, 2, math.e, convention="schwarz") == -22
    with pytest.raises(ValueError, match="unknown"):
        reference.bic(-10, 2, 3, convention="higher")
