"""Measures that count relevant documents, by hand."""

import math
from fractions import Fraction

import pytest

from fastmetrics import reference as ref
from fastmetrics.reference.retrieval.orders import Query

# Relevant at the ranks 1 and 3 of four, and one that the list lacks.
LACKING = [Query([1, 0, 1, 0], [4, 3, 2, 1], unreturned=[1])]
# One of three is relevant, and no score says which.
ALL_TIED = ([[1, 0, 0]], [[7, 7, 7]])
# One relevant document, then one of three.
CUT = ([[1, 0, 1, 0]], [[2, 1, 1, 1]])
# Relevant at the ranks 1, 3 and 6.
SIX = ([[1, 0, 1, 0, 0, 1]], [[6, 5, 4, 3, 2, 1]])
# Two queries with a relevant document at rank 1 and at rank 2.
TWO = ([[1, 0], [0, 1]], [[2, 1], [2, 1]])


def test_average_precision_by_hand():
    of = ref.mean_average_precision
    assert of(LACKING) == pytest.approx(5 / 9)
    assert of(LACKING, normalizer="returned") == pytest.approx(5 / 6)
    assert of(LACKING, k=1, normalizer="cutoff") == 1
    assert of(LACKING, k=2) == pytest.approx(1 / 3)
    assert of(LACKING, k=2, normalizer="cutoff") == 0.5
    assert of(*SIX) == pytest.approx((1 + 2 / 3 + 1 / 2) / 3)


def test_log_odds_and_gains_by_hand():
    of = ref.smoothed_average_precision
    assert of(LACKING) == pytest.approx(math.log((1 + 5 / 3) / (1 + 3 - 5 / 3)))
    with pytest.raises(ValueError, match="tied"):
        of(*ALL_TIED)
    assert of(*ALL_TIED, ties="best") == pytest.approx(math.log(2))
    order = [[0, 3, 1]], [[3, 2, 1]]
    third = 1 / math.log2(3)
    assert ref.normalized_gain(*order) == pytest.approx(third)
    assert ref.normalized_gain(*order, gain="binary") == pytest.approx(third)
    second, all_three = (3 * third) / (3 + third), (3 * third + 1 / 2) / (3 + third)
    assert ref.averaged_ndcg(*order) == pytest.approx((second + all_three) / 2)
    assert ref.averaged_ndcg(*order, over="grades") == pytest.approx(second / 2)


def test_multiples_by_hand():
    assert ref.r_precision(LACKING) == pytest.approx(2 / 3)
    assert ref.r_precision(LACKING, multiple=0.2) == 1
    assert ref.r_precision(LACKING, multiple=2) == pytest.approx(2 / 6)


def test_ties_by_hand():
    for of in (ref.mean_average_precision, ref.mean_reciprocal_rank):
        assert of(*ALL_TIED) == pytest.approx(11 / 18)
        assert of(*ALL_TIED, ties="best") == 1
        assert of(*ALL_TIED, ties="worst") == pytest.approx(1 / 3)
    for of in (ref.precision_at_k, ref.hit_rate, ref.recall_at_k):
        assert of(*ALL_TIED, k=1) == pytest.approx(1 / 3)
    assert ref.hit_rate(*ALL_TIED, k=2, ties="worst") == 0
    # One hit more among the first three lowers it: 1/1 against (1 + 2/3)/2.
    of = ref.mean_average_precision
    cut = {"k": 3, "normalizer": "returned"}
    assert of(*CUT, **cut, ties="best") == 1
    assert of(*CUT, **cut, ties="worst") == pytest.approx(5 / 6)


def test_strict_orders_by_hand():
    columns = {"query_id": [1, 1, 1], "doc_id": ["a", "c", "b"]}
    of = ref.mean_reciprocal_rank
    assert of([0, 0, 1], [5, 5, 5], ties="input", **columns) == pytest.approx(1 / 3)
    assert of([0, 0, 1], [5, 5, 5], ties="doc_id", **columns) == 0.5
    # These two differ in float64 alone, and c comes before a.
    scores = [1 + 2**-40, 1.0, 0.0]
    assert of([1, 0, 0], scores, ties="doc_id", **columns) == 1
    assert of([1, 0, 0], scores, ties="trec_eval", **columns) == 0.5


def test_geometric_mean_of_bpref_by_hand():
    # One of two relevant documents has one of two others ahead of it; the reverse.
    data = [[1, 0, 1, 0], [0, 0, 1, 1]], [[4, 3, 2, 1]] * 2
    assert ref.geometric_mean_bpref(*data) == pytest.approx((3 / 4 * 1e-5) ** 0.5)


def test_geometric_mean_by_hand():
    of = ref.geometric_mean_average_precision
    assert of(*TWO) == pytest.approx(0.5**0.5)
    # The query that finds nothing counts 0.00001.
    missed = ([[1, 0], [0, 0]], [[2, 1], [2, 1]])
    assert of(*missed) == pytest.approx(1e-5**0.5)
    assert of(*missed, floor=0.01) == pytest.approx(0.1)
    assert of(*missed, empty="skip") == 1
    assert of(*missed, average=None) == [1, 1e-5]


def test_first_hits_by_hand():
    assert ref.mean_reciprocal_rank(*TWO) == 0.75
    assert ref.mean_reciprocal_rank(*TWO, k=1) == 0.5
    assert ref.hit_rate(*TWO) == 1
    assert ref.hit_rate(*TWO, k=1) == 0.5


def test_cutoffs_by_hand():
    assert ref.precision_at_k(LACKING, k=5) == 0.4
    assert ref.precision_at_k(LACKING, k=5, divide_by="returned") == 0.5
    assert ref.recall_at_k(LACKING, k=2) == pytest.approx(1 / 3)
    assert ref.recall_at_k(LACKING, k=2, normalizer="cutoff") == 0.5
    assert ref.relative_precision_at_k(LACKING, k=2) == 0.5
    # Precision 1/2 and recall 1/3.
    assert ref.f1_at_k(LACKING, k=2) == pytest.approx(0.4)
    assert ref.r_precision(LACKING) == pytest.approx(2 / 3)
    assert ref.r_precision(*SIX) == pytest.approx(2 / 3)


def test_interpolated_precision_by_hand():
    of = ref.interpolated_precision_at_recall
    found = [of(*SIX, recall=share) for share in (0, 0.3, 0.5, 1)]
    assert found == pytest.approx([1, 1, 2 / 3, 1 / 2])
    # 0.4 of 3 is 1.2: two documents, or one.
    assert of(*SIX, recall=0.4) == pytest.approx(2 / 3)
    assert of(*SIX, recall=0.4, rounding="nearest") == 1
    # 0.7 of 3 is a little less than 2.1, so that two are enough with either.
    for rounding in ("up", "nearest"):
        assert of(*SIX, recall=0.7, rounding=rounding) == pytest.approx(2 / 3)
    # Four levels need one document, four need two, three need all.
    eleven = (4 + 4 * 2 / 3 + 3 / 2) / 11
    assert ref.eleven_point_average_precision(*SIX) == pytest.approx(eleven)
    # What the list lacks is found nowhere.
    assert of(LACKING, recall=1) == 0


def test_interpolated_precision_of_ties():
    for of, more in (
        (ref.interpolated_precision_at_recall, {"recall": 0.5}),
        (ref.eleven_point_average_precision, {}),
    ):
        with pytest.raises(ValueError, match="tied"):
            of(*ALL_TIED, **more)
        assert of(*ALL_TIED, **more, ties="best") == 1
        assert of(*ALL_TIED, **more, ties="worst") == pytest.approx(1 / 3)
        # Nothing depends on the order of documents that are alike.
        assert of([[1, 0, 0]], [[9, 7, 7]], **more) == 1


def test_bpref_by_hand():
    # The second relevant document has one of three behind the first.
    assert ref.bpref([[1, 0, 1, 0, 0]], [[5, 4, 3, 2, 1]]) == 0.75
    # An unjudged document changes nothing; one that is not returned counts in N.
    ahead = Query([1, None, 0, 1], [4, 3, 2, 1])
    assert ref.bpref([ahead]) == 0.5
    assert ref.bpref([ahead._replace(unreturned=[0])]) == 0.75
    # It is as likely ahead of the relevant document as behind it.
    assert ref.bpref([[1, 0]], [[1, 1]]) == 0.5
    assert ref.bpref([[1, 0]], [[1, 1]], ties="best") == 1
    assert ref.bpref([[1, 0]], [[1, 1]], ties="worst") == 0


def test_inferred_average_precision_by_hand():
    # At rank 4: 1/4 + 3/4 of 2/3 in the pool, of which half are relevant.
    of = ref.inferred_average_precision
    assert of([Query([1, None, 0, 1], [4, 3, 2, 1])]) == pytest.approx(0.75)
    # In the pool it is, though nobody judged it: 1/4 + 3/4 of 1/2.
    assert of([Query([1, -1, 0, 1], [4, 3, 2, 1])]) == pytest.approx(13 / 16)
    # All judged: average precision, but for the smoothing.
    assert of(*SIX) == pytest.approx(ref.mean_average_precision(*SIX), abs=1e-4)
    with pytest.raises(ValueError, match="tied"):
        of(*ALL_TIED)
    with pytest.raises(ValueError, match="tied"):
        of(*ALL_TIED, ties="best")


def test_judged_by_hand():
    query = Query([1, None, 0, None], [4, 3, 2, 2])
    assert ref.judged_at_k([query], k=2) == 0.5
    assert ref.judged_at_k([query]) == 0.5
    # The third place has the document that is judged, or the other one.
    assert ref.judged_at_k([query], k=3) == 0.5
    assert ref.judged_at_k([query], k=3, ties="best") == pytest.approx(2 / 3)
    assert ref.judged_at_k([query], k=3, ties="worst") == pytest.approx(1 / 3)
    assert ref.judged_at_k([Query([], [])]) == 0


def test_sets_by_hand():
    assert ref.set_precision(LACKING) == 0.5
    assert ref.set_recall(LACKING) == pytest.approx(2 / 3)
    assert ref.set_f_score(LACKING) == pytest.approx(4 / 7)
    assert ref.set_f_score(LACKING, beta=2) == pytest.approx(0.625)
    assert ref.set_relative_precision(LACKING) == pytest.approx(2 / 3)
    assert ref.set_average_precision(LACKING) == pytest.approx(1 / 3)
    assert ref.set_utility(LACKING) == 0
    assert ref.set_utility(LACKING, hit=3, false_alarm=-2, miss=-1) == 1
    assert ref.set_utility(LACKING, correct_rejection=0.5, n_docs=10) == 2.5
    assert ref.retrieval_counts([*LACKING, Query([0], [1])]) == (2, 5, 3, 2, 3)


def test_grades_and_empty_queries():
    graded = ([[2, 1], [1, 1]], [[1, 2], [2, 1]])
    of = ref.mean_reciprocal_rank
    assert of(*graded) == 1
    assert of(*graded, relevance_level=2) == 0.25
    assert of(*graded, relevance_level=2, empty="skip") == 0.5
    assert math.isnan(of(*graded, relevance_level=2, empty="nan"))
    with pytest.raises(ValueError, match="no relevant"):
        of(*graded, relevance_level=2, empty="error")
    assert of(*TWO, average=None) == [1, 0.5]
    assert of(*TWO, sample_weight=[1, 3]) == 0.625
    assert isinstance(ref.retrieval_counts(*graded)[0], int)
    assert Fraction(of(*TWO)) == Fraction(3, 4)
