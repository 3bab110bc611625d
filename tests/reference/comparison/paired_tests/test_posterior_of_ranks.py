"""The posterior of signed ranks where it is known."""

import pytest
from scipy.special import betainc

from fastmetrics import reference


def test_equal_differences():
    # Of n differences of 1 and one of 0 all averages but that of 0 with itself lie
    # above ¼: they do mostly where the weight of 0 is below √½, and that weight is
    # Beta(½, n). In a region of ¾ only averages of two ones do: below 1 - √½.
    for rope, limit in ((0.25, 0.5**0.5), (0.75, 1 - 0.5**0.5)):
        found = reference.bayesian_signed_rank_test(
            [1, 1, 1], rope=rope, n_samples=600, random_state=1
        )
        expected = betainc(0.5, 3, limit)
        assert found[2] == pytest.approx(expected, abs=0.06)  # some three errors
        assert found[0] == 0
        assert sum(found) == pytest.approx(1)


def test_too_little():
    with pytest.raises(ValueError, match="too few"):
        reference.bayesian_signed_rank_test([1])
    with pytest.raises(ValueError, match="not above 0"):
        reference.bayesian_signed_rank_test([1, 2], prior_strength=0)
    with pytest.raises(ValueError, match="not finite and >= 0"):
        reference.bayesian_signed_rank_test([1, 2], rope=-1)
