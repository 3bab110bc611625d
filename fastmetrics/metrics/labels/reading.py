"""CountReading: a metric with its parameters, as a formula on counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastmetrics.metrics.labels.counting.count_views import INDICATOR, counts_of
from fastmetrics.metrics.labels.formulas.registry import FORMULAS
from fastmetrics.metrics.record import Metric

# A class without rows is 0 in a mean over classes, as it is in scikit-learn; where it
# is the only ratio, there is none.
_MEANS = {"macro", "weighted", "samples"}


@dataclass(frozen=True, eq=False)
class CountReading:
    """A metric as a formula on counts.

    Attributes
    ----------
    view : str
        Which counts: "margins", "table", "cells", "exact", "entries" or "samples".
    columns : array_like or None
        Of "samples", the labels to look at; None: all.
    """

    view: str
    columns: Any
    formula: Callable[..., Any]
    trials: Callable[..., Any] | None
    spread: Callable[..., float] | None
    parameters: Mapping[str, Any]

    def __call__(self, counts: Any) -> Any:
        """Return the values of a block of counts; of "samples", one for each row."""
        return self.formula(counts, **self.parameters)

    def of(self, counts: Any) -> float:
        """Return the value of all counts of some labels."""
        if self.view == "samples":
            values = self(counts.rows(self.columns))
            return float(np.average(values, weights=counts.row_weights))
        return float(self(counts_of(counts, self.view)))

    def proportion(self, counts: Any) -> tuple[Any, Any] | None:
        """Return (successes, trials), or None where it is no share of rows."""
        if self.trials is None or self.view in ("entries", "samples"):
            return None
        return self.trials(counts, **self.parameters)

    def log_variance(self, counts: Any) -> float | None:
        """Return the variance of the logarithm of a ratio, None where it is none."""
        if self.spread is None:
            return None
        return self.spread(counts, **self.parameters)


def read_counts(
    row: Metric, target: str, parameters: Mapping[str, Any] | None = None
) -> CountReading:
    """Give a metric on labels of a kind as a formula on their counts.

    ``parameters``: all that the function is called with; by default the row's own.
    """
    given = row.parameters if parameters is None else parameters
    row.check_required(given)
    function, options = row.function, row.options
    formula = FORMULAS[function]
    parameters = {name: v for name, v in given.items() if name != "warn_for"}
    average = parameters.get("average", options.get("average", "binary"))
    if average is None:
        raise ValueError(
            "average=None gives a number for each label; an interval is of one number"
        )
    if "zero_division" in options:
        instead = parameters.get("zero_division", options["zero_division"])
        if isinstance(instead, str):
            as_mean = average in _MEANS or function == "macro_f1_of_averages"
            instead = 0.0 if as_mean else math.nan
        parameters["zero_division"] = float(instead)
    columns = None
    view = "margins"
    if formula.reads_table(parameters):
        view = "cells" if formula.takes_cells else "table"
    if target == INDICATOR:
        view = formula.share_of or view
        if average == "samples":
            # Rows take the place of labels, and their mean is taken afterwards.
            view = "samples"
            columns = parameters.pop("labels", None)
            parameters["average"] = None
        elif view == "margins" and not formula.multilabel:
            raise ValueError(f"multilabel-indicator is not supported by {function}")
    elif average == "samples":
        raise ValueError(
            "average='samples' is for several labels per row; choose another average"
        )
    return CountReading(
        view,
        columns,
        formula.value,
        formula.proportion,
        formula.log_variance,
        parameters,
    )
