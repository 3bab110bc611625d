"""ProbabilitySums: values, merging, bytes; and what rows contribute."""

import math
import pickle
import struct
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ProbabilitySums
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.probability.measuring import probability_sums

NAMES = [
    "log_loss",
    "brier_score_loss",
    "multiclass_brier_score",
    "d2_log_loss_score",
    "d2_brier_score",
    "normalized_cross_entropy",
]
N = 400


def data(kind):
    rng = np.random.default_rng(4)
    if kind == "column":
        return rng.integers(0, 2, N), rng.random(N)
    text = np.array(["ape", "bee", "cow", "dog"])
    return text[rng.integers(0, 4, N)], rng.dirichlet(np.ones(4), N)


of_columns = one_case("columns", [data("column"), data("matrix")])
of_weights = one_case("weights", [None, np.random.default_rng(5).integers(0, 5, N) / 4])


@one_case("name", NAMES)
@of_columns
@of_weights
def test_values_are_those_of_the_rows(name, columns, weights):
    sums = ProbabilitySums.from_proba(*columns, sample_weight=weights)
    expected = getattr(fm, name)(*columns, sample_weight=weights)
    assert sums.compute(name) == pytest.approx(expected, rel=1e-13)
    assert getattr(fm, name)(sums, None) == sums.compute(name)


@of_columns
@of_weights
def test_parts_add_up(columns, weights):
    whole = ProbabilitySums.from_proba(*columns, sample_weight=weights)
    labels = None if columns[1].ndim == 1 else whole.labels
    parts = [
        ProbabilitySums.from_proba(
            *(column[k::5] for column in columns),
            labels=labels,
            sample_weight=None if weights is None else weights[k::5],
        )
        for k in range(5)
    ]
    for merged in (ProbabilitySums.merge(parts), sum(parts)):
        assert merged.labels.tolist() == whole.labels.tolist()
        assert merged.counts.tolist() == whole.counts.tolist()
        np.testing.assert_allclose(merged.sums, whole.sums, rtol=1e-14)


@of_columns
def test_rows_without_weights_merge_with_others(columns):
    ones = ProbabilitySums.from_proba(*columns, sample_weight=np.ones(N))
    plain = ProbabilitySums.from_proba(*columns)
    assert not plain.weighted
    assert ones.weighted
    twice = plain + ones
    np.testing.assert_allclose(twice.sums, 2 * ones.sums, rtol=1e-15)
    assert plain.weights.tolist() == ones.weights.tolist() == plain.counts.tolist()


def test_what_does_not_merge_says_so():
    column, matrix = (
        ProbabilitySums.from_proba(*data(k)) for k in ("column", "matrix")
    )
    with pytest.raises(ValueError, match="different labels"):
        column + matrix
    y, p = data("column")
    with pytest.raises(ValueError, match="different eps"):
        column + ProbabilitySums.from_proba(y, p, eps=1e-9)
    many = ProbabilitySums([1], [2**62, 0], [[1.0] * 6, [0.0] * 6])
    with pytest.raises(OverflowError, match=r"2\*\*63"):
        many + many


@of_columns
@of_weights
def test_bytes_keep_everything(columns, weights):
    made = ProbabilitySums.from_proba(*columns, sample_weight=weights)
    again = ProbabilitySums.from_bytes(made.to_bytes())
    assert again == made == pickle.loads(pickle.dumps(made)) == made.copy()
    assert repr(again) == repr(made)
    assert len(made) == len(made.counts)
    assert not np.shares_memory(made.copy().sums, made.sums)


def sealed(body):
    return body + struct.pack("<I", zlib.crc32(body))


def test_the_format_is_as_written_down():
    made = ProbabilitySums([7], [1, 2], np.arange(12.0).reshape(2, 6) / 64, eps=0.25)
    body = b"FMPROBAS" + struct.pack("<HBBdQQ", 1, 0, 0, 0.25, 1, 8)
    body += struct.pack("<q2q12d", 7, 1, 2, *(i / 64 for i in range(12)))
    assert made.to_bytes() == sealed(body)


@of_columns
@of_weights
def test_damaged_bytes_are_refused(columns, weights, rng):
    data = ProbabilitySums.from_proba(*columns, sample_weight=weights).to_bytes()
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x10
        with pytest.raises(ValueError, match="ProbabilitySums"):
            ProbabilitySums.from_bytes(damaged)
    for length in range(len(data) - 4):
        with pytest.raises(ValueError, match="ProbabilitySums"):
            ProbabilitySums.from_bytes(sealed(data[:length]))
    refused = 0
    for _ in range(500):
        wrong = bytearray(data[:-4])
        for at in rng.integers(8, len(wrong), 2):
            wrong[at] = rng.integers(0, 256)
        try:
            made = ProbabilitySums.from_bytes(sealed(bytes(wrong)))
        except ValueError:
            refused += 1
        else:
            assert ProbabilitySums.from_bytes(made.to_bytes()) == made
    assert refused > 50


@of_columns
def test_columns_and_classes_beside_sums_are_refused(columns):
    sums = ProbabilitySums.from_proba(*columns)
    with pytest.raises(TypeError, match="y_proba must be None"):
        fm.log_loss(sums, columns[1])
    with pytest.raises(ValueError, match="labels must be left out"):
        fm.log_loss(sums, None, labels=[0, 1])
    with pytest.raises(ValueError, match="pos_label must be left out"):
        fm.brier_score_loss(sums, None, pos_label=1)
    with pytest.raises(ValueError, match="clipped at"):
        fm.log_loss(sums, None, eps=0.1)
    assert fm.log_loss(sums, None, eps=sums.eps) == sums.compute("log_loss")


def test_sums_without_rows_have_no_value():
    nothing = ProbabilitySums([1], [0, 0], np.zeros((2, 6)))
    with pytest.raises(ValueError, match="0 sample"):
        fm.log_loss(nothing, None)


# ------------------------------------------------------------- what rows contribute

VALUES = {name: METRICS[name].how.values for name in NAMES}


@one_case("name", NAMES)
@of_columns
@of_weights
def test_the_mean_of_losses_and_of_weighted_influences_is_the_value(
    name, columns, weights
):
    if weights is None and name in NAMES[3:]:  # of pseudo-values: see the next test
        weights = np.ones(N)
    values = VALUES[name](*columns, sample_weight=weights)
    assert values.shape == (N,)
    expected = getattr(fm, name)(*columns, sample_weight=weights)
    assert np.average(values, weights=weights) == pytest.approx(expected, rel=1e-11)


@one_case("name", NAMES[3:])
@of_columns
def test_pseudo_values_are_those_of_leaving_rows_out(name, columns):
    values = VALUES[name](*columns)
    function = getattr(fm, name)
    whole = function(*columns)
    for row in range(0, N, 29):
        rest = function(*(np.delete(column, row, axis=0) for column in columns))
        left_out = N * whole - (N - 1) * rest
        assert values[row] == pytest.approx(left_out, rel=1e-9, abs=1e-10)


@one_case("name", NAMES[3:])
@of_columns
def test_influences_are_the_slope_in_the_weight(name, columns, rng):
    weights = rng.uniform(0.1, 1.0, N)
    values = VALUES[name](*columns, sample_weight=weights)
    function = getattr(fm, name)
    total = weights.sum()
    for row in range(0, N, 57):
        step = np.zeros(N)
        step[row] = 1e-5
        up = function(*columns, sample_weight=weights + step)
        down = function(*columns, sample_weight=weights - step)
        slope = (up - down) / 2e-5
        whole = function(*columns, sample_weight=weights)
        assert values[row] == pytest.approx(whole + total * slope, rel=1e-5, abs=1e-5)


def test_a_row_of_infinite_loss():
    y, p = [0, 1], [0.5, 0.0]
    assert probability_sums.log_losses(y, p, eps=0).tolist() == [math.log(2), math.inf]
    sums = ProbabilitySums.from_proba(y, p, eps=0)
    assert sums.compute("log_loss") == math.inf
    assert ProbabilitySums.from_bytes(sums.to_bytes()) == sums


# ------------------------------------------------- rows of any number of classes


def marks(n):
    rng = np.random.default_rng(6)
    y = rng.integers(0, 2, (n, 4))
    y[0] = 0
    return y, rng.dirichlet(np.ones(4), n)


of_marks = one_case("marks", lambda: [marks(7), marks(100_001)])


@one_case("name", NAMES)
@of_marks
def test_the_mean_of_rows_with_any_number_of_classes_is_the_value(name, marks):
    y, p = marks
    weight = np.random.default_rng(7).integers(0, 4, len(y)) / 4
    weight[0] = 1
    function = getattr(fm, name)
    of_rows = VALUES[name](y, p, sample_weight=weight)
    value = function(y, p, sample_weight=weight)
    assert np.average(of_rows, weights=weight) == pytest.approx(value, rel=1e-11)
    of_rows = VALUES[name](y, p)
    n, whole = len(y), function(y, p)
    if "d2" not in name and "normalized" not in name:
        assert of_rows.mean() == pytest.approx(whole, rel=1e-12)
        return
    for i in (0, 1, n - 1):
        without = function(np.delete(y, i, 0), np.delete(p, i, 0))
        expected = n * whole - (n - 1) * without
        assert of_rows[i] == pytest.approx(expected, rel=1e-8, abs=n * 1e-12)


@one_case("name", ["log_loss", "brier_score_loss", "d2_brier_score"])
@of_marks
def test_intervals_of_rows_with_any_number_of_classes(name, marks):
    found = fm.confidence_interval(name, *marks)
    assert found.low < getattr(fm, name)(*marks) < found.high
    again = fm.confidence_interval(name, *(np.tile(each, (2, 1)) for each in marks))
    assert (again.high - again.low) / (found.high - found.low) < 0.75
    if name != "d2_brier_score":  # whose pseudo-values are others with weights
        ones = fm.confidence_interval(
            name, *marks, sample_weight=np.ones(len(marks[0]))
        )
        assert (found.low, found.high) == pytest.approx((ones.low, ones.high))


@of_marks
def test_sums_by_class_need_one_class_per_row(marks):
    with pytest.raises(ValueError, match="must have one class per row"):
        ProbabilitySums.from_proba(*marks)


@of_marks
def test_such_rows_are_looked_at_as_others(marks):
    y, p = marks
    p = p.copy()
    p[-1, 0] = 1.5
    with pytest.raises(ValueError, match="greater than 1"):
        fm.log_loss(y, p)
    p[-1, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        fm.brier_score_loss(y, p)
    p[-1] = 0.5
    with pytest.warns(UserWarning, match="do not sum to one"):
        fm.log_loss(y, p)


@one_case("at", [3, 4, 5])
@one_case("labels", [[1], ["a", "b"]])
def test_squared_errors_that_no_probabilities_have_are_refused(labels, at):
    # A Brier score of 1e18 came out of bytes whose checksum was right.
    sums = np.ones((2, 6))
    sums[1, at] = 2.0  # of a matrix that is sure of another class
    assert ProbabilitySums(labels, [1, 1], sums) is not None
    sums[1, at] = 4.1
    with pytest.raises(ValueError, match="larger than sums of probabilities"):
        ProbabilitySums(labels, [1, 1], sums)
