"""Drawn rows of censored times, and what tests of them share."""

import numpy as np


def drawn(rng, n, *, ties=True, causes=1, censored=1.5):
    """Return times, codes and risks; times from 1 to about 10 and risks tie."""
    event, end = rng.exponential(size=n), rng.exponential(size=n) * censored
    time = np.minimum(event, end)
    code = (event <= end) * rng.integers(1, causes + 1, n)
    risk = -event + rng.normal(size=n)
    code[rng.integers(n)] = 1
    if ties:
        time, risk = np.ceil(time * 5), np.round(risk, 1)
    return time, code, risk


def falling(rng, n, k):
    """Return drawn probabilities of survival, a row each, at k times."""
    return np.sort(rng.uniform(size=(n, k)), axis=1)[:, ::-1]


def options_of(kind, rng, n, *, ties=True, causes=1):
    """Return options of censoring of a kind, and the same as lists.

    The kinds are "own", "other" and "conditional".
    """
    if kind == "other":
        time, code, _ = drawn(rng, 40, ties=ties, causes=causes)
        time[0] = 1000  # censoring is known everywhere
        code[0] = 0
        pair = {"censoring": (time, code)}
        return pair, {"censoring": (time.tolist(), code.tolist())}
    if kind == "conditional":
        group = rng.integers(0, 2, n)
        group[:2] = 0, 1
        return {"conditional": group}, {"conditional": group.tolist()}
    return {}, {}


def largest_time(time, given):
    """Return the time that all times of evaluation are below."""
    group = given.get("conditional")
    if group is None:
        return time.max()
    return min(time[group == g].max() for g in (0, 1))


def slope_of(value, n, row, step=1e-5):
    """Return n times the derivative of a value by the weight of a row, at weights 1."""
    ends = []
    for change in (-step, step):
        weights = [1.0] * n
        weights[row] += change
        ends.append(np.asarray(value(weights), dtype=float))
    return n * (ends[1] - ends[0]) / (2 * step)
