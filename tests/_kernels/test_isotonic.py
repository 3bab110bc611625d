"""Pooling adjacent violators, and what the kernel refuses to read."""

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn.isotonic import IsotonicRegression

from fastmetrics._kernels import isotonic


def steps(m=3, **more):
    values = np.linspace(0.9, 0.1, m)
    return isotonic.Steps(values, np.ones(m), np.full(m, 2.0), **more)


def run(made, places=(0, 1, 2), *, redraws_rows=False, columns=None):
    out = np.empty((4, len(places) if columns is None else columns))
    isotonic.replicate(made, redraws_rows, 1, 0, np.array(places, np.int64), out)
    return out


@one_case("largest", [1, 5])
@one_case("m", [1, 2, 7, 500])
def test_blocks_are_those_of_the_least_squares_fit(rng, m, largest):
    totals = rng.integers(1, largest + 1, m).astype(float)
    positives = rng.binomial(totals.astype(int), np.linspace(0.8, 0.2, m)).astype(float)
    before = positives.copy(), totals.copy()
    hits, weights, shares, ends = isotonic.pool(positives, totals)
    np.testing.assert_array_equal((positives, totals), before)  # left alone
    assert ends[-1] == m
    np.testing.assert_array_equal(shares, hits / weights)
    assert np.all(np.diff(shares) < 0)
    starts = np.concatenate([[0], ends[:-1]])
    np.testing.assert_array_equal(hits, np.add.reduceat(positives, starts))
    np.testing.assert_array_equal(weights, np.add.reduceat(totals, starts))
    fitted = IsotonicRegression(increasing=False).fit_transform(
        np.arange(m), positives / totals, sample_weight=totals
    )
    found = np.repeat(shares, np.diff(ends, prepend=0))
    # Theirs averages averages.
    np.testing.assert_allclose(found, fitted, rtol=1e-13)


def test_steps_of_no_weight_join_their_neighbours():
    hits, weights, shares, ends = isotonic.pool([0, 2, 0, 1, 0], [0, 2, 0, 2, 0])
    assert (hits.tolist(), weights.tolist()) == ([2, 1], [2, 2])
    assert (shares.tolist(), ends.tolist()) == ([1, 0.5], [3, 5])
    assert all(not len(each) for each in isotonic.pool([], []))


def test_equal_shares_are_one_block():
    # 1/3 twice, and 49/147, which only an exact quotient finds equal.
    assert len(isotonic.pool([1.0, 7.0, 49.0], [3.0, 21.0, 147.0])[0]) == 1


def test_weights_of_any_size_are_pooled():
    tiny, huge = 5e-324, 1e300
    shares = isotonic.pool([tiny, 0, 0, huge], [tiny, tiny, huge, huge])[2]
    assert shares.tolist() == [1, 0.5]
    shares = isotonic.pool([huge, 0, tiny], [huge, huge, 2 * tiny])[2]
    assert shares.tolist() == [1, 0]  # the last is nothing beside the one before


def test_counts_are_differences_of_running_ones():
    positives, totals = isotonic.count_steps(
        np.array([1.0, 1.0, 4.0]), np.array([0.0, 2.0, 2.0])
    )
    assert (positives.tolist(), totals.tolist()) == ([1, 0, 3], [1, 2, 3])


def test_replicates_are_drawn_by_address():
    together = run(steps())
    for r in range(4):
        alone = np.empty((1, 3))
        isotonic.replicate(steps(), False, 1, r, np.arange(3), alone)
        np.testing.assert_array_equal(alone[0], together[r])
    assert len(np.unique(together)) > 2


def test_a_curve_is_read_where_it_is_asked_for():
    for redraws in (False, True):
        every = run(steps(9), range(9), redraws_rows=redraws)
        np.testing.assert_array_equal(
            run(steps(9), [1, 5, 5, 8], redraws_rows=redraws), every[:, [1, 5, 5, 8]]
        )


def test_bins_are_means_over_their_steps():
    bins = np.array([2, 3])
    every = run(steps(3, bins=np.array([1, 2, 3])))
    pairs = run(steps(3, bins=bins), [1, 2])
    np.testing.assert_allclose(pairs[:, 0], every[:, :2].mean(axis=1), rtol=1e-15)
    np.testing.assert_array_equal(pairs[:, 1], every[:, 2])


def test_more_uniform_numbers_than_are_drawn_at_once(rng):
    m = 1300
    values = np.sort(rng.random(m))[::-1].copy()
    single = isotonic.Steps(
        values, np.zeros(m), np.ones(m), None, None, np.arange(m) + 1
    )
    weighted = isotonic.Steps(
        values, np.zeros(m), np.ones(m), -np.ones(m), np.arange(m) + 1, np.arange(m) + 1
    )
    first = run(single, range(m))
    assert abs(first.mean() - 0.5) < 0.05
    np.testing.assert_array_equal(first, run(weighted, range(m)))


@one_case(
    ("call", "match"),
    [
        (lambda: isotonic.pool([1.0], [1.0, 2.0]), "differ in length"),
        (lambda: isotonic.count_steps(np.ones(1), np.ones(2)), "differ in length"),
        (
            lambda: isotonic.Steps(np.ones(2), np.ones(1), np.ones(2)),
            "differ in length",
        ),
        (lambda: steps(0), "differ in length"),
        (lambda: steps(bins=np.array([1, 4])), "rise to 3"),
        (lambda: steps(bins=np.array([2, 1, 3])), "rise to 3"),
        (lambda: steps(bins=np.array([-1, 3])), "rise to 3"),
        (
            lambda: steps(row_weights=np.ones(4), row_ends=np.array([1, 2, 5])),
            "rise to 4",
        ),
        (
            lambda: steps(row_weights=np.ones(4), row_ends=np.array([2, 4])),
            "rise to 4",
        ),
        (lambda: run(steps(), [0, 3]), "places"),
        (lambda: run(steps(), [-1, 2]), "places"),
        (lambda: run(steps(), [2, 1]), "places"),
        (lambda: run(steps(), [0], columns=2), "columns"),
    ],
)
def test_what_leads_out_of_the_arrays_is_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
