"""ProbabilityPlan: what the intervals of measures of probabilities are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.means import Mean, mean_of_sums
from fastmetrics._inputs import as_array
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics.metrics.probability.family import FAMILY
from fastmetrics.metrics.probability.measuring import row_losses
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.loss_lines import (
    Moments,
    moments_of_sums,
)
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Asked, Of, Refusal
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

__all__ = ["ProbabilityPlan"]

# What reads `CalibrationBins` in place of columns.
_OF_BINS = frozenset(
    (
        "brier_decomposition",
        "calibration_curve",
        "expected_calibration_error",
        "maximum_calibration_error",
        "squared_calibration_error",
    )
)
# With this many rows it pays to go over them once instead of twice.
_MANY = 100_000


class ProbabilityPlan(RowPlan):
    """What the intervals of measures of probabilities are made from.

    Columns are "y_true" and, of each model, "y_proba"; in their place may stand a
    summary. Options are "pos_label" and "labels", for metrics that have such a
    parameter and are asked for without.

    The log loss and the Brier score of many rows that count alike are summed together
    with their squares and cubes, in one pass that keeps no losses.
    """

    family = FAMILY
    common: ClassVar[tuple[str, ...]] = ("pos_label", "labels")

    def _classes(self) -> NDArray[Any]:
        """Return the number of each row's class, the stratum that it is of."""
        labels = as_array(self._data.shared["y_true"], "y_true")
        if labels.ndim != 1:
            raise ValueError("stratified needs one-dimensional labels")
        return ClassCodes(labels, "y_true").codes

    def ask(self, asked: Sequence[Asked]) -> None:
        """Take the metrics that are wanted; raise where sums do not tell one."""
        for row, _ in asked:
            if not self.tells(row):
                kind = type(self._summary).__name__
                raise TypeError(
                    f"{row.name} cannot be read off {kind}: give the columns"
                )
        if isinstance(self._summary, CalibrationBins):
            # A report says that bins are not those that a metric has by default.
            asked = [Asked(row, {"strategy": "uniform", **own}) for row, own in asked]
        super().ask(asked)

    def tells(self, row: Metric) -> bool:
        """Whether a metric can be read off what was given, columns or a summary."""
        if isinstance(self._summary, CalibrationBins):
            return row.function in _OF_BINS
        return self._summary is None or row.formula is not None

    @property
    def of_one_event(self) -> bool:
        """Whether all models have the probability of the positive class only."""
        if isinstance(self._summary, ProbabilitySums):
            return self._summary.is_column
        if self._summary is not None:
            return True
        columns = [one["y_proba"] for one in self._data.models.values()]
        return all(as_array(column, "y_proba").ndim < 2 for column in columns)

    def value(self, metric: int, model: int) -> Any:
        """Return what the function of a metric gives, with its errors and warnings."""
        if self._moments_of(metric) is None:
            return super().value(metric, model)
        # The same pass judges the rows, and its mean is the value but for rounding.
        return self._mean(metric, (model,)).value

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        way = super().method(metric, asked, of)
        if self._summary is None or isinstance(way, Refusal):
            return way
        if isinstance(self._summary, CalibrationBins):
            return Refusal(refusals.BINS_LACK_SQUARES)
        known = self._moments_of_summary(metric) is not None
        return way if known else Refusal(refusals.SUMS_LACK_SQUARES)

    def _in_one_pass(self, metric: int, model: int) -> Mean | None:
        moments = self._moments_of(metric)
        if moments is not None:
            columns = self.prepared(metric, model)
            found = moments(*columns, **self.asked[metric].parameters)
            return _mean(found) if np.isfinite(found.squares) else None
        if self._summary is not None:
            of_sums = self._moments_of_summary(metric)
            assert of_sums is not None  # or `method` has refused
            return _mean(of_sums)
        return None

    def _estimate(self, metric: int, model: int) -> float:
        if self._summary is not None:
            return self._value(metric, model)
        return super()._estimate(metric, model)

    def _moments_of(self, metric: int) -> Any:
        """Return what sums up a metric in one pass; None: nothing, or it does not pay.

        A function looks at its parameters, so that none but these may be given.
        """
        row, given = self.asked[metric]
        one = len(self.names) == 1 and self._summary is None
        if not one or not self._design.is_plain or self.n_rows < _MANY:
            return None
        if not {*given} <= {"labels", "pos_label"}:
            return None
        return row_losses.MOMENTS.get(row.row_values.rpartition(".")[2])

    def _moments_of_summary(self, metric: int) -> Moments | None:
        row, given = self.asked[metric]
        if not isinstance(self._summary, ProbabilitySums):
            return None
        return moments_of_sums(self._summary, row.function, given)


def _mean(of: Moments) -> Mean:
    n = float(of.n)
    total = n if of.total is None else of.total
    squares = n if of.total_of_squares is None else of.total_of_squares
    powers = of.squares, of.cubes
    return mean_of_sums(of.mean, of.n, (total, squares), powers, of.noise)
