"""Groups in the order of time: trained on what came before the test part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.encoded import encode_groups
from fastmetrics._inputs.row_takers import common_length
from fastmetrics.selection.splitters.splitter import Splitter
from fastmetrics.selection.splitters.time_series import TimeSeriesSplit, time_windows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["GroupTimeSeriesSplit"]


class GroupTimeSeriesSplit(Splitter):
    """Split groups of rows in the order of time, each test part after the training.

    Groups are days, sessions or races, in the order of their first rows; none is cut,
    and all sizes count groups.

    Parameters
    ----------
    n_splits : int, default=5
        Number of splits: at least 2.
    test_size : int, optional
        How many groups a test part has; ``n_groups // (n_splits + 1)`` if not given.
    gap : int, default=0
        How many groups between the training part and the test part are left out.
    max_train_size : int, optional
        How many groups a training part has at most: the latest of those before the gap.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or no integer, or a size or the gap is negative
        or no integer; while splitting, if there are no groups, the rows of a group do
        not follow one another, or there are too few groups for the first training part
        to have one.

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

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits; all parameters are ignored."""
        return self.n_splits

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
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
    found = encode_groups(groups, n)
    changes = np.flatnonzero(found.codes[1:] != found.codes[:-1]) + 1
    starts = np.concatenate([[0], changes, [n]]).astype(np.intp)
    if len(starts) - 1 > found.k:
        order = found.codes[starts[:-1]]
        # Codes rise by one from group to group until one comes back.
        back = int(np.argmax(order != np.arange(len(order))))
        group = found.values[order[back]]
        raise ValueError(
            "The rows of a group must follow one another: group "
            f"{shown(getattr(group, 'item', lambda: group)())} comes back in row "
            f"{starts[back]}."
        )
    return starts
