"""How often intervals of scaled errors hold the truth, over simulated series.

Series are random walks with steps of a size of their own, and errors of the forecasts
are independent: normal, or exponential less its mean. Of several series the truth is
the mean over all series of such a length. With 1,000 sets the standard error of a
coverage of 95 % is 0.7 percentage points.
"""

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics.catalog import find

N_SETS = 1000
N_TRAIN = 30
N_TRUTH = 200_000

# Metric, number of series (None: one, with so many rows), rows of each, the law of the
# errors, and least coverage in percent. With few series of very different errors it is
# the skewness of these that cannot be told.
COVERAGE = [
    ("mean_absolute_scaled_error", None, 50, "normal", 93),
    ("mean_absolute_scaled_error", None, 50, "exponential", 90),
    ("mean_absolute_scaled_error", 20, 12, "normal", 91),
    ("mean_absolute_scaled_error", 100, 12, "exponential", 93),
    ("root_mean_squared_scaled_error", None, 50, "normal", 92),
    ("root_mean_squared_scaled_error", None, 50, "exponential", 87),
    ("root_mean_squared_scaled_error", 20, 12, "normal", 91),
    ("root_mean_squared_scaled_error", 100, 12, "exponential", 93),
]


def errors_of(law, rng, shape):
    drawn = rng.normal(size=shape) if law == "normal" else rng.exponential(size=shape)
    return drawn if law == "normal" else drawn - 1.0


def draw(law, rng, n_series, n):
    """Training parts, observed and predicted numbers: a row for each series."""
    sizes = np.exp(0.4 * rng.normal(size=(n_series, 1)))
    train = np.cumsum(sizes * rng.normal(size=(n_series, N_TRAIN)), axis=1)
    true = train[:, -1:] + np.zeros((n_series, n))
    spread = np.exp(0.3 * rng.normal(size=(n_series, 1)))
    return train, true, true + sizes * spread * errors_of(law, rng, (n_series, n))


def value_of(name, train, true, pred):
    """The mean over series."""
    power = 2 if name.startswith("root") else 1
    above = (np.abs(pred - true) ** power).mean(axis=1)
    below = (np.abs(np.diff(train, axis=1)) ** power).mean(axis=1)
    return float(((above / below) ** (1 / power)).mean())


def interval_of(name, train, true, pred):
    if len(train) == 1:
        columns, groups = (true[0], pred[0]), None
        given = {"y_train": train[0]}
    else:
        columns = true.ravel(), pred.ravel()
        groups = np.repeat(np.arange(len(true)), true.shape[1])
        in_train = np.repeat(np.arange(len(train)), train.shape[1])
        given = {"y_train": train.ravel(), "groups_train": in_train}
    return fm.confidence_interval(name, *columns, groups=groups, metric_params=given)


def coverage(name, n_series, n, law, n_sets=N_SETS):
    rng = np.random.default_rng(1)
    if n_series is None:  # of this series' scale, and of these errors
        train = np.cumsum(rng.normal(size=(1, N_TRAIN)), axis=1)
        true = np.zeros((1, N_TRUTH))
        truth = value_of(name, train, true, true + errors_of(law, rng, true.shape))
    else:
        truth = value_of(name, *draw(law, np.random.default_rng(2), N_TRUTH, n))
    hits = 0
    for _ in range(n_sets):
        if n_series is None:
            true = np.zeros((1, n))
            data = train, true, true + errors_of(law, rng, true.shape)
        else:
            data = draw(law, rng, n_series, n)
        found = interval_of(name, *data)
        hits += found.low <= truth <= found.high
    return hits / n_sets


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n_series", "n", "law", "least"), COVERAGE)
def test_coverage(name, n_series, n, law, least):
    assert find(name).interval == "skew-t"
    assert least <= 100 * coverage(name, n_series, n, law) <= 97.5
