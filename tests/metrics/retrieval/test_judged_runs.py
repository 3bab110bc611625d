"""RankedLists of judgements and a run: what counts, and what is refused."""

import pickle

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm

QRELS = {"a": {"d1": 1, "d2": 0, "d3": 2}, "b": {"d1": 1}, "c": {"d9": 1}}
RUN = {"a": {"d2": 3.0, "d1": 2.0, "x": 2.0}, "b": {"d1": 1.0}, "z": {"d1": 1.0}}


def test_what_a_run_lacks_counts():
    lists = fm.RankedLists.from_trec(QRELS, RUN)
    assert lists.query_ids.tolist() == ["a", "b", "c"]
    assert lists.ties == "trec_eval"
    assert lists.n_unjudged_queries == 1
    # "x" is ahead of "d1", so the relevant document comes third; one more is not there.
    values = fm.mean_average_precision(lists, None, average=None)
    np.testing.assert_allclose(values, [1 / 3 / 2, 1, 0])
    assert fm.recall_at_k(lists, None, k=3, average=None).tolist() == [0.5, 1, 0]
    by_row = fm.mean_average_precision(lists, None, ties="input", average=None)
    np.testing.assert_allclose(by_row, [1 / 2 / 2, 1, 0])


def test_queries_without_a_list_are_left_out_if_asked():
    lists = fm.RankedLists.from_trec(QRELS, RUN, missing="skip")
    assert lists.query_ids.tolist() == ["a", "b"]


def test_documents_that_nobody_judged_are_taken_out_if_asked():
    lists = fm.RankedLists.from_trec(QRELS, RUN, judged_only=True)
    values = fm.mean_reciprocal_rank(lists, None, average=None)
    assert values.tolist() == [0.5, 1, 0]
    assert fm.judged_at_k(lists, None, k=3, average=None).tolist() == [1, 1, 0]


def test_queries_that_nobody_judged_are_counted_and_kept_in_bytes():
    lists = fm.RankedLists.from_trec(QRELS, RUN)
    other = fm.RankedLists.from_trec({"f": {"d": 1}}, {"f": {"d": 1.0}, "y": {}})
    both = lists + other
    assert both.n_unjudged_queries == 2
    assert both.query_ids.tolist() == ["a", "b", "c", "f"]
    for copied in (
        pickle.loads(pickle.dumps(both)),
        fm.RankedLists.from_bytes(both.to_bytes()),
    ):
        assert copied == both
        assert copied.n_unjudged_queries == 2


def test_ids_need_not_be_texts():
    qrels = ([7, 7, 8], [1, 2, 1], [1, 0, 1])
    run = {"qid": ["7", "8"], "docno": np.array([1, 1]), "score": np.float32([1, 2])}
    lists = fm.RankedLists.from_trec(qrels, run)
    assert fm.precision_at_k(lists, None, k=1, average=None).tolist() == [1, 1]


def test_a_million_documents_of_one_score():
    n = 10**6
    run = (np.zeros(n, int), np.arange(n), np.ones(n))
    lists = fm.RankedLists.from_trec(([0], [999_999], [1]), run)
    assert fm.mean_reciprocal_rank(lists, None) == 1.0  # its id is the last one
    assert fm.mean_reciprocal_rank(lists, None, ties="worst") == 1 / n


def test_an_id_of_a_million_characters():
    long = "d" * 10**6
    lists = fm.RankedLists.from_trec({"q": {long: 1}}, {"q": {long: 1.0, "e": 1.0}})
    assert fm.mean_reciprocal_rank(lists, None) == 0.5  # "e" is ahead


@one_case(
    ("keywords", "error", "message"),
    [
        ({"missing": "drop"}, ValueError, r"missing must be one of .* got 'drop'"),
        ({"missing": None}, ValueError, r"missing must be one of .* got None"),
        ({"judged_only": 1}, TypeError, "judged_only must be True or False, got 1"),
        ({"run": {"x": {"d": 1.0}}}, ValueError, "they have none in common"),
        ({"run": {}, "missing": "skip"}, TypeError, "run must be a table .* empty"),
        ({"run": {"a": {"d": np.nan}}}, ValueError, "run.score contains NaN"),
        ({"run": {"a": {"d": None}}}, ValueError, "run.score contains missing"),
        ({"run": {"a": {"d": np.inf}}}, ValueError, "run.score contains infinity"),
        ({"run": {"a": {"d": "1"}}}, ValueError, "run.score must hold numbers"),
        ({"qrels": {"a": {"d": np.nan}}}, ValueError, "qrels.relevance contains NaN"),
        (
            {"qrels": {"a": {None: 1}}},
            ValueError,
            "the documents of qrels contains mis",
        ),
        ({"qrels": 3}, TypeError, "qrels must be a table .* got int"),
    ],
)
def test_what_is_said_of_wrong_data(keywords, error, message):
    given = {"qrels": QRELS, "run": RUN, **keywords}
    with pytest.raises(error, match=message):
        fm.RankedLists.from_trec(**given)
