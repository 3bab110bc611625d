"""Coverage of intervals of means over items, their clusters, benchmarks and runs.

Each simulated data set is a model of one table, so one call makes all intervals of a
design.
"""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.special import betaln

import fastmetrics as fm

pytestmark = pytest.mark.slow

N_SETS = 2000
# A design with true coverage 95 % is below 93.5 % or above 96.5 % in 2 of 1,000 runs.
SLACK = 0.015


def share_covered(intervals, truth):
    found = [one.low <= truth <= one.high for one in intervals.values()]
    return float(np.mean(found))


def covered(scores, truth, name="mean_score", k=None, **options):
    params = None if k is None else {"k": k}
    found = fm.confidence_interval(name, scores, metric_params=params, **options)
    return share_covered(found, truth)


def beta(mean, correlation):
    """Parameters of the beta distribution of an item's probability."""
    size = (1 - correlation) / correlation
    return mean * size, (1 - mean) * size


def truth_of(name, k, mean, correlation):
    """The expected number of an item whose probability is beta distributed."""
    a, b = beta(mean, correlation)
    if name == "mean_score":
        return mean
    if name == "pass_at_k":
        return float(1 - np.exp(betaln(a, b + k) - betaln(a, b)))
    return float(np.exp(betaln(a + k, b) - betaln(a, b)))


def runs_of(rng, n, mean, correlation, n_runs, n_sets=N_SETS):
    """Scores 0 and 1 of new items in each data set, (items, sets, runs)."""
    p = rng.beta(*beta(mean, correlation), (n, n_sets, 1))
    return rng.random((n, n_sets, n_runs)) < p


# n, mean, correlation of the runs of an item, runs, metric, k
SEVERAL_RUNS = [
    (30, 0.5, 0.5, 5, "mean_score", None),
    (30, 0.9, 0.5, 3, "mean_score", None),
    (60, 0.97, 0.3, 5, "mean_score", None),
    (60, 0.8, 0.7, 10, "pass_at_k", 3),
    (200, 0.9, 0.5, 5, "pass_at_k", 2),
    (30, 0.9, 0.5, 5, "pass_at_k", 5),
    (60, 0.7, 0.5, 10, "pass_hat_k", 5),
    (200, 0.5, 0.3, 5, "pass_hat_k", 2),
    (200, 0.97, 0.5, 10, "mean_score", None),
]


def test_items_with_several_runs(rng):
    for n, mean, correlation, n_runs, name, k in SEVERAL_RUNS:
        scores = runs_of(rng, n, mean, correlation, n_runs)
        truth = truth_of(name, k, mean, correlation)
        share = covered(scores, truth, name, k)
        assert 0.932 - SLACK <= share <= 0.976 + SLACK, (n, mean, name, share)


@one_case("n_runs,name,k", [(1, "mean_score", None), (5, "pass_at_k", 5)])
def test_skewed_t_of_few_items_near_1_covers_less(n_runs, name, k, rng):
    scores = runs_of(rng, 30, 0.97, 0.5, n_runs)
    truth = truth_of(name, k, 0.97, 0.5)
    share = covered(scores, truth, name, k)
    assert 0.932 - SLACK <= share <= 0.995, (name, share)
    share = covered(scores, truth, name, k, method="skew-t")
    assert share < 0.9, (name, share)


def clustered(rng, sizes, mean, correlation):
    """One run of items in clusters, (items, sets)."""
    p = rng.beta(*beta(mean, correlation), (len(sizes), N_SETS))
    p = np.repeat(p, sizes, axis=0)
    return rng.random(p.shape) < p


def sizes_of(kind, n):
    if kind == "equal":
        return np.full(n, 8)
    if kind == "tenth":  # a tenth of the clusters has half of the items
        return np.array([36] * (n // 10) + [4] * (n - n // 10))
    ratio = 10 ** (1 / (n - 1))  # from 2 to 20
    return np.round(2 * ratio ** np.arange(n)).astype(int)


CLUSTERED = [
    (5, "equal", 0.5, 0.1),
    (10, "equal", 0.9, 0.3),
    (20, "geometric", 0.7, 0.1),
    (50, "geometric", 0.9, 0.3),
    (100, "equal", 0.97, 0.3),
    (100, "geometric", 0.5, 0.5),
]


def test_items_in_clusters(rng):
    for n, kind, mean, correlation in CLUSTERED:
        sizes = sizes_of(kind, n)
        scores = clustered(rng, sizes, mean, correlation)
        clusters = np.repeat(np.arange(n), sizes)
        table = fm.ItemScores.from_arrays(scores, clusters=clusters)
        share = covered(table, mean)
        assert 0.92 - SLACK <= share <= 0.987 + SLACK, (n, kind, mean, share)


def test_few_clusters_with_half_of_the_items_are_marked(rng):
    sizes = sizes_of("tenth", 20)
    scores = clustered(rng, sizes, 0.7, 0.3)
    clusters = np.repeat(np.arange(20), sizes)
    table = fm.ItemScores.from_arrays(scores, clusters=clusters)
    found = fm.confidence_interval("mean_score", table)
    assert all(one.approximate for one in found.values())
    assert 0.88 - SLACK <= share_covered(found, 0.7) <= 0.98 + SLACK


@one_case("average", ["items", "benchmarks"])
def test_benchmarks(average, rng):
    means, sizes = [0.5, 0.8, 0.95], [20, 60, 100]
    for n_runs in (1, 4):
        parts = [
            runs_of(rng, n, mean, 0.4, n_runs)
            for n, mean in zip(sizes, means, strict=True)
        ]
        table = fm.ItemScores.from_arrays(
            np.concatenate(parts), benchmarks=np.repeat([0, 1, 2], sizes)
        )
        weights = np.array(sizes) / 180 if average == "items" else np.ones(3) / 3
        truth = float(np.dot(weights, means))
        share = covered(table, truth, average=average)
        assert 0.93 - SLACK <= share <= 0.987 + SLACK, (average, n_runs, share)


@one_case("name,k", [("mean_score", None), ("pass_at_k", 2), ("pass_hat_k", 2)])
def test_new_runs_of_the_same_items(name, k, rng):
    for n, mean, n_runs in ((30, 0.5, 3), (60, 0.9, 4), (200, 0.8, 10)):
        p = rng.beta(*beta(mean, 0.5), n)[:, None, None]
        scores = rng.random((n, N_SETS, n_runs)) < p
        numbers = {
            "mean_score": p,
            "pass_at_k": 1 - (1 - p) ** (k or 1),
            "pass_hat_k": p ** (k or 1),
        }
        truth = float(numbers[name].mean())
        share = covered(scores, truth, name, k, target="runs")
        assert 0.91 - SLACK <= share <= 0.98 + SLACK, (n, mean, name, share)


def test_other_scores(rng):
    # Means of three exponential runs around an exponential expected score.
    for n in (30, 100):
        expected = rng.exponential(1.0, (n, N_SETS, 1))
        scores = expected * rng.exponential(1.0, (n, N_SETS, 3))
        share = covered(scores, 1.0)
        assert 0.9 - SLACK <= share <= 0.97, (n, share)


def test_other_scores_in_clusters_and_benchmarks(rng):
    centres = rng.normal(0.0, 1.0, (20, N_SETS))
    scores = np.repeat(centres, 6, axis=0) + rng.normal(0.0, 1.0, (120, N_SETS))
    clusters, benchmarks = np.repeat(np.arange(20), 6), np.repeat([0, 1], 60)
    table = fm.ItemScores.from_arrays(scores, clusters=clusters)
    assert 0.95 - SLACK <= covered(table, 0.0) <= 0.95 + SLACK
    table = fm.ItemScores.from_arrays(scores, clusters=clusters, benchmarks=benchmarks)
    assert 0.95 - SLACK <= covered(table, 0.0) <= 0.95 + SLACK


@one_case("n,least,most", [(30, 0.73, 0.996), (100, 0.915, 0.985)])
def test_variance_components(n, least, most, rng):
    correlation, n_sets = 0.3, 400
    a, b = beta(0.7, correlation)
    between = 0.21 * correlation
    within = 0.21 * (1 - correlation)
    for n_runs in (2, 5):
        p = rng.beta(a, b, (n, n_sets, 1))
        scores = rng.random((n, n_sets, n_runs)) < p
        found = fm.score_variance(scores)
        truths = {
            "between": between,
            "within": within,
            "reliability": between / (between + within / n_runs),
        }
        for part, truth in truths.items():
            intervals = {i: getattr(one, part) for i, one in found.items()}
            share = share_covered(intervals, truth)
            assert least - 0.03 <= share <= most + SLACK, (n, n_runs, part, share)
