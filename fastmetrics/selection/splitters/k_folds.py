"""Rows in k folds, each of which is the test part once."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels.folds import block_indices
from fastmetrics.selection.splitters.randomness import Draws, check_random_state
from fastmetrics.selection.splitters.splitter import Partition, fold_dtype

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["Folds", "KFold", "block_ids", "block_sizes", "check_n_splits"]

# Blocks of fewer rows than this are written all at once.
_SHORT = 64


class Folds(Partition):
    """A partition into a number of folds that is chosen."""

    def __init__(
        self, n_splits: int, *, shuffle: bool, random_state: RandomState
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

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds; all parameters are ignored."""
        return self.n_splits

    def _draws(self) -> Draws:
        return Draws(self.random_state)


class KFold(Folds):
    """Split rows into k folds of sizes that differ by one at most.

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
        If ``n_splits`` is less than 2 or no integer, or ``random_state`` is given
        without ``shuffle``; while splitting, if there are more folds than rows.
    TypeError
        If ``shuffle`` is not a bool.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    StratifiedKFold : with the same share of every class in each fold.
    GroupKFold : with whole groups in each fold.
    RepeatedKFold : several times, shuffled anew.

    Notes
    -----
    The folds are those of scikit-learn 1.9.1, row by row, and made as one column of
    bytes: ten million rows in five shuffled folds take 10 MB, and index arrays are
    made for one split at a time.

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

    def __init__(
        self,
        n_splits: int = 5,
        *,
        shuffle: bool = False,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(n_splits, shuffle=shuffle, random_state=random_state)

    def _prepare(self, X: Any, y: Any, groups: Any) -> int:
        return self._n_rows(X, y, groups)

    def _draw(self, prepared: int, draws: Draws) -> NDArray[Any]:
        ids = block_ids(block_sizes(prepared, self.n_splits))
        if self.shuffle:
            with draws.twister() as twister:
                twister.unshuffle(ids)
        return ids

    def _pairs(self, prepared: int, draws: Draws) -> Iterator[tuple[Indices, Indices]]:
        if self.shuffle:
            yield from super()._pairs(prepared, draws)
            return
        stop = 0
        for size in block_sizes(prepared, self.n_splits).tolist():
            start, stop = stop, stop + size
            yield block_indices(prepared, start, stop)


def check_n_splits(n_splits: Any) -> int:
    """Return a number of folds; raise unless it is a whole one of at least 2."""
    if not isinstance(n_splits, Integral):
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
