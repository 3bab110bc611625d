"""The model confidence set of Hansen, Lunde and Nason (2011)."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

from fastmetrics.reference.in_time import cosine_terms
from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.random import uniform

__all__ = ["ModelConfidenceSet", "model_confidence_set"]

MOST_TERMS = 50


class ModelConfidenceSet(NamedTuple):
    """Which models are in the set, and the p-values of all."""

    included: tuple[str, ...]
    pvalues: dict[str, float]
    eliminated: tuple[str, ...]
    mean_losses: dict[str, float]
    confidence_level: float


class Sums(NamedTuple):
    """What models add up to, and Λ_j for j = 1 … B of each."""

    sums: dict[str, float]
    waves: dict[str, list[float]]


def model_confidence_set(
    losses: Mapping[str, Sequence[float]],
    *,
    confidence_level: float = 0.95,
    statistic: str = "max",
    horizon: int = 1,
    n_resamples: int = 1999,
    random_state: int | None = None,
) -> ModelConfidenceSet:
    """Leave out the worst model, until those that are left do not differ.

    The p-value of a step is the chance of a statistic as large among normal sums of
    the same covariance, of which it is estimated anew; that of a model the largest up
    to the step that leaves it out.
    """
    check_choice("statistic", statistic, ["max", "range"])
    names = [*losses]
    n = len(losses[names[0]])
    if len(names) < 2 or n < 5 or not 1 <= horizon < n:
        raise ValueError("too few models or times")
    means = {name: math.fsum(losses[name]) / n for name in names}
    size = min(cosine_terms(n, horizon), MOST_TERMS)
    waves = {
        name: [
            math.sqrt(2 / n)
            * math.fsum(
                loss * math.cos(math.pi * j * (t + 0.5) / n)
                for t, loss in enumerate(losses[name])
            )
            for j in range(1, size + 1)
        ]
        for name in names
    }
    observed = Sums({name: math.sqrt(n) * means[name] for name in names}, waves)
    drawn = [
        _simulated(waves, size, random_state or 0, at) for at in range(n_resamples)
    ]
    left, order, steps = list(names), [], []
    while len(left) > 1:
        worst, largest = _statistic(observed, left, statistic)
        as_large = sum(_statistic(one, left, statistic)[1] >= largest for one in drawn)
        left.remove(worst)
        order.append(worst)
        steps.append((1 + as_large) / (1 + n_resamples))
    order.append(left[0])
    among = [max(steps[: at + 1]) for at in range(len(steps))] + [1.0]
    pvalues = dict(zip(order, among, strict=True))
    return ModelConfidenceSet(
        tuple(
            name
            for name in sorted(names, key=lambda one: means[one])
            if pvalues[name] > 1 - confidence_level
        ),
        {name: pvalues[name] for name in names},
        tuple(order[:-1]),
        means,
        confidence_level,
    )


def _simulated(
    waves: Mapping[str, Sequence[float]], size: int, seed: int, at: int
) -> Sums:
    """Return normal sums with the covariance Σ_j Λ_j Λ_j' / B, and Λ of such sums."""
    z = [NormalDist().inv_cdf(u) for u in uniform(seed, at, 0, (size + 1) * size)]

    def of(row: int, name: str) -> float:
        weights = z[row * size : (row + 1) * size]
        return math.fsum(map(float.__mul__, weights, waves[name])) / math.sqrt(size)

    return Sums(
        {name: of(0, name) for name in waves},
        {name: [of(row, name) for row in range(1, size + 1)] for name in waves},
    )


def _statistic(of: Sums, left: Sequence[str], statistic: str) -> tuple[str, float]:
    """Return the worst of some models, and the largest difference over its error."""
    found: dict[str, float] = {}
    if statistic == "max":
        for name in left:
            others = [(other, 1 / len(left)) for other in left]
            found[name] = _standardized(of, [(name, 1.0)], others)
    else:
        for a, b in combinations(left, 2):
            t = _standardized(of, [(a, 1.0)], [(b, 1.0)])
            found[a] = max(found.get(a, -math.inf), t)
            found[b] = max(found.get(b, -math.inf), -t)
    worst = max(left, key=lambda name: found[name])
    return worst, found[worst]


def _standardized(
    of: Sums, plus: Sequence[tuple[str, float]], minus: Sequence[tuple[str, float]]
) -> float:
    """Return a difference of sums over the root of its estimated variance."""
    terms = [*plus, *((name, -share) for name, share in minus)]
    size = len(of.waves[plus[0][0]])
    d = math.fsum(share * of.sums[name] for name, share in terms)
    squares = [
        math.fsum(share * of.waves[name][j] for name, share in terms) ** 2
        for j in range(size)
    ]
    error = math.sqrt(math.fsum(squares) / size)
    if error > 1e-12:
        return d / error
    return math.copysign(math.inf, d) if abs(d) > 1e-12 else 0.0
