"""The kernel of losses of numbers: row by row exact, the same bits whatever the way."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import reference as ref
from fastmetrics._kernels import error_losses as kernel

# What a loss is by the twins, with its parameters there.
LOSSES = {
    "pinball": ((kernel.PINBALL, 0.3, 0.0), ref.mean_pinball_loss, {"alpha": 0.3}),
    "percentage": ((kernel.PERCENTAGE, 0, 0), ref.mean_absolute_percentage_error, {}),
    "signed": ((kernel.SIGNED_PERCENTAGE, 0, 0), ref.percent_bias, {}),
    "symmetric": (
        (kernel.SYMMETRIC, 0, 0),
        ref.symmetric_mean_absolute_percentage_error,
        {},
    ),
    "log": ((kernel.SQUARED_LOG, 0, 0), ref.mean_squared_log_error, {}),
    "huber": ((kernel.HUBER, 2.0, 0.0), ref.huber_loss, {"delta": 2.0}),
    "smooth": ((kernel.PSEUDO_HUBER, 2.0, 0), ref.pseudo_huber_loss, {"delta": 2.0}),
    "log cosh": ((kernel.LOG_COSH, 0, 0), ref.log_cosh_error, {}),
    "linex": ((kernel.LINEX, 0.5, 3.0), ref.linex_loss, {"a": 0.5, "b": 3.0}),
    "square": ((kernel.SQUARE, 0, 0), ref.mean_tweedie_deviance, {}),
    "poisson": ((kernel.POISSON, 1, 0), ref.mean_poisson_deviance, {}),
    "gamma": ((kernel.GAMMA, 2, 0), ref.mean_gamma_deviance, {}),
    **{
        f"power {power}": (
            (kernel.TWEEDIE, power, 0),
            ref.mean_tweedie_deviance,
            {"power": power},
        )
        for power in (1.5, 3.0, 1.1, 1 + 1e-9, 2 - 1e-9, 2.5, 7.0, -0.5, -3.0)
    },
}
# Numbers of one size, and ratios to them: equal, close, at the ends of the series and
# of the powers of two, and far away.
RATIOS = [
    *(1 + sign * 10.0**-k for k in range(1, 17) for sign in (1, -1)),
    *(1.0, 0.5, 2.0, math.sqrt(2), math.sqrt(0.5), 0.7, 1.42, 1.25, 0.75, 3.0, 100.0),
    *(1.249999, 1.250001, 0.999, 1e-3, 1e6, 1e-9),
]
SIZES = [1.0, 1.4, 1.9999, 3.7, 1e-3, 40.0, 1e-30, 1e30]


def rows_of(true, pred):
    return kernel.ErrorRows(np.asarray(true), np.asarray(pred))


def written(rows, loss):
    out = np.empty(rows.n)
    assert rows.write_losses(loss, 0, rows.n, out)
    return out


@pytest.mark.long
@pytest.mark.parametrize("name", LOSSES)
def test_each_row_is_exact_to_a_few_units(name):
    loss, twin, parameters = LOSSES[name]
    sizes = [s for s in SIZES if 1e-3 <= s <= 40] if name == "linex" else SIZES
    # Each ratio with two of the sizes, which change from one to the next.
    pairs = [
        (size, size * ratio)
        for i, ratio in enumerate(RATIOS)
        for size in (sizes[i % len(sizes)], sizes[(i + 3) % len(sizes)])
    ]
    if name == "linex":
        pairs = [(y, f) for y, f in pairs if y - f < 1000]
    true, pred = np.array(pairs).T
    found = written(rows_of(true, pred), loss)
    for y, f, value in zip(true.tolist(), pred.tolist(), found.tolist(), strict=True):
        told = twin([y], [f], **parameters)
        # A power rounds its exponent, an exponential its argument.
        spread = abs(parameters.get("power", 0)) + abs(0.5 * (y - f)) * (
            name == "linex"
        )
        close = (2 + spread) * 2e-15
        assert value == pytest.approx(told, rel=close, abs=1e-307), (y, f)


@one_case("size", [5e-324, 1e-320, 2.0**-1022, 1e-300, 1e300, 8e307])
@one_case("name", ["poisson", "gamma", "symmetric", "percentage"])
def test_ends_of_the_range(name, size):
    loss, twin, _ = LOSSES[name]
    for ratio in (1, 2, 0.5, 1.25):
        y, f = size, size * ratio
        if f == 0:
            continue
        value = written(rows_of([y], [f]), loss)[0]
        told = twin([y], [f])
        # Ten steps of what is below the normal numbers.
        assert value == pytest.approx(told, rel=1e-15, abs=5e-323)
    assert written(rows_of([size], [-size]), LOSSES["symmetric"][0])[0] == 2


def test_small_and_large_errors_keep_their_digits():
    for e in (1e-8, 1e-20, 0.999, 1.0, 1.001, 30.0, 800.0, 1e300):
        for name in ("log cosh", "smooth", "huber"):
            loss, twin, parameters = LOSSES[name]
            value = written(rows_of([0.0], [e]), loss)[0]
            assert value == pytest.approx(twin([0.0], [e], **parameters), rel=1e-15)
    for z in (1e-8, -1e-8, 0.4999, -0.5, 0.5, -40.0, 700.0, -1e6):
        value = written(rows_of([z], [0.0]), (kernel.LINEX, 1.0, 1.0))[0]
        told = ref.linex_loss([z], [0.0], a=1.0)
        assert value == pytest.approx(told, rel=1e-15)
    assert written(rows_of([710.0], [0.0]), (kernel.LINEX, 1.0, 1.0))[0] == math.inf


@one_case("name", LOSSES)
@one_case("n", [1, 7, 1023, 1024, 1025, 5000])
def test_sums_are_those_of_the_losses(rng, name, n):
    loss = LOSSES[name][0]
    true = rng.gamma(2.0, 3.0, n) + 0.1
    pred = true * rng.lognormal(0, 0.3, n)
    weights = rng.random(n)
    rows = rows_of(true, pred)
    losses = written(rows, loss)
    total, lost, inside = rows.sum_losses(loss, 0, n)
    assert inside
    size = math.fsum(np.abs(losses))
    assert total + lost == pytest.approx(math.fsum(losses), rel=0, abs=1e-15 * size)
    total, lost, _ = rows.sum_losses(loss, 0, n, weights)
    weighted = math.fsum(losses * weights)
    assert total + lost == pytest.approx(weighted, rel=0, abs=1e-15 * size)
    centre = float(losses[0])
    found = rows.sum_around(loss, 0, n, centre)
    assert found[3]
    for power in (1, 2, 3):
        terms = (losses - centre) ** power
        size = math.fsum(np.abs(terms))
        told = math.fsum(terms)
        assert found[power - 1] == pytest.approx(told, rel=0, abs=4e-15 * size)
    part = rows.sum_losses(loss, n // 2, n)[0]
    assert part == pytest.approx(math.fsum(losses[n // 2 :]), rel=1e-13, abs=1e-300)


@one_case("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4"])
def test_types_and_layouts_change_nothing(rng, dtype):
    n = 3000
    true, pred = rng.integers(1, 100, (2, n)).astype(dtype)
    plain = true.astype(float), pred.astype(float)
    for loss, _, _ in LOSSES.values():
        told = rows_of(*plain).sum_losses(loss, 0, n)
        assert rows_of(true, pred).sum_losses(loss, 0, n) == told
        for array in (true, plain[0]):
            wide = np.repeat(array, 3)[::3]
            assert rows_of(wide, plain[1]).sum_losses(loss, 0, n) == told
            assert (
                rows_of(array[::-1].copy()[::-1], pred).sum_losses(loss, 0, n) == told
            )


@one_case(
    ("name", "y", "f"),
    [
        *(("log", *pair) for pair in [(-1, 0), (0, -1), (-2, 0), (math.inf, 1)]),
        *(("poisson", *pair) for pair in [(-1, 1), (1, 0), (0, 0), (math.nan, 1)]),
        *(("gamma", *pair) for pair in [(0, 1), (1, 0), (-1, 1), (1, math.nan)]),
        *(("power 1.5", *pair) for pair in [(-1, 1), (0, 0), (math.nan, 1)]),
        *(("power 1.1", *pair) for pair in [(-1, 1), (0, 0), (math.nan, 1)]),
        *(("power 3.0", *pair) for pair in [(0, 1), (1, 0), (1, math.inf)]),
        *(("power 2.5", *pair) for pair in [(0, 1), (1, 0), (1, math.inf)]),
        *(("power -0.5", *pair) for pair in [(1, 0), (-1, -1), (1, math.nan)]),
    ],
)
def test_rows_outside_the_domain_are_seen(name, y, f):
    loss = LOSSES[name][0]
    true, pred = np.full(2000, 1.0), np.full(2000, 2.0)
    true[1500], pred[1500] = y, f
    rows = rows_of(true, pred)
    assert not rows.sum_losses(loss, 0, 2000)[2]
    assert not rows.sum_around(loss, 0, 2000, 0.0)[3]
    assert not rows.write_losses(loss, 0, 2000, np.empty(2000))
    assert rows.sum_losses(loss, 0, 1500)[2]


@one_case("name", LOSSES)
def test_what_is_not_finite_shows(name):
    for value in (math.nan, math.inf, -math.inf):
        for pair in ((value, 1.0), (1.0, value), (0.0, value)):
            rows = rows_of(*([x] for x in pair))
            total, _, inside = rows.sum_losses(LOSSES[name][0], 0, 1)
            assert not inside or not math.isfinite(total), pair


def test_what_is_not_a_column_is_refused():
    x = np.ones(3)
    for wrong in (np.ones((3, 1)), np.array(["a", "b", "c"]), x.astype("f2")):
        with pytest.raises((TypeError, ValueError)):
            kernel.ErrorRows(x, wrong)
    with pytest.raises(ValueError, match="length"):
        kernel.ErrorRows(x, np.ones(2))
    rows = rows_of(x, x)
    loss = LOSSES["pinball"][0]
    for wrong in ((loss, 0, 4), (loss, -1, 2), (loss, 2, 1), ((99, 0.0, 0.0), 0, 3)):
        with pytest.raises(ValueError, match="there"):
            rows.sum_losses(*wrong)
    with pytest.raises(ValueError, match="weights"):
        rows.sum_losses(loss, 0, 3, np.ones(2))
    with pytest.raises(ValueError, match="out"):
        rows.write_losses(loss, 0, 3, np.ones(2))
