"""The kernel of mean errors of series refuses what it would read past the end of."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import series

Y = np.arange(4.0)


def of(*ends):
    return np.array(ends, np.int64)


def test_series_by_hand():
    means, powers = series.mean_errors(
        Y, Y + np.array([1, 1, 2, 4]), of(2, 2, 4), False
    )
    assert means.tolist() == [1, 0, 3]
    assert powers.tolist() == [0, 0, 0]
    means, _ = series.mean_naive_errors(np.array([1, 2, 5, 9]), of(1, 4), 2, True)
    assert means.tolist() == [0, 7]


def test_powers():
    means, powers = series.mean_errors(Y[:2] * 0, Y[:2] + 1e200, of(1, 2), True)
    assert np.ldexp(means, powers) == pytest.approx([1e200, 1e200], rel=1e-15)
    assert (powers > 600).all()
    means, _ = series.mean_errors(Y[:1], np.array([np.inf]), of(1), False)
    assert np.isnan(means).all()


@one_case("ends", [of(), of(3), of(5), of(3, 2, 4), of(-1, 4)])
def test_ends_that_are_refused(ends):
    with pytest.raises(ValueError, match=r"ends must not fall|last series"):
        series.mean_errors(Y, Y, ends, False)
    with pytest.raises(ValueError, match=r"ends must not fall|last series"):
        series.mean_naive_errors(Y, ends, 1, False)


def test_columns_that_are_refused():
    with pytest.raises(ValueError, match="length"):
        series.mean_errors(Y, Y[1:], of(4), False)
    with pytest.raises(ValueError, match="length"):
        series.mean_errors(Y, Y, of(4), False, Y[1:].copy())
    with pytest.raises(ValueError, match="lag"):
        series.mean_naive_errors(Y, of(4), 0, False)
    with pytest.raises(TypeError, match="numbers must be"):
        series.mean_errors(Y.astype("U"), Y, of(4), False)
