"""Ratings from battles: the Bradley–Terry model and Davidson's model, battle by battle.

A battle has a score vector, the gradient of its log-likelihood. Strengths are where the
scores add up to 0. Their covariance is the inverse of the information, times the sum of
squared scores of groups, times the inverse again.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.comparison.friedman import chi_squared_tail, solve
from fastmetrics.reference.inputs import check_choice, same_length

OUTCOMES = {
    "model_a": 1.0,
    "a": 1.0,
    1: 1.0,
    "model_b": 0.0,
    "b": 0.0,
    0: 0.0,
    "tie": 0.5,
    "tie (bothbad)": 0.5,
    "both_bad": 0.5,
    0.5: 0.5,
}


class Battle(NamedTuple):
    """Places of both models, points of the first, weight and group."""

    a: int
    b: int
    points: float
    weight: float
    group: Any


class Ratings(NamedTuple):
    """Models, the best first, and the numbers about them in this order."""

    models: list[Any]
    ratings: dict[Any, tuple[float, float, float]]
    coefficients: dict[Any, float]
    covariance: list[list[float]]
    nu: float
    win_rates: list[list[float]]
    lack_of_fit: tuple[float, int, float]


def bradley_terry(
    model_a,
    model_b,
    winner,
    *,
    ties="half",
    groups=None,
    sample_weight=None,
    penalty=None,
    scale=(1000.0, 400.0),
    reference=None,
    confidence_level=0.95,
):
    """Rate models by the likelihood of their battles."""
    check_choice("ties", ties, ("half", "davidson"))
    check_choice("penalty", penalty, (None, "firth"))
    if penalty and ties != "half":
        raise ValueError("the penalty is for half ties")
    n = same_length(
        model_a=model_a,
        model_b=model_b,
        winner=winner,
        groups=groups,
        sample_weight=sample_weight,
    )
    weights = sample_weight or [1.0] * n
    labels = groups or [*range(n)]
    names = sorted(
        {
            x
            for a, b, w in zip(model_a, model_b, weights, strict=True)
            if w
            for x in (a, b)
        }
    )
    battles = []
    for a, b, won, weight, group in zip(
        model_a, model_b, winner, weights, labels, strict=True
    ):
        if a == b:
            raise ValueError(f"{a!r} meets itself")
        points = (
            {a: 1.0, b: 0.0}.get(won)
            if won in (a, b) and isinstance(won, str)
            else OUTCOMES.get(won)
        )
        if points is None:
            raise ValueError(f"{won!r} is no outcome")
        if weight:
            battles.append(
                Battle(names.index(a), names.index(b), points, weight, group)
            )
    k = len(names)
    check_finite(battles, k, penalty)
    with_nu = ties == "davidson" and any(one.points == 0.5 for one in battles)
    if with_nu:
        check_davidson(battles, k)
    at = maximum(battles, k, with_nu, penalty)
    beta = at[:k]
    covariance = sandwich(battles, at, k, penalty, groups is not None)
    order = sorted(range(k), key=lambda i: -beta[i])
    factor = scale[1] / math.log(10)
    n_groups = len({one.group for one in battles}) if groups is not None else math.inf
    z = NormalDist().inv_cdf((1 + confidence_level) / 2)
    if groups is not None:
        z = (
            student_quantile(n_groups - 1, confidence_level)
            if n_groups > 1
            else math.nan
        )
    ratings = {}
    for i in order:
        if reference:
            [(name, fixed)] = reference.items()
            r = names.index(name)
            value = fixed + factor * (beta[i] - beta[r])
            variance = covariance[i][i] + covariance[r][r] - 2 * covariance[i][r]
            variance = 0.0 if i == r else variance
        else:
            value, variance = scale[0] + factor * beta[i], covariance[i][i]
        half = z * factor * math.sqrt(variance)
        ratings[names[i]] = value, value - half, value + half
    nu = math.exp(at[k]) if with_nu else 0.0 if ties == "davidson" else math.nan
    return Ratings(
        [names[i] for i in order],
        ratings,
        {names[i]: beta[i] for i in order},
        [[covariance[i][j] for j in order] for i in order],
        nu,
        [[win_rate(battles, i, j) for j in order] for i in order],
        lack_of_fit(battles, at, k, sample_weight is not None),
    )


def expected(at: Sequence[float], one: Battle, k: int) -> tuple[float, float, float]:
    """Return the probabilities that a wins, of a tie, and that b wins."""
    half = (at[one.a] - at[one.b]) / 2
    shares = math.exp(half), math.exp(at[k]) if len(at) > k else 0.0, math.exp(-half)
    return tuple(share / sum(shares) for share in shares)  # type: ignore[return-value]


def score(at: Sequence[float], one: Battle, k: int) -> list[float]:
    """Return the gradient of the log-likelihood of a battle, times its weight.

    With ν its sufficient statistics are the points minus one half, and whether there is
    a tie.
    """
    win, tie, _ = expected(at, one, k)
    residual = one.weight * (one.points - win - tie / 2)
    found = [0.0] * len(at)
    found[one.a], found[one.b] = residual, -residual
    if len(at) > k:
        found[k] = one.weight * ((one.points == 0.5) - tie)
    return found


def information(
    battles: Sequence[Battle], at: Sequence[float], k: int
) -> list[list[float]]:
    """Return the sum of the covariances of the sufficient statistics."""
    size = len(at)
    found = [[0.0] * size for _ in range(size)]
    for one in battles:
        win, tie, loss = expected(at, one, k)
        points = win + tie / 2
        own = win * (1 - points) ** 2 + tie * (0.5 - points) ** 2 + loss * points**2
        for i, j, sign in (
            (one.a, one.a, 1),
            (one.b, one.b, 1),
            (one.a, one.b, -1),
            (one.b, one.a, -1),
        ):
            found[i][j] += sign * one.weight * own
        if size > k:
            cross = one.weight * tie * (0.5 - points)
            for i, sign in ((one.a, 1), (one.b, -1)):
                found[i][k] += sign * cross
                found[k][i] += sign * cross
            found[k][k] += one.weight * tie * (1 - tie)
    return found


def inverse(matrix: list[list[float]], k: int) -> list[list[float]]:
    """Return the generalised inverse for strengths that add up to 0.

    The first strength is fixed, the rest inverted, and the mean of strengths taken off.
    """
    size = len(matrix)
    inner = [row[1:] for row in matrix[1:]]
    columns = [
        solve(inner, [float(i == j) for i in range(size - 1)]) for j in range(size - 1)
    ]
    fixed = [[0.0] * size] + [
        [0.0] + [columns[j][i] for j in range(size - 1)] for i in range(size - 1)
    ]
    centre = [
        [(i == j) - (1 / k if i < k and j < k else 0.0) for j in range(size)]
        for i in range(size)
    ]
    return times(times(centre, fixed), centre)  # the centring matrix is symmetric


def times(a, b):
    """Multiply matrices."""
    return [
        [
            math.fsum(x * y for x, y in zip(row, column, strict=True))
            for column in zip(*b, strict=True)
        ]
        for row in a
    ]


def half_battles(
    battles: Sequence[Battle], at: Sequence[float], k: int
) -> list[Battle]:
    """Return the battles that Jeffreys' prior adds to each pair: a win each.

    Their weight is half the information of the pair times the variance of its
    difference.
    """
    spread = inverse(information(battles, at, k), k)
    found = []
    for i, j in combinations(range(k), 2):
        pair = [one for one in battles if {one.a, one.b} == {i, j}]
        own = information(pair, at, k)[i][i]
        half = own * (spread[i][i] + spread[j][j] - 2 * spread[i][j]) / 2
        if half:
            found += [Battle(i, j, points, half, None) for points in (0.0, 1.0)]
    return found


def maximum(
    battles: Sequence[Battle], k: int, with_nu: bool, penalty: Any
) -> list[float]:
    """Return where the scores add up to 0, by Newton's steps of at most 1."""
    at = [0.0] * (k + with_nu)
    for _ in range(500):
        every = [*battles, *(half_battles(battles, at, k) if penalty else [])]
        gradient = [
            math.fsum(column)
            for column in zip(*(score(at, one, k) for one in every), strict=True)
        ]
        if max(map(abs, gradient)) <= 1e-12 * sum(one.weight for one in battles):
            break
        spread = inverse(information(every, at, k), k)
        step = [
            math.fsum(x * y for x, y in zip(row, gradient, strict=True))
            for row in spread
        ]
        shrink = min(1.0, 1 / max(map(abs, step)))
        at = [x + shrink * dx for x, dx in zip(at, step, strict=True)]
    return at


def sandwich(battles, at, k, penalty, grouped):
    """Return the covariance of the strengths, and of log ν."""
    extra = half_battles(battles, at, k) if penalty else []
    spread = inverse(information([*battles, *extra], at, k), k)
    sums: dict[Any, list[float]] = {}
    for i, one in enumerate(battles):
        key = one.group if grouped else i
        before = sums.get(key, [0.0] * len(at))
        sums[key] = [x + y for x, y in zip(before, score(at, one, k), strict=True)]
    factor = len(sums) / (len(sums) - 1) if grouped and len(sums) > 1 else 1.0
    meat = [[0.0] * len(at) for _ in at]
    for each, weight in [(one, factor) for one in sums.values()] + [
        ([x / one.weight for x in score(at, one, k)], one.weight) for one in extra
    ]:
        for i, x in enumerate(each):
            for j, y in enumerate(each):
                meat[i][j] += weight * x * y
    return times(times(spread, meat), spread)


def win_rate(battles: Sequence[Battle], i: int, j: int) -> float:
    """Return the points of i against j, by battle."""
    won = [(one.points, one.weight) for one in battles if (one.a, one.b) == (i, j)]
    won += [(1 - one.points, one.weight) for one in battles if (one.b, one.a) == (i, j)]
    total = sum(weight for _, weight in won)
    return sum(p * weight for p, weight in won) / total if total else math.nan


def lack_of_fit(battles, at, k, weighted):
    """Return deviance, degrees of freedom and p-value against free pairs."""
    with_nu = len(at) > k
    pairs = {frozenset((one.a, one.b)) for one in battles}
    df = 2 * len(pairs) - k if with_nu else len(pairs) - (k - 1)
    if weighted:
        return math.nan, df, math.nan
    deviance = 0.0
    for pair in pairs:
        a, b = sorted(pair)
        met = [
            one if one.a == a else Battle(a, b, 1 - one.points, 1.0, None)
            for one in battles
            if {one.a, one.b} == {a, b}
        ]
        win, tie, loss = expected(at, met[0], k)
        wins = sum(one.points == 1 for one in met)
        drawn = sum(one.points == 0.5 for one in met)
        cells = [(wins, win), (drawn, tie), (len(met) - wins - drawn, loss)]
        if not with_nu:
            points = wins + drawn / 2
            cells = [(points, win), (len(met) - points, loss)]
        deviance += 2 * sum(c * math.log(c / (len(met) * p)) for c, p in cells if c)
    return deviance, df, chi_squared_tail(deviance, df) if df > 0 else math.nan


def check_finite(battles: Sequence[Battle], k: int, penalty: Any) -> None:
    """Raise unless each model reaches each other, along wins or any battles."""
    links = set()
    for one in battles:
        if penalty or one.points > 0:
            links.add((one.a, one.b))
        if penalty or one.points < 1:
            links.add((one.b, one.a))
    for start in range(k):
        reached, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            new = {b for a, b in links if a == here} - reached
            reached |= new
            waiting += new
        if len(reached) < k:
            raise ValueError(f"from model {start} not all models can be reached")


def check_davidson(battles: Sequence[Battle], k: int) -> None:
    """Raise unless a closed path has more wins than ties.

    Then the shortest walk of k steps, a win being -1 long and a tie 1, is shorter than
    that of k - 1 steps (Bellman and Ford).
    """
    steps = []
    for one in battles:
        if one.points == 0.5:
            steps += [(one.a, one.b, 1), (one.b, one.a, 1)]
        else:
            winner, loser = (one.a, one.b) if one.points else (one.b, one.a)
            steps.append((winner, loser, -1))
    shortest = [0] * k
    for _ in range(k):
        before = [*shortest]
        for a, b, length in steps:
            shortest[b] = min(shortest[b], before[a] + length)
    if shortest == before:
        raise ValueError("ν grows without end")
