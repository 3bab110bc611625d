"""Every row left out once, or every set of p rows."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.row_takers import common_length, n_rows
from fastmetrics._kernels.folds import block_indices
from fastmetrics.selection.splitters.splitter import Splitter, split_by_mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["LeaveOneOut", "LeavePOut"]


class LeaveOneOut(Splitter):
    """Split off each row once as the test part.

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
    The splits are those of scikit-learn 1.9.1, made one at a time. There is but one way
    to leave each row out, so that the estimate does not depend on a draw; it is nearly
    unbiased, as the models lack a single row, and its variance can be large.

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

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        n = common_length(X, y, groups)
        if n <= 1:
            raise ValueError(
                f"Cannot perform LeaveOneOut with n_samples={n}: two are needed."
            )
        return (block_indices(n, i, i + 1) for i in range(n))


class LeavePOut(Splitter):
    """Split off every set of p rows once as the test part.

    Parameters
    ----------
    p : int
        Number of rows in a test part: at least 1, and less than there are rows.

    Raises
    ------
    ValueError
        If ``p`` is no whole number of at least 1; while splitting, if there are not
        more rows than that.

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
    The splits are those of scikit-learn 1.9.1, made one at a time. It is exhaustive:
    n choose p splits, of which each row is in the test part of (n − 1) choose (p − 1).

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

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        n = common_length(X, y, groups)
        if n <= self.p:
            raise ValueError(
                f"p={self.p} must be strictly less than the number of samples={n}"
            )
        return self._pairs(n)

    def _pairs(self, n: int) -> Iterator[tuple[Indices, Indices]]:
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
