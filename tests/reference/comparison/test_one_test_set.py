"""The twin of comparisons on one test set, on numbers worked by hand."""

import math

import pytest

from fastmetrics.reference.comparison import one_test_set as reference


def test_order_statistic_is_of_rank_level_times_one_more():
    values = [3.0, 1.0, 2.0, 5.0, 4.0, 9.0, 8.0, 7.0, 6.0]
    assert reference.order_statistic(values, 0.9) == 9.0  # rank 9 of 9
    assert reference.order_statistic(values, 0.8) == 8.0
    assert reference.order_statistic(values, 0.75) == 8.0  # ⌈7.5⌉
    assert reference.order_statistic(values, 0.95) == math.inf  # rank 10 of 9


def test_share_as_far_counts_the_data_themselves():
    assert reference.share_as_far([0.5, 1.0, 2.0], 1.0) == 3 / 4
    assert reference.share_as_far([0.5, 1.0, 2.0], 3.0) == 1 / 4


def mean_product(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True)) / len(a)


def test_two_models_and_their_mirror_image():
    y = [1, 1, 1, 1, 1, 1]
    models = {"a": [1, 2, 3, 4, 5, 6], "b": [6, 6, 6, 6, 6, 6.0]}
    found = reference.compare(mean_product, y, models, n_resamples=199)
    one = found.differences["a", "b"]
    assert one.estimate == pytest.approx(-2.5)
    # √(Σ(x - 3.5)²/6/6): the standard error of a mean of six drawn with replacement.
    assert one.standard_error == pytest.approx(math.sqrt(17.5 / 36), rel=0.2)
    middle = (one.simultaneous_low + one.simultaneous_high) / 2
    assert middle == pytest.approx(-2.5)
    assert one.pvalue == one.maxt_pvalue  # of a single pair
    assert found.rank_intervals == {"a": (2, 2), "b": (1, 1)}
    turned = reference.compare(
        mean_product, y, models, n_resamples=199, greater_is_better=False
    )
    assert turned.rank_intervals == {"a": (1, 1), "b": (2, 2)}


def test_a_margin_beyond_the_difference_speaks_for_a():
    y = [1, 1, 1, 1, 1, 1]
    models = {"a": [1, 2, 3, 4, 5, 6], "b": [2, 3, 3, 5, 6, 6.0]}
    options = {"n_resamples": 199}
    wide = reference.compare(mean_product, y, models, margin=3, **options)
    none = reference.compare(mean_product, y, models, margin=0.1, **options)
    assert wide.differences["a", "b"].pvalue == 1 / 200
    assert none.differences["a", "b"].pvalue > 0.5
