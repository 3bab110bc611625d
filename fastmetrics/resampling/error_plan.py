"""ErrorPlan: what the intervals of measures of errors are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs import as_array
from fastmetrics.metrics.regression.family import FAMILY
from fastmetrics.metrics.regression.measuring.error_tails import kurtosis_of_errors
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Refusal
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Data, Design, Of

__all__ = ["ErrorPlan"]

# With errors of a greater kurtosis, intervals made of their squares cover too little.
_HEAVY = 10.0


class ErrorPlan(RowPlan):
    """What the intervals of measures of errors are made from.

    Columns are "y_true" and, of each model, "y_pred" or another kind of forecast; in
    their place may stand an ErrorSums.
    """

    family = FAMILY

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        super().__init__(data, design, options)
        given = [{*data.shared, *columns} for columns in data.models.values()]
        # The kinds of forecasts that all models have, in the words of the targets.
        self.kinds = tuple(
            target or "point"
            for target, names in FAMILY.positional.items()
            if all({*names} <= every for every in given)
        )
        self._columns: dict[tuple[str, int], NDArray[Any]] = {}
        self._kurtosis: dict[int, float] = {}

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns as arrays, each of them converted once."""
        if self._summary is not None:
            return super().prepared(metric, model)
        names = self.family.leading(self.asked[metric].row)
        return tuple(self._column(name, model) for name in names)

    def _column(self, name: str, model: int) -> NDArray[Any]:
        shared = name in self._data.shared
        key = name, -1 if shared else model
        if key not in self._columns:
            own = self._data.shared if shared else self._data.models[self.names[model]]
            self._columns[key] = as_array(own[name], name)
        return self._columns[key]

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row, given = self.asked[metric]
        needed = row.interval_needs
        if needed and all(given.get(name) is None for name in needed):
            if asked == "auto":
                return Refusal(refusals.ONE_SERIES)
            return refusals.unknown_interval(row.name, refusals.ONE_SERIES)
        return super().method(metric, asked, of)

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        found = super().note(metric, asked, of)
        if found or not self.asked[metric].row.light_tails:
            return found
        kurtosis = max(self._kurtosis_of(metric, model) for model in of)
        return refusals.heavy_tails(kurtosis) if kurtosis > _HEAVY else ""

    def _kurtosis_of(self, metric: int, model: int) -> float:
        """Return the kurtosis of a model's errors, computed when first asked for."""
        if model not in self._kurtosis:
            true, pred = self.prepared(metric, model)
            weights = self._units.weights
            self._kurtosis[model] = kurtosis_of_errors(true, pred, weights)
        return self._kurtosis[model]
