"""Metrics of two columns of numbers, for plans that know rows and no family."""

import numpy as np

from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import INFINITY, Metric
from fastmetrics.metrics.regression.family import FAMILY as REGRESSION
from fastmetrics.resampling.row_plan import RowPlan


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


def planted_root(y_true, y_pred, *, sample_weight=None):
    """The root of the mean of the squared differences."""
    return np.sqrt(planted_error(y_true, y_pred, sample_weight=sample_weight))


def log_products(y_true, y_pred, *, sample_weight=None):
    return np.log(np.abs(np.multiply(y_true, y_pred)))


def planted_product(y_true, y_pred, *, sample_weight=None):
    """The geometric mean of |yp|."""
    return np.exp(np.average(log_products(y_true, y_pred), weights=sample_weight))


def planted_sum(y_true, y_pred, *, sample_weight=None):
    """The sum of the squared differences."""
    weights = np.ones(len(y_true)) if sample_weight is None else sample_weight
    return float(np.sum(weights * error_values(y_true, y_pred)))


def moments_of(y_true, y_pred, sample_weight=None):
    """Means of y², p² and yp."""
    columns = [np.square(y_true), np.square(y_pred), np.multiply(y_true, y_pred)]
    return np.average(columns, axis=1, weights=sample_weight)


def planted_skill(y_true, y_pred, *, sample_weight=None):
    """1 - Σ(y - p)² / Σy²: 1 if all is right."""
    below = np.average(np.square(y_true), weights=sample_weight)
    above = planted_error(y_true, y_pred, sample_weight=sample_weight)
    return float(1 - above / below) if below else np.nan


def skill_values(y_true, y_pred, *, sample_weight=None):
    skill = planted_skill(y_true, y_pred, sample_weight=sample_weight)
    below = np.average(np.square(y_true), weights=sample_weight)
    errors = error_values(y_true, y_pred)
    return skill - (errors - (1 - skill) * np.square(y_true)) / below


def planted_cosine(y_true, y_pred, *, sample_weight=None):
    """Σyp / √(Σy² Σp²)."""
    a, b, c = moments_of(y_true, y_pred, sample_weight)
    return float(np.clip(c / np.sqrt(a * b), -1, 1))


def cosine_values(y_true, y_pred, *, sample_weight=None):
    a, b, c = moments_of(y_true, y_pred, sample_weight)
    cosine = c / np.sqrt(a * b)
    of_columns = np.square(y_true) / a + np.square(y_pred) / b
    product = np.multiply(y_true, y_pred) / np.sqrt(a * b)
    return cosine + product - cosine / 2 * of_columns


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
    how=RowMean(error_values),
)
SHARE = Metric(
    "planted_share", "planted share", interval="wilson", how=RowMean(hit_values)
)
RATIO = Metric(
    "planted_ratio",
    "planted ratio",
    upper=INFINITY,
    interval="jackknife",
    how=PseudoValues(ratio_values, "log"),
)
ROOT = Metric(
    "planted_root",
    "planted root",
    upper=INFINITY,
    greater_is_better=False,
    interval="skew-t",
    how=RowMean(error_values, "root"),
)
PRODUCT = Metric(
    "planted_product",
    "planted product",
    upper=INFINITY,
    interval="skew-t",
    how=RowMean(log_products, "exp"),
)
SUM = Metric(
    "planted_sum",
    "planted sum",
    upper=INFINITY,
    greater_is_better=False,
    interval="skew-t",
    how=RowMean(error_values, "sum"),
)
SKILL = Metric(
    "planted_skill",
    "planted skill",
    lower=-INFINITY,
    interval="jackknife",
    how=PseudoValues(skill_values, "log-complement", light_tails=True),
)
COSINE = Metric(
    "planted_cosine",
    "planted cosine",
    lower=-1.0,
    interval="jackknife",
    how=PseudoValues(cosine_values, "fisher-z", light_tails=True),
)
RANGE = Metric("planted_range", "planted range", upper=INFINITY, interval="bca")
NONE = Metric("planted_range", "planted range", reason="it is a maximum")
FUNCTIONS = (
    planted_error,
    planted_share,
    planted_ratio,
    planted_root,
    planted_product,
    planted_sum,
    planted_skill,
    planted_cosine,
    planted_range,
)
