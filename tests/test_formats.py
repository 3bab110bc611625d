"""docs/formats.md: its reader, in plain Python, reads the bytes of every summary."""

import json
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import Accumulator
from fastmetrics.adapters.batch_summaries import summary_classes
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter
from fastmetrics.metrics.clustering.partitions import count_clusterings

PAGE = Path(__file__).parents[1] / "docs" / "formats.md"
if not PAGE.exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)
Y, P = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 0, 1])
W = np.array([0.5, 1.0, 2.0, 1.5, 0.25])
NAMES = np.array(["cat", "dog", "émeu"])
T = np.array([0, 1, 2, 2, 1])
S = np.array([0.1, 0.4, 0.35, 0.8, 0.4])


@pytest.fixture(scope="module")
def reader():
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    found = {}
    exec(code, found)
    return found


def stream(metrics=("accuracy", "brier_score"), **options):
    seen = Accumulator(metrics, **options)
    by = {"by": ["a", "b", "a", "b", "a"]} if options.get("by") else {}
    for k in range(3):
        seen.update(Y, y_proba=S, batch_id=k, **by)
    return seen


counts, indicators = fm.ConfusionCounts.from_labels, fm.IndicatorCounts.from_labels
sweep, sketch = fm.ScoreSweep.from_scores, fm.ScoreSketch.from_scores
MARKS = np.array([[0, 1], [1, 1], [0, 0], [1, 0], [0, 1]])
RUN = {"q": {"a": 0.3, "b": 0.2}, "r": {"c": 0.1}}
QRELS = {"q": {"a": 1, "b": 0, "d": 2}, "r": {"c": 1}}
SUMMARIES = {
    "counts": lambda: counts(Y, P),
    "counts of texts, weighted": lambda: counts(NAMES[T], NAMES[T[::-1]], None, W),
    "indicators": lambda: indicators(MARKS, MARKS[::-1]),
    "indicators, weighted": lambda: indicators(MARKS, MARKS[::-1], sample_weight=W),
    "sweep": lambda: sweep(Y, S),
    "sweep of float32": lambda: sweep(Y, S.astype("f4")),
    "sweep of bytes": lambda: sweep(Y, (S * 10).astype("u1")),
    "sweep, weighted": lambda: sweep(Y, S, None, W),
    "sketch": lambda: sketch(Y, S),
    "sketch, weighted": lambda: sketch(Y, S, sample_weight=W),
    "errors": lambda: fm.ErrorSums.from_values(S, W),
    "errors of two outputs": lambda: fm.ErrorSums.from_values(
        np.c_[S, W], np.c_[W, S], W
    ),
    "probabilities": lambda: fm.ProbabilitySums.from_proba(Y, S),
    "probabilities, weighted": lambda: fm.ProbabilitySums.from_proba(
        NAMES[T], np.full((5, 3), 1 / 3), sample_weight=W
    ),
    "sweeps of classes": lambda: fm.ClassSweeps.from_proba(
        NAMES[T], np.eye(3)[T[::-1]], sample_weight=W
    ),
    "bins": lambda: fm.CalibrationBins.from_proba(Y, S, n_bins=5),
    "clusterings": lambda: count_clusterings(NAMES[T], P),
    "scatter": lambda: ClusterScatter.from_points(np.c_[S, W], T),
    "items": lambda: fm.ItemCounts.from_lists([["x", "y"], ["y"], ["y", "z"]]),
    "edits": lambda: fm.EditCounts.from_pairs(["a b", "c"], ["a", "d"]),
    "rows": lambda: fm.RowSums.from_rows("mean_absolute_percentage_error", W, S),
    "queries": lambda: fm.RowSums.from_rows(
        "mean_average_precision", Y, S, query_id=["a", "a", "b", "b", "b"]
    ),
    "lists": lambda: fm.RankedLists.from_trec(QRELS, RUN),
    "scores of items": lambda: fm.ItemScores.from_arrays(
        [[1, 1], [0, 1]], models=["a", "b"], clusters=["x", "x"]
    ),
    "scores of runs": lambda: fm.ItemScores.from_arrays(
        [[[1, 0.5], [1, 0]]], benchmarks=["gsm8k"], runs=["s", "t"]
    ),
    "stream": stream,
    "window": lambda: stream(window=2),
    "sketches": lambda: stream(max_thresholds=2),
    "slices": lambda: stream(by=True),
}


@one_case("name", SUMMARIES)
def test_every_summary_is_read_to_its_end(name, reader):
    data = SUMMARIES[name]().to_bytes()
    assert reader["read"](data)
    flipped = bytearray(data)
    flipped[-5] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        reader["read"](bytes(flipped))


def test_no_summary_is_left_out(reader):
    read = {SUMMARIES[name]().to_bytes()[:8] for name in SUMMARIES}
    assert read | {b"FMSLICES"} == {name for name, _ in reader["FORMATS"]}
    made = {type(make()).__name__ for make in SUMMARIES.values()}
    assert {*summary_classes()} <= made


def test_what_is_read_is_what_was_counted(reader):
    read = reader["read"]
    table = counts(NAMES[T], NAMES[T[::-1]], None, W)
    found = read(table.to_bytes())
    assert found["labels"] == table.labels.tolist()
    assert found["sums"] == table.cells.sums.tolist()
    assert found["n"] == table.cells.n.tolist()
    of_scores = read(sweep(Y, S).to_bytes())
    assert of_scores == {
        "thresholds": [0.8, 0.4, 0.35, 0.1],
        "positives": [0, 2, 1, 0],
        "negatives": [1, 0, 0, 1],
    }
    errors = read(fm.ErrorSums.from_values(S, W).to_bytes())
    assert errors["n_samples"] == 5
    bins = read(fm.CalibrationBins.from_proba(Y, S, n_bins=5).to_bytes())
    assert bins["n"] == [1, 3, 0, 1, 0]  # 0.4 and 0.8 end their bins
    assert bins["edges"] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1], rel=1e-15)
    ids = read(fm.ItemCounts.from_lists([["x", "y"], ["y"], ["y", "z"]]).to_bytes())
    assert (ids["items"], ids["n"]) == (["x", "y", "z"], [1, 3, 1])
    assert (ids["lengths"], ids["lists"]) == ([1, 2], [1, 2])
    edits = read(fm.EditCounts.from_pairs(["a b", "c"], ["a", "d"]).to_bytes())
    assert np.sum(edits["pairs"], axis=0).tolist() == [1, 1, 1, 0]
    scores = read(SUMMARIES["scores of runs"]().to_bytes())
    assert (scores["models"], scores["items"]) == ([0, 1], [0])
    assert scores["benchmarks"] == [[0], ["gsm8k"]]
    assert (scores["n_runs"], scores["scores"]) == ([[2], [2]], [1, 0.5, 1, 0])
    assert scores["runs"] == [[0, 1, 0, 1], ["s", "t"]]
    seen = read(stream(by=True).to_bytes())
    slices = seen["parts"][0]
    assert (slices["values"], slices["n_rows"]) == ([["a", "b"]], [9, 6])
    table = stream(by=True, metrics=["accuracy"])
    table = read(table.to_bytes())["parts"][0]
    assert (table["labels"], table["slices"]) == ([0, 1], [0, 0, 1, 1])
    assert (table["places"], table["n"]) == ([0, 2, 1, 2], [3, 6, 3, 3])
    assert len(seen["ids"]) == 3


# --- what is written as JSON in them, and forged


def sequential(made):
    made.update(Y, P, batch_id=1)
    return made


def slices():
    [made, *_] = stream(by=True)._held.total()["model"].values()
    return made


STATES = {
    **{name: SUMMARIES[name] for name in ("stream", "window", "slices", "rows")},
    "slices of one summary": slices,
    "test": lambda: sequential(fm.SequentialTest("accuracy", null=0.5)),
    "detector": lambda: sequential(fm.ChangeDetector("accuracy", null=0.5)),
}
OTHER_VALUES = (
    *(float("inf"), float("nan"), 10**400, -(2**63), -3, 0, 1.5, True, None),
    *("x", "[" * 5000, [], {}, [[]], [1, 2, 3]),
)
DEEP = "[" * 50_000 + "]" * 50_000


def forged(data, text):
    """The bytes of a state with another text in it."""
    start = data.index(b"{")
    length = len(json.dumps(told_in(data), sort_keys=True))
    at = data.rindex(length.to_bytes(8, "little"), 0, start)
    body = data[:at] + len(text).to_bytes(8, "little") + data[at + 8 : start]
    body += text.encode() + data[start + length : -4]
    return body + zlib.crc32(body).to_bytes(4, "little")


def told_in(data):
    text = data[data.index(b"{") :].decode("latin-1")
    return json.JSONDecoder().raw_decode(text)[0]


def places(told, path=()):
    """The paths of all values in a text."""
    yield path
    inside = {dict: dict.items, list: enumerate}.get(type(told))
    for key, value in inside(told) if inside else ():
        yield from places(value, (*path, key))


def replaced(told, path, value):
    if not path:
        return value
    made = told.copy()
    made[path[0]] = replaced(told[path[0]], path[1:], value)
    return made


@pytest.mark.long
@one_case("name", STATES)
def test_a_state_of_forged_texts_is_refused_or_works(name):
    state = STATES[name]()
    data = state.to_bytes()
    told, read = told_in(data), type(state).from_bytes
    assert read(forged(data, json.dumps(told))) == state or name.startswith("slices")
    texts = [DEEP, '{"a": ' * 50_000, "null", "{}", "Infinity", "\x00"]
    for path in places(told):
        texts += [json.dumps(replaced(told, path, one)) for one in OTHER_VALUES]
        texts.append(json.dumps(replaced(told, path, "@")).replace('"@"', DEEP))
    for text in texts:
        try:
            found = read(forged(data, text))
        except ValueError:
            continue
        assert type(found).from_bytes(found.to_bytes()).to_bytes() == found.to_bytes()
        if isinstance(found, Accumulator):
            found.compute()


@one_case(
    ("name", "change"),
    [
        ("stream", {"sizes": [-2, 1]}),
        ("stream", {"sizes": [5, 0]}),
        ("stream", {"sizes": [15]}),
        ("stream", {"window": -3}),
        ("stream", {"window": 2}),
        ("stream", {"settings": {"no such": 1}}),
        ("stream", {"task": "no such"}),
        ("stream", {"metrics": {}}),
        ("stream", {"metrics": {"f1": ["f1_score", {}]}}),
        ("stream", {"summaries": []}),
        ("window", {"window": -3}),
        ("window", {"window": 1}),
        ("window", {"window": None}),
        ("window", {"sizes": [5, -2]}),
        ("window", {"sizes": [5, 5, 5]}),
        ("window", {"front": -1}),
        ("window", {"front": 3}),
        ("detector", {"average_run_length": -1}),
        ("test", {"alpha": 2}),
        ("test", {"kind": "comparison"}),
        ("slices of one summary", {"cells": -1}),
        ("slices of one summary", {"labels": [0, -2, -16]}),
        ("slices of one summary", {"values": [[4, -1]]}),
    ],
)
def test_a_state_of_numbers_that_cannot_be_is_refused(name, change):
    state = STATES[name]()
    data = state.to_bytes()
    with pytest.raises(ValueError, match=r"damaged|must be|are of a"):
        type(state).from_bytes(forged(data, json.dumps(told_in(data) | change)))
