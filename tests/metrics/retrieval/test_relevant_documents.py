"""Measures that count relevant documents: against the definitions, and by hand."""

import math
import random
from itertools import product

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.query_cases import (
    HIT_OPTIONS,
    WITH_ORDER,
    columns_of,
    drawn_options,
    drawn_queries,
    lists_of,
    value_or_ties,
)

import fastmetrics as fm
from fastmetrics import reference as ref
from fastmetrics.exceptions import TiesError

SETS = (
    *("set_precision", "set_recall", "set_f_score", "set_relative_precision"),
    *("set_average_precision", "set_utility"),
)
# Without a closed form of the mean over orders, or of no order.
OPEN = (
    "interpolated_precision_at_recall",
    "eleven_point_average_precision",
    "inferred_average_precision",
    "smoothed_average_precision",
    *WITH_ORDER,
)
all_of_them = one_case("name", HIT_OPTIONS)
with_means = one_case("name", sorted({*HIT_OPTIONS} - {*SETS, *OPEN}))


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@all_of_them
def test_against_the_definition(name):
    # Orders of five documents with one score are all made by the definition.
    drawn = random.Random(name)
    ours, twin = getattr(fm, name), getattr(ref, name)
    defined = 0
    for seed in range(18):
        queries = drawn_queries(seed, unjudged=seed % 3 > 0, negative=True, most=5)
        options = drawn_options(name, drawn)
        if seed % 4 == 0:
            options["sample_weight"] = [drawn.choice([1, 2, 0.5]) for _ in queries]
        found = value_or_ties(ours, lists_of(queries), **options)
        expected = value_or_ties(twin, queries, **options)
        if isinstance(expected, str):
            assert found == expected
            continue
        defined += 1
        assert found == pytest.approx(expected, rel=1e-13, nan_ok=True), options
    assert defined > 6


@all_of_them
def test_columns_and_matrices(name):
    drawn = random.Random(name)
    ours, twin = getattr(fm, name), getattr(ref, name)
    for seed in range(12):
        queries = drawn_queries(seed, most=5)
        options = {**drawn_options(name, drawn), "average": None}
        columns = columns_of(queries)
        if name in SETS:
            del columns["doc_id"]
        found = value_or_ties(ours, **columns, **options)
        assert found == pytest.approx(
            value_or_ties(twin, **columns, **options), nan_ok=True
        )
        # The first query alone, as a matrix of one row.
        if options.get("ties") in ("doc_id", "trec_eval"):
            continue
        grades, scores = [queries[0].grades], [queries[0].scores]
        if len(grades[0]) > 1:
            alone = value_or_ties(ours, np.array(grades), np.array(scores), **options)
            assert alone == pytest.approx(
                value_or_ties(twin, grades, scores, **options), nan_ok=True
            )


@with_means
def test_long_ties_against_orders_that_are_drawn(name):
    """The closed form is the mean over many orders, in groups too large for all."""
    rng = np.random.default_rng(5)
    grades = (rng.random(60) < 0.3).astype(float)
    scores = np.repeat([3.0, 2.0, 1.0], [7, 40, 13])
    for options in ({"k": 5}, {"k": 30}, {"k": 60}):
        given = options if "k" in HIT_OPTIONS[name] else {}
        if name == "mean_average_precision":
            given = {**given, "normalizer": "returned"}
        mean = getattr(fm, name)(grades[None], scores[None], **given)
        orders = rng.permuted(np.tile(np.arange(60), (2000, 1)), axis=1)
        orders = np.take_along_axis(
            orders, np.argsort(-scores[orders], axis=1, kind="stable"), 1
        )
        strict = np.tile(np.arange(60.0)[::-1], (2000, 1))
        drawn = getattr(fm, name)(grades[orders], strict, **given, average=None)
        error = 5 * drawn.std() / 2000**0.5
        assert abs(mean - drawn.mean()) <= error + 1e-12


def test_worked_values():
    one, tied = [[1, 0, 0]], [[5.0, 5.0, 5.0]]
    for of in (fm.mean_average_precision, fm.mean_reciprocal_rank):
        assert of(one, tied) == pytest.approx(11 / 18, rel=1e-15)
        assert of(one, tied, ties="best") == 1
        assert of(one, tied, ties="worst") == pytest.approx(1 / 3, rel=1e-15)
    assert fm.precision_at_k(one, tied, k=1) == pytest.approx(1 / 3, rel=1e-15)
    # Relevant at the ranks 1 and 3 of four, and one that is not returned.
    lists = fm.RankedLists.from_lists([["a", "b", "c", "d"]], [["a", "c", "e"]])
    assert fm.mean_average_precision(lists) == pytest.approx(5 / 9, rel=1e-15)
    found = fm.mean_average_precision(lists, normalizer="returned")
    assert found == pytest.approx(5 / 6, rel=1e-15)
    cut = {"k": 3, "normalizer": "returned"}
    last = ([[1, 0, 1, 0]], [[2, 1, 1, 1]])
    assert fm.mean_average_precision(*last, **cut, ties="best") == 1
    worst = fm.mean_average_precision(*last, **cut, ties="worst")
    assert worst == pytest.approx(5 / 6, rel=1e-15)
    assert fm.retrieval_counts(lists) == (1, 4, 3, 2, 2)
    assert fm.set_recall(lists) == pytest.approx(2 / 3)


def test_hits_by_hand():
    assert fm.hits_at_k([[1, 0, 1, 0], [0, 0, 1, 0]], [[4, 3, 2, 1]] * 2, k=3) == 1.5
    # One relevant of two documents that share the second place.
    assert fm.hits_at_k([[1, 1, 0]], [[2, 1, 1]], k=2) == 1.5
    assert fm.hits_at_k([[1, 1, 0]], [[2, 1, 1]]) == 2


def clarke(run, grades, p, depth):
    """Compatibility as the authors' program has it, of ids with grades."""
    ideal = [one for one in grades if grades[one] > 0]
    place = {one: at for at, one in enumerate(run)}
    ideal.sort(key=lambda one: (-grades[one], place.get(one, len(run))))

    def rbo(first, second):
        score = normalizer = 0.0
        for i in range(depth):
            shared = {*first[: i + 1]} & {*second[: i + 1]}
            score += p**i * len(shared) / (i + 1)
            normalizer += p**i
        return score / normalizer

    return rbo(run, ideal) / rbo(ideal, ideal)


def test_compatibility_by_hand_and_by_its_authors():
    # The best order is b c; the list a b c shares 0, 1 and 2 with it at depths 1 to 3,
    # and b c shares 1, 2 and 2 with itself.
    found = fm.compatibility([[0, 3, 1]], [[3, 2, 1]], p=0.5, k=3)
    best = 1 + 0.5 * 2 / 2 + 0.25 * 2 / 3
    assert found == pytest.approx((0.5 / 2 + 0.25 * 2 / 3) / best, rel=1e-15)
    rng = np.random.default_rng(0)
    for seed in range(20):
        ids = [f"d{i}" for i in rng.permutation(30)]
        grades = dict(zip(ids, rng.integers(0, 4, 30).tolist(), strict=True))
        run = [*ids[:20], "unknown", "other"]
        run = [run[i] for i in rng.permutation(len(run))]
        lists = fm.RankedLists.from_lists([run], [grades])
        for p, k in ((0.95, 1000), (0.8, 7), (0.5, 3)):
            expected = clarke(run, grades, p, k)
            # Sums over documents here, over depths there.
            assert fm.compatibility(lists, p=p, k=k) == pytest.approx(
                expected, rel=1e-12, abs=1e-15
            ), seed
    # Beyond every rank the sum has a closed form.
    deep = fm.compatibility(lists, p=0.9, k=5000)
    assert fm.compatibility(lists, p=0.9, k=None) == pytest.approx(deep, rel=1e-14)
    assert fm.compatibility(lists, p=0.9, k=10**18) == pytest.approx(deep, rel=1e-14)


def test_compatibility_is_1_of_a_best_order_and_asks_for_an_order():
    assert fm.compatibility([[3, 1, 1, 0]], [[4, 3, 2, 1]]) == 1
    assert fm.compatibility([[3, 1, 1, 0]], [[4, 2, 3, 1]]) == 1
    assert fm.compatibility([[0, 0]], [[2, 1]]) == 0
    tied = [[1, 0]], [[1, 1]]
    for ties in (None, "average", "best", "worst"):
        with pytest.raises(TiesError, match="ties"):
            fm.compatibility(*tied, ties=ties)
    assert fm.compatibility(*tied, ties="input") == 1
    for p in (0, 1, -1, 2):
        with pytest.raises(ValueError, match="p must lie between 0 and 1"):
            fm.compatibility(*tied, p=p, ties="input")


def test_multiples_of_the_relevant_documents_by_hand():
    # Relevant at the ranks 1, 3 and 4 of five, and one that is not returned: R = 4.
    lists = fm.RankedLists.from_lists([list("abcde")], [list("acdx")])
    of = fm.r_precision
    assert of(lists) == 3 / 4
    assert of(lists, multiple=0.2) == 1  # 0.8 + 0.9: one document
    assert of(lists, multiple=0.5) == 1 / 2
    assert of(lists, multiple=1.2) == 3 / 5
    assert of(lists, multiple=2) == 3 / 8
    assert of(lists, multiple=0.01) == 0  # none
    assert of(lists, multiple=1e300) == 3 / 2.0**62
    for wrong in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="multiple must be finite and above 0"):
            of(lists, multiple=wrong)


def test_sets_by_hand():
    # Two of four returned documents are relevant, of three.
    lists = fm.RankedLists.from_lists([list("abcd")], [list("ace")])
    assert fm.set_relative_precision(lists) == 2 / 3
    assert fm.set_average_precision(lists) == pytest.approx(2 / 4 * 2 / 3, rel=1e-15)
    assert fm.set_utility(lists) == 0
    assert fm.set_utility(lists, hit=3, false_alarm=-2, miss=-1) == 1
    every = {"hit": 3, "false_alarm": -2, "miss": -1, "correct_rejection": 0.5}
    assert fm.set_utility(lists, **every, n_docs=10) == 1 + 0.5 * 5
    # A query without relevant documents costs what its list does.
    nothing = fm.RankedLists.from_lists([list("abcd"), []], [[], []])
    assert fm.set_utility(nothing, average=None).tolist() == [-4, 0]
    assert fm.set_relative_precision(nothing) == 0
    with pytest.raises(ValueError, match="correct_rejection needs n_docs"):
        fm.set_utility(lists, correct_rejection=1)
    with pytest.raises(ValueError, match="n_docs must be at least 4"):
        fm.set_utility(lists, correct_rejection=1, n_docs=3)
    for wrong in (-1, 2.5, "9", True):
        with pytest.raises(ValueError, match="n_docs must be a whole number"):
            fm.set_utility(lists, n_docs=wrong)
    for name in every:
        for wrong in (math.inf, math.nan):
            with pytest.raises(ValueError, match=f"{name} must be finite"):
                fm.set_utility(lists, **{name: wrong}, n_docs=10)


def test_log_odds_of_average_precision_by_hand():
    of = fm.smoothed_average_precision
    # Precisions of 1 and 2/3 at two of three relevant documents.
    lists = fm.RankedLists.from_lists([list("abcd")], [list("ace")])
    assert of(lists) == pytest.approx(math.log((8 / 3) / (7 / 3)), rel=1e-15)
    assert of([[1, 1, 0]], [[3, 2, 1]]) == pytest.approx(math.log(3), rel=1e-15)
    assert of([[0, 1]], [[2, 1]]) == 0  # an average precision of 1/2
    none = fm.RankedLists.from_lists([[]], [list("ab")])
    assert of(none) == pytest.approx(-math.log(3), rel=1e-15)
    tied = [[0, 1]], [[1, 1]]
    assert of(*tied, ties="best") == pytest.approx(math.log(2), rel=1e-15)
    assert of(*tied, ties="worst") == 0
    assert of([[1, 1]], [[1, 1]]) == pytest.approx(math.log(3), rel=1e-15)


def test_gains_that_were_missed_by_hand():
    of = fm.normalized_gain
    # Before and with the second document 3 + 1 could be had, and 3 were.
    assert of([[0, 3, 1]], [[3, 2, 1]]) == pytest.approx(
        (3 / math.log2(3) + 1 / math.log2(3)) / 4, rel=1e-15
    )
    assert of([[3, 2, 0, 0]], [[4, 3, 2, 1]]) == 1
    # Others cost 1 each: two of them come before the second relevant document.
    binary = of([[1, 0, 0, 2]], [[4, 3, 2, 1]], gain="binary")
    assert binary == pytest.approx((1 + 1 / 2) / 2, rel=1e-15)
    second = {"gain": "binary", "relevance_level": 2}
    assert of([[1, 0, 0, 2]], [[4, 3, 2, 1]], **second) == pytest.approx(
        1 / math.log2(5), rel=1e-15
    )
    assert of([[1, 0]], [[2, 1]], **second) == 0
    exponential = of([[1, 2]], [[2, 1]], gain="exponential")
    assert exponential == pytest.approx((1 / 2 + 3) / 4, rel=1e-15)
    assert of([[1, 2]], [[2, 1]], gain={1: 1, 2: 3}) == exponential
    for huge, gain in (([[1e300, 0]], "linear"), ([[1000, 0]], "exponential")):
        with pytest.raises(
            ValueError, match=r"y_true must hold gains of at most 1e\+250"
        ):
            of(huge, [[1, 2]], gain=gain)
    with pytest.raises(ValueError, match="below 1024 for exponential gains"):
        of([[2000, 0]], [[1, 2]], gain="exponential")
    with pytest.raises(ValueError, match="'linear', 'exponential', 'binary' or a mapp"):
        of([[1, 0]], [[1, 2]], gain="cubic")
    with pytest.raises(ValueError, match="'linear', 'exponential' or a mapping"):
        fm.averaged_ndcg([[1, 0]], [[1, 2]], gain="binary")


def test_averages_of_ndcg_by_hand():
    of = fm.averaged_ndcg
    third = 1 / math.log2(3)
    # nDCG@2 and nDCG@3 of the order 0 3 1, against 3 1.
    at_second = 3 * third / (3 + third)
    at_third = (3 * third + 1 / 2) / (3 + third)
    found = of([[0, 3, 1]], [[3, 2, 1]])
    assert found == pytest.approx((at_second + at_third) / 2, rel=1e-15)
    # After one document, which has all of grade 3 in the best order, and after two.
    assert of([[0, 3, 1]], [[3, 2, 1]], over="grades") == pytest.approx(
        (0 + at_second) / 2, rel=1e-15
    )
    # The end counts where the list has two documents more.
    longer = of([[0, 3, 1, 0]], [[4, 3, 2, 1]], over="grades")
    assert longer == pytest.approx((0 + at_second + at_third) / 3, rel=1e-15)
    # What is not returned counts at the end, against the whole best order.
    lists = fm.RankedLists.from_lists([["a"]], [{"a": 1, "x": 1, "y": 1}])
    best = 1 + third + 1 / 2
    assert of(lists) == pytest.approx((1 + 2 / best) / 3, rel=1e-15)
    assert of(lists, over="grades") == pytest.approx(1 / best, rel=1e-15)
    assert of([[3, 2, 0, 0]], [[4, 3, 2, 1]]) == 1
    huge = of([[1e308, 1e308, 0]], [[3, 1, 2]])
    assert huge == pytest.approx(of([[1, 1, 0]], [[3, 1, 2]]), rel=1e-15)
    with pytest.raises(ValueError, match="over must be one of"):
        of([[1, 0]], [[1, 2]], over="ranks")


def test_values_in_the_literature():
    # Manning, Raghavan & Schütze, exercise 8.8 of chapter 8: RRNNN NNNRN RNNNR NNNNR,
    # eight relevant documents in all.
    hits = [1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ranked = [str(i) for i in range(20)]
    relevant = [name for name, hit in zip(ranked, hits, strict=True) if hit]
    lists = fm.RankedLists.from_lists([ranked], [[*relevant, "x", "y"]])
    assert fm.precision_at_k(lists, k=20) == pytest.approx(6 / 20)
    assert fm.set_f_score(lists) == pytest.approx(3 / 7)
    at_quarter = fm.interpolated_precision_at_recall(lists, recall=0.25)
    assert at_quarter == 1
    at_third = fm.interpolated_precision_at_recall(lists, recall=0.33)
    assert at_third == pytest.approx(4 / 11)
    expected = (1 + 1 + 3 / 9 + 4 / 11 + 5 / 15 + 6 / 20) / 8
    assert fm.mean_average_precision(lists) == pytest.approx(expected)


def test_judgements_in_part_by_hand():
    ahead = drawn_queries(0)[0]._replace(
        grades=[1, None, 0, 1], scores=[4, 3, 2, 1], ids=["a", "b", "c", "d"]
    )
    assert fm.bpref(lists_of([ahead])) == 0.5
    assert fm.bpref(lists_of([ahead._replace(unreturned=[0])])) == 0.75
    inferred = fm.inferred_average_precision(lists_of([ahead]))
    assert inferred == pytest.approx(0.75, rel=1e-15)
    pooled = ahead._replace(grades=[1, -1, 0, 1])
    assert fm.inferred_average_precision(lists_of([pooled])) == pytest.approx(13 / 16)
    assert fm.judged_at_k(lists_of([ahead]), k=2) == 0.5


def test_geometric_mean_of_bpref():
    of = fm.geometric_mean_bpref
    # One of two relevant documents has one of two others ahead of it; the reverse.
    data = [[1, 0, 1, 0], [0, 0, 1, 1]], [[4, 3, 2, 1]] * 2
    assert of(*data) == pytest.approx((3 / 4 * 1e-5) ** 0.5, rel=1e-15)
    assert of(*data, floor=0.1) == pytest.approx((3 / 4 * 0.1) ** 0.5, rel=1e-15)
    assert of(*data, average=None) == pytest.approx([3 / 4, 1e-5], rel=1e-15)
    with pytest.raises(ValueError, match="floor"):
        of(*data, floor=0)


def test_geometric_mean():
    missed = ([[1, 0], [0, 0]], [[2, 1], [2, 1]])
    of = fm.geometric_mean_average_precision
    assert of(*missed) == pytest.approx(1e-5**0.5)
    assert of(*missed, empty="skip") == 1
    assert math.isnan(of(*missed, empty="nan"))
    with pytest.raises(ValueError, match="no relevant document for 1 of 2"):
        of(*missed, empty="error")
    for floor in (0, -1, 1.1, math.nan):
        with pytest.raises(ValueError, match="floor"):
            of(*missed, floor=floor)


def test_ties_that_leave_a_value_open():
    tied = ([[1, 0, 0]], [[5, 5, 5]])
    for name in OPEN:
        of, more = getattr(fm, name), {"recall": 0.5} if "recall" in name else {}
        with pytest.raises(TiesError, match=r"ties='average'.* 1 of 1 queries, .* 0:"):
            of(*tied, **more)
        most = math.log(2) if name == "smoothed_average_precision" else 1
        assert of(*tied, **more, ties="input") == pytest.approx(most, abs=1e-4)
        # Documents that are alike leave nothing open.
        assert of([[1, 0, 0]], [[9, 5, 5]], **more) == pytest.approx(most, abs=1e-4)
    with pytest.raises(TiesError, match="ties='best'"):
        fm.inferred_average_precision(*tied, ties="best")


def test_options_that_are_refused():
    data = ([[1, 0]], [[2, 1]])
    for name in ("precision_at_k", "recall_at_k", "f1_at_k", "relative_precision_at_k"):
        for k in (0, -1, 2.5, "2", True):
            with pytest.raises(ValueError, match=r"k must be a whole number"):
                getattr(fm, name)(*data, k=k)
        with pytest.raises(TypeError, match="k must be a whole number"):
            getattr(fm, name)(*data, k=None)
    for name, option, words in (
        ("mean_average_precision", "normalizer", "'relevant', 'cutoff', 'returned'"),
        ("recall_at_k", "normalizer", "'relevant', 'cutoff'"),
        ("precision_at_k", "divide_by", "'k', 'returned'"),
        ("eleven_point_average_precision", "rounding", "'up', 'nearest'"),
    ):
        more = {"k": 1} if name.endswith("k") else {}
        for wrong in ("none", None, np.array(["relevant"]), 1):
            with pytest.raises(ValueError, match=rf"{option} must be one of \({words}"):
                getattr(fm, name)(*data, **more, **{option: wrong})
    with pytest.raises(ValueError, match="normalizer"):
        fm.recall_at_k(*data, k=1, normalizer="returned")
    for recall in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="recall must lie between 0 and 1"):
            fm.interpolated_precision_at_recall(*data, recall=recall)
    for beta in (-1, math.nan):
        with pytest.raises(ValueError, match="beta"):
            fm.set_f_score(*data, beta=beta)
    for level in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="relevance_level"):
            fm.bpref(*data, relevance_level=level)


def test_first_hits_alone():
    """What reads the first relevant documents alone finds what the others find."""
    rng = np.random.default_rng(0)
    grades = rng.integers(0, 3, (300, 40)) * (rng.random((300, 40)) < 0.2)
    scores = rng.integers(0, 25, (300, 40)).astype(float)
    for ties in ("average", "best", "worst", "input"):
        for level in (1, 2):
            options = {"ties": ties, "relevance_level": level, "average": None}
            first = fm.hit_rate(grades, scores, k=1, **options)
            whole = fm.precision_at_k(grades, scores, k=1, **options)
            np.testing.assert_allclose(first, whole, rtol=1e-14)
            ranks = fm.mean_reciprocal_rank(grades, scores, k=1, **options)
            np.testing.assert_allclose(ranks, whole, rtol=1e-14)


def test_large_groups_keep_their_digits():
    n = 10**5
    grades = np.zeros((1, n))
    grades[0, 7] = 1
    scores = np.ones((1, n))
    harmonic = math.fsum(1 / i for i in range(1, n + 1))
    for of in (fm.mean_average_precision, fm.mean_reciprocal_rank):
        assert of(grades, scores) == pytest.approx(harmonic / n, rel=1e-12)
    assert fm.hit_rate(grades, scores, k=1) == pytest.approx(1 / n, rel=1e-14)
    returned = fm.mean_average_precision(
        grades, scores, k=n // 2, normalizer="returned"
    )
    half = math.fsum(1 / i for i in range(1, n // 2 + 1))
    assert returned == pytest.approx(half / n, rel=1e-12)
    half_of_them = (np.arange(n) % 2 == 0).astype(float)[None]
    found = fm.mean_average_precision(half_of_them, scores, k=n // 2)
    assert 0.24 < found < 0.26


# Cut-offs up to 16, at which a bound on the score of the last one is known, and others;
# lists of whole vectors and of parts of one.
@pytest.mark.parametrize("n", [1, 3, 16, 63, 64, 100, 257])
def test_cut_offs_are_what_their_definitions_say(n):
    rng = np.random.default_rng(n)
    cut_offs = (1, 4, 8, 10, 16, 40)
    for digits, share, k in product((0, 1, 9), (0.05, 0.3, 0.9), cut_offs):
        grades = (rng.random((6, n)) < share) * rng.integers(1, 4, (6, n))
        scores = np.round(rng.normal(size=(6, n)), digits)
        options = {"k": k, "relevance_level": 2, "ties": "worst", "average": None}
        # In the worst order documents that are not relevant come first in a tie.
        order = np.lexsort((grades >= 2, -scores), axis=1)
        relevant = np.take_along_axis(grades >= 2, order, axis=1)
        hits, every = relevant[:, :k].sum(axis=1), relevant.sum(axis=1)
        found = fm.hits_at_k(grades, scores, **options)
        assert found.tolist() == hits.tolist()
        found = fm.precision_at_k(grades, scores, **options)
        assert found.tolist() == (hits / k).tolist()
        found = fm.recall_at_k(grades, scores, **options)
        assert found.tolist() == (hits / np.maximum(every, 1)).tolist()


def test_cut_offs_refuse_what_is_not_finite():
    grades, scores = np.ones((2, 100)), np.tile(np.arange(100.0), (2, 1))
    for at in (0, 17, 99):
        for column, name in ((grades, "y_true"), (scores, "y_score")):
            for odd in (np.nan, np.inf, -np.inf):
                before = column[1, at]
                column[1, at] = odd
                with pytest.raises(ValueError, match=name):
                    fm.precision_at_k(grades, scores, k=10)
                column[1, at] = before
