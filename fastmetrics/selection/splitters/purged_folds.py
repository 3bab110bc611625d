"""Folds in time from which rows that know the test rows' labels are dropped."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_real
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.targets import check_length
from fastmetrics.selection.splitters.k_folds import KFold, block_sizes, check_n_splits
from fastmetrics.selection.splitters.splitter import Splitter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["PurgedKFold"]


class PurgedKFold(Splitter):
    """Blocks of rows in time order, without training rows that know their labels.

    Parameters
    ----------
    n_splits : int, default=5
        How many folds, at least 2.
    label_end : array_like of int of shape (n_samples,), optional
        The last row whose information enters the label of each row: the row itself or a
        later one, beyond the last row too. Default: the row itself.
    embargo : int or float, default=0
        How many rows after the span of a test block's labels are dropped too; a number
        between 0 and 1 is a share of all rows (rounded down).

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or no integer, or ``embargo`` is negative or
        neither a share nor whole; while splitting, if there are more folds than rows,
        ``label_end`` is of another length or before a row itself, or no row is left to
        train on.
    TypeError
        While splitting, if ``label_end`` does not hold whole numbers.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    KFold : the same blocks, without dropping rows.
    TimeSeriesSplit : training rows only from before the test.

    Notes
    -----
    Rows are in the order of time. The label of row i is made of the rows from i to
    ``label_end[i]``. Test blocks are those of `KFold`; the span of a block reaches from
    its first row to the last row of its labels. A row is not trained on if the rows of
    its label meet that span, or if it is one of the ``embargo`` rows after the span
    [1]_. Training rows after the test are kept, so that it is no forecast: what a
    strategy would have earned is not told by it.

    References
    ----------
    .. [1] M. López de Prado, "Advances in Financial Machine Learning", Wiley, 2018,
       chapter 7.

    Examples
    --------
    >>> from fastmetrics import PurgedKFold
    >>> in_two_days = [2, 3, 4, 5, 6, 7, 8, 9]
    >>> splitter = PurgedKFold(4, label_end=in_two_days, embargo=1)
    >>> for train, test in splitter.split(8):
    ...     print(train, test)
    [5 6 7] [0 1]
    [7] [2 3]
    [0 1] [4 5]
    [0 1 2 3] [6 7]
    """

    def __init__(
        self,
        n_splits: int = 5,
        *,
        label_end: ArrayLike | None = None,
        embargo: float = 0,
    ) -> None:
        self.n_splits = check_n_splits(n_splits)
        _check_embargo(embargo)
        self.label_end = label_end
        self.embargo = embargo

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds; all parameters are ignored."""
        return self.n_splits

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        n = KFold(self.n_splits)._prepare(X, y, groups)
        ends = _label_ends(self.label_end, n)
        embargo = self.embargo
        if 0 < embargo < 1:  # the share as it is written: 0.29 of 100 rows are 29
            embargo = floor(Fraction(repr(float(embargo))) * n)
        return self._pairs(n, ends, int(embargo))

    def _pairs(
        self, n: int, ends: NDArray[np.int64], embargo: int
    ) -> Iterator[tuple[Indices, Indices]]:
        stop = 0
        for size in block_sizes(n, self.n_splits).tolist():
            start, stop = stop, stop + size
            last = int(ends[start:stop].max()) + embargo
            before = np.flatnonzero(ends[:start] < start)
            train = np.concatenate([before, np.arange(min(last + 1, n), n)])
            if not len(train):
                raise ValueError(
                    f"No rows are left to train on for the test on rows {start} to "
                    f"{stop - 1}: label_end and embargo drop all others."
                )
            yield train, np.arange(start, stop)


def _label_ends(label_end: Any, n: int) -> NDArray[np.int64]:
    if label_end is None:
        return np.arange(n)
    ends = as_column(label_end, "label_end")
    check_length(ends, n, "label_end")
    if ends.dtype.kind not in "iu":
        raise TypeError(
            "label_end must hold the number of a row for each row, got dtype "
            f"{ends.dtype}."
        )
    early = np.flatnonzero(ends < np.arange(n))
    if len(early):
        row = int(early[0])
        raise ValueError(
            "label_end must not be before the row itself: that of row "
            f"{row} is {ends[row]}."
        )
    return np.minimum(ends, n - 1).astype(np.int64)


def _check_embargo(embargo: Any) -> None:
    right = is_real(embargo) and not isinstance(embargo, (bool, np.bool_))
    if right:
        whole = is_integral(embargo) or float(embargo).is_integer()
        right = 0 <= embargo < 1 or (embargo >= 1 and whole)
    if not right:
        raise ValueError(
            "embargo must be a number of rows, or a share of them below 1, got "
            f"{shown(embargo)}."
        )
