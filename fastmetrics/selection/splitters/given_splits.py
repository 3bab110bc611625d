"""Splits that are given: as a column, as pairs of index arrays, or as a number."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._inputs.encoded import class_target
from fastmetrics.selection.splitters.k_folds import KFold
from fastmetrics.selection.splitters.splitter import Splitter
from fastmetrics.selection.splitters.stratified_folds import StratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["GivenSplits", "check_cv"]


class GivenSplits(Splitter):
    """The pairs of index arrays that an iterable yields, as often as is asked for."""

    def __init__(self, cv: Iterable[tuple[Indices, Indices]]) -> None:
        self.cv = list(cv)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many pairs were given; all parameters are ignored."""
        return len(self.cv)

    def _check_groups(self, groups: Any) -> None:
        """Take no notice of groups: the pairs may be made with them."""

    def _pairs(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        yield from self.cv


def check_cv(
    cv: Any = 5,
    y: ArrayLike | None = None,
    *,
    classifier: bool = False,
    shuffle: bool = False,
    random_state: RandomState = None,
) -> Any:
    """Make a splitter of what a ``cv`` parameter may be.

    Parameters
    ----------
    cv : int, splitter, iterable or None, default=5
        A number of folds; a splitter, which comes back as it is; or an iterable of
        pairs of index arrays. None stands for 5.
    y : array_like of shape (n_samples,), optional
        What is to be predicted.
    classifier : bool, default=False
        Whether classes are predicted. If so, and y names two classes or more, a number
        of folds means `StratifiedKFold`, else `KFold`.
    shuffle : bool, default=False
        Whether the rows are put into folds in random order, if ``cv`` is a number.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from, if ``shuffle`` is true.

    Returns
    -------
    splitter
        An object with ``split(X, y, groups)`` and ``get_n_splits(X, y, groups)``.

    Raises
    ------
    ValueError
        If ``cv`` is none of these, or a number of folds below 2.

    See Also
    --------
    KFold, StratifiedKFold

    References
    ----------
    .. [1] F. Pedregosa et al., "Scikit-learn: machine learning in Python", Journal of
       Machine Learning Research 12, 2011, 2825-2830.

    Examples
    --------
    >>> from fastmetrics import check_cv
    >>> check_cv(3, ["a", "b", "a"], classifier=True)
    StratifiedKFold(n_splits=3, random_state=None, shuffle=False)
    >>> check_cv(3, [0.5, 1.5, 0.25])
    KFold(n_splits=3, random_state=None, shuffle=False)
    """
    if cv is None:
        cv = 5
    if isinstance(cv, Integral):
        stratified = classifier and y is not None and class_target(y)
        of_kind = StratifiedKFold if stratified else KFold
        return of_kind(int(cv), shuffle=shuffle, random_state=random_state)
    if hasattr(cv, "split") and not isinstance(cv, str):
        return cv
    if isinstance(cv, Iterable) and not isinstance(cv, str):
        return GivenSplits(cv)
    raise ValueError(
        "Expected `cv` as an integer, a cross-validation object (a splitter), or an "
        "iterable yielding (train, test) splits as arrays of indices. Got "
        f"{shown(cv)}."
    )
