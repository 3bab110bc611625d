"""Resamples in plain Python: as many rows as there are, and the rest for the test."""

from fastmetrics.reference.random import draw_weights
from fastmetrics.reference.selection.random_splits import BootstrapSplit


def test_a_split_is_the_weights_of_its_replicate():
    for split, counts in enumerate(BootstrapSplit(4, random_state=5).counts(9)):
        assert counts == draw_weights(5, split, [9])


def test_parts_are_drawn_and_left():
    for train, test in BootstrapSplit(20, random_state=1).split(5):
        assert len(train) == 5
        assert train == sorted(train)
        assert {*train} | {*test} == {*range(5)}
        assert not {*train} & {*test}
        assert test


def test_strata_and_groups_are_drawn_for_themselves():
    y = ["b", "a", "a", "b", "a"]
    for train, _ in BootstrapSplit(9, stratified=True, random_state=2).split(None, y):
        assert sorted(y[row] for row in train) == sorted(y)
    for counts in BootstrapSplit(9, random_state=2).counts(None, groups=y):
        assert [count in (0, 2) for count in counts] == [True] * 5
        assert counts[1] == counts[2] == counts[4] != counts[0] == counts[3]
