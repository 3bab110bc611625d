"""Areas inside groups: against the reference, one group at a time, and other ids."""

import datetime
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from differential.strategies import scores
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._inputs.groups import group_codes

AVERAGES = ("rows", "pairs", "macro", None)
Y, S = [1, 0, 0, 1, 1, 0, 1], [0.3, 0.1, 0.3, 0.8, 0.9, 0.7, 0.2]
G = [2, 1, 2, 1, 2, 1, 3]


def same(ours, plain, rel):
    assert ours[1:3] == plain[1:3]
    assert (ours.score is None) == (plain.score is None)
    if ours.score is not None:
        assert ours.score == pytest.approx(plain.score, rel=rel, nan_ok=True)
        return
    assert ours.groups.tolist() == plain.groups
    assert ours.scores == pytest.approx(plain.scores, rel=rel, nan_ok=True)
    assert ours.weights == pytest.approx(plain.weights, rel=rel)


@pytest.mark.filterwarnings("ignore::UserWarning")
@settings(max_examples=examples(60))
@given(st.data())
def test_as_the_reference(data):
    n = data.draw(st.integers(1, 40))
    dtype, y_score = data.draw(scores(n))
    y_true = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    few = st.integers(-2, data.draw(st.sampled_from([-2, 0, 5])))
    anything = st.integers(-(2**63), 2**63 - 1)
    ids = data.draw(st.sampled_from([few, anything]))
    groups = data.draw(st.lists(ids, min_size=n, max_size=n))
    quarters = st.lists(st.integers(0, 12).map(lambda k: k / 4), min_size=n, max_size=n)
    weights = data.draw(st.none() | quarters.filter(any))
    average = data.draw(st.sampled_from(AVERAGES))
    options = {"average": average, "sample_weight": weights}
    given_scores = np.array(y_score, dtype)
    ours = fm.roc_auc_by_group(
        np.repeat(y_true, 2)[::2], given_scores, np.array(groups, np.int64), **options
    )
    plain = reference.roc_auc_by_group(y_true, given_scores.tolist(), groups, **options)
    # Pairs of all groups are whole numbers: one division. The rest are sums of ratios.
    exact = average == "pairs" and weights is None
    same(ours, plain, 0 if exact else 1e-14)


@one_case("weighted", [False, True])
@one_case("dtype", [np.float64, np.float32, np.uint64])
def test_groups_of_all_sizes_have_the_areas_of_their_rows(rng, weighted, dtype):
    # One row to thousands: pairs compared one by one, and classes sorted.
    sizes = [1, 2, 3, 4, 5, 8, 24, 25, 26, 60, 255, 257, 300, 5000]
    groups = rng.permutation(np.repeat(np.arange(len(sizes)) * 7 - 5, sizes))
    n = len(groups)
    y_true = rng.integers(0, 2, n)
    y_score = rng.integers(0, 300, n).astype(dtype)
    if dtype == np.uint64:
        y_score = 2**64 - 1 - y_score
    weights = rng.integers(0, 9, n) / 4 if weighted else None
    found = fm.roc_auc_by_group(
        y_true, y_score, groups, average=None, sample_weight=weights
    )
    for group, area in zip(found.groups, found.scores, strict=True):
        mine = groups == group
        own = None if weights is None else weights[mine]
        present = y_true[mine][slice(None) if own is None else own > 0]
        if len(set(present.tolist())) < 2:
            assert math.isnan(area)
            continue
        expected = fm.roc_auc_score(y_true[mine], y_score[mine], sample_weight=own)
        assert area == pytest.approx(expected, rel=1e-14 if weighted else 0)


@pytest.mark.long
@one_case("sparse", [1, 2**40])
def test_rows_of_many_blocks_on_any_number_of_threads(rng, sparse):
    n = 600_000
    groups = rng.integers(0, n // 20, n) * sparse
    groups[: n // 2] = 17 * sparse  # one of them reaches over several blocks
    y_true, y_score = rng.integers(0, 2, n), rng.random(n).astype(np.float32)
    weights = rng.random(n)
    frame = pd.DataFrame({"g": groups, "y": y_true, "s": y_score})
    frame["rank"] = frame.groupby("g")["s"].rank()
    positives = frame[frame.y == 1].groupby("g").agg(n=("y", "size"), r=("rank", "sum"))
    sizes = frame.groupby("g").size().to_frame("all").join(positives, how="left")
    negatives = sizes["all"] - sizes.n
    expected = (sizes.r - sizes.n * (sizes.n + 1) / 2) / (sizes.n * negatives)
    results = []
    for threads in (1, 2):
        with fm.num_threads(threads):
            every = fm.roc_auc_by_group(y_true, y_score, groups, average=None)
            results.append(
                [every.scores.tobytes()]
                + [
                    fm.roc_auc_by_group(
                        y_true, y_score, groups, average=average, sample_weight=weights
                    ).score
                    for average in AVERAGES[:3]
                ]
            )
    assert results[0] == results[1]
    np.testing.assert_array_equal(every.groups, sizes.index)
    np.testing.assert_allclose(every.scores, expected, rtol=1e-12)


KINDS = {
    "list": G,
    "tuple": tuple(G),
    "int8": np.array(G, np.int8),
    "uint64": np.array(G, np.uint64) + np.uint64(2**64 - 9),
    "far apart": np.array([0, -(2**63), 2**63 - 1])[np.array(G) - 1],
    "strided": np.repeat(G, 3)[::3],
    "other byte order": np.array(G, ">i4"),
    "bool": np.array(G) == 2,
    "whole floats": np.array(G, float),
    "floats": np.array(G) / 7,
    "half floats": np.array(G, np.float16) / 4,
    "texts": [f"user {g}" for g in G],
    "array of texts": np.array([f"user {g}" for g in G]),
    "objects": np.array([f"user {g}" for g in G], object),
    "tuples": [("a", g) for g in G],
    "dates": np.array(G, "M8[D]"),
    "Python's dates": np.array([datetime.date(2024, 1, g) for g in G], object),
    "bytes": np.array(G).astype("S"),
    "pandas": pd.Series(G, dtype="Int64"),
    "pandas categories": pd.Series(list("zayazbz"), dtype="category"),
    "unused categories": pd.Categorical.from_codes(G, list("fedcba")),
    "polars": pl.Series(list("zayazbz")),
    "polars categories": pl.Series(list("zayazbz"), dtype=pl.Categorical),
    "pyarrow": pa.array(G),
    "pyarrow, dictionary": pa.array(list("zayazbz")).dictionary_encode(),
    "pyarrow, chunks": pa.chunked_array([G[:2], G[2:]]),
}


@one_case("kind", KINDS)
def test_ids_of_any_kind(kind):
    ids = KINDS[kind]
    if kind == "tuples":  # a list of them would be a matrix
        column = np.empty(len(ids), object)
        column[:] = ids
        ids = column
    plain = ids.to_pylist() if hasattr(ids, "to_pylist") else list(ids)
    ours = fm.roc_auc_by_group(Y, S, ids, average=None)
    expected = reference.roc_auc_by_group(Y, S, plain, average=None)
    assert list(ours.groups) == expected.groups
    np.testing.assert_array_equal(ours.scores, expected.scores)
    assert (
        fm.roc_auc_by_group(Y, S, ids)[:3]
        == reference.roc_auc_by_group(Y, S, plain)[:3]
    )
    codes, n_groups = group_codes(ids, len(Y))
    np.testing.assert_array_equal(
        codes,
        np.searchsorted(expected.groups, plain)
        if kind not in ("tuples", "Python's dates")
        else [expected.groups.index(p) for p in plain],
    )
    assert n_groups == len(expected.groups)


@one_case(
    ("ids", "error", "words"),
    [
        (G[1:], ValueError, "groups has 6, expected 7"),
        ([], ValueError, "groups has 0, expected 7"),
        ([None, *G[1:]], ValueError, "groups contains missing values"),
        ([math.nan, *G[1:]], ValueError, "groups contains NaN"),
        ([math.inf, *G[1:]], ValueError, "groups contains infinity"),
        (np.array(["NaT"] * 7, "M8[D]"), ValueError, "groups contains missing values"),
        (pd.Series(G, dtype="Int64").mask([True] + [False] * 6), ValueError, "groups"),
        (pd.Categorical([None, *"abcabc"]), ValueError, "groups"),
        (np.array(["a", *G[1:]], object), TypeError, "groups must be of one kind"),
        (np.array([[1], *G[1:]], object), TypeError, "groups must hold one id per row"),
        (np.ones((7, 2)), ValueError, "groups must be a 1d array"),
        (None, TypeError, "groups must be array-like"),
        (5, (TypeError, ValueError), "groups must be array-like"),
        (np.array(G) * 1j, ValueError, "groups must be real"),
    ],
)
def test_ids_that_are_none(ids, error, words):
    with pytest.raises(error, match=words):
        fm.roc_auc_by_group(Y, S, ids)


def test_what_is_wrong_raises():
    for wrong, words in (
        ({"average": "micro"}, "average must be one of"),
        ({"average": ["rows"]}, "average must be one of"),
        ({"sample_weight": [-1.0] * 7}, "sample_weight must not be negative"),
        ({"sample_weight": [0.0] * 7}, "at least one non-zero"),
    ):
        with pytest.raises(ValueError, match=words):
            fm.roc_auc_by_group(Y, S, G, **wrong)
    with pytest.raises(ValueError, match="y_true is empty"):
        fm.roc_auc_by_group([], [], [])


def test_one_row_and_no_group_of_both_classes():
    for data in (([1], [0.5], ["a"]), (Y, S, range(7))):
        for average in AVERAGES:
            with pytest.warns(fm.UndefinedMetricWarning, match="no group has"):
                found = fm.roc_auc_by_group(*data, average=average)
            assert found.n_skipped == found.n_groups == len(data[0])
            assert average is None or math.isnan(found.score)


@one_case("power", [-1000, -600, 600, 1000])
def test_weights_of_any_size(rng, power):
    y_true, groups = rng.integers(0, 2, 60), rng.integers(0, 5, 60)
    y_score, weights = rng.random(60), rng.integers(1, 5, 60) / 4
    scaled = np.ldexp(weights, power)
    for average in AVERAGES:
        options = {"average": average, "sample_weight": scaled}
        found = fm.roc_auc_by_group(y_true, y_score, groups, **options)
        options["sample_weight"] = weights
        expected = fm.roc_auc_by_group(y_true, y_score, groups, **options)
        assert found.score == expected.score
        if average is None:
            np.testing.assert_array_equal(found.scores, expected.scores)
            np.testing.assert_array_equal(
                found.weights, np.ldexp(expected.weights, power)
            )


def test_inputs_stay_as_they_are(rng):
    columns = [rng.integers(0, 2, 50), rng.random(50), rng.integers(0, 9, 50)]
    weights = rng.integers(0, 3, 50) * 2.0**900
    kept = [column.copy() for column in (*columns, weights)]
    for column in (*columns, weights):
        column.setflags(write=False)
    fm.roc_auc_by_group(*columns, sample_weight=weights)
    for column, before in zip((*columns, weights), kept, strict=True):
        np.testing.assert_array_equal(column, before)
