"""Several models on the same rows: every replicate written out, pair by pair."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from fastmetrics.reference.intervals import (
    bootstrap_values,
    replicate_weights,
    standard_error,
)

Pair = tuple[str, str]


class Difference(NamedTuple):
    """A difference a − b, and what replicates say of it."""

    estimate: float
    standard_error: float
    simultaneous_low: float
    simultaneous_high: float
    pvalue: float
    maxt_pvalue: float


class Comparison(NamedTuple):
    """All models' values, the differences of pairs, and the sets of ranks."""

    values: dict[str, float]
    differences: dict[Pair, Difference]
    rank_intervals: dict[str, tuple[int, int]]


def compare(
    metric: Callable[..., float],
    y_true: Sequence[Any],
    y_pred: Mapping[str, Sequence[Any]],
    *,
    baseline: str | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    margin: float = 0.0,
    random_state: int = 0,
    greater_is_better: bool = True,
) -> Comparison:
    """Compare models by the bootstrap of rows, the same rows for all of them.

    With a margin the p-values are of non-inferiority: against a being worse than b by
    so much.
    """
    every = [*range(len(y_true))]
    weights = [replicate_weights(random_state, b, [every]) for b in range(n_resamples)]
    values = {name: metric(y_true, column) for name, column in y_pred.items()}
    drawn = {
        name: bootstrap_values(metric, [y_true, column], weights)
        for name, column in y_pred.items()
    }
    every_pair = [*combinations(y_pred, 2)]
    pairs = every_pair
    if baseline is not None:
        pairs = [(name, baseline) for name in y_pred if name != baseline]
    sign = 1 if greater_is_better else -1
    found = {pair: _Pair(values, drawn, pair, sign, margin) for pair in pairs}
    largest = [
        max(one.both_sides(b) for one in found.values()) for b in range(n_resamples)
    ]
    on_side = [
        max(one.on_side(b) for one in found.values()) for b in range(n_resamples)
    ]
    width = order_statistic(largest, confidence_level)
    differences = {
        pair: Difference(
            one.estimate,
            one.error,
            one.estimate - width * one.error,
            one.estimate + width * one.error,
            share_as_far([one.on_side(b) for b in range(n_resamples)], one.excess),
            share_as_far(on_side, one.excess),
        )
        for pair, one in found.items()
    }
    all_of_them = [_Pair(values, drawn, pair, sign, 0.0) for pair in every_pair]
    width = order_statistic(
        [max(one.both_sides(b) for one in all_of_them) for b in range(n_resamples)],
        confidence_level,
    )
    better = {
        pair if sign * one.estimate > 0 else pair[::-1]
        for pair, one in zip(every_pair, all_of_them, strict=True)
        if abs(one.estimate) > width * one.error
    }
    ranks = {
        name: (
            1 + sum(worse == name for _, worse in better),
            len(y_pred) - sum(ahead == name for ahead, _ in better),
        )
        for name in y_pred
    }
    return Comparison(values, differences, ranks)


class _Pair:
    """A difference and its deviations, in standard errors."""

    def __init__(
        self,
        values: dict[str, float],
        drawn: dict[str, list[float]],
        pair: Pair,
        sign: int,
        margin: float,
    ) -> None:
        a, b = pair
        self.estimate = values[a] - values[b]
        replicates = [x - y for x, y in zip(drawn[a], drawn[b], strict=True)]
        self.error = standard_error(replicates)
        self.deviations = [(x - self.estimate) / self.error for x in replicates]
        self.sign, self.margin = sign, margin
        if margin:
            self.excess = (sign * self.estimate + margin) / self.error
        else:
            self.excess = abs(self.estimate) / self.error

    def both_sides(self, replicate: int) -> float:
        """Return how far a replicate deviates."""
        return abs(self.deviations[replicate])

    def on_side(self, replicate: int) -> float:
        """Return the same on the side that speaks against the null hypothesis."""
        one = self.deviations[replicate]
        return self.sign * one if self.margin else abs(one)


def order_statistic(values: Sequence[float], confidence_level: float) -> float:
    """Return the ⌈level (B + 1)⌉-th smallest; infinite if there are not so many."""
    rank = math.ceil(round(confidence_level * (len(values) + 1), 9))
    return math.inf if rank > len(values) else sorted(values)[rank - 1]


def share_as_far(values: Sequence[float], bound: float) -> float:
    """Return (1 + how many are at least that) / (1 + how many there are)."""
    as_far = sum(value >= bound - 1e-12 * abs(bound) for value in values)
    return (1 + as_far) / (1 + len(values))
