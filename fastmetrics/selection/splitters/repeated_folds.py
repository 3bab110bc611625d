"""Folds made several times, of rows or of whole groups."""

from __future__ import annotations

from abc import abstractmethod
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, is_integral
from fastmetrics.selection.splitters.group_folds import GroupKFold, StratifiedGroupKFold
from fastmetrics.selection.splitters.k_folds import KFold, StratifiedKFold
from fastmetrics.selection.splitters.splitter import (
    Draws,
    GroupSplitter,
    Partition,
    Splitter,
    StratifiedGroupSplitter,
    StratifiedSplitter,
    check_random_state,
    index_pairs,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.splitter import Pair, RandomState


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
        """Return the number of folds times that of repeats, whatever the data are."""
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
    """Return a number of repeats; raise unless it is a whole one of at least 1."""
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
        How many times the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 or a ``RandomState`` gives
        scikit-learn's folds; of a ``Generator`` one 32-bit integer is drawn as the
        seed.

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
        How many times the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 or a ``RandomState`` gives
        scikit-learn's folds; of a ``Generator`` one 32-bit integer is drawn as the
        seed.

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
        Where the draws come from. An int from 0 to 2³² − 1 or a ``RandomState`` gives
        scikit-learn's folds; of a ``Generator`` one 32-bit integer is drawn as the
        seed.

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
    The splits are those of ``RepeatedStratifiedKFold(n_splits=2, n_repeats=5)``, or of
    `RepeatedKFold`, with the same ``random_state``, except that repeated halves are
    drawn again: the test [1]_ assumes five different splits. They come as r₁f₁, r₁f₂,
    r₂f₁, …, the order in which that test takes the scores.

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
            # Which of the two halves comes first makes no difference.
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


# --- partitions of whole groups made several times, shuffled anew each time


class RepeatedGroupKFold(GroupSplitter, Repeated):
    """Split whole groups into k folds several times, shuffled anew each time.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        How many times the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 gives the same folds every
        time; of a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if there are more folds than groups.

    See Also
    --------
    GroupKFold : once.
    RepeatedStratifiedGroupKFold : with nearly the same share of every class.

    Notes
    -----
    Each repeat is ``GroupKFold(n_splits, shuffle=True)``, and the draws go on from one
    to the next; scikit-learn 1.9.1 has no such class. Test parts of different repeats
    overlap: the values are not independent, which affects the standard error of their
    mean.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import RepeatedGroupKFold
    >>> users = ["ann", "ann", "bob", "eve", "joe"]
    >>> folds = RepeatedGroupKFold(n_splits=2, n_repeats=2, random_state=0)
    >>> for train, test in folds.split(None, groups=users):
    ...     print(train, test)
    [0 1 2] [3 4]
    [3 4] [0 1 2]
    [2 4] [0 1 3]
    [0 1 3] [2 4]
    """

    def _partition(self) -> GroupKFold:
        return GroupKFold(self.n_splits, shuffle=True)


class RepeatedStratifiedGroupKFold(StratifiedGroupSplitter, Repeated):
    """Split whole groups into k stratified folds several times.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds: at least 2.
    n_repeats : int, default=10
        How many times the rows are split into folds.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 gives the same folds every
        time; of a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is less than 2 or ``n_repeats`` less than 1, or one of them is
        not an integer; while splitting, if there are more folds than groups, y does not
        name classes, or every class has fewer rows than there are folds.

    Warns
    -----
    UserWarning
        If a class has fewer rows than there are folds, or a fold stays empty.

    See Also
    --------
    StratifiedGroupKFold : once.
    RepeatedGroupKFold : without regard to classes.

    Notes
    -----
    Each repeat is ``StratifiedGroupKFold(n_splits, shuffle=True)``, and the draws go on
    from one to the next; scikit-learn 1.9.1 has no such class. Only groups whose counts
    of the classes spread alike change places in the order in which they are dealt, so
    that repeats of groups that are all different may be the same. Test parts of
    different repeats overlap: the values are not independent, which affects the
    standard error of their mean.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import RepeatedStratifiedGroupKFold
    >>> y = [0, 1, 0, 1, 1, 0]
    >>> users = ["ann", "ann", "bob", "bob", "eve", "joe"]
    >>> folds = RepeatedStratifiedGroupKFold(n_splits=2, n_repeats=2, random_state=1)
    >>> for train, test in folds.split(None, y, users):
    ...     print(train, test)
    [2 3 4] [0 1 5]
    [0 1 5] [2 3 4]
    [2 3 5] [0 1 4]
    [0 1 4] [2 3 5]
    """

    def _partition(self) -> StratifiedGroupKFold:
        return StratifiedGroupKFold(self.n_splits, shuffle=True)
