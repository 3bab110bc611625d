"""ParameterSampler: scikit-learn's draws, of every way in which it draws."""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import stats
from sklearn.model_selection import ParameterSampler as Theirs

from fastmetrics import ParameterSampler

SEEDS = [0, 1, 42, 2**32 - 1]
LISTS = {
    "by permutation": ({"a": range(10), "b": list("xyz")}, 12),
    "few of many": ({"a": range(1000), "b": range(1000), "c": range(1000)}, 50),
    "one of a hundred": ({"a": range(100)}, 1),
    "all": ({"a": range(3), "b": [True, False]}, 6),
    "nearly all": ({"a": range(300)}, 299),
    "several dicts": ([{"a": [0, 1], "b": range(3)}, {}, {"c": ["x", "y"]}], 5),
    "none": ({"a": [1]}, 0),
}
DRAWN = {
    "a distribution": ({"a": stats.uniform(), "b": list("xyz")}, 20),
    "whole numbers": ({"n": stats.randint(0, 10**6), "m": stats.expon(scale=3)}, 20),
    "several dicts": ([{"a": stats.norm()}, {"b": [1, 2, 3]}, {}], 20),
}


@one_case("seed", SEEDS)
@one_case("given, n", [*LISTS.values(), *DRAWN.values()])
def test_the_draws_are_scikit_learns(given, n, seed):
    ours = ParameterSampler(given, n, random_state=seed)
    theirs = list(Theirs(given, n, random_state=seed))
    assert list(ours) == theirs
    assert list(ours) == theirs  # the same again
    assert len(ours) == len(theirs)


@one_case("given, n", [LISTS["few of many"], DRAWN["a distribution"]])
def test_a_random_state_is_advanced_as_scikit_learn_does(given, n):
    ours, theirs = np.random.RandomState(5), np.random.RandomState(5)
    for _ in range(2):
        drawn = list(ParameterSampler(given, n, random_state=ours))
        assert drawn == list(Theirs(given, n, random_state=theirs))
    assert ours.randint(2**31) == theirs.randint(2**31)


def test_without_a_seed_numpys_global_state_is_drawn_from():
    given, n = LISTS["by permutation"]
    np.random.seed(3)  # noqa: NPY002 - that state is what this is about
    ours = list(ParameterSampler(given, n))
    np.random.seed(3)  # noqa: NPY002 - that state is what this is about
    assert ours == list(Theirs(given, n))


def test_a_generator_gives_one_seed():
    given, n = DRAWN["a distribution"]
    seed = np.random.default_rng(9).integers(2**32, dtype=np.uint32)
    ours = ParameterSampler(given, n, random_state=np.random.default_rng(9))
    assert list(ours) == list(Theirs(given, n, random_state=int(seed)))


def test_any_object_with_rvs_draws():
    class Coin:
        def rvs(self, random_state):
            return bool(random_state.randint(2))

    drawn = [one["a"] for one in ParameterSampler({"a": Coin()}, 50, random_state=0)]
    assert set(drawn) == {True, False}


def test_fewer_combinations_than_asked_for_warn():
    sampler = ParameterSampler({"a": [1, 2], "b": [3, 4]}, 9, random_state=0)
    with pytest.warns(UserWarning, match="parameters 4 is smaller than n_iter=9"):
        drawn = list(sampler)
    assert sorted(map(str, drawn)) == sorted(
        str({"a": a, "b": b}) for a in (1, 2) for b in (3, 4)
    )
    assert len(sampler) == 4


def test_a_space_of_billions_takes_no_memory():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sampler = ParameterSampler(
            {f"p{k}": range(1000) for k in range(6)}, 3, random_state=0
        )
        drawn = list(sampler)
    assert drawn == list(Theirs(sampler.param_distributions, 3, random_state=0))


def test_more_combinations_than_numpy_can_count_are_refused():
    sampler = ParameterSampler({f"p{k:02d}": range(10) for k in range(20)}, 3)
    with pytest.raises(ValueError, match=r"100,000,000,000,000,000,000 combinations"):
        list(sampler)


@one_case(
    "given, error, says",
    [
        (0, TypeError, "should be a dict or a list, got: 0 of type int"),
        ([{"a": [0]}, 0], TypeError, r"is not a dict \(0\)"),
        ({"a": 0}, TypeError, "'a' is not iterable or a distribution"),
    ],
)
def test_bad_distributions_raise_as_scikit_learns(given, error, says):
    with pytest.raises(error, match=says):
        ParameterSampler(given, 3)
    with pytest.raises(error):
        Theirs(given, 3)


def test_bad_options_raise():
    with pytest.raises(ValueError, match="n_iter must be a whole number"):
        ParameterSampler({"a": [1]}, -1)
    for state in (-1, 2**32, "a", 1.5, [1, 2]):
        with pytest.raises(ValueError, match="random_state"):
            iter(ParameterSampler({"a": [1]}, 1, random_state=state))


def test_it_shows_what_it_draws_from():
    shown = repr(ParameterSampler({"a": [1, 2]}, 3, random_state=0))
    assert shown == "ParameterSampler({'a': [1, 2]}, 3, random_state=0)"
