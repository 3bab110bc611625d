"""One threshold after the other: counts, any metric, and the best one."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_cost,
    check_scores,
    check_share,
    check_weights,
    one_class,
    rows_of,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import (
    Step,
    exact_steps,
    float_steps,
    totals,
)

__all__ = [
    "confusion_matrix_at_thresholds",
    "metric_at_thresholds",
    "optimal_threshold",
]

Column = Sequence[Any]

CRITERIA = ("cost", "f1", "youden", "accuracy", "mcc", "equal_error_rate")
CONSTRAINED = (
    *("precision_at_recall", "recall_at_precision"),
    *("tpr_at_fpr", "fpr_at_tpr"),
)


def confusion_matrix_at_thresholds(
    y_true: Column,
    y_score: Column,
    *,
    strict: bool = False,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> tuple[list[float], list[float], list[float], list[float], list[Any]]:
    """Return (tns, fps, fns, tps, thresholds), one entry per distinct score.

    A row is positive whose score is at or above the threshold; above it, if strict.
    """
    steps = float_steps(rows_of(y_true, y_score, pos_label, sample_weight))
    _, positive, negative = steps[-1]
    at = {step.threshold: (step.tp, step.fp) for step in steps}
    cells = []
    for step in steps:
        above = [
            t for t in at if (t > step.threshold if strict else t >= step.threshold)
        ]
        cells.append(at[min(above)] if above else (0.0, 0.0))
    return (
        [negative - fp for _, fp in cells],
        [fp for _, fp in cells],
        [positive - tp for tp, _ in cells],
        [tp for tp, _ in cells],
        [step.threshold for step in steps],
    )


def metric_at_thresholds(
    y_true: Column,
    y_score: Column,
    metric_func: Callable[..., Any],
    *,
    strict: bool = False,
    sample_weight: Column | None = None,
    metric_params: dict[str, Any] | None = None,
) -> tuple[list[Any], list[Any]]:
    """Return `metric_func` of the labels predicted at each distinct score.

    A row is positive whose score is at or above the threshold; above it, if strict.
    """
    length = same_length(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    if any(label is None or label != label for label in y_true):
        raise ValueError("y_true holds missing labels")
    scores = check_scores(y_score)
    weights = check_weights(sample_weight, length)
    kept = [i for i in range(length) if weights[i] != 0]
    # The metric sees the rows sorted by score, as scikit-learn's callable does.
    kept.sort(key=lambda i: scores[i], reverse=True)
    params = dict(metric_params or {})
    if sample_weight is not None:
        params["sample_weight"] = [float(weights[i]) for i in kept]
    truth = [y_true[i] for i in kept]
    thresholds = sorted({scores[i] for i in kept}, reverse=True)
    values = []
    for threshold in thresholds:
        above = [scores[i] > threshold for i in kept]
        if not strict:
            above = [scores[i] >= threshold for i in kept]
        values.append(metric_func(truth, [*map(int, above)], **params))
    return values, thresholds


def optimal_threshold(
    y_true: Column,
    y_score: Column,
    *,
    criterion: str = "cost",
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
    strict: bool = False,
    labels: Column | None = None,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> tuple[Any, Any]:
    """Return (threshold, value) of the best candidate, the highest one in a tie.

    Candidates are infinity (all negative) and every distinct score. The value is the
    mean cost per unit of weight for "cost" (smallest), else the quantity that the
    criterion names first (largest), among those candidates that keep the quantity
    named second at or above `at` (FPR: at or below). That comparison is between
    floats, so that a rate of 1/10 satisfies ``at=0.1``. With `labels` it is a list
    of each, one class after the other being the positive one. If it is `strict`, rows
    above the threshold are positive, and minus infinity is a candidate, too.
    """
    if labels is not None:
        if pos_label is not None:
            raise ValueError("`labels` and `pos_label` exclude each other")
        if any(label not in labels for label in y_true):
            raise ValueError("`labels` lacks a class")
        pairs = [
            optimal_threshold(
                [int(label == one) for label in y_true],
                [row[k] for row in y_score],
                criterion=criterion,
                cost_fn=cost_fn,
                cost_fp=cost_fp,
                beta=beta,
                at=at,
                strict=strict,
                sample_weight=sample_weight,
            )
            for k, one in enumerate(labels)
        ]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if criterion not in CRITERIA + CONSTRAINED:
        raise ValueError(
            f"criterion={criterion!r} is not one of {CRITERIA + CONSTRAINED}"
        )
    if criterion in CONSTRAINED:
        if at is None:
            raise ValueError(f"criterion={criterion!r} needs `at`")
        check_share("at", at)
    elif at is not None:
        raise ValueError(f"criterion={criterion!r} takes no `at`")
    limit = math.nan if at is None else at
    if not math.isfinite(beta) or beta <= 0:
        raise ValueError(f"beta={beta!r} is not finite and > 0")
    miss, alarm = check_cost("cost_fn", cost_fn), check_cost("cost_fp", cost_fp)
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    positive, negative = (Fraction(total) for total in totals(rows))

    needs_positive = criterion not in ("cost", "accuracy")
    needs_negative = criterion in (
        *("youden", "mcc", "equal_error_rate", "tpr_at_fpr", "fpr_at_tpr"),
    )
    if (needs_positive and not positive) or (needs_negative and not negative):
        nan = warn_undefined("the optimal threshold", one_class(rows))
        return nan, nan

    def value(tp: Fraction, fp: Fraction) -> Fraction | None:
        """Return what is to be maximised, None where the candidate is out."""
        fn, tn = positive - tp, negative - fp
        if criterion == "cost":
            return -(miss * fn + alarm * fp) / (positive + negative)
        if criterion == "f1":
            square = Fraction(beta) ** 2
            return (1 + square) * tp / ((1 + square) * tp + square * fn + fp)
        if criterion == "youden":
            return tp / positive - fp / negative
        if criterion == "mcc":  # with its sign, squared, which keeps the order
            top = tp * tn - fp * fn
            root = (tp + fp) * positive * negative * (tn + fn)
            return top * abs(top) / root if root else Fraction(0)
        if criterion == "equal_error_rate":
            return -abs(fp / negative - fn / positive)
        if criterion == "fpr_at_tpr":
            return -fp / negative if float(tp / positive) >= limit else None
        if criterion == "accuracy":
            return (tp + tn) / (positive + negative)
        if criterion == "tpr_at_fpr":
            return tp / positive if float(fp / negative) <= limit else None
        if tp + fp == 0:
            return None  # no precision where nothing is predicted positive
        precision, recall = tp / (tp + fp), tp / positive
        if criterion == "precision_at_recall":
            return precision if float(recall) >= limit else None
        return recall if float(precision) >= limit else None

    best: tuple[float, Fraction] | None = None
    half = Fraction(0)  # of the sum of both rates at the best
    steps = [Step(math.inf, 0, 0), *exact_steps(rows)]
    cuts = [step.threshold for step in steps]
    if strict:  # above the next lower score there are as many
        cuts = [math.inf, *cuts[2:], -math.inf]
    for threshold, step in zip(cuts, steps, strict=True):
        tp, fp = Fraction(step.tp), Fraction(step.fp)
        found = value(tp, fp)
        if found is not None and (best is None or found > best[1]):
            best = threshold, found
            if criterion == "equal_error_rate":
                half = (fp / negative + (positive - tp) / positive) / 2
    if best is None:
        nan = warn_undefined("the optimal threshold", f"none reaches at={at}")
        return nan, nan
    if criterion == "equal_error_rate":
        return best[0], float(half)
    if criterion == "mcc":
        return best[0], math.sqrt(best[1])
    return best[0], float(abs(best[1]))
