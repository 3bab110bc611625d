"""The twin of covariances, on numbers worked by hand."""

import pytest

from fastmetrics.reference.comparison.adjustments import metric_covariance


def mean_product(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True)) / len(a)


def test_of_means_it_is_the_sample_covariance_over_n():
    y, models = [1, 1, 1, 1], {"a": [1, 2, 3, 6], "b": [2, 1, 4, 5]}
    values, found = metric_covariance([mean_product], y, models)
    assert values == [3, 3]
    # Σ(a - 3)² = 14, Σ(b - 3)² = 10, Σ(a - 3)(b - 3) = 2 + 2 + 0 + 6; over n (n - 1).
    assert found == [
        pytest.approx([14 / 12, 10 / 12]),
        pytest.approx([10 / 12, 10 / 12]),
    ]


def test_groups_are_left_out_together():
    y, models = [1, 1, 1, 1], {"a": [1, 3, 5, 7]}
    _, found = metric_covariance([mean_product], y, models, groups=["x", "x", "y", "y"])
    # Without a group: 6 and 2; (g - 1)/g (4 + 4).
    assert found == [[pytest.approx(4.0)]]
