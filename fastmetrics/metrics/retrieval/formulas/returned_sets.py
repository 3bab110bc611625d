"""The records of what was returned, whatever its order."""

from fastmetrics.metrics.record import other_rows
from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["OTHERS", "RECORDS"]

RECORDS = (
    mean_over_queries("set_precision", "Set precision", *("set_P", "SetP")),
    mean_over_queries("set_recall", "Set recall", "SetR"),
    mean_over_queries("set_f_score", "Set F-score", *("set_F", "SetF")),
)
OTHERS = other_rows("table", "retrieval_counts")
