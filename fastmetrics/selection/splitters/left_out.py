"""Every row or group left out once, or every set of p rows or groups."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.rows import common_length, n_rows
from fastmetrics._inputs.tables import Encoded, encode_groups
from fastmetrics._kernels.folds import block_indices, look_up
from fastmetrics.selection.splitters.splitter import (
    GroupSplitter,
    Partition,
    Splitter,
    index_pairs,
    split_by_mask,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.splitter import Draws, Pair


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
