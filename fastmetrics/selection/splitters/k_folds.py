"""Rows in k folds, each of which is the test part once: as they come or by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_integral, warn
from fastmetrics._inputs.rows import common_length
from fastmetrics._inputs.tables import Encoded, encode_classes
from fastmetrics._kernels.folds import block_indices, deal
from fastmetrics.selection.splitters.splitter import (
    Draws,
    Partition,
    StratifiedSplitter,
    check_random_state,
    fold_dtype,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.splitter import Pair, RandomState


# Blocks of fewer rows than this are written all at once.
_SHORT = 64


class Folds(Partition):
    """A partition into a number of folds that is chosen."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        shuffle: bool = False,
        random_state: RandomState = None,
    ) -> None:
        n_splits = check_n_splits(n_splits)
        if not isinstance(shuffle, bool):
            raise TypeError(f"shuffle must be True or False; got {shuffle}")
        if not shuffle and random_state is not None:
            raise ValueError(
                "Setting a random_state has no effect since shuffle is False. You "
                "should leave random_state to its default (None), or set shuffle=True."
            )
        check_random_state(random_state)
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def _draws(self) -> Draws:
        return Draws(self.random_state)


class KFold(Folds):
    """Split rows into k folds whose sizes differ by at most one.

    Fold 0 has the first rows, fold 1 those that follow, and so on, unless the rows are
    shuffled. The first ``n_samples % n_splits`` folds have one row more.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    shuffle : bool, default=False
        Whether the rows are put into folds in random order. The rows of a part are
        in their own order all the same.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from, if ``shuffle`` is true. An int from 0 to 2³² − 1 or a
        ``RandomState`` gives scikit-learn's folds; of a ``Generator`` one 32-bit
        integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``random_state`` is given
        without ``shuffle``; while splitting, if there are more folds than rows.
    TypeError
        If ``shuffle`` is not a bool.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    StratifiedKFold : stratified by class.
    GroupKFold : with whole groups in each fold.
    RepeatedKFold : several times, shuffled anew.

    Notes
    -----
    The folds are the same as in scikit-learn 1.9.1, row by row. They are stored as one
    column of bytes: ten million rows in five shuffled folds take 10 MB. Index arrays
    are made for one split at a time.

    References
    ----------
    .. [1] M. Stone, "Cross-validatory choice and assessment of statistical
       predictions", Journal of the Royal Statistical Society B 36(2), 1974, 111-147.

    Examples
    --------
    >>> from fastmetrics import KFold
    >>> folds = KFold(n_splits=2)
    >>> for train, test in folds.split(["a", "b", "c", "d", "e"]):
    ...     print(train, test)
    [3 4] [0 1 2]
    [0 1 2] [3 4]
    >>> folds.fold_ids(5)
    array([0, 0, 0, 1, 1], dtype=uint8)
    """

    def _prepare(self, X: Any, y: Any, groups: Any) -> int:
        return self._n_rows(X, y, groups)

    def _draw(self, prepared: int, draws: Draws) -> NDArray[Any]:
        ids = block_ids(block_sizes(prepared, self.n_splits))
        if self.shuffle:
            with draws.twister() as twister:
                twister.unshuffle(ids)
        return ids

    def _pairs(self, prepared: int, draws: Draws) -> Iterator[Pair]:
        if self.shuffle:
            yield from super()._pairs(prepared, draws)
            return
        stop = 0
        for size in block_sizes(prepared, self.n_splits).tolist():
            start, stop = stop, stop + size
            yield block_indices(prepared, start, stop)


def check_n_splits(n_splits: Any) -> int:
    """Return a number of folds; raise unless it is a whole one of at least 2."""
    if not is_integral(n_splits):
        raise ValueError(
            f"The number of folds must be of Integral type. {n_splits} of type "
            f"{type(n_splits)} was passed."
        )
    if n_splits <= 1:
        raise ValueError(
            "k-fold cross-validation requires at least one train/test split by "
            f"setting n_splits=2 or more, got n_splits={n_splits}."
        )
    return int(n_splits)


def block_sizes(n: int, k: int) -> NDArray[np.int64]:
    """Return the sizes of k blocks of n rows, the larger ones first."""
    sizes = np.full(k, n // k, np.int64)
    sizes[: n % k] += 1
    return sizes


def block_ids(sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Return 0 as often as the first size says, then 1, and so on."""
    k, n = len(sizes), int(sizes.sum())
    dtype = fold_dtype(k)
    if n < k * _SHORT:
        return np.repeat(np.arange(k, dtype=dtype), sizes)
    ids = np.empty(n, dtype)
    stop = 0
    for fold, size in enumerate(sizes.tolist()):
        start, stop = stop, stop + size
        ids[start:stop] = fold
    return ids


# --- rows in k folds with the same share of every class in each


class StratifiedKFold(StratifiedSplitter, Folds):
    """Split rows into k folds with equal class proportions.

    Folds differ by one row at most in all, and by one row in each class: the classes,
    in the order in which they first appear, are dealt to the folds in turn. Unless
    they are shuffled, the rows of a class go to the folds in blocks.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    shuffle : bool, default=False
        Whether the rows of each class are put into folds in random order. The rows of
        a part are in their own order all the same.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from, if ``shuffle`` is true. An int from 0 to 2³² − 1 or a
        ``RandomState`` gives scikit-learn's folds; of a ``Generator`` one 32-bit
        integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or not an integer, or ``random_state`` is given
        without ``shuffle``; while splitting, if y does not name classes, or every class
        has fewer rows than there are folds.
    TypeError
        If ``shuffle`` is not a bool.

    Warns
    -----
    UserWarning
        If a class has fewer rows than there are folds: some folds have none of it then.
        If groups are given, which are ignored.

    See Also
    --------
    KFold : without regard to classes.
    StratifiedGroupKFold : with whole groups in each fold.
    RepeatedStratifiedKFold : several times, shuffled anew.

    Notes
    -----
    The folds are the same as in scikit-learn 1.9.1, row by row. Labels may be numbers,
    bools, strings, dates or categories, in a column of any library; only the distinct
    ones are compared with one another.

    References
    ----------
    .. [1] R. Kohavi, "A study of cross-validation and bootstrap for accuracy estimation
       and model selection", IJCAI 1995, 1137-1143.

    Examples
    --------
    >>> from fastmetrics import StratifiedKFold
    >>> y = ["no", "no", "yes", "no", "yes", "no"]
    >>> folds = StratifiedKFold(n_splits=2)
    >>> for train, test in folds.split(None, y):
    ...     print(train, test)
    [3 4 5] [0 1 2]
    [0 1 2] [3 4 5]
    >>> folds.fold_ids(None, y)
    array([0, 0, 0, 1, 1, 1], dtype=uint8)
    """

    def _prepare(self, X: Any, y: Any, groups: Any) -> Encoded:
        encoded = encoded_y(X, y, groups)
        self._n_rows(len(encoded.codes), None, None)
        check_class_sizes(encoded.counts, self.n_splits)
        return encoded

    def _draw(self, prepared: Encoded, draws: Draws) -> NDArray[Any]:
        counts = prepared.counts
        decks = np.empty(len(prepared.codes), fold_dtype(self.n_splits))
        stops = np.cumsum(counts)
        starts = stops - counts
        shares = class_shares(counts, self.n_splits)
        for share, start, stop in zip(shares, starts, stops, strict=True):
            decks[start:stop] = block_ids(share)
        if self.shuffle:
            with draws.twister() as twister:
                for start, stop in zip(starts, stops, strict=True):
                    twister.shuffle(decks[start:stop])
        ids = np.empty_like(decks)
        deal(prepared.codes, starts, decks, ids)
        return ids


def encoded_y(X: Any, y: Any, groups: Any) -> Encoded:
    """Return the classes of the rows by first appearance, one for each row."""
    if y is None:
        raise ValueError("The 'y' parameter should not be None.")
    encoded = encode_classes(y)
    common_length(X, encoded.codes, groups)
    return encoded


def check_class_sizes(counts: NDArray[np.int64], n_splits: int) -> None:
    """Warn of a class that not every fold can have; raise if that is so of all."""
    if n_splits > counts.max():
        raise ValueError(
            f"n_splits={n_splits} cannot be greater than the number of members in each "
            f"class: the largest has {counts.max()}."
        )
    if n_splits > counts.min():
        warn(
            f"The least populated class in y has only {counts.min()} members, which is "
            f"less than n_splits={n_splits}."
        )


def class_shares(counts: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Return the number of rows of each class in each of k folds.

    Rows sorted by class are dealt to the folds in turn: of the rows from ``start`` to
    ``stop``, fold f gets those whose number leaves f when divided by k.
    """
    stop = np.cumsum(counts)[:, None]
    start = stop - counts[:, None]
    fold = np.arange(k)
    return (stop - fold + k - 1) // k - (start - fold + k - 1) // k
