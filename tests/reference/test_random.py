"""The plain-Python draws: published answers, work by hand, values kept for good."""

import math
from decimal import Decimal, localcontext

import pytest
from helpers.one_case import one_case

from fastmetrics.reference import random


@one_case(
    ("counter", "key", "output"),
    [  # published with Random123
        ([0] * 4, [0] * 2, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox_gives_the_published_answers(counter, key, output):
    assert " ".join(f"{w:08x}" for w in random.philox(key, counter)) == output


def test_bits_are_cut_from_the_documented_words():
    seed, stream, replicate = 0x1111111122222222, 4, 0x3333333344444444
    block = 0xABCDEF_55555555
    words = random.philox(
        [0x22222222, 0x11111111], [0x55555555, 0x04ABCDEF, 0x44444444, 0x33333333]
    )
    halves = [half for w in words for half in (w & 0xFFFF, w >> 16)]
    for width, numbers in [
        (16, halves),
        (32, words),
        (64, [words[0] | words[1] << 32, words[2] | words[3] << 32]),
    ]:
        first = block * len(numbers)
        assert numbers == [
            random.random_bits(seed, stream, replicate, first + i, width)
            for i in range(len(numbers))
        ]


def test_streams_differ():
    blocks = {random.random_block(1, stream, 2, 3) for stream in range(6)}
    assert len(blocks) == 6


def test_poisson_steps_are_the_floor_of_the_distribution_function():
    # e = Σ 1/k! in integers scaled by 2^200: P(X <= k) = Σ_{j<=k} 1/j! / e
    scale = 2**200
    e = sum(scale // math.factorial(k) for k in range(60))
    for k, step in enumerate(random.poisson_steps()):
        below = sum(scale // math.factorial(j) for j in range(k + 1))
        assert step == 2**64 * below // e
    assert len(random.poisson_steps()) == 20


def test_poisson_counts_steps_reached(monkeypatch):
    steps = random.poisson_steps()

    def draw(leading, rest):
        numbers = {random.WEIGHT: leading, random.REFINE: rest << 16}
        monkeypatch.setattr(
            random, "random_bits", lambda s, stream, *a: numbers[stream]
        )
        return random.poisson(0, 0, 0, 1)

    for k, step in enumerate(steps):
        leading, rest = divmod(step, 2**48)
        assert draw(leading, rest) == [k + 1]
        assert draw(leading, rest - 1) == [k]
    assert draw(0, 0) == [0]
    assert draw(2**16 - 1, 2**48 - 1) == [20]


def test_weights_worked_by_hand(monkeypatch):
    # Start at [2, 0, 1 | 0, 0]: the totals fit, then two rows are missing two units,
    # drawn as the high half of number * 2: rows 1 and 0 of the second stratum.
    numbers = iter([2**63, 2**63 - 1])
    monkeypatch.setattr(random, "poisson", lambda *a: [2, 0, 1, 0, 0])
    monkeypatch.setattr(random, "random_bits", lambda *a: next(numbers))
    assert random.draw_weights(0, 0, [3, 2]) == [2, 0, 1, 1, 1]

    # Two of five units go: 4 of 0..4 is the second unit of row 2; then 0 of 0..3. A
    # number whose product with 5 ends in less than 2^64 mod 5 = 1 is passed over: 0.
    numbers = iter([0, 2**64 - 1, 1])
    monkeypatch.setattr(random, "poisson", lambda *a: [3, 0, 2])
    assert random.draw_weights(0, 0, [3]) == [2, 0, 1]
    assert next(numbers, None) is None


@one_case("sizes", [[], [0], [1], [4, 0, 9], [120]])
def test_weights_sum_to_each_size(sizes):
    for replicate in range(20):
        weights = random.draw_weights(3, replicate, sizes)
        for size in sizes:
            assert sum(weights[:size]) == size
            del weights[:size]
        assert weights == []


def test_log_and_exp_are_near_those_of_the_platform():
    for x in [1e-300, 0.1, 0.7, 0.99, 1.0, 1.01, math.pi, 1e17, 1e308]:
        assert random.log(x) == pytest.approx(math.log(x), rel=1e-15, abs=0)
    for p in [0.0, 1e-300, 1e-17, 1e-9, 0.3, 0.5]:
        assert random.log1m(p) == pytest.approx(math.log1p(-p), rel=1e-15, abs=0)
    for x in [0.0, -1e-9, -0.3, -0.7, -13.9, -600.5]:
        assert random.exp(x) == pytest.approx(math.exp(x), rel=1e-14, abs=0)


@one_case("x", [1, 2, 15, 16, 17, 40, 1000])
def test_stirling_error(x):
    with localcontext() as context:
        context.prec = 50
        factorial = Decimal(math.factorial(x)).ln()
        stirling = (2 * random.PI * x).ln() / 2 + x * Decimal(x).ln() - x
        exact = float(factorial - stirling)
    assert random.stirling_error(x) == pytest.approx(exact, rel=1e-15, abs=2e-16)


@one_case("mu", [0.5, 12.25, 3e9 + 0.5, 2.0**52 + 0.5])
@one_case("ratio", [0.1, 0.8, 0.99, 0.9999999, 1, 1.001, 1.22, 1.23, 7])
def test_deviance(mu, ratio):
    x = float(math.ceil(mu * ratio))
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(x) * (Decimal(x) / Decimal(mu)).ln() + Decimal(mu) - Decimal(x)
    assert random.deviance(x, mu) == pytest.approx(float(exact), rel=2e-14, abs=1e-300)


def test_binomial_of_certain_outcomes():
    for n in [0, 1, 7, 2**53]:
        assert random.binomial(0, 0, 0, 3, n, 0.0) == [0] * 3
        assert random.binomial(0, 0, 0, 3, n, 1.0) == [n] * 3


def test_binomial_is_mirrored():
    assert random.binomial(5, 0, 0, 50, 90, 0.75) == [
        90 - k for k in random.binomial(5, 0, 0, 50, 90, 0.25)
    ]


@one_case(("n", "p"), [(5, 0.3), (40, 0.5), (1000, 0.2)])
def test_binomial_mean_and_variance(n, p):
    drawn = random.binomial(9, 0, 0, 1500, n, p)
    mean = sum(drawn) / 1500
    variance = sum((k - mean) ** 2 for k in drawn) / 1500
    assert abs(mean - n * p) < 6 * math.sqrt(n * p * (1 - p) / 1500)
    assert variance == pytest.approx(n * p * (1 - p), rel=0.15)


def test_multinomial_by_conditional_binomials():
    [[a, b, c]] = random.multinomial(1, 2, 1, 50, [1, 2, 5], index=7)
    assert a == random.draw_binomial(1, 2, 21, 50, 1 / 8)
    assert b == random.draw_binomial(1, 2, 22, 50 - a, 2 / 7)
    assert a + b + c == 50


UNIFORM = [0.048359399789775215, 0.01881695991710375]
POISSON = [1, 0, 0, 4, 0, 2, 1, 1, 2, 0, 0, 0]
WEIGHTS = [0, 2, 1, 1, 0, 0, 4, 0, 2, 0, 1, 1]
SMALL = [4, 4, 5, 4, 2, 2]
LARGE = [300001, 299563, 299748, 300462]
CELLS = [[16, 47, 37], [14, 33, 53]]


def test_draws_stay_what_they_are():
    # A result with a seed is only worth quoting while the draws behind it never change.
    assert random.uniform(1, 2, 3, 2) == UNIFORM
    assert random.poisson(1, 2, 3, 12) == POISSON
    assert random.draw_weights(1, 2, [4, 8]) == WEIGHTS
    assert random.binomial(1, 2, 3, 6, 9, 0.3) == SMALL
    assert random.binomial(1, 2, 3, 4, 10**6, 0.3) == LARGE
    assert random.multinomial(1, 2, 2, 100, [1, 2, 3]) == CELLS
