"""RankedLists: how they are made, merged and kept, and what ties could change."""

import copy
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.query_cases import drawn_queries, lists_of

import fastmetrics as fm
from fastmetrics import RankedLists
from fastmetrics.metrics.retrieval.columns import ListColumns

COLUMNS = {
    "query_id": ["b", "a", "b", "a"],
    "relevance": [1, 0, 2, 1],
    "score": [0.5, 0.2, 0.1, 0.1],
    "doc_id": ["d1", "d2", "d3", "d1"],
}
WARNS = "ignore::fastmetrics.exceptions.UndefinedMetricWarning"


def test_the_same_lists_in_three_ways():
    rng = np.random.default_rng(0)
    grades, scores = rng.integers(0, 3, (7, 9)), rng.random((7, 9))
    dense = RankedLists.from_dense(grades, scores)
    columns = RankedLists.from_columns(
        np.repeat(np.arange(7), 9), grades.ravel(), scores.ravel()
    )
    assert dense == columns
    assert (dense.n_queries, dense.n_documents, len(dense)) == (7, 63, 7)
    assert dense.query_ids.tolist() == list(range(7))
    items = np.argsort(-scores, axis=1)
    relevant = [{i: g for i, g in enumerate(of.tolist()) if g} for of in grades]
    lists = RankedLists.from_lists(items, relevant)
    for name in ("ndcg_score", "mean_average_precision", "rank_biased_precision"):
        value = dense.compute(name)
        assert value == getattr(fm, name)(grades, scores)
        assert lists.compute(name) == pytest.approx(value, rel=1e-15)


def test_they_hold_a_copy():
    grades, scores = np.array([[1.0, 0.0]]), np.array([[1.0, 2.0]])
    lists = RankedLists.from_dense(grades, scores)
    grades[:], scores[:] = 0, 0
    assert lists.compute("ndcg_score") == pytest.approx(1 / math.log2(3))


def test_columns_in_any_order():
    lists = RankedLists.from_columns(**COLUMNS)
    assert lists.query_ids.tolist() == ["b", "a"]
    found = fm.ndcg_score(lists, average=None)
    assert found == pytest.approx(
        [(1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3)), 1 / math.log2(3)]
    )
    # the second of query a, then; "d2" comes before "d1"
    tied = RankedLists.from_columns(["q", "q"], [1, 0], [1, 1], ["d1", "d2"])
    assert fm.ndcg_score(tied, ties="doc_id") == pytest.approx(1 / math.log2(3))
    assert fm.ndcg_score(tied, ties="input") == 1


@one_case(
    "ids",
    [
        np.array([7, 7, 3, 3]),
        [7.0, 7.0, 3.0, 3.0],
        ["x", "x", "é", "é"],
        [b"x", b"x", b"y", b"y"],
        np.array(["2024-01-02", "2024-01-02", "2024-01-01", "2024-01-01"], "M8[D]"),
        [True, True, False, False],
    ],
)
def test_ids_of_any_kind(ids):
    lists = RankedLists.from_columns(ids, [1, 0, 0, 1], [2, 1, 2, 1])
    assert lists.n_queries == 2
    assert fm.mean_reciprocal_rank(lists, average=None).tolist() == [1, 0.5]


def test_rows_of_a_query_may_be_adjacent_or_not(rng):
    queries, documents = np.repeat([7, -2, 40], [30, 50, 20]), np.arange(100)
    grades, scores = rng.integers(0, 3, 100), rng.permutation(100) / 8
    columns = np.column_stack([queries, grades, scores, documents])
    lists = RankedLists.from_columns(*columns.T)
    # By turns, so that each query keeps the order of its rows.
    order = np.lexsort((queries, np.r_[0:30, 0:50, 0:20]))
    apart = RankedLists.from_columns(*columns[order].T)
    for query in lists.query_ids:
        assert query in apart.query_ids
    for name in ("ndcg", "map", "recip_rank"):
        by_query = [
            dict(zip(held.query_ids, held.compute(name, average=None), strict=True))
            for held in (lists, apart)
        ]
        assert by_query[0] == by_query[1]


def test_a_number_that_is_not_finite_is_found_in_any_part():
    n = 10**5
    for at in (0, n // 2, n - 1):
        for column in (1, 2):
            columns = [np.repeat(np.arange(n // 10), 10), np.ones(n), np.arange(n) / 4]
            columns[column][at] = np.nan
            with pytest.raises(ValueError, match=["relevance", "score"][column - 1]):
                RankedLists.from_columns(*columns)


def test_columns_of_other_libraries():
    pd, pl, pa = (pytest.importorskip(x) for x in ("pandas", "polars", "pyarrow"))
    expected = RankedLists.from_columns(**COLUMNS)
    for table in (pd.DataFrame(COLUMNS), pl.DataFrame(COLUMNS), pa.table(COLUMNS)):
        assert RankedLists.from_columns(*(table[name] for name in COLUMNS)) == expected
    text = pd.DataFrame(COLUMNS).astype({"query_id": "category", "doc_id": "category"})
    assert RankedLists.from_columns(*(text[name] for name in COLUMNS)) == expected


def test_lists_of_users():
    recommended = [["a", "b", "c", "d"], ["x"], []]
    relevant = [["a", "c", "e"], {"x": 0, "y": 2}, ["a"]]
    lists = RankedLists.from_lists(recommended, relevant)
    assert fm.mean_average_precision(lists, average=None) == pytest.approx(
        [5 / 9, 0, 0]
    )
    assert fm.recall_at_k(lists, k=4, average=None) == pytest.approx([2 / 3, 0, 0])
    assert fm.ideal_dcg(lists, average=None)[1] == 2
    flat = RankedLists.from_lists(
        ["a", "x", "b", "c", "d"],
        {"u": ["a", "c", "e"], "v": {"y": 2}, "w": []},
        user_id=["u", "v", "u", "u", "u"],
    )
    assert flat.query_ids.tolist() == ["u", "v"]
    assert fm.mean_average_precision(flat, average=None) == pytest.approx([5 / 9, 0])
    named = RankedLists.from_lists([["a"], ["x"]], [["a"], []], user_id=["u", "v"])
    assert named.query_ids.tolist() == ["u", "v"]


# pytrec_eval 0.5.11; Judged@3 of ir-measures 0.4.3.
JUDGED = {
    "bpref": [0.5, 0.0],
    "infAP": [0.3, 0.25000249995000103],
    "judged_at_k@3": [2 / 3, 2 / 3],
}


def test_grades_leave_other_items_unjudged_in_both_doors():
    qrels = {"q1": {"a": 2, "b": 0, "c": 1, "d": 0, "e": 1}, "q2": {"a": 1, "f": 3}}
    qrels["q2"]["g"] = 0
    shown = {"q1": list("xabyc"), "q2": list("gazb")}
    run = {
        query: {doc: -place for place, doc in enumerate(docs)}
        for query, docs in shown.items()
    }
    of_trec = RankedLists.from_trec(qrels, run)
    lists = RankedLists.from_lists([*shown.values()], [*qrels.values()])
    for name, values in JUDGED.items():
        found = lists.compute(name, average=None)
        assert found == pytest.approx(values, rel=1e-12)
        assert found.tolist() == of_trec.compute(name, average=None).tolist()
    for name in ("rbp_residual", "gm_bpref", "retrieval_counts"):
        assert lists.compute(name) == of_trec.compute(name)
    # A list of ids is complete: x is judged, and not relevant.
    mixed = RankedLists.from_lists([["x", "a"]] * 2, [{"a": 1}, ["a"]])
    assert fm.judged_at_k(mixed, k=2, average=None).tolist() == [0.5, 1]
    assert fm.bpref(mixed, average=None).tolist() == [1, 0]


def test_relevant_ids_in_every_form():
    shown = np.array([[1, 2, 3], [4, 5, 6]])
    expected = RankedLists.from_lists(shown.tolist(), [[3, 9], [4]])
    for relevant in (
        [{3, 9}, {4}],
        [[3, 9, 3, 9], [4, 4]],  # what is named again counts once
        [np.array([3, 9]), np.array([4])],
        [[3.0, 9.0], [4.0]],
    ):
        assert RankedLists.from_lists(shown, relevant) == expected
    pandas = pytest.importorskip("pandas")
    by_id = [{3: 1, 9: 1.0}, {4: 1}]
    expected = RankedLists.from_lists(shown, by_id)
    for column in (pandas.Series, lambda x: np.array(x, object)):
        assert RankedLists.from_lists(shown, column(by_id)) == expected
    graded = RankedLists.from_lists(shown, [{3: 2, 8: 1, 9: 3, 7: 0, 6: -1}, {}])
    assert fm.ideal_dcg(graded, average=None) == pytest.approx(
        [3 + 2 / np.log2(3) + 1 / 2, 0]
    )


def test_many_lists_are_those_of_python(rng):
    shown = [rng.permutation(30)[: rng.integers(0, 8)].tolist() for _ in range(200)]
    relevant = [rng.integers(0, 40, rng.integers(0, 6)).tolist() for _ in range(200)]
    lists = RankedLists.from_lists(shown, relevant)
    names = [f"{item:x}" for item in range(40)]
    texts = RankedLists.from_lists(
        [[names[item] for item in one] for one in shown],
        [[names[item] for item in one] for one in relevant],
    )
    assert texts == lists
    own = [len({*one} & {*known}) for one, known in zip(shown, relevant, strict=True)]
    wanted = [
        n / len({*known}) if known else 0
        for n, known in zip(own, relevant, strict=True)
    ]
    assert fm.recall_at_k(lists, k=8, average=None).tolist() == wanted


@one_case(
    ("arguments", "error", "words"),
    [
        (([["a", "a"]], [[]]), ValueError, "recommended must have an item once.*'a'"),
        (
            ([["a"]], [[], []]),
            ValueError,
            "relevant must have a list for each of the 1",
        ),
        (([["a", None]], [[]]), ValueError, "recommended contains missing values"),
        (([["a", 1]], [[]]), TypeError, "recommended must be of one kind"),
        (([["a"]], [[math.nan]]), ValueError, "relevant contains NaN"),
        (([["a"]], [{"a": math.inf}]), ValueError, "relevant contains infinity"),
        (([["a"]], [{"a": "x"}]), ValueError, "relevant must hold numbers"),
        (([["a"], ["b"]], [{"a": 1}, None]), TypeError, "place 1 holds None"),
        (([["a"]], ["a"]), TypeError, "relevant must have a list of ids"),
        (([{"a"}], [["a"]]), TypeError, "rank order: list 0 is a set"),
        (("abc", [[]]), TypeError, "recommended must have a list of ids"),
        ((["abc"], [[]]), TypeError, "recommended must have a list of ids"),
        (([], []), ValueError, "recommended has no lists"),
        (
            ([["a"]], {"u": []}),
            TypeError,
            "relevant as a mapping of users needs user_id",
        ),
        (([[["a"]]], [[]]), TypeError, "ids such as numbers and texts, got a list"),
        (([["a"]], [[("a", "b")]]), TypeError, "numbers and texts, got a tuple"),
    ],
)
def test_lists_that_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        RankedLists.from_lists(*arguments)


def test_users_that_are_refused():
    with pytest.raises(ValueError, match=r"relevant has no entry for 1 of 1 .*'u'"):
        RankedLists.from_lists(["a"], {}, user_id=["u"])
    with pytest.raises(ValueError, match="user_id must have one id per list: 'u'"):
        RankedLists.from_lists([["a"], ["b"]], [[], []], user_id=["u", "u"])


@pytest.mark.filterwarnings(WARNS)
def test_merged_lists_are_those_of_all_queries():
    for seed in range(30):
        parts = [
            lists_of(drawn_queries(seed + 100 * i, unjudged=True)) for i in range(3)
        ]
        for i, part in enumerate(parts):
            part.columns.all_judged = False
            ids = [f"{i}-{q}" for q in range(part.n_queries)]
            parts[i] = RankedLists.of_columns(part.columns, np.array(ids), "average")
        whole = RankedLists.merge(parts)
        assert whole.query_ids.tolist() == [i for p in parts for i in p.query_ids]
        for ties in ("average", "doc_id"):
            values = [fm.ndcg_score(p, ties=ties, average=None) for p in parts]
            merged = fm.ndcg_score(whole, ties=ties, average=None)
            assert np.array_equal(merged, np.concatenate(values))
        assert RankedLists.from_bytes(whole.to_bytes()) == whole


def test_lists_that_cannot_be_merged():
    a = RankedLists.from_columns(["x"], [1], [1])
    with pytest.raises(ValueError, match=r"same queries .*1 are in both, such as 'x'"):
        a + a
    with pytest.raises(TypeError, match="ids of different kinds"):
        a + RankedLists.from_columns([1], [1], [1])
    with pytest.raises(ValueError, match="ties in different ways"):
        a + RankedLists.from_lists([["a"]], [[]], user_id=["y"])
    with pytest.raises(TypeError):
        a + 1
    dense = RankedLists.from_dense([[1, 0]], [[1, 2]])
    assert (dense + dense).query_ids.tolist() == [0, 1]
    assert (dense + RankedLists.from_dense([[1.5]], [[1]])).n_documents == 3


def test_bytes_and_copies():
    lists = RankedLists.from_columns(**COLUMNS)
    lists.compute("ndcg_score")
    copies = (
        RankedLists.from_bytes(lists.to_bytes()),
        pickle.loads(pickle.dumps(lists)),
        copy.deepcopy(lists),
        lists.copy(),
    )
    for other in copies:
        assert other == lists
        assert other is not lists
        assert fm.ndcg_score(other, ties="doc_id") == fm.ndcg_score(
            lists, ties="doc_id"
        )
    data = lists.to_bytes()
    for at in range(0, len(data), 7):
        with pytest.raises(ValueError, match=r"RankedLists"):
            RankedLists.from_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    for cut in range(0, len(data), 11):
        with pytest.raises(ValueError, match=r"RankedLists"):
            RankedLists.from_bytes(data[:cut])
    assert lists != RankedLists.from_columns(["b"], [1], [1])
    assert lists != 1


@one_case(
    ("change", "words"),
    [
        ({"offsets": [0, 3, 2, 4]}, "descend|other rows"),
        ({"grades": [math.nan, 0, 0, 0]}, "a grade is not finite"),
        ({"scores": [math.inf, 0, 0, 0]}, "a score is not finite"),
    ],
)
def test_bytes_that_say_what_cannot_be(change, words):
    lists = RankedLists.from_columns(
        ["a", "b", "b", "c"], [1, 0, 1, 1.0], [1, 2, 3.0, 4]
    )
    for name, values in change.items():
        kind = np.int64 if name == "offsets" else np.float64
        setattr(lists.columns, name, np.array(values, kind))
    with pytest.raises(ValueError, match=words):
        RankedLists.from_bytes(lists.to_bytes())


@one_case(
    ("change", "words"),
    [
        ({"query_id": ["a"]}, "query_id has 1, expected 4"),
        ({"query_id": ["a", None, "a", "b"]}, "query_id contains missing values"),
        ({"score": [1, 2, 3]}, "score has 3, expected 4"),
        ({"score": [1, 2, math.nan, 3]}, "Input score contains NaN: 1 of 4"),
        ({"relevance": [1, 2, math.inf, 3]}, "Input relevance contains infinity"),
        ({"relevance": ["a", "b", "c", "d"]}, "relevance must hold numbers"),
        (
            {"doc_id": ["d1", "d2", "d1", "d1"]},
            "query 'b' has document 'd1' more than once",
        ),
        ({name: [] for name in COLUMNS}, "relevance is empty"),
    ],
)
def test_columns_that_are_refused(change, words):
    with pytest.raises(ValueError, match=words):
        RankedLists.from_columns(**{**COLUMNS, **change})


@one_case(
    ("y_true", "y_score", "more", "words"),
    [
        ([1, 0], [1, 2], {}, "needs? query_id|query_id"),
        ([[1, 0]], [[1, 2, 3]], {}, "different shapes"),
        ([[1, 0]], [[1, 2], [1, 2]], {}, "inconsistent numbers of samples"),
        ([[1, math.nan]], [[1, 2]], {}, r"y_true contains NaN.* position \(0, 1\)"),
        ([[1, 0]], [[1, -math.inf]], {}, r"y_score contains infinity"),
        (np.empty((0, 3)), np.empty((0, 3)), {}, "y_true is empty"),
        (np.empty((3, 0)), np.empty((3, 0)), {}, "no column"),
        ([[1, 0]], [["a", "b"]], {}, "y_score must hold numbers"),
        ([[1, 0]], [[1, 2]], {"doc_id": ["a", "b"]}, "doc_id .* needs query_id"),
        ([[1, 0]], [[1, 2]], {"sample_weight": [1, 2]}, "sample_weight has 2"),
        ([[1, 0]], [[1, 2]], {"sample_weight": [0]}, "non-zero"),
        ([[1, 0]], [[1, 2]], {"sample_weight": [-1]}, "must not be negative"),
        ([[1j, 0]], [[1, 2]], {}, "[Cc]omplex"),
    ],
)
@one_case("name", ["ndcg_score", "mean_average_precision"])
def test_data_that_are_refused(name, y_true, y_score, more, words):
    with pytest.raises(ValueError, match=words):
        getattr(fm, name)(y_true, y_score, **more)


def test_calls_that_are_refused():
    lists = RankedLists.from_columns(**COLUMNS)
    with pytest.raises(TypeError, match="y_score must be None"):
        fm.ndcg_score(lists, [1])
    with pytest.raises(TypeError, match="query_id must be None"):
        fm.ndcg_score(lists, query_id=[1])
    with pytest.raises(TypeError, match="y_score"):
        fm.ndcg_score([[1, 0]])
    with pytest.raises(TypeError, match="are made by"):
        RankedLists()
    with pytest.raises(ValueError, match="cannot be read off a RankedLists"):
        lists.compute("accuracy_score")


def test_values_of_each_query_as_a_frame():
    pytest.importorskip("pandas")
    lists = RankedLists.from_columns(**COLUMNS)
    frame = lists.per_query(["ndcg_score", "mean_reciprocal_rank"])
    assert frame.index.tolist() == ["b", "a"]
    assert frame["mean_reciprocal_rank"].tolist() == [1, 0.5]
    assert list(lists.per_query("ndcg_score").columns) == ["ndcg_score"]
    pl = pytest.importorskip("polars")
    assert isinstance(lists.per_query("ndcg_score", backend="polars"), pl.DataFrame)


def test_what_ties_could_change():
    lists = RankedLists.from_dense([[1, 0, 0], [1, 0, 0]], [[7, 7, 7], [3, 2, 2]])
    found = lists.tie_spread("mean_average_precision")
    assert found == pytest.approx((2 / 3, 29 / 36, 1, 0.5))
    assert lists.tie_spread("precision_at_k", k=3).share == 0
    # there is no closed form of the mean over orders
    found = lists.tie_spread("eleven_point_average_precision")
    assert found == pytest.approx((2 / 3, math.nan, 1, 0.5), nan_ok=True)
    with pytest.raises(TypeError, match="tie_spread asks for ties itself"):
        lists.tie_spread("ndcg_score", ties="best")


def test_many_small_queries_and_a_large_one():
    n = 200_000
    query = np.arange(n)
    assert fm.ndcg_score(query % 2, query, query_id=query) == 0.5
    query[1::2] = 10**9  # every other row is of one query
    found = fm.mean_reciprocal_rank(query > 10**8, np.arange(n), query_id=query)
    assert found == pytest.approx(1 / (n // 2 + 1))


def test_a_query_of_a_million_documents_and_one_of_none():
    n = 10**6
    columns = ListColumns(2, np.ones(n), np.zeros(n), np.array([0, n, n]))
    lists = RankedLists.of_columns(columns, None, "average")
    discounts = math.fsum((1 / np.log2(np.arange(n) + 2)).tolist())
    found = fm.dcg_score(lists, average=None)
    assert found == pytest.approx([discounts, 0], rel=1e-14)
    assert fm.mean_average_precision(lists, average=None).tolist() == [1, 0]
    assert fm.rank_biased_precision(lists, empty="skip") == pytest.approx(1)


def test_an_empty_run_has_lists_of_nothing():
    qrels = {"q1": {"a": 1}, "q2": {"b": 2, "c": 0}}
    nothing = RankedLists.from_trec(qrels, {"q1": {}, "q2": {}})
    for run in ({}, ([], [], []), {"query_id": [], "doc_id": [], "score": []}):
        for judged_only in (False, True):
            lists = RankedLists.from_trec(qrels, run, judged_only=judged_only)
            assert lists.query_ids.tolist() == ["q1", "q2"]
            for name in ("ndcg", "map", "bpref", "recall@5", "mrr"):
                assert lists.compute(name) == nothing.compute(name) == 0
        with pytest.raises((ValueError, TypeError), match="run"):
            RankedLists.from_trec(qrels, run, missing="skip")
