"""Scores in descending order, and the bytes of a sweep."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common import arrays
from fastmetrics._common.arrays import spread
from fastmetrics._common.packing import Format
from fastmetrics._inputs.scores import (
    row_scores,
    sort_labelled,
    sort_weighted,
    split_scores,
)
from fastmetrics._kernels import delong, labelled, sort, sweep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.scores import ScoreKind
    from fastmetrics._kernels.labelled import LabelledScores


# Thresholds and the weight of each class at or above them.
Steps: TypeAlias = "tuple[NDArray[Any], NDArray[np.float64], NDArray[np.float64]]"


# Means over ranks, and what they become for rows with weights, which have no ranks.
OF_RANKS = {"aurc": "aurc_of_weights", "excess_aurc": "excess_aurc_of_weights"}


class Best(NamedTuple):
    """The best value of a sweep, the highest threshold that has it, and the totals.

    The threshold is inf where nothing is predicted positive, a number of no meaning
    where the value is NaN.
    """

    threshold: float
    value: float
    n_positive: float
    n_negative: float


class SortedScores:
    """Values computed from sorted rows; ``weighted``: they count differently.

    A row of weight 0 is none of them.
    """

    __slots__ = ()

    @property
    def weighted(self) -> bool:
        """Whether rows count differently."""
        return False

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds, descending, and the weight of each class at or above.

        ``drop`` leaves out steps that a curve does not need: ``sweep.labelled_steps``.
        """
        raise NotImplementedError

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Return one value, as ``ScoreSweep.reduce``, and the weight of each class."""
        raise NotImplementedError

    def values(self, reducers: Sequence[tuple[Any, ...]]) -> NDArray[np.float64]:
        """Return the values of ``reduce`` of several, off one pass."""
        raise NotImplementedError

    def best(self, name: str, *parameters: Any) -> Best:
        """Return the best value, as ``ScoreSweep.best``, and where it is."""
        thresholds, tps, fps = self.steps()
        values, at = sweep.reduce_steps(tps, fps, [(name, *parameters)])
        # An integer score stays one: above 2**53 a float could round past its row.
        threshold = thresholds[at[0]].item() if at[0] >= 0 else math.inf
        return Best(threshold, float(values[0]), tps[-1], fps[-1])

    def weighted_rows(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.int64]]:
        """Return distinct scores, weights of rows, and the end of the rows of each.

        Scores descend; weights are negative where labels are, which come last in a tie.
        """
        raise NotImplementedError  # rows that count alike have no weights

    def count_wins(self) -> tuple[int, int, int, int]:
        """Return (wins, ties, positives, negatives) of rows that count alike."""
        raise NotImplementedError  # pairs of rows with weights are not counted

    def squared_placements(self, below: int = 0, above: int = 0) -> tuple[int, int]:
        """Return DeLong's two sums, of rows that count alike.

        Sums of squares of the doubled placements of the positives and the negatives. So
        many negatives lie below these rows, and positives above, where they are a range
        of all.
        """
        raise NotImplementedError


class SortedSource:
    """A summary in place of sorted rows.

    ``n_positive`` and ``n_negative`` are the total weights of the classes.
    """

    __slots__ = ()

    n_positive: Any
    n_negative: Any

    def sorted_scores(self) -> SortedScores:
        """Return the sorted scores; without rows it raises, as for empty columns."""
        raise NotImplementedError


def _highest_bit(keys: NDArray[Any]) -> Any:
    return keys.dtype.type(1 << (8 * keys.itemsize - 1))


class SortedKeys(SortedScores):
    """Rows that count alike: keys that hold the labels, ascending."""

    __slots__ = ("scores",)

    def __init__(self, scores: LabelledScores) -> None:
        self.scores = scores

    @classmethod
    def from_order(
        cls, keys: NDArray[Any], labels: NDArray[np.uint8], kind: ScoreKind
    ) -> SortedKeys:
        """Take keys in ascending order and their labels, negatives first in a tie.

        The array of keys becomes that of the rows.
        """
        n_low = int(np.searchsorted(keys, _highest_bit(keys)))
        keys <<= keys.dtype.type(1)
        keys |= labels
        n_pos = int(np.count_nonzero(labels))
        return cls(labelled.LabelledScores(keys, n_low, n_pos, kind))

    def keys(self) -> NDArray[Any]:
        """Return the keys in ascending order."""
        keys: NDArray[Any] = np.asarray(self.scores.rows) >> 1
        keys[self.scores.n_low :] |= _highest_bit(keys)
        return keys

    @classmethod
    def from_counts(
        cls, positives: NDArray[Any], negatives: NDArray[Any], kind: ScoreKind
    ) -> SortedKeys:
        """Lay out so many rows of each class with the keys 0, 1, 2, ..."""
        counts = np.column_stack([negatives, positives]).ravel()
        rows = np.repeat(np.arange(len(counts), dtype=np.uint64), counts)
        n_pos = int(positives.sum())
        return cls(labelled.LabelledScores(rows, len(rows), n_pos, kind))

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds and counts; see the class."""
        keys, tps, fps = sweep.labelled_steps(self.scores, drop)
        return self.scores.kind.decode(keys, reuse=True), tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Reduce the steps without holding them."""
        value = self.values([(name, *parameters)])[0]
        return float(value), self.scores.n_pos, self.scores.n_neg

    def values(self, reducers: Sequence[tuple[Any, ...]]) -> NDArray[np.float64]:
        """Return the values of ``reduce`` of several, off one pass."""
        return sweep.reduce_labelled(self.scores, reducers)[0]

    def flags(self) -> NDArray[np.uint8]:
        """Return the bits of each row in canonical order: ``sweep.labelled_flags``."""
        return sweep.labelled_flags(self.scores)

    def count_wins(self) -> tuple[int, int, int, int]:
        """Count the pairs that the positive row wins, and ties."""
        n_pos, n_neg, below, upto = labelled.count_wins(self.scores)
        return below, upto - below, n_pos, n_neg

    def squared_placements(self, below: int = 0, above: int = 0) -> tuple[int, int]:
        """Return DeLong's two sums; see the class."""
        return delong.squared_placements(self.scores, below, above)


class SortedRows(SortedScores):
    """Rows with weights: inverted keys, ascending, and weights, minus for negatives."""

    __slots__ = ("keys", "kind", "signed_weights")

    @property
    def weighted(self) -> bool:
        """They do."""
        return True

    def __init__(
        self, keys: NDArray[Any], signed_weights: NDArray[np.float64], kind: ScoreKind
    ) -> None:
        self.keys = keys
        self.signed_weights = signed_weights
        self.kind = kind

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds and sums of weights; see the class."""
        keys, tps, fps = sweep.weighted_steps(self.keys, self.signed_weights, drop)
        return self.kind.decode(np.invert(keys, out=keys), reuse=True), tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Reduce the steps without holding them."""
        if name == "pr_auc_davis_goadrich":
            raise ValueError(f"{name} counts rows, but these have weights")
        values, totals = self._reduced([(name, *parameters)])
        return float(values[0]), *totals

    def values(self, reducers: Sequence[tuple[Any, ...]]) -> NDArray[np.float64]:
        """Return the values of ``reduce`` of several, off one pass."""
        return self._reduced(reducers)[0]

    def _reduced(
        self, reducers: Sequence[tuple[Any, ...]]
    ) -> tuple[NDArray[np.float64], tuple[float, float]]:
        """Return the values, and the weight of each class."""
        return sweep.reduce_rows(self.keys, self.signed_weights, reducers)

    def weighted_rows(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.int64]]:
        """Bring the rows of each score into canonical order; see the class."""
        last = np.append(self.keys[1:] != self.keys[:-1], True)
        ends = np.flatnonzero(last) + 1
        tie = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        order = np.argsort(2 * tie + (self.signed_weights < 0), kind="stable")
        scores = self.kind.decode(np.invert(self.keys[ends - 1]), reuse=True)
        return scores, self.signed_weights[order], ends


def sort_keys(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> SortedKeys:
    """Read columns without weights and sort the rows."""
    job = sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        return SortedKeys(job)
    each = _dealt(job, y_true, y_score, pos_label)
    each(job.finish, range(job.n_ranges))
    return SortedKeys(job.result())


def sort_rows(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike
) -> SortedRows:
    """Read columns with weights and sort the rows.

    Inverted keys ascend where scores descend; a stable sort keeps ties in row order, as
    the sums must be taken.
    """
    shape = getattr(y_score, "shape", None)
    if isinstance(shape, tuple) and shape and shape[0] > sort.FEW:
        job, kind = sort_weighted(y_true, y_score, sample_weight, pos_label)
        each = spread(job.n_rows)
        each(job.count, range(job.n_pieces))
        if job.is_well():
            job.place()
            each(job.deal, range(job.n_pieces))
            each(job.finish, range(job.n_ranges))
            keys, payload = job.result()
            return SortedRows(keys, payload.view(np.float64), kind)
    rows = row_scores(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    assert rows.weights is not None  # some were given
    signed = sweep.sign_weights(rows.weights, rows.labels)
    keys = np.invert(rows.keys, out=rows.keys)
    keys, payload = arrays.sort_pairs(keys, signed.view(np.uint64))
    return SortedRows(keys, payload.view(np.float64), rows.kind)


def count_wins(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> tuple[int, int, int, int]:
    """Count as ``SortedKeys.count_wins``, without holding the rows in order.

    Pairs are counted bucket by bucket, each while it is in the cache.
    """
    job = sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        return SortedKeys(job).count_wins()
    each = _dealt(job, y_true, y_score, pos_label)
    n_pos = n_neg = below = upto = 0
    for positives, negatives, nearer, level in each(job.meet, range(job.n_ranges)):
        # Every negative of the ranges before lies below.
        below += nearer + positives * n_neg
        upto += level + positives * n_neg
        n_pos += positives
        n_neg += negatives
    return below, upto - below, n_pos, n_neg


def _dealt(
    job: labelled.LabelledSort, y_true: ArrayLike, y_score: ArrayLike, pos_label: Any
) -> Callable[..., list[Any]]:
    """Bring a sort up to its last step; returns how to spread that one."""
    each = spread(job.n_rows)
    each(job.count, range(job.n_pieces))
    if not job.place():
        # Something is wrong: another way through the columns says what and where.
        split_scores(y_true, y_score, pos_label=pos_label)
        raise RuntimeError("y_score was modified while it was being read.")
    each(job.deal, range(job.n_pieces))
    return each


# -------------------------------------------------------------------------- sweep bytes
# ScoreSweep as bytes: the format, version 2.
#
# In the frame of `fastmetrics._common.packing`:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMSWEEPS``
# 8       uint16                     version of the format, 2
# 10      1 byte                     thresholds: ``i``, ``u``, ``f`` or ``b`` for bool
# 11      uint8                      bytes of each: 1, 2, 4 or 8
# 12      uint8                      weight of the positives: 0 int64, 1 float64
# 13      uint8                      weight of the negatives, likewise
# 14      uint8                      whether sums are written: 0 or 1
# 15      uint64                     m, the number of thresholds
# 23      m numbers                  thresholds, descending
# ..      m numbers, m numbers       positives and negatives: their weight at each
# ..      m float64, m float64       their weight at or above each; only if they are
#                                    written
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================
#
# Sums of weights at or above a threshold are written if they differ in any bit from the
# running sums of the weights: if rows of one class tie, they depend on the order in
# which rows were added.
#
# Version 1, which is read too, lacks the byte at 14; sums are written if one of the two
# is float64.


_NAMES = "this ScoreSweep is", "no ScoreSweep"
_FORMER = Format(b"FMSWEEPS", 1, "cBBBQ", *_NAMES)
_FORMAT = Format(b"FMSWEEPS", 2, "cBBBBQ", *_NAMES)

_KINDS = "iufb"
_WEIGHTS = ("<i8", "<f8")
# How far sums may lie apart that were taken in another order.
_ROUNDING = 1e-6


class Parts(NamedTuple):
    """Content of the bytes: the three columns, and running sums."""

    columns: tuple[Any, Any, Any]
    sums: tuple[Any, Any] | None


def pack(sweep: Any) -> bytes:
    """Return the bytes of a ScoreSweep.

    Raises
    ------
    TypeError
        If its thresholds have more than 64 bits.
    """
    dtype = sweep.thresholds.dtype
    if dtype.kind not in _KINDS or dtype.itemsize > 8:
        raise TypeError(
            f"thresholds of dtype {dtype} cannot be written: the format holds numbers "
            "of at most 64 bits"
        )
    of_positives, of_negatives = (
        int(each.dtype.kind == "f") for each in (sweep.positives, sweep.negatives)
    )
    parts = [
        sweep.thresholds.astype(dtype.newbyteorder("<")),
        sweep.positives.astype(_WEIGHTS[of_positives]),
        sweep.negatives.astype(_WEIGHTS[of_negatives]),
    ]
    sums = sweep.true_positives, sweep.false_positives
    weights = sweep.positives, sweep.negatives
    with_sums = not all(map(np.array_equal, sums, map(running_sum, weights)))
    if with_sums:
        parts += [each.astype("<f8") for each in sums]
    fields = dtype.kind.encode(), dtype.itemsize, of_positives, of_negatives
    head = *fields, int(with_sums), len(sweep.thresholds)
    return _FORMAT.seal(head, [part.tobytes() for part in parts])


def unpack(data: Any) -> Parts:
    """Return the content of the bytes.

    Raises
    ------
    ValueError
        If they are anything else, or damaged.
    """
    former = _FORMER.begins(data)
    (kind, size, *flags, m), reader = (_FORMER if former else _FORMAT).open(data)
    with_sums = max(flags) if former else flags.pop()
    kind = kind.decode("latin-1")
    sizes = {"b": (1,), "f": (2, 4, 8)}.get(kind, (1, 2, 4, 8))
    if kind not in _KINDS or size not in sizes or max(*flags, with_sums) > 1:
        raise _FORMAT.damaged("numbers are of unknown kind")
    # A byte other than 0 and 1 is not a bool.
    dtype = "|u1" if kind == "b" else f"<{kind}{size}"
    thresholds = reader.take(dtype, m)
    if kind == "b":
        if m and thresholds.max() > 1:
            raise _FORMAT.damaged("a threshold is neither true nor false")
        thresholds = thresholds.astype(bool)
    positives, negatives = (reader.take(_WEIGHTS[each], m) for each in flags)
    columns = thresholds, positives, negatives
    sums = None
    if with_sums:
        sums = reader.take("<f8", m), reader.take("<f8", m)
    reader.finish()
    for each, running in zip(columns[1:], sums or (None, None), strict=True):
        _check(each, running)
    return Parts(columns, sums)


def running_sum(each: NDArray[Any]) -> NDArray[np.float64]:
    """Return the weight at or above each threshold, of the weight at each."""
    return np.cumsum(each, dtype=np.float64)


def checked(make: Callable[[], Any]) -> Any:
    """Return the result of a constructor; a ValueError means damaged bytes."""
    try:
        return make()
    except ValueError as error:
        raise _FORMAT.damaged(str(error)) from error


def _check(each: Any, running: Any) -> None:
    """Raise for weights that add up to too much, or not to these sums."""
    if each.dtype.kind == "i":
        right = not len(each) or (each.min() >= 0 and sum(each.tolist()) < 2**63)
    else:
        with np.errstate(over="ignore", invalid="ignore"):  # of signalling NaNs too
            right = bool(np.isfinite(each.sum()) and np.all(each >= 0))
    if right and running is not None:
        right = bool(np.isfinite(running).all() and np.all(np.diff(running) >= 0))
        with np.errstate(over="ignore"):
            exact = np.cumsum(each, dtype=np.float64)
        right = right and bool(np.allclose(running, exact, rtol=_ROUNDING, atol=0))
    if not right:
        raise _FORMAT.damaged("weights contradict")
