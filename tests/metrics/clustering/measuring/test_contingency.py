"""Contingency: built from labels of any kind, merged, read off, noise taken apart."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics._common import arrays
from fastmetrics.metrics.clustering.measuring.contingency import (
    Contingency,
    expected_information,
)
from fastmetrics.metrics.clustering.partitions import (
    count_clusterings,
    count_clusters,
)

KINDS = [
    st.integers(-2, 3),
    st.integers(-(2**62), 2**62),
    st.sampled_from(["cat", "dog", "a longer name", "ß"]),
    st.booleans(),
    st.sampled_from([0.0, -1.0, 2.0]),
]


@st.composite
def labellings(draw, least=0, most=25):
    n = draw(st.integers(least, most))
    return tuple(
        draw(st.lists(draw(st.sampled_from(KINDS)), min_size=n, max_size=n))
        for _ in range(2)
    )


def as_counter(counted):
    rows = counted.row_labels[counted.rows].tolist()
    columns = counted.column_labels[counted.columns].tolist()
    return dict(zip(zip(rows, columns, strict=True), counted.n.tolist(), strict=True))


def assert_sound(counted):
    """Cells in order, none of them empty, and sums that add up."""
    places = list(zip(counted.rows.tolist(), counted.columns.tolist(), strict=True))
    assert places == sorted(set(places))
    assert (counted.n > 0).all()
    table = counted.table()
    np.testing.assert_array_equal(counted.row_sizes, table.sum(axis=1))
    np.testing.assert_array_equal(counted.column_sizes, table.sum(axis=0))
    assert (counted.row_sizes > 0).all()
    assert (counted.column_sizes > 0).all()
    assert counted.total == table.sum()
    assert counted.shape == table.shape


@given(labellings())
def test_cells_are_those_of_a_counter(pair):
    for convert in (list, np.array):
        counted = count_clusterings(*map(convert, pair))
        assert_sound(counted)
        assert as_counter(counted) == Counter(zip(*pair, strict=True))
        for labels, side in zip(
            (counted.row_labels, counted.column_labels), pair, strict=True
        ):
            assert labels.tolist() == sorted(set(side))
            if side:
                assert labels.dtype.kind == np.array(side).dtype.kind


@pytest.mark.filterwarnings("ignore:Clustering metrics expects discrete")
def test_floats_with_fractions_and_other_kinds():
    dates = np.array(["2020-01-01", "2021-05-05", "2020-01-01"], "M8[D]")
    objects = np.array([1, True, 1.0], object)
    large = np.array([2**63 + 1, 2**63 + 2, 5], np.uint64)
    for first in (dates, objects, large, np.array([0.5, 0.25, 0.5])):
        counted = count_clusterings(first, ["x", "y", "x"])
        assert_sound(counted)
        assert as_counter(counted) == Counter(
            zip(first.tolist(), ["x", "y", "x"], strict=True)
        )


@given(labellings(), labellings())
def test_parts_merge(first, second):
    ours = count_clusterings(*first)
    if any(
        a and b and type(a[0]) is not type(b[0])
        for a, b in zip(first, second, strict=True)
    ):
        return  # not all kinds mix on one side
    merged = ours + count_clusterings(*second)
    assert_sound(merged)
    both = [[*a, *b] for a, b in zip(first, second, strict=True)]
    assert as_counter(merged) == Counter(zip(*both, strict=True))
    assert merged == count_clusterings(*second) + ours
    assert ours.__add__(1) is NotImplemented
    assert ours != 1


@one_case("n_labels", [3, 400, 10**9, 2**62])
def test_pieces_and_sorting_change_nothing(n_labels, monkeypatch, rng):
    labels = rng.integers(-n_labels // 2, n_labels // 2, 50, dtype=np.int64)
    first, second = labels[rng.integers(0, 50, (2, 4000))]
    expected = Counter(zip(first.tolist(), second.tolist(), strict=True))
    for sides in ((first, second), (first[::-1], (second % 251).astype(np.uint8))):
        expected = Counter(zip(*(side.tolist() for side in sides), strict=True))
        plain = count_clusterings(*sides)
        monkeypatch.setattr(arrays, "MANY_ROWS", 10)
        sorted_rows = count_clusterings(*sides)
        monkeypatch.setattr(arrays, "_MANY_PAIRS", 0)
        always_sorted = count_clusterings(*sides)
        monkeypatch.setattr(arrays, "_PIECE", 999)
        monkeypatch.setattr(arrays, "_SORTED_PIECE", 777)
        in_pieces = count_clusterings(*sides)
        monkeypatch.undo()
        for counted in (plain, sorted_rows, always_sorted, in_pieces):
            assert as_counter(counted) == expected
            assert counted == plain
            assert_sound(counted)


@pytest.mark.long
def test_large_tables_in_little_memory(rng):
    n = 200_000
    sides = rng.integers(0, 100_000, (2, n))
    counted = count_clusterings(*sides)
    assert as_counter(counted) == Counter(
        zip(sides[0].tolist(), sides[1].tolist(), strict=True)
    )
    information = counted.information(expected=True)
    assert 0 < information.expected < information.mutual * 1.01
    assert counted.sparse_table().sum() == n


# ------------------------------------------------------------------ what is read off


@given(labellings())
def test_pairs_are_those_of_two_loops(pair):
    kinds = Counter(
        (a[0] == b[0], a[1] == b[1])
        for a, b in combinations(zip(*pair, strict=True), 2)
    )
    found = count_clusterings(*pair).pair_counts()
    assert found == tuple(kinds[same] for same in ((1, 1), (1, 0), (0, 1), (0, 0)))
    assert all(type(count) is int for count in found)


def test_pairs_are_exact_beyond_64_bits():
    n = 2**40
    counted = Contingency.from_table(np.array([[n, 1], [0, n]]))
    pairs = counted.pair_counts()
    assert pairs.same_same == n * (n - 1)
    assert pairs.same_different == pairs.different_same == n
    assert sum(pairs) == (2 * n + 1) * n


@given(labellings(1))
def test_information_is_the_textbooks(pair):
    counted = count_clusterings(*pair)
    found = counted.information()
    n = len(pair[0])
    sides = [Counter(side) for side in pair]
    entropies = [
        -math.fsum(c / n * math.log(c / n) for c in side.values()) for side in sides
    ]
    mutual = math.fsum(
        c / n * math.log(n * c / (sides[0][a] * sides[1][b]))
        for (a, b), c in Counter(zip(*pair, strict=True)).items()
    )
    assert found.true == pytest.approx(entropies[0], abs=1e-14)
    assert found.predicted == pytest.approx(entropies[1], abs=1e-14)
    assert found.mutual == pytest.approx(mutual, abs=1e-14)
    assert 0 <= found.mutual <= min(found.true, found.predicted)
    assert found.expected is None


def test_what_is_equal_by_definition_is_equal_to_the_bit(rng):
    fine = rng.integers(0, 40, 1000)
    coarse = fine // 7
    for first, second in ((fine, coarse), (coarse, fine)):
        found = count_clusterings(first, second).information(expected=True)
        assert found.mutual == min(found.true, found.predicted)
    found = count_clusterings(fine, (fine * 17) % 41).information()
    assert found.mutual == found.true == found.predicted
    singles = np.arange(1000)
    for first, second in ((fine, singles), (singles, fine)):
        found = count_clusterings(first, second).information(expected=True)
        assert found.mutual == found.expected == min(found.true, found.predicted)


def test_threads_change_no_bit(rng):
    sides = rng.integers(0, 700, (2, 300_000)) ** 2 // 700
    values = []
    for n in (1, 3):
        with fastmetrics.num_threads(n):
            values.append(count_clusterings(*sides).information(expected=True))
    assert values[0] == values[1]


def test_expected_information_is_a_mean_over_shuffles(rng):
    sides = rng.integers(0, 4, (2, 60))
    counted = count_clusterings(*sides)
    found = expected_information(counted.row_sizes, counted.column_sizes, 60)
    drawn = []
    for _ in range(2000):
        rng.shuffle(sides[1])
        drawn.append(count_clusterings(*sides).information().mutual)
    assert abs(np.mean(drawn) - found) < 5 * np.std(drawn) / 2000**0.5


def test_one_labelling_is_counted_against_itself():
    counted = count_clusters(["a", "b", "a"])
    assert counted.table().tolist() == [[2, 0], [0, 1]]
    assert count_clusters([]).total == 0


def test_largest_overlaps():
    counted = Contingency.from_table([[5, 0, 2], [3, 4, 0]])
    assert counted.largest_overlaps().tolist() == [5, 4, 2]


# ------------------------------------------------------------------ noise


@given(labellings())
def test_noise_is_dropped_or_taken_apart(pair):
    counted = count_clusterings(*pair)
    rows = list(zip(*pair, strict=True))
    is_noise = [tuple(type(x) is not bool and x == -1 for x in row) for row in rows]
    dropped = counted.without_noise()
    assert_sound(dropped)
    assert as_counter(dropped) == Counter(
        row for row, noise in zip(rows, is_noise, strict=True) if not any(noise)
    )
    apart = counted.with_noise_apart()
    assert_sound(apart)
    named = [
        tuple((x, i if noise else None) for x, noise in zip(row, noisy, strict=True))
        for i, (row, noisy) in enumerate(zip(rows, is_noise, strict=True))
    ]
    kinds = Counter((a[0] == b[0], a[1] == b[1]) for a, b in combinations(named, 2))
    assert apart.pair_counts() == tuple(
        kinds[same] for same in ((1, 1), (1, 0), (0, 1), (0, 0))
    )
    assert sorted(apart.row_labels.tolist()) == apart.row_labels.tolist()


def test_noise_stands_where_it_did():
    apart = count_clusterings([-2, -1, -1, 0], [-1, 5, -1, 5], "own_clusters")
    assert apart.row_labels.tolist() == [-2, -1, -1, 0]
    assert apart.column_labels.tolist() == [-1, -1, 5]
    assert apart.table().tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]


# ------------------------------------------------------------------ tables


def test_tables_of_any_kind():
    from scipy import sparse

    table = np.array([[2, 0, 1], [0, 0, 0], [3, 0, 4]])
    expected = Contingency.from_table(table)
    assert expected.table().tolist() == [[2, 1], [3, 4]]
    coordinates = sparse.coo_array(
        ([1, 1, 0, 1, 3, 4], ([0, 0, 1, 0, 2, 2], [0, 0, 1, 2, 0, 2])), shape=(3, 3)
    )
    for other in (
        table.tolist(),
        table.astype(float),
        coordinates,
        coordinates.tocsr(),
    ):
        assert Contingency.from_table(other) == expected
    assert repr(expected) == "Contingency(2 and 2 clusters, 10 rows)"


@one_case(
    "table",
    [[1, 2], [[1, -1]], [[0.5, 1]], [[np.nan, 1]], [[0, 0]], [[]], [[2.0**53, 1]]],
)
def test_tables_that_are_none(table):
    with pytest.raises(ValueError, match="contingency"):
        Contingency.from_table(table)
    with pytest.raises(TypeError, match="numbers"):
        Contingency.from_table([["a", "b"]])
