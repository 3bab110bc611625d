"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric, other_rows
from fastmetrics.metrics.speech.formulas import error_rates

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = error_rates.RECORDS
OTHERS: tuple[Metric, ...] = (
    *other_rows("table", "edit_counts", "align", "confusion_pairs"),
    *other_rows("table", "edit_distance", aliases=("levenshtein_distance",)),
    *other_rows("test", "matched_pair_sentence_segment_test", aliases=("mapsswe",)),
)
