"""Partitions of whole groups made several times, shuffled anew each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.selection.splitters.group_folds import GroupKFold
from fastmetrics.selection.splitters.repeated_folds import Repeated
from fastmetrics.selection.splitters.stratified_groups import StratifiedGroupKFold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["RepeatedGroupKFold", "RepeatedStratifiedGroupKFold"]


class RepeatedGroupKFold(Repeated):
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

    _takes_groups = True

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

    def split(
        self, X: Any, y: Any = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``groups`` has as many.
        y : ignored
        groups : array_like of shape (n_samples,)
            Which rows belong together.

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _partition(self) -> GroupKFold:
        return GroupKFold(self.n_splits, shuffle=True)


class RepeatedStratifiedGroupKFold(Repeated):
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

    _takes_groups = True

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

    def split(
        self, X: Any, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like of shape (n_samples,)
            The class of each row.
        groups : array_like of shape (n_samples,)
            Which rows belong together.

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)

    def _partition(self) -> StratifiedGroupKFold:
        return StratifiedGroupKFold(self.n_splits, shuffle=True)
