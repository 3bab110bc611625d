"""Folds and random splits of whole groups, also stratified by class or repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._inputs.tables import Encoded, encode_groups
from fastmetrics._kernels import folds, group_folds
from fastmetrics._kernels.folds import fill_lightest, look_up
from fastmetrics._kernels.group_folds import Balance, deal_groups, spread_counts
from fastmetrics.selection.splitters import (
    Draws,
    GroupSplitter,
    StratifiedGroupSplitter,
    fold_dtype,
)
from fastmetrics.selection.splitters.k_folds import (
    Folds,
    Repeated,
    block_ids,
    block_sizes,
    check_class_sizes,
    encoded_y,
)
from fastmetrics.selection.splitters.random_splits import RandomSplits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._kernels.twister import Twister
    from fastmetrics.selection.splitters import Draw, Pair, RandomState

    Counts = NDArray[np.int64]
    Parts = NDArray[np.uint32]


class GroupFolds(Folds):
    """A partition of groups, of which there must be one for each fold."""

    def _encode_groups(self, X: Any, y: Any, groups: ArrayLike) -> Encoded:
        """Return the groups of the rows in the sorted order of their ids."""
        encoded = encode_groups(groups, self._n_rows(X, y, groups)).in_order()
        if self.n_splits > encoded.k:
            raise ValueError(
                f"Cannot have number of splits n_splits={self.n_splits} greater than "
                f"the number of groups: {encoded.k}."
            )
        return encoded


class GroupKFold(GroupSplitter, GroupFolds):
    """Split rows into k folds without splitting groups of rows.

    The largest group goes first, and each to the fold that has the fewest rows so far.
    With shuffling, folds have equal numbers of groups instead, up to one.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    shuffle : bool, default=False
        Whether the groups are put into folds in random order.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        or a ``RandomState`` gives scikit-learn's folds; from a ``Generator`` one 32-bit
        integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``random_state`` is given
        without ``shuffle``; while splitting, if there are no groups, fewer than there
        are folds, or a group is missing.
    TypeError
        If ``shuffle`` is not a bool; while splitting, if groups are of several kinds.

    See Also
    --------
    StratifiedGroupKFold : with regard to classes.
    LeaveOneGroupOut : with a fold for each group.
    RepeatedGroupKFold : several times, shuffled anew.

    Notes
    -----
    The folds are the same as in scikit-learn 1.9.1, row by row. Groups may be numbers,
    strings, dates or categories, in a column of any library.

    References
    ----------
    .. [1] R. L. Graham, "Bounds on multiprocessing timing anomalies", SIAM Journal on
       Applied Mathematics 17(2), 1969, 416-429.

    Examples
    --------
    >>> from fastmetrics import GroupKFold
    >>> groups = ["ann", "ann", "bob", "cid", "cid", "cid"]
    >>> for train, test in GroupKFold(n_splits=2).split(None, groups=groups):
    ...     print(train, test)
    [0 1 2] [3 4 5]
    [3 4 5] [0 1 2]
    """

    def _prepare(self, X: Any, y: Any, groups: Any) -> Encoded:
        return self._encode_groups(X, y, groups)

    def _draw(self, prepared: Encoded, draws: Draws) -> NDArray[Any]:
        k, dtype = self.n_splits, fold_dtype(self.n_splits)
        if self.shuffle:
            of_group = block_ids(block_sizes(prepared.k, k))
            with draws.twister() as twister:
                twister.unshuffle(of_group)
        else:
            # Among groups of one size the last goes first, as in scikit-learn.
            order = np.argsort(prepared.counts, kind="stable")[::-1]
            of_group = np.empty(prepared.k, dtype)
            of_group[order] = fill_lightest(prepared.counts[order], k)
        ids = np.empty(len(prepared.codes), dtype)
        look_up(of_group, prepared.codes, ids)
        return ids


# --- whole groups dealt to parts with proportional classes
#
# The objective is the sum, over parts and classes, of the squared distance of a part's
# rows of a class from the proportional number in the part, in units of the class: in
# integers of 128 bits, so no rounding decides between two divisions.

# What all rows of a class weigh together, squared: sums of such weights fit 128 bits
# as long as the squared number of folds times the classes is below MOST_CELLS.
_SCALE = 2**90
_MOST_CELLS = 2**37
# So many changes are tried, per class and over all groups, before the search ends.
_MOST_TRIED = 2**26
_PASSES = 32


def greedy_folds(counts: Counts, k: int) -> Parts:
    """Return the fold of each group that scikit-learn's greedy choice gives it."""
    order = np.argsort(-spread_counts(counts), kind="stable")
    return deal_groups(counts, order, k)


def balanced_folds(counts: Counts, k: int) -> Parts:
    """Return the fold of each group after the search for the smallest objective.

    It starts from the better of two greedy choices: from the largest group down, and
    scikit-learn's.
    """
    n_classes = counts.shape[1]
    if k * k * n_classes >= _MOST_CELLS:
        raise ValueError(
            f"n_splits={k} and {n_classes} classes are too many to balance: n_splits² "
            "times the classes must be below 2**37."
        )
    balance = Balance(counts, _halves(_class_weights(counts)), k)
    by_size = balance.place(np.argsort(-counts.sum(axis=1), kind="stable"))
    by_spread = greedy_folds(counts, k)
    start = by_size if balance.cost(by_size) <= balance.cost(by_spread) else by_spread
    return balance.improve(start, k, _most_tried(counts, k))


def near_shares(
    counts: Counts, start: NDArray[np.uint32], sizes: Sequence[int], n_needed: int
) -> Parts:
    """Return the part of each group after moves and swaps from a division at hand.

    Parameters
    ----------
    counts : ndarray of int64, shape (n_groups, n_classes)
    start : ndarray of uint32, shape (n_groups,)
        The part of each group.
    sizes : sequence of int
        How many rows each part should have, of all classes in the same shares; they
        add up to all rows.
    n_needed : int
        So many of the first parts must have a group.
    """
    totals = counts.sum(axis=0).tolist()
    n = sum(totals)
    weights = _class_weights(counts)
    pulls = [
        [2 * w * total * size // n for w, total in zip(weights, totals, strict=True)]
        for size in sizes
    ]
    k = len(sizes)
    shape = (k, len(totals), 2)
    flat = _halves([pull for row in pulls for pull in row]).reshape(shape)
    balance = Balance(counts, _halves(weights), k, flat)
    return balance.improve(start, n_needed, _most_tried(counts, k))


def _class_weights(counts: Counts) -> list[int]:
    """Return the weight of a squared row of each class, with which classes count alike.

    The sums in 128 bits need classes of fewer than 2**45 rows.
    """
    return [_SCALE // total**2 for total in counts.sum(axis=0).tolist()]


def _halves(numbers: Sequence[int]) -> NDArray[np.uint64]:
    """Return whole numbers below 2**128 as their low and high 64 bits."""
    low, high = 2**64 - 1, 64
    return np.array([[x & low, x >> high] for x in numbers], np.uint64)


def _most_tried(counts: Counts, k: int) -> int:
    n_groups, n_classes = counts.shape
    return max(_MOST_TRIED // n_classes, _PASSES * n_groups * k)


# --- how many rows of each class each group has, and columns made of groups' parts


class GroupTable:
    """Groups and the classes of their rows.

    Attributes
    ----------
    counts : ndarray of int64, shape (n_groups, n_classes)
        Number of rows by group and class; groups and classes are sorted.
    """

    def __init__(self, classes: Encoded, groups: Encoded) -> None:
        self._codes = groups.codes
        table = group_folds.count_classes(
            groups.codes, classes.codes, groups.k, classes.k
        )
        # Codes tell what appeared first; the table is sorted, not the rows' codes.
        self._by_group = np.argsort(groups.values, kind="stable")
        by_class = np.argsort(classes.values, kind="stable")
        self.counts: NDArray[np.int64] = table[np.ix_(self._by_group, by_class)]

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.counts)

    def column(self, part_of: NDArray[Any], k: int) -> NDArray[Any]:
        """Return the part of each row, of k, where each group is in one."""
        ids = np.empty(len(self._codes), fold_dtype(k))
        by_code = np.empty(self.n_groups, ids.dtype)
        by_code[self._by_group] = part_of
        folds.look_up(by_code, self._codes, ids)
        return ids


# --- whole groups in parts with nearly equal proportions of every class

_METHODS = ("greedy", "balanced")


class StratifiedGroupKFold(StratifiedGroupSplitter, GroupFolds):
    r"""Split whole groups into k folds with nearly equal class proportions.

    No group is in two folds. With ``method="balanced"`` the folds have the lowest
    objective that moves and swaps of groups find,

    .. math:: \sum_f \sum_c \frac{(k \, n_{fc} - n_c)^2}{n_c^2}

    with n_fc rows of class c in fold f and n_c in all.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    shuffle : bool, default=False
        Whether the groups are put into random order first. That decides between
        groups that are alike; the rows of a part are in their own order all the same.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        or a ``RandomState`` gives scikit-learn's folds; from a ``Generator`` one 32-bit
        integer is drawn as the seed.
    method : {"greedy", "balanced"}, default="greedy"
        "greedy": scikit-learn's folds. Groups are assigned one by one, the groups with
        the most unequal classes first, to the fold that minimizes the spread of the
        class proportions. A fold may stay empty. "balanced": no fold is empty, the
        objective never exceeds the objective of "greedy", and the order of the rows
        does not matter.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``random_state`` is given
        without ``shuffle``, or ``method`` is unknown; while splitting, if there are
        more folds than groups, y does not name classes, or every class has fewer rows
        than there are folds.
    TypeError
        If ``shuffle`` is not a bool.

    Warns
    -----
    UserWarning
        If a class has fewer rows than there are folds, or a fold stays empty.

    See Also
    --------
    GroupKFold : without regard to classes.
    StratifiedKFold : without regard to groups.
    RepeatedStratifiedGroupKFold : several times, shuffled anew.

    Notes
    -----
    "greedy" gives the folds of scikit-learn 1.9.1, row by row: where groups are alike
    its choice hangs on the rounding of sums, which is repeated here. scikit-learn says
    nothing of an empty fold. "balanced" weighs classes in whole numbers, 2⁹⁰/n_c²
    rounded down, starts from the better of "greedy" and of the groups dealt from the
    largest down, and then moves single groups, or swaps two, as long as the objective
    falls; when 2²⁶ changes, counted by class, have been tried, or 32 per group and fold
    if these are more, it ends.

    References
    ----------
    .. [1] D. R. Roberts et al., "Cross-validation strategies for data with temporal,
       spatial, hierarchical, or phylogenetic structure", Ecography 40(8), 2017,
       913-929.

    Examples
    --------
    >>> from fastmetrics import StratifiedGroupKFold
    >>> y = [0, 0, 1, 1, 0, 0, 1, 0]
    >>> users = ["ann", "ann", "ann", "bob", "bob", "eve", "eve", "joe"]
    >>> folds = StratifiedGroupKFold(n_splits=2, method="balanced")
    >>> for train, test in folds.split(None, y, users):
    ...     print(train, test)
    [3 4 5 6] [0 1 2 7]
    [0 1 2 7] [3 4 5 6]
    """

    def __init__(
        self,
        n_splits: int = 5,
        shuffle: bool = False,
        random_state: RandomState = None,
        *,
        method: Literal["greedy", "balanced"] = "greedy",
    ) -> None:
        super().__init__(n_splits, shuffle=shuffle, random_state=random_state)
        if not is_one_of(method, _METHODS):
            raise ValueError(
                f"method must be 'greedy' or 'balanced', got {shown(method)}."
            )
        self.method = method

    def _shown(self) -> dict[str, Any]:
        """Return the parameters, the method only where it is not scikit-learn's."""
        shown = super()._shown()
        if self.method == "greedy":
            del shown["method"]
        return shown

    def _prepare(self, X: Any, y: Any, groups: Any) -> GroupTable:
        classes = encoded_y(X, y, groups)
        self._n_rows(len(classes.codes), None, None)
        check_class_sizes(classes.counts, self.n_splits)
        return GroupTable(classes, self._encode_groups(None, None, groups))

    def _draw(self, prepared: GroupTable, draws: Draws) -> NDArray[Any]:
        counts, k, order = prepared.counts, self.n_splits, None
        if self.shuffle:
            with draws.twister() as twister:
                order = twister.permutation(prepared.n_groups)
            counts = np.ascontiguousarray(counts[order])
        if self.method == "balanced":
            parts = balanced_folds(counts, k)
        else:
            parts = greedy_folds(counts, k)
            n_empty = k - len(np.unique(parts))
            if n_empty:
                warn(
                    f"{n_empty} of {k} folds of StratifiedGroupKFold are empty, though "
                    f"there are {prepared.n_groups} groups; method='balanced' leaves "
                    "none empty."
                )
        if order is not None:
            parts[order] = parts.copy()
        return prepared.column(parts, k)


# --- random splits of whole groups, with nearly equal proportions of all classes


class StratifiedGroupShuffleSplit(StratifiedGroupSplitter, RandomSplits):
    """Draw random splits of whole groups, stratified by class.

    Groups in random order fill the test part, then the training part. Then single
    groups are moved, or two are swapped, as long as the numbers of rows of the classes
    in the parts come nearer to their targets.

    Parameters
    ----------
    n_splits : int, default=10
        Number of splits.
    test_size : float or int, optional
        The proportion of rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.1 without it.
    train_size : float or int, optional
        The proportion of rows to train on (rounded down), or their number. Default:
        what ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 gives the same splits
        every time; from a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        While splitting, if sizes do not fit, there are fewer than two groups, or y does
        not name classes.

    See Also
    --------
    GroupShuffleSplit : without regard to classes.
    StratifiedGroupKFold : test parts without common groups.

    Notes
    -----
    Sizes count rows and are reached as far as whole groups allow; neither part is ever
    empty. Few groups leave few choices: then splits may be alike. The objective is the
    same as in ``StratifiedGroupKFold(method="balanced")``, with the sizes of the parts
    in place of equal ones. Rows come in their order.

    References
    ----------
    .. [1] D. R. Roberts et al., "Cross-validation strategies for data with temporal,
       spatial, hierarchical, or phylogenetic structure", Ecography 40(8), 2017,
       913-929.

    Examples
    --------
    >>> from fastmetrics import StratifiedGroupShuffleSplit
    >>> y = [0, 1, 0, 1, 0, 0, 1, 0]
    >>> users = ["ann", "ann", "bob", "bob", "eve", "eve", "joe", "joe"]
    >>> splitter = StratifiedGroupShuffleSplit(2, test_size=0.25, random_state=1)
    >>> for train, test in splitter.split(None, y, users):
    ...     print(train, test)
    [0 1 2 3 4 5] [6 7]
    [2 3 4 5 6 7] [0 1]
    """

    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        classes = encoded_y(X, y, groups)
        table = GroupTable(classes, encode_groups(groups, len(classes.codes)))
        n_train, n_test = self._sizes(len(classes.codes))
        if table.n_groups < 2:
            raise ValueError(
                "groups must have at least 2 different ones, one for each part of a "
                f"split, got {table.n_groups}."
            )

        def draw(twister: Twister) -> Pair:
            parts = table.column(draw_parts(table.counts, n_train, n_test, twister), 3)
            return np.flatnonzero(parts == 1), np.flatnonzero(parts == 0)

        return draw


def draw_parts(
    counts: NDArray[np.int64], n_train: int, n_test: int, twister: Twister
) -> NDArray[np.uint32]:
    """Draw the part of each group: 0 the test, 1 to train on, 2 neither.

    A group belongs to the part in which its middle row lies, when groups in random
    order come one after the other.
    """
    order = twister.permutation(len(counts))
    sizes = counts.sum(axis=1)[order]
    middles = 2 * np.cumsum(sizes) - sizes
    edges = 2 * np.array([n_test, n_test + n_train])
    start = np.empty(len(counts), np.uint32)
    start[order] = np.searchsorted(edges, middles, side="right")
    rest = int(sizes.sum()) - n_test - n_train
    shares = [n_test, n_train, rest] if rest else [n_test, n_train]
    start = np.minimum(start, len(shares) - 1)
    return near_shares(counts, start.astype(np.uint32), shares, 2)


# --- partitions of whole groups made several times, shuffled anew each time


class RepeatedGroupKFold(GroupSplitter, Repeated):
    """Split whole groups into k folds several times, shuffled anew each time.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        Number of times that the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 gives the same folds
        every time; from a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if there are more folds than groups.

    See Also
    --------
    GroupKFold : once.
    RepeatedStratifiedGroupKFold : with nearly equal proportions of every class.

    Notes
    -----
    Each repeat is ``GroupKFold(n_splits, shuffle=True)``, and the draws go on from one
    to the next; scikit-learn 1.9.1 has no such class. Test parts of different repeats
    overlap: the values are not independent, which affects the standard error of their
    mean.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import RepeatedGroupKFold
    >>> users = ["ann", "ann", "bob", "eve", "joe"]
    >>> folds = RepeatedGroupKFold(n_splits=2, n_repeats=2, random_state=0)
    >>> for train, test in folds.split(None, groups=users):
    ...     print(train, test)
    [0 1 2] [3 4]
    [3 4] [0 1 2]
    [2 4] [0 1 3]
    [0 1 3] [2 4]
    """

    def _partition(self) -> GroupKFold:
        return GroupKFold(self.n_splits, shuffle=True)


class RepeatedStratifiedGroupKFold(StratifiedGroupSplitter, Repeated):
    """Split whole groups into k stratified folds several times.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        Number of times that the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 gives the same folds
        every time; from a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if there are more folds than groups, y does not
        name classes, or every class has fewer rows than there are folds.

    Warns
    -----
    UserWarning
        If a class has fewer rows than there are folds, or a fold stays empty.

    See Also
    --------
    StratifiedGroupKFold : once.
    RepeatedGroupKFold : without regard to classes.

    Notes
    -----
    Each repeat is ``StratifiedGroupKFold(n_splits, shuffle=True)``, and the draws go on
    from one to the next; scikit-learn 1.9.1 has no such class. Only groups whose class
    counts have equal spread change their order, so repeats may be equal if all groups
    differ in this. Test parts of different repeats overlap: the values are not
    independent, which affects the standard error of their mean.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import RepeatedStratifiedGroupKFold
    >>> y = [0, 1, 0, 1, 1, 0]
    >>> users = ["ann", "ann", "bob", "bob", "eve", "joe"]
    >>> folds = RepeatedStratifiedGroupKFold(n_splits=2, n_repeats=2, random_state=1)
    >>> for train, test in folds.split(None, y, users):
    ...     print(train, test)
    [2 3 4] [0 1 5]
    [0 1 5] [2 3 4]
    [2 3 5] [0 1 4]
    [0 1 4] [2 3 5]
    """

    def _partition(self) -> StratifiedGroupKFold:
        return StratifiedGroupKFold(self.n_splits, shuffle=True)
