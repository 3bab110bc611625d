"""Records of what deciding by a probability is worth."""

from fastmetrics._common.references import Reference
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.record import INFINITY, Metric, other_rows

__all__ = ["OTHERS", "RECORDS"]

RECORDS = (
    Metric(
        "net_benefit",
        "Net benefit",
        lower=-INFINITY,
        targets=("binary",),
        required=("threshold",),
        in_report=False,
        interval="skew-t",
        how=RowMean(
            Reference(
                "fastmetrics.metrics.probability.measuring.decided_rows.benefit_values"
            )
        ),
    ),
)

OTHERS = (
    *other_rows(
        "curve", "decision_curve", reason="a curve, with bounds at each threshold"
    ),
)
