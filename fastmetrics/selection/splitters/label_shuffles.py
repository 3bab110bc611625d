"""Random splits of rows of several labels, with nearly equal shares of each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.selection.splitters.label_folds import LabelRows
from fastmetrics.selection.splitters.random_splits import RandomSplits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike

    from fastmetrics._kernels.twister import Twister
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["MultilabelStratifiedShuffleSplit"]


class MultilabelStratifiedShuffleSplit(RandomSplits):
    """Random splits of rows of several labels, with nearly equal shares of each label.

    The rows of the rarest label are dealt first, in random order, each to the part that
    lacks most rows of that label, as in `MultilabelStratifiedKFold`; a part that has
    its rows gets no more.

    Parameters
    ----------
    n_splits : int, default=10
        How many splits.
    test_size : float or int, optional
        The share of the rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.1 without it.
    train_size : float or int, optional
        The share of the rows to train on (rounded down), or their number. Default: what
        ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 gives the same splits every
        time; of a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        While splitting, if sizes do not fit, y is no matrix of indicators or lengths
        differ.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    MultilabelStratifiedKFold : test parts that share no row.
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
            Which labels each row has.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _drawing(
        self, X: Any, y: Any, groups: Any
    ) -> Callable[[Twister], tuple[Indices, Indices]]:
        rows = LabelRows(X, y, groups)
        n_train, n_test = self._sizes(rows.n)
        shares = np.array([n_test, n_train, rows.n - n_test - n_train])

        def draw(twister: Twister) -> tuple[Indices, Indices]:
            parts = rows.deal(shares, twister.permutation(rows.n), exact=True)
            return np.flatnonzero(parts == 1), np.flatnonzero(parts == 0)

        return draw
