"""Points and clusters for the tests of indices, and the definitions by enumeration."""

import math

import numpy as np


def clusters(n, d, k, seed=0, spread=1.0):
    """Points of k clusters that overlap a little; the first k are one of each."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    return rng.normal(size=(n, d)) + spread * labels[:, None], labels


def distance(x, y, metric="euclidean"):
    """One distance, by its textbook definition."""
    x, y = [float(v) for v in x], [float(v) for v in y]
    if metric == "manhattan":
        return math.fsum(abs(a - b) for a, b in zip(x, y, strict=True))
    if metric == "cosine":
        lengths = math.hypot(*x) * math.hypot(*y)
        if lengths == 0:
            return 0.0 if x is y else 1.0
        return 1 - math.fsum(a * b for a, b in zip(x, y, strict=True)) / lengths
    square = math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True))
    return square if metric == "sqeuclidean" else math.sqrt(square)


def matrix(X, metric="euclidean"):
    """All distances, 0 from each point to itself."""
    n = len(X)
    D = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            D[i, j] = D[j, i] = distance(X[i], X[j], metric)
    return D


def silhouettes(D, labels):
    """Of each row of a matrix of distances, one by one."""
    labels = list(labels)
    found = []
    for i, own in enumerate(labels):
        means = {}
        for c in set(labels):
            row = [D[i][j] for j in range(len(D)) if labels[j] == c and j != i]
            means[c] = math.fsum(row) / len(row) if row else None
        a, b = means.pop(own), min(means.values())
        found.append(0.0 if a is None or max(a, b) == 0 else (b - a) / max(a, b))
    return np.array(found)


def without_each(function, X, labels, square=False):
    """Values without each row, NaN where the function raises ValueError."""
    values = []
    for i in range(len(labels)):
        keep = np.arange(len(labels)) != i
        rows = X[keep][:, keep] if square else X[keep]
        try:
            values.append(function(rows, labels[keep]))
        except ValueError:
            values.append(np.nan)
    return np.array(values)
