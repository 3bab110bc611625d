"""ItemScores: what is read, what is refused, sums in any order, bytes and frames."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

from fastmetrics import ItemScores
from fastmetrics.metrics.items.item_scores import as_item_scores

# Two models, three items, one cluster of two items; rows in no order.
ROWS = {
    "item": ["q2", "q1", "q1", "q3", "q2", "q3"],
    "model": ["b", "b", "a", "a", "a", "b"],
    "score": [1, 0, 1, 0, 1, 1],
    "passage": ["p", "p", "p", "r", "p", "r"],
    "seed": [0, 0, 0, 0, 0, 0],
}


# Two items, three models, two runs.
RUNS_OF_THREE = [[[1, 0], [0.5, 1], [0, 0]], [[1, 1], [0, 0.25], [1, 0]]]


def frame(**columns):
    return {**ROWS, **columns}


def error_of(match, *, kind=ValueError, columns=None, **options):
    with pytest.raises(kind, match=match):
        ItemScores.from_frame(ROWS if columns is None else columns, **options)


# --- what is read


@one_case("made", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_a_long_table_of_any_library(made):
    scores = ItemScores.from_frame(made(ROWS), cluster="passage")
    assert scores.models == ["b", "a"]  # in order of appearance
    assert scores.items.tolist() == ["q1", "q2", "q3"]
    assert scores.clusters.tolist() == ["p", "p", "r"]
    assert scores.benchmarks is None
    assert scores.means.tolist() == [[0, 1], [1, 1], [1, 0]]
    assert scores.n_runs.tolist() == [[1, 1]] * 3
    assert scores.n_items == len(scores) == 3
    assert scores.missing == {"b": 0, "a": 0}
    assert scores.is_binary
    assert repr(scores) == "ItemScores(n_items=3, n_models=2, n_runs=6)"


def test_an_item_is_an_id_in_a_benchmark():
    columns = {
        "item": [0, 1, 0, 1],
        "model": ["m"] * 4,
        "score": [0.5, 1, 0, 0.25],
        "task": ["mmlu", "mmlu", "gsm8k", "gsm8k"],
        "topic": ["x", "x", "x", "y"],
    }
    scores = ItemScores.from_frame(columns, benchmark="task", cluster="topic")
    assert scores.items.tolist() == [0, 1, 0, 1]
    assert scores.benchmarks.tolist() == ["gsm8k", "gsm8k", "mmlu", "mmlu"]
    assert scores.means.ravel().tolist() == [0, 0.25, 0.5, 1]
    # Clusters of one name in two benchmarks are two clusters.
    assert scores.units.codes.tolist() == [0, 1, 2, 2]
    assert scores.units.names.tolist() == ["x", "y", "x"]
    assert scores.strata.names.tolist() == ["gsm8k", "mmlu"]
    assert scores.strata.sizes.tolist() == [2, 2]


def test_repeated_runs_by_name_and_by_order():
    columns = {
        "item": ["q", "q", "q", "r"],
        "model": ["m"] * 4,
        "score": [1, 0, 0, 1],
        "epoch": [3, 1, 2, 1],
    }
    by_name = ItemScores.from_frame(columns, run="epoch")
    assert by_name.n_runs.tolist() == [[3], [1]]
    assert by_name.of_model("m").runs.tolist() == [False, False, True, True]
    assert by_name.to_frame()["run"].tolist() == [1, 2, 3, 1]
    in_order = ItemScores.from_frame(columns, run="order")
    assert in_order.of_model("m").runs.tolist() == [True, False, False, True]
    assert in_order.to_frame()["run"].tolist() == [0, 1, 2, 0]
    assert np.array_equal(by_name.means, in_order.means)


def test_runs_of_a_model():
    scores = ItemScores.from_arrays(
        [[[0.5, 0.25]], [[1, np.nan]], [[np.nan, np.nan]]], missing="common"
    )
    one = scores.of_model(0)
    assert one.counts.tolist() == [2, 1, 0]
    assert one.sums.tolist() == [0.75, 1, 0]
    assert one.runs.tolist() == [0.5, 0.25, 1]
    assert one.starts.tolist() == [0, 2, 3, 3]
    assert one.means[:2].tolist() == [0.375, 1]
    assert np.isnan(one.means[2])
    with pytest.raises(ValueError, match=r"model must be one of \[0\], got 'x'"):
        scores.of_model("x")


def test_some_of_the_models():
    scores = ItemScores.from_arrays(RUNS_OF_THREE, models=["a", "b", "c"])
    two = scores.of_models(["c", "a"])
    assert two.models == ["c", "a"]
    for model in two.models:
        assert all(map(np.array_equal, two.of_model(model), scores.of_model(model)))
    named = ItemScores.from_arrays(RUNS_OF_THREE, runs=["s", "t"])
    frame = named.of_models([1]).to_frame()
    assert frame["run"].tolist() == ["s", "t", "s", "t"]
    with pytest.raises(ValueError, match=r"one of \['a', 'b', 'c'\], got 'd'"):
        scores.of_models(["a", "d"])
    with pytest.raises(ValueError, match="models must be different, got 'a' twice"):
        scores.of_models(["a", "a"])


def test_arrays_with_names():
    scores = ItemScores.from_arrays(
        [[1, 0], [1, 1]], models=["a", "b"], items=["z", "y"], clusters=[7, 7]
    )
    assert scores.items.tolist() == ["y", "z"]
    assert scores.means.tolist() == [[1, 1], [1, 0]]
    assert scores.has_clusters
    assert scores.units.k == 1
    named = ItemScores.from_arrays(pd.DataFrame({"a": [1, 0], "b": [0, 0]}))
    assert named.models == ["a", "b"]
    assert named == ItemScores.from_arrays({"a": [True, False], "b": [False, False]})
    assert as_item_scores(named) is named
    assert as_item_scores([[1, 0], [0, 0]]).models == [0, 1]


def test_one_item_per_cluster_is_no_clusters():
    scores = ItemScores.from_arrays([[1], [0]], clusters=["x", "y"])
    assert scores.clusters.tolist() == ["x", "y"]
    assert not scores.has_clusters
    assert scores.units.k == 2


def test_runs_that_were_not_made():
    cells = [[[1, np.nan, 0]], [[1, 1, 1]]]
    scores = ItemScores.from_arrays(cells)
    assert scores.n_runs.tolist() == [[2], [3]]
    assert scores.to_frame()["run"].tolist() == [0, 2, 0, 1, 2]


@one_case("made", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_a_run_without_a_score_was_not_made(made):
    nothing = np.nan if made is dict else None
    columns = made(frame(score=[1, 0, 1, nothing, 1, 1], seed=[0, 0, 0, 0, 1, 1]))
    error_of("no runs for 1 item of model 'a'", columns=columns)
    scores = ItemScores.from_frame(columns, run="seed", missing="common")
    assert scores.items.tolist() == ["q1", "q2", "q3"]
    assert scores.n_runs.tolist() == [[1, 1], [1, 1], [1, 0]]
    assert scores.is_binary


def test_scores_are_binary_or_not():
    assert ItemScores.from_arrays([[1.0], [0.0]]).sums.dtype == np.int64
    assert not ItemScores.from_arrays([[1.0], [0.5]]).is_binary
    assert not ItemScores.from_arrays([[2], [0]]).is_binary


def test_metrics_of_a_table():
    scores = ItemScores.from_arrays([[1, 1], [0, 1]], models=["a", "b"])
    assert scores.compute("mean_score") == {"a": 0.5, "b": 1}
    assert scores.compute("pass_at_k:k=1", model="a") == 0.5
    with pytest.raises(TypeError, match="k"):
        scores.compute("pass_at_k")
    with pytest.raises(ValueError, match="'accuracy' cannot be read off a ItemScores"):
        scores.compute("accuracy")


# --- what is refused


def test_a_file_that_was_logged_twice():
    twice = {name: column * 2 for name, column in ROWS.items()}
    error_of(
        r"rows 1 and 7 \(counted from 0\) are item 'q1' and model 'b'\. If rows are "
        r"repeated runs, pass run= with the column that names them, or run=\"order\"",
        columns=twice,
    )
    error_of(
        r"rows 1 and 7 \(counted from 0\) are run 0 of item 'q1' and model 'b'\.",
        columns=twice,
        run="seed",
    )


def test_an_item_in_two_clusters():
    error_of(
        "passage must be the same in all rows of an item: item 'q1' is in 'p' and in "
        "'r'",
        columns=frame(passage=["p", "p", "r", "r", "p", "r"]),
        cluster="passage",
    )


def test_columns_that_are_not_there():
    error_of(
        r"frame has no column 'id' for item: its columns are \['item', 'model', "
        r"'score', 'passage', 'seed'\]",
        item="id",
    )
    error_of("frame must be a data frame, an Arrow table or a dict", kind=TypeError,
             columns=[1, 2])  # fmt: skip


def test_scores_that_are_no_finite_numbers():
    infinite = [1, 0, 1, 0, 1, np.inf]
    error_of("got inf for item 'q3' and model 'b': 1 of 6 scores are infinite",
             columns=frame(score=infinite))  # fmt: skip
    error_of("must hold numbers, got strings", columns=frame(score=[*"CICCIC"]))
    with pytest.raises(ValueError, match="got -inf for item 1 and model 'b'"):
        ItemScores.from_arrays([[1, 0], [0, -np.inf]], models=["a", "b"])
    with pytest.raises(ValueError, match="all are NaN"):
        ItemScores.from_arrays([[np.nan]], missing="common")


def test_missing_cells_are_asked_for():
    columns = {name: column[:-1] for name, column in ROWS.items()}
    error_of(
        r"no runs for 1 item of model 'b' \(of 3 items\)\. Pass missing=\"pairwise\"",
        columns=columns,
    )
    scores = ItemScores.from_frame(columns, missing="pairwise")
    assert scores.missing == {"b": 1, "a": 0}
    assert scores.check_missing() == "pairwise"
    assert scores.check_missing("common") == "common"
    with pytest.raises(ValueError, match="no runs for 1 item of model 'b'"):
        scores.check_missing("raise")
    assert ItemScores.from_frame(ROWS, missing="common").check_missing() is None
    error_of(r"missing must be one of \('raise', 'pairwise', 'common'\), got 'drop'",
             missing="drop")  # fmt: skip


@one_case(
    "scores, options, match",
    [
        ([1, 0], {}, "must have the shape .* got an array|must have the shape"),
        (np.zeros((2, 0)), {}, "must have one model at least"),
        (np.zeros((0, 2)), {}, "must have one item at least"),
        (np.zeros((1, 2, 0)), {}, "must have one run at least"),
        ([[1, 0]], {"models": ["a"]}, "models must have 2 names, got 1"),
        ([[1, 0]], {"models": ["a", "a"]}, "models must be different, got 'a' twice"),
        ([[1], [0]], {"items": ["q", "q"]}, "item 'q' occurs more than once"),
        ([[[1, 0]]], {"runs": ["s", "s"]}, "runs must be different, got 's' twice"),
        ([[1], [0]], {"clusters": ["q"]}, "clusters has 1, expected 2"),
        ([[1], [0]], {"benchmarks": ["q", None]}, "benchmarks contains missing"),
    ],
)
def test_arrays_that_are_refused(scores, options, match):
    with pytest.raises(ValueError, match=match):
        ItemScores.from_arrays(scores, **options)


def test_ids_of_two_kinds():
    ids = np.array(["q2", 1, 1, 3, "q2", 3], object)
    columns = frame(item=ids)
    error_of("item must be of one kind", kind=TypeError, columns=columns)


def test_the_class_is_not_called():
    with pytest.raises(TypeError, match="made by from_frame"):
        ItemScores()


# --- sums


def parts_of(rows, rng, **options):
    """Cut a table into parts, whose items, models and runs overlap at will."""
    part = rng.integers(0, 5, len(rows))
    return [
        ItemScores.from_frame(rows[part == i], missing="common", **options)
        for i in range(5)
        if (part == i).any()
    ]


def test_parts_in_any_order_have_the_same_values(rng):
    whole = ItemScores.from_arrays(
        np.where(rng.random((12, 3, 4)) < 0.2, np.nan, rng.random((12, 3, 4))),
        models=["a", "b", "c"],
        benchmarks=[*"xyz" * 4],
        clusters=[*"ppqq" * 3],
        missing="common",
    )
    options = {"run": "run", "benchmark": "benchmark", "cluster": "cluster"}
    parts = parts_of(whole.to_frame(), rng, **options)
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        added = sum(parts[i] for i in order)
        assert ItemScores.merge(parts[i] for i in order) == added
        assert added.items.tolist() == whole.items.tolist()
        assert added.clusters.tolist() == whole.clusters.tolist()
        for model in whole.models:
            one, other = added.of_model(model), whole.of_model(model)
            assert all(map(np.array_equal, one, other))


def test_other_items_models_and_runs_are_added():
    first = ItemScores.from_arrays([[1], [0]], models=["a"])
    items = ItemScores.from_arrays([[0.5]], models=["a"], items=["extra"])
    models = ItemScores.from_arrays([[1], [1]], models=["b"])
    runs = ItemScores.from_arrays([[[1]], [[1]]], models=["a"], runs=["second"])
    # Ids of numbers and texts together are texts.
    assert (first + items).items.tolist() == ["0", "1", "extra"]
    assert (items + first).means.ravel().tolist() == [1, 0, 0.5]
    assert (first + models).means.tolist() == [[1, 1], [0, 1]]
    assert (first + runs).means.ravel().tolist() == [1, 0.5]
    both = models + items  # nobody is asked for missing cells
    assert both.missing == {"b": 1, "a": 2}
    with pytest.raises(ValueError, match="1 item of model 'b', 2 items of model 'a'"):
        both.check_missing()


def test_sums_that_are_refused():
    one = ItemScores.from_arrays([[1]], models=["a"], benchmarks=["mmlu"])
    with pytest.raises(
        ValueError,
        match="both tables have run 0 of item 0 of benchmark 'mmlu' and model 'a'",
    ):
        one + one
    bare = ItemScores.from_arrays([[1]], models=["b"])
    with pytest.raises(ValueError, match="with benchmarks and without cannot be added"):
        one + bare
    here = ItemScores.from_arrays([[1]], models=["a"], clusters=["x"])
    there = ItemScores.from_arrays([[1]], models=["b"], clusters=["y"])
    with pytest.raises(ValueError, match="item 0 is in 'x' and in 'y'"):
        here + there
    with pytest.raises(ValueError, match="with clusters and without"):
        here + bare
    common = ItemScores.from_arrays([[1]], models=["c"], missing="common")
    with pytest.raises(ValueError, match="'raise' and 'common'"):
        bare + common
    with pytest.raises(TypeError):
        one + 1


# --- bytes and frames

TABLES = {
    "binary": lambda: ItemScores.from_arrays([[1, 0], [1, 1]], missing="pairwise"),
    "runs": lambda: ItemScores.from_arrays(
        [[[0.5, np.nan]], [[1, 2]]], runs=["s", "t"], clusters=[0, 0]
    ),
    "benchmarks": lambda: ItemScores.from_arrays(
        [[1, 0], [1, 1]], models=["a", "b"], items=["y", "x"], benchmarks=["u", "v"]
    ),
    "missing": lambda: ItemScores.from_arrays([[1, np.nan], [0, 1]], missing="common"),
}


@one_case("name", TABLES)
def test_a_table_is_kept_as_it_is(name):
    scores = TABLES[name]()
    again = ItemScores.from_bytes(scores.to_bytes())
    assert again == scores
    assert again.to_bytes() == scores.to_bytes()
    assert pickle.loads(pickle.dumps(scores)) == scores
    assert copy.deepcopy(scores) == copy.copy(scores) == scores
    for backend in ("pandas", "polars"):
        table = scores.to_frame(backend)
        others = {c: c for c in ("run", "cluster", "benchmark") if c in table.columns}
        read = ItemScores.from_frame(table, missing=scores.missing_rule, **others)
        assert read == scores
    assert scores != 1
    assert all((TABLES[other]() == scores) == (other == name) for other in TABLES)


def test_columns_of_a_frame():
    table = TABLES["runs"]().to_frame("polars")
    assert table.columns == ["item", "model", "score", "run", "cluster"]
    assert table["score"].to_list() == [0.5, 1, 2]
    assert TABLES["binary"]().to_frame().columns.tolist() == ["item", "model", "score"]
    with pytest.raises(ValueError, match="backend is 'arrow'"):
        TABLES["binary"]().to_frame("arrow")


def test_bytes_that_are_refused():
    scores = TABLES["runs"]()
    data = bytearray(scores.to_bytes())
    with pytest.raises(ValueError, match="no ItemScores"):
        ItemScores.from_bytes(b"something else" * 9)
    data[40] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        ItemScores.from_bytes(bytes(data))
    named = ItemScores.from_arrays([[1]], models=[(1, 2)])
    with pytest.raises(TypeError, match="cannot be written"):
        named.to_bytes()
