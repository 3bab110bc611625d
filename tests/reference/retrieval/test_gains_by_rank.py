"""Gains that are discounted by rank, by hand."""

import math

import pytest

from fastmetrics import reference as ref
from fastmetrics.reference.retrieval.orders import Query

SIX = ([[3, 2, 3, 0, 1, 2]], [[6, 5, 4, 3, 2, 1]])
# One of three has a gain, and no score says which.
ALL_TIED = ([[1, 0, 0]], [[7, 7, 7]])
# Relevant at rank 1; nobody has judged rank 2; one is lacking.
IN_PART = [Query([1, None, 0], [3, 2, 1], unreturned=[2])]
LOG3 = math.log2(3)


def test_discounted_gains():
    assert ref.dcg_score(*SIX) == pytest.approx(
        3 + 2 / LOG3 + 3 / 2 + 1 / math.log2(6) + 2 / math.log2(7)
    )
    assert ref.dcg_score(*SIX, k=2, log_base=4) == pytest.approx(2 * (3 + 2 / LOG3))
    assert ref.ndcg_score(*SIX) == pytest.approx(0.960808, abs=5e-7)
    exponential = ref.ndcg_score(*SIX, gain="exponential")
    assert exponential == pytest.approx(0.948811, abs=5e-7)
    squares = {grade: grade**2 for grade in range(4)}
    assert ref.dcg_score(*SIX, k=2, gain=squares) == pytest.approx(9 + 4 / LOG3)
    assert ref.ideal_dcg([[0, 1, 3]]) == pytest.approx(3 + 1 / LOG3)
    assert ref.ideal_dcg([[0, 1, 3]], k=1) == 3


def test_ties():
    assert ref.ndcg_score(*ALL_TIED) == pytest.approx((1 + 1 / LOG3 + 1 / 2) / 3)
    assert ref.ndcg_score(*ALL_TIED, ties="best") == 1
    assert ref.ndcg_score(*ALL_TIED, ties="worst") == 0.5
    # the last of them comes first
    assert ref.ndcg_score(*ALL_TIED, ignore_ties=True) == 0.5
    assert ref.rank_biased_precision(*ALL_TIED, p=0.5) == pytest.approx(
        (0.5 + 0.25 + 0.125) / 3
    )
    stopped = ref.expected_reciprocal_rank(*ALL_TIED, max_grade=1)
    assert stopped == pytest.approx(0.5 * 11 / 18)


def test_readers_who_stop():
    # The first is enough with 7/16, else the second with 1/16.
    found = ref.expected_reciprocal_rank([[3, 1]], [[2, 1]])
    assert found == 7 / 16 + 9 / 16 * 1 / 16 / 2
    assert ref.expected_reciprocal_rank([[3, 1]], [[2, 1]], k=1) == 7 / 16
    with pytest.raises(ValueError, match="above max_grade"):
        ref.expected_reciprocal_rank([[3]], [[1]], max_grade=2)
    of = ref.rank_biased_precision
    assert of([[1, 0, 1]], [[3, 2, 1]], p=0.5) == 0.625
    assert of([[1, 2]], [[2, 1]], p=0.5, relevance_level=2) == 0.25
    assert of([[1, 2]], [[2, 1]], p=0.5, gain="linear", max_grade=4) == 0.25


def test_judgements_in_part():
    assert ref.ideal_dcg(IN_PART) == pytest.approx(2 + 1 / LOG3)
    assert ref.ndcg_score(IN_PART) == pytest.approx(1 / (2 + 1 / LOG3))
    # rank 2 might be relevant, and all that follow
    assert ref.rbp_residual(IN_PART, p=0.5) == 0.25 + 0.125
    assert ref.rbp_residual(IN_PART, p=0.5, k=1) == 0.5
    assert ref.rbp_residual([Query([], [])], p=0.5) == 1


def test_queries_without_gains():
    data = ([[0, 0], [1, 0]], [[2, 1], [2, 1]])
    assert ref.ndcg_score(*data) == 0.5
    assert ref.ndcg_score(*data, empty="skip") == 1
    assert math.isnan(ref.ndcg_score(*data, empty="nan"))
    with pytest.raises(ValueError, match="no relevant document"):
        ref.ndcg_score(*data, empty="error")
