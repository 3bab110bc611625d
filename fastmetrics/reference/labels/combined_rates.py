"""Two classes: two shares of their table in one number."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.confusion_counts import count_binary

__all__ = [
    "diagnostic_odds_ratio",
    "geometric_mean_score",
    "informedness",
    "markedness",
    "precision_recall_geometric_mean",
    "precision_recall_mean",
    "roc_distance",
    "symmetric_extremal_dependence_index",
]

Column = Sequence[Any]


def two_shares(
    first: tuple[Any, Any], second: tuple[Any, Any]
) -> tuple[Fraction, Fraction] | None:
    """Return above / (above + beside) of both pairs, None if one has only zeros."""
    if sum(first) == 0 or sum(second) == 0:
        return None
    return Fraction(first[0]) / sum(first), Fraction(second[0]) / sum(second)


def informedness(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """TPR + TNR - 1, Youden's J."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((tp, fn), (tn, fp))
    if pair is None:
        return warn_undefined("informedness", "a class is missing in y_true")
    return float(pair[0] + pair[1] - 1)


def markedness(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """PPV + NPV - 1."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((tp, fp), (tn, fn))
    if pair is None:
        return warn_undefined("markedness", "a class is missing in y_pred")
    return float(pair[0] + pair[1] - 1)


def geometric_mean_score(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """√(TPR × TNR)."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((tp, fn), (tn, fp))
    if pair is None:
        return warn_undefined("the geometric mean", "a class is missing in y_true")
    return math.sqrt(pair[0] * pair[1])


def precision_recall_geometric_mean(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """√(precision × recall)."""
    _, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((tp, fp), (tp, fn))
    if pair is None:
        return warn_undefined(
            "the geometric mean", "no row is positive, or none is predicted to be"
        )
    return math.sqrt(pair[0] * pair[1])


def precision_recall_mean(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """(precision + recall) / 2."""
    _, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((tp, fp), (tp, fn))
    if pair is None:
        return warn_undefined(
            "the mean", "no row is positive, or none is predicted to be"
        )
    return float((pair[0] + pair[1]) / 2)


def diagnostic_odds_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
    haldane: bool = False,
) -> float:
    """Odds of a positive prediction for positives over those for negatives.

    (tp tn) / (fp fn); `haldane` adds ½ to each cell first (Haldane 1956).
    """
    four = count_binary(y_true, y_pred, pos_label, sample_weight)
    tn, fp, fn, tp = (cell + Fraction(int(haldane), 2) for cell in four)
    if fp * fn == 0:
        return warn_undefined("the diagnostic odds ratio", "no errors of one kind")
    try:
        return float(tp * tn / (fp * fn))
    except OverflowError:  # beyond the floats
        return math.inf


def roc_distance(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """√(FNR² + FPR²), from (FPR, TPR) to (0, 1)."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    pair = two_shares((fn, tp), (fp, tn))
    if pair is None:
        return warn_undefined("the distance", "a class is missing in y_true")
    return math.sqrt(pair[0] ** 2 + pair[1] ** 2)


def symmetric_extremal_dependence_index(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """SEDI of the hit rate H and the false alarm rate F (Ferro and Stephenson 2011)."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    if 0 in (tn, fp, fn, tp):
        return warn_undefined("the SEDI", "a cell is empty")
    log_h, log_miss = _log(tp, fn), _log(fn, tp)
    log_f, log_quiet = _log(fp, tn), _log(tn, fp)
    below = log_f + log_h + log_quiet + log_miss
    return (log_f - log_h - log_quiet + log_miss) / below


def _log(part: Any, other: Any) -> float:
    """Return the logarithm of a share."""
    found = Fraction(part) / (part + other)
    return math.log(found.numerator) - math.log(found.denominator)
