"""Rows in k folds: in order, shuffled, stratified by class, or repeated."""

from __future__ import annotations

from abc import abstractmethod
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, is_integral, warn
from fastmetrics._inputs.rows import common_length
from fastmetrics._inputs.tables import Encoded, encode_classes
from fastmetrics._kernels.folds import block_indices, deal
from fastmetrics.selection.splitters import (
    Draws,
    Partition,
    Splitter,
    StratifiedSplitter,
    check_random_state,
    fold_dtype,
    index_pairs,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters import Pair, RandomState


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
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        or a ``RandomState`` gives scikit-learn's folds; from a ``Generator`` one 32-bit
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
    """Return a number of folds; raise unless it is an integer of at least 2."""
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


# --- rows in k folds with equal proportions of every class


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
        Source of the random numbers, if ``shuffle`` is true. An int from 0 to 2³² − 1
        or a ``RandomState`` gives scikit-learn's folds; from a ``Generator`` one 32-bit
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


class Repeated(Splitter):
    """A partition that is made several times; the draws go on from one to the next."""

    def __init__(
        self,
        *,
        n_splits: int = 5,
        n_repeats: int = 10,
        random_state: RandomState = None,
    ) -> None:
        check_random_state(random_state)
        self.n_splits = n_splits
        self.n_repeats = _checked_repeats(n_repeats)
        self.random_state = random_state
        self._partition()  # raises for a wrong number of folds

    @abstractmethod
    def _partition(self) -> Partition:
        """Return the repeated partition."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds times the number of repeats, for any data."""
        return self.n_splits * self.n_repeats

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        columns = self._columns(X, y, groups)
        return (pair for ids in columns for pair in index_pairs(ids, self.n_splits))

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> NDArray[Any]:
        """Return the fold of each row in each repeat, a number from 0 up.

        Parameters
        ----------
        X, y, groups
            As in `split`.

        Returns
        -------
        ndarray of uint8, uint16 or uint32, shape (n_repeats, n_samples)
            The narrowest dtype that holds the folds.
        """
        self._check_groups(groups)
        return np.stack([*self._columns(X, y, groups)])

    def _columns(self, X: Any, y: Any, groups: Any) -> Iterator[NDArray[Any]]:
        """Yield the fold of each row, by repeat."""
        partition = self._partition()
        prepared = partition._prepare(X, y, groups)
        draws = Draws(self.random_state)
        for _ in range(self.n_repeats):
            yield partition._draw(prepared, draws)


def _checked_repeats(n_repeats: Any) -> int:
    """Return a number of repeats; raise unless it is an integer of at least 1."""
    if not is_integral(n_repeats):
        raise ValueError(
            f"Number of repetitions must be of Integral type: n_repeats is {n_repeats}."
        )
    if n_repeats <= 0:
        raise ValueError(
            f"Number of repetitions must be greater than 0: n_repeats is {n_repeats}."
        )
    return int(n_repeats)


class RepeatedKFold(Repeated):
    """Split rows into k folds several times, shuffled anew each time.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        Number of times that the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's folds; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if there are more folds than rows.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    KFold : once.
    RepeatedStratifiedKFold : stratified by class.

    Notes
    -----
    The folds are the same as in scikit-learn 1.9.1, row by row. Test parts of different
    repeats overlap: the values are not independent, which affects the standard error of
    their mean.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import RepeatedKFold
    >>> folds = RepeatedKFold(n_splits=2, n_repeats=2, random_state=0)
    >>> for train, test in folds.split(["a", "b", "c", "d"]):
    ...     print(train, test)
    [0 1] [2 3]
    [2 3] [0 1]
    [1 3] [0 2]
    [0 2] [1 3]
    """

    def _partition(self) -> KFold:
        return KFold(self.n_splits, shuffle=True)


class RepeatedStratifiedKFold(StratifiedSplitter, Repeated):
    """Split rows into k stratified folds several times.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        Number of times that the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's folds; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if y does not name classes, or every class has
        fewer rows than there are folds.

    Warns
    -----
    UserWarning
        If a class has fewer rows than there are folds: some folds have none of it then.
        If groups are given, which are ignored.

    See Also
    --------
    StratifiedKFold : once.
    RepeatedKFold : without regard to classes.

    Notes
    -----
    The folds are the same as in scikit-learn 1.9.1, row by row. Test parts of different
    repeats overlap: the values are not independent, which affects the standard error of
    their mean.

    References
    ----------
    .. [1] R. Kohavi, "A study of cross-validation and bootstrap for accuracy estimation
       and model selection", IJCAI 1995, 1137-1143.

    Examples
    --------
    >>> from fastmetrics import RepeatedStratifiedKFold
    >>> folds = RepeatedStratifiedKFold(n_splits=2, n_repeats=2, random_state=0)
    >>> for train, test in folds.split(None, ["no", "yes", "no", "yes"]):
    ...     print(train, test)
    [0 3] [1 2]
    [1 2] [0 3]
    [1 2] [0 3]
    [0 3] [1 2]
    """

    def _partition(self) -> StratifiedKFold:
        return StratifiedKFold(self.n_splits, shuffle=True)


# --- five times two halves, for the tests that are made for them

_REPEATS = 5
# So many rows can be halved in far more than five ways.
_ENOUGH = 16


class FiveByTwo(Repeated):
    """Split rows into two halves five times, each time differently.

    Parameters
    ----------
    stratified : bool, default=True
        Whether the halves are stratified by the classes of ``y``.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's folds; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    TypeError
        If ``stratified`` is not a bool.
    ValueError
        If ``random_state`` is none of these; while splitting, if there are fewer than
        five different halvings of the rows.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    five_by_two_cv_f_test : the test that these splits are made for.
    RepeatedStratifiedKFold : any number of folds and of repetitions.

    Notes
    -----
    The splits equal ``RepeatedStratifiedKFold(n_splits=2, n_repeats=5)`` or
    `RepeatedKFold` with the same ``random_state``, except that repeated halves are
    drawn again: the test [1]_ assumes five different splits. Their order r₁f₁, r₁f₂,
    r₂f₁, … is the order of the scores in that test.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate statistical tests for comparing supervised
       classification learning algorithms", Neural Computation 10(7), 1998, 1895-1923.

    Examples
    --------
    >>> from fastmetrics import FiveByTwo
    >>> splitter = FiveByTwo(random_state=0)
    >>> splitter.fold_ids(None, ["a", "a", "a", "a", "b", "b", "b", "b"])
    array([[1, 1, 0, 0, 0, 1, 0, 1],
           [1, 0, 1, 0, 0, 0, 1, 1],
           [0, 1, 1, 0, 0, 1, 1, 0],
           [0, 0, 1, 1, 0, 1, 1, 0],
           [1, 1, 0, 0, 1, 0, 1, 0]], dtype=uint8)
    """

    def __init__(
        self, *, stratified: bool = True, random_state: RandomState = None
    ) -> None:
        check_flag(stratified, "stratified")
        self.stratified = stratified
        super().__init__(n_splits=2, n_repeats=_REPEATS, random_state=random_state)

    def _partition(self) -> Partition:
        return (StratifiedKFold if self.stratified else KFold)(2, shuffle=True)

    def _columns(self, X: Any, y: Any, groups: Any) -> Iterator[NDArray[Any]]:
        partition = self._partition()
        prepared = partition._prepare(X, y, groups)
        draws = Draws(self.random_state)
        halvings: list[NDArray[Any]] = []
        while len(halvings) < _REPEATS:
            ids = partition._draw(prepared, draws)
            if not halvings:
                _check_different(ids, prepared.codes if self.stratified else ids * 0)
            # The order of the two halves does not matter.
            halves = np.packbits(ids ^ ids[0])
            if not any(np.array_equal(halves, other) for other in halvings):
                halvings.append(halves)
                yield ids


def _check_different(ids: NDArray[Any], classes: NDArray[Any]) -> None:
    """Raise if there are fewer than five ways to halve the rows of each class so."""
    n_ways, is_even = 1, True
    sizes = np.bincount(classes)
    for size, first in zip(
        sizes.tolist(), np.bincount(classes[ids == 0]).tolist(), strict=False
    ):
        n_ways *= comb(min(size, _ENOUGH), min(first, _ENOUGH // 2))
        is_even &= 2 * first == size
    # If all halves are equal, each way is there twice, its halves exchanged.
    n_ways //= 2 if is_even else 1
    if n_ways < _REPEATS:
        raise ValueError(
            f"Five different halvings are needed; of these {len(ids)} rows there are "
            f"{n_ways}."
        )
