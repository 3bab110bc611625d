"""Rows of a logistic regression, against the definitions."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import logistic

# Around the ends of blocks and of lanes.
SIZES = [1, 2, 7, 8, 9, 511, 512, 513, 1100]


def expected(x, positive, weights, a, b):
    """Return the rows and the sums by functions of one number."""
    rates, losses = [], []
    for logit, y in zip((a + b * x).tolist(), positive.tolist(), strict=True):
        odds = math.exp(-abs(logit))
        rates.append((odds if logit < 0 else 1.0) / (1.0 + odds))
        wrong = -logit if y else logit
        losses.append(max(wrong, 0.0) + math.log1p(odds))
    rates = np.array(rates)
    slopes, bends = weights * (positive - rates), weights * rates * (1 - rates)
    terms = weights * losses, slopes, slopes * x, bends, bends * x, bends * x * x
    return rates, slopes, bends, [math.fsum(one) for one in terms]


@one_case("n", SIZES)
@one_case("weighted", [False, True])
def test_rows_and_their_sums(n, weighted, rng):
    x = 10 * rng.normal(size=n)
    positive = rng.integers(0, 2, n).astype(np.uint8)
    weights = rng.random(n) if weighted else None
    room = dict(zip(("rates", "slopes", "bends"), np.empty((3, n)), strict=True))
    sums = logistic.fit_rows(x, positive, weights, 0.3, -1.2, **room)
    rates, slopes, bends, of_all = expected(
        x, positive, np.ones(n) if weights is None else weights, 0.3, -1.2
    )
    np.testing.assert_allclose(room["rates"], rates, rtol=1e-15, atol=1e-300)
    np.testing.assert_allclose(room["slopes"], slopes, rtol=0, atol=1e-15)
    # Written as p (1 - p), what is nearly 1 loses digits.
    np.testing.assert_allclose(room["bends"], bends, rtol=0, atol=1e-15)
    scale = n * max(1.0, float(np.max(x * x)))
    np.testing.assert_allclose(sums, of_all, rtol=1e-13, atol=1e-15 * scale)


def test_far_logits_stay_in_range():
    x = np.array([-1e6, -750.0, 0.0, 750.0, 1e6])
    room = np.empty(5)
    for y in (0, 1):
        positive = np.full(5, y, np.uint8)
        sums = logistic.fit_rows(x, positive, None, rates=room)
        np.testing.assert_allclose(room, [0, 0, 0.5, 1, 1], rtol=0, atol=1e-300)
        assert sums[0] == pytest.approx(1e6 + 750 + math.log(2), rel=1e-15)


def test_logits_are_cut_at_the_ends():
    eps = 2.0**-52
    p = np.array([0.0, 1e-300, eps, 1e-9, 0.25, 0.5, 0.75, 1 - 1e-9, 1 - eps, 1.0])
    inside = np.clip(p, eps, 1 - eps)
    found = logistic.logits(p, eps)
    np.testing.assert_allclose(found, np.log(inside) - np.log1p(-inside), rtol=1e-15)
    assert found[5] == 0
    assert found[0] == -found[-1]


def test_lengths_are_checked():
    x, positive = np.zeros(3), np.zeros(3, np.uint8)
    for given in (
        (x[:0], positive[:0], None),
        (x, positive[:2], None),
        (x, positive, x[:2]),
    ):
        with pytest.raises(ValueError, match=r"no rows|differ in length"):
            logistic.fit_rows(*given)
    with pytest.raises(ValueError, match="room is for other rows"):
        logistic.fit_rows(x, positive, None, bends=x[:2].copy())
    with pytest.raises(ValueError, match="low must be"):
        logistic.logits(x, 0.5)
