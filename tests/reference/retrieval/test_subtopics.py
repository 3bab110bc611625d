"""Measures of lists for queries of several sub-topics: worked by hand."""

import math

import pytest

from fastmetrics import reference

# Documents of sub-topics 1 and 2, of 1 again, of none, and of 3.
LIST = [[[1, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1]]], [[4, 3, 2, 1]]


def test_gains_that_fall_with_repetition():
    # 2, 1/2, 0 and 1; the greedy order has 2, 1 and 1/2.
    log3, log5 = math.log2(3), math.log2(5)
    gain, best = 2 + 0.5 / log3 + 1 / log5, 2 + 1 / log3 + 0.5 / 2
    assert reference.alpha_ndcg(*LIST) == pytest.approx(gain / best, rel=1e-15)
    # With alpha = 0.2: 2, 0.8, 0 and 1.
    found = reference.nrbp(*LIST, alpha=0.2, beta=0.5)
    expected = (2 + 0.8 / 2 + 1 / 8) * (1 - 0.8 * 0.5) / 3
    assert found == pytest.approx(expected, rel=1e-15)
    found = reference.err_ia(*LIST, k=4)
    most = 1 + 1 / 4 + 1 / 12 + 1 / 32
    assert found == pytest.approx((2 + 1 / 4 + 1 / 4) / 3 / most, rel=1e-15)


def test_recall_of_sub_topics():
    recalls = [reference.subtopic_recall(*LIST, k=k) for k in (1, 2, 3, 4)]
    assert recalls == [2 / 3, 2 / 3, 2 / 3, 1]
    # Either of two documents is first, which have two sub-topics and one.
    tied = [LIST[0][0]], [[4, 4, 2, 1]]
    assert reference.subtopic_recall(*tied, k=1) == pytest.approx(1 / 2, rel=1e-15)
    with pytest.raises(ValueError, match="gives no order"):
        reference.subtopic_recall(*tied, k=1, ties="best")


def test_sub_topics_without_a_relevant_document_do_not_count():
    grades, scores = [[[1, 0], [0, 0]], [[0, 0], [0, 0]]], [[2, 1], [2, 1]]
    for name in ("alpha_ndcg", "subtopic_recall", "nrbp"):
        found = getattr(reference, name)(grades, scores, average=None)
        assert found[1] == 0
        assert found[0] > 0.5
    assert reference.subtopic_recall(grades, scores, empty="skip") == 1
