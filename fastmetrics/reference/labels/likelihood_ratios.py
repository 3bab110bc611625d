"""Likelihood ratios: what a prediction multiplies the odds of being positive by."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.confusion import exact_matrix
from fastmetrics.reference.labels.confusion_counts import count_binary, single_labels

__all__ = [
    "class_likelihood_ratios",
    "negative_likelihood_ratio",
    "positive_likelihood_ratio",
]

Column = Sequence[Any]


def positive_likelihood_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """TPR / FPR."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    return ratio_of_shares("the positive likelihood ratio", (tp, fn), (fp, tn))


def negative_likelihood_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    pos_label: Any = 1,
    sample_weight: Column | None = None,
) -> float:
    """FNR / TNR."""
    tn, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
    return ratio_of_shares("the negative likelihood ratio", (fn, tp), (tn, fp))


def ratio_of_shares(name: str, above: tuple[Any, Any], below: tuple[Any, Any]) -> float:
    """Return the quotient of two shares, each given as what is in it and what is not.

    Undefined if the second share is 0, or the first is one of nothing.
    """
    if below[0] == 0 or sum(above) == 0:
        return warn_undefined(name, "a share is 0 or one of no rows")
    return float(Fraction(above[0]) * sum(below) / (Fraction(below[0]) * sum(above)))


def class_likelihood_ratios(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    sample_weight: Column | None = None,
    replace_undefined_by: Any = math.nan,
) -> tuple[float, float]:
    """Return LR+ = TPR / FPR and LR- = FNR / TNR.

    What a positive, or a negative, prediction multiplies the odds of being positive by.
    LR+ is undefined without false positives, LR- without true negatives, and both
    without positives, where no replacement helps.
    """
    instead = check_replacement(replace_undefined_by)
    if single_labels(y_true, y_pred, sample_weight).kind != "binary":
        raise ValueError("likelihood ratios are of two classes")
    matrix = exact_matrix(y_true, y_pred, labels, sample_weight)
    if len(matrix) != 2:
        raise ValueError(f"likelihood ratios need two labels, not {len(matrix)}")
    (tn, fp), (fn, tp) = matrix
    positive, negative = tp + fn, tn + fp
    if positive == 0:
        warn_undefined("both likelihood ratios", "no positive rows")

    def quotient(name: str, above: Any, below: Any) -> float:
        """(above / positive) / (below / negative)."""
        if below == 0:
            warn_undefined(name, "its denominator is 0")
            return instead[name]
        if positive == 0:
            return math.nan
        return float(Fraction(above) * negative / (below * positive))

    return quotient("LR+", tp, fp), quotient("LR-", fn, tn)


def check_replacement(replace_undefined_by: Any) -> Mapping[str, float]:
    """Return what stands for an undefined LR+ (1 or more) and LR- (0 to 1), or NaN."""
    if not isinstance(replace_undefined_by, Mapping):
        if not math.isnan(replace_undefined_by) and replace_undefined_by != 1:
            raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")
        replace_undefined_by = dict.fromkeys(["LR+", "LR-"], replace_undefined_by)
    if not {"LR+", "LR-"} <= set(replace_undefined_by):
        raise ValueError("replace_undefined_by needs the keys 'LR+' and 'LR-'")
    positive, negative = (replace_undefined_by[key] for key in ("LR+", "LR-"))
    if positive < 1 or negative < 0 or negative > 1:
        raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")
    return {"LR+": float(positive), "LR-": float(negative)}
