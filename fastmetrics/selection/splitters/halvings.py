"""Five times two halves, for the tests that are made for them."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.selection.splitters.k_folds import KFold
from fastmetrics.selection.splitters.randomness import Draws
from fastmetrics.selection.splitters.repeated_folds import Repeated
from fastmetrics.selection.splitters.splitter import index_pairs
from fastmetrics.selection.splitters.stratified_folds import StratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices, Partition

__all__ = ["FiveByTwo"]

_REPEATS = 5
# So many rows can be halved in far more than five ways.
_ENOUGH = 16


class FiveByTwo(Repeated):
    """Split rows into two halves, five times, no two times alike.

    Parameters
    ----------
    stratified : bool, default=True
        Whether each half gets its share of every class of ``y``.
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
    `RepeatedKFold`, with the same ``random_state``, except that halves that were there
    before are drawn again: the test [1]_ takes the five for different ones. They come
    as r₁f₁, r₁f₂, r₂f₁, …, the order in which that test takes the scores.

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

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> NDArray[Any]:
        """Return which half each row is in, five times.

        Parameters
        ----------
        X, y, groups
            As in `split`.

        Returns
        -------
        ndarray of uint8, shape (5, n_samples)
            0 or 1: the fold in which the row is tested.
        """
        self._check_groups(groups)
        partition = self._partition()
        prepared = partition._prepare(X, y, groups)
        draws = Draws(self.random_state)
        return np.stack([*self._halvings(partition, prepared, draws)])

    def _pairs(
        self, partition: Partition, prepared: Any, draws: Draws
    ) -> Iterator[tuple[Indices, Indices]]:
        for ids in self._halvings(partition, prepared, draws):
            yield from index_pairs(ids, 2)

    def _halvings(
        self, partition: Partition, prepared: Any, draws: Draws
    ) -> Iterator[NDArray[Any]]:
        """Yield five columns of folds, drawn when they are asked for."""
        found: list[NDArray[Any]] = []
        while len(found) < _REPEATS:
            ids = partition._draw(prepared, draws)
            if not found:
                _check_different(ids, prepared.codes if self.stratified else ids * 0)
            # Which of the two halves comes first makes no difference.
            halves = np.packbits(ids ^ ids[0])
            if not any(np.array_equal(halves, other) for other in found):
                found.append(halves)
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
