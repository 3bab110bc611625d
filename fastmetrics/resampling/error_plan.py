"""ErrorPlan: what the intervals of measures of errors are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.regression.family import FAMILY
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics.resampling.plan import Data, Design

__all__ = ["ErrorPlan"]


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
