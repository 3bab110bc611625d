"""Areas under curves, of two classes and of several."""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_choice,
    check_labels,
    check_share,
    check_weights,
    classes_of,
    is_matrix,
    one_class,
    rows_of,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import (
    Step,
    area_between,
    average_precision,
    exact_steps,
    mcclish,
    roc_points,
    totals,
)

Column = Sequence[Any]
Binary = Callable[[Column, Column, Column | None], float]


def binarize(y_true: Column, classes: Sequence[Any]) -> list[list[int]]:
    """Return a 0/1 column for every class."""
    return [[int(label == c) for c in classes] for label in y_true]


def weighted_mean(values: Sequence[float], weights: Sequence[Any] | None) -> float:
    """Return the mean; a value of weight 0 does not count, even if it is NaN."""
    if weights is None:
        weights = [1] * len(values)
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if w != 0]
    return math.fsum(v * float(w) for v, w in pairs) / float(sum(w for _, w in pairs))


def average_over_labels(binary, y_true, y_score, average, sample_weight):
    """Apply `binary` per label (None, macro, weighted), per row (samples) or to all.

    `weighted` weighs a label by its true positives; `micro` treats every cell of the
    table as a row of one binary problem.
    """
    if average not in (None, "micro", "macro", "weighted", "samples"):
        raise ValueError(f"average={average!r}")
    length = same_length(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    if not is_matrix(y_score):
        raise ValueError("y_score needs a column per label")
    widths = {len(row) for row in y_true} | {len(row) for row in y_score}
    if len(widths) != 1:
        raise ValueError("y_true and y_score differ in their number of columns")
    if not {label for row in y_true for label in row} <= {0, 1}:
        raise ValueError("label indicators are 0 or 1")
    weights = check_weights(sample_weight, length)

    if average == "micro":
        flat_weights = None
        if sample_weight is not None:
            flat_weights = [w for w in sample_weight for _ in y_true[0]]
        return binary(
            [label for row in y_true for label in row],
            [score for row in y_score for score in row],
            flat_weights,
        )
    if average == "samples":
        values = [
            binary(truth, scores, None)
            for truth, scores in zip(y_true, y_score, strict=True)
        ]
        return weighted_mean(values, weights)

    truth_columns = list(zip(*y_true, strict=True))
    score_columns = list(zip(*y_score, strict=True))
    support = [
        sum(label * w for label, w in zip(column, weights, strict=True))
        for column in truth_columns
    ]
    if average == "weighted" and sum(support) == 0:
        return 0
    values = [
        binary(truth, scores, sample_weight)
        for truth, scores in zip(truth_columns, score_columns, strict=True)
    ]
    if average is None:
        return values
    return weighted_mean(values, support if average == "weighted" else None)


def multiclass_roc_auc(
    binary, y_true, y_score, labels, multi_class, average, sample_weight
):
    """One-vs-rest, or the mean over pairs of classes of Hand & Till (2001)."""
    if multi_class == "raise":
        raise ValueError("multi_class must be 'ovr' or 'ovo' for several classes")
    if not is_matrix(y_score):
        raise ValueError("y_score needs a column per class")
    if any(abs(1 - math.fsum(row)) > 1e-8 + 1e-5 * math.fsum(row) for row in y_score):
        raise ValueError("the scores of a row must be probabilities that sum to 1")
    allowed = ("macro", "weighted", None, *(["micro"] if multi_class == "ovr" else []))
    if average not in allowed:
        raise ValueError(f"average={average!r} is not one of {allowed}")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None needs multi_class='ovr'")
    classes = classes_of(y_true if labels is None else check_labels(labels))
    if labels is not None and list(labels) != classes:
        raise ValueError("labels must be unique and ordered")
    if len(classes) != len(y_score[0]) or not set(y_true) <= set(classes):
        raise ValueError("the columns of y_score do not match the classes")
    if multi_class == "ovr":
        return average_over_labels(
            binary, binarize(y_true, classes), y_score, average, sample_weight
        )
    if sample_weight is not None:
        raise ValueError("one-vs-one takes no sample_weight")
    values, prevalences = [], []
    for a, b in combinations(classes_of(y_true), 2):
        both = [i for i, label in enumerate(y_true) if label in (a, b)]
        one_way, other_way = (
            binary(
                [int(y_true[i] == positive) for i in both],
                [y_score[i][classes.index(positive)] for i in both],
                None,
            )
            for positive in (a, b)
        )
        values.append((one_way + other_way) / 2)
        prevalences.append(len(both) / len(y_true))
    return weighted_mean(values, prevalences if average == "weighted" else None)


def _pr_linear(rows: Sequence[Row]) -> Fraction:
    """Return the trapezoids under the curve's points, (recall 0, precision 1) first."""
    positive, _ = totals(rows)
    points = [(Fraction(0), Fraction(1))] + [
        (Fraction(s.tp) / positive, Fraction(s.tp) / (s.tp + s.fp))
        for s in exact_steps(rows)
    ]
    return sum(
        ((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(points)),
        Fraction(0),
    )


def _pr_integral(rows: Sequence[Row]) -> float:
    """Return the area with fp linear in tp between thresholds (Keilwagen 2014)."""
    positive, _ = totals(rows)
    pieces = []
    for (_, t0, f0), (_, t1, f1) in pairwise([Step(None, 0, 0), *exact_steps(rows)]):
        if t1 == t0:
            continue
        h = Fraction(f1 - f0) / (t1 - t0)
        a, c = 1 + h, f0 - h * t0
        area = (t1 - t0) / (a * positive)
        if c != 0:
            # ln((a t1 + c) / (a t0 + c)), where a t + c is t + f
            growth = Fraction(a * (t1 - t0)) / (t0 + f0)
            area -= c / (a * a * positive) * _log1p(growth)
        pieces.append(float(area))
    return math.fsum(pieces)


def _log1p(x: Fraction) -> Fraction:
    """Return ln(1 + x) to forty digits of x² at least, for what it lacks of x counts.

    A power series where x is small, else by Python's decimal numbers.
    """
    if x < Fraction(1, 10**30):
        return x - x**2 / 2 + x**3 / 3
    with localcontext(prec=110):
        one = Decimal(x.numerator) / Decimal(x.denominator)
        return Fraction((1 + one).ln())


def _pr_davis_goadrich(rows: Sequence[Row]) -> Fraction:
    """Return trapezoids at every whole true positive, fp linear in tp between."""
    positive, _ = totals(rows)
    area = Fraction(0)
    for (_, t0, f0), (_, t1, f1) in pairwise([Step(None, 0, 0), *exact_steps(rows)]):
        if t1 == t0:
            continue
        h = Fraction(f1 - f0, t1 - t0)

        def precision(t: int, t0: int = t0, f0: int = f0, h: Fraction = h) -> Fraction:
            f = f0 + h * (t - t0)
            # Out of the origin the line has one precision throughout.
            return 1 / (1 + h) if t + f == 0 else t / (t + f)

        for t in range(t0, t1):
            area += (precision(t) + precision(t + 1)) / 2 / positive
    return area


def pr_auc_score(
    y_true, y_score, *, interpolation="step", pos_label=None, sample_weight=None
):
    """Area under the precision-recall curve, under one of four readings of it."""
    areas: dict[str, Callable[[Sequence[Row]], Any]] = {
        "step": average_precision,
        "linear": _pr_linear,
        "integral": _pr_integral,
        "davis-goadrich": _pr_davis_goadrich,
    }
    if interpolation not in areas:
        raise ValueError(f"interpolation={interpolation!r} not one of {list(areas)}")
    if interpolation == "davis-goadrich" and sample_weight is not None:
        raise ValueError("davis-goadrich steps by whole rows: no sample_weight")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the precision-recall curve", "no positive rows")
    return float(areas[interpolation](rows))


def partial_auc_score(
    y_true,
    y_score,
    *,
    max_fpr=None,
    min_tpr=None,
    fpr_range=None,
    standardize=None,
    pos_label=None,
    sample_weight=None,
):
    """Area of one strip of the ROC curve, raw or rescaled as McClish (1989) does."""
    if sum(limit is not None for limit in (max_fpr, min_tpr, fpr_range)) != 1:
        raise ValueError("give exactly one of max_fpr, min_tpr and fpr_range")
    if standardize not in (None, "mcclish"):
        raise ValueError(f"standardize={standardize!r} is not None or 'mcclish'")
    if min_tpr is not None:
        low, high = check_share("min_tpr", min_tpr), Fraction(1)
    elif fpr_range is not None:
        low, high = (check_share("fpr_range", end) for end in fpr_range)
    else:
        low, high = Fraction(0), check_share("max_fpr", max_fpr)
    if not low < high:
        raise ValueError(f"the range from {float(low)} to {float(high)} is empty")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the partial AUC", why)
    points = roc_points(rows)
    if min_tpr is not None:
        # The same strip seen from the side: 1 - FPR as a function of TPR.
        area = area_between([(tpr, 1 - fpr) for fpr, tpr in points], low, high)
        chance = (1 - low) ** 2 / 2
    else:
        area = area_between(points, low, high)
        chance = (high**2 - low**2) / 2
    if standardize is None:
        return float(area)
    return float(mcclish(area, chance, high - low))


def log_auc_score(
    y_true,
    y_score,
    *,
    fpr_range=(0.001, 1.0),
    adjusted=False,
    pos_label=None,
    sample_weight=None,
):
    """Area of the ROC curve over ln FPR, over that of the strip (Mysinger 2010).

    A line of slope b and intercept i has b (x1 - x0) + i ln(x1 / x0) below it.
    """
    if not isinstance(adjusted, bool):
        raise TypeError("adjusted must be True or False")
    low, high = (check_share("fpr_range", end) for end in fpr_range)
    if not 0 < low < high:
        raise ValueError(f"no logarithms from {float(low)} to {float(high)}")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the area over the logarithm of the FPR", why)
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(roc_points(rows)):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            slope = (y1 - y0) / (x1 - x0)
            intercept = y0 - slope * x0
            area += slope * (right - left) + intercept * _log1p(right / left - 1)
    width = _log1p(high / low - 1)
    chance = (high - low) / width if adjusted else 0
    return float(area / width - chance)


# A row: its class, its probabilities by class, its weight.
ClassRow = tuple[Any, dict[Any, float], Any]


def multiclass_auc_score(
    y_true, y_proba, *, variant="aunu", labels=None, absent="nan", sample_weight=None
):
    """Area under the ROC curve of several classes in one of five variants."""
    check_choice("variant", variant, ["aunu", "aunp", "au1u", "au1p", "mu"])
    check_choice("absent", absent, ["nan", "skip", "raise"])
    length = same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    if not is_matrix(y_proba):
        raise ValueError("y_proba needs a column per class")
    if not all(0 <= p <= 1 for row in y_proba for p in row):
        raise ValueError("a probability is outside [0, 1]")
    sums = [math.fsum(row) for row in y_proba]
    if variant != "mu" and any(abs(1 - s) > 1e-8 + 1e-5 * s for s in sums):
        raise ValueError("the probabilities of a row must sum to 1")
    classes = classes_of(check_labels(y_true if labels is None else labels))
    if len(classes) != len(y_proba[0]) or not set(y_true) <= set(classes):
        raise ValueError("the columns of y_proba do not match the classes")
    weights = check_weights(sample_weight, length)
    rows = [
        (label, dict(zip(classes, probabilities, strict=True)), weight)
        for label, probabilities, weight in zip(y_true, y_proba, weights, strict=True)
        if weight > 0
    ]
    present = [c for c in classes if any(label == c for label, _, _ in rows)]
    if len(present) < len(classes):
        if absent == "raise":
            raise ValueError("a class has no rows")
        if absent == "skip" or variant == "aunp":
            classes = present  # its terms weigh nothing in "aunp"
        else:
            return warn_undefined(f"{variant} of a class without rows", "no rows")
    if len(classes) < 2:
        return warn_undefined(variant, "there is one class only")
    return float(_VARIANTS[variant](rows, classes))


def area(own, others, score):
    """Return the chance that a row of `own` has the higher score, ties one half."""
    won = total = Fraction(0)
    for _, p, w in own:
        for _, q, v in others:
            total += w * v
            if score(p) > score(q):
                won += w * v
            elif score(p) == score(q):
                won += Fraction(w * v) / 2
    return won / total


def of_class(rows: Sequence[ClassRow], c: Any) -> list[ClassRow]:
    """Return the rows of a class."""
    return [row for row in rows if row[0] == c]


def share(rows: Sequence[ClassRow], c: Any) -> Fraction:
    """Return the share that a class has in all rows."""
    whole = sum(Fraction(w) for _, _, w in rows)
    return sum((Fraction(w) for _, _, w in of_class(rows, c)), Fraction(0)) / whole


def against_rest(rows: Sequence[ClassRow], c: Any) -> Fraction:
    """Return the area of a class against all others together."""
    rest = [row for row in rows if row[0] != c]
    return area(of_class(rows, c), rest, lambda p: p[c])


def against(rows: Sequence[ClassRow], i: Any, j: Any) -> Fraction:
    """Return A(i|j): class i against class j by the probability of i."""
    return area(of_class(rows, i), of_class(rows, j), lambda p: p[i])


def aunu(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against the rest, all alike."""
    return sum(against_rest(rows, c) for c in classes) / Fraction(len(classes))


def aunp(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against the rest, by its share."""
    return sum(
        (share(rows, c) * against_rest(rows, c) for c in classes), start=Fraction(0)
    )


def au1u(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, all alike (Hand & Till's M)."""
    pairs = list(combinations(classes, 2))
    both = (against(rows, i, j) + against(rows, j, i) for i, j in pairs)
    return sum(both, start=Fraction(0)) / (2 * len(pairs))


def au1p(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, by the share of the first."""
    total = Fraction(0)
    for i in classes:
        for j in classes:
            if i != j:
                both = against(rows, i, j) + against(rows, j, i)
                total += share(rows, i) * both / 2
    return total / (len(classes) - 1)


def mu(rows: Sequence[ClassRow], classes: Sequence[Any]) -> Fraction:
    """Each class against each other, by the difference of the two probabilities."""

    def between(i: Any, j: Any) -> Fraction:
        return area(of_class(rows, i), of_class(rows, j), lambda p: p[i] - p[j])

    pairs = list(combinations(classes, 2))
    return sum((between(i, j) for i, j in pairs), start=Fraction(0)) / len(pairs)


_VARIANTS = {"aunu": aunu, "aunp": aunp, "au1u": au1u, "au1p": au1p, "mu": mu}
