"""Lists for queries of several sub-topics: by hand, against ndeval, and wrong ones."""

import json
import math
import pickle
import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference as ref
from fastmetrics.exceptions import TiesError, UndefinedMetricWarning

try:
    import pyndeval
except ImportError:
    pyndeval = None

GOLDEN = Path(__file__).with_name("pyndeval.json")
# What pyndeval calls them.
NAMES = {
    "alpha-nDCG": "alpha_ndcg",
    "ERR-IA": "err_ia",
    "NRBP": "nrbp",
    "strec": "subtopic_recall",
}
ALL = tuple(NAMES.values())
# Two documents of the first sub-topic, then one of the second.
CUBE, SCORES = [[[1, 0], [1, 0], [0, 1]]], [[3, 2, 1]]
QRELS = fm.SubtopicQrels(
    ["q", "q", "q", "q"], ["a", "b", "b", "c"], ["A", "B", "D", "C"], [1, 1, 1, 1]
)
RUN = {"q": {"A": 9.3, "D": 8.4, "E": 8.1, "B": 7.6}}


def of(name, *data, **options):
    return getattr(fm, name)(*data, **options)


# --- by hand


def test_gains_by_hand():
    # Gains of 1, 1/2 and 1; the greedy order has 1, 1 and 1/2.
    log3 = math.log2(3)
    dcg, ideal = 1 + 0.5 / log3 + 1 / 2, 1 + 1 / log3 + 0.5 / 2
    assert fm.alpha_ndcg(CUBE, SCORES) == pytest.approx(dcg / ideal, rel=1e-15)
    assert fm.alpha_ndcg(CUBE, SCORES, k=2) == pytest.approx(
        (1 + 0.5 / log3) / (1 + 1 / log3), rel=1e-15
    )
    most = 1 + 0.5 / 2 + 0.25 / 3
    found = fm.err_ia(CUBE, SCORES, k=3)
    assert found == pytest.approx((1 + 0.5 / 2 + 1 / 3) / 2 / most, rel=1e-15)
    assert fm.err_ia(CUBE, SCORES, k=1) == 0.5
    # Without a cut-off the divisor is that of a list without end: 2 ln 2.
    found = fm.err_ia(CUBE, SCORES)
    expected = (1 + 0.5 / 2 + 1 / 3) / 2 / (2 * math.log(2))
    assert found == pytest.approx(expected, rel=1e-15)
    assert fm.nrbp(CUBE, SCORES) == (1 + 0.5 / 2 + 1 / 4) * 0.75 / 2
    assert fm.nrbp(CUBE, SCORES, beta=0.8) == pytest.approx(
        (1 + 0.5 * 0.8 + 0.64) * (1 - 0.5 * 0.8) / 2, rel=1e-15
    )
    recalls = [fm.subtopic_recall(CUBE, SCORES, k=k) for k in (1, 2, 3, None)]
    assert recalls == [0.5, 0.5, 1, 1]


def test_every_document_counts_alike_without_novelty_and_the_first_alone_with_it():
    assert fm.alpha_ndcg(CUBE, SCORES, alpha=0) == pytest.approx(1, rel=1e-15)
    log3 = math.log2(3)
    expected = (1 + 1 / 2) / (1 + 1 / log3)
    assert fm.alpha_ndcg(CUBE, SCORES, alpha=1) == pytest.approx(expected, rel=1e-15)
    assert fm.err_ia(CUBE, SCORES, alpha=1) == pytest.approx((1 + 1 / 3) / 2, rel=1e-15)
    one = [[1, 0, 1, 1]], [[4, 3, 2, 1]]
    found = fm.nrbp(*one, alpha=0, beta=0.8)
    assert found == pytest.approx(fm.rank_biased_precision(*one, p=0.8), rel=1e-15)


def test_a_list_can_be_better_than_the_greedy_order():
    # The greedy order takes four sub-topics first, and then has one left at a time.
    sets = ((0, 1, 2, 3), (0, 1, 4), (2, 3, 5))
    cube = np.zeros((1, 3, 6))
    for i, own in enumerate(sets):
        cube[0, i, own] = 1
    log3 = math.log2(3)
    found = fm.alpha_ndcg(cube, [[1, 3, 2]], k=2, alpha=1)
    assert found == pytest.approx((3 + 3 / log3) / (4 + 1 / log3), rel=1e-15)
    assert 1 < found < math.e / (math.e - 1)


def test_the_greedy_order_takes_the_last_id_of_equally_good_ones():
    # "b" and "c" gain as much at first; what is left behind differs.
    grades = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0], [1, 0, 0, 1]])
    given = {"query_id": ["q"] * 4, "k": 2, "alpha": 1, "ties": "doc_id"}
    scores = [4, 3, 2, 1]
    for ids in (["a", "b", "c", "d"], ["d", "c", "b", "a"], ["b", "d", "a", "c"]):
        found = fm.alpha_ndcg(grades, scores, doc_id=ids, **given)
        cells = grades.tolist()
        assert found == pytest.approx(
            ref.alpha_ndcg(cells, scores, doc_id=ids, **given), rel=1e-15
        )
    values = {
        fm.alpha_ndcg(grades, scores, doc_id=ids, **given)
        for ids in (["a", "b", "c", "d"], ["d", "a", "b", "c"])
    }
    assert len(values) == 2


def test_the_divisor_of_deep_lists():
    for alpha in (1e-7, 1e-5, 0.01, 0.5):
        k = 1_500_000
        ranks = np.arange(1, k + 1)
        expected = 0.5 / np.sum((1 - alpha) ** (ranks - 1) / ranks)
        found = fm.err_ia([[[1, 0], [0, 0]], [[0, 1], [1, 0]]], [[2, 1]] * 2, k=k)
        assert found > 0
        found = fm.err_ia([[[1, 0], [0, 1]]], [[2, 1]], k=k, alpha=alpha)
        # Two documents at ranks 1 and 2. A sum of a million terms has its own error.
        assert found == pytest.approx(expected * 1.5, rel=1e-12)
    harmonic = np.sum(1 / np.arange(1, 1_500_001))
    found = fm.err_ia([[1, 0]], [[2, 1]], k=1_500_000, alpha=0)
    assert found == pytest.approx(1 / harmonic, rel=1e-13)
    assert fm.err_ia([[1, 0]], [[2, 1]], k=10**30, alpha=0.5) == pytest.approx(
        fm.err_ia([[1, 0]], [[2, 1]]), rel=1e-15
    )


# --- against the definitions and other programs


def drawn(seed, n_docs=5):
    """Return scores and grades for sub-topics of a few queries, and the ids."""
    rng = random.Random(seed)
    rows = [
        (
            q,
            f"d{i}",
            rng.randint(0, 2),
            [rng.choice([0, 0, 1, 2, -1]) for _ in range(3)],
        )
        for q in range(rng.randint(1, 3))
        for i in rng.sample(range(9), n_docs)
    ]
    return [list(column) for column in zip(*rows, strict=True)]


@one_case("name", ALL)
@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
def test_against_the_definition(name):
    # The mean over all orders of equal scores, in closed form here.
    rng = random.Random(name)
    for seed in range(40):
        query, doc, scores, grades = drawn(seed)
        given = {
            "relevance_level": rng.choice([1, 2]),
            "ties": rng.choice([None, "input", "doc_id", "trec_eval"]),
            "empty": rng.choice(["zero", "skip"]),
        }
        if name != "nrbp":
            given["k"] = rng.choice([None, 1, 2, 3, 4])
        if name != "subtopic_recall":
            given["alpha"] = rng.choice([0.25, 0.5, 1])
        data = {"y_score": scores, "query_id": query, "doc_id": doc}
        found = of(name, np.array(grades), **data, **given)
        expected = getattr(ref, name)(grades, **data, **given)
        assert found == pytest.approx(expected, rel=1e-13, nan_ok=True), given
        # As many documents for each query: a cube, whose ties go by row.
        if given["ties"] in (None, "input"):
            n = len({*query})
            cube = np.array(grades).reshape(n, 5, 3)
            dense = of(name, cube, np.array(scores).reshape(n, 5), **given)
            rows = getattr(ref, name)(
                cube.tolist(), np.array(scores).reshape(n, 5).tolist(), **given
            )
            assert dense == pytest.approx(rows, rel=1e-13, nan_ok=True), given


@one_case("name", ALL)
def test_long_ties_against_orders_that_are_drawn(name):
    rng = np.random.default_rng(6)
    cells = (rng.random((60, 4)) < 0.3).astype(float)
    scores = np.repeat([3.0, 2.0, 1.0], [7, 40, 13])
    for k in (5, 30, 60):
        given = {} if name == "nrbp" else {"k": k}
        mean = of(name, cells[None], scores[None], **given)
        orders = rng.permuted(np.tile(np.arange(60), (3000, 1)), axis=1)
        orders = np.take_along_axis(
            orders, np.argsort(-scores[orders], axis=1, kind="stable"), 1
        )
        strict = np.tile(np.arange(60.0)[::-1], (3000, 1))
        values = of(name, cells[orders], strict, **given, average=None)
        # What is rarer than once in 3000 orders may not be among them.
        error = 5 * values.std() / 3000**0.5 + 1e-3
        assert abs(mean - values.mean()) <= error


def case_of(seed):
    """Return judgements for sub-topics and a run, with ids, as pyndeval takes them."""
    rng = random.Random(seed)
    qrels, run = [], []
    for q in range(rng.randint(1, 4)):
        docs = [f"d{i}" for i in range(40)]
        topics = [f"t{i}" for i in range(rng.randint(1, 6))]
        qrels += [
            (f"q{q}", topic, doc, rng.choice([-1, 0, 0, 1, 2]))
            for doc in docs[:30]
            for topic in topics
            if rng.random() < 0.3
        ]
        rng.shuffle(docs)
        found = docs[: rng.randint(1, 35)]
        run += [(f"q{q}", doc, -float(i)) for i, doc in enumerate(found)]
    rng.shuffle(qrels)
    options = {
        "relevance_level": rng.choice([1, 2]),
        "alpha": rng.choice([0.5, 0.1, 1]),
    }
    return qrels, run, {**options, "beta": rng.choice([0.5, 0.8])}


# ndeval does not divide ERR-IA at k = 1.
ASKED = [
    *(f"{name}@{k}" for name in ("alpha-nDCG", "ERR-IA", "strec") for k in (2, 5, 20)),
    *("alpha-nDCG@1", "strec@1", "NRBP"),
]


def measured(qrels, run, options):
    """Return ours under pyndeval's names, by query."""
    columns = fm.SubtopicQrels(*map(list, zip(*qrels, strict=True)))
    lists = fm.RankedLists.from_trec(columns, tuple(map(list, zip(*run, strict=True))))
    ids, found = lists.query_ids.tolist(), {}
    for asked in ASKED:
        stem, _, k = asked.partition("@")
        function = getattr(fm, NAMES[stem])
        known = fm.catalog.METRICS[NAMES[stem]].options
        given = {key: one for key, one in options.items() if key in known}
        values = function(lists, **given, **({"k": int(k)} if k else {}), average=None)
        for query, value in zip(ids, values.tolist(), strict=True):
            found.setdefault(query, {})[asked] = value
    return found


def same(found, expected):
    # Its sums are divided twice, ours once: the last digit may differ.
    assert expected
    for query, values in expected.items():
        assert {key: found[query][key] for key in values} == pytest.approx(
            values, rel=1e-14, abs=1e-16
        )


@one_case("seed", range(6))
def test_values_that_pyndeval_gave(seed):
    """Version 0.0.8, from PyPI, with these cases; see the file."""
    written = json.loads(GOLDEN.read_text())["cases"][seed]
    assert written["seed"] == seed
    same(measured(*case_of(seed)), written["values"])


@pytest.mark.skipif(pyndeval is None, reason="pyndeval is not installed")
@one_case("seed", range(6, 40))
def test_against_pyndeval(seed):
    qrels, run, options = case_of(seed)
    same(
        measured(qrels, run, options),
        pyndeval.RelevanceEvaluator(qrels, ASKED, **options).evaluate(run),
    )


def test_the_example_of_pyndeval():
    # Its read-me prints four digits, cut off.
    lists = fm.RankedLists.from_trec(QRELS, RUN)
    found = {
        "ERR-IA@5": fm.err_ia(lists, k=5),
        "ERR-IA@20": fm.err_ia(lists, k=20),
        "alpha-nDCG@5": fm.alpha_ndcg(lists, k=5),
        "NRBP": fm.nrbp(lists),
        "strec@5": fm.subtopic_recall(lists, k=5),
    }
    cut = {name: math.floor(value * 1e4) / 1e4 for name, value in found.items()}
    assert cut == {
        "ERR-IA@5": 0.3933,
        "ERR-IA@20": 0.3907,
        "alpha-nDCG@5": 0.7868,
        "NRBP": 0.3906,
        "strec@5": 0.6666,
    }


# --- what data come as


def test_judgements_in_any_form():
    expected = fm.alpha_ndcg(fm.RankedLists.from_trec(QRELS, RUN))
    columns = QRELS._asdict()
    frame = pd.DataFrame(columns).sample(frac=1, random_state=0)
    # Another order of rows: sub-topics have other numbers, and values the same sums.
    assert fm.alpha_ndcg(frame, RUN) == pytest.approx(expected, rel=1e-15)
    assert fm.alpha_ndcg(QRELS, RUN) == expected
    assert fm.alpha_ndcg(columns, RUN) == expected
    renamed = frame.rename(columns={"subtopic_id": "intent", "query_id": "qid"})
    assert fm.alpha_ndcg(renamed, RUN) == pytest.approx(expected, rel=1e-15)
    assert fm.RankedLists.from_trec(tuple(QRELS), RUN) == fm.RankedLists.from_trec(
        QRELS, RUN
    )
    numbered = (np.zeros(4, int), np.array([1, 2, 2, 3]), list("ABDC"), np.ones(4))
    lists = fm.RankedLists.from_trec(numbered, {0: RUN["q"]})
    assert fm.alpha_ndcg(lists) == expected


def test_to_other_metrics_a_document_has_its_largest_grade():
    qrels = (["q"] * 4, ["1", "2", "1", "1"], ["a", "a", "b", "c"], [0, 2, 1, -1])
    run = {"q": {"b": 3.0, "x": 2.0, "a": 1.0, "c": 0.5}}
    lists = fm.RankedLists.from_trec(qrels, run)
    plain = fm.RankedLists.from_trec({"q": {"a": 2, "b": 1, "c": -1}}, run)
    for name in ("ndcg_score", "mean_average_precision", "bpref", "judged_at_k"):
        assert lists.compute(name) == plain.compute(name), name
    assert fm.RankedLists.from_trec(qrels, run, judged_only=True).compute(
        "subtopic_recall", k=1
    ) == pytest.approx(0.5)
    cube = fm.RankedLists.from_dense([[[0, 2], [1, 0]]], [[1, 2]])
    assert cube.compute("ndcg_score") == fm.ndcg_score([[2, 1]], [[1, 2]])


def test_documents_that_are_taken_out_and_queries_that_are_not_there():
    qrels = (list("qqrr"), list("1212"), list("abab"), [1, 1, 1, 0])
    run = {"q": {"x": 3.0, "a": 2.0}, "z": {"a": 1.0}}
    lists = fm.RankedLists.from_trec(qrels, run)
    assert fm.subtopic_recall(lists, k=2, average=None).tolist() == [0.5, 0]
    assert fm.subtopic_recall(lists, k=1, average=None).tolist() == [0, 0]
    kept = fm.RankedLists.from_trec(qrels, run, judged_only=True, missing="skip")
    assert fm.subtopic_recall(kept, k=1, average=None).tolist() == [0.5]


def test_without_sub_topics_a_query_has_one():
    grades, scores = [[0, 2, 1, 0], [1, 0, 0, 0]], [[4, 3, 2, 1], [1, 2, 3, 4]]
    cube = np.array(grades)[:, :, None]
    for name in ALL:
        assert of(name, grades, scores) == of(name, cube, scores)
        qrels, run = {"q": {"a": 2, "b": 1}}, {"q": {"x": 2.0, "b": 1.0}}
        of_one = (["q", "q"], ["t", "t"], ["a", "b"], [2, 1])
        lists = fm.RankedLists.from_trec(of_one, run)
        assert of(name, qrels, run, relevance_level=2) == of(
            name, lists, relevance_level=2
        )
        assert of(name, qrels, run) == of(name, lists)


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
def test_queries_without_a_relevant_document():
    cube, scores = np.concatenate([CUBE, [np.zeros((3, 2))]]), SCORES * 2
    for name in ALL:
        alone = of(name, CUBE, SCORES)
        assert of(name, cube, scores) == alone / 2
        assert of(name, cube, scores, empty="skip") == alone
        assert np.isnan(of(name, cube, scores, empty="nan", average=None)[1])
        with pytest.raises(ValueError, match="no sub-topic with a relevant document"):
            of(name, cube, scores, empty="error")
        with pytest.warns(UndefinedMetricWarning, match="sub-topic"):
            assert np.isnan(of(name, cube[1:], SCORES, empty="skip"))


def test_lists_are_kept_merged_and_compared():
    first = fm.RankedLists.from_trec(QRELS, RUN)
    other = fm.RankedLists.from_trec(
        (["r", "r"], ["z", "a"], ["A", "A"], [2, 1]), {"r": {"x": 2.0, "A": 1.0}}
    )
    both = first + other
    for name in ALL:
        values = of(name, both, average=None)
        assert values.tolist() == [of(name, first), of(name, other)]
        assert of(name, both, relevance_level=2, average=None)[1] > 0
    for copied in (
        pickle.loads(pickle.dumps(both)),
        fm.RankedLists.from_bytes(both.to_bytes()),
    ):
        assert copied == both
        assert copied.has_subtopics
        assert fm.alpha_ndcg(copied) == fm.alpha_ndcg(both)
    plain = fm.RankedLists.from_trec({"q": {"A": 1}}, RUN)
    graded = fm.RankedLists.from_trec((["q"], ["t"], ["A"], [1]), RUN)
    assert plain != graded
    with pytest.raises(
        ValueError, match="only some of them have grades for sub-topics"
    ):
        both + fm.RankedLists.from_trec({"s": {"A": 1}}, {"s": {"A": 1.0}})
    rows = fm.RankedLists.from_dense(CUBE, SCORES)
    assert (rows + rows).compute("nrbp") == rows.compute("nrbp")


def test_damaged_bytes_are_told():
    lists = fm.RankedLists.from_dense(CUBE, SCORES)
    made = lists.columns.subtopics
    for change, message in (
        ({"rows": np.array([0, 1, 9])}, "no such row"),
        ({"rows": np.array([0, 1, 1])}, "a row is there twice"),
        ({"grades": np.array([1.0, 0, 1])}, "a grade for a sub-topic is not above 0"),
        ({"subtopics": np.array([0, -1, 1])}, "no such sub-topic"),
        ({"starts": np.array([0, 1, 1, 2])}, "grades for sub-topics are of other"),
        ({"offsets": np.array([0, 2])}, "grades for sub-topics are of other"),
        ({"starts": np.array([0, 2, 2, 3])}, "sub-topics of a document do not ascend"),
    ):
        other = pickle.loads(pickle.dumps(lists))
        other.columns.subtopics = made._replace(**change)
        with pytest.raises(ValueError, match=message):
            fm.RankedLists.from_bytes(other.to_bytes())
    two = lists + lists
    swapped = two.columns.subtopics._replace(rows=np.array([3, 4, 5, 0, 1, 2]))
    two.columns.subtopics = swapped
    with pytest.raises(ValueError, match="in the list of another query"):
        fm.RankedLists.from_bytes(two.to_bytes())


# --- intervals


def test_intervals_are_over_queries():
    rng = np.random.default_rng(0)
    cube = (rng.random((40, 12, 4)) < 0.2).astype(int)
    scores = {"a": rng.random((40, 12)), "b": rng.random((40, 12))}
    lists = {name: fm.RankedLists.from_dense(cube, one) for name, one in scores.items()}
    for name in ALL:
        given = {} if name == "nrbp" else {"k": 5}
        values = of(name, lists["a"], **given, average=None)
        found = fm.confidence_interval(name, lists["a"], metric_params=given)
        assert found.estimate == pytest.approx(values.mean(), rel=1e-15)
        assert found.low < found.estimate < found.high
        dense = fm.confidence_interval(name, cube, scores["a"], metric_params=given)
        assert (dense.low, dense.high) == (found.low, found.high)
    report = fm.evaluate(lists, task="retrieval", metrics=["alpha_ndcg@5", "NRBP"])
    assert report.values["a"]["alpha_ndcg@5"].estimate == fm.alpha_ndcg(
        cube, scores["a"], k=5
    )
    assert len(report.differences) > 0


def test_reports_show_them_where_there_are_sub_topics():
    qrels = (list("qqrr"), list("1212"), list("abab"), [1, 1, 1, 1])
    run = {"q": {"a": 2.0, "b": 1.0}, "r": {"x": 2.0, "a": 1.0}}
    shown = fm.evaluate(fm.SubtopicQrels(*qrels), run)
    names = [*next(iter(shown.values.values()))]
    assert names[:4] == ["alpha_ndcg@20", "err_ia@20", "nrbp", "subtopic_recall@20"]
    plain = fm.evaluate({"q": {"a": 1}, "r": {"a": 1}}, run)
    assert "nrbp" not in next(iter(plain.values.values()))


# --- what is wrong


def test_orders_that_ties_leave_open():
    tied = [[[1, 0], [0, 1], [0, 0]]], [[1, 1, 1]]
    for name in ALL[:3]:
        for ties in ("best", "worst"):
            with pytest.raises(TiesError, match="ties"):
                of(name, *tied, ties=ties)
    # What k does not part has one recall, whatever the order.
    assert fm.subtopic_recall(*tied, ties="best") == 1
    with pytest.raises(TiesError, match="ties"):
        fm.subtopic_recall(*tied, k=2, ties="worst")
    # One of three documents is first: 2/3 of them have one of two sub-topics.
    assert fm.subtopic_recall(*tied, k=1) == pytest.approx(1 / 3, rel=1e-15)


@one_case(
    ("name", "options", "message"),
    [
        ("alpha_ndcg", {"alpha": 1.5}, "alpha must lie between 0 and 1, got 1.5"),
        ("err_ia", {"alpha": -0.1}, "alpha must lie between 0 and 1"),
        ("err_ia", {"alpha": 0}, "alpha must be above 0 where k is None"),
        ("nrbp", {"beta": 1}, "beta must lie between 0 and 1, got 1"),
        ("nrbp", {"beta": 0}, "beta must lie between 0 and 1, got 0"),
        ("subtopic_recall", {"k": 0}, "k must be a whole number of at least 1"),
        ("alpha_ndcg", {"relevance_level": 0}, "relevance_level must be finite and ab"),
    ],
)
def test_options_that_are_wrong(name, options, message):
    with pytest.raises(ValueError, match=message):
        of(name, CUBE, SCORES, **options)


def test_data_that_are_wrong():
    with pytest.raises(ValueError, match="y_true contains NaN"):
        fm.alpha_ndcg([[[1, math.nan]]], [[1]])
    with pytest.raises(ValueError, match="y_true contains infinity"):
        fm.alpha_ndcg([[1, math.inf]], [[1, 2]])
    with pytest.raises(ValueError, match="y_score contains NaN"):
        fm.alpha_ndcg(CUBE, [[1, 2, math.nan]])
    with pytest.raises(ValueError, match="different shapes"):
        fm.alpha_ndcg(CUBE, [[1, 2]])
    with pytest.raises(ValueError, match="a grade for one sub-topic at least"):
        fm.alpha_ndcg(np.zeros((1, 3, 0)), SCORES)
    with pytest.raises(ValueError, match="must be of shape"):
        fm.alpha_ndcg(np.zeros((1, 3, 2, 2)), SCORES)
    with pytest.raises(ValueError, match="Expected 2D array, got 3D"):
        fm.ndcg_score(CUBE, SCORES)
    twice = (list("qq"), list("tt"), list("dd"), [1, 0])
    with pytest.raises(ValueError, match="'d' again for sub-topic 't' in row 1"):
        fm.RankedLists.from_trec(twice, {"q": {"d": 1.0}})
    with pytest.raises(ValueError, match=r"qrels\.relevance contains NaN"):
        fm.alpha_ndcg(fm.SubtopicQrels(["q"], ["t"], ["d"], [math.nan]), RUN)
    with pytest.raises(ValueError, match=r"qrels\.subtopic_id"):
        fm.alpha_ndcg(fm.SubtopicQrels(["q"], ["t", "u"], ["d"], [1]), RUN)
    with pytest.raises(ValueError, match=r"qrels\.subtopic_id contains missing"):
        fm.alpha_ndcg(fm.SubtopicQrels(["q"], [None], ["d"], [1]), RUN)
