"""Penalties on weights and norms, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

inf, nan = math.inf, math.nan


def test_norms_by_hand():
    assert reference.lp_norm([3, -4], 2) == 5
    assert reference.lp_norm([3, -4], 1) == 7
    assert reference.lp_norm([3, -4], inf) == 4
    assert reference.lp_norm([3, 4, 5], 3) == pytest.approx(6, rel=1e-15)
    # Quasi-norms: (√9 + √16)² and (1 + 1)³.
    assert reference.lp_norm([9, -16], 0.5) == 49
    assert reference.lp_norm([1, 1], 1 / 3) == pytest.approx(8, rel=1e-15)
    assert reference.penalized_loss(1, [9, -16], strength=2, p=0.5) == 15
    assert reference.lp_norm([0, 0], 2) == reference.lp_norm([], 2) == 0
    assert reference.penalized_loss([1, 2], [3, -4], strength=2, p=2) == 53
    assert reference.penalized_loss(3, [3, -4], strength=2, p=1) == 17
    assert reference.penalized_loss(3, [1e300], strength=0, p=2) == 3


@one_case(
    "call",
    [
        lambda: reference.lp_norm([1], 0),
        lambda: reference.lp_norm([1], -0.5),
        lambda: reference.lp_norm([nan], 1),
        lambda: reference.penalized_loss(1, [1], strength=1, p=inf),
        lambda: reference.penalized_loss(1, [1], strength=-1, p=1),
        lambda: reference.penalized_loss(nan, [1], strength=1, p=1),
    ],
)
def test_refused(call):
    with pytest.raises(ValueError, match=r"NaN|=|unequal|finite"):
        call()
