"""Training, validation and test parts, at random or by the hash of a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_integral, number, warn
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._inputs.key_columns import fingerprint_keys
from fastmetrics._inputs.rows import common_length, n_rows, take_rows, takeable
from fastmetrics._inputs.tables import encode_groups
from fastmetrics._kernels.folds import count_codes
from fastmetrics.selection.splitters import (
    fold_dtype,
    index_pairs,
    part_sizes,
    size_of_part,
)
from fastmetrics.selection.splitters.group_folds import StratifiedGroupShuffleSplit
from fastmetrics.selection.splitters.k_folds import Folds
from fastmetrics.selection.splitters.random_splits import (
    GroupShuffleSplit,
    ShuffleSplit,
    StratifiedShuffleSplit,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters import Draws, Indices, Pair, RandomState


def train_test_split(
    *arrays: Any,
    test_size: float | None = None,
    train_size: float | None = None,
    random_state: RandomState = None,
    shuffle: bool = True,
    stratify: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> list[Any]:
    """Split data into a training and a test part.

    Parameters
    ----------
    *arrays : array_like, data frame or sparse matrix
        Data to split, all with the same number of rows.
    test_size : float or int, optional
        The proportion of rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.25 without it.
    train_size : float or int, optional
        The proportion of rows to train on (rounded down), or their number. Default:
        what ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's split; from a ``Generator`` one 32-bit integer is drawn as
        the seed.
    shuffle : bool, default=True
        If False, the first rows are the training set and the rest the test set.
    stratify : array_like of shape (n_samples,), optional
        Classes to stratify by: both parts have the class proportions of all rows.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together: a group is on one side, and sizes count groups; with
        ``stratify`` they count rows, and are reached as far as whole groups allow.

    Returns
    -------
    list
        The training part and the test part of the first array, of the second and so
        on: each of the type that came in.

    Raises
    ------
    ValueError
        If there is no array, lengths differ, sizes do not fit, a class has one row, or
        ``shuffle=False`` is passed with ``stratify`` or ``groups``.

    See Also
    --------
    train_validation_test_split : three parts.
    hash_split : a split that new rows do not change.
    check_parts : what one part knows of the other.

    Notes
    -----
    The parts are the same as in scikit-learn 1.9.1, which has no ``groups``. They are
    the first split of `ShuffleSplit`; with ``stratify`` of `StratifiedShuffleSplit`,
    with ``groups`` of `GroupShuffleSplit`, with both of `StratifiedGroupShuffleSplit`.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import train_test_split
    >>> X, y = np.arange(10).reshape(5, 2), [0, 1, 2, 3, 4]
    >>> X_train, X_test, y_train, y_test = train_test_split(
    ...     X, y, test_size=0.33, random_state=42
    ... )
    >>> X_train
    array([[4, 5],
           [0, 1],
           [6, 7]])
    >>> y_train, y_test
    ([2, 0, 3], [1, 4])
    """
    _check_shuffle(shuffle, stratify, groups)
    n = common_rows(arrays, stratify=stratify, groups=groups)
    sides = _two_parts(
        n, test_size, train_size, random_state, shuffle, stratify, groups
    )
    return _taken(arrays, sides)


def train_validation_test_split(
    *arrays: Any,
    validation_size: float = 0.2,
    test_size: float = 0.2,
    random_state: RandomState = None,
    shuffle: bool = True,
    stratify: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> list[Any]:
    """Split data into a training, a validation and a test part.

    Parameters
    ----------
    *arrays : array_like, data frame or sparse matrix
        Data to split, all with the same number of rows.
    validation_size : float or int, default=0.2
        The proportion of all rows to validate with (rounded up), or their number.
    test_size : float or int, default=0.2
        The proportion of all rows for the test (rounded up), or their number.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's split; from a ``Generator`` one 32-bit integer is drawn as
        the seed.
    shuffle : bool, default=True
        If False, the parts follow one another in the order of the rows.
    stratify : array_like of shape (n_samples,), optional
        Classes to stratify by: all parts have the class proportions of all rows.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together: a group is in one part, and sizes count groups; with
        ``stratify`` they count rows, and are reached as far as whole groups allow.

    Returns
    -------
    list
        The training part, the validation part and the test part of the first array, of
        the second and so on: each of the type that came in.

    Raises
    ------
    ValueError
        If there is no array, lengths differ, sizes do not fit, a class has too few
        rows, or ``shuffle=False`` is passed with ``stratify`` or ``groups``.

    See Also
    --------
    train_test_split : two parts.

    Notes
    -----
    It equals two calls of `train_test_split` with one seed: the first splits off the
    test part, the second splits the rest.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical
       Learning", 2nd edition, Springer, 2009, section 7.2.

    Examples
    --------
    >>> from fastmetrics import train_validation_test_split
    >>> train, validation, test = train_validation_test_split(
    ...     range(10), random_state=0
    ... )
    >>> train, validation, test
    ([9, 5, 6, 4, 3, 7], [0, 1], [2, 8])
    """
    _check_shuffle(shuffle, stratify, groups)
    n = common_rows(arrays, stratify=stratify, groups=groups)
    n_units, unit = n, "samples"
    if groups is not None:
        encoded = encode_groups(groups, n).in_order()
        groups = encoded.codes
        if stratify is None:
            n_units, unit = encoded.k, "groups"
    n_validation = size_of_part(validation_size, n_units, "validation_size", unit)
    n_test = size_of_part(test_size, n_units, "test_size", unit)
    if n_validation is None or n_test is None:
        raise ValueError("validation_size and test_size must be given, got None.")
    if n_validation + n_test >= n_units:
        raise ValueError(
            f"validation_size={validation_size} and test_size={test_size} leave "
            f"nothing of {n_units} {unit} to train on."
        )
    if isinstance(random_state, np.random.Generator):
        random_state = int(random_state.integers(2**32, dtype=np.uint32))
    rest, test = _two_parts(n, n_test, None, random_state, shuffle, stratify, groups)
    train, validation = _two_parts(
        len(rest),
        n_validation,
        None,
        random_state,
        shuffle,
        None if stratify is None else take_rows(stratify, rest),
        None if groups is None else take_rows(groups, rest),
    )
    return _taken(arrays, (rest[train], rest[validation], test))


def common_rows(arrays: Sequence[Any], **design: Any) -> int:
    """Return the number of rows that arrays, and what goes with them, have in common.

    Raises
    ------
    ValueError
        If there is no array, or numbers differ.
    """
    if not arrays:
        raise ValueError("At least one array required as input")
    names = [f"array {place}" for place in range(1, len(arrays) + 1)]
    columns = dict(zip(names, arrays, strict=True))
    columns |= {name: x for name, x in design.items() if x is not None}
    number = next((name for name, x in columns.items() if is_integral(x)), None)
    if number is not None:
        raise TypeError(
            f"{number} must be data with rows, got the number {columns[number]}."
        )
    lengths = {name: n_rows(takeable(x), name) for name, x in columns.items()}
    if len({*lengths.values()}) > 1:
        counts = ", ".join(f"{name} has {n}" for name, n in lengths.items())
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"{[*lengths.values()]} ({counts})."
        )
    return lengths[names[0]]


def _taken(arrays: Sequence[Any], sides: Sequence[Indices]) -> list[Any]:
    return [take_rows(array, side) for array in arrays for side in sides]


def _check_shuffle(shuffle: bool, stratify: Any, groups: Any) -> None:
    """Raise if parts that follow one another are to have classes or groups."""
    check_flag(shuffle, "shuffle")
    for name, design in (("Stratified", stratify), ("Grouped", groups)):
        if design is not None and not shuffle:
            raise ValueError(
                f"{name} train/test split is not implemented for shuffle=False"
            )


def _two_parts(
    n: int,
    test_size: float | None,
    train_size: float | None,
    random_state: RandomState,
    shuffle: bool,
    stratify: Any,
    groups: Any,
) -> Pair:
    """Return the rows of the training part and of the test part."""
    if not shuffle:
        n_train, n_test = part_sizes(n, test_size, train_size, 0.25)
        return np.arange(n_train), np.arange(n_train, n_train + n_test)
    if test_size is None and train_size is None:
        test_size = 0.25
    sizes: dict[str, Any] = {"test_size": test_size, "train_size": train_size}
    if groups is not None and stratify is not None:
        both = StratifiedGroupShuffleSplit(1, **sizes, random_state=random_state)
        return next(both.split(n, stratify, groups))
    if groups is not None:
        splits = GroupShuffleSplit(1, **sizes, random_state=random_state)
        return next(splits.split(n, groups=groups))
    if stratify is not None:
        shares = StratifiedShuffleSplit(1, **sizes, random_state=random_state)
        return next(shares.split(n, stratify))
    return next(ShuffleSplit(1, **sizes, random_state=random_state).split(n))


# --- splits by a key: the side of a row depends only on its key

# Largest number of folds in a column of folds.
_MOST_FOLDS = 2**32

# Shares of the test are whole numbers of so many parts.
_PARTS = 10**6


class HashKFold(Folds):
    """Folds by the fingerprints of keys, for data sets that change.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    salt : str, default=""
        Prefix of each key: another salt gives other folds.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer; while splitting, if there are
        no keys, or one of them is missing or a fraction.
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
    check_split : leaks of a split, and deviations of sizes.

    Notes
    -----
    The fold of a row depends on its key alone: appending, deleting or reordering rows
    moves no other row, and rows of one key stay together. With h FarmHash's
    Fingerprint64 [1]_ of the salt and the key as UTF-8 text, taken as a signed number,
    the fold is ``abs(h) % n_splits``. BigQuery computes the same h as
    ``FARM_FINGERPRINT``, so splits made there and here agree.

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

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
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
        Keys that identify rows: texts or whole numbers, in one column or more.
    test_size : float, default=0.25
        Proportion of the keys for the test, between 0 and 1, rounded to a millionth.
    salt : str, default=""
        Prefix of each key: another salt gives other parts.

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
    A row is for the test if ``abs(h) % 10**6`` is below ``test_size * 10**6``, h being
    the fingerprint of `HashKFold` [1]_: in BigQuery, with MOD for the remainder,
    ``MOD(ABS(FARM_FINGERPRINT(key)), 1000000) < 250000``. The row stays on its side
    whatever happens to others. The resulting proportion of rows is random.

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
    return _taken(arrays, (np.flatnonzero(~is_test), np.flatnonzero(is_test)))


def _sizes(key: Any, salt: str, n: int | None, name: str) -> NDArray[np.uint64]:
    """Return fingerprints as signed numbers without their sign."""
    hashes = fingerprint_keys(key, salt, n, name)
    return np.where(hashes >> np.uint64(63), np.uint64(0) - hashes, hashes)


def _check_salt(salt: Any) -> None:
    if not isinstance(salt, str):
        raise TypeError(f"salt must be a str, got {type(salt).__name__}.")
