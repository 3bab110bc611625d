"""All formulas on counts, under the names of the public functions."""

from fastmetrics.metrics.labels.formulas import (
    accuracy,
    agreement,
    averages,
    cost_matrix,
    rates,
)
from fastmetrics.metrics.labels.formulas.count_formula import CountFormula

__all__ = ["FORMULAS", "CountFormula"]

FORMULAS: dict[str, CountFormula] = {
    **accuracy.FORMULAS,
    **agreement.FORMULAS,
    **averages.FORMULAS,
    **cost_matrix.FORMULAS,
    **rates.FORMULAS,
}
