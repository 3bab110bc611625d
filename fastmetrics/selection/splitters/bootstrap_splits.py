"""Resamples of rows or groups, tested on what was not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, seed_of, whole
from fastmetrics._inputs.encoded import encode_groups
from fastmetrics._inputs.row_takers import common_length
from fastmetrics._kernels.folds import rows_by_class
from fastmetrics._kernels.random import draw_weights
from fastmetrics.selection.splitters.k_folds import encoded_y
from fastmetrics.selection.splitters.splitter import Splitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fastmetrics.selection.splitters.randomness import RandomState
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["BootstrapSplit"]

# The replicates of a split that is drawn again are so far apart.
_AGAIN = 1 << 32


class BootstrapSplit(Splitter):
    """Draw as many rows as there are with replacement, and test on the others.

    A training part has n of n rows, some of them several times; the test part has the
    rows that were never drawn, 36.8 % of them on average.

    Parameters
    ----------
    n_splits : int, default=200
        How many resamples.
    stratified : bool, default=False
        Whether from each class of ``y`` as many rows are drawn as it has.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from: an int from 0 to 2⁶⁴ − 1 is the seed; of a
        ``RandomState`` or a ``Generator`` one integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is no whole number of at least 1; while splitting, if there are
        fewer than two rows or groups, every class has one row, or ``stratified`` is
        combined with groups.
    TypeError
        If ``stratified`` is not a bool.

    See Also
    --------
    bootstrap_validate : the error of an estimator on these splits.
    ShuffleSplit : random splits without replacement.

    Notes
    -----
    With ``groups`` whole groups are drawn and left out. A resample in which nothing is
    left out is drawn again. Split s is a function of the seed and of s alone. In a
    resample a row may be drawn several times, so that what chooses parameters by
    cross-validation *inside* it tests on rows that it has trained on.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92(438),
       1997, 548-560.

    Examples
    --------
    >>> from fastmetrics import BootstrapSplit
    >>> splitter = BootstrapSplit(2, random_state=0)
    >>> for train, test in splitter.split(6):
    ...     print(train, test)
    [0 0 1 2 3 5] [4]
    [1 2 3 3 4 4] [0 5]
    >>> next(splitter.counts(6))
    array([2, 1, 1, 1, 0, 1], dtype=uint8)
    """

    def __init__(
        self,
        n_splits: int = 200,
        *,
        stratified: bool = False,
        random_state: RandomState = None,
    ) -> None:
        check_flag(stratified, "stratified")
        self.n_splits = whole(n_splits, "n_splits", 1)
        self.stratified = stratified
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return ``n_splits``; all parameters are ignored."""
        return self.n_splits

    def counts(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[NDArray[Any]]:
        """Yield how often each row was drawn, by split.

        As weights they stand for the resample: ``fit(X, y, sample_weight=counts)``
        copies no rows.

        Parameters
        ----------
        X, y, groups
            As in `split`.

        Yields
        ------
        ndarray of uint8, shape (n_samples,)
            Their sum is the number of rows, unless groups are drawn.
        """
        draw = self._drawing(X, y, groups)
        seed = _seed(self.random_state)
        return (draw(seed, split) for split in range(self.n_splits))

    def _check_groups(self, groups: Any) -> None:
        """Take groups or none."""

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[tuple[Indices, Indices]]:
        return (
            (np.repeat(np.arange(len(counts)), counts), np.flatnonzero(counts == 0))
            for counts in self.counts(X, y, groups)
        )

    def _drawing(
        self, X: Any, y: Any, groups: Any
    ) -> Callable[[int, int], NDArray[np.uint8]]:
        """Return what draws the counts of the rows from a seed for a split."""
        if self.stratified and groups is not None:
            raise ValueError("stratified=True and groups exclude each other.")
        n = common_length(X, y, groups)
        sizes = np.array([n], np.int64)
        if groups is not None:
            units = encode_groups(groups, n).in_order()
            sizes = np.array([units.k], np.int64)
        by_class: NDArray[Any] | None = None
        if self.stratified:
            classes = encoded_y(X, y, groups).in_order()
            sizes = classes.counts
            by_class = np.empty(n, np.uint32 if n <= 0xFFFFFFFF else np.uint64)
            rows_by_class(classes.codes, np.cumsum(sizes) - sizes, by_class)
        if sizes.max(initial=0) < 2:
            raise ValueError(
                "A row or group must be left out to test on: at least two are needed "
                f"in one class, got {'one in each' if len(sizes) > 1 else sizes[0]}."
            )

        def draw(seed: int, split: int) -> NDArray[np.uint8]:
            drawn = draw_weights(seed, split, sizes)
            replicate = split
            while drawn.all():
                replicate += _AGAIN
                drawn = draw_weights(seed, replicate, sizes)
            if groups is not None:
                return drawn[units.codes]
            if by_class is None:
                return drawn
            counts = np.empty_like(drawn)
            counts[by_class] = drawn
            return counts

        return draw


def _seed(random_state: RandomState) -> int:
    """Return the 64-bit seed that all draws are addressed by."""
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**64, dtype=np.uint64))
    return seed_of(random_state)
