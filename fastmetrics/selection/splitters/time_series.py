"""Rows in the order of time: trained on what came before the test part."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_real, whole
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.rows import common_length
from fastmetrics._inputs.tables import encode_groups
from fastmetrics.selection.splitters import Splitter
from fastmetrics.selection.splitters.k_folds import KFold, block_sizes, check_n_splits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters import Pair


class TimeSeriesSplit(Splitter):
    """Split rows in time order, each test part after its training part.

    Test parts are consecutive blocks of equal size; the last block ends with the last
    row. The training part is all rows before the block.

    Parameters
    ----------
    n_splits : int, default=5
        Number of splits: at least 2.
    max_train_size : int, optional
        Maximum number of training rows: the latest rows before the gap.
    test_size : int, optional
        Number of rows of a test part; by default ``n_samples // (n_splits + 1)``.
    gap : int, default=0
        Number of rows left out between the training part and the test part.
    step : int, optional
        By how many rows each test part begins after the one before it; ``test_size`` if
        not given. A smaller step makes test parts overlap, a larger one leaves rows out
        between them.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or a size, the step or the gap
        is negative or not an integer; while splitting, if there are too few rows for
        the first training part to have one.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    GroupTimeSeriesSplit : sizes in groups of rows.
    PurgedKFold : also trains on later rows.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, which has no ``step``. Rows are
    taken to be equally far apart in time. Forecasts of 12 months that are renewed each
    month have ``test_size=12, step=1``.

    References
    ----------
    .. [1] L. J. Tashman, "Out-of-sample tests of forecasting accuracy: an analysis and
       review", International Journal of Forecasting 16(4), 2000, 437-450.

    Examples
    --------
    >>> from fastmetrics import TimeSeriesSplit
    >>> for train, test in TimeSeriesSplit(n_splits=2, gap=1).split(range(9)):
    ...     print(train, test)
    [0 1] [3 4 5]
    [0 1 2 3 4] [6 7 8]
    >>> for train, test in TimeSeriesSplit(3, test_size=2, step=1).split(range(6)):
    ...     print(train, test)
    [0 1] [2 3]
    [0 1 2] [3 4]
    [0 1 2 3] [4 5]
    """

    def __init__(
        self,
        n_splits: int = 5,
        *,
        max_train_size: int | None = None,
        test_size: int | None = None,
        gap: int = 0,
        step: int | None = None,
    ) -> None:
        self.n_splits = check_n_splits(n_splits)
        for name, size in (("max_train_size", max_train_size), ("gap", gap)):
            if size is not None:
                whole(size, name)
        for name, size in (("test_size", test_size), ("step", step)):
            if size is not None:
                whole(size, name, 1)
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap
        self.step = step

    def _shown(self) -> dict[str, Any]:
        """Return the parameters that `repr` shows, as scikit-learn does if it can."""
        shown = super()._shown()
        if self.step is None:
            del shown["step"]
        return shown

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        windows = time_windows(
            common_length(X, y, groups),
            self.n_splits,
            max_train_size=self.max_train_size,
            test_size=self.test_size,
            gap=self.gap,
            step=self.step,
        )
        return (
            (np.arange(*train, dtype=np.intp), np.arange(*test, dtype=np.intp))
            for train, test in windows
        )


def time_windows(
    n: int,
    n_splits: int,
    *,
    max_train_size: int | None,
    test_size: int | None,
    gap: int,
    step: int | None = None,
    what: str = "samples",
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the start and stop of the training part and the test part of each split.

    ``what``: what n counts, for errors.
    """
    if n_splits + 1 > n:
        raise ValueError(
            f"Cannot have number of folds={n_splits + 1} greater than the number of "
            f"{what}={n}."
        )
    size = n // (n_splits + 1) if test_size is None else int(test_size)
    by = size if step is None else int(step)
    first = n - size - (n_splits - 1) * by  # of the first test part
    if first - gap <= 0:
        beside = "" if step is None else f", step={by}"
        raise ValueError(
            f"Too many splits={n_splits} for number of {what}={n} with "
            f"test_size={size}{beside} and gap={gap}."
        )
    windows = []
    for start in range(first, n - size + 1, by):
        end = start - int(gap)
        begin = max(0, end - int(max_train_size)) if max_train_size else 0
        windows.append(((begin, end), (start, start + size)))
    return windows


# --- groups in the order of time: trained on what came before the test part


class GroupTimeSeriesSplit(Splitter):
    """Split groups of rows in time order, each test part after its training part.

    Groups are days, sessions or races, in the order of their first rows; none is cut,
    and all sizes count groups.

    Parameters
    ----------
    n_splits : int, default=5
        Number of splits: at least 2.
    test_size : int, optional
        Number of groups of a test part; by default ``n_groups // (n_splits + 1)``.
    gap : int, default=0
        Number of groups left out between the training part and the test part.
    max_train_size : int, optional
        Maximum number of training groups: the latest groups before the gap.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or a size or the gap is
        negative or not an integer; while splitting, if there are no groups, the rows of
        a group do not follow one another, or there are too few groups for the first
        training part to have one.

    See Also
    --------
    TimeSeriesSplit : sizes in rows.
    GroupKFold : groups in no order.

    Notes
    -----
    It is `TimeSeriesSplit` of the groups. Rows of a group that others lie between
    raise, because such a group would be both before and after them.

    References
    ----------
    .. [1] L. J. Tashman, "Out-of-sample tests of forecasting accuracy: an analysis and
       review", International Journal of Forecasting 16(4), 2000, 437-450.

    Examples
    --------
    >>> from fastmetrics import GroupTimeSeriesSplit
    >>> days = ["Mon", "Mon", "Tue", "Wed", "Wed", "Thu"]
    >>> splitter = GroupTimeSeriesSplit(n_splits=2, test_size=1)
    >>> for train, test in splitter.split(None, groups=days):
    ...     print(train, test)
    [0 1 2] [3 4]
    [0 1 2 3 4] [5]
    """

    _takes_groups = True

    def __init__(
        self,
        n_splits: int = 5,
        *,
        test_size: int | None = None,
        gap: int = 0,
        max_train_size: int | None = None,
    ) -> None:
        checked = TimeSeriesSplit(
            n_splits, test_size=test_size, gap=gap, max_train_size=max_train_size
        )
        self.n_splits = checked.n_splits
        self.test_size = test_size
        self.gap = gap
        self.max_train_size = max_train_size

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        starts = _starts(groups, common_length(X, y, groups))
        windows = time_windows(
            len(starts) - 1,
            self.n_splits,
            max_train_size=self.max_train_size,
            test_size=self.test_size,
            gap=self.gap,
            what="groups",
        )
        return (
            (np.arange(*starts[list(train)]), np.arange(*starts[list(test)]))
            for train, test in windows
        )


def _starts(groups: Any, n: int) -> NDArray[np.intp]:
    """Return the first row of each group, and the number of rows."""
    encoded = encode_groups(groups, n)
    changes = np.flatnonzero(encoded.codes[1:] != encoded.codes[:-1]) + 1
    starts = np.concatenate([[0], changes, [n]]).astype(np.intp)
    if len(starts) - 1 > encoded.k:
        order = encoded.codes[starts[:-1]]
        # Codes rise by one from group to group until one comes back.
        back = int(np.argmax(order != np.arange(len(order))))
        group = encoded.values[order[back]]
        raise ValueError(
            "The rows of a group must follow one another: group "
            f"{shown(getattr(group, 'item', lambda: group)())} comes back in row "
            f"{starts[back]}."
        )
    return starts


# --- folds in time from which rows that know the test rows' labels are dropped


class PurgedKFold(Splitter):
    """Split rows into blocks in time order, and purge overlapping labels.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    label_end : array_like of int of shape (n_samples,), optional
        The last row whose information enters the label of each row: the row itself or a
        later one, beyond the last row too. Default: the row itself.
    embargo : int or float, default=0
        How many rows after the span of a test block's labels are also dropped; a number
        between 0 and 1 is a proportion of all rows (rounded down).

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``embargo`` is negative or
        neither a proportion nor whole; while splitting, if there are more folds than
        rows, ``label_end`` is of another length or before a row itself, or no row is
        left to train on.
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
    ``label_end[i]``. Test blocks are the folds of `KFold`; the span of a block reaches
    from its first row to the last row of its labels. A row is not trained on if the
    rows of its label meet that span, or if it is one of the ``embargo`` rows after the
    span [1]_. Training rows after the test are kept, so it does not simulate
    forecasting, and does not estimate the earnings of a strategy.

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

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        n = KFold(self.n_splits)._prepare(X, y, groups)
        ends = _label_ends(self.label_end, n)
        embargo = self.embargo
        if 0 < embargo < 1:  # the share as it is written: 0.29 of 100 rows are 29
            embargo = floor(Fraction(repr(float(embargo))) * n)
        return self._pairs(n, ends, int(embargo))

    def _pairs(self, n: int, ends: NDArray[np.int64], embargo: int) -> Iterator[Pair]:
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
            "label_end must not be before the row itself: the entry of row "
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
