"""IndicatorRows: sums over rows and over labels, against NumPy's and by hand."""

import math
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fastmetrics._kernels import indicators
from fastmetrics.metrics.labels.counting.targets import IndicatorRows

# Three labels; row 1 is exact, four of the twelve entries are wrong.
TRUE = np.array([[1, 0, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
PREDICTED = np.array([[1, 1, 1], [0, 0, 1], [1, 0, 0], [0, 0, 0]])
LAYOUTS = {
    "plain": np.asarray,
    "bool": lambda m: m != 0,
    "float": lambda m: m.astype("f4"),
    "by column": np.asfortranarray,
    "strided": lambda m: np.repeat(m, 2, axis=1)[:, ::2],
    "sparse": sp.csr_array,
    "sparse float": lambda m: sp.coo_matrix(m.astype("f8")),
}


of_layouts = one_case("layout", LAYOUTS.values())


@of_layouts
def test_worked_by_hand(layout):
    counts = IndicatorRows.from_labels(layout(TRUE), layout(PREDICTED))
    margins = counts.margins
    assert counts.kind == margins.kind == "multilabel-indicator"
    assert counts.labels.tolist() == margins.labels.tolist() == [0, 1, 2]
    assert (counts.n_labels, counts.total, margins.total) == (3, 4, 4)
    assert margins.hits.tolist() == [1, 0, 2]
    assert margins.true.tolist() == [2, 1, 2]
    assert margins.predicted.tolist() == [2, 1, 2]
    rows = counts.rows()
    assert rows.hits.tolist() == [2, 1, 0, 0]
    assert rows.true.tolist() == [2, 1, 1, 1]
    assert rows.predicted.tolist() == [3, 1, 1, 0]
    assert rows.total == 3
    assert (counts.n_exact, counts.n_wrong) == (1, 4)
    assert counts.row_weights is None
    for sums in (*margins[2:5], *rows[2:5]):
        assert sums.dtype == np.int64


@of_layouts
def test_integer_weights_by_hand(layout):
    counts = IndicatorRows.from_labels(layout(TRUE), layout(PREDICTED), [3, 5, 0, 1])
    margins = counts.margins
    assert (counts.total, counts.n_exact, counts.n_wrong) == (9, 5, 4)
    assert margins.hits.tolist() == [3, 0, 8]
    assert margins.true.tolist() == [4, 0, 8]
    assert margins.predicted.tolist() == [3, 3, 8]
    assert {sums.dtype.name for sums in margins[2:5]} == {"int64"}
    assert type(counts.total) is type(counts.n_exact) is type(counts.n_wrong) is int
    assert counts.rows().hits.tolist() == [2, 1, 0, 0]  # without weights
    assert counts.row_weights.tolist() == [3, 5, 0, 1]


@of_layouts
def test_float_weights_by_hand(layout):
    weights = [0.5, 0.25, 0, 2]
    counts = IndicatorRows.from_labels(layout(TRUE), layout(PREDICTED), weights)
    margins = counts.margins
    assert (counts.total, counts.n_exact, counts.n_wrong) == (2.75, 0.25, 2.5)
    assert margins.hits.tolist() == [0.5, 0, 0.75]
    assert margins.true.tolist() == [2.5, 0, 0.75]
    assert margins.predicted.tolist() == [0.5, 0.5, 0.75]
    assert {sums.dtype.name for sums in margins[2:5]} == {"float64"}


def test_weights_larger_than_a_double_counts():
    counts = IndicatorRows.from_labels([[1, 0], [1, 1]], [[1, 0], [1, 0]], [2**60, 1])
    assert counts.margins.hits.tolist() == [2**60 + 1, 0]
    assert counts.total == 2**60 + 1


@of_layouts
def test_any_value_but_zero_is_a_label_but_values_differ(layout):
    counts = IndicatorRows.from_labels(layout(TRUE), layout(2 * PREDICTED))
    plain = IndicatorRows.from_labels(TRUE, PREDICTED)
    for ours, theirs in zip(counts.margins[2:5], plain.margins[2:5], strict=True):
        np.testing.assert_array_equal(ours, theirs)
    if np.asarray(layout(TRUE)).dtype == bool:
        assert (counts.n_exact, counts.n_wrong) == (1, 4)
    else:
        assert (counts.n_exact, counts.n_wrong) == (0, (TRUE != 2 * PREDICTED).sum())


def test_no_zero_at_all():
    ones_and_twos = TRUE + 1
    counts = IndicatorRows.from_labels(ones_and_twos, PREDICTED + 1)
    assert counts.margins.hits.tolist() == [4, 4, 4]
    assert (counts.n_exact, counts.n_wrong) == (1, 4)
    # Beside a sparse matrix as well.
    counts = IndicatorRows.from_labels(ones_and_twos, sp.csr_array(PREDICTED))
    assert counts.margins.true.tolist() == [4, 4, 4]
    assert counts.n_wrong == (ones_and_twos != PREDICTED).sum()


@of_layouts
def test_rows_of_some_labels(layout):
    counts = IndicatorRows.from_labels(layout(TRUE), layout(PREDICTED))
    rows = counts.rows([2, 0])
    assert rows.hits.tolist() == [2, 1, 0, 0]
    assert rows.true.tolist() == [2, 1, 0, 1]
    assert rows.predicted.tolist() == [2, 1, 1, 0]
    assert rows.total == 2
    assert counts.rows([1, 1]).true.tolist() == [0, 0, 2, 0]
    none = counts.rows([])
    assert (none.true.tolist(), none.total) == ([0, 0, 0, 0], 0)


@one_case(
    ("labels", "message"),
    [([0, 3], "3 > 2"), ([-1], "-1 < 0"), (["a"], "numbers of"), ([[0]], "numbers of")],
)
def test_labels_that_are_no_columns(labels, message):
    counts = IndicatorRows.from_labels(TRUE, PREDICTED)
    with pytest.raises(ValueError, match=message):
        counts.columns(labels)


MATRICES = st.tuples(st.integers(1, 40), st.integers(2, 9)).flatmap(
    lambda shape: st.tuples(
        arrays.arrays("i1", shape, elements=st.integers(0, 1)),
        arrays.arrays("i1", shape, elements=st.integers(0, 1)),
        arrays.arrays("i4", shape[0], elements=st.integers(0, 9)),
        st.sampled_from([None, "i8", "f8"]),
    )
)


@given(MATRICES, st.sampled_from(sorted(LAYOUTS)))
def test_against_numpy(drawn, layout):
    true, predicted, weights, dtype = drawn
    weights[0] += 1
    true, predicted = true.astype(int), predicted.astype(int)
    given_ = None if dtype is None else (weights / 8 if dtype == "f8" else weights)
    w = np.ones(len(true), int) if given_ is None else given_
    make = LAYOUTS[layout]
    counts = IndicatorRows.from_labels(make(true), make(predicted), given_)
    both = true & predicted
    # Eighths add up without rounding.
    for ours, theirs in zip(counts.margins[2:5], (both, true, predicted), strict=True):
        np.testing.assert_array_equal(ours, w @ theirs)
        assert ours.dtype == np.asarray(w @ theirs).dtype
    for ours, theirs in zip(counts.rows()[2:5], (both, true, predicted), strict=True):
        np.testing.assert_array_equal(ours, theirs.sum(axis=1))
    differ = true != predicted
    assert counts.total == w.sum()
    assert counts.n_exact == w[~differ.any(axis=1)].sum()
    assert counts.n_wrong == w @ differ.sum(axis=1)


@one_case(("n", "n_labels"), [(70_000, 5), (100, 3000), (3, 200_000), (66_000, 2)])
def test_more_than_one_block_and_more_than_a_byte_counts(rng, n, n_labels):
    true = rng.integers(0, 2, (n, n_labels), np.uint8)
    true[:, 0] = 1
    predicted = true ^ (rng.random((n, n_labels)) < 0.3)
    both = true & predicted
    for make in (np.asarray, sp.csr_array):
        counts = IndicatorRows.from_labels(make(true), make(predicted))
        for ours, theirs in zip(
            counts.margins[2:5], (both, true, predicted), strict=True
        ):
            np.testing.assert_array_equal(ours, theirs.sum(axis=0))
        assert counts.rows().hits.tolist() == both.sum(axis=1).tolist()
        assert counts.n_wrong == (true != predicted).sum()


def test_weighted_sums_are_compensated(rng):
    n = 200_000
    weights = 10.0 ** rng.uniform(-3, 3, n)
    true = np.ones((n, 2), bool)
    true[1::2, 1] = False
    predicted = rng.random((n, 2)) < 0.5
    for make in (np.asarray, sp.csr_array):
        counts = IndicatorRows.from_labels(make(true), make(predicted), weights)
        exact = [math.fsum(weights), math.fsum(weights[::2])]
        np.testing.assert_allclose(counts.margins.true, exact, rtol=2e-15)
        assert counts.total == pytest.approx(exact[0], rel=2e-15)


def test_all_right_and_all_wrong_are_so_to_the_bit(rng):
    weights = rng.random(70_000)
    true = rng.integers(0, 2, (70_000, 3))
    for make in (np.asarray, sp.csr_array):
        right = IndicatorRows.from_labels(make(true), make(true), weights)
        assert right.n_exact == right.total
        assert right.n_wrong == 0
        wrong = IndicatorRows.from_labels(make(true), make(1 - true), weights)
        assert wrong.n_exact == 0
        assert wrong.n_wrong == pytest.approx(3 * wrong.total)


def test_memory_does_not_grow_with_the_rows(rng):
    true = rng.integers(0, 2, (400_000, 10), np.int64)
    predicted = true[::-1]
    tracemalloc.start()
    try:
        counts = IndicatorRows.from_labels(true, predicted)
        _ = counts.margins, counts.n_exact, counts.n_wrong
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < true.nbytes / 8


def test_inputs_are_left_as_they_were():
    true, predicted = sp.csr_array(TRUE), TRUE.astype(float)
    before = true.copy()
    counts = IndicatorRows.from_labels(true, predicted, [1, 2, 3, 4])
    _ = counts.margins, counts.rows([0]), counts.n_exact
    assert (true != before).nnz == 0
    np.testing.assert_array_equal(predicted, TRUE)


def test_repr():
    counts = IndicatorRows.from_labels(TRUE, PREDICTED)
    assert repr(counts) == "IndicatorCounts(4 rows, 3 labels)"


# ------------------------------------------------------------------ the kernels alone


def block(n, n_labels):
    return np.ones((n, n_labels), np.uint8)


@one_case("n_labels", [1, 2, 3, 127, 128, 129, 255, 256, 257, 600])
@one_case("n", [0, 1, 254, 255, 256, 511])
def test_count_columns_at_the_seams(n, n_labels):
    true = block(n, n_labels)
    predicted = true.copy()
    predicted[::2] = 0
    sums = np.ones((3, n_labels), np.int64)
    indicators.count_columns(true, predicted, sums)
    assert (sums[0] == 1 + n // 2).all()
    assert (sums[1] == 1 + n).all()
    assert (sums[2] == 1 + n // 2).all()


def test_wrong_shapes_raise():
    sums, low = np.zeros((3, 2), np.int64), np.zeros((3, 2))
    ones = np.ones(4)
    for call in (
        lambda: indicators.count_columns(block(4, 2), block(3, 2), sums),
        lambda: indicators.count_columns(block(4, 2), block(4, 3), sums),
        lambda: indicators.count_columns(block(4, 3), block(4, 3), sums),
        lambda: indicators.count_columns(block(4, 2), block(4, 2), sums[:2]),
        lambda: indicators.count_rows(block(4, 2), block(4, 2), sums),
        lambda: indicators.sum_rows(block(4, 2), np.zeros(3, np.int64)),
        lambda: indicators.weigh_columns(block(3, 2), block(3, 2), ones, low, low),
        lambda: indicators.weigh_columns(block(4, 2), block(4, 2), ones, low, low[:2]),
        lambda: indicators.weigh_columns_whole(
            block(3, 2), block(3, 2), np.ones(4, np.int64), sums
        ),
        lambda: indicators.weigh_indices(
            np.zeros(1, np.int32), np.array([0, 1], np.int32), ones, low[0], low[1]
        ),
        lambda: indicators.weigh_indices(
            np.zeros(1, np.int32), np.array([0, 2], np.int32), ones[:1], low[0], low[1]
        ),
    ):
        with pytest.raises(ValueError, match=r"differ|shape|fit"):
            call()
