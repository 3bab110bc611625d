"""Splits that are given: as a column, as pairs of index arrays, or as a number."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral
from fastmetrics._inputs.columns import as_column, is_number
from fastmetrics._inputs.rows import n_rows
from fastmetrics._inputs.tables import class_target
from fastmetrics.selection.splitters.k_folds import KFold, StratifiedKFold
from fastmetrics.selection.splitters.splitter import Splitter, fold_dtype, index_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters.splitter import (
        AnySplitter,
        Indices,
        Pair,
        RandomState,
    )


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
    """Split rows by a column that says in which fold each one is.

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
        """Raise unless what is given has as many rows as the column."""
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
    """Make a splitter from the value of a ``cv`` parameter.

    Parameters
    ----------
    cv : int, splitter, iterable or None, default=5
        A number of folds; a splitter, which comes back as it is; or an iterable of
        pairs of index arrays. None stands for 5.
    y : array_like of shape (n_samples,), optional
        What is to be predicted.
    classifier : bool, default=False
        Whether classes are predicted. If so, and y names two classes or more, a number
        of folds means `StratifiedKFold`, else `KFold`.
    shuffle : bool, default=False
        Whether the rows are put into folds in random order, if ``cv`` is a number.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from, if ``shuffle`` is true.

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
