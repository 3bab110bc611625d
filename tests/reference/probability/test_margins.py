"""Hinge losses, worked by hand."""

import pytest

from fastmetrics import reference


def test_hinge_of_two_classes():
    # Margins 2, ½, -3: losses 0, ½, 4.
    assert reference.hinge_loss([0, 1, 1], [-2, 0.5, -3]) == 4.5 / 3
    assert reference.hinge_loss(["a", "b"], [-2, 0.5], sample_weight=[1, 3]) == 1.5 / 4


def test_hinge_of_several_classes_is_crammer_and_singers():
    # Margins 2 - 1, 3 - 3, 0 - 5.
    decisions = [[2, 0, 1], [0, 3, 3], [5, 1, 0]]
    assert reference.hinge_loss([0, 1, 2], decisions) == (0 + 1 + 6) / 3
    assert reference.hinge_loss([0, 1], decisions[:2], labels=[0, 1, 2]) == 1 / 2


def test_a_class_that_is_alone_is_the_smaller_one_unless_labels_say_otherwise():
    assert reference.hinge_loss([1, 1], [2, 2]) == 3
    assert reference.hinge_loss([1, 1], [2, 2], labels=[0, 1]) == 0


def test_there_must_be_a_column_per_class():
    with pytest.raises(ValueError, match="columns"):
        reference.hinge_loss([0, 1, 2], [[1, 2]] * 3)
    with pytest.raises(ValueError, match="not in labels"):
        reference.hinge_loss([0, 1, 3], [[1, 2, 3]] * 3, labels=[0, 1, 2])
