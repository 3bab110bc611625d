"""MCC and kappa from counts: against exact fractions, at any size, in many at once."""

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.count_tables import counts_of
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.agreement import (
    cohen_kappa_score,
    matthews_corrcoef,
)
from fastmetrics.metrics.labels.formulas.counts import CellSums

WEIGHTS = (None, "linear", "quadratic")


def exact(table):
    """Numbers without rounding: fractions take long, whole ones need none."""
    return [
        [x if isinstance(x, int) else Fraction(x) for x in row]
        for row in np.asarray(table).tolist()
    ]


def exact_mcc(table):
    """The textbook's quotient; its square root is taken with 60 digits."""
    table = exact(table)
    true = [sum(row) for row in table]
    predicted = [sum(column) for column in zip(*table, strict=True)]
    n, k = sum(true), range(len(table))
    covariance = n * sum(table[i][i] for i in k) - sum(
        true[i] * predicted[i] for i in k
    )
    variances = (n * n - sum(t * t for t in true)) * (
        n * n - sum(p * p for p in predicted)
    )
    if variances == 0:
        return 0.0
    square = Fraction(covariance**2) / variances
    scale = 10**120
    root = Fraction(math.isqrt(scale * square.numerator // square.denominator), 10**60)
    return root if covariance > 0 else -root


def exact_kappa(table, weights=None):
    table = exact(table)
    true = [sum(row) for row in table]
    predicted = [sum(column) for column in zip(*table, strict=True)]
    k = range(len(table))
    distance = {
        None: lambda i, j: int(i != j),
        "linear": lambda i, j: abs(i - j),
        "quadratic": lambda i, j: (i - j) ** 2,
    }[weights]
    seen = sum(distance(i, j) * table[i][j] for i in k for j in k)
    expected = sum(distance(i, j) * true[i] * predicted[j] for i in k for j in k)
    return 1 - Fraction(seen * sum(true)) / expected if expected else math.nan


def check(found, truth):
    """Equal but for the last bits, and but for 1e-29 where it is all but 0."""
    if isinstance(truth, float):
        assert math.isnan(found) if math.isnan(truth) else found == truth
        return
    error = abs(Fraction(float(found)) - truth)
    assert error <= Fraction(1, 10**15) * abs(truth) + Fraction(1, 10**29)


@st.composite
def tables(draw, most=2**63 - 1):
    """Tables of counts of wildly different sizes that sum up to ``most`` or less."""
    k = draw(st.integers(1, 5))
    room = most // (k * k)
    cell = st.one_of(
        st.just(0),
        st.integers(0, min(9, room)),
        st.integers(0, min(2**32, room)),
        st.integers(0, room),
    )
    rows = st.lists(cell, min_size=k, max_size=k)
    table = draw(st.lists(rows, min_size=k, max_size=k))
    return np.array(table, np.int64)


def many(table):
    """The same table among others, so that it does not stand alone."""
    return counts_of(np.stack([np.ones_like(table), table, table // 2]))


@given(tables())
def test_mcc_is_exact_at_any_size(table):
    truth = exact_mcc(table)
    check(matthews_corrcoef(counts_of(table)), truth)
    check(matthews_corrcoef(many(table))[1], truth)


@given(table=tables())
@one_case("weights", WEIGHTS)
def test_kappa_is_exact_at_any_size(table, weights):
    truth = exact_kappa(table, weights)
    check(cohen_kappa_score(counts_of(table), weights=weights), truth)
    check(cohen_kappa_score(many(table), weights=weights)[1], truth)


def test_mcc_of_many_rows_with_nearly_no_correlation():
    # tp·tn - fp·fn = n² - (n - 1)(n + 1) = 1; float64 products have no such bit.
    for n in (2**32, 2**52, 2**61 - 1):
        table = np.array([[n, n - 1], [n + 1, n]])
        truth = exact_mcc(table)
        assert truth > 0
        assert matthews_corrcoef(counts_of(table)) == pytest.approx(
            float(truth), rel=1e-15, abs=0
        )
        found = matthews_corrcoef(many(table))[1]
        if n < 2**52:  # products below 2**106
            assert found == pytest.approx(float(truth), rel=1e-15, abs=0)
        assert abs(found - float(truth)) < 1e-30


@given(tables(most=2**50), st.integers(-400, 400))
def test_weights_of_any_size(table, exponent):
    # Sums of weights that are exact: as the counts, whatever their unit is.
    weighted = np.ldexp(table.astype(np.float64), exponent)
    check(matthews_corrcoef(counts_of(weighted)), exact_mcc(table))
    for weights in WEIGHTS:
        found = cohen_kappa_score(counts_of(weighted), weights=weights)
        check(found, exact_kappa(table, weights))


@one_case("weights", ["linear", "quadratic"])
@one_case("k", [2, 5])
def test_sums_of_distances_at_the_edge_of_int64(rng, k, weights):
    """From some size on int64 does not hold them, and they are added up wider."""
    table = rng.integers(1, 2**8, (k, k))
    for bits in range(40, 53):
        large = (table << bits) + rng.integers(0, 2**bits, (k, k))
        found = cohen_kappa_score(counts_of(large), weights=weights)
        truth = float(exact_kappa(large, weights))
        assert found == pytest.approx(truth, rel=1e-15, abs=0)


def test_perfect_and_inverted_predictions_are_exact(rng):
    for scale in (1, 0.1, 1e200, 1e-200):
        sums = rng.random(7) * scale
        assert matthews_corrcoef(counts_of(np.diag(sums))) == 1.0
        assert cohen_kappa_score(counts_of(np.diag(sums))) == 1.0
        a, b = sums[:2]
        assert matthews_corrcoef(counts_of([[0, a], [b, 0]])) == -1.0


def test_undefined():
    one_predicted = counts_of([[3, 0], [2, 0]])
    one_true = counts_of([[3, 4], [0, 0]])
    one_label = counts_of([[5, 0], [0, 0]])
    nothing = counts_of([[0, 0], [0, 0]])
    for counts in (one_predicted, one_true, one_label, nothing):
        assert matthews_corrcoef(counts) == 0.0
    for weights in WEIGHTS:
        for counts in (one_label, nothing):
            assert np.isnan(cohen_kappa_score(counts, weights=weights))
            found = cohen_kappa_score(counts, weights=weights, replace_undefined_by=0.5)
            assert found == 0.5
        # Raters can disagree where only one of them is constant.
        assert cohen_kappa_score(one_true, weights=weights) == 0.0


def test_undefined_with_weights_that_do_not_add_up_exactly():
    # A column of one label has no variance, however the sums of its rows are rounded.
    sums = np.full(9, 0.1)
    table = np.zeros((9, 9))
    table[4] = sums
    assert matthews_corrcoef(counts_of(table)) == 0.0
    assert matthews_corrcoef(counts_of(table.T)) == 0.0


@one_case("weights", WEIGHTS)
@one_case("labels", [None, [2, 0, 1], [3, 1], [1, 7, 2], [9]])
@one_case("dtype", [np.int64, np.float64])
def test_many_tables_at_once(rng, weights, labels, dtype):
    tables = rng.integers(0, 6, (2, 3, 4, 4)).astype(dtype)
    tables[0, 0] = 0  # a replicate of nothing
    found = cohen_kappa_score(counts_of(tables), weights=weights, labels=labels)
    assert found.shape == (2, 3)
    assert found.dtype == np.float64
    for i in np.ndindex(2, 3):
        one = cohen_kappa_score(counts_of(tables[i]), weights=weights, labels=labels)
        np.testing.assert_allclose(found[i], one, rtol=1e-15)
    coefficients = matthews_corrcoef(counts_of(tables))
    assert coefficients.shape == (2, 3)
    for i in np.ndindex(2, 3):
        one = matthews_corrcoef(counts_of(tables[i]))
        np.testing.assert_allclose(coefficients[i], one, rtol=1e-15)


@one_case("weights", WEIGHTS)
@one_case("labels", [None, [2, 0, 8], [1, 3]])
@one_case("floats", [False, True])
def test_cells_that_are_not_empty_are_enough(rng, weights, labels, floats):
    tables = rng.integers(0, 3, (6, 5, 5)) * (rng.random((5, 5)) < 0.6)
    if floats:
        tables = tables * rng.random(tables.shape)
    dense = counts_of(tables)
    rows, columns = np.nonzero(tables.any(axis=0))
    sparse = dense._replace(
        table=None, cells=CellSums(rows, columns, tables[:, rows, columns])
    )
    given = {"weights": weights, "labels": labels}
    np.testing.assert_allclose(
        cohen_kappa_score(sparse, **given),
        cohen_kappa_score(dense, **given),
        rtol=1e-15 if floats else 0,
    )


def test_more_classes_than_python_takes_on(rng):
    # Margins short enough for Python's integers, the table not; then neither.
    for k in (20, 300):
        table = rng.integers(0, 5, (k, k))
        check(matthews_corrcoef(counts_of(table)), exact_mcc(table))
        check(
            cohen_kappa_score(counts_of(table), weights="quadratic"),
            exact_kappa(table, "quadratic"),
        )


def test_labels_listed_twice_take_the_last_place():
    counts = counts_of([[5, 1, 0], [2, 7, 1], [0, 3, 4]])
    twice = cohen_kappa_score(counts, labels=[0, 1, 2, 0], weights="linear")
    once = cohen_kappa_score(counts, labels=[9, 1, 2, 0], weights="linear")
    assert twice == once


def test_which_formulas_read_the_table():
    kappa = FORMULAS["cohen_kappa_score"]
    assert not kappa.reads_table({})
    assert not kappa.reads_table({"weights": None, "replace_undefined_by": 0.0})
    assert kappa.reads_table({"weights": "linear"})
    assert kappa.reads_table({"labels": [0, 1]})
    assert not FORMULAS["matthews_corrcoef"].reads_table({})
    margins = counts_of([[3, 1], [0, 2]])._replace(table=None)
    assert cohen_kappa_score(margins) == pytest.approx(2 / 3)
    for needs in ({"weights": "linear"}, {"labels": [0, 1]}):
        with pytest.raises(ValueError, match="table"):
            cohen_kappa_score(margins, **needs)
