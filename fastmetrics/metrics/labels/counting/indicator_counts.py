"""IndicatorCounts: how often each of several labels per row was there and predicted."""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.indicators import indicator_pair
from fastmetrics.metrics.labels.counting import indicator_sums
from fastmetrics.metrics.labels.counting.indicator_sums import (
    Kinds,
    add_kinds,
    add_up,
    count_kinds,
    sum_columns,
)
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class IndicatorCounts(Summary):
    """Counts of several labels per row, which merge with ``+``.

    Made by `from_labels`. Kept are, for each label, the rows that have it, were
    predicted to have it, and both; and for each distinct triple of numbers of labels
    that a row has, was predicted to have, and both, how many rows are such. The first
    give what is averaged over labels, the second what is averaged over rows, the rows
    that are right in all labels and the entries that are wrong.

    Attributes
    ----------
    labels : ndarray of shape (n_labels,)
        The numbers of the columns: 0, 1, ...
    n_labels : int
        How many labels there are.
    n_samples : int
        Rows, whatever their weights.
    total : int or float
        All rows, or their weight.
    weighted : bool
        Whether rows have weights.

    See Also
    --------
    ConfusionCounts : Of one label per row.
    fastmetrics.multilabel_confusion_matrix : A table for each label, as a plain array.

    Notes
    -----
    Functions of hard labels take the counts in place of ``y_true``, with None for
    ``y_pred``: ``f1_score(counts, None, average="macro")``.

    Memory goes with the labels and the distinct triples, not with the rows. Sums of
    weights that are not whole numbers are added up part by part, so that they may
    differ in the last digit from those of all rows at once. Which labels a row has is
    forgotten: ``average="samples"`` over some ``labels`` only needs the rows.

    References
    ----------
    .. [1] Zhang, M.-L., & Zhou, Z.-H. (2014). A review on multi-label learning
       algorithms. IEEE Transactions on Knowledge and Data Engineering, 26(8),
       1819-1837.

    Examples
    --------
    >>> from fastmetrics import IndicatorCounts
    >>> morning = IndicatorCounts.from_labels([[1, 0, 1], [0, 1, 0]],
    ...                                       [[1, 0, 0], [0, 1, 0]])
    >>> evening = IndicatorCounts.from_labels([[0, 0, 1]], [[0, 0, 1]])
    >>> day = morning + evening
    >>> round(day.compute("accuracy_score"), 4)
    0.6667
    >>> round(day.compute("f1_samples"), 4)
    0.8889
    >>> IndicatorCounts.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_kinds", "_margins")

    task = "labels"
    kind = "multilabel-indicator"

    def __init__(self, margins: NDArray[Any], kinds: Kinds) -> None:
        """Take sums per label, (3, n_labels): hits, true, predicted. Unchecked."""
        self._margins = margins
        self._kinds = kinds

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        sample_weight: ArrayLike | None = None,
    ) -> IndicatorCounts:
        """Count two indicator matrices, dense or sparse.

        Parameters
        ----------
        y_true, y_pred : array_like or sparse matrix of shape (n_samples, n_labels)
            Which labels each row has, and was predicted to have: not zero where it
            does. At most two distinct values, whole numbers.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.

        Returns
        -------
        IndicatorCounts
            One pass over the rows, in blocks.

        Raises
        ------
        ValueError
            If the matrices are no such, or of different shapes, or a weight is
            negative.
        """
        pair = indicator_pair(y_true, y_pred, sample_weight)
        return IndicatorCounts(sum_columns(pair), count_kinds(pair))

    # --- what it holds

    @property
    def sums(self) -> NDArray[np.int64 | np.float64]:
        """Hits, true and predicted rows of each label, with their weights."""
        return self._margins

    @property
    def kinds(self) -> Kinds:
        """The rows by how many labels they have."""
        return self._kinds

    @property
    def n_labels(self) -> int:
        """How many labels there are."""
        return int(self.sums.shape[1])

    @property
    def labels(self) -> NDArray[np.intp]:
        """The numbers of the columns."""
        return np.arange(self.n_labels)

    @property
    def n_samples(self) -> int:
        """Rows, whatever their weights."""
        return int(self.kinds.n.sum())

    @property
    def weighted(self) -> bool:
        """Whether rows have weights."""
        return self.kinds.sums is not None

    @property
    def total(self) -> int | float:
        """All rows, or their weight."""
        return add_up(self.row_weights.tolist())

    # --- per label

    @property
    def margins(self) -> Counts:
        """`Counts` of the labels, unlike `rows` with the weights."""
        hits, true, predicted = self.sums
        return Counts(self.labels, self.kind, hits, true, predicted, self.total)

    def columns(self, labels: ArrayLike) -> NDArray[np.intp]:
        """Return the numbers of columns that ``labels`` are, or raise."""
        wanted = np.asarray(labels)
        if wanted.ndim != 1 or (wanted.size and wanted.dtype.kind not in "iu"):
            raise ValueError(
                "labels must be numbers of columns for multilabel targets, got "
                f"{shown(labels)}."
            )
        if wanted.size and wanted.max() >= self.n_labels:
            raise ValueError(
                "All labels must be in [0, n labels) for multilabel targets. Got "
                f"{wanted.max()} > {self.n_labels - 1}"
            )
        if wanted.size and wanted.min() < 0:
            raise ValueError(
                "All labels must be in [0, n labels) for multilabel targets. Got "
                f"{wanted.min()} < 0"
            )
        return wanted.astype(np.intp)

    # --- per row

    def rows(self, labels: ArrayLike | None = None) -> Counts:
        """Return counts of rows: here one for each kind, to be weighed as such.

        ``hits``, ``true`` and ``predicted`` are int64, without weights; ``total`` is
        the number of labels.
        """
        if labels is not None:
            raise ValueError(
                "labels must be None with average='samples' where rows have been "
                "counted: how many of their labels are right has been kept, and not "
                "which. Pass y_true and y_pred themselves."
            )
        kinds = self.kinds
        return Counts(
            np.arange(len(kinds.n)),
            self.kind,
            kinds.hits,
            kinds.true,
            kinds.predicted,
            self.n_labels,
        )

    @property
    def row_weights(self) -> Any:
        """The weight of each kind of rows: their number, or the sum of their weights.

        Where the rows themselves are kept it is that of each row, None without weights.
        """
        kinds = self.kinds
        return kinds.n if kinds.sums is None else kinds.sums

    @property
    def n_exact(self) -> int | float:
        """The rows, or their weight, in which every label is predicted right."""
        return add_up(self.row_weights[self.kinds.wrong == 0].tolist())

    @property
    def n_wrong(self) -> int | float:
        """The entries in which truth and prediction differ, or their rows' weight.

        They are told by their values: 2 is not 1.
        """
        kinds = self.kinds
        return add_up(list(map(mul, kinds.wrong.tolist(), self.row_weights.tolist())))

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> IndicatorCounts:
        if not isinstance(other, IndicatorCounts):
            return NotImplemented
        if self.n_labels != other.n_labels:
            raise ValueError(
                "different numbers of labels do not merge: "
                f"{self.n_labels} and {other.n_labels}"
            )
        n_samples = self.n_samples + other.n_samples
        if n_samples >= 2**63 or self.total + other.total >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        kinds = add_kinds(self.kinds, other.kinds)
        return IndicatorCounts(self.sums + other.sums, kinds)

    def to_bytes(self) -> bytes:
        """Return the counts as bytes; ``indicator_bytes.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        return indicator_sums.pack(self.sums, self.kinds)

    @classmethod
    def from_bytes(cls, data: Any) -> IndicatorCounts:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        IndicatorCounts

        Raises
        ------
        ValueError
            If the bytes are not such counts, are damaged, or of a later version.
        """
        return IndicatorCounts(*indicator_sums.unpack(data))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IndicatorCounts):
            return NotImplemented
        return np.array_equal(self.sums, other.sums) and all(
            (ours is None) == (theirs is None)
            and (ours is None or np.array_equal(ours, theirs))
            for ours, theirs in zip(self.kinds, other.kinds, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return self.n_labels

    def __repr__(self) -> str:
        """Return the size of what was counted."""
        return f"IndicatorCounts({self.n_samples} rows, {self.n_labels} labels)"

    def _shown(self) -> Shown:
        headers = ["label", "true neg.", "false pos.", "false neg.", "true pos."]
        columns = zip(*self.margins.each_vs_rest(), strict=True)
        rows = [[str(k), *map(amount, four)] for k, four in enumerate(columns)]
        return Shown(repr(self), headers, rows)
