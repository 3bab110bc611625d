"""Permutation tests, paired and unpaired."""

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import combinations, product
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, same_length
from fastmetrics.reference.random import dealt, swapped

ALTERNATIVES = ("two-sided", "greater", "less")
# With more units than this not every choice is written out.
MOST_UNITS = 16

Column = Sequence[Any]


class PermutationTest(NamedTuple):
    """A's metric minus B's, and how many choices of rows had one as extreme."""

    statistic: float
    pvalue: float
    exact: bool


def paired_permutation_test(
    metric,
    y_true=None,
    y_pred_a=None,
    y_pred_b=None,
    *,
    y_score_a=None,
    y_score_b=None,
    y_proba_a=None,
    y_proba_b=None,
    loss_a=None,
    loss_b=None,
    metric_params=None,
    method="auto",
    swap="rank",
    n_resamples=9999,
    groups=None,
    pos_label=None,
    alternative="two-sided",
    random_state=None,
    progress=False,
):
    """Swap rows in all ways, or at random where there are more than 16 units.

    With ``pos_label`` the true labels are 1 for it and 0 for the other.
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("swap", swap, ["rank", "value"])
    check_choice("method", method, ["auto", "exact", "monte-carlo"])
    given = [
        (y_pred_a, y_pred_b),
        (y_score_a, y_score_b),
        (y_proba_a, y_proba_b),
        (loss_a, loss_b),
    ]
    [(first, second)] = [pair for pair in given if pair != (None, None)]
    if first is None or second is None:
        raise TypeError("two models are compared")
    same_length(a=first, b=second)
    if y_score_a is not None and swap == "rank":
        first, second = mean_ranks(first), mean_ranks(second)
    function = twin_of(mean if loss_a is not None else metric)
    if pos_label is not None and y_true is not None:
        y_true = [int(label == pos_label) for label in y_true]
    leading = [] if y_true is None else [y_true]
    parameters = dict(metric_params or {})

    def difference(rows: Sequence[bool]) -> tuple[float, float]:
        sides = [
            [b if here else a for a, b, here in zip(own, other, rows, strict=True)]
            for own, other in ((first, second), (second, first))
        ]
        values = [float(function(*leading, side, **parameters)) for side in sides]
        return values[0] - values[1], max(map(abs, values))

    n = len(first)
    names = range(n) if groups is None else groups
    units = sorted(set(names))
    unit_of = [units.index(name) for name in names]
    found, size = difference([False] * n)
    extreme = trials = 0
    exact = method != "monte-carlo" and len(units) <= MOST_UNITS
    for chosen in choices(len(units), exact, random_state or 0, n_resamples):
        value, _ = difference([chosen[unit] for unit in unit_of])
        extreme += as_extreme(value, found, alternative, 1e-12 * size)
        trials += 1
    if not exact:
        extreme, trials = extreme + 1, trials + 1
    return PermutationTest(found, extreme / trials, exact)


def choices(n_units, exact, seed, n_resamples):
    """Return which units are swapped, in every way or at random."""
    if exact:
        yield from product([False, True], repeat=n_units)
        return
    for replicate in range(n_resamples):
        yield swapped(seed, replicate, n_units)


def as_extreme(value: float, found: float, alternative: str, slack: float) -> bool:
    """Whether a difference is as far as the one found; an undefined one is."""
    if math.isnan(value):
        return True
    if alternative == "two-sided":
        return abs(value) >= abs(found) - slack
    sign = 1 if alternative == "greater" else -1
    return sign * value >= sign * found - slack


def twin_of(metric: str | Callable[..., Any]) -> Callable[..., Any]:
    """Return the definition of a metric that is named by its function."""
    if not isinstance(metric, str):
        return metric
    function: Callable[..., Any] = getattr(
        import_module("fastmetrics.reference"), metric
    )
    return function


def mean(values: Column) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def mean_ranks(values: Column) -> list[float]:
    """Return the ranks from below as shares of the rows, ties sharing their mean."""
    below = [sum(other < value for other in values) for value in values]
    equal = [sum(other == value for other in values) for value in values]
    return [(b + (e + 1) / 2) / len(values) for b, e in zip(below, equal, strict=True)]


# With more rows than this not every choice is written out.
MOST_ROWS = 14


def unpaired_permutation_test(
    metric,
    y_true_a=None,
    y_pred_a=None,
    y_true_b=None,
    y_pred_b=None,
    *,
    y_score_a=None,
    y_score_b=None,
    y_proba_a=None,
    y_proba_b=None,
    loss_a=None,
    loss_b=None,
    metric_params=None,
    method="auto",
    n_resamples=9999,
    pos_label=None,
    alternative="two-sided",
    random_state=None,
    progress=False,
):
    """Deal out the rows in all ways, or at random where there are more than 14."""
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("method", method, ["auto", "exact", "monte-carlo"])
    given = [
        (y_pred_a, y_pred_b),
        (y_score_a, y_score_b),
        (y_proba_a, y_proba_b),
        (loss_a, loss_b),
    ]
    [(first, second)] = [pair for pair in given if pair != (None, None)]
    if first is None or second is None:
        raise TypeError("two models are compared")
    n_first, n = len(first), len(first) + len(second)
    column = [*first, *second]
    function = twin_of(mean if loss_a is not None else metric)
    true: list[Any] | None = None
    if loss_a is None:
        if y_true_a is None or y_true_b is None:
            raise TypeError("true labels of both are needed")
        same_length(a=y_true_a, first=first)
        same_length(b=y_true_b, second=second)
        true = [*y_true_a, *y_true_b]
        if pos_label is not None:
            true = [int(label == pos_label) for label in true]
    parameters = dict(metric_params or {})

    def value(rows: Sequence[int]) -> float:
        leading = [] if true is None else [[true[i] for i in rows]]
        return float(function(*leading, [column[i] for i in rows], **parameters))

    def difference(chosen: Sequence[int]) -> tuple[float, float]:
        values = value(chosen), value([i for i in range(n) if i not in {*chosen}])
        return values[0] - values[1], max(map(abs, values))

    found, size = difference(range(n_first))
    exact = method != "monte-carlo" and n <= MOST_ROWS
    seed = random_state or 0
    every: Any = (
        combinations(range(n), n_first)
        if exact
        else (
            [i for i, here in enumerate(dealt(seed, replicate, n, n_first)) if here]
            for replicate in range(n_resamples)
        )
    )
    extreme = trials = 0
    for chosen in every:
        extreme += as_extreme(difference(chosen)[0], found, alternative, 1e-12 * size)
        trials += 1
    if not exact:
        extreme, trials = extreme + 1, trials + 1
    return PermutationTest(found, extreme / trials, exact)
