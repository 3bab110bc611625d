"""How values of a metric on several folds become one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics.metrics.record import MEAN, PROPORTION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics.metrics.record import Metric

__all__ = ["COMBINATIONS", "Combination", "combination", "is_row_mean", "is_sum"]

Combination = Literal["mean", "pooled", "counts"]
COMBINATIONS = ("auto", "mean", "pooled", "counts")

# Shares of all rows, where other shares are of rows that labels or predictions select.
_SHARES_OF_ROWS = frozenset({
    *("accuracy_score", "error_rate", "zero_one_loss", "hamming_loss"),
    *("top_k_accuracy_score", "quantile_coverage", "interval_coverage"),
})  # fmt: skip
# Matters of the order of rows, which only one model puts them in.
_ORDERS = frozenset({
    *("multiclass_auc_score", "pearson_r", "spearman_rho", "kendall_tau", "somers_d"),
    *("goodman_kruskal_gamma", "concordance_index"),
})  # fmt: skip


def combination(row: Metric) -> Combination:
    """Return how values of folds are combined, if nobody says it.

    Scores of different models are not comparable, so that rankings are averaged over
    folds. Averages of ratios of counts are biased where a fold has few rows to count
    (Forman and Scholz 2010): their counts are added. All else is of the rows of all
    folds.
    """
    if row.task in ("", "binary_scores") or row.function in _ORDERS:
        return "mean"
    if row.task == "labels" and row.function not in _SHARES_OF_ROWS:
        return "counts"
    return "pooled"


def is_sum(parameters: Mapping[str, Any]) -> bool:
    """Whether a metric is asked for as the sum over rows, not as their mean."""
    return not parameters.get("normalize", True)


def is_row_mean(row: Metric) -> bool:
    """Whether a metric is a mean over all rows."""
    if row.interval in PROPORTION:
        return row.function in _SHARES_OF_ROWS
    return row.interval in MEAN and row.made_of == "mean" and not row.by_group
