"""Random splits and bootstrap samples of rows or groups."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, seed_of, whole
from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.rows import common_length
from fastmetrics._inputs.tables import Encoded, encode_groups
from fastmetrics._kernels.folds import rows_by_class
from fastmetrics._kernels.random import draw_weights
from fastmetrics.selection.splitters import (
    Draws,
    Splitter,
    StratifiedSplitter,
    part_sizes,
)
from fastmetrics.selection.splitters.k_folds import encoded_y

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._kernels.twister import Twister
    from fastmetrics.selection.splitters import Draw, Pair, RandomState


class RandomSplits(Splitter):
    """Splits that are drawn one after the other, each on its own."""

    _test_share = 0.1

    def __init__(
        self,
        n_splits: int = 10,
        *,
        test_size: float | None = None,
        train_size: float | None = None,
        random_state: RandomState = None,
    ) -> None:
        self.n_splits = n_splits
        self.test_size = test_size
        self.train_size = train_size
        self.random_state = random_state

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        n_splits = whole(self.n_splits, "n_splits", 1)
        return self._pairs(
            self._drawing(X, y, groups), n_splits, Draws(self.random_state)
        )

    def _pairs(self, draw: Draw, n_splits: int, draws: Draws) -> Iterator[Pair]:
        for _ in range(n_splits):
            with draws.twister() as twister:
                split = draw(twister)
            yield split

    @abstractmethod
    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        """Return the function that draws a split."""

    def _sizes(self, n: int, unit: str = "samples") -> tuple[int, int]:
        return part_sizes(n, self.test_size, self.train_size, self._test_share, unit)


class ShuffleSplit(RandomSplits):
    """Draw independent random splits of the rows.

    Parameters
    ----------
    n_splits : int, default=10
        Number of splits.
    test_size : float or int, optional
        The proportion of rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.1 without it.
    train_size : float or int, optional
        The proportion of rows to train on (rounded down), or their number. Default:
        what ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's splits; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    ValueError
        While splitting, if ``n_splits`` is less than 1, or the sizes are neither
        proportions nor numbers of rows that leave a row to train on.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    KFold : test parts that share no row.
    StratifiedShuffleSplit : stratified by class.
    train_test_split : one split, of the data themselves.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, in its order of rows. Test parts
    may have rows in common. Values of several splits are therefore not independent, and
    their standard error is larger than for independent values [1]_.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52, 2003, 239-281.

    Examples
    --------
    >>> from fastmetrics import ShuffleSplit
    >>> for train, test in ShuffleSplit(2, test_size=0.25, random_state=0).split(6):
    ...     print(train, test)
    [1 3 0 4] [5 2]
    [4 0 2 5] [1 3]
    """

    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        n = common_length(X, y, groups)
        n_train, n_test = self._sizes(n)

        def draw(twister: Twister) -> Pair:
            order = twister.order(n)
            train = order[n_test : n_test + n_train]
            return train.astype(np.intp), order[:n_test].astype(np.intp)

        return draw


class GroupShuffleSplit(RandomSplits):
    """Draw random splits of whole groups of rows.

    Parameters
    ----------
    n_splits : int, default=5
        Number of splits.
    test_size : float or int, optional
        The proportion of groups for the test (rounded up), or their number. Default:
        what ``train_size`` leaves; 0.2 without it.
    train_size : float or int, optional
        The proportion of groups to train on (rounded down), or their number. Default:
        what ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's splits; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    ValueError
        While splitting, if there are no groups, ``n_splits`` is less than 1, or the
        sizes are neither proportions nor numbers of groups that leave one to train on.

    See Also
    --------
    GroupKFold : test parts that share no group.
    StratifiedGroupShuffleSplit : also stratified by class.

    Notes
    -----
    Sizes count groups: they are proportions of rows only if all groups have the same
    size. The splits are the same as in scikit-learn 1.9.1; rows come in their order.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import GroupShuffleSplit
    >>> users = ["ann", "bob", "ann", "eve", "eve", "bob"]
    >>> splitter = GroupShuffleSplit(2, test_size=1, random_state=1)
    >>> for train, test in splitter.split(None, groups=users):
    ...     print(train, test)
    [1 3 4 5] [0 2]
    [0 2 3 4] [1 5]
    """

    _takes_groups = True
    _test_share = 0.2

    def __init__(
        self,
        n_splits: int = 5,
        *,
        test_size: float | None = None,
        train_size: float | None = None,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(
            n_splits,
            test_size=test_size,
            train_size=train_size,
            random_state=random_state,
        )

    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        n = common_length(X, y, groups)
        encoded = encode_groups(groups, n).in_order()
        n_train, n_test = self._sizes(encoded.k, "groups")

        def draw(twister: Twister) -> Pair:
            order = twister.order(encoded.k)
            side = np.zeros(encoded.k, np.uint8)
            side[order[:n_test]] = 1
            side[order[n_test : n_test + n_train]] = 2
            sides = side[encoded.codes]
            return np.flatnonzero(sides == 2), np.flatnonzero(sides == 1)

        return draw


class StratifiedShuffleSplit(StratifiedSplitter, RandomSplits):
    """Draw random splits with the class proportions of all rows.

    Parameters
    ----------
    n_splits : int, default=10
        Number of splits.
    test_size : float or int, optional
        The proportion of rows for the test (rounded up), or their number. Default: what
        ``train_size`` leaves; 0.1 without it.
    train_size : float or int, optional
        The proportion of rows to train on (rounded down), or their number. Default:
        what ``test_size`` leaves.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's splits; from a ``Generator`` one 32-bit integer is drawn as
        the seed.

    Raises
    ------
    ValueError
        While splitting, if ``n_splits`` is less than 1, a class has one row, the sizes
        are neither proportions nor numbers of rows, or a part has fewer rows than there
        are classes.

    Warns
    -----
    UserWarning
        If groups are given, which are ignored.

    See Also
    --------
    StratifiedKFold : disjoint test parts.
    ShuffleSplit : without regard to classes.

    Notes
    -----
    The splits are the same as in scikit-learn 1.9.1, in its order of rows. Class sizes
    deviate from exact proportions by less than one row if the sizes allow it. Remaining
    rows are assigned to classes at random, for each split anew. Rows of a matrix ``y``
    that are equal are a class.

    References
    ----------
    .. [1] P. Burman, "A comparative study of ordinary cross-validation, v-fold
       cross-validation and the repeated learning-testing methods", Biometrika 76(3),
       1989, 503-514.

    Examples
    --------
    >>> from fastmetrics import StratifiedShuffleSplit
    >>> y = [0, 1, 0, 1, 0, 0]
    >>> splitter = StratifiedShuffleSplit(2, test_size=3, random_state=0)
    >>> for train, test in splitter.split(None, y):
    ...     print(train, test)
    [4 1 5] [3 2 0]
    [5 3 2] [1 4 0]
    """

    def _drawing(self, X: Any, y: Any, groups: Any) -> Draw:
        if y is None:
            raise ValueError("The 'y' parameter should not be None.")
        n = common_length(X, y, groups)
        strata = encode_strata(y, n)
        n_train, n_test = self._sizes(n)
        _check_classes(strata, n_train, n_test)
        dtype = np.uint32 if n <= 0xFFFFFFFF else np.uint64
        by_class = np.empty(n, dtype)
        stops = np.cumsum(strata.counts)
        rows_by_class(strata.codes, stops - strata.counts, by_class)
        starts = (stops - strata.counts).tolist()

        def draw(twister: Twister) -> Pair:
            for_train = _shares(strata.counts, n_train, twister)
            for_test = _shares(strata.counts - for_train, n_test, twister)
            rows = by_class.copy()
            train, test = np.empty(n_train, dtype), np.empty(n_test, dtype)
            a = b = 0
            for start, stop, i, j in zip(
                starts, stops.tolist(), for_train.tolist(), for_test.tolist(),
                strict=True,
            ):  # fmt: skip
                twister.shuffle(rows[start:stop])
                train[a : a + i] = rows[start : start + i]
                test[b : b + j] = rows[start + i : start + i + j]
                a, b = a + i, b + j
            twister.shuffle(train)
            twister.shuffle(test)
            return train.astype(np.intp), test.astype(np.intp)

        return draw


def encode_strata(y: ArrayLike, n: int, name: str = "y") -> Encoded:
    """Return the classes of n rows in sorted order, one for all rows that are equal.

    Rows of a matrix are sorted as texts, their items side by side.
    """
    column = convert(y, name)
    if not isinstance(column, Categories) and column.ndim == 2:
        texts = np.array([" ".join(row) for row in column.astype(str).tolist()], object)
        return encode_groups(texts, n, name).in_order()
    return encode_groups(column, n, name).in_order()


def _check_classes(strata: Encoded, n_train: int, n_test: int) -> None:
    """Raise unless each class can have a row on both sides."""
    single = np.asarray(strata.values)[strata.counts < 2].tolist()
    if single:
        raise ValueError(
            "The least populated classes in y have only 1 member, which is too few. "
            "The minimum number of groups for any class cannot be less than 2. Classes "
            f"with too few members are: {single}"
        )
    for name, size in (("train_size", n_train), ("test_size", n_test)):
        if size < strata.k:
            raise ValueError(
                f"The {name} = {size} should be greater or equal to the number of "
                f"classes = {strata.k}"
            )


def _shares(counts: NDArray[np.int64], n: int, twister: Twister) -> NDArray[np.int64]:
    """Share n rows out among classes in proportion to their counts.

    Rows left after rounding down go to the largest remainders, among equal ones at
    random: a draw for each remainder that comes into question.
    """
    exact = counts / counts.sum() * n
    shares = np.floor(exact)
    left = int(n - shares.sum())
    remainders = exact - shares
    for remainder in np.unique(remainders)[::-1]:
        if left <= 0:
            break
        tied = np.flatnonzero(remainders == remainder)
        lucky = tied[twister.permutation(len(tied))[:left]]
        shares[lucky] += 1
        left -= len(lucky)
    return shares.astype(np.int64)


# --- resamples of rows or groups, tested on the rows not drawn

# The replicates of a split that is drawn again are so far apart.
_AGAIN = 1 << 32


class BootstrapSplit(Splitter):
    """Draw bootstrap samples of the rows, and test on the rows not drawn.

    The training part consists of n draws from n rows with replacement; the test part
    consists of the rows that were not drawn, 36.8 % on average.

    Parameters
    ----------
    n_splits : int, default=200
        Number of resamples.
    stratified : bool, default=False
        Whether rows are resampled within each class of ``y``.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers: an int from 0 to 2⁶⁴ − 1 is the seed; from a
        ``RandomState`` or a ``Generator`` one integer is drawn as the seed.

    Raises
    ------
    ValueError
        If ``n_splits`` is not an integer of at least 1; while splitting, if there are
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
    With ``groups``, whole groups are drawn and left out. A resample without left-out
    rows is drawn again. Split s is a function of the seed and of s alone. A resample
    may contain a row several times. Cross-validation *inside* a resample, for example
    to choose parameters, therefore tests on training rows.

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
        """Accept groups or None."""

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        return (
            (np.repeat(np.arange(len(counts)), counts), np.flatnonzero(counts == 0))
            for counts in self.counts(X, y, groups)
        )

    def _drawing(
        self, X: Any, y: Any, groups: Any
    ) -> Callable[[int, int], NDArray[np.uint8]]:
        """Return the function that draws the counts of rows from a seed and a split."""
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
