"""IndicatorCounts: true and predicted labels, counted over rows of several labels."""

from __future__ import annotations

from itertools import pairwise
from math import fsum
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.packing import Format
from fastmetrics._inputs.label_pairs import Indicators, indicator_pair, row_blocks
from fastmetrics._kernels import indicators
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray


# ---------------------------------------------------------------------------- row kinds
# Kinds of rows: how many rows have the same numbers of true, predicted and hit labels.
#
# Averages over rows depend on these numbers alone, so they can be computed without the
# rows.


class Kinds(NamedTuple):
    """Numbers of rows of each kind: with the same numbers of labels.

    Attributes
    ----------
    true, predicted, hits : ndarray of int64, of shape (m,)
        Labels that a row of this kind has, was predicted to have, and both.
    wrong : ndarray of int64, of shape (m,)
        Labels in which truth and prediction differ, by their values.
    n : ndarray of int64, of shape (m,)
        Rows of the data, at least 1.
    sums, squares : ndarray of shape (m,), or None without weights
        Sums of the weights of these rows, int64 or float64, and of their squares,
        float64. Rows of weight 0 are of other kinds than those that have a weight.
    """

    true: Any
    predicted: Any
    hits: Any
    wrong: Any
    n: Any
    sums: Any = None
    squares: Any = None


def key_of(kinds: Kinds) -> tuple[Any, ...]:
    """Columns that distinguish kinds, the first one first."""
    weighed = kinds.n > 0 if kinds.sums is None else kinds.sums > 0
    return *kinds[:4], weighed


def add_kinds(first: Kinds, second: Kinds) -> Kinds:
    """Return the kinds of the rows of both; with weights if one of them has some."""
    sides = [first, second]
    if any(side.sums is not None for side in sides):
        sides = [_weighted(side) for side in sides]
    joined: list[Any] = [
        None if ours is None else np.concatenate([ours, theirs])
        for ours, theirs in zip(*sides, strict=True)
    ]
    return _in_order(Kinds(*joined))


def _in_order(kinds: Kinds) -> Kinds:
    """Return kinds in order, equal ones added up."""
    key = key_of(kinds)
    order = np.lexsort(key[::-1])
    key = tuple(column[order] for column in key)
    new = np.ones(len(order), bool)
    new[1:] = np.any([column[1:] != column[:-1] for column in key], axis=0)
    starts = np.flatnonzero(new)
    added = [
        None if part is None else np.add.reduceat(part[order], starts)
        for part in (kinds.n, kinds.sums, kinds.squares)
    ]
    return Kinds(*(column[starts] for column in key[:4]), *added)


def _weighted(kinds: Kinds) -> Kinds:
    """Return kinds with weights; each row weighs 1 if they have none."""
    if kinds.sums is not None:
        return kinds
    return kinds._replace(sums=kinds.n, squares=kinds.n.astype(np.float64))


def add_up(items: list[Any]) -> Any:
    """Add up to a Python number: integers exactly, others rounded once."""
    return sum(items) if all(type(item) is int for item in items) else fsum(items)


# ---------------------------------------------------------------------- indicator bytes
# IndicatorCounts as bytes: the format, version 1.
#
# In the frame of `fastmetrics._common.packing`:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMLABELS``
# 8       uint16                     version of the format, 1
# 10      uint8                      weights: 0 none, 1 whole numbers, 2 any
# 11      uint64                     k, the number of labels
# 19      uint64                     m, the number of kinds of rows
# 27      k numbers                  rows that have each label and were predicted to
# ..      k numbers                  rows that have each label
# ..      k numbers                  rows that were predicted to have each label
# ..      m int64                    kinds: labels that such a row has
# ..      m int64                    labels that it was predicted to have
# ..      m int64                    labels that it has and was predicted to have
# ..      m int64                    labels in which truth and prediction differ
# ..      m int64                    rows of the data, at least 1
# ..      m numbers, m float64       sums of their weights and of the squares; only with
#                                    weights
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================
#
# Numbers are int64, float64 with weights of any kind. Kinds ascend by their four
# columns in this order; of two that are equal in these the first has no weight.


_FORMAT = Format(
    b"FMLABELS", 1, "BQQ", "these IndicatorCounts are", "no IndicatorCounts"
)
_NUMBERS = ("<i8", "<i8", "<f8")  # by what weights are


def pack(margins: Any, kinds: Kinds) -> bytes:
    """Return the bytes of the sums per label (3, k) and of the kinds of rows."""
    weights = 0 if kinds.sums is None else 2 if margins.dtype.kind == "f" else 1
    dtype = _NUMBERS[weights]
    parts = [margins.astype(dtype), *(part.astype("<i8") for part in kinds[:5])]
    if weights:
        parts += [kinds.sums.astype(dtype), kinds.squares.astype("<f8")]
    fields = weights, margins.shape[1], len(kinds.n)
    return _FORMAT.seal(fields, [part.tobytes() for part in parts])


def unpack(data: Any) -> tuple[Any, Kinds]:
    """Return the arguments of `pack`.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (weights, k, m), reader = _FORMAT.open(data)
    if weights > 2:
        raise _FORMAT.damaged("weights are of unknown kind")
    dtype = _NUMBERS[weights]
    margins = reader.take(dtype, 3 * k).reshape(3, k)
    columns = [reader.take("<i8", m) for _ in range(5)]
    if weights:
        columns += [reader.take(dtype, m), reader.take("<f8", m)]
    reader.finish()
    kinds = Kinds(*columns)
    if weights == 1 and not np.array_equal(kinds.squares, np.trunc(kinds.squares)):
        raise _FORMAT.damaged("squares of whole weights have fractions")
    if not (k and m and _fit(margins, kinds)):
        raise _FORMAT.damaged("counts are inconsistent")
    return margins, kinds


def _fit(margins: Any, kinds: Kinds) -> bool:
    """Whether counts are possible, and counts of labels and of rows are consistent."""
    k = margins.shape[1]
    weights = kinds.n if kinds.sums is None else kinds.sums
    for part in (margins, *kinds):
        if part is not None and not (np.all(part >= 0) and np.isfinite(part).all()):
            return False
    true, predicted, hits, wrong, n = kinds[:5]
    right = bool(np.all((true <= k) & (predicted <= k) & (wrong <= k)))
    right &= bool(np.all(hits <= np.minimum(true, predicted)) and np.all(n > 0))
    right &= sum(n.tolist()) < 2**63 and sum(weights.tolist()) < 2**63
    rows = list(zip(*(part.tolist() for part in key_of(kinds)), strict=True))
    right &= all(a < b for a, b in pairwise(rows))
    tolerance = 1e-9 if margins.dtype.kind == "f" else 0
    for sums, labels in zip(margins, (hits, true, predicted), strict=True):
        of_labels = sum(sums.tolist())
        of_rows = sum(map(mul, labels.tolist(), weights.tolist()))
        right &= abs(of_labels - of_rows) <= tolerance * of_rows
    return right


# ----------------------------------------------------------------------- indicator sums
# Counts of two matrices of indicators: per label, per row, and by kind of row.


# The most that a key of several numbers may be.
_MOST_KEYS = 1 << 62


def blocks_of(pair: Indicators) -> Iterator[slice]:
    """Yield the rows in blocks of a bounded number of entries."""
    return row_blocks(pair.n, pair.n_labels)


def sum_columns(pair: Indicators) -> NDArray[Any]:
    """Return (3, n_labels): rows with a label in both, in truth, in the prediction.

    int64 without weights and with whole ones, else float64.
    """
    if pair.sparse:
        return np.stack([_column_sums(m, pair.weights) for m in _patterns(pair)])
    shape = 3, pair.n_labels
    if pair.weights is None or pair.integer_weights:
        sums: NDArray[Any] = np.zeros(shape, np.int64)
    else:
        sums, low = np.zeros(shape), np.zeros(shape)
    for rows in blocks_of(pair):
        true, predicted = _flags(pair.true[rows]), _flags(pair.predicted[rows])
        if pair.weights is None:
            indicators.count_columns(true, predicted, sums)
            continue
        weights = np.ascontiguousarray(pair.weights[rows])
        if pair.integer_weights:
            indicators.weigh_columns_whole(true, predicted, weights, sums)
        else:
            indicators.weigh_columns(true, predicted, weights, sums, low)
    if pair.weights is None or pair.integer_weights:
        return sums
    return sums + low


def sum_rows(pair: Indicators) -> NDArray[np.int64]:
    """Return (3, n): labels of a row in both, in truth, in the prediction."""
    if pair.sparse:
        sums = np.stack([np.diff(m.indptr) for m in _patterns(pair)])
        return sums.astype(np.int64)
    sums = np.zeros((3, pair.n), np.int64)
    for rows in blocks_of(pair):
        sums[:, rows] = _sum_block(pair, rows)
    return sums


def _sum_block(pair: Indicators, rows: slice) -> NDArray[np.int64]:
    # A block's sums lie in one piece only on their own.
    part = np.zeros((3, rows.stop - rows.start), np.int64)
    true, predicted = _flags(pair.true[rows]), _flags(pair.predicted[rows])
    indicators.count_rows(true, predicted, part)
    return part


def wrong_labels(pair: Indicators) -> Iterator[tuple[slice, NDArray[Any]]]:
    """Yield blocks of rows and how many labels differ in each of their rows.

    They are told by their values: 2 is not 1.
    """
    if pair.sparse:
        starts = (pair.true != pair.predicted).tocsr().indptr
        for rows in blocks_of(pair):
            yield rows, np.diff(starts[rows.start : rows.stop + 1])
        return
    for rows in blocks_of(pair):
        wrong = np.empty(rows.stop - rows.start, np.int64)
        differ = np.ascontiguousarray(pair.true[rows] != pair.predicted[rows])
        indicators.sum_rows(differ.view(np.uint8), wrong)
        yield rows, wrong


def count_kinds(pair: Indicators) -> Kinds:
    """Return the rows by how many labels they have, block by block."""
    of_sparse = sum_rows(pair) if pair.sparse else None
    total: Kinds | None = None
    for rows, wrong in wrong_labels(pair):
        sums = _sum_block(pair, rows) if of_sparse is None else of_sparse[:, rows]
        hits, true, predicted = sums
        weights = None if pair.weights is None else pair.weights[rows]
        found = _count_block([true, predicted, hits, wrong], weights)
        if total is not None:
            found = add_kinds(total, found)
        total = found
    assert total is not None  # there is a row
    return total


def _count_block(columns: list[Any], weights: NDArray[Any] | None) -> Kinds:
    weighed = [] if weights is None else [(weights > 0).astype(np.int64)]
    key = _number([*columns, *weighed])
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    n = np.diff(starts, append=len(key))
    first = order[starts]
    true, predicted, hits, wrong = (
        column[first].astype(np.int64) for column in columns
    )
    kinds = Kinds(true, predicted, hits, wrong, n)
    if weights is None:
        return kinds
    weights = weights[order]
    squares = np.add.reduceat(np.square(weights, dtype=np.float64), starts)
    return kinds._replace(sums=np.add.reduceat(weights, starts), squares=squares)


def _number(columns: list[Any]) -> Any:
    """Return one number per row, in the order of its numbers in these columns."""
    key = columns[0].astype(np.int64)
    for column in columns[1:]:
        span = int(column.max()) + 1
        if (int(key.max()) + 1) * span > _MOST_KEYS:
            key = np.unique(key, return_inverse=True)[1]
        key = key * span + column
    return key


def _flags(block: NDArray[Any]) -> NDArray[np.uint8]:
    """Return 1 if an entry is not zero."""
    if block.dtype.kind != "b":
        block = block != 0
    return np.ascontiguousarray(block).view(np.uint8)


# --- sparse


def _patterns(pair: Indicators) -> tuple[Any, Any, Any]:
    """Return the entries of labels in both, in the true and in the predicted matrix."""
    true, predicted = (
        type(m)((np.ones(m.nnz, np.uint8), m.indices, m.indptr), shape=m.shape)
        for m in (pair.true, pair.predicted)
    )
    return true.multiply(predicted).tocsr(), true, predicted


def _column_sums(pattern: Any, weights: NDArray[Any] | None) -> NDArray[Any]:
    n_labels = pattern.shape[1]
    if weights is None:
        return np.bincount(pattern.indices, minlength=n_labels)
    if weights.dtype.kind == "i":
        whole = np.zeros(n_labels, np.int64)
        of_entry = np.repeat(weights, np.diff(pattern.indptr))
        np.add.at(whole, pattern.indices, of_entry)
        return whole
    sums, low = np.zeros(n_labels), np.zeros(n_labels)
    weights = np.ascontiguousarray(weights)
    indicators.weigh_indices(pattern.indices, pattern.indptr, weights, sums, low)
    return sums + low


class IndicatorCounts(Summary):
    """Counts of several labels per row, which merge with ``+``.

    Made by `from_labels`. Each label has three counts: rows with the label, rows
    predicted to have it, and both. Each distinct triple of the numbers of true,
    predicted and hit labels of a row has the number of such rows. Averages over labels
    use the former; averages over rows, exact matches and wrong entries use the latter.

    Attributes
    ----------
    labels : ndarray of shape (n_labels,)
        The numbers of the columns: 0, 1, ...
    n_labels : int
        Number of labels.
    n_samples : int
        Rows, whatever their weights.
    total : int or float
        All rows, or their weight.
    weighted : bool
        Whether rows have weights.

    See Also
    --------
    ConfusionCounts : counts for one label per row.
    fastmetrics.multilabel_confusion_matrix : A table for each label, as a plain array.

    Notes
    -----
    Functions of hard labels take the counts in place of ``y_true``, with None for
    ``y_pred``: ``f1_score(counts, None, average="macro")``.

    Memory depends on the number of labels and of distinct triples, not on the number of
    rows. Sums of weights that are not whole numbers are added part by part, and may
    differ in the last digit from the sum of all rows at once. The labels of single rows
    are not stored: ``average="samples"`` with a subset of ``labels`` needs the rows.

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
            If the matrices are not indicators, shapes differ, or a weight is negative.
        """
        pair = indicator_pair(y_true, y_pred, sample_weight)
        return IndicatorCounts(sum_columns(pair), count_kinds(pair))

    # --- contents

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
        """Number of labels."""
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
        """True if rows have weights."""
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
                "labels must be None with average='samples' for counts, which do not "
                "store the labels of rows: pass y_true and y_pred."
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

        If the rows are stored, it is the weight of each row; None without weights.
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
        """Return the counts as bytes.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        return pack(self.sums, self.kinds)

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
        return IndicatorCounts(*unpack(data))

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
        """Numbers of labels and rows."""
        return f"IndicatorCounts({self.n_samples} rows, {self.n_labels} labels)"

    def _shown(self) -> Shown:
        headers = ["label", "true neg.", "false pos.", "false neg.", "true pos."]
        columns = zip(*self.margins.each_vs_rest(), strict=True)
        rows = [[str(k), *map(amount, four)] for k, four in enumerate(columns)]
        return Shown(repr(self), headers, rows)
