"""Measures that weigh gains by rank: against the definitions, and by hand."""

import inspect
import itertools
import math
import os
import random
import subprocess
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.query_cases import (
    GAIN_OPTIONS,
    columns_of,
    drawn_options,
    drawn_queries,
    lists_of,
    options_of,
)
from sklearn import metrics as sk

import fastmetrics as fm
from fastmetrics import reference as ref

all_of_them = one_case("name", GAIN_OPTIONS)
WARNS = "ignore::fastmetrics.exceptions.UndefinedMetricWarning"
GRADES = [[3, 2, 3, 0, 1, 2]]
RANKED = [[6, 5, 4, 3, 2, 1]]


def _drawn_options(name, drawn):
    options = drawn_options(name, drawn)
    if name == "rank_biased_precision" and drawn.random() < 0.4:
        del options["relevance_level"]
        options |= {"gain": "linear", "max_grade": 3}
    return options


@pytest.mark.filterwarnings(WARNS)
@all_of_them
def test_against_the_definition(name):
    # Orders of five documents with one score are all made by the definition.
    drawn = random.Random(name)
    ours, twin = getattr(fm, name), getattr(ref, name)
    for seed in range(60):
        queries = drawn_queries(seed, unjudged=seed % 3 > 0, most=5)
        options = _drawn_options(name, drawn)
        if seed % 4 == 0:
            options["sample_weight"] = [drawn.choice([1, 2, 0.5]) for _ in queries]
        # Sums in another order, and logarithms: some units in the last place.
        expected = pytest.approx(twin(queries, **options), rel=1e-13, nan_ok=True)
        assert ours(lists_of(queries), **options) == expected, options


@pytest.mark.filterwarnings(WARNS)
@all_of_them
def test_columns_and_matrices(name):
    drawn = random.Random(name)
    ours, twin = getattr(fm, name), getattr(ref, name)
    for seed in range(12):
        queries = drawn_queries(seed, most=5)
        options = {**_drawn_options(name, drawn), "average": None}
        columns = columns_of(queries)
        if name == "ideal_dcg":
            del columns["doc_id"]
        expected = pytest.approx(twin(**columns, **options), rel=1e-13, nan_ok=True)
        assert ours(**columns, **options) == expected
        shuffled = {key: [*values] for key, values in columns.items()}
        if options.get("ties") != "input":  # queries stay in order of first appearance
            order = np.argsort(columns["query_id"], kind="stable")
            shuffled = {key: [of[i] for i in order] for key, of in columns.items()}
        assert ours(**shuffled, **options) == expected


def test_all_orders_of_seven():
    grades, rng = [3, 0, 1, 1, 0, 2, 0], np.random.default_rng(0)
    orders = np.array([*itertools.permutations(grades)])
    strict = np.tile(np.arange(7.0)[::-1], (len(orders), 1))
    for k in (1, 3, 6, 7):
        for name in ("dcg_score", "ndcg_score", "expected_reciprocal_rank"):
            of = getattr(fm, name)
            values = of(orders, strict, k=k, average=None)
            tied = [[*rng.permutation(grades)]], np.ones((1, 7))
            assert of(*tied, k=k) == pytest.approx(values.mean(), rel=1e-13)
            assert of(*tied, k=k, ties="best") == pytest.approx(values.max())
            assert of(*tied, k=k, ties="worst") == pytest.approx(values.min())


def test_long_ties_of_readers_who_stop():
    """The chances of a large group, against orders that are drawn."""
    rng = np.random.default_rng(5)
    grades = rng.integers(0, 4, 60) * (rng.random(60) < 0.4)
    scores = np.repeat([3.0, 2.0, 1.0], [7, 40, 13])
    orders = rng.permuted(np.tile(np.arange(60), (4000, 1)), axis=1)
    orders = np.take_along_axis(
        orders, np.argsort(-scores[orders], axis=1, kind="stable"), 1
    )
    strict = np.tile(np.arange(60.0)[::-1], (4000, 1))
    of = fm.expected_reciprocal_rank
    for k in (5, 30, None):
        mean = of(grades[None], scores[None], k=k)
        drawn = of(grades[orders], strict, k=k, average=None)
        assert abs(mean - drawn.mean()) <= 5 * drawn.std() / 4000**0.5 + 1e-12


def test_worked_values():
    assert fm.ndcg_score(GRADES, RANKED) == pytest.approx(0.960808, abs=5e-7)
    exponential = fm.ndcg_score(GRADES, RANKED, gain="exponential")
    assert exponential == pytest.approx(0.948811, abs=5e-7)
    tied = fm.ndcg_score([[1, 0, 0]], [[7, 7, 7]])
    assert tied == pytest.approx((1 + 1 / math.log2(3) + 1 / 2) / 3, rel=1e-15)
    assert tied == pytest.approx(0.710310, abs=5e-7)
    assert fm.rank_biased_precision([[1, 0, 1]], [[3, 2, 1]], p=0.5) == 0.625
    assert fm.rbp_residual([[1, 0, 1]], [[3, 2, 1]], p=0.5) == 0.125
    # Stops at the first with 7/16, else at the second with 1/16.
    stopped = fm.expected_reciprocal_rank([[3, 1]], [[2, 1]])
    assert stopped == 7 / 16 + 9 / 16 * 1 / 16 / 2


def test_reciprocal_rank_of_the_best_order_by_hand():
    # 3 0 1 against the best order 3 1 0, with chances 7/16 and 1/16.
    found = fm.normalized_expected_reciprocal_rank([[3, 0, 1]], [[3, 2, 1]])
    expected = 7 / 16 + 9 / 16 / 16 / 3
    best = 7 / 16 + 9 / 16 / 16 / 2
    assert found == pytest.approx(expected / best, rel=1e-15)
    assert fm.normalized_expected_reciprocal_rank([[3, 1]], [[2, 1]]) == 1
    lists = fm.RankedLists.from_lists([["a", "b"]], [{"a": 1, "c": 3}])
    first = fm.normalized_expected_reciprocal_rank(lists, k=1)
    assert first == pytest.approx(1 / 7, rel=1e-15)


def test_the_best_order_is_of_all_judged_documents():
    lists = fm.RankedLists.from_lists([["a", "b"]], [{"a": 1, "c": 3}])
    best = 3 + 1 / math.log2(3)
    assert fm.ideal_dcg(lists) == pytest.approx(best)
    assert fm.ndcg_score(lists) == pytest.approx(1 / best)
    assert fm.ndcg_score(lists, k=1) == pytest.approx(1 / 3)
    mapped = fm.ndcg_score(lists, gain={1: 4, 3: 2})
    assert mapped == pytest.approx(4 / (4 + 2 / math.log2(3)))


@one_case("dtype", ["?", "u1", "i4", "i8", "u8", "f2", "f4", "f8", "g"])
def test_dtypes_layouts_and_scikit_learn(dtype):
    rng = np.random.default_rng(0)
    grades = rng.integers(0, 2 if dtype == "?" else 5, (8, 60)).astype(dtype)
    for of_scores in ("f8", "f4", "i2", "u8"):
        scores = rng.integers(0, 90, (8, 60)).astype(of_scores)
        for k in (None, 7, 99):
            for name in ("dcg_score", "ndcg_score"):
                # it negates scores: unsigned ones would wrap around
                expected = getattr(sk, name)(
                    grades.astype("f8"), scores.astype("f8"), k=k
                )
                found = getattr(fm, name)(grades, scores, k=k)
                assert found == pytest.approx(expected, rel=1e-14)
        same = fm.ndcg_score(grades, scores)
        assert fm.ndcg_score(grades[:, ::-1], scores[:, ::-1]) == pytest.approx(same)
        assert fm.ndcg_score(np.asfortranarray(grades), scores) == same


def test_lists_of_any_length_by_comparing_and_by_sorting():
    rng = np.random.default_rng(1)
    for n in (1, 2, 15, 17, 33, 500, 513, 3000):
        for m in (1, 16, 17, 32, 33, n):
            grades = np.zeros((2, n))
            grades[:, : min(m, n)] = rng.integers(1, 70, (2, min(m, n)))
            grades = rng.permuted(grades, axis=1)
            for scores in (
                rng.random((2, n)),
                rng.integers(0, 1 + n // 4, (2, n)),
                1 + rng.integers(0, n, (2, n)) * 2.0**-52,  # keys that nearly agree
                -rng.random((2, n)) * 1e-310,
            ):
                query = np.repeat([0, 1], n)
                found = fm.dcg_score(grades.ravel(), scores.ravel(), query_id=query)
                expected = 0.0
                for g, s in zip(grades, scores, strict=True):
                    discount = 1 / np.log2(np.arange(n) + 2)
                    _, where, counts = np.unique(
                        -s, return_inverse=True, return_counts=True
                    )
                    sums = np.bincount(where, g) / counts
                    expected += sums[np.sort(where)] @ discount / 2
                assert found == pytest.approx(expected, rel=1e-12)


def test_strict_orders_of_long_lists():
    rng = np.random.default_rng(2)
    for n, levels in ((40, 3), (700, 9), (700, 10**6)):
        grades, scores = rng.integers(0, 3, n), rng.integers(0, levels, n)
        ids = [f"d{i}" for i in rng.permutation(n)]
        by_id = sorted(range(n), key=lambda i: ids[i], reverse=True)
        for ties, rows in (("input", range(n)), ("doc_id", by_id)):
            order = sorted(rows, key=lambda i: -scores[i])
            expected = np.sum(grades[order] / np.log2(np.arange(n) + 2))
            found = fm.dcg_score(
                grades, scores, query_id=np.zeros(n), doc_id=ids, ties=ties
            )
            assert found == pytest.approx(expected, rel=1e-13)


def test_ignored_ties_go_to_the_later_row():
    rng = np.random.default_rng(3)
    grades, scores = rng.integers(0, 5, (9, 12)), rng.integers(0, 4, (9, 12))
    order = np.argsort(scores, axis=1, kind="stable")[:, ::-1]
    ranked = np.take_along_axis(grades, order, 1)
    expected = (ranked / np.log2(np.arange(12) + 2)).sum(axis=1)
    found = fm.dcg_score(grades, scores, ignore_ties=True, average=None)
    assert found == pytest.approx(expected, rel=1e-14)


def test_whole_scores_that_no_float_tells_apart():
    scores = np.array([[2**53, 2**53 + 1, 2**53 + 2]])
    assert fm.dcg_score([[0, 1, 0]], scores) == pytest.approx(1 / math.log2(3))
    assert fm.dcg_score([[0, 0, 1]], scores.astype(np.uint64)) == 1


def test_extreme_grades():
    huge = [[1e308, 1e308, 0, 5e307]]
    assert fm.ndcg_score(huge, [[4, 3, 2, 1]]) == pytest.approx(
        fm.ndcg_score([[2, 2, 0, 1]], [[4, 3, 2, 1]])
    )
    assert fm.ndcg_score([[5e-324, 0]], [[1, 2]]) == pytest.approx(1 / math.log2(3))
    assert fm.dcg_score(huge, [[4, 3, 2, 1]]) == math.inf
    with pytest.raises(ValueError, match=r"y_true .*below 1024 for exponential"):
        fm.ndcg_score(huge, [[4, 3, 2, 1]], gain="exponential")
    assert fm.dcg_score([[-3, 2]], [[2, 1]]) == pytest.approx(-3 + 2 / math.log2(3))
    assert fm.ideal_dcg([[-3, 2, 0, -1]]) == pytest.approx(
        sk.dcg_score([[-3, 2, 0, -1]], [[-3, 2, 0, -1]])
    )


def values_of_many_lists():
    """Print the bits of values of lists that are compared, and that are sorted."""
    rng = np.random.default_rng(4)
    found = []
    for n in (7, 70, 600):
        grades, scores = rng.integers(0, 5, (50, n)), rng.integers(0, n, (50, n))
        sparse = np.where(rng.random((50, n)) < 0.05, grades, 0)
        for given in (grades, sparse):
            for of in (fm.ndcg_score, fm.expected_reciprocal_rank):
                found.append(of(given, scores, average=None))
    return np.concatenate(found).tobytes().hex()


@pytest.mark.long
def test_levels_of_the_processor_agree_to_the_bit():
    code = inspect.getsource(values_of_many_lists)
    code = (
        f"import numpy as np, fastmetrics as fm\n{code}\nprint(values_of_many_lists())"
    )
    for level in ("baseline", "avx2"):
        found = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "FASTMETRICS_CPU": level},
            check=True,
            capture_output=True,
            text=True,
        )
        assert found.stdout.strip() == values_of_many_lists()


def test_threads_agree_to_the_bit():
    rng = np.random.default_rng(4)
    grades, scores = rng.integers(0, 5, (9000, 70)), rng.integers(0, 70, (9000, 70))
    with fm.num_threads(1):
        alone = fm.ndcg_score(grades, scores, average=None)
    with fm.num_threads(3):
        assert np.array_equal(fm.ndcg_score(grades, scores, average=None), alone)


def test_options_that_are_refused():
    for name in GAIN_OPTIONS:
        of = getattr(fm, name)
        data = (GRADES, RANKED)
        for k in (0, -1, 2.5, "2", True):
            with pytest.raises(ValueError, match="k must be a whole number"):
                of(*data, k=k)
        with pytest.raises(ValueError, match="average must be 'mean' or None"):
            of(*data, average="macro")
        if name != "ideal_dcg":
            with pytest.raises(ValueError, match="ties must be one of"):
                of(*data, ties="last")
            with pytest.raises(ValueError, match="needs the documents' ids"):
                of(*data, ties="doc_id")
        if "empty" in options_of(name):
            with pytest.raises(ValueError, match="empty must be one of"):
                of(*data, empty="warn")
            with pytest.raises(
                ValueError, match=r"no .* for 1 of 2 queries, the first of them 1: "
            ):
                of([[1, 0], [0, 0]], [[2, 1], [2, 1]], empty="error")
    for base in (0, 1, -2, math.inf, math.nan):
        with pytest.raises(ValueError, match="log_base must be above 0 and not 1"):
            fm.dcg_score(GRADES, RANKED, log_base=base)
    for gain, words in (
        ("cubic", "gain must be 'linear', 'exponential' or a mapping"),
        ({0: 0, 1: 1}, "gain must map every grade of y_true to a gain, but lacks 2"),
        ({0: 1}, "gain must map the grade 0 to 0"),
        ({1: -1}, "none negative"),
        ({1: math.inf}, "finite"),
    ):
        with pytest.raises(ValueError, match=words):
            fm.ndcg_score(GRADES, RANKED, gain=gain)
    for p in (0, 1, -0.1, 2, math.nan):
        with pytest.raises(ValueError, match="p must lie between 0 and 1"):
            fm.rank_biased_precision(GRADES, RANKED, p=p)
        with pytest.raises(ValueError, match="p must lie between 0 and 1"):
            fm.rbp_residual(GRADES, RANKED, p=p)
    with pytest.raises(ValueError, match=r"at most max_grade=2, got 3"):
        fm.expected_reciprocal_rank(GRADES, RANKED, max_grade=2)
    with pytest.raises(ValueError, match=r"at most max_grade=2, got 3"):
        fm.rank_biased_precision(GRADES, RANKED, gain="linear", max_grade=2)
    with pytest.raises(ValueError, match="needs max_grade"):
        fm.rank_biased_precision(GRADES, RANKED, gain="linear")
    with pytest.raises(ValueError, match="max_grade is for gain='linear'"):
        fm.rank_biased_precision(GRADES, RANKED, max_grade=3)
    with pytest.raises(ValueError, match="negative y_true"):
        fm.ndcg_score([[-1, 1]], [[1, 2]])
    with pytest.raises(ValueError, match="more than 1 document"):
        fm.ndcg_score([[1], [2]], [[1], [2]])
    with pytest.raises(TypeError, match="ignore_ties"):
        fm.ndcg_score(GRADES, RANKED, ignore_ties=1)


@pytest.mark.filterwarnings("error")
def test_queries_without_gains():
    data = ([[0, 0], [1, 0]], [[1, 2], [2, 1]])
    assert fm.ndcg_score(*data) == 0.5
    assert fm.ndcg_score(*data, empty="skip") == 1
    assert math.isnan(fm.ndcg_score(*data, empty="nan"))
    found = fm.ndcg_score(*data, empty="skip", average=None)
    assert np.array_equal(found, [math.nan, 1], equal_nan=True)
    assert fm.ndcg_score(*data, sample_weight=[1, 3]) == 0.75
    with pytest.warns(fm.UndefinedMetricWarning, match="ndcg_score is undefined"):
        assert math.isnan(fm.ndcg_score([[0, 0]], [[1, 2]], empty="skip"))


@pytest.mark.filterwarnings("error")
def test_a_mean_of_gains_whose_sum_is_beyond_every_double():
    found = fm.ideal_dcg([[1e308, 0], [1e308, 0]])
    assert found == 1e308


@one_case("grade", [1e-5, 1e-17, 1e-300])
def test_least_chances_keep_their_digits_where_scores_are_tied(grade):
    # One order has it first and one second: (1 + 1/2) / 2 of its chance.
    chance = math.expm1(grade * math.log(2)) / 2**3
    asked = {"max_grade": 3, "ties": "average"}
    found = fm.expected_reciprocal_rank([[0, grade]], [[1, 1]], **asked)
    # Some operations, each rounded once.
    assert found == pytest.approx(0.75 * chance, rel=1e-14, abs=0)
    share = fm.normalized_expected_reciprocal_rank([[0, grade]], [[1, 1]], **asked)
    assert share == pytest.approx(0.75, rel=1e-14)
