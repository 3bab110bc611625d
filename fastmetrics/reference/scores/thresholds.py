"""Ranking of positive rows, gains, and metrics at each threshold."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_cost,
    check_labels,
    check_scores,
    check_share,
    check_weights,
    classes_of,
    is_matrix,
    one_class,
    rows_of,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.scores.areas import (
    average_over_labels,
    binarize,
    multiclass_roc_auc,
)
from fastmetrics.reference.scores.curves import precision_recall_curve
from fastmetrics.reference.scores.score_sweep import (
    Step,
    area_between,
    average_precision,
    exact_steps,
    float_steps,
    mcclish,
    roc_points,
    totals,
    tp_of_top,
)

Column = Sequence[Any]


def pair_auc(rows: Sequence[Row]) -> Fraction:
    """Return the share of (positive, negative) pairs ranked right, ties one half."""
    right = tied = Fraction(0)
    for p in rows:
        for q in rows:
            if p.positive and not q.positive:
                if p.score > q.score:
                    right += p.weight * q.weight
                elif p.score == q.score:
                    tied += p.weight * q.weight
    positive, negative = totals(rows)
    return (right + tied / 2) / (positive * negative)


# ---------------------------------------------------------------- scikit-learn's two


def roc_auc_score(
    y_true,
    y_score,
    *,
    average="macro",
    sample_weight=None,
    max_fpr=None,
    multi_class="raise",
    labels=None,
):
    """Area under the ROC curve; the positive class is the larger of the two labels."""
    if multi_class not in ("raise", "ovr", "ovo"):
        raise ValueError(f"multi_class={multi_class!r} is not raise, ovr or ovo")
    if max_fpr is not None:
        check_share("max_fpr", max_fpr, low_open=True)

    def binary(truth: Column, scores: Column, weights: Column | None) -> float:
        return _binary_auc(truth, scores, weights, max_fpr)

    if is_matrix(y_true):
        return average_over_labels(binary, y_true, y_score, average, sample_weight)
    n_classes = len(classes_of(check_labels(y_true)))
    columns = len(y_score[0]) if is_matrix(y_score) else 1
    if n_classes > 2 or columns > 2:
        if max_fpr not in (None, 1):
            raise ValueError("a partial AUC of several classes is not defined")
        return multiclass_roc_auc(
            binary, y_true, y_score, labels, multi_class, average, sample_weight
        )
    return binary(y_true, y_score, sample_weight)


def _binary_auc(y_true, y_score, sample_weight, max_fpr):
    """Return the AUC of two classes, of its part up to `max_fpr` standardised."""
    larger = classes_of(check_labels(y_true))[-1:]
    rows = rows_of(y_true, y_score, larger[0] if larger else 1, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("ROC AUC", why)
    if max_fpr is None or max_fpr == 1:
        return float(pair_auc(rows))
    limit = Fraction(max_fpr)
    area = area_between(roc_points(rows), Fraction(0), limit)
    return float(mcclish(area, limit**2 / 2, limit))


def average_precision_score(
    y_true, y_score, *, average="macro", pos_label=1, sample_weight=None
):
    """Sum over thresholds of (gain in recall) x (precision there)."""

    def binary(truth: Column, scores: Column, weights: Column | None) -> float:
        rows = rows_of(truth, scores, pos_label, weights)
        if not any(row.positive for row in rows):
            # 1.9.1 lets the curve warn, and its recall of 1 throughout sums to 0.
            precision_recall_curve(
                truth, scores, pos_label=pos_label, sample_weight=weights
            )
            return 0.0
        return float(average_precision(rows))

    several = is_matrix(y_true)
    if not several:
        classes = classes_of(check_labels(y_true))
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(f"pos_label={pos_label!r} is not one of {classes}")
        if len(classes) <= 2:
            return binary(y_true, y_score, sample_weight)
    if pos_label != 1:
        raise ValueError("pos_label is fixed to 1 for several labels or classes")
    if not several:
        y_true = binarize(y_true, classes)
        if not is_matrix(y_score) or len(y_score[0]) != len(classes):
            raise ValueError(f"y_score needs a column for each of {classes}")
    return average_over_labels(binary, y_true, y_score, average, sample_weight)


# ---------------------------------------------------------------------------- ranking


def rank_loss(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Share of (positive, negative) pairs ranked wrong, ties one half: 1 - AUC."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    return warn_undefined("the rank loss", why) if why else float(1 - pair_auc(rows))


def gini_coefficient(y_true, y_score, *, pos_label=None, sample_weight=None):
    """2 AUC - 1: pairs ranked right minus pairs ranked wrong, per pair."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    return (
        warn_undefined("the Gini coefficient", why)
        if why
        else float(2 * pair_auc(rows) - 1)
    )


def cumulative_gain_curve(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Return (population, gain, thresholds) from (0, 0) at infinity on.

    `population` is the share of all weight that is predicted positive, `gain` the
    recall there.
    """
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    positive, negative = totals(rows)
    steps = [Step(math.inf, 0, 0), *exact_steps(rows)]
    population = [float((s.tp + s.fp) / (positive + negative)) for s in steps]
    if positive == 0:
        gain = [warn_undefined("the gain", "no positive rows")] * len(steps)
    else:
        gain = [float(step.tp / positive) for step in steps]
    return population, gain, [float(step.threshold) for step in steps]


def lift_curve(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Return (population, lift, thresholds) from the highest score on.

    Lift is recall over population: how many times more positives there are among the
    rows taken than in as many rows taken blindly.
    """
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    positive, negative = totals(rows)
    base = positive + negative
    steps = exact_steps(rows)
    population = [float((step.tp + step.fp) / base) for step in steps]
    if positive == 0:
        lift = [warn_undefined("the lift", "no positive rows")] * len(steps)
    else:
        lift = [float((s.tp * base) / (positive * (s.tp + s.fp))) for s in steps]
    return population, lift, [step.threshold for step in steps]


def lift_score(y_true, y_score, *, at=0.1, pos_label=None, sample_weight=None):
    """Recall within the top share `at` of the weight, divided by `at`."""
    share = check_share("at", at, low_open=True)
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the lift", "no positive rows")
    positive, negative = totals(rows)
    found = tp_of_top(rows, share * (positive + negative))
    return float(found / positive / share)


def break_even_point(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Precision when as much is predicted positive as is positive."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the break-even point", "no positive rows")
    positive = Fraction(totals(rows)[0])
    return float(tp_of_top(rows, positive) / positive)


def ks_statistic(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Largest |TPR - FPR| over all thresholds."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the KS statistic", why)
    return float(max(abs(tpr - fpr) for fpr, tpr in roc_points(rows)))


CRITERIA = ("cost", "f1", "youden", "accuracy", "mcc", "equal_error_rate")
CONSTRAINED = (
    *("precision_at_recall", "recall_at_precision"),
    *("tpr_at_fpr", "fpr_at_tpr"),
)


def confusion_matrix_at_thresholds(
    y_true, y_score, *, strict=False, pos_label=None, sample_weight=None
):
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
    y_true,
    y_score,
    metric_func,
    *,
    strict=False,
    sample_weight=None,
    metric_params=None,
):
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
    y_true,
    y_score,
    *,
    criterion="cost",
    cost_fn=1.0,
    cost_fp=1.0,
    beta=1.0,
    at=None,
    strict=False,
    labels=None,
    pos_label=None,
    sample_weight=None,
):
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
