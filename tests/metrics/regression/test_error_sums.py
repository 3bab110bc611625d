"""ErrorSums: exactness, merging, bytes; and the kernel on every kind of column."""

import math
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics._kernels import errors
from fastmetrics.metrics.regression.measuring.error_sums import (
    ALL,
    SummedRows,
    totals_of_rows,
)

NAMES = [
    *("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"),
    *("mean_error", "error_standard_deviation", "max_error", "max_squared_error"),
    *("sum_squared_error", "sum_absolute_error", "r2_score"),
    *("explained_variance_score", "relative_squared_error"),
    *("root_relative_squared_error", "explained_to_total_ratio"),
    *("weighted_absolute_percentage_error", "normalized_root_mean_squared_error"),
    *("normalized_root_mean_squared_error_std", "nrmse_range"),
]


def columns(rng, n=3000, mean=1e9, bias=3e8):
    true = mean + rng.normal(size=n)
    return true, true + bias + 0.5 * rng.normal(size=n)


def exact_products(one, other):
    """Σ(x - mean)(y - mean) without rounding."""
    xs, ys = ([Fraction(value) for value in column.tolist()] for column in (one, other))
    mean = sum(xs) / len(xs)
    return float(sum((x - mean) * y for x, y in zip(xs, ys, strict=True)))


def test_a_large_mean_takes_no_digits(rng):
    true, pred = columns(rng)
    columns_of = {("t2", "t"): true, ("q2", "q"): pred, ("d2", "d"): pred - true}
    wanted = {names: exact_products(one, one) for names, one in columns_of.items()}
    product = exact_products(true, pred)
    for size in (3, 20, 3000):
        parts = (
            fm.ErrorSums.from_values(true[i : i + size], pred[i : i + size])
            for i in range(0, len(true), size)
        )
        of = fm.ErrorSums.merge(parts).totals
        for names, value in wanted.items():
            assert of.centred(*names)[0] == pytest.approx(value, rel=1e-14), size
        sixth = math.fsum((pred - true) ** 6)
        assert of.sums["e6"][0] == pytest.approx(sixth, rel=1e-14)
        products = of.sums["tq"] - of.sums["t"] * of.sums["q"] / of.weight
        assert products[0] == pytest.approx(product, rel=1e-14)


@one_case(
    ("name", "weighted"),
    [
        *((name, False) for name in NAMES),
        *((name, True) for name in NAMES if not name.startswith("max")),
    ],
)
def test_sums_give_what_rows_give(name, weighted, rng):
    true, pred = columns(rng, 200, mean=3.0, bias=0.2)
    weights = rng.integers(0, 3, 200).astype(float) if weighted else None
    row = fm.catalog.find(name)
    given = {} if weights is None else {"sample_weight": weights}
    rows = row.public(true, pred, **given, **row.parameters)
    whole = fm.ErrorSums.from_values(true, pred, weights)
    assert whole.compute(name) == rows
    assert row.public(whole, None, **row.parameters) == rows
    cuts = [slice(0, 7), slice(7, 60), slice(60, 200)]
    merged = sum(
        fm.ErrorSums.from_values(
            true[cut], pred[cut], None if weights is None else weights[cut]
        )
        for cut in cuts
    )
    assert merged.compute(name) == pytest.approx(rows, rel=1e-14)


def test_values_far_from_one_are_scaled():
    true = np.array([1.0, 2.0, 4.0, 3.0])
    pred = np.array([1.5, 1.0, 4.5, 3.0])
    for size in (1e200, 1e-200):
        for name in ("r2_score", "explained_variance_score", "wape", "rrse"):
            of = fm.ErrorSums.from_values(true * size, pred * size)
            assert of.compute(name) == pytest.approx(
                fm.catalog.find(name).public(true, pred), rel=1e-14
            )
        rmse = fm.root_mean_squared_error(true * size, pred * size)
        wanted = fm.root_mean_squared_error(true, pred) * size
        assert rmse == pytest.approx(wanted, rel=1e-14)
    both = fm.ErrorSums.from_values(true * 1e200, pred * 1e200)
    both += fm.ErrorSums.from_values(true, pred)
    assert both.compute("r2_score") == pytest.approx(
        fm.r2_score([*true * 1e200, *true], [*pred * 1e200, *pred]), rel=1e-14
    )
    # Where the first rows and those of the sample are of another size.
    true, pred = np.zeros(5000), np.zeros(5000)
    true[4999], pred[4999] = 2e-200, 1e-200
    assert fm.root_mean_squared_error(true, pred) == pytest.approx(
        1e-200 / math.sqrt(5000), rel=1e-14
    )


def test_few_rows_that_count_are_where_the_origin_is(rng):
    true = np.where(np.arange(5000) < 4990, 1e12, rng.normal(size=5000))
    pred = true + rng.normal(size=5000)
    weights = (np.arange(5000) >= 4990).astype(float)
    found = fm.r2_score(true, pred, sample_weight=weights)
    assert found == pytest.approx(fm.r2_score(true[4990:], pred[4990:]), rel=1e-13)


def test_weighted_r2_is_scikit_learns_to_the_bit_where_sums_are_exact(rng):
    # scikit-learn 1.9.1; the mean is -4
    given = [6, -3, -7, -6], [6, 4, 3, 2]
    assert fm.r2_score(*given, sample_weight=[1, 1, 3, 1]) == -2.128787878787879
    for _ in range(600):
        true, pred = rng.integers(-8, 9, (2, 12)).astype(float)
        weights = rng.integers(1, 4, 12).astype(float)
        mean = Fraction(int(weights @ true), int(weights.sum()))
        if mean.denominator not in (1, 2, 4, 8) or np.ptp(true) == 0:
            continue
        squares = weights @ (true - pred) ** 2, weights @ (true - float(mean)) ** 2
        found = fm.r2_score(true, pred, sample_weight=weights)
        assert found == 1 - squares[0] / squares[1]


def test_adding_is_symmetric_and_keeps_rows(rng):
    true, pred = columns(rng, 50)
    pred[[13, 40]] = true[[13, 40]] + 4e8
    one = fm.ErrorSums.from_values(true[:30], pred[:30])
    other = fm.ErrorSums.from_values(true[30:], pred[30:], np.ones(20))
    both = one + other
    assert (both.n_samples, both.weight, both.weighted) == (50, 50.0, True)
    turned = (other + one).totals
    for name in ("t2", "d2", "q2", "tq", "e6"):
        assert both.totals.sums[name].tolist() == turned.sums[name].tolist()
    errors_ = np.abs(pred - true)
    assert both.largest_errors.tolist() == [errors_.max()]
    assert both.largest_rows.tolist() == [errors_.argmax()]
    assert repr(both) == "ErrorSums(50 weighted rows)"
    with pytest.raises(ValueError, match="different outputs"):
        one + fm.ErrorSums.from_values([[1, 2]], [[1, 2]])
    with pytest.raises(TypeError):
        one + 3
    with pytest.raises(TypeError, match="from_values"):
        fm.ErrorSums()


def test_several_outputs(rng):
    true, pred = rng.normal(size=(2, 40, 3))
    of = fm.ErrorSums.from_values(true, pred)
    assert (len(of), of.n_outputs) == (3, 3)
    for mode in ("raw_values", "uniform_average", "variance_weighted", [1, 2, 3]):
        found = fm.r2_score(of, None, multioutput=mode)
        wanted = fm.r2_score(true, pred, multioutput=mode)
        np.testing.assert_array_equal(found, wanted)
    with pytest.raises(TypeError, match="y_pred must be None"):
        fm.r2_score(of, pred)
    with pytest.raises(ValueError, match="iqr"):
        fm.normalized_root_mean_squared_error(of, None, normalization="iqr")


def test_bytes(rng):
    true, pred = rng.normal(size=(2, 40, 2))
    for of in (
        fm.ErrorSums.from_values(true, pred),
        fm.ErrorSums.from_values(true * 1e200, pred * 1e-200, rng.random(40)),
    ):
        data = of.to_bytes()
        assert fm.ErrorSums.from_bytes(data) == of == pickle.loads(pickle.dumps(of))
        assert of.copy() == of
        for at in range(0, len(data), 7):
            wrong = bytearray(data)
            wrong[at] ^= 0x41
            with pytest.raises(ValueError, match="ErrorSums"):
                fm.ErrorSums.from_bytes(bytes(wrong))
        with pytest.raises(ValueError, match="ErrorSums"):
            fm.ErrorSums.from_bytes(data[:-1])
    assert of != fm.ErrorSums.from_values(true, pred)


def test_bytes_whose_sums_are_less_than_they_lack():
    scales, origins = np.ones((3, 1)), np.zeros((3, 1))
    sums, lost, extremes = np.ones((18, 1)), np.zeros((18, 1)), np.zeros((3, 1))
    row = np.zeros(1, np.int64)

    def packed():
        rows = SummedRows(scales, origins, sums, lost, extremes, row, 1)
        return fm.ErrorSums.of_rows(rows, 1, False).to_bytes()

    assert fm.ErrorSums.from_bytes(packed()).n_samples == 1
    lost[4] = -2.0
    with pytest.raises(ValueError, match="a sum is negative"):
        fm.ErrorSums.from_bytes(packed())


def test_differences_out_of_range_raise():
    with pytest.raises(ValueError, match="too far apart"):
        fm.ErrorSums.from_values([1e308], [-1e308])
    assert fm.mean_absolute_error([1e308], [-1e308]) == math.inf


@one_case("bad", [math.nan, math.inf])
@one_case("groups", [1, 3, 6, 33, ALL])
def test_numbers_that_are_not_finite_raise(groups, bad, rng):
    for where in ("true", "pred"):
        for weights in (None, np.arange(2000) % 2 * 1.0):
            pair = {"true": rng.normal(size=2000), "pred": rng.normal(size=2000)}
            pair[where][1001 if groups == 33 else 1000] = bad
            numbers = read_numbers(pair["true"], pair["pred"], sample_weight=weights)
            if where == "pred" and groups == 2:
                continue
            with pytest.raises(ValueError, match=f"y_{where} contains"):
                totals_of_rows(numbers, groups)


DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@one_case("n", [1, 7, 8, 9, 1023, 1024, 1025, 2050])
@one_case("dtype", DTYPES)
def test_types_and_layouts_have_the_same_bits(n, dtype, rng):
    true = rng.integers(0, 100, (n, 2)).astype(dtype)
    pred = rng.integers(0, 100, (n, 2)).astype(dtype)
    wanted = fm.ErrorSums.from_values(true.astype("f8"), pred.astype("f8"))
    wide = np.zeros((2 * n, 6), dtype)
    wide[::2, 1::4] = true
    for one, other in (
        (true, pred),
        (np.asfortranarray(true), pred),
        (wide[::2, 1::4], pred.astype("f8")),
        (np.ascontiguousarray(true[::-1])[::-1], np.asfortranarray(pred)),
    ):
        assert fm.ErrorSums.from_values(one, other) == wanted
        column = fm.ErrorSums.from_values(one[:, 1], other[:, 1]).totals
        assert column.sums["e4"][0] == wanted.totals.sums["e4"][1]


@pytest.mark.long
def test_numbers_of_threads_and_levels_agree(capsys, monkeypatch):
    """The level is chosen at import, so each runs in its own process."""
    code = """
import sys, numpy as np, fastmetrics as fm
rng = np.random.default_rng(3)
n = (1 << 20) + 12345
true = rng.normal(size=n) * 10.0 ** rng.integers(-3, 3, n)
pred = (true + rng.standard_normal(n)).astype("f4")
with fm.num_threads(int(sys.argv[1])):
    of = fm.ErrorSums.from_values(true, pred) + fm.ErrorSums.from_values(
        true, pred, np.abs(true))
print(of.to_bytes().hex())
"""
    monkeypatch.setattr(sys, "argv", ["", "1"])
    exec(code, {})
    found = {capsys.readouterr().out}
    for level, threads in (("baseline", 1), ("avx2", 2)):
        run = subprocess.run(
            [sys.executable, "-c", code, str(threads)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "FASTMETRICS_CPU": level},
        )
        found.add(run.stdout)
    assert len(found) == 1


def test_wrong_calls_of_the_kernel():
    two = np.zeros((3, 2))
    for wrong in ((two, two[:2]), (two, two[:, :1]), (two[:0], two[:0])):
        with pytest.raises(ValueError, match="columns"):
            errors.ErrorColumns(*wrong)
    with pytest.raises(TypeError, match="integers"):
        errors.ErrorColumns(np.zeros(3, "f2"), np.zeros(3))
    with pytest.raises(ValueError, match="weights"):
        errors.ErrorColumns(two, two, np.ones(2))
    columns = errors.ErrorColumns(two, two)
    with pytest.raises(ValueError, match="no such rows"):
        columns.sum_rows(0, 4, ALL)
    with pytest.raises(ValueError, match="origins"):
        columns.sum_rows(0, 3, ALL, np.zeros((1, 6)))


def test_sums_of_squares_of_columns_and_of_sums(rng):
    true = rng.normal(size=(50, 2)) + 1e6
    pred = true + rng.normal(size=(50, 2))
    weights = rng.random(50)
    for options in ({}, {"sample_weight": weights}):
        found = fm.explained_sum_of_squares(true, pred, **options)
        rows = [column.tolist() for column in (true, pred)]
        given = {name: one.tolist() for name, one in options.items()}
        twin = reference.explained_sum_of_squares(*rows, **given)
        # Sums about a mean that is far from 0.
        assert found == pytest.approx(twin, rel=1e-9)
        total = fm.total_sum_of_squares(true, **options)
        assert total == pytest.approx(
            reference.total_sum_of_squares(rows[0], **given), rel=1e-9
        )
        sums = fm.ErrorSums.from_values(true[:, 0], pred[:, 0], **options)
        first = fm.explained_sum_of_squares(true[:, 0], pred[:, 0], **options)
        assert fm.explained_sum_of_squares(sums, None) == pytest.approx(first)
        of_first = fm.total_sum_of_squares(true[:, 0], **options)
        assert fm.total_sum_of_squares(sums) == pytest.approx(of_first)
        ratio = fm.explained_to_total_ratio(true[:, 0], pred[:, 0], **options)
        assert first / of_first == pytest.approx(ratio)


def test_the_sums_of_squares_of_a_least_squares_fit_add_up(rng):
    x = rng.normal(size=40)
    y = 2 * x + rng.normal(size=40)
    fitted = np.polyval(np.polyfit(x, y, 1), x)
    explained = fm.explained_sum_of_squares(y, fitted)
    parts = explained + fm.sum_squared_error(y, fitted)
    assert parts == pytest.approx(fm.total_sum_of_squares(y))
    assert explained / parts == pytest.approx(fm.r2_score(y, fitted))
    with pytest.raises(ValueError, match="y_true"):
        fm.total_sum_of_squares([1.0, np.nan])
