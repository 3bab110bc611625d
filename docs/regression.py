"""What the letters of regression stand for in the example of a page."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import fmean, median, pstdev, pvariance
from typing import Any

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric
from fastmetrics.reference.regression.errors import quantile

__all__ = ["data"]

Numbers = Sequence[float]
Given = Mapping[str, Any]


def data(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of the columns of the example."""
    y = columns["y_true"]
    if "y_pred" in columns:
        found = _points(y, columns["y_pred"], given)
        if row.function.endswith("scaled_error"):
            found = _scaled(found, given.get("y_train", y), given.get("m", 1))
        return found
    if "scale" in columns:
        return _bins(row, y, columns["mean"], columns["scale"])
    if "quantiles" in given and isinstance(given["quantiles"], Sequence):
        return _levels(y, columns["y_quantiles"], given["quantiles"])
    return Data({})


def _points(y: Numbers, p: Numbers, given: Given) -> Data:
    n = len(y)
    errors = [b - a for a, b in zip(y, p, strict=True)]
    center = fmean(y)
    level, share = given.get("alpha", 0.5), given.get("q", 0.5)
    lower, upper = quantile(y, 0.25), quantile(y, 0.75)
    letters = {
        "n": n,
        "p": given.get("n_features", math.nan),
        r"\bar y": center,
        r"\bar{y}": center,
        r"\bar t": center,
        r"\bar p": fmean(p),
        r"\bar e": fmean(errors),
        "s": pstdev(y),
        "s_t": pstdev(y),
        "s_p": pstdev(p),
        "s_t^2": pvariance(y),
        "s_p^2": pvariance(p),
        "s_{tp}": fmean(_products(y, p)),
        r"\max y": max(y),
        r"\min y": min(y),
        "q_1": lower,
        "q_3": upper,
        "m": median(y),
        "c": 2.0**-52,
        r"\bar r": (n + 1) / 2,
        r"\bar s": (n + 1) / 2,
        "R^2": fastmetrics.r2_score(y, p),
        **_least(sorted(map(abs, errors)), share),
        **_pairs(y, p),
    }
    constant = quantile(y, level)
    limit = given.get("delta", 1.0)
    of_row: dict[str, Numbers] = {
        "y_i": y,
        "p_i": p,
        "f_i": p,
        r"\hat y_i": p,
        "e_i": errors,
        "m_i": [min(abs(error), limit) for error in errors],
        "r_i": _ranks(y),
        "s_i": _ranks(p),
        "d(y_i, f_i)": _each(fastmetrics.mean_tweedie_deviance, y, p),
        r"d(y_i, \bar y)": _each(fastmetrics.mean_tweedie_deviance, y, [center] * n),
        r"\rho(y_i - f_i)": _each(fastmetrics.mean_pinball_loss, y, p),
        r"\rho(y_i - c)": _each(fastmetrics.mean_pinball_loss, y, [constant] * n),
    }
    pairs = [*combinations(range(n), 2)]
    of_pair = {
        letter.replace("_i", f"_{of}"): [column[pair[at]] for pair in pairs]
        for letter, column in (("y_i", y), (r"\hat y_i", p))
        for at, of in enumerate("ij")
    }
    both: dict[str, Numbers] = {"y_i": y, r"\hat y_i": p}
    made_of: dict[str, Mapping[str, Numbers]] = {
        "e_i": both,
        "m_i": {**both, "e_i": errors},
        "r_i": {"y_i": y},
        "s_i": {"p_i": p},
        "d(y_i, f_i)": {"y_i": y, "f_i": p},
        r"\rho(y_i - f_i)": {"y_i": y, "f_i": p},
    }
    return Data(letters, {"i": of_row, "i<j": of_pair}, made_of)


def _products(y: Numbers, p: Numbers) -> Numbers:
    """Return the products of the distances from the means."""
    return [(a - fmean(y)) * (b - fmean(p)) for a, b in zip(y, p, strict=True)]


def _least(sizes: Numbers, share: float) -> dict[str, float]:
    """Return the least sizes that a share of the rows does not exceed, and more do."""
    n = len(sizes)
    reached = {x: sum(size <= x for size in sizes) for x in sizes}
    return {
        r"\min \{ x : F(x) \geq q \}": min(x for x in sizes if reached[x] >= share * n),
        r"\min \{ x : F(x) > q \}": min(x for x in sizes if reached[x] > share * n),
    }


def _pairs(y: Numbers, p: Numbers) -> dict[str, float]:
    """Count the pairs of rows by the order that the two columns put them in."""
    signs = [
        ((y[i] > y[j]) - (y[i] < y[j])) * 3 + (p[i] > p[j]) - (p[i] < p[j])
        for i, j in combinations(range(len(y)), 2)
    ]
    tied = signs.count(3) + signs.count(-3)
    return {
        "C": signs.count(4) + signs.count(-4),
        "D": signs.count(2) + signs.count(-2),
        "T": tied,
        "T_p": tied,
        "T_t": signs.count(1) + signs.count(-1),
        "k": min(len({*y}), len({*p})),
    }


def _ranks(column: Numbers) -> Numbers:
    """Return the ranks of rows, ties having the mean rank."""
    return [
        (sum(other < one for other in column) + sum(other <= one for other in column))
        / 2
        + 0.5
        for one in column
    ]


def _each(loss: Callable[..., Any], y: Numbers, p: Numbers) -> Numbers:
    return [float(loss([a], [b])) for a, b in zip(y, p, strict=True)]


def _scaled(found: Data, series: Numbers, season: int) -> Data:
    """Add the series before the rows, which gives the errors of the naive forecast."""
    before = {"x_t": series[season:], "x_{t - m}": series[:-season]}
    scale = {"T": len(series), "m": season}
    return Data({**found.letters, **scale}, {**found.rows, "t": before}, found.made_of)


def _levels(y: Numbers, quantiles: Sequence[Numbers], levels: Numbers) -> Data:
    """Return the shares of rows that are not above their quantile of each level."""
    shares = [
        fmean(float(a <= of_row[j]) for a, of_row in zip(y, quantiles, strict=True))
        for j in range(len(levels))
    ]
    below = r"\frac{1}{n} \sum_i [y_i \leq q_{ij}]"
    return Data({"k": len(levels)}, {"j": {r"\alpha_j": levels, below: shares}})


def _bins(row: Metric, y: Numbers, mean: Numbers, scale: Numbers) -> Data:
    """Return the mean squares of errors and of deviations in each of ten bins."""
    n = len(y)
    by_bin: dict[int, list[tuple[float, float]]] = defaultdict(list)
    squares = [s**2 for s in scale]
    low, high = min(squares), max(squares)
    for a, b, square in zip(y, mean, squares, strict=True):
        if row.name.startswith("expected"):
            place = 10 * sum(other < square for other in squares) / n
        else:
            place = 10 * (square - low) / (high - low)
        by_bin[min(int(place), 9)].append(((a - b) ** 2, square))
    bins = [by_bin[one] for one in sorted(by_bin)]
    errors = [fmean(error for error, _ in one) for one in bins]
    spreads = [fmean(square for _, square in one) for one in bins]
    of_bin: dict[str, Numbers] = {
        "n_b": [len(one) for one in bins],
        r"\mathrm{MSE}_b": errors,
        r"\mathrm{RMSE}_b": [*map(math.sqrt, errors)],
        r"\mathrm{MV}_b": spreads,
        r"\mathrm{RMV}_b": [*map(math.sqrt, spreads)],
    }
    return Data({"n": n, "k": len(bins)}, {"b": of_bin})
