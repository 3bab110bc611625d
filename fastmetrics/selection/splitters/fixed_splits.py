"""Splits without draws: leave-one-out, leave-p-out, by groups, and predefined ones."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral, whole
from fastmetrics._inputs.columns import as_column, is_number
from fastmetrics._inputs.rows import common_length, n_rows
from fastmetrics._inputs.tables import Encoded, class_target, encode_groups
from fastmetrics._kernels.folds import block_indices, look_up
from fastmetrics.selection.splitters import (
    GroupSplitter,
    Partition,
    Splitter,
    fold_dtype,
    index_pairs,
    split_by_mask,
)
from fastmetrics.selection.splitters.k_folds import KFold, StratifiedKFold

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters import (
        AnySplitter,
        Draws,
        Indices,
        Pair,
        RandomState,
    )


# --- every row or group left out once, or every set of p rows or groups


class LeaveOneOut(Splitter):
    """Use each row once as the test part (leave-one-out).

    Raises
    ------
    ValueError
        While splitting, if there are fewer than two rows.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    LeavePOut : every set of p rows.
    KFold : fewer fits.
    LeaveOneGroupOut : every group of rows.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, made one at a time. There is only
    one way to leave each row out, so the estimate does not depend on a draw. It is
    nearly unbiased, because each model lacks a single row only. Its variance can be
    large.

    References
    ----------
    .. [1] P. A. Lachenbruch and M. R. Mickey, "Estimation of error rates in
       discriminant analysis", Technometrics 10(1), 1968, 1-11.

    Examples
    --------
    >>> from fastmetrics import LeaveOneOut
    >>> for train, test in LeaveOneOut().split(["a", "b", "c"]):
    ...     print(train, test)
    [1 2] [0]
    [0 2] [1]
    [0 1] [2]
    """

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of rows of X, which must be given."""
        return _required_rows(X)

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        n = common_length(X, y, groups)
        if n <= 1:
            raise ValueError(
                f"Cannot perform LeaveOneOut with n_samples={n}: two are needed."
            )
        return (block_indices(n, i, i + 1) for i in range(n))


class LeavePOut(Splitter):
    """Use every set of p rows once as the test part (leave-p-out).

    Parameters
    ----------
    p : int
        Number of rows in a test part: at least 1, and less than there are rows.

    Raises
    ------
    ValueError
        If ``p`` is not a whole number of at least 1; while splitting, if there are at
        most p rows.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    LeaveOneOut : every row once.
    ShuffleSplit : some of the sets, drawn at random.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, made one at a time. It is
    exhaustive: n choose p splits, of which each row is in the test part of (n − 1)
    choose (p − 1).

    References
    ----------
    .. [1] J. Shao, "Linear model selection by cross-validation", Journal of the
       American Statistical Association 88(422), 1993, 486-494.

    Examples
    --------
    >>> from fastmetrics import LeavePOut
    >>> for train, test in LeavePOut(2).split(["a", "b", "c"]):
    ...     print(train, test)
    [2] [0 1]
    [1] [0 2]
    [0] [1 2]
    """

    def __init__(self, p: int) -> None:
        self.p = whole(p, "p", 1)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return n choose p, for the number n of rows of X, which must be given."""
        return comb(_required_rows(X), self.p)

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        n = common_length(X, y, groups)
        if n <= self.p:
            raise ValueError(
                f"p={self.p} must be strictly less than the number of samples={n}"
            )
        return self._pairs(n)

    def _pairs(self, n: int) -> Iterator[Pair]:
        inside = np.zeros(n, np.uint8)
        for rows in combinations(range(n), self.p):
            test = np.array(rows, np.intp)
            inside[test] = 1
            yield split_by_mask(inside, self.p)
            inside[test] = 0


def _required_rows(X: Any) -> int:
    """Return the number of rows of what must be given."""
    if X is None:
        raise ValueError("The 'X' parameter should not be None.")
    return n_rows(X)


# --- every group of rows left out once, or every set of p groups


class LeaveOneGroupOut(GroupSplitter, Partition):
    """Use each group of rows once as the test part (leave-one-group-out).

    Raises
    ------
    ValueError
        While splitting, if there are no groups, or fewer than two, or a group is
        missing.
    TypeError
        While splitting, if groups are of several kinds.

    See Also
    --------
    GroupKFold : several groups at a time.
    LeavePGroupsOut : every set of p groups.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, in the sorted order of the groups,
    and made one at a time.

    References
    ----------
    .. [1] D. R. Roberts et al., "Cross-validation strategies for data with temporal,
       spatial, hierarchical, or phylogenetic structure", Ecography 40(8), 2017,
       913-929.

    Examples
    --------
    >>> from fastmetrics import LeaveOneGroupOut
    >>> groups = ["ann", "ann", "bob", "cid"]
    >>> for train, test in LeaveOneGroupOut().split(None, groups=groups):
    ...     print(train, test)
    [2 3] [0 1]
    [0 1 3] [2]
    [0 1 2] [3]
    """

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of groups, which must be given."""
        self._check_groups(groups)
        return encode_groups(groups, n_rows(groups, "groups")).k

    def _prepare(self, X: Any, y: Any, groups: Any) -> Encoded:
        encoded = encode_groups(groups, common_length(X, y, groups)).in_order()
        if encoded.k <= 1:
            raise ValueError(
                "The groups parameter contains fewer than 2 unique groups "
                f"({encoded.values}). LeaveOneGroupOut expects at least 2."
            )
        return encoded

    def _draw(self, prepared: Encoded, draws: Draws) -> NDArray[Any]:
        return prepared.codes

    def _pairs(self, prepared: Encoded, draws: Draws) -> Iterator[Pair]:
        yield from index_pairs(prepared.codes, prepared.k)


class LeavePGroupsOut(GroupSplitter):
    """Use every set of p groups of rows once as the test part.

    Parameters
    ----------
    n_groups : int
        Number of groups in a test part, p: at least 1, and less than there are groups.

    Raises
    ------
    ValueError
        If ``n_groups`` is not a whole number of at least 1; while splitting, if there
        are no groups, or not more of them than that, or a group is missing.
    TypeError
        While splitting, if groups are of several kinds.

    See Also
    --------
    LeaveOneGroupOut : every group once.
    GroupShuffleSplit : some of the sets, drawn at random.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, in the sorted order of the groups,
    and made one at a time.

    References
    ----------
    .. [1] D. R. Roberts et al., "Cross-validation strategies for data with temporal,
       spatial, hierarchical, or phylogenetic structure", Ecography 40(8), 2017,
       913-929.

    Examples
    --------
    >>> from fastmetrics import LeavePGroupsOut
    >>> groups = ["ann", "ann", "bob", "cid"]
    >>> for train, test in LeavePGroupsOut(2).split(None, groups=groups):
    ...     print(train, test)
    [3] [0 1 2]
    [2] [0 1 3]
    [0 1] [2 3]
    """

    def __init__(self, n_groups: int) -> None:
        self.n_groups = whole(n_groups, "n_groups", 1)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many sets of groups there are; the groups must be given."""
        self._check_groups(groups)
        return comb(encode_groups(groups, n_rows(groups, "groups")).k, self.n_groups)

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        encoded = encode_groups(groups, common_length(X, y, groups)).in_order()
        if self.n_groups >= encoded.k:
            raise ValueError(
                "The groups parameter contains fewer than (or equal to) n_groups "
                f"({self.n_groups}) numbers of unique groups ({encoded.values}). "
                f"LeavePGroupsOut expects that at least n_groups + 1 "
                f"({self.n_groups + 1}) unique groups be present"
            )
        return self._pairs(encoded)

    def _pairs(self, encoded: Encoded) -> Iterator[Pair]:
        of_group = np.zeros(encoded.k, np.uint8)
        inside = np.empty(len(encoded.codes), np.uint8)
        for chosen in combinations(range(encoded.k), self.n_groups):
            places = np.array(chosen)
            of_group[places] = 1
            look_up(of_group, encoded.codes, inside)
            of_group[places] = 0
            yield split_by_mask(inside, int(encoded.counts[places].sum()))


# --- splits that are given: as a column, as pairs of index arrays, or as a number


class GivenSplits(Splitter):
    """The pairs of index arrays that an iterable yields, as often as is asked for."""

    def __init__(self, cv: Iterable[Pair]) -> None:
        self.cv = list(cv)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many pairs were given; all parameters are ignored."""
        return len(self.cv)

    def _check_groups(self, groups: Any) -> None:
        """Say nothing: the pairs may have been made with these groups."""

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        return iter(self.cv)


class PredefinedSplit(Splitter):
    """Split rows by a column with the fold of each row.

    Parameters
    ----------
    test_fold : array_like of int, shape (n_samples,)
        The fold of each row, which is the test part once. A row of −1 is in none, and
        always trained on. Folds come in the order of their numbers, of which some may
        be left out.

    Attributes
    ----------
    test_fold : ndarray of int, shape (n_samples,)
    unique_folds : ndarray of int, shape (n_splits,)
        The folds, −1 not among them.

    Raises
    ------
    ValueError
        If a fold is not a whole number, or less than −1; while splitting, if there is
        not one of them for each row.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    KFold : whose ``fold_ids`` make such a column.
    LeaveOneGroupOut : with ids of any kind in place of numbers.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, which cuts fractions off without a
    word and takes every negative number but −1 for a fold: here both raise.

    References
    ----------
    .. [1] F. Pedregosa et al., "Scikit-learn: machine learning in Python", Journal of
       Machine Learning Research 12, 2011, 2825-2830.

    Examples
    --------
    >>> from fastmetrics import PredefinedSplit
    >>> for train, test in PredefinedSplit([0, 1, -1, 1]).split():
    ...     print(train, test)
    [1 2 3] [0]
    [0 2] [1 3]
    """

    def __init__(self, test_fold: ArrayLike) -> None:
        self.test_fold = _whole(as_column(test_fold, "test_fold"))
        low = int(self.test_fold.min(initial=0))
        if low < -1:
            raise ValueError(
                "test_fold must hold the numbers of folds, or −1 for rows in none of "
                f"them, got {low}."
            )
        self.unique_folds = np.unique(self.test_fold)
        self.unique_folds = self.unique_folds[self.unique_folds != -1]

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds; all parameters are ignored."""
        return len(self.unique_folds)

    def split(
        self, X: Any = None, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X, y : array_like, data frame, sparse matrix, int or None
            If given, there must be a fold for each of its rows.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def fold_ids(
        self, X: Any = None, y: Any = None, groups: Any = None
    ) -> NDArray[Any]:
        """Return the place of each row's fold among the folds.

        Parameters
        ----------
        X, y, groups
            As in `split`.

        Returns
        -------
        ndarray of uint8, uint16 or uint32, shape (n_samples,)

        Raises
        ------
        ValueError
            If a row is in no fold.
        """
        self._check_groups(groups)
        self._check_rows(X, y)
        n_outside = np.count_nonzero(self.test_fold == -1)
        if n_outside:
            raise ValueError(
                f"There is no column of folds: {n_outside} of {len(self.test_fold)} "
                "rows are in no fold (test_fold is -1)."
            )
        return self._places()

    def _check_rows(self, X: Any, y: Any) -> None:
        """Raise unless the data have the same number of rows as the column."""
        for name, x in (("X", X), ("y", y)):
            if x is not None and n_rows(x, name) != len(self.test_fold):
                raise ValueError(
                    f"test_fold must have one fold for each row: {name} has "
                    f"{n_rows(x, name)} rows, and test_fold {len(self.test_fold)}."
                )

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        self._check_rows(X, y)
        k = len(self.unique_folds)
        return islice(index_pairs(self._places(), k + 1), k)

    def _places(self) -> NDArray[Any]:
        """Return the place of each row's fold; of rows in none, the one after all."""
        places = np.searchsorted(self.unique_folds, self.test_fold)
        k = len(self.unique_folds)
        outside = self.test_fold == -1
        places[outside] = k
        return places.astype(fold_dtype(k + 1 if outside.any() else k))


def check_cv(
    cv: Any = 5,
    y: ArrayLike | None = None,
    *,
    classifier: bool = False,
    shuffle: bool = False,
    random_state: RandomState = None,
) -> AnySplitter:
    """Return a splitter for the value of a ``cv`` parameter.

    Parameters
    ----------
    cv : int, splitter, iterable or None, default=5
        A number of folds; a splitter, which comes back as it is; or an iterable of
        pairs of index arrays. None means 5.
    y : array_like of shape (n_samples,), optional
        Target to predict.
    classifier : bool, default=False
        Whether classes are predicted. If so, and y names two classes or more, a number
        of folds means `StratifiedKFold`, else `KFold`.
    shuffle : bool, default=False
        Whether the rows are put into folds in random order, if ``cv`` is a number.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true.

    Returns
    -------
    splitter
        An object with ``split(X, y, groups)`` and ``get_n_splits(X, y, groups)``.

    Raises
    ------
    ValueError
        If ``cv`` is none of these, or a number of folds below 2.

    See Also
    --------
    KFold, StratifiedKFold

    References
    ----------
    .. [1] F. Pedregosa et al., "Scikit-learn: machine learning in Python", Journal of
       Machine Learning Research 12, 2011, 2825-2830.

    Examples
    --------
    >>> from fastmetrics import check_cv
    >>> check_cv(3, ["a", "b", "a"], classifier=True)
    StratifiedKFold(n_splits=3, random_state=None, shuffle=False)
    >>> check_cv(3, [0.5, 1.5, 0.25])
    KFold(n_splits=3, random_state=None, shuffle=False)
    """
    check_flag(classifier, "classifier")
    if cv is None:
        cv = 5
    if is_integral(cv):
        stratified = classifier and y is not None and class_target(y)
        of_kind = StratifiedKFold if stratified else KFold
        return of_kind(int(cv), shuffle=shuffle, random_state=random_state)
    if hasattr(cv, "split") and not isinstance(cv, str):
        return cv
    if isinstance(cv, Iterable) and not isinstance(cv, str):
        if getattr(cv, "ndim", 1):  # an array of no dimensions has no items
            return GivenSplits(cv)
    raise ValueError(
        "Expected `cv` as an integer, a cross-validation object (a splitter), or an "
        "iterable yielding (train, test) splits as arrays of indices. Got "
        f"{shown(cv)}."
    )


def _whole(column: NDArray[Any]) -> NDArray[np.int_]:
    """Return a column of whole numbers as integers; any other raises."""
    if column.dtype.kind == "O" and all(is_number(x) for x in column):
        with contextlib.suppress(OverflowError):  # else it is refused as it is
            column = np.array(column.tolist(), np.float64)
    kind = column.dtype.kind
    if kind not in "biuf":
        raise ValueError(
            f"test_fold must hold whole numbers, got a column of {column.dtype}."
        )
    odd = np.zeros(len(column), np.bool_)
    if kind == "f":
        odd = ~(np.abs(column) < 2.0**53) | (column != np.trunc(column))
    elif kind == "u":
        odd = column > np.iinfo(int).max
    rows = np.flatnonzero(odd)
    if len(rows):
        raise ValueError(
            f"test_fold must hold whole numbers, got {column[rows[0]]} in row "
            f"{rows[0]}."
        )
    return np.array(column, dtype=int)
