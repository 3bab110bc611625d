"""Rows in the order of time: trained on what came before the test part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.row_takers import common_length
from fastmetrics.selection.splitters.k_folds import check_n_splits
from fastmetrics.selection.splitters.splitter import Splitter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["TimeSeriesSplit", "time_windows"]


class TimeSeriesSplit(Splitter):
    """Split rows in the order of time, each test part after what is trained on.

    Test parts are blocks of one size, one after the other, the last of which ends with
    the last row; the training part is what comes before.

    Parameters
    ----------
    n_splits : int, default=5
        Number of splits: at least 2.
    max_train_size : int, optional
        How many rows a training part has at most: the latest of those before the gap.
    test_size : int, optional
        How many rows a test part has; ``n_samples // (n_splits + 1)`` if not given.
    gap : int, default=0
        How many rows between the training part and the test part are left out.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or no integer, or a size or the gap is negative
        or no integer; while splitting, if there are too few rows for the first training
        part to have one.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    GroupTimeSeriesSplit : sizes in groups of rows.
    PurgedKFold : trained on what comes later, too.

    Notes
    -----
    The splits are those of scikit-learn 1.9.1. Rows are taken to be equally far apart
    in time.

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
    """

    def __init__(
        self,
        n_splits: int = 5,
        *,
        max_train_size: int | None = None,
        test_size: int | None = None,
        gap: int = 0,
    ) -> None:
        self.n_splits = check_n_splits(n_splits)
        for name, size in (("max_train_size", max_train_size), ("gap", gap)):
            if size is not None:
                whole(size, name)
        if test_size is not None:
            whole(test_size, "test_size", 1)
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits; all parameters are ignored."""
        return self.n_splits

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        windows = time_windows(
            common_length(X, y, groups),
            self.n_splits,
            max_train_size=self.max_train_size,
            test_size=self.test_size,
            gap=self.gap,
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
    what: str = "samples",
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the training part and the test part of each split start and stop.

    ``what``: what n counts, for errors.
    """
    if n_splits + 1 > n:
        raise ValueError(
            f"Cannot have number of folds={n_splits + 1} greater than the number of "
            f"{what}={n}."
        )
    size = n // (n_splits + 1) if test_size is None else int(test_size)
    if n - gap - size * n_splits <= 0:
        raise ValueError(
            f"Too many splits={n_splits} for number of {what}={n} with "
            f"test_size={size} and gap={gap}."
        )
    windows = []
    for start in range(n - n_splits * size, n, size):
        end = start - int(gap)
        first = max(0, end - int(max_train_size)) if max_train_size else 0
        windows.append(((first, end), (start, start + size)))
    return windows
