"""Splits by a key: which side a row is on depends on nothing but its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number
from fastmetrics._common.warn import warn
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._inputs.key_columns import fingerprint_keys
from fastmetrics._inputs.row_takers import common_length, take_rows
from fastmetrics._kernels.folds import count_codes
from fastmetrics.selection.splitters.k_folds import Folds
from fastmetrics.selection.splitters.parts import common_rows
from fastmetrics.selection.splitters.splitter import fold_dtype, index_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters.randomness import Draws
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["HashKFold", "hash_split"]

# As many as a column of folds tells apart.
_MOST_FOLDS = 2**32

# Shares of the test are whole numbers of so many parts.
_PARTS = 10**6


class HashKFold(Folds):
    """Folds by the fingerprints of keys, for rows that come and go.

    Parameters
    ----------
    n_splits : int, default=5
        How many folds, at least 2.
    salt : str, default=""
        Stands before each key: another salt gives other folds.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or no integer; while splitting, if there are no
        keys, or one of them is missing or a fraction.
    TypeError
        If ``salt`` is not a str; while splitting, if a key is neither text nor a
        number.

    Warns
    -----
    UserWarning
        If no row falls into a fold, while splitting.

    See Also
    --------
    hash_split : two parts by the same fingerprints.
    GroupKFold : folds of nearly equal sizes, which may change with new rows.
    check_split : what a split leaks, and how far sizes are off.

    Notes
    -----
    The fold of a row depends on its key alone: appending, deleting or reordering rows
    moves no other row, and rows of one key stay together. With h FarmHash's
    Fingerprint64 [1]_ of the salt and the key as UTF-8 text, taken as a signed number,
    the fold is ``abs(h) % n_splits``. BigQuery has the same h as ``FARM_FINGERPRINT``,
    so that a split made there and one made here agree.

    The key of each row is passed as ``groups``. Whole numbers are written in decimals,
    truth values as true or false; the columns of a frame, of a matrix or of a tuple of
    columns are joined by the character U+001F. A key that is missing or is a fraction
    raises ValueError. Sizes of folds are random, binomial where each row has a key of
    its own.

    References
    ----------
    .. [1] G. Pike, "FarmHash, a family of hash functions", 2014,
       https://github.com/google/farmhash.

    Examples
    --------
    >>> from fastmetrics import HashKFold
    >>> HashKFold(3).fold_ids(None, groups=["ann", "bob", "eve", "kim", "lee"])
    array([1, 0, 2, 1, 2], dtype=uint8)
    >>> HashKFold(3).fold_ids(None, groups=["lee", "ann"])
    array([2, 1], dtype=uint8)
    """

    _takes_groups = True

    def __init__(self, n_splits: int = 5, *, salt: str = "") -> None:
        super().__init__(n_splits, shuffle=False, random_state=None)
        if self.n_splits > _MOST_FOLDS:
            raise ValueError(f"n_splits must be at most 2**32, got {n_splits}.")
        _check_salt(salt)
        self.salt = salt

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        ids = self._prepare(X, y, groups)
        if not len(ids):
            raise_no_rows("groups")
        n_empty = np.count_nonzero(count_codes(ids, self.n_splits) == 0)
        if n_empty:
            warn(
                f"No key of {len(ids)} rows falls into {n_empty} of the "
                f"{self.n_splits} folds: they are empty."
            )
        return index_pairs(ids, self.n_splits)

    def _prepare(self, X: Any, y: Any, groups: Any) -> NDArray[Any]:
        n = None if X is None and y is None else common_length(X, y)
        sizes = _sizes(groups, self.salt, n, "groups")
        return (sizes % np.uint64(self.n_splits)).astype(fold_dtype(self.n_splits))

    def _draw(self, prepared: NDArray[Any], draws: Draws) -> NDArray[Any]:
        return prepared


def hash_split(
    *arrays: Any, key: ArrayLike, test_size: float = 0.25, salt: str = ""
) -> list[Any]:
    """Split data into two parts by the fingerprints of keys.

    Parameters
    ----------
    *arrays : array_like, data frame or sparse matrix
        Data to split, all with the same number of rows.
    key : array_like of shape (n_samples,), data frame, matrix or tuple of columns
        What tells rows apart: texts or whole numbers, in one column or more.
    test_size : float, default=0.25
        The share of the keys for the test, between 0 and 1; it is rounded to a
        millionth.
    salt : str, default=""
        Stands before each key: another salt gives other parts.

    Returns
    -------
    list
        The training part and the test part of the first array, of the second and so
        on: each of the type that came in, rows in their order.

    Raises
    ------
    ValueError
        If there is no array, lengths differ, ``test_size`` is not between 0 and 1 or
        rounds to either, or a key is missing or a fraction.
    TypeError
        If a key is neither text nor a number.

    See Also
    --------
    HashKFold : folds by the same fingerprints, which are described there.
    train_test_split : parts of exact sizes, drawn at random.

    Notes
    -----
    A row is for the test where ``abs(h) % 10**6`` is below ``test_size * 10**6``, h
    being the fingerprint of `HashKFold` [1]_: in BigQuery, with MOD for the remainder,
    ``MOD(ABS(FARM_FINGERPRINT(key)), 1000000) < 250000``. The row stays on its side
    whatever happens to others. The share of rows that this gives is random.

    References
    ----------
    .. [1] G. Pike, "FarmHash, a family of hash functions", 2014,
       https://github.com/google/farmhash.

    Examples
    --------
    >>> from fastmetrics import hash_split
    >>> users = ["ann", "bob", "eve", "kim", "lee"]
    >>> train, test = hash_split(users, key=users, test_size=0.4)
    >>> train, test
    (['ann', 'bob'], ['eve', 'kim', 'lee'])
    """
    if not arrays:
        raise ValueError("At least one array required as input")
    _check_salt(salt)
    share = number(test_size, "test_size")
    limit = round(share * _PARTS) if 0 < share < 1 else 0
    if not 0 < limit < _PARTS:
        raise ValueError(
            "test_size must be a share of the keys between 0 and 1, at least a "
            f"millionth away from both, got {shown(test_size)}."
        )
    n = common_rows(arrays)
    is_test = _sizes(key, salt, n, "key") % np.uint64(_PARTS) < limit
    sides = np.flatnonzero(~is_test), np.flatnonzero(is_test)
    return [take_rows(array, side) for array in arrays for side in sides]


def _sizes(key: Any, salt: str, n: int | None, name: str) -> NDArray[np.uint64]:
    """Return fingerprints as signed numbers without their sign."""
    found = fingerprint_keys(key, salt, n, name)
    return np.where(found >> np.uint64(63), np.uint64(0) - found, found)


def _check_salt(salt: Any) -> None:
    if not isinstance(salt, str):
        raise TypeError(f"salt must be a str, got {type(salt).__name__}.")
