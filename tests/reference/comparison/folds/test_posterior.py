"""The correlated t test by hand."""

import math

import pytest

from fastmetrics import reference


def test_a_posterior_by_hand():
    # Differences 1, 2, 3: mean 2, s² = 1; sizes 2 and 4 give 1/3 + 2/4, so that the
    # scale is √(5/6). P(T < x) = ½ + x / (2 √(2 + x²)) with 2 degrees of freedom.
    def below(x):
        return 0.5 + x / (2 * math.sqrt(2 + x * x))

    scale = math.sqrt(5 / 6)
    found = reference.bayesian_correlated_t_test(
        [1, 2, 3], n_train=4, n_test=2, rope=0.5
    )
    less, greater = below(-2.5 / scale), 1 - below(-1.5 / scale)
    assert found == pytest.approx((less, 1 - less - greater, greater), rel=1e-13)


def test_all_mass_is_where_equal_differences_are():
    for value, expected in ((-1, (1, 0, 0)), (0.5, (0, 1, 0)), (1, (0, 0, 1))):
        found = reference.bayesian_correlated_t_test(
            [value] * 3, n_train=4, n_test=2, rope=0.5
        )
        assert found == expected
