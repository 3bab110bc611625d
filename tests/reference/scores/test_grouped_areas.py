"""Areas inside groups, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

Y = [1, 0, 0, 0, 1, 1, 1, 1, 0]
S = [0.3, 0.1, 0.4, 0.8, 0.9, 0.7, 0.5, 0.5, 0.5]
# a: 1 of 2 pairs; b: 1 of 1; c: positives only; d: both pairs tied.
G = ["a", "a", "a", "b", "b", "c", "d", "d", "d"]
AUC = reference.roc_auc_by_group


def test_each_average_by_hand():
    # (3 · ½ + 2 · 1 + 3 · ½) / 8, (1 + 1 + 1) / 5 and (½ + 1 + ½) / 3.
    assert AUC(Y, S, G) == (5 / 8, 4, 1, None, None, None)
    assert AUC(Y, S, G, average="pairs").score == 3 / 5
    assert AUC(Y, S, G, average="macro").score == pytest.approx(2 / 3)


def test_every_group_by_hand():
    found = AUC(Y, S, G, average=None)
    assert found.score is None
    assert found.groups == ["a", "b", "c", "d"]
    assert found.scores[:2] == [0.5, 1.0]
    assert math.isnan(found.scores[2])
    assert found.scores[3] == 0.5
    assert found.weights == [3, 2, 1, 3]


def test_weights_by_hand():
    # a: of the pairs, worth 2 · 1 and 2 · 3, the first is in order: ¼, weight 6.
    # b: 1, weight 5. c is out. The rows of d weigh nothing: it is no group.
    w = [2, 1, 3, 1, 4, 9, 0, 0, 0]
    assert AUC(Y, S, G, sample_weight=w) == ((6 / 4 + 5) / 11, 3, 1, None, None, None)
    # 2 of 8 and 4 of 4.
    assert AUC(Y, S, G, sample_weight=w, average="pairs").score == 6 / 12


def test_one_group_has_the_area_of_all_rows():
    expected = reference.roc_auc_score(Y, S)
    for average in ("rows", "pairs", "macro"):
        assert AUC(Y, S, [7] * 9, average=average).score == expected


def test_no_group_of_both_classes():
    with pytest.warns(reference.UndefinedMetricWarning, match="no group"):
        found = AUC(Y, S, range(9))
    assert math.isnan(found.score)
    assert found[1:3] == (9, 9)


@one_case(
    "wrong", [{"groups": [None, *G[1:]]}, {"groups": G[1:]}, {"average": "micro"}]
)
def test_what_is_wrong_raises(wrong):
    with pytest.raises(ValueError, match=r"groups|average"):
        AUC(Y, S, wrong.pop("groups", G), **wrong)
