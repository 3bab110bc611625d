"""Metrics of probabilities written out in NumPy, for plans that know rows only."""

import numpy as np

from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.probability.family import FAMILY as PROBABILITIES
from fastmetrics.metrics.record import INFINITY, Metric
from fastmetrics.resampling.row_plan import RowPlan


class ForecastPlan(RowPlan):
    family = PROBABILITIES


def log_losses(y_true, y_proba, *, sample_weight=None):
    return -np.log(np.where(y_true > 0, y_proba, 1 - y_proba))


def planted_log_loss(y_true, y_proba, *, sample_weight=None):
    return np.average(log_losses(y_true, y_proba), weights=sample_weight)


def squares(y_true, y_proba, *, sample_weight=None):
    return (y_true - y_proba) ** 2


def planted_brier(y_true, y_proba, *, sample_weight=None):
    return np.average(squares(y_true, y_proba), weights=sample_weight)


def planted_entropy_ratio(y_true, y_proba, *, sample_weight=None):
    """Log loss over that of the base rate."""
    rate = np.average(y_true, weights=sample_weight)
    loss = planted_log_loss(y_true, y_proba, sample_weight=sample_weight)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -rate * np.log(rate) - (1 - rate) * np.log(1 - rate)
        return loss / entropy


def entropy_ratio_values(y_true, y_proba, *, sample_weight=None):
    """The ratio and the influence of each row on it."""
    rate = np.average(y_true, weights=sample_weight)
    ratio = planted_entropy_ratio(y_true, y_proba, sample_weight=sample_weight)
    loss = planted_log_loss(y_true, y_proba, sample_weight=sample_weight)
    own = log_losses(y_true, y_proba)
    slope = np.log((1 - rate) / rate)
    return ratio + (own - loss - ratio * slope * (y_true - rate)) * ratio / loss


def planted_expected_ratio(y_true, y_proba, *, sample_weight=None):
    """Positives that are expected over those observed."""
    observed = np.average(y_true, weights=sample_weight)
    return np.average(y_proba, weights=sample_weight) / observed if observed else np.nan


def expected_ratio_values(y_true, y_proba, *, sample_weight=None):
    observed = np.average(y_true, weights=sample_weight)
    ratio = planted_expected_ratio(y_true, y_proba, sample_weight=sample_weight)
    return ratio + (y_proba - ratio * y_true) / observed


def _record(name, how, **facts):
    return Metric(
        name,
        name.replace("_", " "),
        upper=INFINITY,
        greater_is_better=False,
        how=how,
        **facts,
    )


LOG_LOSS = _record("planted_log_loss", RowMean(log_losses), interval="skew-t")
BRIER = _record("planted_brier", RowMean(squares), interval="skew-t")
ENTROPY = _record(
    "planted_entropy_ratio", PseudoValues(entropy_ratio_values), interval="jackknife"
)
RATIO = _record(
    "planted_expected_ratio",
    PseudoValues(expected_ratio_values, "log"),
    interval="jackknife",
)
FUNCTIONS = (
    planted_log_loss,
    planted_brier,
    planted_entropy_ratio,
    planted_expected_ratio,
)
