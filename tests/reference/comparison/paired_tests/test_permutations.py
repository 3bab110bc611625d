"""The paired permutation test by hand."""

import pytest

from fastmetrics import reference


def test_losses_by_hand():
    # Differences 2, 0, 1 and 3: of the signs of 2, 1 and 3 two of eight make 6 or more.
    losses = {"loss_a": [3, 0, 2, 5], "loss_b": [1, 0, 1, 2]}
    found = reference.paired_permutation_test("mean", **losses)
    assert found == (1.5, 0.25, True)
    greater = reference.paired_permutation_test("mean", **losses, alternative="greater")
    less = reference.paired_permutation_test("mean", **losses, alternative="less")
    assert (greater.pvalue, less.pvalue) == (1 / 8, 1)


def test_accuracy_is_mcnemars_test():
    # Of six rows on which one of them is right it is A on five: 2 (1 + 6) / 64.
    y = [1] * 8
    a, b = [1, 1, 1, 1, 1, 0, 1, 0], [0, 0, 0, 0, 0, 1, 1, 0]
    found = reference.paired_permutation_test("accuracy_score", y, a, b)
    assert found == (0.5, 14 / 64, True)


def test_f1_by_hand():
    # As they are F₁ is 1 and 0. With one row swapped one model has a hit and a false
    # alarm, 2/3, and the other says 0 of both, 0.
    y, a, b = [1, 0], [1, 0], [0, 1]
    assert reference.f1_score(y, [1, 1]) == pytest.approx(2 / 3)
    found = reference.paired_permutation_test("f1_score", y, a, b)
    # Differences 1, 2/3, -2/3 and -1.
    assert found == (1, 0.5, True)
    assert (
        reference.paired_permutation_test(
            "f1_score", y, a, b, alternative="greater"
        ).pvalue
        == 0.25
    )


def test_groups_swap_together():
    losses = {"loss_a": [3, 0, 2, 5], "loss_b": [1, 0, 1, 2]}
    found = reference.paired_permutation_test("mean", **losses, groups=[0, 0, 0, 1])
    # Sums 3 and 3: of ±3 ± 3 two of four are ±6.
    assert found == (1.5, 0.5, True)


def test_ranks_do_not_depend_on_the_scale():
    y, a = [1, 1, 0, 1, 0], [0.9, 0.5, 0.5, 0.4, 0.1]
    b = [0.2, 0.1, 0.3, 0.1, 0.4]
    found = reference.paired_permutation_test(
        "roc_auc_score", y, y_score_a=a, y_score_b=b
    )
    other = reference.paired_permutation_test(
        "roc_auc_score", y, y_score_a=a, y_score_b=[100 * x for x in b]
    )
    assert found == other
    drawn = reference.paired_permutation_test(
        "roc_auc_score",
        y,
        y_score_a=a,
        y_score_b=b,
        method="monte-carlo",
        n_resamples=400,
    )
    assert not drawn.exact
    assert drawn.pvalue == pytest.approx(found.pvalue, abs=0.08)
