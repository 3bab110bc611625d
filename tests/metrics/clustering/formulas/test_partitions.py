"""Agreement from counts of pairs: exact, at any size, in many at once."""

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics.metrics.clustering import formulas as partitions
from fastmetrics.metrics.clustering.formulas import (
    PAIRS,
    PairCounts,
    count_row_pairs,
)

COUNTS = st.one_of(st.integers(0, 5), st.integers(0, 2**50), st.integers(0, 2**90))
FUNCTIONS = {
    **{record.name: record.formula.value for record in PAIRS},
    "pairwise_precision": partitions.pairwise_precision,
    "pairwise_recall": partitions.pairwise_recall,
}


def exact(name, ss, sd, ds, dd):
    """The textbook's quotients; NaN where they are undefined, roots not drawn."""
    parts = {
        "rand_score": (ss + dd, ss + sd + ds + dd),
        "adjusted_rand_score": (
            2 * (ss * dd - sd * ds),
            (ss + sd) * (sd + dd) + (ss + ds) * (ds + dd),
        ),
        "pairwise_jaccard_score": (ss, ss + sd + ds),
        "pairwise_precision": (ss, ss + ds),
        "pairwise_recall": (ss, ss + sd),
        "fowlkes_mallows_score": (ss * ss, (ss + sd) * (ss + ds)),
    }
    part, whole = parts[name]
    undefined = {"rand_score": 1, "adjusted_rand_score": 1, "fowlkes_mallows_score": 0}
    return Fraction(part, whole) if whole else undefined.get(name, math.nan)


@given(pairs=st.tuples(COUNTS, COUNTS, COUNTS, COUNTS))
@one_case("name", FUNCTIONS)
def test_quotients_are_rounded_once(name, pairs):
    found = FUNCTIONS[name](PairCounts(*pairs))
    assert type(found) is float
    expected = exact(name, *pairs)
    if name == "fowlkes_mallows_score":
        assert found == pytest.approx(math.sqrt(expected), rel=4e-16)
    else:
        assert found == float(expected) or (math.isnan(found) and math.isnan(expected))


@one_case("name", FUNCTIONS)
@one_case("n", [7, 1000])
def test_arrays_give_what_numbers_do(name, n, rng):
    # Near independence, where a plain product of counts would lose all digits.
    a, b = rng.integers(1, 10**6, (2, n))
    some = rng.integers(0, 3, (4, n))
    pairs = np.stack([a * b, a * (10**6 - b), (10**6 - a) * b]) + some[:3]
    pairs = np.concatenate([pairs, [(10**6 - a) * (10**6 - b)]])
    pairs[:, :3] = [[0, 0, 0], [0, 1, 1], [0, 1, 0], [0, 1, 5]]
    found = FUNCTIONS[name](PairCounts(*pairs))
    assert found.shape == (n,)
    each = [FUNCTIONS[name](PairCounts(*column)) for column in pairs.T.tolist()]
    np.testing.assert_allclose(found, each, rtol=1e-15, atol=1e-30)
    block = FUNCTIONS[name](PairCounts(*pairs[:, None, :]))
    np.testing.assert_array_equal(block, np.asarray(found)[None])


@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1))
def test_pairs_from_squares(table):
    table = np.array(table)
    n = int(table.sum())
    squares = [int((x**2).sum()) for x in (table, table.sum(axis=1), table.sum(axis=0))]
    pairs = count_row_pairs(*squares, n)
    assert sum(pairs) == math.comb(n, 2)
    assert pairs.same_same == sum(math.comb(x, 2) for x in table.ravel().tolist())
    together = sum(math.comb(x, 2) for x in table.sum(axis=1).tolist())
    assert pairs.same_same + pairs.same_different == together
