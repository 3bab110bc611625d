"""Scores of two normal laws of the same width, and what metrics are of them."""

import numpy as np
from scipy.stats import norm

from fastmetrics import ScoreSweep


def shift(auc):
    """Distance of two unit normals whose AUC this is."""
    return np.sqrt(2) * norm.ppf(auc)


def population(row, auc, share):
    """The metric's value on infinitely many rows."""
    grid = np.linspace(-8, 8 + shift(auc), 200_001)[::-1]
    positives = np.diff(norm.sf(grid - shift(auc)), prepend=0.0) * share
    negatives = np.diff(norm.sf(grid), prepend=0.0) * (1 - share)
    reduction = row.reduce()
    value = ScoreSweep(grid, positives, negatives).reduce(*reduction.reducer)
    return reduction.scale * value + reduction.offset
