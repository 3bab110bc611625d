"""Partitions made several times, shuffled anew each time."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.selection.splitters.k_folds import KFold
from fastmetrics.selection.splitters.randomness import Draws, check_random_state
from fastmetrics.selection.splitters.splitter import Partition, Splitter
from fastmetrics.selection.splitters.stratified_folds import StratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["Repeated", "RepeatedKFold", "RepeatedStratifiedKFold"]


class Repeated(Splitter):
    """A partition that is made several times; the draws go on from one to the next."""

    def __init__(
        self, *, n_splits: int, n_repeats: int, random_state: RandomState
    ) -> None:
        check_random_state(random_state)
        self.n_splits = n_splits
        self.n_repeats = _checked_repeats(n_repeats)
        self.random_state = random_state
        self._partition()  # raises for a wrong number of folds

    @abstractmethod
    def _partition(self) -> Partition:
        """Return what is repeated."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds times that of repeats, whatever the data are."""
        return self.n_splits * self.n_repeats

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        partition = self._partition()
        prepared = partition._prepare(X, y, groups)
        return self._pairs(partition, prepared, Draws(self.random_state))

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
        partition = self._partition()
        prepared = partition._prepare(X, y, groups)
        draws = Draws(self.random_state)
        return np.stack(
            [partition._draw(prepared, draws) for _ in range(self.n_repeats)]
        )

    def _pairs(
        self, partition: Partition, prepared: Any, draws: Draws
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the splits of all repeats."""
        for _ in range(self.n_repeats):
            yield from partition._pairs(prepared, draws)


def _checked_repeats(n_repeats: Any) -> int:
    """Return a number of repeats; raise unless it is a whole one of at least 1."""
    if not isinstance(n_repeats, Integral):
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
        no integer; while splitting, if there are more folds than rows.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    KFold : once.
    RepeatedStratifiedKFold : with the same share of every class in each fold.

    Notes
    -----
    The folds are those of scikit-learn 1.9.1, row by row. Test parts of different
    repeats overlap: the standard error of a mean over all of them is not that of as
    many independent values.

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

    def __init__(
        self,
        *,
        n_splits: int = 5,
        n_repeats: int = 10,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(
            n_splits=n_splits, n_repeats=n_repeats, random_state=random_state
        )

    def _partition(self) -> KFold:
        return KFold(self.n_splits, shuffle=True)


class RepeatedStratifiedKFold(Repeated):
    """Split rows into k folds with shares of every class, several times.

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
        no integer; while splitting, if y does not name classes, or every class has
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
    The folds are those of scikit-learn 1.9.1, row by row. Test parts of different
    repeats overlap: the standard error of a mean over all of them is not that of as
    many independent values.

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

    def __init__(
        self,
        *,
        n_splits: int = 5,
        n_repeats: int = 10,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(
            n_splits=n_splits, n_repeats=n_repeats, random_state=random_state
        )

    def split(  # type: ignore[override]  # y is needed
        self, X: Any, y: ArrayLike, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like of shape (n_samples,)
            The class of each row.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _partition(self) -> StratifiedKFold:
        return StratifiedKFold(self.n_splits, shuffle=True)
