"""Metrics of two columns of numbers, for plans that know rows and no family."""

import numpy as np

from fastmetrics.metrics.record import INFINITY, Metric
from fastmetrics.metrics.regression.family import FAMILY as REGRESSION
from fastmetrics.resampling.row_plan import RowPlan

HERE = __name__


class PlantedPlan(RowPlan):
    family = REGRESSION

    def _classes(self):
        return np.asarray(self._data.shared["y_true"]) > 0


def error_values(y_true, y_pred, *, power=2.0, sample_weight=None):
    return np.abs(np.asarray(y_true, float) - y_pred) ** power


def planted_error(y_true, y_pred, *, power=2.0, sample_weight=None):
    """Mean of the differences to some power."""
    return np.average(error_values(y_true, y_pred, power=power), weights=sample_weight)


def hit_values(y_true, y_pred, *, sample_weight=None):
    return (np.sign(y_true) == np.sign(y_pred)).astype(float)


def planted_share(y_true, y_pred, *, sample_weight=None):
    """Share of rows with the right sign."""
    return np.average(hit_values(y_true, y_pred), weights=sample_weight)


def planted_ratio(y_true, y_pred, *, sample_weight=None):
    """Σ|p| / Σ|y|."""
    below = np.average(np.abs(y_true), weights=sample_weight)
    above = np.average(np.abs(y_pred), weights=sample_weight)
    return above / below if below else np.nan


def ratio_values(y_true, y_pred, *, sample_weight=None):
    ratio = planted_ratio(y_true, y_pred, sample_weight=sample_weight)
    below = np.average(np.abs(y_true), weights=sample_weight)
    return ratio + (np.abs(y_pred) - ratio * np.abs(y_true)) / below


def planted_range(y_true, y_pred, *, sample_weight=None):
    """The largest prediction of rows that weigh something."""
    kept = slice(None) if sample_weight is None else np.asarray(sample_weight) > 0
    return float(np.max(np.asarray(y_pred)[kept]))


ERROR = Metric(
    "planted_error",
    "planted error",
    upper=INFINITY,
    greater_is_better=False,
    interval="skew-t",
    row_values=f"{HERE}.error_values",
)
SHARE = Metric(
    "planted_share", "planted share", interval="wilson", row_values=f"{HERE}.hit_values"
)
RATIO = Metric(
    "planted_ratio",
    "planted ratio",
    upper=INFINITY,
    interval="jackknife",
    scale="log",
    row_values=f"{HERE}.ratio_values",
)
RANGE = Metric("planted_range", "planted range", upper=INFINITY, interval="bca")
NONE = Metric("planted_range", "planted range", reason="it is a maximum")
FUNCTIONS = (planted_error, planted_share, planted_ratio, planted_range)
