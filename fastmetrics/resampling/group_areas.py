"""Areas inside groups, of several models: each group of the design is a unit.

What a group adds to a weighted mean is its weight times the distance of its area from
the mean; from these the interval follows in closed form, without draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import means
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._inputs.groups import GroupIds
from fastmetrics.metrics.record import MEAN, SKEWED_T
from fastmetrics.metrics.scores.grouped_scores import GroupedScores
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import MetricCall, Of, Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.score_rows import ScoreRows


class GroupAreas:
    """The areas of each model in each group.

    Parameters
    ----------
    rows : ScoreRows
        The models' rows.
    units : list of ndarray
        For each model the group of each row in canonical order.
    n_units : int
        How many groups there are.
    """

    def __init__(
        self,
        rows: ScoreRows,
        units: Sequence[NDArray[np.uint32] | None],
        n_units: int,
    ) -> None:
        self._rows = rows
        self._units = units
        self._n_units = n_units
        self._models: dict[int, GroupedScores] = {}

    def of_model(self, k: int) -> GroupedScores:
        """Return what is known of the groups of a model; the rows are met once."""
        if k not in self._models:
            model, units, labels = (
                self._rows.models[k],
                self._units[k],
                self._rows.labels,
            )
            assert model.order is not None
            assert model.keys is not None
            assert units is not None
            assert labels is not None
            # Back in the order of the rows, in which weights are added up elsewhere.
            scores, groups = np.empty_like(model.keys), np.empty_like(units)
            scores[model.order] = np.invert(model.keys)
            groups[model.order] = units
            ids = GroupIds(groups, 0, self._n_units, None, groups.dtype)
            self._models[k] = GroupedScores.from_scores(
                ids, labels, scores, self._rows.weights
            )
        return self._models[k]

    def values(self, average: str) -> NDArray[np.float64]:
        """Return the mean area of each model."""
        models = range(len(self._rows.models))
        return np.array([self.of_model(k).mean(average) for k in models])

    def interval(
        self, average: str, estimate: float, method: str, of: Of, level: float
    ) -> Interval:
        """Make the interval of a mean area, or of the difference of two."""
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.NO_GROUP_OF_BOTH)
        first = self.of_model(of[0])
        which = first.has_both  # the same for all models, as are the weights
        areas, weights = first.areas[which], first.weights(average)[which]
        if len(of) > 1:
            areas = areas - self.of_model(of[1]).areas[which]
        mean = means.mean_of_rows(areas, weights / weights.max())
        error = mean.standard_error
        if math.isnan(error):
            return no_interval(estimate, level, refusals.ONE_GROUP_OF_BOTH)
        if not mean.degrees_of_freedom > 0:
            return no_interval(estimate, level, refusals.ONE_WEIGHS_ALL)
        if error == 0.0:
            return no_interval(estimate, level, refusals.NO_SPREAD)
        skewness = mean.skewness if method == SKEWED_T else 0.0
        law = StudentLaw(estimate, error, mean.degrees_of_freedom, skewness)
        low, high = law.bounds(level)
        least = 0.0 if len(of) == 1 else -1.0
        low, high = max(low, least), min(high, 1.0)
        return Interval(estimate, low, high, error, level, method, law=law)


def check_groups(asked: MetricCall, groups: object) -> None:
    """Raise unless there are the groups that a metric needs."""
    if groups is None:
        raise TypeError(
            f"{asked.row.name} needs groups: the group of each row, which is the unit "
            "of its interval"
        )


def method_of(asked: MetricCall, method: str) -> str | Refusal:
    """Name the way in which the interval of a mean over groups will be made."""
    if method == "auto":
        return SKEWED_T
    if method in MEAN:
        return method
    return refusals.not_for_rows(method, asked.row.name, MEAN)
