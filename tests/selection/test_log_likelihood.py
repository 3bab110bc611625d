"""The log-likelihood of normal errors: against the reference and SciPy, and refused."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference

nan, inf = math.nan, math.inf
NUMBERS = st.integers(-9, 9) | st.floats(-1e3, 1e3)


@given(
    rows=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=9),
    scale=st.none() | st.floats(1e-3, 1e3),
)
@example([(1, 1), (2, 2)], None)
@example([(1, 1), (2, 2)], 2.0)
def test_agrees_with_the_reference(rows, scale):
    y, p = map(list, zip(*rows, strict=True))
    if scale is None and 0 < max(abs(a - b) for a, b in rows) < 1e-140:
        return  # squares of the reference vanish
    expected = reference.gaussian_log_likelihood(y, p, scale=scale)
    value = fm.gaussian_log_likelihood(y, p, scale=scale)
    assert type(value) is float
    assert value == pytest.approx(expected, rel=1e-12, abs=1e-12 * len(rows))
    sums = fm.ErrorSums.from_values(y, p)
    assert fm.gaussian_log_likelihood(sums, None, scale=scale) == value


def test_is_the_sum_of_log_densities(rng):
    y, p = rng.normal(size=(2, 700))
    expected = stats.norm(p, 0.8).logpdf(y).sum()
    found = fm.gaussian_log_likelihood(y, p, scale=0.8)
    assert found == pytest.approx(expected, rel=1e-13)
    best = fm.gaussian_log_likelihood(y, p)
    expected = stats.norm(p, np.sqrt(np.mean((y - p) ** 2))).logpdf(y).sum()
    assert best == pytest.approx(expected, rel=1e-13)
    assert best > found
    # From batches, too.
    parts = [fm.ErrorSums.from_values(y[i::7], p[i::7]) for i in range(7)]
    merged = fm.gaussian_log_likelihood(sum(parts[1:], parts[0]), None)
    assert merged == pytest.approx(best, rel=1e-13)


@one_case("size", [1e-200, 1e200])
def test_squares_beyond_the_floats(size, rng):
    y, p = rng.normal(size=(2, 9))
    expected = fm.gaussian_log_likelihood(y, p) - 9 * math.log(size)
    assert fm.gaussian_log_likelihood(size * y, size * p) == pytest.approx(expected)
    expected = fm.gaussian_log_likelihood(y, p, scale=2) - 9 * math.log(size)
    found = fm.gaussian_log_likelihood(size * y, size * p, scale=2 * size)
    assert found == pytest.approx(expected, rel=1e-13)


@one_case(
    "y, p, options, error, match",
    [
        ([1], [1, 2], {}, ValueError, "inconsistent"),
        ([], [], {}, ValueError, "0 sample"),
        ([nan], [1], {}, ValueError, "y_true contains NaN"),
        ([1], [inf], {}, ValueError, "y_pred contains infinity"),
        ([[1, 2]], [[1, 2]], {}, ValueError, "one column"),
        (fm.ErrorSums.from_values([1, 2], [1, 1], [1, 2]), None, {}, ValueError, "wei"),
        (fm.ErrorSums.from_values([1, 2], [1, 1], [1, 0]), None, {}, ValueError, "wei"),
        (fm.ErrorSums.from_values([1, 2], [1, 1]), [1, 2], {}, TypeError, "y_pred"),
        *(([1], [2], {"scale": s}, ValueError, "scale") for s in (0, -1, nan, inf)),
        *(([1], [2], {"scale": s}, TypeError, "scale") for s in ("a", [1], 1j)),
    ],
)
def test_refused(y, p, options, error, match):
    with pytest.raises(error, match=match):
        fm.gaussian_log_likelihood(y, p, **options)
