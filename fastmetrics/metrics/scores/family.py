"""Binary scores: formulas of the threshold sweep, their records, and the family."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number, stretch
from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import (
    TRUE_LABELS,
    Argument,
    Derivation,
    Example,
    Family,
)
from fastmetrics.metrics.how import Reduction, SweepReduction
from fastmetrics.metrics.record import (
    INFINITY,
    JACKKNIFE,
    SKEWED_T,
    SMOOTHED,
    Metric,
    other_rows,
)

# Means over groups of rows, not reductions of a sweep.
BY_GROUP = "roc_auc_by_group"


def _affine(reducer: str, scale: float = 1.0, offset: float = 0.0) -> Any:
    # No function of its own: results hold rows of the catalog, and are pickled.
    return partial(Reduction, (reducer,), scale, offset)


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
    high = number(max_fpr, "max_fpr")
    return _standardized(("partial_auc", 0.0, high), 0.5 * (high * high), high)


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
        min_tpr = number(min_tpr, "min_tpr")
        reducer: tuple[Any, ...] = ("partial_auc_tpr", min_tpr)
        best = 1 - min_tpr
        chance = best * best / 2
    else:
        if fpr_range is None:
            low, high = 0.0, number(max_fpr, "max_fpr")
        else:
            low, high = stretch(fpr_range, "fpr_range")
        reducer = ("partial_auc", low, high)
        chance, best = (high * high - low * low) / 2, high - low
    if standardize is None:
        return Reduction(reducer)
    return _standardized(reducer, chance, best)


def log_auc(
    fpr_range: tuple[float, float] = (0.001, 1.0), adjusted: bool = False
) -> Reduction:
    """Return the area over the logarithm of the FPR, minus chance if adjusted."""
    check_flag(adjusted, "adjusted")
    low, high = stretch(fpr_range, "fpr_range")
    if low == 0:
        raise ValueError(
            "fpr_range must be (a, b) with 0 < a < b <= 1, since a logarithmic axis "
            f"has no 0, got {shown(fpr_range)}."
        )
    chance = (high - low) / math.log1p((high - low) / low) if adjusted else 0.0
    return Reduction(("log_auc", low, high), offset=-chance)


def _pr_auc(interpolation: str = "step") -> Reduction:
    name = "average_precision" if interpolation == "step" else f"pr_auc_{interpolation}"
    return Reduction((name.replace("-", "_"),))


def _average_precision(average: str | None = "macro") -> Reduction:
    return Reduction(("average_precision",))


def _equal_error_rate(convex_hull: bool = False) -> Reduction:
    return Reduction(("equal_error_rate" + "_hull" * bool(convex_hull),))


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
    strict: bool = False,  # the value is the same
    labels: Any = None,
) -> Reduction:
    if labels is not None:
        raise ValueError("optimal_threshold with labels gives a number for each class")
    if criterion == "cost":
        return Reduction(("best_cost", cost_fn, cost_fp))
    if criterion == "f1":
        return Reduction(("best_f", beta))
    if criterion in ("youden", "accuracy", "mcc"):
        return Reduction((f"best_{criterion}",))
    if criterion == "equal_error_rate":
        return Reduction(("equal_rates",))
    return Reduction((criterion, at))


def _by_group(average: str | None = "rows") -> Reduction:
    if average is None:
        raise ValueError(
            f"{BY_GROUP} with average=None is not a single number per data set"
        )
    return Reduction((BY_GROUP, average))


_OPTIMISED = (
    "the best value over thresholds chosen on the same data is biased; smoothing the "
    "scores removes most of this bias, resampling alone only a part"
)


_FEW_NEGATIVES = (
    "n negatives say little about rates below 1/n, which weigh as much as others on "
    "this axis; with thousands of negatives the interval is valid"
)


def _optimised(name: str, title: str, reduction: Any, **more: Any) -> Metric:
    """Return the record of a best value over thresholds."""
    return Metric(
        name,
        title,
        interval=SMOOTHED,
        approximate=True,
        reason=_OPTIMISED,
        how=SweepReduction(reduction),
        **more,
    )


def _best(name: str, title: str, **more: Any) -> Metric:
    """Return the record of the value that `optimal_threshold` finds a threshold for."""
    return _optimised(name, title, _optimal_value, function="optimal_threshold", **more)


def _selective(name: str, title: str, **more: Any) -> Metric:
    """Return the record of a metric of correct answers and their confidence."""
    facts = {"interval": JACKKNIFE[0], "greater_is_better": False, "in_report": False}
    return Metric(name, title, how=SweepReduction(_affine(name)), **{**facts, **more})


RECORDS: tuple[Metric, ...] = (
    Metric(
        "roc_auc_score",
        "Area under the ROC curve",
        short="ROC AUC",
        chance=0.5,
        interval="inverted-delong",
        how=SweepReduction(_roc_auc),
        aliases=("roc_auc", "AUC"),
        shared_names=("auc",),
    ),
    Metric(
        BY_GROUP,
        "Area under the ROC curve inside groups",
        short="ROC AUC by group",
        chance=0.5,
        interval=SKEWED_T,
        how=SweepReduction(_by_group, by_group=True),
        unmerged=(
            "rows of a group are ranked together, in whatever part they are: give all "
            "rows at once, or take a ScoreSweep of each group"
        ),
        in_report=False,
        aliases=("gauc",),
    ),
    Metric(
        "average_precision_score",
        "Average precision",
        chance="prevalence",
        interval="bca",
        how=SweepReduction(_average_precision),
        aliases=("ap", "average_precision"),
        shared_names=("AP", "MAP", "map"),
    ),
    Metric(
        "pr_auc_score",
        "Area under the precision-recall curve",
        short="PR AUC",
        chance="prevalence",
        interval="bca",
        how=SweepReduction(_pr_auc),
        in_report=False,
        aliases=("pr_auc",),
    ),
    Metric(
        "pr_auc_integral",
        "Area under the precision-recall curve, interpolated",
        "pr_auc_score",
        short="PR AUC (integral)",
        chance="prevalence",
        interval="bca",
        parameters={"interpolation": "integral"},
        how=SweepReduction(_pr_auc),
        aliases=("prauc",),
    ),
    Metric(
        "gini_coefficient",
        "Gini coefficient",
        chance=0.0,
        lower=-1.0,
        interval="inverted-delong",
        how=SweepReduction(_affine("roc_auc", 2.0, -1.0)),
        aliases=("gini",),
    ),
    Metric(
        "rank_loss",
        "Rank loss",
        chance=0.5,
        greater_is_better=False,
        interval="inverted-delong",
        how=SweepReduction(_affine("roc_auc", -1.0, 1.0)),
    ),
    Metric(
        "break_even_point",
        "Precision-recall break-even point",
        short="Break-even point",
        interval="bca",
        how=SweepReduction(_affine("break_even_point")),
        aliases=("bep",),
    ),
    Metric(
        "equal_error_rate",
        "Equal error rate",
        chance=0.5,
        greater_is_better=False,
        interval="bca",
        how=SweepReduction(_equal_error_rate),
        in_report=False,
        aliases=("eer", "crossover_error_rate"),
    ),
    Metric(
        "lift_score",
        "Lift in the top tenth",
        short="Lift (top 10 %)",
        chance=1.0,
        upper=INFINITY,
        interval="percentile",
        how=SweepReduction(_lift),
        aliases=("lift",),
    ),
    Metric(
        "partial_auc_score",
        "Partial AUC",
        interval="bca",
        required=("max_fpr", "min_tpr", "fpr_range"),
        one_is_enough=True,
        how=SweepReduction(_partial_auc),
        in_report=False,
        aliases=("pauc",),
    ),
    Metric(
        "partial_auc_standardized",
        "Partial AUC, FPR up to 0.1, standardised",
        "partial_auc_score",
        short="Partial AUC (FPR ≤ 0.1)",
        chance=0.5,
        interval="bca",
        parameters={"max_fpr": 0.1, "standardize": "mcclish"},
        how=SweepReduction(_partial_auc),
    ),
    Metric(
        "log_auc_score",
        "Area under the ROC curve over the logarithm of the FPR",
        short="log AUC",
        chance=0.999 / math.log(1000),
        leaves_range=("adjusted",),
        interval="bca",
        approximate=True,
        reason=_FEW_NEGATIVES,
        how=SweepReduction(log_auc),
        in_report=False,
        aliases=("log_auc",),
    ),
    _selective(
        "aurc",
        "Area under the risk-coverage curve",
        short="AURC",
    ),
    _selective(
        "excess_aurc",
        "Excess area under the risk-coverage curve",
        short="Excess AURC",
        aliases=("e_aurc", "eaurc"),
    ),
    _selective(
        "augrc",
        "Area under the generalized risk-coverage curve",
        short="AUGRC",
        upper=0.5,
    ),
    _optimised(
        "ks_statistic",
        "Kolmogorov-Smirnov distance",
        _affine("ks"),
        short="KS distance",
        aliases=("ks",),
    ),
    _optimised(
        "expected_cost",
        "Expected cost over all operating conditions",
        _expected_cost,
        short="Expected cost",
        upper=0.25,
        leaves_range=("x_range",),
        greater_is_better=False,
    ),
    _best(
        "best_f1",
        "Best F1 over thresholds",
        short="Best F1",
        parameters={"criterion": "f1"},
    ),
    _best(
        "best_youden",
        "Best Youden's J over thresholds",
        short="Best Youden's J",
        parameters={"criterion": "youden"},
    ),
    _best(
        "best_accuracy",
        "Best accuracy over thresholds",
        short="Best accuracy",
        parameters={"criterion": "accuracy"},
    ),
    _best(
        "lowest_cost",
        "Lowest cost over thresholds",
        parameters={"criterion": "cost"},
        upper=INFINITY,
        greater_is_better=False,
        in_report=False,
    ),
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "curve",
        "roc_curve",
        "precision_recall_curve",
        "det_curve",
        "confusion_matrix_at_thresholds",
        "metric_at_thresholds",
        "cumulative_gain_curve",
        "lift_curve",
        "cost_curve",
    ),
    *other_rows("curve", "risk_coverage_curve", reason="a curve, with its bounds"),
    *other_rows("table", "coverage_at_risk", reason="certified by the function itself"),
    *other_rows(
        "test",
        "delong_roc_variance",
        "delong_roc_test",
        "delong_roc_test_independent",
    ),
    *other_rows(
        "formula",
        "auc",
        reason="the area under any curve (that under ROC curves is 'roc_auc_score')",
    ),
    *other_rows("formula", "probability_cost", "normalized_expected_cost"),
)


_CUT = Reference("fastmetrics.metrics.scores.deriving.cut_models")

FAMILY = Family(
    name="binary_scores",
    title="Scores",
    arguments=(
        replace(TRUE_LABELS, classes=2, other_names=("correct",)),
        Argument(
            "y_score",
            "score",
            "a model's scores",
            per_model=True,
            holds="numbers",
            by_default=True,
            other_names=("confidence",),
            column_names=(
                "y_score", "score", "scores", "y_proba", "y_prob", "proba", "prob",
                "probability", "probabilities", "p", "prediction", "predictions",
                "predicted", "y_hat", "yhat", "decision_function", "risk",
                "confidence",
            ),
            column_pattern=r"(score|proba|prob|probability|prediction)_.+|"
            r".+_(score|proba|prob|probability)",
        ),
    ),
    positional={"": ("y_true", "y_score")},
    options=("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
    asks_for={"": "is read off scores: give y_score"},
    metrics=RECORDS,
    others=OTHERS,
    summaries=(
        "fastmetrics.metrics.scores.score_sweep.ScoreSweep",
        "fastmetrics.metrics.scores.score_sketch.ScoreSketch",
    ),
    derives=(Derivation("labels", "threshold", _CUT, reads=("strict",)),),
    guide="fastmetrics.metrics.scores",
    claims=("y_score",),
    across_folds="mean",
    is_compared=True,
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_scores"),
    examples=(
        Example(
            "nhanes",
            "two models' probabilities of diabetes for 5,261 adults of a health survey "
            "(NHANES 2017-2018), 1 = diabetes",
            {"truth": "y_true", "score": ("logistic_regression", "random_forest")},
        ),
        Example(
            "breast_cancer",
            "two models' scores on the Breast Cancer Wisconsin (Diagnostic) data, "
            "1 = malignant",
            {"truth": "y_true"},
            also_for=("probabilities",),
        ),
    ),
)  # fmt: skip
