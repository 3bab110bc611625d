"""Proper scores of probabilities, and their decompositions."""

import math
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    Row,
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    positive_label,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.probability.calibration_errors import (
    EPS,
    Forecast,
    column_of,
    distinct_forecasts,
    fill_bins,
    forecast_rows,
    isotonic_fit,
    mean_forecast,
    mean_outcome,
    total,
)
from fastmetrics.reference.probability.class_scores import (
    distributions,
    known_classes,
    weighted_mean,
)

# A forecast of one row: the distribution over classes, and a 1 for each of its own.
ClassForecast = tuple[list[Fraction], list[int]]

_EPS = Fraction(1, 2**52)  # the machine precision of a float


def log_loss(
    y_true, y_proba, *, normalize=True, sample_weight=None, labels=None, eps="auto"
):
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
    y_true,
    y_proba,
    *,
    sample_weight=None,
    pos_label=None,
    labels=None,
    scale_by_half="auto",
):
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
    y_true, y_proba, *, sample_weight=None, pos_label=None, labels=None
):
    """Squared distance of forecast and observation, summed over classes, on average."""
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    return float(weighted_mean([_squares(*one) for one in forecasts], sample_weight))


def d2_log_loss_score(y_true, y_proba, *, sample_weight=None, labels=None):
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


def d2_brier_score(y_true, y_proba, *, sample_weight=None, pos_label=None, labels=None):
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
    y_true, y_proba, *, sample_weight=None, pos_label=None, labels=None
):
    """Log loss over the entropy of the shares of the classes; NaN for one class."""
    forecasts = _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight)
    losses = [_log(row, own, _EPS) for row, own in forecasts]
    shares = _shares(forecasts, sample_weight)
    entropy = -sum(float(p) * math.log(p) for p in shares if p)
    if not entropy:
        return warn_undefined("normalized_cross_entropy", "one class")
    return float(weighted_mean(losses, sample_weight)) / entropy


# --- what was forecast, what was observed


def _by_labels(y_true, y_proba, labels, sample_weight):
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


def _by_pos_label(y_true, y_proba, pos_label, labels, sample_weight):
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


def _shares(forecasts, sample_weight):
    """Return the share of each class in the weight of all rows."""
    weights = check_weights(sample_weight, len(forecasts))
    members = zip(*(own for _, own in forecasts), strict=True)
    return [
        sum((w * y for w, y in zip(weights, of_class, strict=True)), Fraction(0))
        / sum(weights)
        for of_class in members
    ]


def _base_rates(forecasts, sample_weight):
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


def spherical_score(
    y_true, y_proba, *, labels=None, pos_label=None, sample_weight=None
):
    """Mean of the probability of the class that occurred over the length of the row.

    A row of zeros scores 0.
    """
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    if isinstance(y_proba[0], list | tuple) and len(y_proba[0]) > 1:
        classes = known_classes(y_true, labels)
        rows = distributions("y_proba", y_proba, len(classes))
        own = [classes.index(label) for label in y_true]
    else:
        rows = distributions("y_proba", y_proba, 2)
        own = [int(label == positive_label(y_true, pos_label)) for label in y_true]
    scores = [
        float(row[i]) / math.hypot(*map(float, row)) if any(row) else 0.0
        for i, row in zip(own, rows, strict=True)
    ]
    return float(weighted_mean(scores, sample_weight))


def ranked_probability_score(
    y_true, y_proba, *, labels=None, normalize=False, sample_weight=None
):
    """Mean of the squared distance of the cumulative distributions.

    That of the forecast is F_j, the probability of the first j classes; that of what
    was observed jumps from 0 to 1 at the class that occurred. The last F_j, which is
    always 1, does not count; `normalize` divides by the number of the others.
    """
    same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    check_labels(y_true)
    if labels is None and isinstance(y_true[0], str):
        raise ValueError("labels must give the order of classes that are strings")
    classes = classes_of(y_true) if labels is None else list(labels)
    if len(set(classes)) != len(classes):
        raise ValueError(f"labels must be unique, got {classes}")
    if not set(y_true) <= set(classes):
        raise ValueError("y_true has labels that are not in labels")
    rows = distributions("y_proba", y_proba, len(classes))
    scores = []
    for label, row in zip(y_true, rows, strict=True):
        own = classes.index(label)
        score = sum(
            (cumulative - (own <= j)) ** 2
            for j, cumulative in enumerate(accumulate(row[:-1]))
        )
        scores.append(score / (len(classes) - 1) if normalize else score)
    return float(weighted_mean(scores, sample_weight))


def kl_divergence(p_true, p_pred, *, sample_weight=None):
    """Mean of the sum of p log(p / q), in nats, over the classes of a row.

    0 log 0 is 0; the divergence is infinite where q = 0 < p.
    """
    same_length(p_true=p_true, p_pred=p_pred, sample_weight=sample_weight)
    truth = distributions("p_true", p_true, None)
    forecasts = distributions("p_pred", p_pred, len(truth[0]))
    divergences = [
        math.fsum(map(divergence, row, forecast))
        for row, forecast in zip(truth, forecasts, strict=True)
    ]
    return float(weighted_mean(divergences, sample_weight))


def divergence(p: Fraction, q: Fraction) -> float:
    """Return p log(p / q) of exact numbers."""
    if p == 0:
        return 0.0
    if q == 0:
        return math.inf
    ratio = p / q
    if abs(ratio - 1) < 0.5:
        return float(p) * math.log1p(float(ratio - 1))
    return float(p) * (math.log(ratio.numerator) - math.log(ratio.denominator))


def jensen_shannon_divergence(p_true, p_pred, *, sample_weight=None):
    """Mean over rows of half the divergences of both from their mean (Lin 1991)."""
    same_length(p_true=p_true, p_pred=p_pred, sample_weight=sample_weight)
    truth = distributions("p_true", p_true, None)
    forecasts = distributions("p_pred", p_pred, len(truth[0]))
    rows = []
    for row, forecast in zip(truth, forecasts, strict=True):
        pairs = [(p, q, (p + q) / 2) for p, q in zip(row, forecast, strict=True)]
        terms = [divergence(p, m) + divergence(q, m) for p, q, m in pairs]
        rows.append(max(math.fsum(terms) / 2, 0.0))
    return float(weighted_mean(rows, sample_weight))


class BrierDecomposition(NamedTuple):
    """Brier = reliability - resolution + uncertainty + variance - covariance."""

    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float


def brier_decomposition(
    y_true,
    y_proba,
    *,
    n_bins=15,
    strategy="uniform",
    pos_label=None,
    sample_weight=None,
):
    """Return the five parts of the Brier score, over bins."""
    rows = column_of(y_true, y_proba, pos_label, sample_weight)
    bins = fill_bins(rows, n_bins, strategy)
    base = mean_outcome(rows)
    parts = [
        sum(total(b) * (mean_forecast(b) - mean_outcome(b)) ** 2 for b in bins),
        sum(total(b) * (mean_outcome(b) - base) ** 2 for b in bins),
        total(rows) * base * (1 - base),
        sum(map(_variance, bins)),
        sum(map(_covariance, bins)),
    ]
    return BrierDecomposition(*(float(part / total(rows)) for part in parts))


def _variance(rows: list[Forecast]) -> Fraction:
    mean = mean_forecast(rows)
    return sum(
        (row.weight * (Fraction(row.p) - mean) ** 2 for row in rows), Fraction(0)
    )


def _covariance(rows: list[Forecast]) -> Fraction:
    p, y = mean_forecast(rows), mean_outcome(rows)
    terms = (row.weight * (Fraction(row.p) - p) * (row.outcome - y) for row in rows)
    return 2 * sum(terms, Fraction(0))


class ScoreDecomposition(NamedTuple):
    """score = miscalibration - discrimination + uncertainty."""

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def score_decomposition(
    y_true, y_proba, *, loss="brier", pos_label=None, sample_weight=None
):
    """Return the mean loss and its three parts."""
    check_choice("loss", loss, ["brier", "log"])
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    of_row = squared_error if loss == "brier" else log_loss_of
    forecasts = distinct_forecasts(rows)
    curve = isotonic_fit(
        [one.positive for one in forecasts], [one.total for one in forecasts]
    )
    recalibrated = {
        one.value: float(share) for one, share in zip(forecasts, curve, strict=True)
    }
    total = sum(row.weight for row in rows)
    base = float(sum(row.weight for row in rows if row.positive) / total)

    def mean_loss(forecast: Any) -> float:
        return math.fsum(
            row.weight * of_row(row, forecast(row)) for row in rows
        ) / float(total)

    def given(row: Row) -> float:
        p = float(row.score)
        return min(max(p, EPS), 1 - EPS) if loss == "log" else p

    score = mean_loss(given)
    after = mean_loss(lambda row: recalibrated[row.score])
    uncertainty = mean_loss(lambda row: base)
    return ScoreDecomposition(score, score - after, uncertainty - after, uncertainty)


def squared_error(row: Row, p: float) -> float:
    """Return the squared distance of a forecast to the outcome."""
    return (p - row.positive) ** 2


def log_loss_of(row: Row, p: float) -> float:
    """Return minus the logarithm of the probability of what was seen."""
    return -math.log(p) if row.positive else -math.log1p(-p)
