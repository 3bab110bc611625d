"""Folds balanced by a number, or by several labels at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.options import whole
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.label_pairs import INDICATOR, indicator_matrix
from fastmetrics._inputs.number_pairs import number_array
from fastmetrics._inputs.rows import common_length
from fastmetrics._inputs.tables import Encoded
from fastmetrics._kernels import rank_pairs
from fastmetrics._kernels.group_folds import deal_labels
from fastmetrics.selection.splitters import Splitter, fold_dtype
from fastmetrics.selection.splitters.k_folds import Folds, StratifiedKFold
from fastmetrics.selection.splitters.random_splits import RandomSplits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._kernels.twister import Twister
    from fastmetrics.selection.splitters import Draw, Draws, Indices, Pair, RandomState


# --- rows in k folds with nearly the same distribution of a number in each


class BinnedStratifiedKFold(Folds):
    """Split rows into k folds with nearly the same distribution of a number in each.

    Rows in the order of ``y`` are cut into blocks of ``n_splits``, and each fold gets
    one row of every block; the last block may be smaller, and then some folds get none
    of its rows. Alternatively, quantile bins of ``y`` are the classes of
    `StratifiedKFold`.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_bins : int or "auto", default="auto"
        Number of quantile bins, at least 1; "auto": blocks of ``n_splits`` rows.
    shuffle : bool, default=False
        Whether the rows of a block or bin are assigned to the folds in random order.
        Otherwise the order alternates: from the first fold to the last in one block,
        from the last to the first in the next.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        gives the same folds every time; from a ``Generator`` one 32-bit integer is
        drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, ``n_bins`` is neither "auto"
        nor an integer of at least 1, or ``random_state`` is given without ``shuffle``;
        while splitting, if there are more folds than rows, y is not finite, or every
        bin has fewer rows than there are folds.
    TypeError
        If ``shuffle`` is not a bool, or y is not made of numbers.

    Warns
    -----
    UserWarning
        If a bin has fewer rows than there are folds. If groups are given, which are
        ignored.

    See Also
    --------
    StratifiedKFold : for classes.
    KFold : without regard to ``y``.

    Notes
    -----
    A row is in bin ⌊b·m/n⌋ of b if m of the n rows have a smaller ``y``. Equal numbers
    are therefore in one bin, and bins may be empty. In blocks, equal numbers are in the
    order of their rows. Sizes of folds differ by at most one row, with bins by at most
    one row per bin.

    References
    ----------
    .. [1] N. A. Diamantidis, D. Karlis and E. A. Giakoumakis, "Unsupervised
       stratification of cross-validation for accuracy estimation", Artificial
       Intelligence 116, 2000, 1-16.

    Examples
    --------
    >>> from fastmetrics import BinnedStratifiedKFold
    >>> y = [2.5, 0.1, 9.7, 3.1, 0.4, 8.8]
    >>> for train, test in BinnedStratifiedKFold(n_splits=2).split(None, y):
    ...     print(train, test)
    [0 2 4] [1 3 5]
    [1 3 5] [0 2 4]
    """

    def __init__(
        self,
        n_splits: int = 5,
        *,
        n_bins: int | Literal["auto"] = "auto",
        shuffle: bool = False,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(n_splits, shuffle=shuffle, random_state=random_state)
        self.n_bins: int | str = n_bins
        if not (isinstance(n_bins, str) and n_bins == "auto"):
            self.n_bins = whole(n_bins, "n_bins", 1)

    def split(
        self, X: Any, y: ArrayLike | None = None, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like of shape (n_samples,)
            A finite number for each row.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _prepare(self, X: Any, y: Any, groups: Any) -> NDArray[np.uint64] | Encoded:
        keys = _order_keys(y)
        self._n_rows(common_length(X, keys, groups), None, None)
        if self.n_bins == "auto":
            return keys
        return self._in_bins()._prepare(X, _bins(keys, int(self.n_bins)), groups)

    def _in_bins(self) -> StratifiedKFold:
        return StratifiedKFold(self.n_splits, shuffle=self.shuffle)

    def _draw(
        self, prepared: NDArray[np.uint64] | Encoded, draws: Draws
    ) -> NDArray[Any]:
        if isinstance(prepared, Encoded):
            return self._in_bins()._draw(prepared, draws)
        n, k = len(prepared), self.n_splits
        rows = sort_pairs(prepared, np.arange(n, dtype=np.uint64))[1]
        n_blocks = -(-n // k)
        if self.shuffle:
            with draws.twister() as twister:
                drawn = twister.order(n_blocks * k).reshape(n_blocks, k)
            dealt = np.argsort(drawn, axis=1).astype(fold_dtype(k))
        else:
            dealt = np.tile(np.arange(k, dtype=fold_dtype(k)), (n_blocks, 1))
            dealt[1::2] = dealt[1::2, ::-1].copy()
        ids = np.empty(n, dealt.dtype)
        ids[rows.view(np.int64)] = dealt.ravel()[:n]
        return ids


def _order_keys(y: Any) -> NDArray[np.uint64]:
    """Return numbers as integers of the same order; raise if one is not finite."""
    if y is None:
        raise ValueError("The 'y' parameter should not be None.")
    numbers = number_array(y, "y")
    if numbers.ndim > 1:
        raise ValueError(
            f"y must have one number for each row, got shape {numbers.shape}."
        )
    keys = rank_pairs.order_keys(numbers)
    if keys is None:
        raise_not_finite(numbers, "y")
        raise RuntimeError("y was modified while it was being read.")
    return keys


def _bins(keys: NDArray[np.uint64], n_bins: int) -> NDArray[np.int64]:
    """Return the quantile bin of each row, by the proportion of smaller rows."""
    n = len(keys)
    ordered, rows = sort_pairs(keys, np.arange(n, dtype=np.uint64))
    is_first = np.ones(n, np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    n_smaller = np.maximum.accumulate(np.where(is_first, np.arange(n), 0))
    bins = np.empty(n, np.int64)
    bins[rows.view(np.int64)] = n_smaller * min(n_bins, n) // n
    return bins


# --- rows of several labels with nearly equal proportions of every label in each part

_KIND = (
    "y must be a matrix of indicators, a row per sample and two or more columns of 0 "
    "and 1, got {}."
)


class MultilabelSplitter(Splitter):
    """A splitter of rows of several labels."""

    def split(
        self, X: Any, y: ArrayLike | None = None, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like or sparse matrix of shape (n_samples, n_labels)
            Labels of each row.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)


class MultilabelStratifiedKFold(MultilabelSplitter, Folds):
    """Split multilabel rows into k folds with nearly equal proportions of each label.

    Iterative stratification: rows of the rarest label are assigned first, each to the
    fold that lacks most rows of that label, then rows of the label that is rarest among
    the remaining rows, and so on; rows without labels come last.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    shuffle : bool, default=False
        Whether the rows are assigned in random order. The rows of a part stay in their
        original order.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        gives the same folds every time; from a ``Generator`` one 32-bit integer is
        drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``random_state`` is given
        without ``shuffle``; while splitting, if there are more folds than rows or y is
        not an indicator matrix.
    TypeError
        If ``shuffle`` is not a bool.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    StratifiedKFold : for one label per row.
    MultilabelStratifiedShuffleSplit : random splits of given sizes.

    Notes
    -----
    Ties go to the first label, and to the fold with the fewest rows or else the first;
    the paper and the package iterative-stratification resolve ties at random, with
    different folds. No fold is empty. Folds may differ by more than one row.

    References
    ----------
    .. [1] K. Sechidis, G. Tsoumakas and I. Vlahavas, "On the stratification of
       multi-label data", ECML PKDD 2011, 145-158.

    Examples
    --------
    >>> from fastmetrics import MultilabelStratifiedKFold
    >>> y = [[1, 0], [1, 0], [0, 1], [0, 1], [1, 1], [1, 1]]
    >>> for train, test in MultilabelStratifiedKFold(n_splits=2).split(None, y):
    ...     print(train, test)
    [1 3 5] [0 2 4]
    [0 2 4] [1 3 5]
    """

    def _prepare(self, X: Any, y: Any, groups: Any) -> LabelRows:
        rows = LabelRows(X, y, groups)
        self._n_rows(rows.n, None, None)
        return rows

    def _draw(self, prepared: LabelRows, draws: Draws) -> NDArray[Any]:
        order = None
        if self.shuffle:
            with draws.twister() as twister:
                order = twister.permutation(prepared.n)
        shares = np.ones(self.n_splits, np.int64)
        return prepared.deal(shares, order).astype(fold_dtype(self.n_splits))


class LabelRows:
    """The labels of each row, by their columns."""

    def __init__(self, X: Any, y: Any, groups: Any) -> None:
        if y is None:
            raise ValueError("The 'y' parameter should not be None.")
        matrix, kind = indicator_matrix(y, "y")
        if kind != INDICATOR:
            raise ValueError(_KIND.format(kind))
        common_length(X, matrix, groups)
        self.n, self.n_labels = matrix.shape
        if isinstance(matrix, np.ndarray):
            rows, columns = np.nonzero(matrix)
            self._indptr = np.zeros(self.n + 1, np.int64)
            np.cumsum(np.bincount(rows, minlength=self.n), out=self._indptr[1:])
            self._indices = np.ascontiguousarray(columns, np.int64)
        else:
            self._indptr = matrix.indptr.astype(np.int64)
            self._indices = matrix.indices.astype(np.int64)

    def deal(
        self,
        shares: NDArray[np.int64],
        order: NDArray[np.intp] | None = None,
        *,
        exact: bool = False,
    ) -> NDArray[np.uint32]:
        """Return the part of each row; ``exact``: shares are numbers of rows."""
        order = None if order is None else order.astype(np.int64, copy=False)
        parts = (self._indptr, self._indices, self.n_labels)
        return deal_labels(*parts, shares, order, exact)


# --- random splits of rows of several labels, with nearly equal proportions of labels


class MultilabelStratifiedShuffleSplit(MultilabelSplitter, RandomSplits):
    """Random splits of multilabel rows with nearly equal proportions of each label.

    The rows of the rarest label are dealt first, in random order, each to the part that
    lacks most rows of that label, as in `MultilabelStratifiedKFold`; a part that has
    its rows gets no more.

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
        While splitting, if sizes do not fit, y is not an indicator matrix or lengths
        differ.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    MultilabelStratifiedKFold : disjoint test parts.
    StratifiedShuffleSplit : for one label per row.

    Notes
    -----
    Parts have exactly the sizes asked for. Rows come in their order.

    References
    ----------
    .. [1] K. Sechidis, G. Tsoumakas and I. Vlahavas, "On the stratification of
       multi-label data", ECML PKDD 2011, 145-158.

    Examples
    --------
    >>> from fastmetrics import MultilabelStratifiedShuffleSplit
    >>> y = [[1, 0], [1, 1], [0, 1], [1, 0], [0, 1], [1, 1]]
    >>> splitter = MultilabelStratifiedShuffleSplit(2, test_size=2, random_state=0)
    >>> for train, test in splitter.split(None, y):
    ...     print(train, test)
    [0 1 4 5] [2 3]
    [1 2 3 5] [0 4]
    """

    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        rows = LabelRows(X, y, groups)
        n_train, n_test = self._sizes(rows.n)
        shares = np.array([n_test, n_train, rows.n - n_test - n_train])

        def draw(twister: Twister) -> Pair:
            parts = rows.deal(shares, twister.permutation(rows.n), exact=True)
            return np.flatnonzero(parts == 1), np.flatnonzero(parts == 0)

        return draw
