"""Reports on ranked lists: runs by name, their queries, and what ties can do."""

import json
import pickle

import numpy as np
import pytest
from helpers.shown import full

from fastmetrics import RankedLists, confidence_interval, evaluate, ndcg_score
from fastmetrics import mean_average_precision as average_precision
from fastmetrics._inputs.judgements import Qrels, Run
from fastmetrics.show.words import texts

N, DOCS = 30, 25
RNG = np.random.default_rng(5)
GRADES = RNG.binomial(3, 0.12, (N, DOCS))
GRADES[:, 0] = 1
GRADES[4] = 0
SCORES = {"bm25": 0.6 * GRADES + RNG.random((N, DOCS)), "dense": RNG.random((N, DOCS))}
LISTS = {name: RankedLists.from_dense(GRADES, one) for name, one in SCORES.items()}

QRELS = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"x": 1}, "q3": {"y": 1, "z": 0}}
RUN = {"q1": {"a": 0.9, "b": 0.8, "d": 0.7}, "q2": {"y": 0.3, "x": 0.1}, "q9": {"x": 1}}
OTHER = {
    "q1": {"c": 0.9, "b": 0.8, "d": 0.7},
    "q2": {"x": 0.3, "y": 0.1},
    "q3": {"y": 1.0},
}


@pytest.fixture(scope="module")
def report():
    return evaluate(LISTS)


def columns(table, value):
    rows = [(q, d, x) for q, of in table.items() for d, x in of.items()]
    query, doc, values = zip(*rows, strict=True)
    return {"query_id": [*query], "doc_id": [*doc], value: [*values]}


# ------------------------------------------------------------------ what is given


def test_lists_and_matrices_are_the_same(report):
    by_name = evaluate(GRADES, y_score=SCORES, task="retrieval")
    assert by_name.to_dict()["models"] == report.to_dict()["models"]
    alone = evaluate(LISTS["bm25"], metrics=["map"])
    one = alone["mean_average_precision"]
    value = average_precision(GRADES, SCORES["bm25"])
    assert one.estimate == pytest.approx(value, rel=1e-14)
    assert one.low == report["map"]["bm25"].low
    flat = evaluate(
        GRADES.ravel(),
        y_score=SCORES["bm25"].ravel(),
        query_id=np.repeat([f"q{i}" for i in range(N)], DOCS),
        task="retrieval",
        metrics=["map"],
    )
    assert flat["map"].low == one.low


def judged_in_every_form():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    qrels, run = columns(QRELS, "relevance"), columns(RUN, "score")
    return [
        (QRELS, RUN),
        (Qrels(*qrels.values()), Run(*run.values())),
        (pandas.DataFrame(qrels), pandas.DataFrame(run)),
        (polars.DataFrame(qrels), polars.DataFrame(run)),
    ]


def test_judgements_and_a_run_in_every_form():
    expected = evaluate(RankedLists.from_trec(QRELS, RUN)).to_dict()
    for qrels, run in judged_in_every_form():
        assert evaluate(qrels, run).to_dict()["models"] == expected["models"]
        named = evaluate(qrels, {"A": run})
        assert named.models == ["A"]
        assert named.to_dict()["models"]["A"] == expected["models"]["model"]
    arrays = [tuple(columns(QRELS, "relevance").values())]
    arrays += [tuple(columns(RUN, "score").values())]
    found = evaluate(*arrays, task="retrieval")
    assert found.to_dict()["models"] == expected["models"]


def test_runs_by_name_are_paired():
    found = evaluate(QRELS, {"A": RUN, "B": OTHER}, metrics=["nDCG@2", "AP(rel=2)"])
    assert found.models == ["A", "B"]
    assert found.metrics == [
        "ndcg_score@2",
        "mean_average_precision(relevance_level=2)",
    ]
    one = found.differences["A", "B"]["ndcg_score@2"]
    values = [found["nDCG@2"][name].estimate for name in "AB"]
    assert one.estimate == pytest.approx(values[0] - values[1], rel=1e-13)
    lists = RankedLists.from_trec(QRELS, OTHER)
    assert values[1] == ndcg_score(lists, None, k=2)


def test_what_a_run_lacks_is_said():
    runs = {"A": RUN, "B": OTHER}
    found = evaluate(QRELS, runs)
    assert "A has no list for 1 of 3 queries" in full(found)
    assert "queries that nobody judged are left out: 1" in full(found)
    assert found.queries["A"] == (3, 1, 1, 0, 5, 4, 2)
    assert found.queries["B"].n_missing == 0
    assert "A: 5 documents returned, 2 of them relevant" in full(found)
    skipped = evaluate(QRELS, runs, missing="skip")
    assert "queries that not all runs have are left out: 1" in full(skipped)
    assert skipped.n_rows == 2
    assert skipped["map"]["A"].estimate > found["map"]["A"].estimate
    alone = evaluate(QRELS, RUN, missing="skip")
    assert alone["map"].estimate == skipped["map"]["A"].estimate


def test_judged_only_and_levels_of_relevance():
    found = evaluate(QRELS, RUN, judged_only=True, relevance_level=2, metrics=["map"])
    lists = RankedLists.from_trec(QRELS, RUN, judged_only=True)
    value = average_precision(lists, None, relevance_level=2)
    assert found["map"].estimate == value
    assert found.queries["model"].n_relevant == 1
    assert found.queries["model"].n_without_relevant == 2


def test_bad_input():
    for args, given, error, message in (
        ((QRELS, {}), {"missing": "skip"}, (TypeError, ValueError), "run"),
        (({}, RUN), {}, TypeError, "qrels must be .* got an empty mapping"),
        ((GRADES,), {"task": "retrieval"}, TypeError, "retrieval needs y_true and"),
        ((), {"y_score": SCORES["bm25"], "task": "retrieval"}, TypeError, "y_true"),
        (
            (GRADES,),
            {"y_score": SCORES["bm25"], "task": "retrieval", "missing": "skip"},
            TypeError,
            "missing is for judgements and runs",
        ),
        ((QRELS, RUN), {"missing": "never"}, ValueError, "missing"),
        ((QRELS, RUN), {"metrics": ["P_0"]}, ValueError, "k must be"),
        ((QRELS, RUN), {"metrics": ["ngcg"]}, ValueError, "did you mean 'ndcg"),
        ((QRELS, RUN), {"task": "labels"}, TypeError, "y_true must be"),
        ((LISTS["bm25"],), {"missing": "skip"}, TypeError, "missing is for"),
        ((LISTS["bm25"],), {"threshold": 1}, ValueError, "no use for threshold"),
        ((QRELS, RUN), {"empty": "sometimes"}, ValueError, "empty must be"),
    ):
        with pytest.raises(error, match=message):
            evaluate(*args, **given)


def test_where_parameters_of_a_metric_go():
    with pytest.raises(TypeError, match="'k'; parameters of the metric go into metric"):
        confidence_interval("hit_rate", LISTS["bm25"], k=3)
    found = confidence_interval("hit_rate", LISTS["bm25"], metric_params={"k": 3})
    assert found.estimate == LISTS["bm25"].compute("Success@3")


# ------------------------------------------------------------------ what is said


def test_the_text(report):
    text = full(report)
    assert "30 queries, 750 documents, " in text
    assert "no relevant document in 1 of 30 queries" in text
    assert "not significant on 30 queries" in text or "is ahead of dense" in text
    for line in (
        "Queries with the worst and the best MAP: bm25",
        "Queries on which MAP differs most",
        "differences: Student's t, paired by query",
    ):
        assert line in text
    assert "recall_at_k@100" not in report.metrics  # no list is longer than 25
    assert "bpref" not in report.metrics  # every document is judged
    skipped = full(evaluate(LISTS["bm25"], empty="skip", metrics=["map"]))
    assert "which are left out of what asks for" in skipped


def test_in_part_judged_lists_have_measures_for_them():
    assert {"bpref", "judged_at_k@10"} <= {*evaluate(QRELS, RUN).metrics}


def test_the_worst_and_the_best_queries(report):
    values = average_precision(LISTS["bm25"], None, average=None)
    known = np.flatnonzero(GRADES.any(axis=1))  # elsewhere there is nothing to find
    order = known[np.argsort(values[known], kind="stable")]
    worst, best = report.worst_queries["bm25"], report.best_queries["bm25"]
    assert [one.query for one in worst] == order[:10].tolist()
    assert [one.value for one in best] == np.sort(values)[::-1][:10].tolist()
    first = worst[0]
    relevant = np.count_nonzero(GRADES[first.query])
    assert first[2:] == (relevant, relevant, DOCS)


def test_each_of_three_runs_has_its_worst_and_best_queries():
    runs = {name: {"q1": {"a": 1.0, "b": k}} for k, name in enumerate("xyz")}
    text = full(evaluate({"q1": {"a": 1, "b": 0}}, runs, metrics=["AP"]))
    for name in runs:
        assert f"Queries with the worst and the best MAP: {name}" in text


def test_a_row_per_query(report):
    pytest.importorskip("pandas")
    frame = report.to_frame(per="query")
    assert frame.index.names == ["model", "query"]
    assert len(frame) == 2 * N
    values = frame.loc["dense", "mean_average_precision"]
    expected = average_precision(LISTS["dense"], None, average=None)
    assert values.tolist() == expected.tolist()
    assert frame.loc[("dense", 4), "relevant"] == 0
    assert frame["returned"].unique().tolist() == [DOCS]


def test_other_forms_of_the_report(report):
    made = report.to_dict()
    assert made["kind"] == report.kind == "retrieval"
    assert made["queries"]["bm25"]["n_queries"] == N
    assert (
        made["worst_queries"]["bm25"][0]["query"] == report.worst_queries["bm25"][0][0]
    )
    json.dumps(made, allow_nan=False)
    page = report.to_html(full=True, language="zh")
    assert "30 个查询" in page
    assert "最差与最好的查询" in report.to_markdown("zh", full=True)
    assert "Queries with the worst" in report.to_latex(full=True)
    again = pickle.loads(pickle.dumps(report))
    assert full(again) == full(report)
    assert "不足以" in report.summary("zh") or "领先" in report.summary("zh")
    assert all(texts("zh").values())


# ------------------------------------------------------------------ ties


def test_ties_are_told_where_they_matter(report):
    assert report.tie_spread == {}
    tied = RankedLists.from_dense(GRADES, np.zeros((N, DOCS)))
    found = evaluate({"none": tied, "bm25": LISTS["bm25"]}, metrics=["map", "P@5"])
    spread = found.tie_spread["none"]["mean_average_precision"]
    for name, ties in (("worst", "worst"), ("average", "average"), ("best", "best")):
        value = average_precision(tied, None, ties=ties)
        assert getattr(spread, name) == value
    assert {*found.tie_spread} == {"none"}
    said = "none: documents with one score can make MAP anything from "
    assert said in " ".join(full(found).split())
    assert found.to_dict()["tie_spread"]["none"]["precision_at_k@5"]["share"] > 0.5
    few = SCORES["bm25"].copy()
    few[0, :2] = few[0, :2].mean()
    lists = RankedLists.from_dense(GRADES, few)
    found = evaluate(lists, metrics=["map"])
    assert "anything from" not in full(found)


def test_what_ties_leave_undefined_is_shown_with_the_reason():
    tied = RankedLists.from_dense(GRADES, np.zeros((N, DOCS)))
    with pytest.warns(UserWarning, match="eleven_point_average_precision"):
        found = evaluate(tied, metrics=["11pt_avg", "map"])
    assert np.isnan(found["11pt_avg"].estimate)
    assert "ties" in found["11pt_avg"].reason
    assert "undefined" in full(found)


def test_queries_without_a_value_and_runs_that_agree_make_no_table():
    flat = {"query_id": ["a", "b"], "task": "retrieval", "metrics": ["bpref"]}
    alone = evaluate([0, 0], y_score=[1, 2], **flat)
    lists = RankedLists.from_dense([[0, 1]], [[1, 2]])
    alike = evaluate({"A": lists, "B": lists}, metrics=["map"])
    for said in (alone, alike):
        for page in (said._repr_html_(), said.to_html(full=True), str(said)):
            assert "differs most" not in page
    assert "Queries with the worst" not in alone.to_html(full=True)
    assert "Queries with the worst" in alike.to_html(full=True)
