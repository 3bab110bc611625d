"""The losses of an observed and a predicted number that the catalog has."""

from fastmetrics.catalog import FAMILIES
from fastmetrics.metrics.how import RowMean

_LOSSES = [
    row
    for row in FAMILIES["regression"].metrics
    if isinstance(row.how, RowMean) and row.how.moments is not None
]
SEVERAL_OUTPUTS = tuple(r.name for r in _LOSSES if "multioutput" in r.options)
ONE_OUTPUT = tuple(r.name for r in _LOSSES if "multioutput" not in r.options)
