"""Differences of areas under the ROC curve of models that are read in passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

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
    is_linear = reduction is not None and reduction.reducer == ("roc_auc",)
    return reduction.scale if is_linear else None


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
        self._of_class = [
            ((doubled + tied) / (2 * n))[::-1].copy()
            for doubled, tied, n in (
                (2 * above, level[1], n_pos),
                (2 * below, level[0], n_neg),
            )
        ]

    def placed(self, rows: RowScores) -> list[NDArray[np.float64]]:
        """Return the placements of the negative rows, and of the positive ones."""
        cells = np.searchsorted(self._lowest, rows.keys, side="right") - 1
        return [
            of_class[cells[rows.labels == label]]
            for label, of_class in enumerate(self._of_class)
        ]


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
        placed = {
            model: self._placers[model].placed(one) for model, one in rows.items()
        }
        for (a, b), sums in self._sums.items():
            for label, sides in enumerate(zip(placed[a], placed[b], strict=True)):
                apart = sides[0] - sides[1]
                sums[label] += apart.sum(), apart @ apart

    def differences(
        self, readings: Sequence[tuple[Metric, Mapping[str, Any]]]
    ) -> dict[tuple[str, str], dict[str, AreaDifference]]:
        """Return the differences of each pair of models, by metric of the area."""
        scales = {row.name: scale_of_area(row, own) for row, own in readings}
        found: dict[tuple[str, str], dict[str, AreaDifference]] = {}
        if min(self._sizes) < 2:
            return found
        for pair, sums in self._sums.items():
            of_class = [
                max(float(squares - total * total / n), 0.0) / (n - 1) / n
                for (total, squares), n in zip(sums, self._sizes, strict=True)
            ]
            variance = DelongVariance(*of_class[::-1], *self._sizes[::-1])
            found[pair] = {
                name: AreaDifference(variance, scale)
                for name, scale in scales.items()
                if scale is not None
            }
        return found
