"""out_of_bag_share: its twin, and what resamples leave out."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


@one_case("m", [1, 2, 3, 10, 500])
@one_case("d", [None, 0, 1, 7])
def test_it_is_the_definition(m, d):
    # The logarithm is rounded, times as many draws.
    expected = reference.out_of_bag_share(m, d)
    assert fm.out_of_bag_share(m, d) == pytest.approx(expected, rel=1e-13)


def test_it_comes_to_one_over_e():
    # Zhou 2016, equation 2.1.
    assert fm.out_of_bag_share(10**12) == pytest.approx(0.36787944117, rel=1e-11)


def test_resamples_leave_out_so_much():
    splits = fm.BootstrapSplit(400, random_state=0).split(np.zeros((60, 1)))
    shares = [len(test) / 60 for _, test in splits]
    error = np.std(shares) / len(shares) ** 0.5
    assert np.mean(shares) == pytest.approx(fm.out_of_bag_share(60), abs=4 * error)


@one_case(
    "args, name",
    [((0,), "n_samples"), ((1.5,), "n_samples"), ((3, -1), "n_draws"),
     ((None,), "n_samples"), (("3",), "n_samples"), ((3, 0.5), "n_draws")],
)  # fmt: skip
def test_what_is_no_number_of_rows(args, name):
    with pytest.raises((ValueError, TypeError), match=name):
        fm.out_of_bag_share(*args)
