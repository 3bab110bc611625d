"""Whole groups of rows in k folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.encoded import Encoded, encode_groups
from fastmetrics._kernels.folds import fill_lightest, look_up
from fastmetrics.selection.splitters.k_folds import Folds, block_ids, block_sizes
from fastmetrics.selection.splitters.splitter import fold_dtype

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters.randomness import Draws, RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["GroupFolds", "GroupKFold"]


class GroupFolds(Folds):
    """A partition that takes groups, of which there must be one for each fold."""

    _takes_groups = True

    def _encode_groups(self, X: Any, y: Any, groups: ArrayLike) -> Encoded:
        """Return the groups of the rows in the sorted order of their ids."""
        encoded = encode_groups(groups, self._n_rows(X, y, groups)).in_order()
        if self.n_splits > encoded.k:
            raise ValueError(
                f"Cannot have number of splits n_splits={self.n_splits} greater than "
                f"the number of groups: {encoded.k}."
            )
        return encoded


class GroupKFold(GroupFolds):
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
        Where the draws come from, if ``shuffle`` is true. An int from 0 to 2³² − 1 or a
        ``RandomState`` gives scikit-learn's folds; of a ``Generator`` one 32-bit
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

    def __init__(
        self,
        n_splits: int = 5,
        *,
        shuffle: bool = False,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(n_splits, shuffle=shuffle, random_state=random_state)

    def split(
        self, X: Any, y: Any = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``groups`` has as many.
        y : ignored
        groups : array_like of shape (n_samples,)
            Which rows belong together.

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _prepare(self, X: Any, y: Any, groups: Any) -> Encoded:
        return self._encode_groups(X, y, groups)

    def _draw(self, prepared: Encoded, draws: Draws) -> NDArray[Any]:
        k, dtype = self.n_splits, fold_dtype(self.n_splits)
        if self.shuffle:
            of_group = block_ids(block_sizes(prepared.k, k))
            with draws.twister() as twister:
                twister.unshuffle(of_group)
        else:
            # Of groups of one size the last goes first, as in scikit-learn.
            order = np.argsort(prepared.counts, kind="stable")[::-1]
            of_group = np.empty(prepared.k, dtype)
            of_group[order] = fill_lightest(prepared.counts[order], k)
        ids = np.empty(len(prepared.codes), dtype)
        look_up(of_group, prepared.codes, ids)
        return ids
