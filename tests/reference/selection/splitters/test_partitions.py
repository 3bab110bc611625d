"""Splits in plain Python, against what can be worked out by hand."""

from helpers.one_case import one_case

from fastmetrics import reference


def test_blocks_in_order():
    assert reference.KFold(3).fold_ids(8) == [0, 0, 0, 1, 1, 1, 2, 2]
    assert list(reference.KFold(2).split("abc")) == [([2], [0, 1]), ([0, 1], [2])]


def test_shuffled_blocks_are_those_of_the_order():
    # The order of five rows by seed 0, as numpy.random.RandomState(0).permutation(5)
    # prints it: 2, 0, 1, 3, 4.
    folds = reference.KFold(2, shuffle=True, random_state=0)
    assert folds.fold_ids(5) == [0, 0, 0, 1, 1]
    # Of six rows: 5, 2, 1, 3, 0, 4.
    folds = reference.KFold(3, shuffle=True, random_state=0)
    assert folds.fold_ids(6) == [2, 1, 0, 1, 2, 0]


def test_classes_are_dealt_in_turn():
    # b b b a a, dealt in turn: b to folds 0, 1, 0 and a to 1, 0.
    folds = reference.StratifiedKFold(2)
    assert folds.fold_ids(None, list("babab")) == [0, 0, 0, 1, 1]


def test_the_largest_group_goes_first():
    groups = list("aabbbcd")
    # b to fold 0, a to fold 1, then d (the last of one row) to fold 1, c to fold 0.
    assert reference.GroupKFold(2).fold_ids(None, None, groups) == [1, 1, 0, 0, 0, 0, 1]


def test_repeats_go_on_drawing():
    repeated = reference.RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    first, second = repeated.fold_ids(6)
    assert first == reference.KFold(3, shuffle=True, random_state=0).fold_ids(6)
    assert first != second
    assert len(list(repeated.split(6))) == repeated.get_n_splits() == 6


def test_every_set_of_rows_or_groups():
    assert list(reference.LeaveOneOut().split("ab")) == [([1], [0]), ([0], [1])]
    assert list(reference.LeavePOut(2).split("abc")) == [
        ([2], [0, 1]),
        ([1], [0, 2]),
        ([0], [1, 2]),
    ]
    groups = [5, 3, 5]
    assert list(reference.LeaveOneGroupOut().split(None, None, groups)) == [
        ([0, 2], [1]),
        ([1], [0, 2]),
    ]
    assert reference.LeaveOneGroupOut().fold_ids(None, None, groups) == [1, 0, 1]
    assert reference.LeavePGroupsOut(2).get_n_splits(None, None, [1, 2, 3, 4]) == 6


def test_time_goes_on():
    splits = reference.TimeSeriesSplit(2, gap=1, max_train_size=2).split(range(9))
    assert list(splits) == [([0, 1], [3, 4, 5]), ([3, 4], [6, 7, 8])]


def test_given_splits():
    assert list(reference.PredefinedSplit([1, -1, 0]).split()) == [
        ([0, 1], [2]),
        ([1, 2], [0]),
    ]
    assert reference.PredefinedSplit([4, 2, 4]).fold_ids() == [1, 0, 1]
    pairs = [([0], [1])]
    assert list(reference.check_cv(pairs).split("ab")) == pairs


@one_case(
    ("y", "classifier", "kind"),
    [
        ([0, 1, 1.0], True, "StratifiedKFold"),
        (["a", "b"], True, "StratifiedKFold"),
        ([0, 1, 1.5], True, "KFold"),
        ([0, 1], False, "KFold"),
        (None, True, "KFold"),
    ],
)
def test_a_number_of_folds(y, classifier, kind):
    assert type(reference.check_cv(3, y, classifier=classifier)).__name__ == kind
