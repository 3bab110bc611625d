"""LeftOutRows: the same as counting again without each row, one at a time."""

import math
import tracemalloc

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics._kernels import information as kernel
from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.clustering.partitions import count_clusterings
from fastmetrics.resampling.leave_one_out import LeftOutRows


@st.composite
def labellings(draw):
    """Two labellings of 2 to 14 rows, with clusters of one row and single clusters."""
    n = draw(st.integers(2, 14))
    return tuple(
        np.array(
            draw(st.lists(st.integers(0, most), min_size=n, max_size=n)), dtype=np.int64
        )
        for most in (draw(st.integers(0, 5)), draw(st.integers(0, 14)))
    )


def kinds_of_rows(table, left_out, true, predicted):
    """Which kind each row is of, looked up one by one."""
    cells = zip(
        table.row_labels[table.rows], table.column_labels[table.columns], strict=True
    )
    kind_of = dict(zip(cells, left_out.kind_of_cell, strict=True))
    return [kind_of[pair] for pair in zip(true, predicted, strict=True)]


@given(labellings())
def test_each_row_is_left_out(pair):
    table = count_clusterings(*pair)
    left_out = LeftOutRows(table)
    kinds = kinds_of_rows(table, left_out, *pair)
    np.testing.assert_array_equal(
        np.bincount(kinds, minlength=len(left_out.counts)), left_out.counts
    )
    pairs = left_out.pair_counts()
    shared = left_out.information(expected=True)
    purities = left_out.purities()
    for row, kind in enumerate(kinds):
        rest = count_clusterings(*(np.delete(side, row) for side in pair))
        assert tuple(int(column[kind]) for column in pairs) == rest.pair_counts()
        assert purities[kind] == rest.largest_overlaps().sum() / rest.total
        expected = rest.information(expected=True)
        for ours, plain in zip(shared, expected, strict=True):
            assert ours[kind] == pytest.approx(plain, rel=1e-12, abs=1e-14)
        # The special cases of the formulas are the same ones too.
        for row in formulas.INFORMATION:
            value = float(np.asarray(row.formula.value(shared))[kind])
            plain = float(row.formula.value(expected))
            assert value == pytest.approx(plain, abs=1e-11), row.name
        for row in formulas.PAIRS:
            value = row.formula.value(pairs)[kind]
            plain = row.formula.value(rest.pair_counts())
            assert value == pytest.approx(plain, rel=1e-15, nan_ok=True), row.name


def test_perfect_agreement_is_perfect_to_the_bit_without_any_row():
    labels = np.repeat(np.arange(7), np.arange(1, 8))
    left_out = LeftOutRows(count_clusterings(labels, labels[::-1].max() - labels))
    shared = left_out.information(expected=True)
    for name in ("normalized_mutual_info_score", "homogeneity_score"):
        assert np.all(getattr(formulas, name)(shared) == 1)


def test_expectations_of_pairs_are_those_of_their_sum():
    a, b = np.array([3, 40, 7]), np.array([50, 2, 7])
    values = np.empty(3)
    kernel.expected_phi(a, b, 60, values)
    once = np.ones(1, np.int64)
    for k in range(3):
        each = a[k : k + 1], once, b[k : k + 1], once
        assert values[k] == kernel.sum_expected_phi(*each, 60)[0]
    with pytest.raises(ValueError, match="length"):
        kernel.expected_phi(a, b[:2], 60, values)
    with pytest.raises(ValueError, match="sizes"):
        kernel.expected_phi(a, b, 45, values)


@one_case("n", [0, 1])
def test_nothing_is_left_of_less_than_two_rows(n):
    with pytest.raises(ValueError, match="two"):
        LeftOutRows(count_clusterings(np.zeros(n, int), np.zeros(n, int)))


def test_threads_do_not_matter(rng):
    pair = rng.geometric(0.02, 20_000), rng.geometric(0.03, 20_000)
    found = []
    for n in (1, 2, 3):
        with fastmetrics.num_threads(n):
            left_out = LeftOutRows(count_clusterings(*pair))
            found.append(left_out.information(expected=True))
    for other in found[1:]:
        for ours, plain in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(ours, plain)


def test_many_clusters_need_memory_for_the_cells_only(rng):
    """A million rows, a hundred thousand clusters on either side."""
    n = 1_000_000
    table = count_clusterings(rng.integers(0, 100_000, n), rng.integers(0, 100_000, n))
    tracemalloc.start()
    left_out = LeftOutRows(table)
    shared = left_out.information(expected=True)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left_out.counts.sum() == n
    assert len(left_out.counts) < 5_000
    assert np.isfinite(shared.expected).all()
    assert peak < 150 * n


def test_pairs_of_four_billion_rows_do_not_overflow():
    half = 1 << 31
    table = Contingency.from_table([[half, 0], [1, half - 1]])
    ss, sd, ds, dd = LeftOutRows(table).pair_counts()
    total = ss + sd + ds + dd
    assert np.all(total == math.comb(2 * half - 1, 2))
    assert min(map(np.min, (ss, sd, ds, dd))) >= 0
