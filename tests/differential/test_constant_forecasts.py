"""What rows contribute to D² and to the relative absolute error.

Their mean is the value, to rounding. They are the limit of small weights, so they are
compared with what a small change of a weight does to the value, and their spread with
that of the values without each row.
"""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.regression.measuring.constant_forecasts import (
    d2_pinball_values,
    relative_absolute_error_values,
)

CASES = {
    "d2_absolute_error_score": (d2_pinball_values, {}),
    "d2_pinball_score": (d2_pinball_values, {"alpha": 0.8}),
    "relative_absolute_error": (relative_absolute_error_values, {}),
}


NAMES = [*CASES]
SHAPES = [301, (301, 3)]


def drawn(rng, shape):
    true = rng.exponential(size=shape)
    return true, true + rng.normal(size=shape)


@one_case("name", NAMES)
@one_case("shape", SHAPES)
@one_case("weighted", [False, True])
def test_their_mean_is_the_value(rng, name, shape, weighted):
    values, given = CASES[name]
    columns = drawn(rng, shape)
    if weighted:
        given = {**given, "sample_weight": rng.integers(0, 3, 301).astype(float)}
    rows = values(*columns, **given)
    mean = np.average(rows, weights=given.get("sample_weight"))
    assert mean == pytest.approx(getattr(fm, name)(*columns, **given), rel=1e-12)


@one_case("name", NAMES)
@one_case("shape", SHAPES)
def test_they_are_the_limit_of_small_weights(rng, name, shape):
    function, (values, given) = getattr(fm, name), CASES[name]
    columns = drawn(rng, shape)
    weights = rng.uniform(0.5, 1.5, 301)
    plain = function(*columns, **given, sample_weight=weights)
    rows = values(*columns, **given, sample_weight=weights)
    step = 1e-6
    for i in (0, 17, 300):
        changed = weights.copy()
        changed[i] += step * weights.sum()
        slope = (function(*columns, **given, sample_weight=changed) - plain) / step
        assert rows[i] - plain == pytest.approx(slope, rel=1e-4, abs=1e-4)


@one_case("name", NAMES)
@one_case("shape", SHAPES)
def test_their_spread_is_that_of_leaving_rows_out(rng, name, shape):
    function, (values, given) = getattr(fm, name), CASES[name]
    columns, n = drawn(rng, shape), 301
    without = [
        function(*(np.delete(one, i, axis=0) for one in columns), **given)
        for i in range(n)
    ]
    spread = math.sqrt((n - 1) * np.var(without))
    rows = values(*columns, **given)
    assert np.std(rows, ddof=1) / math.sqrt(n) == pytest.approx(spread, rel=0.05)


@one_case("name", NAMES)
def test_values_of_rows_are_no_values_of_outputs(name):
    values, given = CASES[name]
    pair = np.arange(6.0).reshape(3, 2), np.ones((3, 2))
    with pytest.raises(ValueError, match="raw_values"):
        values(*pair, **given, multioutput="raw_values")


@pytest.mark.filterwarnings("ignore:relative_absolute_error")
@one_case("name", NAMES)
def test_constant_rows_have_none(name):
    values, given = CASES[name]
    assert np.isnan(values(np.ones(5), np.arange(5.0), **given)).all()
    found = fm.confidence_interval(
        name, np.ones(5), np.arange(5.0), metric_params=given
    )
    assert math.isnan(found.low)
    assert found.reason
