"""What there is to say of splits, validation and search."""

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import (
    bootstrap_errors,
    by_key,
    checks,
    decomposition,
    fold_scores,
    left_out_rows,
    partitions,
    random_splits,
    searching,
    shares,
    time_splits,
    validating,
)

__all__ = ["GUIDE"]

_TOPICS = (
    bootstrap_errors,
    by_key,
    checks,
    decomposition,
    fold_scores,
    left_out_rows,
    partitions,
    random_splits,
    searching,
    shares,
    time_splits,
    validating,
)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
