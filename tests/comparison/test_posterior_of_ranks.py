"""The Bayesian signed-rank test against its twin, baycomp and what is known."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.special import betainc

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.comparison import paired_rows

X = [0.8131, 0.9213, 0.7504, 0.6827, 0.8809, 0.7911, 0.9122, 0.6433, 0.7024, 0.8551]
Y = [0.7902, 0.9005, 0.7613, 0.6208, 0.8511, 0.7104, 0.9027, 0.6601, 0.6936, 0.8478]


def within_errors(found, expected, n, errors=4):
    return all(
        abs(p - q) <= errors * math.sqrt(q * (1 - q) / n) + 1 / n
        for p, q in zip(found, expected, strict=True)
    )


@one_case(
    "rope, expected",
    [
        # baycomp 1.0.3, SignedRankTest.probs(X, Y, rope=rope, nsamples=1000000,
        # random_state=1); without a region its pair is (greater, less)
        (0.0123, (0.000493, 0.258543, 0.740964)),
        (0, (0.014236, 0.0, 0.985764)),
    ],
)
def test_baycomp_has_the_same(rope, expected):
    found = fm.bayesian_signed_rank_test(X, Y, rope=rope, random_state=1)
    assert within_errors(found, expected, 50_000)
    assert sum(found) == pytest.approx(1)


@pytest.mark.long
def test_the_twin_has_the_same(rng):
    for strength in (0.5, 3):
        x = rng.normal(0.2, 1, 4).round(1)
        options = {"rope": 0.25, "prior_strength": strength, "random_state": 1}
        twin = reference.bayesian_signed_rank_test(
            x.tolist(), n_samples=1500, **options
        )
        found = fm.bayesian_signed_rank_test(x, n_samples=100_000, **options)
        assert within_errors(twin, found, 1500)


@one_case("sign", [1, -1])
@one_case("rope, limit", [(0.25, 0.5**0.5), (0.75, 1 - 0.5**0.5)])
def test_equal_differences(rope, limit, sign):
    # As in the twin's test: the weight of the difference of 0 is Beta(s, n).
    for strength, n in ((0.5, 3), (4, 5)):
        found = fm.bayesian_signed_rank_test(
            [sign] * n, rope=rope, prior_strength=strength, random_state=2
        )
        expected = betainc(strength, n, limit)
        at = 2 if sign > 0 else 0
        assert found[2 - at] == 0
        assert within_errors((found[at], found[1]), (expected, 1 - expected), 50_000)


def test_no_differences_and_what_lies_on_the_border():
    assert fm.bayesian_signed_rank_test([1, 2], [1, 2], rope=0) == (0, 1, 0)
    # 0.03 - 0.01 and 0.81 - 0.79 are not 0.02; the averages with 0 count as well.
    found = fm.bayesian_signed_rank_test([0.03, 0.81], [0.01, 0.79], rope=0.02)
    assert found == (0, 1, 0)


def test_blocks_and_seeds(monkeypatch):
    whole = fm.bayesian_signed_rank_test(X, Y, random_state=5)
    assert whole == fm.bayesian_signed_rank_test(X, Y, random_state=5)
    assert whole != fm.bayesian_signed_rank_test(X, Y, random_state=6)
    monkeypatch.setattr(paired_rows, "AT_ONCE", 1)
    few = fm.bayesian_signed_rank_test(X, Y, n_samples=500, random_state=5)
    assert within_errors(few, whole, 500)


def test_a_and_b_change_places():
    there = fm.bayesian_signed_rank_test(X, Y)
    back = fm.bayesian_signed_rank_test(Y, X)
    assert within_errors((there.p_less, there.p_greater), (back[2], back[0]), 25_000)
    assert there.p_greater > 0.7


def test_huge_and_tiny_numbers():
    for scale in (1e308, 5e-324):
        x = np.array([1, -1, 1, 1]) * scale
        found = fm.bayesian_signed_rank_test(x, rope=0, random_state=1)
        plain = fm.bayesian_signed_rank_test([1, -1, 1, 1], rope=0, random_state=1)
        assert found == plain
    assert fm.bayesian_signed_rank_test([1e308, 1e308], rope=1.7e308) == (0, 1, 0)
    # What is known before is all, or next to nothing.
    assert fm.bayesian_signed_rank_test([1, 2], prior_strength=1e300) == (0, 1, 0)
    assert fm.bayesian_signed_rank_test([1, 2], prior_strength=1e-300) == (0, 0, 1)


@pytest.mark.slow
def test_probabilities_where_nothing_differs(rng):
    """Thirteen differences around 0, no region: p_greater is near a uniform number."""
    n = 400
    p = [
        fm.bayesian_signed_rank_test(
            x, rope=0, prior_strength=1e-9, n_samples=500, random_state=1
        ).p_greater
        for x in rng.normal(size=(n, 13))
    ]
    assert abs(np.mean(p) - 0.5) < 3 * math.sqrt(1 / 12 / n)
    assert abs(np.mean(np.array(p) < 0.05) - 0.05) < 3 * math.sqrt(0.05 * 0.95 / n)


@one_case(
    "options, error, message",
    [
        ({"rope": -1}, ValueError, "rope must be finite and not negative"),
        ({"rope": "a"}, TypeError, "rope must be a number"),
        ({"prior_strength": 0}, ValueError, "prior_strength must be finite and above"),
        ({"n_samples": 0}, ValueError, "n_samples must be a whole number"),
        ({"n_samples": 2**31}, ValueError, "n_samples must be below"),
        ({"random_state": -1}, ValueError, "random_state must be"),
    ],
)
def test_bad_options_are_named(options, error, message):
    with pytest.raises(error, match=message):
        fm.bayesian_signed_rank_test(X, Y, **options)
    with pytest.raises(ValueError, match="two numbers or more, got 1"):
        fm.bayesian_signed_rank_test([1])
    with pytest.raises(ValueError, match="Input y contains NaN"):
        fm.bayesian_signed_rank_test([1, 2], [1, math.nan])
