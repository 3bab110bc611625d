"""Columns of forecasts that are judged, and what is summed in their bins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import bins
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.probability.formulas.calibration import BinSums, MoreSums
from fastmetrics.metrics.probability.measuring.bin_edges import (
    BinEdges,
    edges_for,
    pieces,
)
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MODES",
    "ProbabilityColumn",
    "judged_column",
    "judged_columns",
    "split_sums",
]

MODES = ("auto", "top-label", "classwise")

# Sums of so many rows are added up on their own, so that little is lost to rounding.
_FLUSH = 4096

# Room for the sums of all pieces together, in numbers.
_ROOM = 1 << 24

_YES, _NO = np.uint8(1).tobytes(), np.uint8(0).tobytes()


class ProbabilityColumn:
    """Rows of one class against the rest, with the probability of that class."""

    __slots__ = ("_explain", "proba", "rows", "weights")

    def __init__(
        self,
        rows: bins.BinRows,
        proba: NDArray[Any],
        weights: NDArray[np.float64] | None,
        explain: Callable[[], object],
    ) -> None:
        self.rows = rows
        self.proba = proba
        self.weights = weights
        self._explain = explain

    def hits(self) -> NDArray[np.uint8]:
        """Return 1 for the rows in which it happened."""
        return self.rows.hits()

    def checked(self) -> NDArray[Any]:
        """Return the probabilities; raise if they are not all in [0, 1]."""
        if not (self.proba.min() >= 0 and self.proba.max() <= 1):
            self._explain()
        return self.proba

    def edges(self, strategy: Any, n_bins: Any) -> BinEdges:
        """Return the edges of bins, those of quantiles of the rows that weigh."""
        proba = self.proba
        if isinstance(strategy, str) and strategy == "quantile":
            proba = self.checked()
            if self.weights is not None:
                proba = proba[self.weights > 0]
        return edges_for(strategy, n_bins, proba)

    def curve(self, edges: BinEdges) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return counts per bin and class, and sums of p with np.bincount's bits."""
        counts = np.zeros((edges.n_bins, 2), np.int64)
        sums = np.zeros(edges.n_bins)
        if not self.rows.count(edges.opened, 0, self.rows.n, 0, counts, sums):
            self._explain()
        return counts, sums

    def distinct(self) -> BinSums:
        """Return the sums over the rows of each probability that occurs."""
        sweep = ScoreSweep.from_scores(
            self.hits(), self.checked(), sample_weight=self.weights
        )
        positives = sweep.positives.astype(np.float64)
        weights = positives + sweep.negatives
        values = sweep.thresholds.astype(np.float64)
        # Rows of weight 0 have been left out, so each value counts.
        counts = np.ones(len(values), np.int64)
        return BinSums(counts, weights, positives, weights * values)

    def sums(self, edges: BinEdges) -> BinSums:
        """Return what is summed in each bin."""
        if self.weights is not None:
            return split_sums(*self.all_sums(edges))[0]
        counts, forecasts = self._added(edges, weigh=False)
        n, outcomes = counts.sum(axis=1), counts[:, 1].astype(np.float64)
        return BinSums(n, n.astype(np.float64), outcomes, forecasts)

    def all_sums(self, edges: BinEdges) -> tuple[NDArray[np.int64], Any]:
        """Return counts of rows, and all sums: of shape (n_bins, `bins.N_SUMS`)."""
        counts, sums = self._added(edges, weigh=True)
        return counts.sum(axis=1), sums

    def _added(self, edges: BinEdges, *, weigh: bool) -> tuple[Any, Any]:
        n_bins, opened, rows = edges.n_bins, edges.opened, self.rows
        shape = (n_bins, bins.N_SUMS) if weigh else (n_bins,)

        def add(piece: tuple[int, int]) -> Any:
            counts, sums = np.zeros((n_bins, 2), np.int64), np.zeros(shape)
            flush = max(_FLUSH, n_bins)
            if weigh:
                right = rows.weigh(opened, self.weights, *piece, flush, counts, sums)
            else:
                right = rows.count(opened, *piece, flush, counts, sums)
            if not right:
                self._explain()
            return counts, sums

        whole = pieces(rows.n)
        if len(whole) * np.prod(shape) > _ROOM:
            whole = [(0, rows.n)]
        found = map_blocks(add, whole)
        counts = np.sum([each for each, _ in found], axis=0)
        total = np.sum([each for _, each in found], axis=0)
        return counts, total


def split_sums(
    counts: NDArray[np.int64], sums: NDArray[np.float64]
) -> tuple[BinSums, MoreSums]:
    """Return the sums by their names."""
    columns = sums.T
    return BinSums(counts, *columns[:3]), MoreSums(*columns[3:])


def judged_columns(
    y_true: Any,
    y_proba: Any,
    *,
    mode: Any = "auto",
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Iterator[ProbabilityColumn]:
    """Yield the columns of forecasts that are judged.

    "auto": P(positive) of a column, and of a matrix the largest probability of each
    row, of the first column if several are, against that class being the right one
    ("top-label"). "classwise": every column of a matrix.
    """
    if not is_one_of(mode, MODES):
        raise ValueError(f"mode must be one of {', '.join(MODES)}, got {shown(mode)}.")
    if mode != "top-label" and labels is None:
        plain = _plain_column(y_true, y_proba, pos_label, sample_weight)
        if plain is not None:
            yield plain
            return
    found = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if found.is_column and mode != "top-label":
        yield _column_of(found)
    elif mode == "classwise":
        for number in range(found.k):
            hits = (found.codes == number).view(np.uint8)
            yield _of_hits(hits, found.proba[:, number], found.weights)
    else:
        yield _of_hits(*_largest(found), found.weights)


def judged_column(
    y_true: Any,
    y_proba: Any,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> ProbabilityColumn:
    """Return a column of P(positive); a matrix raises."""
    plain = _plain_column(y_true, y_proba, pos_label, sample_weight)
    if plain is not None:
        return plain
    column = as_column(y_proba, "y_proba")  # a matrix has no positive class
    found = read_probabilities(
        y_true, column, pos_label=pos_label, sample_weight=sample_weight
    )
    return _column_of(found)


def _plain_column(
    y_true: Any, y_proba: Any, pos_label: Any, sample_weight: Any
) -> ProbabilityColumn | None:
    """Open two plain columns whose labels are simple; else return None."""
    asked = None if pos_label is None else OneOfTwo(pos_label)
    rows = bins.open_plain_rows(y_true, y_proba, asked)
    if rows is None:
        return None

    def explain() -> None:
        read_probabilities(y_true, y_proba, pos_label=pos_label)
        raise RuntimeError("y_proba was modified while it was being read.")

    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, rows.n)
    return ProbabilityColumn(rows, y_proba, weights, explain)


def _column_of(found: Probabilities) -> ProbabilityColumn:
    def explain() -> None:
        assert len(found.codes)  # of labels that are wrong there are none
        found.raise_out_of_range()

    rows = bins.open_rows(found.items, found.proba, found.positive, found.negative)
    return ProbabilityColumn(rows, found.proba, found.weights, explain)


def _of_hits(
    hits: NDArray[np.uint8], proba: NDArray[Any], weights: NDArray[np.float64] | None
) -> ProbabilityColumn:
    """Return forecasts that have been checked, and whether each came true."""

    def explain() -> None:
        raise RuntimeError("y_proba was modified while it was being read.")

    rows = bins.open_rows(hits, proba, _YES, _NO)
    return ProbabilityColumn(rows, proba, weights, explain)


def _largest(found: Probabilities) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """Return whether the most probable class is the right one, and how probable."""
    if found.is_column:
        positive = found.proba.astype(np.float64)
        negative = 1.0 - positive
        said = positive > negative
        return (said == found.codes).view(np.uint8), np.maximum(positive, negative)
    said = found.proba.argmax(axis=1)
    largest = np.take_along_axis(found.proba, said[:, None], axis=1)[:, 0]
    return (said == found.codes).view(np.uint8), largest
