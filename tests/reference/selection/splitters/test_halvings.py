"""Five halvings in plain Python are different ones."""

from fastmetrics.reference.selection.folds import FiveByTwo, KFold
from fastmetrics.reference.selection.splitters import Twister


def test_halvings_are_those_of_one_stream_without_repeats():
    # Of 5 rows there are 10 ways to halve them: five draws are seldom all different.
    n_repeated = 0
    for seed in range(20):
        twister = Twister(seed)
        drawn = [
            KFold(2, shuffle=True, random_state=twister).fold_ids(5) for _ in range(60)
        ]
        different = list({tuple(halves): halves for halves in drawn}.values())
        n_repeated += drawn[:5] != different[:5]
        splitter = FiveByTwo(stratified=False, random_state=seed)
        assert splitter.fold_ids(5) == different[:5]
    assert n_repeated > 5


def test_halves_exchanged_are_the_same():
    for seed in range(20):
        found = FiveByTwo(stratified=False, random_state=seed).fold_ids(6)
        both = {tuple(h) for h in found} | {tuple(1 - x for x in h) for h in found}
        assert len(both) == 10


def test_both_halves_are_tested():
    splits = list(FiveByTwo(random_state=0).split(None, [0, 1] * 4))
    assert len(splits) == 10
    for (train, test), (other_train, other_test) in zip(
        splits[::2], splits[1::2], strict=True
    ):
        assert (train, test) == (other_test, other_train)
        assert sum(row % 2 for row in train) == 2
