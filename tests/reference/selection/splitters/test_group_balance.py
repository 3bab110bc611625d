"""Groups and labelled rows dealt by hand."""

from fastmetrics.reference import (
    BinnedStratifiedKFold,
    MultilabelStratifiedKFold,
    RepeatedGroupKFold,
    RepeatedStratifiedGroupKFold,
    StratifiedGroupKFold,
)
from fastmetrics.reference.selection.group_splits import (
    SCALE,
    balanced_folds,
    class_pulls,
    class_weights,
    cost,
    deviation,
    greedy_folds,
    improve,
    largest_first,
    objective,
    pairwise_sum,
    spread_first,
)


def test_the_objective_of_two_groups():
    # Classes of 4 and 2 rows, as 3 + 1 and as 0 + 2: (2·3 − 4)² = (2·1 − 4)² = 4, and
    # (2·0 − 2)² = (2·2 − 2)² = 4.
    counts = [[3, 0], [1, 2]]
    assert class_weights(counts) == [SCALE // 16, SCALE // 4]
    expected = 2 * 4 * (SCALE // 16) + 2 * 4 * (SCALE // 4)
    assert objective(counts, [0, 1], 2) == expected


def test_the_cost_is_the_objective_but_for_what_all_divisions_share():
    counts = [[3, 0], [1, 2], [2, 2]]
    pulls = class_pulls(counts, None, 2)
    divisions = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0]]
    found = {
        objective(counts, parts, 2) - 4 * cost(counts, parts, pulls)
        for parts in divisions
    }
    assert len(found) == 1


def test_the_largest_group_comes_first_and_ties_go_to_the_first_fold():
    # Sizes 1, 3, 2: group 1 to fold 0, group 2 to fold 1, and group 0, which has the
    # class of group 2 only, to fold 0.
    assert largest_first([[0, 1], [3, 0], [0, 2]], 2) == [0, 0, 1]


def test_a_move_and_a_swap_by_hand():
    one_class = [[1], [1], [2]]
    pulls = class_pulls(one_class, None, 2)
    # 4 rows in one fold: the first group that gains by it moves, then the next.
    assert improve(one_class, [0, 0, 0], pulls, 2) == [0, 0, 1]
    # Sums 3 + 3 and 2 + 2: no move helps, a swap of 3 and 2 does.
    four = [[3], [3], [2], [2]]
    pulls = class_pulls(four, None, 2)
    assert improve(four, [0, 0, 1, 1], pulls, 2, 0) == [0, 0, 1, 1]
    assert improve(four, [0, 0, 1, 1], pulls, 2) == [1, 0, 0, 1]


def test_an_empty_fold_gets_the_group_that_costs_least_there():
    counts = [[2, 0], [0, 2], [0, 2]]
    pulls = class_pulls(counts, None, 3)
    assert sorted(improve(counts, [0, 1, 1], pulls, 3, 0)) == [0, 1, 2]


def test_unequal_parts_pull_as_their_sizes_say():
    # A quarter of 8 rows in part 0: one group of two rows.
    counts = [[2], [2], [2], [2]]
    pulls = class_pulls(counts, [2, 6], 2)
    assert improve(counts, [0, 0, 0, 1], pulls, 2).count(0) == 1


def test_sums_in_pairs():
    values = [0.1 * i for i in range(20)]
    lanes = [values[i] + values[i + 8] for i in range(8)]
    left = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
    right = (lanes[4] + lanes[5]) + (lanes[6] + lanes[7])
    expected = left + right
    for value in values[16:]:
        expected += value
    assert pairwise_sum(values) == expected
    assert pairwise_sum(values[:7]) == ((((((0.0 + 0.1) + 0.2) + 0.1 * 3) + 0.4) + 0.5)
                                        + 0.1 * 6)  # fmt: skip
    long = [float(i % 7) for i in range(300)]  # cut at 144, whole numbers are exact
    assert pairwise_sum(long) == sum(long)


def test_the_greedy_choice_by_hand():
    # Deviations 0.5, 1.5, 1: the order is 1, 2, 0. Group 1 (all three rows of class 0
    # but one) to fold 0; group 2 evens out in fold 1, and so does group 0.
    counts = [[1, 0], [3, 0], [0, 2]]
    assert deviation([1.0, 0.0]) == 0.5
    assert spread_first(counts) == [1, 2, 0]
    assert greedy_folds(counts, 2) == [1, 0, 1]


def test_groups_stay_whole():
    y, groups = [0, 0, 1, 1, 0, 0, 1, 0], "aaabbccd"
    for method in ("greedy", "balanced"):
        ids = StratifiedGroupKFold(2, method=method).fold_ids(None, y, groups)
        assert len(set(zip(groups, ids, strict=True))) == 4
        assert set(ids) == {0, 1}
    # By pairs of groups: ab | cd has 3 + 2 rows of class 0 and 2 + 1 of class 1, so has
    # ad | bc; ac | bd has 3 + 2 and 2 + 1. All are as near as 5 and 3 rows allow.
    counts = [[2, 1], [1, 1], [1, 1], [1, 0]]
    least = 2 * (2**90 // 25) + 2 * (2**90 // 9)
    assert objective(counts, balanced_folds(counts, 2), 2) == least


def test_repeats_go_on_from_one_to_the_next():
    y, groups = [0, 1] * 4, list("aabbccdd")
    for repeated in (RepeatedGroupKFold, RepeatedStratifiedGroupKFold):
        found = repeated(n_splits=2, n_repeats=8, random_state=0)
        columns = found.fold_ids(None, y, groups)
        assert len(columns) == 8
        assert len({tuple(column) for column in columns}) > 1
        assert found.get_n_splits() == len(list(found.split(None, y, groups))) == 16


def test_the_rarest_label_is_dealt_first():
    # Label 1 has two rows, 2 and 3: one to each fold. Then label 0: rows 0 and 1.
    y = [[1, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
    # Row 0 goes where label 0 is missing, fold 1; row 1 by fewest rows to fold 0 …
    ids = MultilabelStratifiedKFold(2).fold_ids(None, y)
    assert ids[2:4] == [0, 1]
    assert ids[0] == 1
    # … of the tie in label 0 (one each), folds have one and two rows.
    assert ids[1] == 0
    assert ids[4] == 0


def test_blocks_go_there_and_back():
    y = [50.0, 10.0, 30.0, 20.0, 40.0]  # ranks 4, 0, 2, 1, 3
    ids = BinnedStratifiedKFold(2).fold_ids(None, y)
    assert ids == [0, 0, 1, 1, 0]
    # Two bins: those below the half of the rows, 10 and 20 and 30, and the rest; then
    # rows go in blocks, those of a bin one after another.
    bins = BinnedStratifiedKFold(2, n_bins=2).fold_ids(None, y)
    assert sorted(bins[i] for i in (1, 2, 3)) in ([0, 0, 1], [0, 1, 1])
