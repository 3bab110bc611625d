"""The sign test and Wilcoxon's by hand, and by all signs that there could be."""

from fractions import Fraction
from itertools import product

import pytest
from helpers.one_case import one_case

from fastmetrics import reference
from fastmetrics.reference.comparison.paired_tests import sign_law


def test_signs_by_hand():
    # Of six pairs that differ five have the greater x: 2 (1 + 6) / 64.
    x, y = [9, 8, 7, 6, 5, 4, 3], [8, 7, 5, 3, 1, 5, 3]
    found = reference.sign_test(x, y)
    assert found[:3] == (5, 14 / 64, 1)  # differences 1 1 2 3 4 -1 0
    # 2 / 2⁷ is below 0.05, 2 (1 + 7) / 2⁷ is not: from the smallest to the largest.
    assert found.interval == (-1, 4)
    greater = reference.sign_test(x, y, alternative="greater").pvalue
    less = reference.sign_test(x, y, alternative="less").pvalue
    assert (greater, less) == (7 / 64, 63 / 64)
    assert reference.sign_test([1, 2, 3]).interval == (-float("inf"), float("inf"))


def test_ties_are_split():
    # Wins 2, losses 0, ties 3: one of them is dropped, and one goes to each side.
    found = reference.sign_test([1, 1, 0, 0, 0], ties="split")
    assert found[:2] == (3, 2 * 5 / 16)


def test_signed_ranks_by_hand():
    # Ranks 1, 2½, 2½ and 4, of which the first is negative: W⁺ = 9. The sums at least
    # as large are 9 and 10, of 16; averages of -1, 2, 2, 3 in the middle: 2.
    found = reference.wilcoxon_signed_rank_test([-1, 2, 2, 3])
    assert found[:3] == (9, 4 / 16, 2)
    # Without a zero that was ranked the rest have the ranks 2, 3½, 3½, 5.
    pratt = reference.wilcoxon_signed_rank_test([-1, 2, 2, 3, 0], zero_method="pratt")
    assert pratt[:2] == (12, 4 / 16)
    split = reference.wilcoxon_signed_rank_test([-1, 2, 2, 3, 0], zero_method="zsplit")
    assert split[:2] == (12.5, 4 / 16)


@one_case("ranks", [[1, 2, 3, 4, 5, 6], [1, 2.5, 2.5, 4, 6, 6, 6]])
def test_the_law_is_that_of_all_choices_of_signs(ranks):
    ranks = [Fraction(rank) for rank in ranks]
    sums = [
        sum(rank for rank, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product([0, 1], repeat=len(ranks))
    ]
    law = sign_law(ranks)
    assert law == {s: Fraction(sums.count(s), len(sums)) for s in set(sums)}


def test_too_little_and_what_is_no_number():
    for bad in ([1], [], [1, float("nan")], [1, "a"]):
        with pytest.raises(ValueError, match=r"too few|not finite|not a real"):
            reference.sign_test(bad)
    with pytest.raises(ValueError, match="cannot be paired"):
        reference.wilcoxon_signed_rank_test([1, 2], [1])
