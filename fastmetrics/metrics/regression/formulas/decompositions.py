"""Records of the parts of mean losses."""

from fastmetrics.metrics.record import other_rows

__all__ = ["OTHERS"]

OTHERS = other_rows(
    "table",
    "error_decomposition",
    reason=(
        "several numbers, of which miscalibration is above 0 by chance alone: "
        "replicates of rows would add to what chance has added already"
    ),
)
