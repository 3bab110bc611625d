"""How often intervals over runs contain the value, and sets of ranks the rank.

Runs of fixed benchmarks are drawn anew: normal ones, and exponential ones, which are
very skewed. Bounds of a share go three standard errors to either side.
"""

import math

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics.comparison.rank_tests.mean_ranks import better_ranked
from fastmetrics.comparison.rank_tests.ranks import ranks_among_all

N = 1_000
DESIGNS = [(3, 6), (5, 10), (2, 26), (5, 1), (10, 1), (5, 4), (10, 10)]
KINDS = {
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "skewed": lambda rng, shape: rng.exponential(size=shape) - 1,
}


def places(n_benchmarks, kind):
    """Means and standard deviations of the benchmarks."""
    rng = np.random.default_rng(n_benchmarks)
    if kind == "normal":
        means = rng.normal(0.6, 0.35, n_benchmarks)
    else:
        means = rng.lognormal(-0.5, 0.8, n_benchmarks)
    return means, rng.uniform(0.03, 0.2, n_benchmarks)


def assert_within(share, low, high, n=N):
    error = 3 * math.sqrt(0.05 * 0.95 / n)
    assert low - error <= share <= high + error, share


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n_runs", "n_benchmarks"), DESIGNS)
def test_means_and_gaps(kind, n_runs, n_benchmarks):
    means, spreads = places(n_benchmarks, kind)

    def drawn(n):
        return means + spreads * KINDS[kind](rng, (n, n_benchmarks))

    rng = np.random.default_rng(1)
    many = np.sort(drawn(400_000 // n_benchmarks), axis=None)
    quarter = len(many) // 4
    mean, gap = many[quarter:-quarter].mean(), np.maximum(1 - many, 0).mean()
    inside = np.zeros(2)
    approximate = False
    for _ in range(N):
        runs = drawn(n_runs)
        for at, (found, value) in enumerate(
            ((fm.interquartile_mean(runs), mean), (fm.optimality_gap(runs), gap))
        ):
            inside[at] += found.low <= value <= found.high
            approximate |= found.approximate
    for share in inside / N:
        assert_within(share, 0.89 if approximate else 0.94, 0.98)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "m", "n_benchmarks"), [(3, 10, 10), (5, 5, 3), (10, 10, 26)]
)
@pytest.mark.parametrize("shift", [0.0, 1.0, 2.5])
def test_probabilities_of_improvement(n, m, n_benchmarks, shift):
    rng = np.random.default_rng(2)
    value = 0.5 * math.erfc(-shift / 2)
    inside = 0
    for _ in range(N):
        x = rng.standard_normal((n, n_benchmarks)) + shift
        y = rng.standard_normal((m, n_benchmarks))
        found = fm.probability_of_improvement({"a": x, "b": y}, "a", "b")
        inside += found.low <= value <= found.high
    assert_within(inside / N, 0.945, 0.999)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_runs", "n_benchmarks"), [(2, 26), (5, 10), (10, 1), (20, 4)]
)
def test_profiles(n_runs, n_benchmarks):
    means, spreads = places(n_benchmarks, "normal")
    at = np.linspace(0, 1.6, 33)
    values = np.array(
        [
            [0.5 * math.erfc((t - m) / s / math.sqrt(2)) for t in at]
            for m, s in zip(means, spreads, strict=True)
        ]
    ).mean(axis=0)
    middle = (values > 0.01) & (values < 0.99)
    rng = np.random.default_rng(3)
    pointwise = whole = 0.0
    for _ in range(400):
        runs = means + spreads * rng.standard_normal((n_runs, n_benchmarks))
        band = fm.performance_profile(runs, at)
        covered = (band.low - 1e-9 <= values) & (values <= band.high + 1e-9)
        pointwise += covered[middle].mean()
        band = fm.performance_profile(
            runs, at, simultaneous=True, n_resamples=499, random_state=0
        )
        whole += bool(
            ((band.low - 1e-9 <= values) & (values <= band.high + 1e-9)).all()
        )
    assert_within(pointwise / 400, 0.94, 0.999, 400)
    assert_within(whole / 400, 0.93, 0.99, 400)


@pytest.mark.slow
@pytest.mark.parametrize("n", [6, 8, 10, 30])
@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_sets_of_ranks(n, k):
    """Of equal models, and of two groups of equal models."""
    rng = np.random.default_rng(4)
    apart = np.where(np.arange(k) < k // 2, 0.0, 5.0)
    for shift in (0 * apart, apart):
        differ = np.sign(shift[:, None] - shift)
        wrong = 0
        for _ in range(N):
            ranks = ranks_among_all(rng.standard_normal((n, k)) + shift, True)
            better = better_ranked(ranks, 0.05)
            wrong += (better & (differ <= 0)).any()
        assert_within(wrong / N, 0.0, 0.067)
