"""ProbabilityPlan: what the intervals of measures of probabilities are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._inputs import as_array
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ProbabilityPlan"]


class ProbabilityPlan(RowPlan):
    """What the intervals of measures of probabilities are made from.

    Columns are "y_true" and, of each model, "y_proba". Options are "pos_label" and
    "labels", for metrics that have such a parameter and are asked for without.
    """

    columns = ("y_true", "y_proba")
    common: ClassVar[tuple[str, ...]] = ("pos_label", "labels")

    def _classes(self) -> NDArray[Any]:
        """Return the number of each row's class, the stratum that it is of."""
        labels = as_array(self._data.shared["y_true"], "y_true")
        if labels.ndim != 1:
            raise ValueError("stratified needs one-dimensional labels")
        codes: NDArray[Any] = np.unique(labels, return_inverse=True)[1]
        return codes
