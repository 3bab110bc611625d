"""ClassSweeps: a sweep of each class against the rest, which areas are read off.

Version 1 of the format of their bytes, in the frame of `fastmetrics._common.packing`,
which also says how labels are written:

======  =========================  ==================================================
offset  type                       content
======  =========================  ==================================================
0       8 bytes                    ``FMCLSWPS``
8       uint16                     version of the format, 1
10      uint8                      kind of the labels
11      uint64                     k, the number of labels
19      uint64                     bytes that the labels take
27      k labels                   numbers, or the ends of strings and their UTF-8
..      k uint64                   bytes of each sweep
..      k sweeps                   each as `fastmetrics.ScoreSweep` writes it
end     uint32                     CRC-32 (zlib) of all bytes before
======  =========================  ==================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, with_noun
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.scores import map_rows
from fastmetrics.metrics.scores.class_pairs import AreasOverRest
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.scores.several_classes import check_sums
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# The variants of `multiclass_auc_score` that are read off sweeps.
OVER_REST = ("aunu", "aunp")

_FORMAT = Format(b"FMCLSWPS", 1, "BQQ", "these ClassSweeps are", "no ClassSweeps")
# What sums of weights of many rows may be off by, relative to them.
_ROUNDING = 1e-9


class ClassSweeps(Summary):
    """A sweep of each class against the rest by its probabilities, merged with ``+``.

    The summary behind the areas of several classes in which each class is compared
    with all others: `multiclass_auc_score` with variant "aunu" or "aunp". The areas
    that compare pairs of classes need the rows.

    Parameters
    ----------
    labels : array_like of shape (k,)
        The classes, sorted; at least two.
    sweeps : sequence of ScoreSweep
        For each class the probabilities of this class, with its rows as the positive
        ones.

    Attributes
    ----------
    labels : ndarray of shape (k,)
    sweeps : tuple of ScoreSweep
        As above.
    n_samples : int
        Rows that count.

    See Also
    --------
    fastmetrics.multiclass_auc_score : Read off it, or off the rows.
    fastmetrics.ScoreSweep : The sweep of two classes.

    Notes
    -----
    ``multiclass_auc_score(sweeps, None)`` takes them in place of ``y_true``. Memory
    grows with the distinct probabilities: up to 24 bytes for each in each class.

    References
    ----------
    .. [1] F. Provost and P. Domingos, "Tree induction for probability-based ranking",
       Machine Learning 52, 2003, 199-215.

    Examples
    --------
    >>> from fastmetrics import ClassSweeps, multiclass_auc_score
    >>> labels = ["a", "b", "c"]
    >>> morning = ClassSweeps.from_proba(
    ...     ["a", "b"], [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3]], labels
    ... )
    >>> evening = ClassSweeps.from_proba(
    ...     ["c", "c"], [[0.1, 0.6, 0.3], [0.1, 0.1, 0.8]], labels
    ... )
    >>> day = morning + evening
    >>> round(multiclass_auc_score(day, None), 6)
    0.847222
    >>> round(day.compute("multiclass_auc_aunp"), 6)
    0.854167
    >>> ClassSweeps.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("labels", "sweeps")

    task = "probabilities"

    labels: NDArray[Any]
    sweeps: tuple[ScoreSweep, ...]

    def __init__(self, labels: ArrayLike, sweeps: Sequence[ScoreSweep]) -> None:
        names, class_sweeps = as_column(labels, "labels"), tuple(sweeps)
        if len(names) < 2 or names.tolist() != sorted(set(names.tolist())):
            raise ValueError("labels must be two or more, sorted and all different")
        if len(class_sweeps) != len(names):
            raise ValueError(
                f"there must be a sweep for each label, got {len(class_sweeps)} and "
                f"{with_noun(len(names), 'label')}"
            )
        if not all(isinstance(sweep, ScoreSweep) for sweep in class_sweeps):
            raise TypeError("sweeps must be ScoreSweeps")
        totals = [(sweep.n_positive, sweep.n_negative) for sweep in class_sweeps]
        rows = sum(positive for positive, _ in totals)
        for sweep, (positive, negative) in zip(class_sweeps, totals, strict=True):
            if abs(positive + negative - rows) > (_ROUNDING * rows) * sweep.weighted:
                raise ValueError("sweeps must be of the same rows")
            at = sweep.thresholds
            if len(at) and not 0 <= at[-1] <= at[0] <= 1:
                raise ValueError("thresholds must be probabilities, in [0, 1]")
        self.labels, self.sweeps = names, class_sweeps

    @classmethod
    def from_proba(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ClassSweeps:
        """Sort the probabilities of each class.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            True labels.
        y_proba : array_like of shape (n_samples, n_classes)
            Probabilities in [0, 1]: a column per class, in the order of ``labels``, or
            named after it. The rows sum to 1.
        labels : array_like of shape (n_classes,), optional
            The classes that the columns stand for, some of which ``y_true`` may lack.
            By default all that occur, sorted.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.

        Returns
        -------
        ClassSweeps
            O(n k log n) time for k classes.

        Raises
        ------
        ValueError
            As `fastmetrics.multiclass_auc_score` does.
        """
        rows = read_columns(y_true, y_proba, labels, sample_weight)
        summary = object.__new__(cls)
        summary.labels = rows.classes
        summary.sweeps = tuple(
            ScoreSweep.from_scores(
                rows.codes == k, rows.proba[:, k], sample_weight=rows.weights
            )
            for k in range(len(rows.classes))
        )
        return summary

    # --- what it holds

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(self.sweeps)

    @property
    def weighted(self) -> bool:
        """Whether sums of weights are held, not numbers of rows."""
        return any(sweep.weighted for sweep in self.sweeps)

    @property
    def totals(self) -> NDArray[Any]:
        """Rows, or weight, of each class."""
        return np.array([sweep.n_positive for sweep in self.sweeps])

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which classes have rows."""
        present: NDArray[np.bool_] = self.totals > 0
        return present

    def own_columns(self) -> AreasOverRest:
        """Return the area of each class over the rest; raises without rows."""
        if not self.present.any():
            raise_no_rows("y_true")
        areas = [sweep.reduce("roc_auc") for sweep in self.sweeps]
        return AreasOverRest(np.array(areas), self.totals)

    @property
    def n_bytes(self) -> int:
        """Memory of all sweeps."""
        return sum(
            column.nbytes
            for sweep in self.sweeps
            for column in (sweep.thresholds, sweep.positives, sweep.negatives)
        )

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ClassSweeps:
        if not isinstance(other, ClassSweeps):
            return NotImplemented
        if self.labels.tolist() != other.labels.tolist():
            raise ValueError(
                "ClassSweeps of different labels cannot be merged: "
                f"{listed(self.labels.tolist())} and {listed(other.labels.tolist())}"
            )
        merged = object.__new__(ClassSweeps)
        merged.labels = self.labels
        sides = zip(self.sweeps, other.sweeps, strict=True)
        merged.sweeps = tuple(ours + theirs for ours, theirs in sides)
        return merged

    def to_bytes(self) -> bytes:
        """Return the sweeps as bytes; ``class_sweeps.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If labels are dates, or numbers of more than 64 bits.
        """
        number, text = pack_labels(self.labels)
        parts = [part.to_bytes() for part in self.sweeps]
        sizes = np.array([len(part) for part in parts], "<u8").tobytes()
        return _FORMAT.seal((number, self.k, len(text)), [text, sizes, *parts])

    @classmethod
    def from_bytes(cls, data: Any) -> ClassSweeps:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ClassSweeps
            Equal to those that were written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (number, k, size), reader = _FORMAT.open(data)
        text = reader.take_bytes(size)
        sizes = reader.take("<u8", k).tolist()
        sweeps = [
            ScoreSweep.from_bytes(reader.take_bytes(n_bytes)) for n_bytes in sizes
        ]
        reader.finish()
        labels = unpack_labels(_FORMAT, number, k, text)
        try:
            return cls(labels, sweeps)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    @property
    def n_samples(self) -> int:
        """Rows that count; of weights their sum, rounded."""
        return round(sum(sweep.n_positive for sweep in self.sweeps))

    def __len__(self) -> int:
        return self.k

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClassSweeps):
            return NotImplemented
        return (
            self.labels.tolist() == other.labels.tolist()
            and self.sweeps == other.sweeps
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        weighted = "weight" if self.weighted else "rows"
        return f"ClassSweeps({self.n_samples} {weighted}, {self.k} classes)"

    def _shown(self) -> Shown:
        rows = [
            [str(label), amount(sweep.n_positive), amount(len(sweep))]
            for label, sweep in zip(self.labels.tolist(), self.sweeps, strict=True)
        ]
        return Shown(repr(self), ["class", "rows", "distinct scores"], rows)


def read_columns(
    y_true: ArrayLike,
    y_proba: ArrayLike | None,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    of_sums: bool = True,
) -> Probabilities:
    """Read rows with a probability of each class.

    ``of_sums``: whether the rows must sum to 1, and else they may be off.
    """
    columns = read_probabilities(
        y_true, y_proba, labels=labels, sample_weight=sample_weight, check=False
    )
    if columns.is_column:
        raise ValueError(
            "y_proba must be of shape (n_samples, n_classes), a column per class, got "
            "one column."
        )
    if not of_sums:
        columns.check()
        return columns
    low = min(map_rows(np.min, columns.proba))
    high = max(map_rows(np.max, columns.proba))
    if not (low >= 0.0 and high <= 1.0):
        columns.raise_out_of_range()
    check_sums(columns.proba, "y_proba")
    return columns
