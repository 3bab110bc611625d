"""Curves above each other, on six rows worked by hand."""

import math

from fastmetrics import reference as ref

Y = [1, 0, 1, 0]


def test_one_curve_above_the_other():
    # A: (0, 0) (0, 1) (1, 1). B: + - + -: (0, 0) (0, ½) (½, ½) (½, 1) (1, 1).
    found = ref.curve_dominance(Y, [4, 1, 3, 2], [4, 3, 2, 1])
    assert found.verdict == "a"
    assert (found.share_a, found.share_b, found.share_equal) == (0.5, 0, 0.5)
    assert found.largest_gap_a == (0.5, 0)
    assert found.crossings == ()
    assert found.largest_gap_b.size == 0
    assert math.isnan(found.largest_gap_b.at)


def test_a_tie_is_a_slanted_line():
    # B has one tie: the diagonal; A is ½ at once, and 1 from ½ on. They meet in (½, ½).
    found = ref.curve_dominance(Y, [4, 3, 2, 1], [0, 0, 0, 0])
    assert found.verdict == "a"
    assert found.share_a == 1
    assert found.largest_gap_a == (0.5, 0)
    # A: one positive first, and the others tied: ½ + f / 2. B: (0, 0) (½, 1) (1, 1).
    found = ref.curve_dominance(Y, [9, 1, 1, 1], [5, 1, 5, 5])
    assert found.verdict == "cross"
    # ½ + f / 2 = 2 f where f is a third; then B is up to ¼ above, where f is ½.
    assert found.crossings == (1 / 3,)
    assert (found.share_a, found.share_b) == (1 / 3, 2 / 3)
    assert found.largest_gap_a == (0.5, 0)
    assert found.largest_gap_b == (0.25, 0.5)
    # Their hulls are the same curves.
    assert found == ref.curve_dominance(Y, [9, 1, 1, 1], [5, 1, 5, 5], hull=True)


def test_a_hull_fills_what_is_dented():
    # - + - +: (0, 0) (½, 0) (½, ½) (1, ½) (1, 1): the hull is the diagonal.
    dented, tied = [2, 4, 1, 3], [0, 0, 0, 0]
    dented = [3, 4, 1, 2]
    assert ref.curve_dominance(Y, dented, tied).verdict == "b"
    assert ref.curve_dominance(Y, dented, tied, hull=True).verdict == "equal"


def test_precision_at_each_recall():
    # A: precision 1 and 1. B, + - + -: 1 up to recall ½, then ⅔.
    found = ref.curve_dominance(Y, [4, 1, 3, 2], [4, 3, 2, 1], curve="precision_recall")
    assert found.verdict == "a"
    assert found.share_a == 0.5
    assert found.largest_gap_a == (1 / 3, 0.5)
