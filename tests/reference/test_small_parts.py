"""What the course defines on the way, by hand."""

import math

import pytest

from fastmetrics import reference


def test_the_share_that_is_never_drawn():
    assert reference.out_of_bag_share(1) == 0
    assert reference.out_of_bag_share(2) == 0.25  # of two rows, both draws the other
    assert reference.out_of_bag_share(10, 1) == 0.9
    assert reference.out_of_bag_share(3, 0) == 1
    assert reference.out_of_bag_share(2000) == pytest.approx(1 / math.e, rel=1e-3)
    for wrong in ((0,), (3, -1)):
        with pytest.raises(ValueError, match="n_samples"):
            reference.out_of_bag_share(*wrong)


def test_the_probability_of_so_many_test_errors():
    # Zhou 2016, figure 2.6: C(10, 3) 0.3³ 0.7⁷.
    found = reference.error_count_probability(3, 10, error_rate=0.3)
    assert found == pytest.approx(120 * 0.027 * 0.0823543, rel=1e-12)
    assert reference.error_count_probability(1, 2, error_rate=0.5) == 0.5
    assert reference.error_count_probability(0, 4, error_rate=0) == 1
    with pytest.raises(ValueError, match="n_errors"):
        reference.error_count_probability(3, 2, error_rate=0.5)


def test_moments_of_mean_ranks():
    # Ranks 1, 2 and 3: the mean 2, the mean square about it 2/3.
    assert reference.mean_rank_moments(3) == (2, pytest.approx(2 / 3))
    assert reference.mean_rank_moments(3, 4) == (2, pytest.approx(1 / 6))
    assert reference.mean_rank_moments(1) == (1, 0)
    with pytest.raises(ValueError, match="n_models"):
        reference.mean_rank_moments(0)


def test_what_is_left_of_a_class_once_the_cluster_is_known():
    # Of three rows in one cluster two are of a class: ⅔ ln(3/2) + ⅓ ln 3, for ¾ of all.
    left = 2 / 3 * math.log(1.5) + 1 / 3 * math.log(3)
    found = reference.conditional_entropy([0, 0, 1, 1], ["a", "a", "a", "b"])
    assert found == pytest.approx(0.75 * left, rel=1e-15)
    assert reference.conditional_entropy([0, 1], [0, 1]) == 0
    with pytest.warns(UserWarning, match="no rows"):
        assert math.isnan(reference.conditional_entropy([], []))
