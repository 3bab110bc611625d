"""Judgements and a run, or runs by name, may stand wherever columns are taken."""

import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import METRICS

QRELS = {
    "q1": {"d1": 2, "d2": 0, "d3": 1},
    "q2": {"d1": 1, "d4": 0},
    "q3": {"d2": 1, "d5": 3},
}
RUN = {
    "q1": {"d2": 0.9, "d1": 0.8, "d9": 0.1},
    "q2": {"d1": 0.7, "d4": 0.2},
    "q3": {"d5": 0.6},
}
OTHER = {
    "q1": {"d3": 0.9, "d2": 0.3},
    "q2": {"d4": 0.7, "d1": 0.2},
    "q3": {"d5": 0.6, "d2": 0.5},
}
RUNS = {"a": RUN, "b": OTHER}
LISTS = {name: fm.RankedLists.from_trec(QRELS, run) for name, run in RUNS.items()}
OF_LISTS = [
    name
    for name, row in METRICS.items()
    if row.task == "retrieval" and row.kind == "metric"
]


def as_tables(kind, folder):
    """Return the judgements and a run as read from files, or as data frames."""
    qrels, run = (
        [(query, doc, value) for query, one in x.items() for doc, value in one.items()]
        for x in (QRELS, RUN)
    )
    if kind == "frame":
        pd = pytest.importorskip("pandas")
        names = ["query_id", "doc_id"]
        return (
            pd.DataFrame(qrels, columns=[*names, "relevance"]),
            pd.DataFrame(run, columns=[*names, "score"]),
        )
    for name, rows, form in (
        ("qrels", qrels, "{0} 0 {1} {2}\n"),
        ("run", run, "{0} Q0 {1} 1 {2} tag\n"),
    ):
        (folder / name).write_text("".join(form.format(*row) for row in rows))
    return fm.read_qrels(folder / "qrels"), fm.read_run(folder / "run")


@one_case("name", OF_LISTS)
def test_every_function_takes_judgements_and_a_run(name):
    row = METRICS[name]
    needed = {"k": 2, "recall": 0.5}
    given = {one: needed[one] for one in row.required}
    of_lists = row.public(LISTS["a"], **row.with_parameters(given))
    assert row.public(QRELS, RUN, **row.with_parameters(given)) == of_lists


@pytest.mark.parametrize("kind", ["files", "frame"])
def test_judgements_in_all_their_forms(kind, tmp_path):
    qrels, run = as_tables(kind, tmp_path)
    expected = LISTS["a"].compute("ndcg_score")
    assert fm.ndcg_score(qrels, run) == expected
    assert fm.confidence_interval("nDCG", qrels, run).estimate == expected


def test_ids_are_not_given_twice():
    with pytest.raises(TypeError, match="query_id must be None with judgements"):
        fm.ndcg_score(QRELS, RUN, query_id=["q1"])
    with pytest.raises(TypeError, match="run must be a table"):
        fm.ndcg_score(QRELS)


def test_models_are_compared_by_judgements():
    found = fm.compare("nDCG@10", QRELS, RUNS, random_state=0)
    for name, lists in LISTS.items():
        # A comparison's means are summed more exactly than those of a function.
        value = pytest.approx(lists.compute("nDCG@10"), abs=1e-15)
        assert found.values[name].estimate == value
    several = fm.compare(["nDCG@10", "map"], QRELS, RUNS, random_state=0)
    # As texts, for there is no named test, and NaN is not equal to itself.
    assert repr(several["ndcg_score@10"]["a", "b"]) == repr(found["a", "b"])


def test_models_swap_the_lists_of_queries():
    test = fm.paired_permutation_test("nDCG@10", QRELS, RUN, OTHER)
    values = [one.compute("nDCG@10", average=None) for one in LISTS.values()]
    losses = fm.paired_permutation_test("mean", loss_a=values[0], loss_b=values[1])
    assert test.pvalue == losses.pvalue
    # The differences of means, and the mean of differences, are rounded apart.
    assert test.estimate == pytest.approx(losses.estimate, abs=1e-15)
