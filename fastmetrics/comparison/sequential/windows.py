"""What a window of rows is worth to a metric that is no mean: estimate and error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.warn import hold_warnings
from fastmetrics.comparison.sequential.bets import SHARES
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.summary import Summary
from fastmetrics.resampling.row_records import count_rows
from fastmetrics.show.words import Message, of_catalog

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.comparison.sequential.rows import Given
    from fastmetrics.metrics.record import Metric

__all__ = ["JudgedWindows", "Window"]


class Window(NamedTuple):
    """The metric of a window of n rows, and its standard error."""

    estimate: float
    standard_error: float
    n: int

    def log_wealth(self, null: float, *, mirrored: bool) -> NDArray[np.float64]:
        """Return by bet the logarithm of what a capital of 1 has become.

        With z the distance from the null in standard errors it is θ z - θ²/2, whose
        exponential has mean 1 where z is standard normal.
        """
        z = (self.estimate - null) / self.standard_error
        found: NDArray[np.float64] = SHARES * (-z if mirrored else z) - SHARES**2 / 2
        return found


class JudgedWindows(NamedTuple):
    """What windows are judged by: a metric of the catalog with an interval."""

    row: Metric
    parameters: Mapping[str, Any]  # those that are not the record's own

    def told(self) -> dict[str, Any]:
        """Return what two that are judged alike have in common, as JSON has it."""
        given = dict(self.parameters)
        return {"metric": self.row.name, "metric_params": given, "bounds": None}

    @property
    def title(self) -> Message:
        """What it is called."""
        return of_catalog(self.row.title)

    def piece(self, given: Given, counts: Any) -> Window:
        """Return the estimate of a window, and its error."""
        if counts is not None or given.values is not None:
            raise TypeError(
                f"{self.row.name} is judged by windows of rows or summaries: it takes "
                "neither counts nor values."
            )
        columns: dict[str, Any] = {}
        if isinstance(given.y_true, Summary):
            n = _rows_of(given.y_true)
        else:
            others = [one for one in given[1:3] if one is not None]
            if given.y_true is None or len(others) != 1:
                raise TypeError(
                    f"{self.row.name} is judged by y_true and one of y_pred, y_score "
                    "and y_proba."
                )
            columns, n = {"y_pred": others[0]}, count_rows(given.y_true)
        parameters = dict(self.parameters)
        positive = parameters.pop("pos_label", None)
        with hold_warnings():
            found = confidence_interval(
                self.row.name,
                given.y_true,
                metric_params=parameters or None,
                pos_label=positive,
                random_state=0,
                **columns,
            )
        if not 0 < found.standard_error < math.inf:
            why = f": {found.reason}" if found.reason else ""
            raise ValueError(
                f"{self.row.name} of this window has no standard error{why}. Give "
                "windows of more rows."
            )
        return Window(found.estimate, found.standard_error, n)


def _rows_of(summary: Any) -> int:
    """Return how many rows a summary is of; of a sweep what its classes weigh."""
    n = getattr(summary, "n_samples", None)
    if n is None:
        n = np.sum(summary.positives) + np.sum(summary.negatives)
    return max(1, round(float(n)))
