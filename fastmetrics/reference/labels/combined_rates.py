"""Two classes: two shares of their table in one number."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.labels.confusion import exact_matrix
from fastmetrics.reference.labels.confusion_counts import count_binary, single_labels

__all__ = [
    "class_likelihood_ratios",
    "diagnostic_odds_ratio",
    "geometric_mean_score",
    "informedness",
    "markedness",
    "precision_recall_geometric_mean",
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
    return float(tp * tn / (fp * fn))


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
