"""Random splits of whole groups, with nearly the same shares of all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.encoded import encode_groups
from fastmetrics.selection.splitters.group_balance import near_shares
from fastmetrics.selection.splitters.group_tables import GroupTable
from fastmetrics.selection.splitters.random_splits import RandomSplits
from fastmetrics.selection.splitters.stratified_folds import encoded_y

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._kernels.twister import Twister
    from fastmetrics.selection.splitters.splitter import Indices

__all__ = ["StratifiedGroupShuffleSplit", "draw_parts"]


class StratifiedGroupShuffleSplit(RandomSplits):
    """Random splits of groups, none of which is cut, with classes in their shares.

    Groups in random order fill the test part, then the training part. Then single
    groups move, or two are swapped, as long as the parts' rows of the classes come
    nearer to their shares.

    Parameters
    ----------
    n_splits : int, default=10
        How many splits.
    test_size : float or int, optional
        The share of the rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.1 without it.
    train_size : float or int, optional
        The share of the rows to train on (rounded down), or their number. Default: what
        ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from. An int from 0 to 2³² − 1 gives the same splits every
        time; of a ``Generator`` one 32-bit integer is drawn as the seed.

    Raises
    ------
    ValueError
        While splitting, if sizes do not fit, there are fewer than two groups, or y does
        not name classes.

    See Also
    --------
    GroupShuffleSplit : without regard to classes.
    StratifiedGroupKFold : test parts that share no group.

    Notes
    -----
    Sizes count rows and are reached as far as whole groups allow; neither part is ever
    empty. Few groups leave few choices: then splits may be alike. The objective is
    that of ``StratifiedGroupKFold(method="balanced")``, with the sizes of the parts in
    place of equal ones. Rows come in their order.

    References
    ----------
    .. [1] D. R. Roberts et al., "Cross-validation strategies for data with temporal,
       spatial, hierarchical, or phylogenetic structure", Ecography 40(8), 2017,
       913-929.

    Examples
    --------
    >>> from fastmetrics import StratifiedGroupShuffleSplit
    >>> y = [0, 1, 0, 1, 0, 0, 1, 0]
    >>> users = ["ann", "ann", "bob", "bob", "eve", "eve", "joe", "joe"]
    >>> splitter = StratifiedGroupShuffleSplit(2, test_size=0.25, random_state=1)
    >>> for train, test in splitter.split(None, y, users):
    ...     print(train, test)
    [0 1 2 3 4 5] [6 7]
    [2 3 4 5 6 7] [0 1]
    """

    _takes_groups = True

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

    def _drawing(
        self, X: Any, y: Any, groups: Any
    ) -> Callable[[Twister], tuple[Indices, Indices]]:
        classes = encoded_y(X, y, groups)
        table = GroupTable(classes, encode_groups(groups, len(classes.codes)))
        n_train, n_test = self._sizes(len(classes.codes))
        if table.n_groups < 2:
            raise ValueError(
                "groups must have at least 2 different ones, one for each part of a "
                f"split, got {table.n_groups}."
            )

        def draw(twister: Twister) -> tuple[Indices, Indices]:
            parts = table.column(draw_parts(table.counts, n_train, n_test, twister), 3)
            return np.flatnonzero(parts == 1), np.flatnonzero(parts == 0)

        return draw


def draw_parts(
    counts: NDArray[np.int64], n_train: int, n_test: int, twister: Twister
) -> NDArray[np.uint32]:
    """Draw the part of each group: 0 the test, 1 to train on, 2 neither.

    A group belongs to the part in which its middle row lies, when groups in random
    order come one after the other.
    """
    order = twister.permutation(len(counts))
    sizes = counts.sum(axis=1)[order]
    middles = 2 * np.cumsum(sizes) - sizes
    edges = 2 * np.array([n_test, n_test + n_train])
    start = np.empty(len(counts), np.uint32)
    start[order] = np.searchsorted(edges, middles, side="right")
    rest = int(sizes.sum()) - n_test - n_train
    wanted = [n_test, n_train, rest] if rest else [n_test, n_train]
    start = np.minimum(start, len(wanted) - 1)
    return near_shares(counts, start.astype(np.uint32), wanted, 2)
