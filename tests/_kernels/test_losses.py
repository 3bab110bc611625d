"""The kernel of losses: right to what is promised, the same bits whatever the way."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._kernels import losses
from fastmetrics._kernels.keys import LARGEST

AUTO = 2.0**-52


def column(y, p):
    return losses.open_plain_forecasts(y, p, LARGEST)


def log_total(kernel, low, n):
    mantissa, exponent, seen = kernel.multiply(0, n, low, 1.0 - low)
    assert seen[0] == 0
    return losses.combine_products([(mantissa, exponent)])


def observed(y, p):
    return np.where(y == 1, p, 1.0 - p)


@one_case("n", [1, 2, 31, 32, 33, 511, 512, 513, 4000, 100_000])
@one_case("shape", ["even", "certain", "tiny", "wrong"])
def test_log_loss_is_as_exact_as_promised(rng, n, shape):
    y = rng.integers(0, 2, n)
    p = {
        "even": lambda: rng.random(n),
        "certain": lambda: np.abs(y - 1e-9 * rng.random(n)),
        "tiny": lambda: 10.0 ** -rng.uniform(0, 15, n),
        "wrong": lambda: 1.0 - y,
    }[shape]()
    clipped = np.clip(observed(y, p), AUTO, 1 - AUTO)
    exact = math.fsum(-math.log(q) for q in clipped)
    kernel = column(y, p)
    assert abs(log_total(kernel, AUTO, n) - exact) <= max(1e-14 * exact, 1e-16 * n)
    total, lost, _ = kernel.sum_losses(0, n, losses.LOG_LOSS, AUTO, 1 - AUTO)
    assert abs(total + lost - exact) <= max(1e-14 * exact, 1e-16 * n)


def test_nothing_is_clipped_where_nobody_asks(rng):
    p = np.array([5e-324, 1e-310, 2.2e-308, 1e-300, 1.0, 0.5, 1e-16] * 90)
    y = np.ones(len(p), np.int64)
    y[0] = 0  # of 1 - 5e-324, which is 1
    exact = math.fsum(-math.log(q) for q in observed(y, p))
    kernel = column(y, p)
    assert log_total(kernel, 0.0, len(p)) == pytest.approx(exact, rel=1e-14)
    total, lost, _ = kernel.sum_losses(0, len(p), losses.LOG_LOSS, 0.0, 1.0)
    assert total + lost == pytest.approx(exact, rel=1e-14)
    p[7] = 0.0
    assert log_total(kernel, 0.0, len(p)) == math.inf


def test_weight_zero_makes_nothing_of_infinity():
    kernel = column(np.array([0, 1, 1]), np.array([0.5, 0.0, 0.25]))
    weights = np.array([1.0, 0.0, 2.0])
    total, lost, _ = kernel.sum_losses(0, 3, losses.LOG_LOSS, 0.0, 1.0, weights)
    assert total + lost == pytest.approx(5 * math.log(2), rel=1e-15)
    _, sums, lost, _ = kernel.sum_powers(0, 3, 0.0, 1.0, weights)
    assert np.isfinite(sums + lost).all()


@one_case("weighted", [False, True])
@one_case("k", [0, 3, 10])
def test_powers_are_those_of_the_rows(rng, k, weighted):
    n = 3000
    if k:
        p = rng.dirichlet(np.ones(k), n)
        y = rng.integers(0, k, n).astype(np.int32)
        kernel = losses.open_matrix_forecasts(y, p)
    else:
        y, p = rng.integers(0, 2, n), rng.random(n)
        kernel = column(y, p)
    w = rng.integers(0, 4, n) / 4 if weighted else None
    counts, sums, lost, seen = kernel.sum_powers(0, n, AUTO, 1 - AUTO, w)
    assert seen[0] == 0
    assert counts.tolist() == np.bincount(y).tolist()
    rows = np.empty((2, n))
    for loss in (losses.LOG_LOSS, losses.QUADRATIC_LOSS):
        kernel.write_losses(0, n, loss, AUTO, 1 - AUTO, rows[loss])
    log, quadratic = rows
    v = np.ones(n) if w is None else w
    terms = [v * x**j for x in (log, quadratic) for j in (1, 2, 3)]
    if weighted:
        terms += [v, v**2, v**2 * log, v**2 * log**2, v**2 * quadratic]
        terms += [v**2 * quadratic**2, v**3]
        terms += [v**3 * x**j for x in (log, quadratic) for j in (1, 2, 3)]
    for code in range(k or 2):
        for place, term in enumerate(terms):
            exact = math.fsum(term[y == code])
            assert sums[code, place] + lost[code, place] == pytest.approx(
                exact, rel=1e-15
            )


def forms(p):
    """The same matrix, or column, as it may lie in memory."""
    yield np.ascontiguousarray(p)
    yield np.asfortranarray(p)
    yield p[::-1].copy()[::-1]
    room = np.zeros(p.nbytes + 3, np.uint8)[3:].view(p.dtype).reshape(p.shape)
    room[...] = p  # not aligned
    yield room
    if p.ndim == 2:
        wide = np.zeros((len(p), p.shape[1] + 1), p.dtype)
        wide[:, 1:] = p
        yield wide[:, 1:]
        yield p[:, ::-1].copy()[:, ::-1]


@one_case("dtype", [np.float32, np.float64])
@one_case("k", [0, 2, 7, 300])
def test_bits_do_not_depend_on_how_values_lie(rng, k, dtype):
    n = 700
    p = (rng.dirichlet(np.ones(k), n) if k else rng.random(n)).astype(dtype)
    y = rng.integers(0, k or 2, n)
    values = {
        (
            fm.log_loss(y, form, labels=range(k or 2)),
            fm.multiclass_brier_score(y, form, labels=range(k) if k else None),
        )
        for form in forms(p)
    }
    assert len(values) == 1


def test_bits_do_not_depend_on_labels(rng):
    p, y = rng.random(3000), rng.integers(0, 2, 3000)
    for dtype in ("?", "i1", "u2", "i4", "u8", "f4", "f8", "U1"):
        labels = y.astype(dtype)
        assert fm.log_loss(labels, p) == fm.log_loss(y, p)
    assert fm.log_loss(y[::-1][::-1].repeat(2)[::2], p) == fm.log_loss(y, p)


def test_what_is_bad_is_told():
    y = np.array([0, 1, 1, 0])
    for wrong in (np.nan, -1e-9, 1 + 1e-9, np.inf):
        for dtype in (np.float64, np.float32):
            p = np.array([0.5, 0.5, wrong, 0.5], dtype)
            if p[2] == 1:
                continue
            assert column(y, p).multiply(0, 4, AUTO, 1 - AUTO)[2][0] == 2
            assert column(y, p).multiply(0, 2, AUTO, 1 - AUTO)[2][0] == 0
    assert column(np.array([0, 1, 2]), np.ones(3)).multiply(0, 3, 0.1, 0.9)[2][0] == 1
    fine = column(y, np.array([-0.0, 0.0, 1.0, 1.0]))
    assert fine.multiply(0, 4, AUTO, 1 - AUTO)[2] == (0, 2, 0.0)
    codes = np.array([0, 7], np.int32)
    matrix = losses.open_matrix_forecasts(codes, np.full((2, 2), 0.25))
    assert matrix.sum_powers(0, 2, 0.0, 1.0)[3] == (1, 0, 0.5)


@one_case("dtype", [np.float32, np.float64])
@one_case("k", [2, 3, 4, 6, 9])
def test_every_value_of_a_matrix_is_looked_at(rng, k, dtype):
    """Rows are taken four at a time, what is left one by one; so are columns."""
    n = 7
    p = rng.dirichlet(np.ones(k), n).astype(dtype)
    codes = rng.integers(0, k, n).astype(np.int32)
    kernel = losses.open_matrix_forecasts(codes, p)

    def seen():
        with_loss = kernel.sum_losses(0, n, losses.QUADRATIC_LOSS, 0.0, 1.0)[2]
        assert with_loss == kernel.multiply(0, n, 0.0, 1.0)[2]
        return with_loss

    assert seen()[0] == 0
    below, above = np.nextafter(dtype([0, 1]), dtype([-1, 2]))
    for i in range(n):
        for j in range(k):
            right = p[i, j]
            for wrong in (np.nan, -np.inf, np.inf, below, above):
                p[i, j] = wrong
                assert seen()[0] == 2
            p[i, j] = 0.0
            sums = p.astype(np.float64).sum(axis=1)
            # Sums run in another order.
            assert seen()[2] == pytest.approx(np.abs(sums - 1).max(), rel=1e-12)
            p[i, j] = right
        codes[i] += k
        assert seen()[0] == 1
        codes[i] -= k


def test_rows_that_are_not_there_are_refused():
    kernel = column(np.array([0, 1]), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="no such rows"):
        kernel.multiply(0, 3, 0.0, 1.0)
    with pytest.raises(ValueError, match="in order"):
        kernel.multiply(0, 2, 0.5, 0.5)
    with pytest.raises(ValueError, match="other rows"):
        kernel.sum_losses(0, 2, 0, 0.0, 1.0, np.ones(3))
    with pytest.raises(ValueError, match="other rows"):
        kernel.write_losses(0, 2, 0, 0.0, 1.0, np.ones(3))
    with pytest.raises(TypeError, match="float32 or float64"):
        losses.open_matrix_forecasts(np.zeros(2, np.int32), np.ones((2, 2), int))
