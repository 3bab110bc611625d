"""Scores of items: the mean score, pass@k, pass^k, the best and the worst of k runs.

Scores are a list with an entry per item. An entry is a list with the score, or the list
of the scores of the runs, of each model; or a dict with "runs", the runs by model, and
perhaps "benchmark" and "cluster". NaN is a run that was not made.
"""

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

from fastmetrics.reference.inputs import warn_undefined


def read_items(scores):
    """Return each item as (benchmark, cluster, runs by model), and the models."""
    items = []
    for entry in scores:
        if isinstance(entry, dict):
            runs = entry["runs"]
        else:
            runs = dict(enumerate(entry))
        made = {
            model: [s for s in (own if isinstance(own, list) else [own]) if s == s]
            for model, own in runs.items()
        }
        benchmark, cluster = (
            entry.get(key) if isinstance(entry, dict) else None
            for key in ("benchmark", "cluster")
        )
        items.append((benchmark, cluster, made))
    if not items:
        raise ValueError("scores has no items")
    return items, [*items[0][2]]


def numbers_of(items, model, measure, k, short):
    """Return (benchmark, cluster, number) of the items that count for a model."""
    if short not in ("raise", "skip"):
        raise ValueError(f"short must be 'raise' or 'skip', got {short!r}")
    found = []
    for benchmark, cluster, runs in items:
        own = [Fraction(score) for score in runs[model]]
        if not own:
            raise ValueError(f"an item has no run of {model!r}")
        if len(own) >= k:
            found.append((benchmark, cluster, measure(own, k)))
        elif short == "raise":
            raise ValueError(f"an item has fewer than {k} runs of {model!r}")
    return found


def benchmark_weights(benchmarks, average, weights):
    """Return the weight of each benchmark, of the items' benchmarks."""
    if average not in ("items", "benchmarks"):
        raise ValueError(f"average must be 'items' or 'benchmarks', got {average!r}")
    names = {*benchmarks}
    if weights is not None:
        if average == "benchmarks" or {*weights} != names or min(weights.values()) < 0:
            raise ValueError("weights must have each benchmark, and none below 0")
        total = sum(map(Fraction, weights.values()))
        return {name: Fraction(weight) / total for name, weight in weights.items()}
    if average == "benchmarks":
        if None in names:
            raise ValueError("there are no benchmarks")
        return {name: Fraction(1, len(names)) for name in names}
    n = len(benchmarks)
    return {name: Fraction(benchmarks.count(name), n) for name in names}


def mean_of(numbers, average, weights, every):
    """Return the weighted mean of the means of benchmarks; NaN without items.

    ``every``: the benchmark of each item of the table.
    """
    own = [benchmark for benchmark, _, _ in numbers]
    by = every if weights is not None or average == "benchmarks" else own
    total = Fraction(0)
    for name, weight in benchmark_weights(by, average, weights).items():
        values = [x for benchmark, _, x in numbers if benchmark == name]
        if not values and weight:
            return math.nan
        if weight:
            total += weight * sum(values) / len(values)
    return float(total) if numbers else math.nan


def _value(name, scores, measure, k, binary, model, average, weights, short):
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise ValueError(f"k must be a whole number of at least 1, got {k!r}")
    items, models = read_items(scores)
    if binary:
        for _, _, runs in items:
            if any(s not in (0, 1) for own in runs.values() for s in own):
                raise ValueError("scores must be 0 or 1")
    if model is not None and model not in models:
        raise ValueError(f"there is no model {model!r}")
    every = [benchmark for benchmark, _, _ in items]
    values: dict[Any, float] = {}
    for one in models if model is None else [model]:
        numbers = numbers_of(items, one, measure, k, short)
        values[one] = mean_of(numbers, average, weights, every)
    if any(math.isnan(value) for value in values.values()):
        warn_undefined(name, "a model has no items")
    return values if len(values) > 1 else next(iter(values.values()))


def of_mean(runs, k):
    """Mean of the runs."""
    return sum(runs) / len(runs)


def of_best(runs, k):
    """Mean over all choices of k runs of the largest score."""
    chosen = [max(some) for some in combinations(runs, k)]
    return sum(chosen) / len(chosen)


def of_worst(runs, k):
    """Mean over all choices of k runs of the smallest score."""
    chosen = [min(some) for some in combinations(runs, k)]
    return sum(chosen) / len(chosen)


def mean_score(scores, *, model=None, average="items", weights=None, short="raise"):
    """Mean over items of the mean of their runs."""
    options = model, average, weights, short
    return _value("mean_score", scores, of_mean, 1, False, *options)


def pass_at_k(scores, k, *, model=None, average="items", weights=None, short="raise"):
    """Proportion of the choices of k runs of an item of which one is a success."""
    options = model, average, weights, short
    return _value("pass_at_k", scores, of_best, k, True, *options)


def pass_hat_k(scores, k, *, model=None, average="items", weights=None, short="raise"):
    """Proportion of the choices of k runs of an item that are all successes."""
    options = model, average, weights, short
    return _value("pass_hat_k", scores, of_worst, k, True, *options)


def best_of_k(scores, k, *, model=None, average="items", weights=None, short="raise"):
    """Mean over the choices of k runs of an item of their largest score."""
    options = model, average, weights, short
    return _value("best_of_k", scores, of_best, k, False, *options)


def worst_of_k(scores, k, *, model=None, average="items", weights=None, short="raise"):
    """Mean over the choices of k runs of an item of their smallest score."""
    options = model, average, weights, short
    return _value("worst_of_k", scores, of_worst, k, False, *options)
