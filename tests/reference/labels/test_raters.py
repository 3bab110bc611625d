"""Agreement of several raters: the books' numbers, and ones worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference import UndefinedMetricWarning
from fastmetrics.reference.labels import agreement as reference

# Fleiss (1971), table 1: how often six psychiatrists each gave one of five diagnoses to
# the first ten of thirty patients are too few to check; Wikipedia's table of ten
# subjects, fourteen raters and five categories has kappa 0.20993.
COUNTS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
FOURTEEN = [[c for c, n in enumerate(unit) for _ in range(n)] for unit in COUNTS]

# Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section C: twelve
# units, four observers, some ratings missing.
_ = None
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
TWELVE = [list(unit) for unit in zip(*OBSERVERS, strict=True)]


def test_fleiss_kappa_of_fourteen_raters():
    assert reference.fleiss_kappa(FOURTEEN) == pytest.approx(0.20993, abs=5e-6)


def test_fleiss_kappa_by_hand():
    # Agreement of 1, 1/3 and 1; labels a and b have shares 4/9 and 5/9.
    ratings = [list("aaa"), list("bba"), list("bbb")]
    agreement, by_chance = 7 / 9, (16 + 25) / 81
    expected = (agreement - by_chance) / (1 - by_chance)
    assert reference.fleiss_kappa(ratings) == pytest.approx(expected, abs=1e-15)


@one_case(
    ("level", "printed"),
    # ordinal by the package krippendorff: the paper has no number of these data
    [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)],
)
def test_krippendorff_alpha_of_four_observers(level, printed):
    found = reference.krippendorff_alpha(TWELVE, level=level)
    assert found == pytest.approx(printed, abs=5e-4)


def test_krippendorff_alpha_by_hand():
    # Pairs 1 1, 1 2, 2 2, each twice: of six ratings three are 1 and three are 2.
    found = reference.krippendorff_alpha([[1, 1], [1, 2], [2, 2], [1, _]])
    observed, expected = 2 / 6, 2 * 3 * 3 / (6 * 5)
    assert found == pytest.approx(1 - observed / expected, abs=1e-15)


def test_undefined_and_missing():
    for ratings in ([[1, 1], [1, 1]], [[1, _], [_, 2]], []):
        with pytest.warns(UndefinedMetricWarning):
            assert math.isnan(reference.krippendorff_alpha(ratings))
    with pytest.raises(ValueError, match="missing"):
        reference.fleiss_kappa([[1, _], [1, 2]])
