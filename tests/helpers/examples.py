"""Parameters that metrics cannot do without, for tests that go through the catalog."""

import warnings

import numpy as np

from fastmetrics import UndefinedMetricWarning

_COSTS = {2: [[0, 1], [5, 0]], 3: [[0, 1, 2], [3, 0, 1], [9, 4, 0]]}
EXAMPLES = {
    "beta": 0.5,
    "cost_matrix": _COSTS[2],
    "k": 2,
    "max_fpr": 0.3,
    "n_features": 2,
    "n_users": 20,
    "q": 0.75,
    "quantiles": 0.5,
    "recall": 0.5,
    "threshold": 0.4,
    "times": 5,
}

# Further distances from the curve of integrated_calibration_index. Their bounds take
# longer than those of all other metrics of probabilities together, so tables that ask
# each metric in many ways ask these in one.
SAME_CURVE = {"calibration_e50", "calibration_e90", "calibration_emax"}


def parameters_of(row, n_classes=2):
    """Return the parameters of a row, with examples of those that must be given."""
    needed = row.required[:1] if row.one_is_enough else row.required
    given = {name: EXAMPLES[name] for name in needed}
    if "cost_matrix" in given:
        given["cost_matrix"] = _COSTS[n_classes]
    return row.with_parameters(given)


def value_of(row, *data, n_classes=2, **keywords):
    """Return what a row's function makes of data; undefined values go unannounced."""
    if row.by_group:  # all rows in one group
        data = (*data, np.zeros(len(data[0]), int))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        value = row.public(*data, **{**parameters_of(row, n_classes), **keywords})
    return number_of(row, value)


def number_of(row, value):
    """Return the number that is the metric, of what the function returns."""
    if row.by_group:
        return value.score
    # optimal_threshold gives (threshold, value); the value is the metric.
    return value[1] if isinstance(value, tuple) else value
