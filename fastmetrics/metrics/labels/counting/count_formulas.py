"""CountFormula: a metric with its parameters as a formula on counts, and which counts.

These are those of the classes, or of rows with several labels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.record import Metric

INDICATOR = "multilabel-indicator"


def counts_of(counts: Any, view: str) -> Counts:
    """Return the counts that a view is of, from a table or from several labels.

    "margins" and "table" are the classes', without and with the whole table, and
    "cells" those with the cells that are not empty; "exact" are the rows that are right
    in all labels, "entries" the single entries.
    """
    if view == "table":
        return counts.full
    if view == "cells":
        return counts.by_cell
    if view == "exact" and counts.kind == INDICATOR:
        return one_class(counts.n_exact, counts.total)
    if view == "entries" and counts.kind == INDICATOR:
        entries = counts.total * counts.n_labels
        return one_class(entries - counts.n_wrong, entries)
    return counts.margins


def one_class(hits: Any, total: Any) -> Counts:
    """Return counts of which the share of hits matters alone, of a single class."""
    hits, total = np.asarray(hits), np.asarray(total)
    each = total[..., None]
    return Counts(
        np.zeros(1, np.int64), "multiclass", hits[..., None], each, each, total
    )


# A class without rows is 0 in a mean over classes, as it is in scikit-learn; where it
# is the only ratio, there is none.
_MEANS = {"macro", "weighted", "samples"}


@dataclass(frozen=True, eq=False)
class CountFormula:
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


def count_formula(
    row: Metric, target: str, parameters: Mapping[str, Any] | None = None
) -> CountFormula:
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
    return CountFormula(
        view,
        columns,
        formula.value,
        formula.proportion,
        formula.log_variance,
        parameters,
    )
