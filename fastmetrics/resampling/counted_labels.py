"""CountedLabels: a truth and several models' labels, read once and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.cells import distinct
from fastmetrics._inputs.indicators import Indicators
from fastmetrics._inputs.label_pairs import LabelPair, pair_models
from fastmetrics.metrics.labels.counting.confusion_bytes import Cells
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_rows import IndicatorRows
from fastmetrics.resampling.joint_cells import (
    DrawnRows,
    JointCells,
    cells_of_codes,
    cells_of_counts,
    cells_of_indicators,
)
from fastmetrics.resampling.label_codes import Codes, LabelCodes, encode, encode_pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

# Weights below 2 to this power, and above 1 over it, have squares that add up.
_LARGE = 400


class LabelCells(NamedTuple):
    """Rows of one truth and of several models, counted: a cell for labels alike.

    Attributes
    ----------
    y_true : ndarray
        The true label of each cell.
    y_preds : list of ndarray
        The predicted ones, of each model.
    rows : ndarray of int64
        How many rows are in each.
    """

    y_true: NDArray[Any]
    y_preds: list[NDArray[Any]]
    rows: NDArray[np.int64]


class CountedLabels:
    """Labels of the same rows by several models, with what a replicate draws.

    Parameters
    ----------
    y_true, y_preds
        Labels, and a sequence of columns (or matrices) of predictions.
    sample_weight, groups
        As ``confidence_interval``.
    once : callable, optional
        ``once(key, make)`` makes what other readers of ``y_true`` can use too.

    Attributes
    ----------
    counts : list of ConfusionCounts or of IndicatorCounts
        Of each model.
    tame : list
        The same with weights so scaled that their squares are in range; it is these
        squares that shares of rows ask for, and a common factor changes no share.
    weights : ndarray or None
        Of the rows, scaled likewise.
    exponent : int
        The power of two by which they have been divided.
    has_rows : bool
        Whether it was made of columns, not of counts.
    n_rows, n_units : int
        Rows that were given, and rows or groups that a replicate draws.
    """

    def __init__(
        self,
        y_true: ArrayLike,
        y_preds: Sequence[ArrayLike],
        *,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        once: Callable[[str, Callable[[], Codes | None]], Codes | None] | None = None,
    ) -> None:
        self.has_rows = True
        pairs = pair_models(y_true, y_preds, sample_weight)
        first = pairs[0]
        self.n_rows = first.n
        self._drawn = DrawnRows(first.n, first.weights, groups)
        self.n_units = self._drawn.n_units
        self.weights, self.exponent = _in_range(first.weights)
        self._patterns: list[Indicators] = []
        self._codes: LabelCodes | None = None
        plain = first.weights is None and groups is None
        self.counts: list[Any]
        if isinstance(first, Indicators):
            self._patterns = [p for p in pairs if isinstance(p, Indicators)]
            self.counts = [IndicatorRows(pair) for pair in self._patterns]
            self.tame = self.counts
            return
        columns = [pair for pair in pairs if isinstance(pair, LabelPair)]
        if plain and len(columns) == 1:
            self.counts = self.tame = [ConfusionCounts.of_pair(first)]
            return

        def encode_truth() -> Codes | None:
            return encode(first.true)

        true = encode_truth() if once is None else once("label codes", encode_truth)
        self._codes = encode_pairs(columns, true)
        if self.weights is None:
            self.counts = self.tame = self._count_cells(self._codes)
        else:
            self._count_weights(self._codes, first, self.weights)
            for counts, pair in zip(self.counts, columns, strict=True):
                counts.matches = pair.count_equal()

    @classmethod
    def of_counts(cls, counts: Any) -> CountedLabels:
        """Make it of the counts of a single model, whose rows are not at hand."""
        made = object.__new__(cls)
        made.counts = made.tame = [counts]
        made.weights, made.exponent = None, 0
        made.has_rows = False
        made._patterns, made._codes = [], None
        made.n_rows = made.n_units = counts.n_samples
        return made

    @classmethod
    def of_cells(cls, cells: LabelCells) -> CountedLabels:
        """Make it of the cells of several models, whose rows are not at hand."""
        made = cls(cells.y_true, cells.y_preds)  # each cell as a row
        assert made._codes is not None  # there are several models
        of_cells = [each.of_row for each in (made._codes.true, *made._codes.predicted)]
        rows = cells.rows[np.lexsort(of_cells[::-1])]
        made.__dict__["joint"] = replace(made.joint, rows=rows)
        made.counts = made.tame = made._count_cells(made._codes)
        made.n_rows = made.n_units = int(rows.sum())
        return made

    @property
    def kind(self) -> str:
        """What the labels of all models together are."""
        return joint_kind(self.counts)

    @cached_property
    def joint(self) -> JointCells:
        """The cells of all models together; raises if they are no longer known."""
        if self._patterns:
            return cells_of_indicators(self._patterns, self._drawn)
        if self._codes is not None:
            return cells_of_codes(self._codes, self._drawn)
        return cells_of_counts(self.counts[0])

    def _count_cells(self, codes: LabelCodes) -> list[Any]:
        """Return each model's counts, which are margins of the joint cells."""
        counts = []
        for k in range(len(codes.predicted)):
            labels = codes.places(k)[0]
            true, predicted = self.joint.true[k], self.joint.predicted[k]
            found, cell = distinct(true * len(labels) + predicted)
            n = np.zeros(len(found), np.int64)
            np.add.at(n, cell, self.joint.rows)
            rows, columns = np.divmod(found, len(labels))
            counts.append(ConfusionCounts.of_cells(labels, Cells(rows, columns, n)))
        return counts

    def _count_weights(
        self,
        codes: LabelCodes,
        given: LabelPair,
        in_range: NDArray[np.float64],
    ) -> None:
        """Count rows with weights, in their own order: so sums have the same bits.

        Weights are counted as scaled, and sums are scaled back, unless the smallest
        weights vanish beside the largest when they are scaled.
        """
        true = codes.true.column("y_true")

        def count(weights: Any) -> list[Any]:
            return [
                ConfusionCounts.of_pair(
                    LabelPair(
                        true, each.column("y_pred"), weights, given.integer_weights
                    )
                )
                for each in codes.predicted
            ]

        self.tame = count(in_range)
        if not self.exponent:
            self.counts = self.tame
        elif (np.ldexp(in_range, self.exponent) == given.weights).all():
            self.counts = [_scaled(one, self.exponent) for one in self.tame]
        else:
            self.counts = count(given.weights)


def joint_labels(counts: Iterable[Any]) -> list[Any]:
    """Return the labels of the truth and of all models, sorted."""
    return sorted({label for one in counts for label in one.labels.tolist()})


def joint_kind(counts: Sequence[Any]) -> str:
    """Return what the labels of all models together are.

    A model that only knows two of three classes is judged as the others are.
    """
    kinds = {one.kind for one in counts}
    if kinds == {"binary"} and len(joint_labels(counts)) > 2:
        return "multiclass"
    return max(kinds)


def _in_range(weights: NDArray[Any] | None) -> tuple[NDArray[np.float64] | None, int]:
    """Return weights whose squares add up, and the power of two they were divided by.

    They are the given ones themselves, and the power 0, if these will do.
    """
    if weights is None:
        return None, 0
    weights = np.asarray(weights, np.float64)
    exponent = int(np.frexp(weights.max())[1])
    if abs(exponent) < _LARGE:
        return weights, 0
    return np.ldexp(weights, -exponent), exponent


def _scaled(counts: ConfusionCounts, exponent: int) -> ConfusionCounts:
    """Return counts of weights that are larger by a power of two."""
    cells = counts.cells
    with np.errstate(over="ignore", under="ignore"):
        cells = cells._replace(
            sums=np.ldexp(cells.sums, exponent),
            squares=np.ldexp(cells.squares, 2 * exponent),
        )
    return ConfusionCounts.of_cells(counts.labels, cells, whole=False)
