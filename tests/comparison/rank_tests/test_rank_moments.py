"""mean_rank_moments: its twin, and ranks that were drawn."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference


@one_case("k", [1, 2, 3, 10])
@one_case("n", [1, 4, 30])
def test_it_is_the_definition(k, n):
    assert fm.mean_rank_moments(k, n) == pytest.approx(
        reference.mean_rank_moments(k, n), rel=1e-15
    )


def test_ranks_of_models_that_are_equally_good(rng):
    k, n, draws = 5, 4, 4000
    ranks = rng.permuted(np.tile(np.arange(1.0, k + 1), (draws, n, 1)), axis=2)
    means = ranks.mean(axis=1)[:, 0]
    expected = fm.mean_rank_moments(k, n)
    error = (expected.variance / draws) ** 0.5
    assert means.mean() == pytest.approx(expected.mean, abs=4 * error)
    # The variance of a variance of some normal law.
    assert means.var() == pytest.approx(expected.variance, rel=4 * (2 / draws) ** 0.5)


def test_the_statistic_of_friedman_is_made_of_them():
    # Zhou 2016, equation 2.34, of table 2.5: mean ranks 1, 2.125 and 2.875.
    scores = [[0.9, 0.8, 0.7], [0.8, 0.6, 0.6], [0.7, 0.6, 0.5], [0.9, 0.8, 0.6]]
    found = fm.friedman_test(scores, statistic="chi2", ties="ignored")
    mean, variance = fm.mean_rank_moments(3, 4)
    standardized = (found.mean_ranks - mean) ** 2 / variance
    assert (3 - 1) / 3 * standardized.sum() == pytest.approx(found.statistic)
    assert found.statistic == pytest.approx(7.125)


@one_case(
    "args, name",
    [((0,), "n_models"), ((2.5,), "n_models"), ((3, 0), "n_datasets"),
     (("a",), "n_models"), ((3, None), "n_datasets")],
)  # fmt: skip
def test_what_is_no_number_of_models(args, name):
    with pytest.raises((ValueError, TypeError), match=name):
        fm.mean_rank_moments(*args)
