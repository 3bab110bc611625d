"""Censored times with two models, for tests of plans, reports and commands."""

import numpy as np

TIMES = [30, 70, 100]


def drawn(n=200, seed=0, causes=1):
    """Return times in whole days, codes, and predictors of two models."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    event, end = rng.exponential(np.exp(-x)), rng.exponential(2, size=n)
    code = (event <= end) * rng.integers(1, causes + 1, n)
    time = np.ceil(100 * np.minimum(event, end))
    return time, code, x + rng.normal(size=n) / 2, x / 3 + rng.normal(size=n)


def survival_of(risk, slope=0.6, times=TIMES):
    """Return the probabilities of survival by each time of an exponential model."""
    return np.exp(-np.outer(np.exp(slope * risk), np.asarray(times) / 100))


def structured(time, code):
    """Return times and events as scikit-survival has them."""
    rows = list(zip(code > 0, time, strict=True))
    return np.array(rows, dtype=[("status", bool), ("days", float)])


class Exponential:
    """A model with the interface of scikit-survival."""

    def __init__(self, slope=0.5):
        self.slope = slope

    def get_params(self, deep=True):
        return {"slope": self.slope}

    def fit(self, X, y):
        self.rate_ = y["status"].sum() / y["days"].sum()
        return self

    def predict(self, X):
        return self.slope * np.asarray(X)[:, 0]

    def predict_survival_function(self, X):
        rates = self.rate_ * np.exp(self.predict(X))
        found = np.empty(len(rates), object)
        found[:] = [lambda t, r=rate: np.exp(-r * np.asarray(t)) for rate in rates]
        return found
