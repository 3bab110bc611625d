"""How often bounds of differences of models on items contain the true difference."""

import numpy as np
import pytest

import fastmetrics as fm

N_SETS = 300


def sets(rng, n, shares, agreement, n_sets=N_SETS):
    """Yield scores of 0 and 1 of models with these shares, that mostly agree."""
    for _ in range(n_sets):
        common = rng.random((n, 1))
        own = rng.random((n, len(shares)))
        drawn = np.where(rng.random((n, 1)) < agreement, common, own)
        yield (drawn < shares) * 1.0


def covered(found, true):
    names = [*found.values]
    return [
        one.low <= true[names.index(a)] - true[names.index(b)] <= one.high
        for (a, b), one in found.differences.items()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 60, 200])
@pytest.mark.parametrize("share", [0.6, 0.9, 0.97])
def test_items(n, share):
    """Two models that differ by 0 and by 0.03."""
    rng = np.random.default_rng(n)
    true = np.array([share, share, share - 0.03])
    held = [
        covered(fm.compare("mean_score", one), true)
        for one in sets(rng, n, true, agreement=0.5)
    ]
    # 300 data sets have a standard error of 1.3 percentage points.
    assert (np.mean(held, axis=0) > 0.9).all(), np.mean(held, axis=0)


@pytest.mark.slow
@pytest.mark.parametrize("n_clusters", [8, 40])
def test_clusters(n_clusters):
    """Ten items a cluster on average, in which models are good together."""
    rng = np.random.default_rng(n_clusters)
    held = []
    for _ in range(N_SETS):
        clusters = np.repeat(np.arange(n_clusters), rng.integers(4, 17, n_clusters))
        share = rng.beta(4, 1, (n_clusters, 3))[clusters]
        scores = (rng.random(share.shape) < share) * 1.0
        found = fm.compare("mean_score", scores, groups=clusters)
        held.append(covered(found, np.full(3, 0.8)))
    assert 0.91 < np.mean(held) < 0.99


@pytest.mark.slow
@pytest.mark.parametrize("is_binary", [True, False])
def test_benchmarks(is_binary):
    """Three benchmarks of unlike sizes, averaged alike."""
    rng = np.random.default_rng(3)
    names = np.repeat(["x", "y", "z"], [15, 40, 120])
    shares = {"x": (0.5, 0.6), "y": (0.9, 0.9), "z": (0.8, 0.7)}
    levels = np.array([shares[name] for name in names])
    true = np.mean([*shares.values()], axis=0)
    held = []
    for _ in range(N_SETS):
        scores = (rng.random(levels.shape) < levels) * 1.0
        if not is_binary:
            scores = levels + rng.standard_exponential(levels.shape) - 1
        table = fm.ItemScores.from_arrays(scores, benchmarks=names)
        parameters = {"average": "benchmarks"}
        found = fm.compare("mean_score", table, metric_params=parameters)
        held.append(covered(found, true))
    assert 0.915 < np.mean(held) < 0.985


@pytest.mark.slow
def test_missing_cells():
    """Differences of pairs, and least-squares means, whatever items are missing."""
    rng = np.random.default_rng(4)
    held, values = [], []
    true = np.array([0.2, 0.0, 0.1, 0.0])
    for _ in range(N_SETS):
        hard = rng.normal(size=(80, 1))
        scores = true + hard + rng.normal(size=(80, 4))
        scores[np.argsort(hard.ravel())[:30], 0] = np.nan  # hard items
        scores[rng.random(scores.shape) < 0.1] = np.nan
        found = fm.compare("mean_score", scores, missing="pairwise")
        held.append(covered(found, true))
        values.append(
            [
                one.low <= at <= one.high
                for one, at in zip(found.values.values(), true, strict=True)
            ]
        )
    assert 0.93 < np.mean(held) < 0.97
    assert (np.mean(values, axis=0) > 0.91).all(), np.mean(values, axis=0)


@pytest.mark.slow
def test_simultaneous_bounds_and_sets_of_ranks():
    """All pairs and all ranks together, of twelve models in four groups alike."""
    rng = np.random.default_rng(5)
    true = np.repeat([0.6, 0.68, 0.76, 0.84], 3)
    names = [str(k) for k in range(12)]
    together = ranks = 0
    n_sets = 200
    for scores in sets(rng, 150, true, 0.5, n_sets):
        found = fm.compare("mean_score", scores)
        together += all(
            one.simultaneous_low
            <= true[names.index(a)] - true[names.index(b)]
            <= one.simultaneous_high
            for (a, b), one in found.differences.items()
        )
        ranks += all(
            low <= 1 + np.sum(true > true[k]) and np.sum(true >= true[k]) <= high
            for k, (low, high) in enumerate(found.rank_intervals.values())
        )
    assert together / n_sets > 0.91
    assert ranks / n_sets > 0.93
