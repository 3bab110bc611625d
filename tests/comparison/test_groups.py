"""Largest groups without a told pair, and their letters, against brute force."""

from itertools import combinations

import numpy as np
import pytest
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from fastmetrics.comparison.model_differences import (
    MOST_GROUPS,
    letters,
    maximal_groups,
)


def apart(k, told):
    matrix = np.zeros((k, k), bool)
    for a, b in told:
        matrix[a, b] = matrix[b, a] = True
    return matrix


def all_groups(k, told):
    """Sets of positions without a told pair that are in no larger such set."""
    sets = [
        set(members)
        for size in range(1, k + 1)
        for members in combinations(range(k), size)
        if not any({a, b} <= set(members) for a, b in told)
    ]
    largest = [one for one in sets if not any(one < other for other in sets)]
    return sorted(tuple(sorted(one)) for one in largest)


@st.composite
def told_pairs(draw):
    k = draw(st.integers(1, 7))
    pairs = list(combinations(range(k), 2))
    return k, [pair for pair in pairs if draw(st.booleans())]


@settings(max_examples=examples(60, same=20))
@given(case=told_pairs())
def test_groups_are_all_largest_ones(case):
    k, told = case
    assert maximal_groups(apart(k, told)) == all_groups(k, told)


@settings(max_examples=examples(30, same=15))
@given(st.lists(st.integers(0, 30), min_size=1, max_size=9), st.integers(0, 12))
def test_groups_of_ranks_are_stretches_of_neighbours(ranks, difference):
    ranks = np.sort(ranks)
    told = [
        (i, j)
        for i, j in combinations(range(len(ranks)), 2)
        if ranks[j] - ranks[i] > difference
    ]
    groups = maximal_groups(apart(len(ranks), told))
    assert groups == all_groups(len(ranks), told)
    assert all(list(one) == list(range(one[0], one[-1] + 1)) for one in groups)


@settings(max_examples=examples(30, same=15))
@given(case=told_pairs())
def test_two_share_a_letter_unless_they_are_told_apart(case):
    k, told = case
    found = letters(range(k), told)
    for a, b in combinations(range(k), 2):
        assert bool({*found[a]} & {*found[b]}) == ((a, b) not in told)
    assert found[0].startswith("a")


def test_many_models_need_no_recursion():
    k = 1100  # more than Python lets functions call themselves
    told = apart(k, [(0, 1000), (500, 501)])
    groups = maximal_groups(told)
    assert [len(one) for one in groups] == [k - 2] * 4


def test_too_many_groups_are_an_error():
    # Every third is told from the two beside it: 3 ** 9 groups of one of each three.
    told = apart(27, [(3 * i + a, 3 * i + b) for i in range(9) for a, b in TRIPLE])
    with pytest.raises(ValueError, match="27 models have more than 10,000 groups"):
        maximal_groups(told)
    assert 3**8 < MOST_GROUPS < 3**9


TRIPLE = [(0, 1), (0, 2), (1, 2)]


def test_letters_beyond_z():
    found = letters(range(27), combinations(range(27), 2))
    assert (found[0], found[25], found[26]) == ("a", "z", "a2")
