"""Rows of the catalog for scores: how each is reduced from one threshold sweep."""

from __future__ import annotations

from typing import Any

from fastmetrics.metrics.record import INFINITY, Metric, Reduction, other_rows


def _affine(reducer: str, scale: float = 1.0, offset: float = 0.0) -> Any:
    return lambda: Reduction((reducer,), scale, offset)


def _roc_auc(
    average: str | None = "macro",
    max_fpr: float | None = None,
    multi_class: str = "raise",
    labels: Any = None,
) -> Reduction | None:
    # Averages concern several labels; on a binary target they change nothing.
    if labels is not None or multi_class != "raise":
        return None
    if max_fpr is None or max_fpr == 1:
        return Reduction(("roc_auc",))
    return _standardized(("partial_auc", 0.0, max_fpr), 0.5 * max_fpr**2, max_fpr)


def _standardized(reducer: tuple[Any, ...], chance: float, best: float) -> Reduction:
    """McClish's scale: chance is ½, the best possible area 1."""
    scale = 0.5 / (best - chance)
    return Reduction(reducer, scale, 0.5 - scale * chance)


def _partial_auc(
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    fpr_range: tuple[float, float] | None = None,
    standardize: str | None = None,
) -> Reduction:
    if min_tpr is not None:
        reducer: tuple[Any, ...] = ("partial_auc_tpr", min_tpr)
        chance, best = (1 - min_tpr) ** 2 / 2, 1 - min_tpr
    else:
        low, high = (0.0, max_fpr) if fpr_range is None else fpr_range
        assert high is not None  # the public function has checked that one is given
        reducer = ("partial_auc", low, high)
        chance, best = (high**2 - low**2) / 2, high - low
    if standardize is None:
        return Reduction(reducer)
    return _standardized(reducer, chance, best)


def _pr_auc(interpolation: str = "step") -> Reduction:
    name = "average_precision" if interpolation == "step" else f"pr_auc_{interpolation}"
    return Reduction((name.replace("-", "_"),))


def _average_precision(average: str | None = "macro") -> Reduction:
    return Reduction(("average_precision",))


def _lift(at: float = 0.1) -> Reduction:
    return Reduction(("lift", at))


def _expected_cost(x_range: tuple[float, float] = (0, 1)) -> Reduction:
    return Reduction(("expected_cost", *x_range))


def _optimal_value(
    criterion: str = "cost",
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
) -> Reduction:
    if criterion == "cost":
        return Reduction(("best_cost", cost_fn, cost_fp))
    if criterion == "f1":
        return Reduction(("best_f", beta))
    if criterion in ("youden", "accuracy"):
        return Reduction((f"best_{criterion}",))
    return Reduction((criterion, at))


_OPTIMISED = (
    "the best value over thresholds chosen on the same data is biased; resampling "
    "shows part of that bias only"
)

METRICS: tuple[Metric, ...] = (
    Metric(
        "roc_auc_score",
        "Area under the ROC curve",
        "ranking",
        "roc_auc_score",
        interval="delong",
        reduction=_roc_auc,
        aliases=("auc", "roc_auc"),
    ),
    Metric(
        "average_precision_score",
        "Average precision",
        "ranking",
        "average_precision_score",
        interval="bca",
        reduction=_average_precision,
        aliases=("ap",),
    ),
    Metric(
        "pr_auc_score",
        "Area under the precision-recall curve",
        "areas",
        "pr_auc_score",
        interval="bca",
        reduction=_pr_auc,
        in_report=False,
    ),
    Metric(
        "pr_auc_integral",
        "Area under the precision-recall curve, interpolated",
        "areas",
        "pr_auc_score",
        interval="bca",
        parameters={"interpolation": "integral"},
        reduction=_pr_auc,
        aliases=("prauc",),
    ),
    Metric(
        "gini_coefficient",
        "Gini coefficient",
        "ranking",
        "gini_coefficient",
        lower=-1.0,
        interval="delong",
        reduction=_affine("roc_auc", 2.0, -1.0),
        aliases=("gini", "somers_d"),
    ),
    Metric(
        "rank_loss",
        "Rank loss",
        "ranking",
        "rank_loss",
        greater_is_better=False,
        interval="delong",
        reduction=_affine("roc_auc", -1.0, 1.0),
    ),
    Metric(
        "break_even_point",
        "Precision-recall break-even point",
        "areas",
        "break_even_point",
        interval="bca",
        reduction=_affine("break_even_point"),
        aliases=("bep", "r_precision"),
    ),
    Metric(
        "lift_score",
        "Lift in the top tenth",
        "gains",
        "lift_score",
        upper=INFINITY,
        interval="percentile",
        reduction=_lift,
        aliases=("lift",),
    ),
    Metric(
        "partial_auc_score",
        "Partial AUC, FPR up to 0.1, standardised",
        "areas",
        "partial_auc_score",
        interval="bca",
        parameters={"max_fpr": 0.1, "standardize": "mcclish"},
        reduction=_partial_auc,
        aliases=("pauc",),
    ),
    Metric(
        "ks_statistic",
        "Kolmogorov-Smirnov distance",
        "areas",
        "ks_statistic",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_affine("ks"),
        aliases=("ks",),
    ),
    Metric(
        "expected_cost",
        "Expected cost over all operating conditions",
        "costs",
        "expected_cost",
        upper=0.25,
        greater_is_better=False,
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_expected_cost,
    ),
    Metric(
        "best_f1",
        "Best F1 over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "f1"},
        reduction=_optimal_value,
    ),
    Metric(
        "best_youden",
        "Best Youden's J over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "youden"},
        reduction=_optimal_value,
    ),
    Metric(
        "best_accuracy",
        "Best accuracy over thresholds",
        "thresholds",
        "optimal_threshold",
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        parameters={"criterion": "accuracy"},
        reduction=_optimal_value,
    ),
    Metric(
        "optimal_threshold",
        "Lowest cost over thresholds",
        "thresholds",
        "optimal_threshold",
        upper=INFINITY,
        greater_is_better=False,
        interval="bias-corrected",
        approximate=True,
        reason=_OPTIMISED,
        reduction=_optimal_value,
        in_report=False,
    ),
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "curve",
        "curves",
        "roc_curve",
        "precision_recall_curve",
        "det_curve",
    ),
    *other_rows(
        "curve",
        "thresholds",
        "confusion_matrix_at_thresholds",
        "metric_at_thresholds",
    ),
    *other_rows("curve", "gains", "cumulative_gain_curve", "lift_curve"),
    *other_rows("curve", "costs", "cost_curve"),
    *other_rows("test", "delong", "delong_roc_variance", "delong_roc_test"),
    *other_rows("formula", "curves", "auc"),
    *other_rows("formula", "costs", "probability_cost", "normalized_expected_cost"),
)
