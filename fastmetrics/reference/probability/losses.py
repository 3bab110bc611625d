"""Log loss, Brier score, and how much of the base rates' loss is done away with."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from fastmetrics.reference.inputs import (
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.probability.rows import (
    Column,
    distributions,
    known_classes,
    weighted_mean,
)

__all__ = [
    "brier_score_loss",
    "d2_brier_score",
    "d2_log_loss_score",
    "log_loss",
    "multiclass_brier_score",
    "normalized_cross_entropy",
]

# A forecast of one row: the distribution over classes, and a 1 for each of its own.
Forecast = tuple[list[Fraction], list[int]]

_EPS = Fraction(1, 2**52)  # the machine precision of a float


def log_loss(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    normalize: bool = True,
    sample_weight: Column | None = None,
    labels: Column | None = None,
    eps: float | Literal["auto"] = "auto",
) -> float:
    """Minus the logarithm of the probability given to what was observed, on average.

    Probabilities are clipped to [eps, 1 - eps].
    """
    forecasts = _by_labels(y_true, y_proba, labels, sample_weight)
    least = _EPS if eps == "auto" else Fraction(eps)
    losses = [_log(row, own, least) for row, own in forecasts]
    mean = weighted_mean(losses, sample_weight)
    if normalize or math.isinf(mean):
        return float(mean)
    return float(mean * sum(check_weights(sample_weight, len(losses))))


def brier_score_loss(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    pos_label: Any = None,
    labels: Column | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> float:
    """Squared distance of forecast and observation, summed over classes, on average.

    Half of that if there are two classes, or if told so.
    """
    check_choice("scale_by_half", scale_by_half, ["auto", True, False])
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    mean = weighted_mean([_squares(*one) for one in forecasts], sample_weight)
    if scale_by_half == "auto":
        scale_by_half = len(forecasts[0][0]) == 2
    return float(mean / 2 if scale_by_half else mean)


def multiclass_brier_score(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    pos_label: Any = None,
    labels: Column | None = None,
) -> float:
    """Squared distance of forecast and observation, summed over classes, on average."""
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    return float(weighted_mean([_squares(*one) for one in forecasts], sample_weight))


def d2_log_loss_score(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    labels: Column | None = None,
) -> float:
    """1 minus the log loss over that of forecasting the share of each class."""
    if len(y_proba) < 2:
        same_length(y_true=y_true, y_proba=y_proba)
        return warn_undefined("d2_log_loss_score", "one row")
    forecasts = _by_labels(y_true, y_proba, labels, sample_weight)
    losses = [_log(row, own, _EPS) for row, own in forecasts]
    base = [_log(row, own, _EPS) for row, own in _base_rates(forecasts, sample_weight)]
    loss, null = (weighted_mean(each, sample_weight) for each in (losses, base))
    if null == 0:
        return warn_undefined("d2_log_loss_score", "no class")
    return float(1 - loss / null)


def d2_brier_score(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    pos_label: Any = None,
    labels: Column | None = None,
) -> float:
    """1 minus the Brier score over that of forecasting the share of each class.

    Of one class the latter is 0: minus infinity, or NaN if the former is 0 too.
    """
    if len(y_proba) < 2:
        same_length(y_true=y_true, y_proba=y_proba)
        return warn_undefined("d2_brier_score", "one row")
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    base = _base_rates(forecasts, sample_weight)
    loss, null = (
        weighted_mean([_squares(*one) for one in each], sample_weight)
        for each in (forecasts, base)
    )
    if null == 0:
        warn_undefined("d2_brier_score", "one class")
        return -math.inf if loss else math.nan
    return float(1 - loss / null)


def normalized_cross_entropy(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    pos_label: Any = None,
    labels: Column | None = None,
) -> float:
    """Log loss over the entropy of the shares of the classes; NaN for one class."""
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    losses = [_log(row, own, _EPS) for row, own in forecasts]
    shares = _shares(forecasts, sample_weight)
    entropy = -sum(float(p) * math.log(p) for p in shares if p)
    if not entropy:
        return warn_undefined("normalized_cross_entropy", "one class")
    return float(weighted_mean(losses, sample_weight)) / entropy


# --- what was forecast, what was observed


def _by_labels(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    labels: Column | None,
    sample_weight: Column | None,
) -> list[Forecast]:
    """Return forecasts whose columns are the sorted classes, in a matrix or not.

    A row of a matrix `y_true` has ones in the columns of its classes: any number.
    """
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    if is_matrix(y_true) and len(y_true[0]) > 1:
        if labels is not None or any(set(row) - {0, 1} for row in y_true):
            raise ValueError("a matrix of 0 and 1 goes without labels")
        rows = distributions("y_proba", y_proba, len(y_true[0]))
        return list(zip(rows, [list(row) for row in y_true], strict=True))
    classes = known_classes(y_true, labels)
    if len(classes) < 2:
        raise ValueError(f"one class only: {classes}")
    rows = distributions("y_proba", y_proba, len(classes))
    own = [[int(label == each) for each in classes] for label in y_true]
    return list(zip(rows, own, strict=True))


def _by_pos_label(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    pos_label: Any,
    labels: Column | None,
    sample_weight: Column | None,
) -> list[Forecast]:
    """Return forecasts; of a single column, `pos_label` says of which class it is."""
    if is_matrix(y_proba) and len(y_proba[0]) > 1:
        return _by_labels(y_true, y_proba, labels, sample_weight)
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    classes = classes_of(check_labels(y_true))
    if len(classes) > 2:
        raise ValueError(f"a column of probabilities, but classes {classes}")
    if pos_label is None:
        if isinstance(classes[0], str):
            raise ValueError("pos_label must say which class is positive")
        pos_label = 1 if set(classes) in ({0}, {-1}) else classes[-1]
    elif len(classes) == 2 and pos_label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is none of {classes}")
    rows = distributions("y_proba", y_proba, 2)
    own = [[int(label != pos_label), int(label == pos_label)] for label in y_true]
    return list(zip(rows, own, strict=True))


def _shares(forecasts: list[Forecast], sample_weight: Column | None) -> list[Fraction]:
    """Return the share of each class in the weight of all rows."""
    weights = check_weights(sample_weight, len(forecasts))
    members = zip(*(own for _, own in forecasts), strict=True)
    return [
        sum((w * y for w, y in zip(weights, of_class, strict=True)), Fraction(0))
        / sum(weights)
        for of_class in members
    ]


def _base_rates(
    forecasts: list[Forecast], sample_weight: Column | None
) -> list[Forecast]:
    """Return what a model would forecast that knows the shares and nothing else."""
    shares = _shares(forecasts, sample_weight)
    return [(shares, own) for _, own in forecasts]


# --- what one row loses


def _log(row: list[Fraction], own: list[int], least: Fraction) -> float:
    clipped = [
        min(max(p, least), 1 - least) for p, y in zip(row, own, strict=True) if y
    ]
    return math.fsum(-math.log(p) if p else math.inf for p in clipped)


def _squares(row: list[Fraction], own: list[int]) -> Fraction:
    return sum(((p - y) ** 2 for p, y in zip(row, own, strict=True)), Fraction(0))
