"""One number of several outputs' values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.number_pairs import average_outputs

if TYPE_CHECKING:
    from fastmetrics._inputs.number_pairs import Outputs
    from fastmetrics.metrics.regression.formulas.error_totals import ErrorTotals

__all__ = ["average"]


def average(values: Any, outputs: Outputs, of: ErrorTotals) -> Any:
    """Return their average, or all of them if asked for; outputs are the last axis.

    Weighted by the variance of y where that is asked for, evenly where all are 0.
    """
    if outputs.multioutput != "variance_weighted" or outputs.k == 1:
        return average_outputs(values, outputs)
    share = of.centred("t2", "t")
    if of.scales is not None:
        scale = of.scales[0]
        share = share * np.square(scale.min(axis=-1, keepdims=True) / scale)
    share = share / np.max(share, axis=-1, keepdims=True, initial=0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = share.sum(axis=-1)
        # A value of NaN or -inf makes the average NaN, though it weighs nothing.
        weighted = (share * values).sum(axis=-1) / total
        found = np.where(total > 0, weighted, np.mean(values, axis=-1))
    return float(found) if found.ndim == 0 else found
