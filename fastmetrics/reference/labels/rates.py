"""Rates of two classes, and numbers that combine two rates."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_zero_division, warn_undefined
from fastmetrics.reference.labels.confusion import (
    exact_matrix,
    of_four_cells,
    single_labels,
)

Column = Sequence[Any]


def _share(above: Any, beside: Any, what: str, zero_division: Any) -> float:
    """Return above / (above + beside), `zero_division` where both are 0."""
    undefined = check_zero_division(zero_division)
    if above + beside:
        return float(Fraction(above) / (above + beside))
    if zero_division == "warn":
        warn_undefined(what, "no rows to divide by; taken as 0")
    return undefined


@of_four_cells
def true_positive_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the positives that are predicted positive: recall, sensitivity."""
    return _share(tp, fn, "the true positive rate", zero_division)


@of_four_cells
def true_negative_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the negatives that are predicted negative: specificity."""
    return _share(tn, fp, "the true negative rate", zero_division)


@of_four_cells
def specificity_score(tn, fp, fn, tp, *, zero_division="warn"):
    """Return the true negative rate under its other name."""
    return _share(tn, fp, "the true negative rate", zero_division)


@of_four_cells
def false_positive_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the negatives that are predicted positive: fall-out."""
    return _share(fp, tn, "the false positive rate", zero_division)


@of_four_cells
def false_negative_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the positives that are predicted negative: miss rate."""
    return _share(fn, tp, "the false negative rate", zero_division)


@of_four_cells
def positive_predictive_value(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the rows predicted positive that are positive: precision."""
    return _share(tp, fp, "the positive predictive value", zero_division)


@of_four_cells
def negative_predictive_value(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the rows predicted negative that are negative."""
    return _share(tn, fn, "the negative predictive value", zero_division)


@of_four_cells
def false_discovery_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the rows predicted positive that are negative."""
    return _share(fp, tp, "the false discovery rate", zero_division)


@of_four_cells
def false_omission_rate(tn, fp, fn, tp, *, zero_division="warn"):
    """Share of the rows predicted negative that are positive."""
    return _share(fn, tn, "the false omission rate", zero_division)


@of_four_cells
def selection_rate(tn, fp, fn, tp):
    """Share of all rows that are predicted positive."""
    chosen, others = tp + fp, tn + fn
    return _share(chosen, others, "the selection rate", "warn")


def two_shares(first, second):
    """Return above / (above + beside) of both pairs, None if one has only zeros."""
    if sum(first) == 0 or sum(second) == 0:
        return None
    return Fraction(first[0]) / sum(first), Fraction(second[0]) / sum(second)


@of_four_cells
def informedness(tn, fp, fn, tp):
    """TPR + TNR - 1, Youden's J."""
    pair = two_shares((tp, fn), (tn, fp))
    if pair is None:
        return warn_undefined("informedness", "a class is missing in y_true")
    return float(pair[0] + pair[1] - 1)


@of_four_cells
def markedness(tn, fp, fn, tp):
    """PPV + NPV - 1."""
    pair = two_shares((tp, fp), (tn, fn))
    if pair is None:
        return warn_undefined("markedness", "a class is missing in y_pred")
    return float(pair[0] + pair[1] - 1)


@of_four_cells
def geometric_mean_score(tn, fp, fn, tp):
    """√(TPR × TNR)."""
    pair = two_shares((tp, fn), (tn, fp))
    if pair is None:
        return warn_undefined("the geometric mean", "a class is missing in y_true")
    return math.sqrt(pair[0] * pair[1])


@of_four_cells
def precision_recall_geometric_mean(tn, fp, fn, tp):
    """√(precision × recall)."""
    pair = two_shares((tp, fp), (tp, fn))
    if pair is None:
        return warn_undefined(
            "the geometric mean", "no row is positive, or none is predicted to be"
        )
    return math.sqrt(pair[0] * pair[1])


@of_four_cells
def precision_recall_mean(tn, fp, fn, tp):
    """(precision + recall) / 2."""
    pair = two_shares((tp, fp), (tp, fn))
    if pair is None:
        return warn_undefined(
            "the mean", "no row is positive, or none is predicted to be"
        )
    return float((pair[0] + pair[1]) / 2)


@of_four_cells
def diagnostic_odds_ratio(tn, fp, fn, tp, *, haldane=False):
    """Odds of a positive prediction for positives over those for negatives.

    (tp tn) / (fp fn); `haldane` adds ½ to each cell first (Haldane 1956).
    """
    tn, fp, fn, tp = (cell + Fraction(int(haldane), 2) for cell in (tn, fp, fn, tp))
    if fp * fn == 0:
        return warn_undefined("the diagnostic odds ratio", "no errors of one kind")
    try:
        return float(tp * tn / (fp * fn))
    except OverflowError:  # beyond the floats
        return math.inf


@of_four_cells
def roc_distance(tn, fp, fn, tp):
    """√(FNR² + FPR²), from (FPR, TPR) to (0, 1)."""
    pair = two_shares((fn, tp), (fp, tn))
    if pair is None:
        return warn_undefined("the distance", "a class is missing in y_true")
    return math.sqrt(pair[0] ** 2 + pair[1] ** 2)


@of_four_cells
def symmetric_extremal_dependence_index(tn, fp, fn, tp):
    """SEDI of the hit rate H and the false alarm rate F (Ferro and Stephenson 2011)."""
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


@of_four_cells
def positive_likelihood_ratio(tn, fp, fn, tp):
    """TPR / FPR."""
    return ratio_of_shares("the positive likelihood ratio", (tp, fn), (fp, tn))


@of_four_cells
def negative_likelihood_ratio(tn, fp, fn, tp):
    """FNR / TNR."""
    return ratio_of_shares("the negative likelihood ratio", (fn, tp), (tn, fp))


def ratio_of_shares(name: str, above: tuple[Any, Any], below: tuple[Any, Any]) -> float:
    """Return the quotient of two shares, each given as what is in it and what is not.

    Undefined if the second share is 0, or the first is one of nothing.
    """
    if below[0] == 0 or sum(above) == 0:
        return warn_undefined(name, "a share is 0 or one of no rows")
    return float(Fraction(above[0]) * sum(below) / (Fraction(below[0]) * sum(above)))


def class_likelihood_ratios(
    y_true, y_pred, *, labels=None, sample_weight=None, replace_undefined_by=math.nan
):
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
