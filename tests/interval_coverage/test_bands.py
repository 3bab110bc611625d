"""How often bands hold the true curve, over 1,000 simulated data sets each, or fewer.

Scores are binormal. A coverage of 95 % has a standard error of 0.7 percentage points;
measured were 96 to 100 % at every place (Clopper and Pearson's bounds are wide for few
rows), and 100 % of all places at once, where rectangles around points hold more than
the curve.
"""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from fastmetrics.metrics.scores.curves import precision_recall_bounds, roc_bounds

AT = np.array([0.01, 0.05, 0.1, 0.2, 0.5, 0.8, 0.95, 0.99])


def drawn(rng, n, share, shift):
    """The counts of each class above each score."""
    is_positive = rng.random(n) < share
    scores = rng.normal(size=n) + shift * is_positive
    is_positive = is_positive[np.argsort(-scores)]
    return np.cumsum(is_positive * 1.0), np.cumsum(~is_positive * 1.0)


LARGE = [(1000, 100, 0.5, 0.7), (1000, 200, 0.2, 1.8), (1000, 1000, 0.1, 3.0)]


@pytest.mark.parametrize(
    ("n_sets", "n", "share", "shift"),
    [(50, 200, 0.2, 1.8), *(pytest.param(*x, marks=pytest.mark.slow) for x in LARGE)],
)
def test_coverage(n_sets, n, share, shift):
    tpr = ndtr(shift + ndtri(AT))
    fpr = ndtr(ndtri(AT) - shift)  # at recalls
    precision = share * AT / (share * AT + (1 - share) * fpr)
    truths = {roc_bounds: tpr, precision_recall_bounds: precision}
    rng = np.random.default_rng(5)
    held = {
        (make, kind): [] for make in truths for kind in ("pointwise", "simultaneous")
    }
    for _ in range(n_sets):
        rows = drawn(rng, n, share, shift)
        for (make, kind), found in held.items():
            _, low, high = make(*rows, AT, kind, 0.95)
            found.append((low <= truths[make]) & (truths[make] <= high))
    for (_, kind), found in held.items():
        if kind == "pointwise":
            assert np.mean(found, axis=0).min() >= 0.93
        else:
            assert np.all(found, axis=1).mean() >= 0.93
