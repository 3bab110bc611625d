"""fm_information.h: phi and its expectation against decimal arithmetic."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import information

DIGITS = 60
MOST = 2**53 - 1


def phi(n, a, b, total):
    one = np.ones(1, np.int64)
    return information.sum_phi(0 * one, 0 * one, n * one, a * one, b * one, total)[0]


def expected_phi(a, b, total):
    one = np.ones(1, np.int64)
    return information.sum_expected_phi(a * one, one, b * one, one, total)[0]


def exact_phi(n, a, b, total):
    mu = Decimal(a) * b / total
    return Decimal(n) * (Decimal(n) / mu).ln() - n + mu if n else mu


def exact_expected_phi(a, b, total):
    """Sum over every n whose probability is above 1e-40 of the mode's."""
    low, high = max(0, a + b - total), min(a, b)
    mode = min(max((a + 1) * (b + 1) // (total + 2), low), high)
    weights = Decimal(1)
    terms = exact_phi(mode, a, b, total)
    for end, step in ((high, 1), (low, -1)):
        n, weight = mode, Decimal(1)
        while n != end and weight > Decimal("1e-40") * weights:
            m = n if step > 0 else n - 1
            up, down = (a - m) * (b - m), (m + 1) * (total - a - b + m + 1)
            weight *= Decimal(up) / down if step > 0 else Decimal(down) / up
            n += step
            weights += weight
            terms += weight * exact_phi(n, a, b, total)
    return terms / weights


def assert_close(found, exact, relative):
    with localcontext() as context:
        context.prec = DIGITS
        exact = exact()
        assert abs(Decimal(found) - exact) <= Decimal(relative) * exact


@st.composite
def cells(draw):
    """Cells near their mean, far from it, and anywhere, of totals up to 2**53."""
    total = draw(st.one_of(st.integers(1, 50), st.integers(1, MOST)))
    a, b = (draw(st.integers(1, total)) for _ in range(2))
    low, high = max(0, a + b - total), min(a, b)
    near = min(max(a * b // total + draw(st.integers(-2, 2)), low), high)
    return draw(st.sampled_from([low, high, near])), a, b, total


@given(cells())
def test_phi(cell):
    assert_close(phi(*cell), lambda: exact_phi(*cell), 5e-15)


def test_phi_of_a_cell_as_expected_is_zero():
    assert phi(6, 12, 10, 20) == 0.0
    half = 2**52
    assert phi(half // 2, half, half, 2**53 - 2**10) > 0.0
    assert phi(2**50, 2**51, 2**51, 2**52) == 0.0


LAWS = [
    # variances below 1, up to where points are skipped, 256, and above
    *[(1, 1, 2), (2, 3, 5), (5, 5, 5), (4, 6, 9), (1, 10**6, 10**12)],
    *[(50, 51, 100_000), (213, 145, 257_346), (2000, 2000, 10**6)],
    *[(9, 8, 29_787), (11_530, 83, 11_533), (350, 1562, 625_039)],
    *[(703, 1012, 83_433), (703, 82_400, 83_433), (1023, 1025, 4096)],
    *[(3033, 352_171, 5_166_864), (1000, 1100, 4096), (1034, 1034, 4100)],
    *[(16_001, 16_001, 10**6), (16_300, 16_300, 10**6), (260, 10**6 - 9, 10**6)],
    *[(65_897, 10_595, 704_145), (5000, 5000, 10_000), (9000, 5000, 10_000)],
]


def test_expected_phi():
    for a, b, n in LAWS:
        with localcontext() as context:
            context.prec = DIGITS
            exact = exact_expected_phi(a, b, n)
        for pair in ((a, b), (b, a)):
            assert_close(expected_phi(*pair, n), lambda exact=exact: exact, 5e-15)


@pytest.mark.slow
def test_expected_phi_at_random(rng):
    for _ in range(100):
        total = int(10 ** rng.uniform(1, 6))
        a, b = (
            int(rng.integers(1, max(2, total // d))) for d in rng.choice([1, 30], 2)
        )
        found = expected_phi(a, b, total)
        assert_close(
            found, lambda a=a, b=b, n=total: exact_expected_phi(a, b, n), 5e-15
        )


# What mpmath 1.4.1 makes of them with 40 digits, as of exact_expected_phi above:
# N = 10**7, 10**8; a = b = N // 10.
@one_case(
    ("total", "expected"),
    [(10**7, "0.4050008167567501131712021"), (10**8, "0.4050000816750675001131686")],
)
def test_expected_phi_of_wide_laws(total, expected):
    found = expected_phi(total // 10, total // 10, total)
    assert abs(Decimal(found) - Decimal(expected)) <= Decimal("3e-15")


def test_expected_phi_at_the_limits():
    # All rows in one cluster: n is what it must be. One row: 0 or 1.
    assert expected_phi(7, 7, 7) == expected_phi(3, 7, 7) == expected_phi(1, 1, 1) == 0
    for b, total in ((1, 10), (999_999, 10**6), (2**40, 2**52), (3, MOST)):
        expected = b / total * math.log1p((total - b) / b)
        assert expected_phi(1, b, total) == pytest.approx(expected, rel=5e-15)
    # E[phi] of a large cell is half of the shares that are outside.
    assert expected_phi(2**51, 2**50, 2**52) == pytest.approx(0.5 * 0.5 * 0.75)


@given(st.integers(1, MOST), st.data())
def test_surprise(total, data):
    a = data.draw(st.one_of(st.integers(1, total), st.integers(total // 2 + 1, total)))
    found = information.sum_surprise(np.array([a]), total)[0]
    assert_close(found, lambda: a * (Decimal(total) / a).ln(), 5e-16)


def test_sums_count_every_cell_and_pair(rng):
    rows, columns = (x.ravel() for x in np.indices((3, 4)))
    n = rng.integers(0, 5, 12)
    table = n.reshape(3, 4) + 1
    margins = table.sum(axis=1), table.sum(axis=0), int(table.sum())
    each = [
        phi(int(table[i, j]), int(margins[0][i]), int(margins[1][j]), margins[2])
        for i, j in zip(rows, columns, strict=True)
    ]
    found = information.sum_phi(rows, columns, table.ravel(), *margins)
    assert sum(found) == pytest.approx(math.fsum(each), rel=1e-15)
    times = np.array([1, 2, 3])
    found = information.sum_expected_phi(
        margins[0], times, margins[1], np.arange(4), margins[2]
    )
    each = [
        times[i] * j * expected_phi(int(margins[0][i]), int(margins[1][j]), margins[2])
        for i in range(3)
        for j in range(4)
    ]
    assert sum(found) == pytest.approx(math.fsum(each), rel=1e-15)


def test_missing_cells_are_the_mass_that_is_left():
    # Of the table [[2, 0], [1, 1]]: one cell is empty, 2 · 1 / 4 expected in it.
    cells = np.array([0, 1, 1]), np.array([0, 0, 1])
    sizes = np.array([2, 2]), np.array([3, 1])
    assert information.sum_missing(*cells, *sizes, 4) == (0.5, 0.0)


ONE = np.ones(1, np.int64)


WRONG = [
    lambda: information.sum_surprise(ONE, 0),
    lambda: information.sum_surprise(ONE, 2**53),
    lambda: information.sum_surprise(2 * ONE, 1),
    lambda: information.sum_surprise(0 * ONE, 1),
    lambda: information.sum_phi(ONE, 0 * ONE, ONE, ONE, ONE, 1),
    lambda: information.sum_phi(0 * ONE, -ONE, ONE, ONE, ONE, 1),
    lambda: information.sum_phi(0 * ONE, 0 * ONE, 2 * ONE, ONE, ONE, 1),
    lambda: information.sum_phi(0 * ONE, ONE[:0], ONE, ONE, ONE, 1),
    lambda: information.sum_missing(ONE, 0 * ONE, ONE, ONE, 1),
    lambda: information.sum_missing(0 * ONE, ONE, ONE, ONE, 1),
    lambda: information.sum_missing(0 * ONE, ONE[:0], ONE, ONE, 1),
    lambda: information.sum_expected_phi(2 * ONE, ONE, ONE, ONE, 1),
    lambda: information.sum_expected_phi(ONE, ONE[:0], ONE, ONE, 1),
]


def test_what_does_not_fit_raises():
    for call in WRONG:
        with pytest.raises(ValueError, match=r"total|length|outside"):
            call()
