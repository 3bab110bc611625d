"""What functions of errors are called with: columns, or sums in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.number_pairs import Outputs, read_multioutput, read_numbers
from fastmetrics.metrics.regression.measuring.error_rows import totals_of_rows
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = ["read_errors"]


def read_errors(
    y_true: Any,
    y_pred: Any,
    groups: int,
    *,
    sample_weight: Any = None,
    multioutput: Any = "uniform_average",
    variance_weighted: bool = False,
) -> tuple[ErrorTotals, Outputs, int]:
    """Return the sums, how outputs are averaged, and how many rows there are.

    ``groups`` of sums are made (fm_errors.h), ErrorSums have them all.
    """
    if isinstance(y_true, ErrorSums):
        y_true.check_alone(y_pred, sample_weight)
        outputs = Outputs(y_true.n_outputs)
        read_multioutput(outputs, multioutput, variance_weighted)
        return y_true.totals, outputs, y_true.n_samples
    pair = read_numbers(
        y_true,
        y_pred,
        sample_weight=sample_weight,
        multioutput=multioutput,
        variance_weighted=variance_weighted,
    )
    return totals_of_rows(pair, groups), pair, pair.n
