"""SlicedAreas: areas under the ROC curve of all slices, and their intervals as arrays.

Rows are sorted once, by slice and inside their slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics.metrics.record import DELONG
from fastmetrics.metrics.scores.areas import GroupedScores
from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.resampling import area_plans, refusals
from fastmetrics.resampling.sliced_means import bounds_of, in_range

if TYPE_CHECKING:
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.resampling.plan import Bounds, Floats

    Places = NDArray[np.intp] | None

# A standard error that is 0 up to rounding: placements are ratios of whole counts.
ROUNDING = 1e-15


class SlicedAreas:
    """The areas under the ROC curve of one model's scores in all slices."""

    def __init__(self, scores: GroupedScores, n_slices: int) -> None:
        self._scores, self._slices = scores, scores.group_ids()
        self.areas = np.full(n_slices, np.nan)
        self.areas[self._slices] = scores.areas

    @classmethod
    def of_rows(
        cls,
        y_true: Any,
        columns: Sequence[Any],
        slices: NDArray[np.int64],
        n_slices: int,
        sample_weight: Any,
        pos_label: Any,
    ) -> list[SlicedAreas]:
        """Sort each model's scores inside their slices."""
        return [
            cls(
                GroupedScores.from_rows(
                    y_true, scores, slices, pos_label, sample_weight
                ),
                n_slices,
            )
            for scores in columns
        ]

    def values(self, asked: BoundMetric) -> Floats:
        """Return the values of a metric from the areas."""
        reduction = asked.row.reduce(asked.parameters)
        assert reduction is not None  # or it would not be read off areas
        return reduction.scale * self.areas + reduction.offset

    def closed_bounds(self, asked: BoundMetric) -> Bounds | None:
        """Return the function of the bounds; None if the plans tell."""
        return bounds_of(self._made, asked)

    def intervals(self, asked: BoundMetric, level: float) -> PairIntervals | None:
        """Return the intervals of slices; None: by their plans.

        Functions of the area may round otherwise than the values from it do.
        """
        reduction = asked.row.reduce(asked.parameters)
        assert reduction is not None  # as above
        if (reduction.scale, reduction.offset) != (1.0, 0.0):
            return None
        return self._made(asked, level)

    def _made(
        self, asked: BoundMetric, level: float, places: Places = None
    ) -> PairIntervals | None:
        """Make the intervals by DeLong's variance."""
        variances = self._variances
        if asked.row.interval != DELONG[0] or variances is None:
            return None
        at = slice(None) if places is None else places
        reduction = asked.row.reduce(asked.parameters)
        assert reduction is not None  # as above
        scale, offset = reduction.scale, reduction.offset
        areas, (totals, freedom, *sizes) = self.areas[at], variances[:, at]
        errors, smaller = np.sqrt(totals), np.minimum(*sizes)
        ends = np.full((2, len(areas)), np.nan)
        perfect = (areas == 0) | (areas == 1)
        for k in np.flatnonzero(perfect).tolist():
            n_pos, n_neg = (int(size[k]) for size in sizes)
            ends[:, k] = bounds.perfect_auc(float(areas[k]), n_pos, n_neg, level)
        few = (smaller < 2) & ~perfect
        still = ~few & ~perfect & ~(errors >= ROUNDING)
        known = np.flatnonzero(~(few | still | perfect))
        n_pos, n_neg = (size[known] for size in sizes)
        ends[:, known] = area_plans.inverted_areas(
            areas[known], totals[known], freedom[known], n_pos, n_neg, level
        )
        with np.errstate(invalid="ignore"):
            ends = np.sort(scale * ends + offset, axis=0)
        none = few | still
        why = [refusals.ONE_CLASS, refusals.ONE_ROW_OF_A_CLASS, refusals.NO_VARIANCE]
        made = PairIntervals.made(
            self.values(asked)[at],
            level,
            DELONG[0],
            low=ends[0],
            high=ends[1],
            standard_error=np.where(none, np.nan, abs(scale) * errors),
            reason=np.array(["", *why], object)[
                np.select([few & (smaller < 1), few, still], [1, 2, 3], 0)
            ],
        )
        made.method[perfect], made.method[none] = "exact", "none"
        return in_range(made, asked.row.ends(asked.parameters), sizes[0] + sizes[1])

    @cached_property
    def _variances(self) -> Floats | None:
        """DeLong's variances, their degrees of freedom, and rows of each class.

        (4, slices). None where rows have weights, or a slice has too many of them.
        """
        squares = self._scores.squares
        if squares is None:
            return None
        found = np.full((4, len(self.areas)), np.nan)
        columns = (
            *(self._scores.doubled, *squares),
            *(self._scores.positives, self._scores.negatives),
        )
        sums = zip(*(column.tolist() for column in columns), strict=True)
        for at, one in zip(self._slices.tolist(), sums, strict=True):
            n_pos, n_neg = one[3:]
            found[2:, at] = n_pos, n_neg
            if min(n_pos, n_neg) > 1:
                variance = DelongVariance.of_squares(*one)
                found[0, at] = variance.total
                if variance.total > 0:
                    found[1, at] = variance.degrees_of_freedom
        return found
