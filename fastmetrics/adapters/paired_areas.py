"""Differences of areas under the ROC curve of models that are read in passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.scores import split_scores
from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.resampling.area_plans import AreaDifference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.scores import RowScores
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep

# Parts of each class that cells of scores are cut by. A placement is known to half of
# a cell, and is exact where a cell is a single score: if there are no more rows.
PAIR_SHARES = 1 << 16
# Models of which all pairs are compared, whose number grows with the square.
MOST_MODELS = 10


def scale_of_area(row: Metric, parameters: Mapping[str, Any]) -> float | None:
    """Return the factor of a linear function of the area; None: it is none."""
    own = {k: v for k, v in parameters.items() if k != "pos_label"}
    reduction = row.reduce(row.with_parameters(own))
    if reduction is None or reduction.reducer != ("roc_auc",):
        return None
    return reduction.scale


class _Placer:
    """The placement of a score among the rows of the other class, in [0, 1]."""

    def __init__(self, sweep: ContinuedSweep) -> None:
        cells = sweep.cells
        assert cells is not None
        n_pos, n_neg = int(sweep.n_positive), int(sweep.n_negative)
        ones = np.ones(len(cells), np.uint8)
        self._lowest = split_scores(ones, cells.thresholds).keys[::-1].copy()
        level = cells.negatives, cells.positives
        below = n_neg - np.cumsum(level[0])
        above = np.cumsum(level[1]) - level[1]
        # Of negative rows, and then of positive ones.
        doubled = 2 * above + level[1], 2 * below + level[0]
        sizes = 2 * n_pos, 2 * n_neg
        each = (of_class[::-1] / n for of_class, n in zip(doubled, sizes, strict=True))
        self._placements = np.concatenate([*each])

    def placed(self, rows: RowScores) -> NDArray[np.float64]:
        """Return the placement of each row."""
        # Keys in order are found in the cache.
        numbers = np.arange(len(rows.keys), dtype=np.uint64)
        keys, order = sort_pairs(rows.keys, numbers)
        at = order.view(np.intp)
        cells = np.searchsorted(self._lowest, keys, side="right") - 1
        cells += len(self._lowest) * rows.labels[at].astype(np.intp)
        found = np.empty(len(keys))
        found[at] = self._placements[cells]
        return found


class PairedAreas:
    """The variances of the differences of areas of models, after DeLong.

    Parameters
    ----------
    sweeps : mapping
        The sweep of each model, with cells.
    """

    def __init__(self, sweeps: Mapping[str, ContinuedSweep]) -> None:
        self._placers = {model: _Placer(sweep) for model, sweep in sweeps.items()}
        first = next(iter(sweeps.values()))
        self._sizes = int(first.n_negative), int(first.n_positive)
        # Of each pair sums and squares of differences of placements, by class.
        self._sums = {pair: np.zeros((2, 2)) for pair in combinations(sweeps, 2)}

    def add(self, rows: Mapping[str, RowScores]) -> None:
        """Add the rows of a batch, whose scores each model has."""
        placed = {model: self._placers[model].placed(rows[model]) for model in rows}
        labels = next(iter(rows.values())).labels
        of_class = [np.flatnonzero(labels == label) for label in (0, 1)]
        for (a, b), sums in self._sums.items():
            apart = placed[a] - placed[b]
            for label, at in enumerate(of_class):
                own = apart[at]
                sums[label] += own.sum(), own @ own

    def differences(
        self, readings: Sequence[tuple[Metric, Mapping[str, Any]]]
    ) -> dict[tuple[str, str], dict[str, AreaDifference]]:
        """Return the differences of each pair of models, by metric of the area."""
        scales = {row.name: scale_of_area(row, own) for row, own in readings}
        found: dict[tuple[str, str], dict[str, AreaDifference]] = {}
        if min(self._sizes) < 2:
            return found
        for pair, sums in self._sums.items():
            of_negatives, of_positives = (
                max(float(squares - total * total / n), 0.0) / (n - 1) / n
                for (total, squares), n in zip(sums, self._sizes, strict=True)
            )
            n_neg, n_pos = self._sizes
            variance = DelongVariance(of_positives, of_negatives, n_pos, n_neg)
            found[pair] = {
                name: AreaDifference(variance, scale)
                for name, scale in scales.items()
                if scale is not None
            }
        return found
