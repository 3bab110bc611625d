"""Coverage and size of prediction sets, overall and by group, simulated.

Three classes; a set has each wrong class with probability 0.4. With 1,000 data sets the
standard error of a coverage of 95 % is 0.7 percentage points.
"""

import numpy as np
import pytest

import fastmetrics as fm

# numbers of rows of groups, whose coverages are 85 to 95 %
GROUPS = [(20, 20, 20), (10, 50, 200), (200, 200, 200, 200, 200)]


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize("p", [0.9, 0.95])
def test_means(n, p):
    rng = np.random.default_rng(1)
    truths = {"set_coverage": p, "mean_set_size": p + 0.8}
    hits = dict.fromkeys(truths, 0)
    y_true = np.arange(n) % 3
    for _ in range(1000):
        sets = rng.random((n, 3)) < 0.4
        sets[np.arange(n), y_true] = rng.random(n) < p
        for name, truth in truths.items():
            found = fm.confidence_interval(name, y_true, sets)
            hits[name] += found.low <= truth <= found.high
    assert all(0.93 <= one / 1000 <= 0.99 for one in hits.values()), hits


@pytest.mark.slow
@pytest.mark.parametrize("sizes", GROUPS, ids=str)
def test_bounds_of_all_groups(sizes):
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    p = np.linspace(0.85, 0.95, len(sizes))
    truth, hits = np.zeros(len(groups), int), 0
    for _ in range(1000):
        own = rng.random(len(groups)) < p[groups]
        found = fm.conditional_set_coverage(
            truth, np.column_stack([own, ~own]), groups, labels=[0, 1]
        )
        hits += ((found.low <= p) & (p <= found.high)).all()
    assert 0.94 <= hits / 1000 <= 1  # exact, so at least 95 %


@pytest.mark.slow
def test_bounds_of_the_worst_slab():
    """Sets cover 90 %, in a slab 70 %; the bounds are of the slab that was chosen."""
    rng = np.random.default_rng(3)
    new, hits, n_sets = rng.normal(size=(20_000, 2)), 0, 200
    chance = np.where(np.abs(new[:, 0] - 1) < 0.2, 0.7, 0.9)
    truth = np.zeros(1000, int)
    for seed in range(n_sets):
        X = rng.normal(size=(1000, 2))
        own = rng.random(1000) < np.where(np.abs(X[:, 0] - 1) < 0.2, 0.7, 0.9)
        found = fm.worst_slab_coverage(
            truth,
            np.column_stack([own, ~own]),
            X,
            n_directions=20,
            labels=[0, 1],
            random_state=seed,
        )
        at = new @ found.direction
        p = chance[(found.lowest <= at) & (at <= found.highest)].mean()
        hits += found.low <= p <= found.high
    assert 0.92 <= hits / n_sets <= 1
