"""Judgements and runs in their forms, and a run beside judgements."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

from fastmetrics import Qrels, Run
from fastmetrics._inputs.judgements import (
    are_judgements,
    join_run,
    named_runs,
    read_judgements,
    read_results,
)
from fastmetrics._inputs.key_columns import id_column

QRELS = {"b": {"d1": 2, "d2": 0, "d3": 1}, "a": {"d1": 1, "d9": -1}, "c": {"d4": 0}}
RUN = {"a": {"d5": 2.0, "d9": 2.0, "d1": 0.5}, "b": {"d2": 1.0}, "z": {"d1": 1.0}}


def flat(nested, *names):
    rows = [(q, d, value) for q, of in nested.items() for d, value in of.items()]
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


COLUMNS = flat(QRELS, "query_id", "doc_id", "relevance")
FORMS = {
    "mappings": QRELS,
    "columns": COLUMNS,
    "three columns": (*COLUMNS.values(),),
    "named tuple": Qrels(*COLUMNS.values()),
    "pandas": pd.DataFrame(COLUMNS),
    "categories": pd.DataFrame(COLUMNS).astype({"query_id": "category"}),
    "polars": pl.DataFrame(COLUMNS),
    "arrow": pa.table(COLUMNS),
    "other names": pd.DataFrame(flat(QRELS, "qid", "docno", "rel")).assign(iteration=0),
    "objects": pd.DataFrame(COLUMNS).astype(object),
}


def grades_by_query(rows):
    return {
        rows.queries[q]: {
            rows.docs[int(row)]: rows.values[row]
            for row in rows.order[rows.offsets[q] : rows.offsets[q + 1]]
        }
        for q in range(len(rows.queries))
    }


@one_case("form", FORMS)
def test_all_forms_hold_the_same(form):
    found = grades_by_query(read_judgements(FORMS[form]))
    assert found == QRELS
    assert [*found] == [*QRELS]  # in order of first appearance
    assert are_judgements(FORMS[form]) is (form != "three columns")


def test_numbers_are_ids_as_they_are_written():
    by_number = read_judgements(([1, 1, 20], [7, 8, 7], [1, 0, 1]))
    assert grades_by_query(by_number) == {"1": {"7": 1, "8": 0}, "20": {"7": 1}}
    assert list(id_column(np.array([7, "7", 8.0, "x"], object), "ids")) == [
        "7",
        "7",
        "8",
        "x",
    ]
    wide = id_column(np.array([2**63, 5, 2**63], np.uint64), "ids")
    assert list(wide) == [str(2**63), "5", str(2**63)]
    assert wide.n_ids == 2


def test_numbers_are_written_as_python_does():
    edges = [0, 9, 10, 99, -1, -10, 2**63 - 1, -(2**63), 10**18, 123456789]
    assert list(id_column(np.array(edges), "ids")) == [*map(str, edges)]
    small = np.array([-128, 127, 0], np.int8)
    assert list(id_column(small, "ids")) == ["-128", "127", "0"]
    largest = np.array([2**64 - 1, 0], np.uint64)
    assert list(id_column(largest, "ids")) == [str(2**64 - 1), "0"]


def test_a_query_of_a_mapping_can_have_no_documents():
    rows = read_results({"a": {"d": 1.0}, "b": {}})
    assert grades_by_query(rows) == {"a": {"d": 1.0}, "b": {}}


def test_ranks_stand_in_for_scores():
    table = {"query_id": ["q", "q"], "doc_id": ["a", "b"], "rank": [2, 1]}
    assert read_results(table).values.tolist() == [-2.0, -1.0]
    assert read_results({**table, "score": [1, 2]}).values.tolist() == [1.0, 2.0]
    assert read_results(Run(*table.values())).values.tolist() == [2.0, 1.0]


def test_runs_by_name():
    assert named_runs(RUN) is None
    assert named_runs({"A": RUN}) == {"A": RUN}
    table = pd.DataFrame(flat(RUN, "query_id", "doc_id", "score"))
    assert named_runs(table) is None
    assert named_runs(table.to_dict("list")) is None
    assert [*named_runs({"A": table, "B": Run("q", "d", [1])})] == ["A", "B"]
    assert [*named_runs({"A": table.to_dict("list")})] == ["A"]
    assert not are_judgements({"A": RUN, "B": RUN})
    assert not are_judgements([0, 1])


def test_a_run_beside_judgements():
    joined = join_run(read_judgements(QRELS), read_results(RUN))
    assert list(joined.query_ids) == ["b", "a", "c"]
    assert joined.returned.tolist() == [True, True, False]
    assert joined.offsets.tolist() == [0, 1, 4, 4]
    np.testing.assert_array_equal(joined.grades, [0, np.nan, -1, 1])
    assert joined.scores.tolist() == [1.0, 2.0, 2.0, 0.5]
    assert joined.trec_rank.tolist() == [0, 1, 0, 2]  # "d9" is ahead of "d5"
    assert joined.unreturned.tolist() == [2.0, 1.0]
    assert joined.unreturned_offsets.tolist() == [0, 2, 2, 2]
    assert joined.unreturned_nonrelevant.tolist() == [0, 0, 1]
    assert joined.n_unjudged_queries == 1


def test_queries_that_are_missing_can_be_left_out():
    joined = join_run(read_judgements(QRELS), read_results(RUN), missing="skip")
    assert list(joined.query_ids) == ["b", "a"]
    assert joined.offsets.tolist() == [0, 1, 4]
    assert joined.unreturned.tolist() == [2.0, 1.0]
    run = {"c": {"d1": 1.0}, "a": {"d1": 1.0}}
    joined = join_run(read_judgements(QRELS), read_results(run), missing="skip")
    assert list(joined.query_ids) == ["a", "c"]
    np.testing.assert_array_equal(joined.grades, [1, np.nan])


def test_documents_that_are_not_judged_can_be_taken_out():
    joined = join_run(read_judgements(QRELS), read_results(RUN), judged_only=True)
    assert joined.offsets.tolist() == [0, 1, 2, 2]
    assert joined.grades.tolist() == [0, 1]
    assert joined.trec_rank.tolist() == [0, 2]


def test_places_are_those_of_a_sort_by_rounded_score_and_id():
    rng = np.random.default_rng(4)
    for n in (1, 5, 40, 700):
        docs = [f"d{i:b}" for i in rng.permutation(n)]
        # Some of these are one number in single precision.
        scores = rng.integers(0, max(n // 4, 1), n) + rng.integers(0, 3, n) * 1e-9
        rows = read_results({"q": dict(zip(docs, scores.tolist(), strict=True))})
        joined = join_run(read_judgements({"q": {"d0": 1}}), rows)
        order = sorted(
            range(n), key=lambda i: (np.float32(scores[i]), docs[i]), reverse=True
        )
        assert joined.trec_rank[order].tolist() == list(range(n))


def test_joined_as_the_definition_says():
    rng = np.random.default_rng(5)
    for _ in range(30):
        judged = {
            str(q): {
                str(d): int(rng.integers(-1, 4)) for d in rng.choice(60, 40, False)
            }
            for q in rng.choice(9, 6, replace=False)
        }
        run = {
            str(q): {str(d): float(rng.random()) for d in rng.choice(90, 20, False)}
            for q in rng.choice(9, 5, replace=False)
        }
        joined = join_run(read_judgements(judged), read_results(run))
        for i, query in enumerate(judged):
            assert joined.query_ids[i] == query
            left = dict(judged[query])
            mine = slice(*joined.offsets[i : i + 2])
            expected = [left.pop(d, np.nan) for d in run.get(query, {})]
            np.testing.assert_array_equal(joined.grades[mine], expected)
            others = slice(*joined.unreturned_offsets[i : i + 2])
            positive = sorted((g for g in left.values() if g > 0), reverse=True)
            assert joined.unreturned[others].tolist() == positive
            n_zero = sum(g == 0 for g in left.values())
            assert joined.unreturned_nonrelevant[i] == n_zero


@one_case(
    ("qrels", "error", "message"),
    [
        ({}, TypeError, "qrels must be a table with the columns query_id, doc_id and"),
        ([1, 2], TypeError, "qrels must be a table .* got list"),
        (None, TypeError, "qrels must be a table .* got NoneType"),
        (pd.DataFrame({"qid": [1], "rel": [1]}), ValueError, "no column doc_id"),
        ((["a"], ["b"], [np.nan]), ValueError, "qrels.relevance contains NaN"),
        ((["a"], ["b"], ["x"]), ValueError, "qrels.relevance must hold numbers"),
        ((["a", "b"], ["b"], [1]), ValueError, "qrels.doc_id has 1, expected 2"),
        ((["a"] * 3, ["b", "c", "b"], [1] * 3), ValueError, "'a' has 'b' again in ro"),
        ((["a", None], ["b", "c"], [1, 1]), ValueError, "qrels.query_id contains mis"),
        (([0.5], ["b"], [1]), ValueError, "qrels.query_id must hold texts or whole"),
        (([], [], []), ValueError, "qrels is empty"),
        ({"a": {"d": "high"}}, ValueError, "qrels.relevance must hold numbers"),
    ],
)
def test_what_is_said_of_wrong_judgements(qrels, error, message):
    with pytest.raises(error, match=message):
        read_judgements(qrels)
