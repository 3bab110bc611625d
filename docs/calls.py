"""What the letters of a formula stand for in the call that its docstring shows first.

Functions that are no metrics have no rows of their own: they are given what they need.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

from scipy.optimize import brentq

from docs.formulas import Data
from fastmetrics import studentized_range_sf
from fastmetrics.catalog import Metric
from fastmetrics.reference.labels.agreement import coincidences

__all__ = ["Call", "first_call"]


class Call(NamedTuple):
    """A call, the number that it returns, and what letters stand for in it."""

    code: str
    value: float
    data: Data


FITTED = {r"\ln L": "log_likelihood", "K": "n_parameters", "n": "n_samples"}
FIT = {"y_i": "y_true", r"\hat y_i": "y_pred"}
COSTS = {"p": "p_positive", "c_{fn}": "cost_fn", "c_{fp}": "cost_fp"}
CHANCES = {r"\psi": "discordance", "alpha": "alpha", "power": "power"}
# function -> letter -> parameter. Letters with an index stand for columns.
LETTERS: dict[str, Mapping[str, str]] = {
    "aic": FITTED,
    "aicc": FITTED,
    "auc": {"x": "x", "y": "y"},
    "bic": FITTED,
    "critical_difference": {"k": "n_models", "N": "n_datasets", "alpha": "alpha"},
    "error_count_probability": {
        "x": "n_errors",
        "m": "n_samples",
        r"\epsilon": "error_rate",
    },
    "expected_mutual_information": {"C": "contingency", "n": "n_samples"},
    "explained_sum_of_squares": FIT,
    "fleiss_kappa": {"ratings": "ratings"},
    "gaussian_log_likelihood": FIT,
    "generalized_cross_validation": {**FIT, "t": "trace"},
    "hqic": FITTED,
    "krippendorff_alpha": {"ratings": "ratings"},
    "lp_norm": {"w_i": "w", "p": "p"},
    "minimum_detectable_difference": {"n": "n_samples", **CHANCES},
    "no_information_rate": FIT,
    "normalized_expected_cost": {
        r"\mathrm{FNR}": "fnr",
        r"\mathrm{FPR}": "fpr",
        **COSTS,
    },
    "out_of_bag_score": {
        "y_i": "y_true",
        "predictions": "predictions",
        "left out": "out_of_bag",
    },
    "out_of_bag_share": {"m": "n_samples", "d": "n_draws"},
    "penalized_loss": {"L_i": "loss", "w_j": "w", "s": "strength", "p": "p"},
    "point632_score": {},
    "press": {**FIT, "h_i": "leverage"},
    "probability_cost": COSTS,
    "required_sample_size": {r"\delta": "difference", **CHANCES},
    "total_sum_of_squares": FIT,
}
Given = Mapping[str, Any]


def _steps(given: Given) -> Data:
    """Return the points of a line, each with the next."""
    columns = {
        letter: values
        for name in "xy"
        for letter, values in (
            (f"{name}_i", given[name][:-1]),
            (f"{name}_{{i+1}}", given[name][1:]),
        )
    }
    return Data({}, {"i": columns})


def _by_chance(given: Given) -> Data:
    """Return how likely each number of rows of each cell is."""
    table, n = given["C"], given["n"]
    first, second = [*map(sum, table)], [*map(sum, zip(*table, strict=True))]
    rows = [
        (a, b, m, math.comb(a, m) * math.comb(n - a, b - m) / math.comb(n, b))
        for a, b in product(first, second)
        for m in range(max(1, a + b - n), min(a, b) + 1)
    ]
    letters = ("a_i", "b_j", "m", "p_{ij}(m)")
    columns = dict(zip(letters, zip(*rows, strict=True), strict=True))
    return Data({}, {"i,j,m": columns})


def _of_errors(given: Given) -> Data:
    squares = [
        (y - p) ** 2 for y, p in zip(given["y_i"], given[r"\hat y_i"], strict=True)
    ]
    mean = fmean(squares)
    return Data({r"\mathrm{MSE}": mean, "s^2": mean, r"\pi": math.pi})


def _of_levels(given: Given) -> Data:
    quantile = NormalDist().inv_cdf
    return Data(
        {
            r"z_\alpha": quantile(1 - given["alpha"] / 2),
            r"z_\beta": quantile(given["power"]),
        }
    )


def _of_studentized_range(given: Given) -> Data:
    """Return the quantile of the range of as many normal means, over the root of 2."""

    def missed(q: float) -> float:
        return studentized_range_sf(q, given["k"]) - given["alpha"]

    found = brentq(missed, 0.1, 50.0, xtol=1e-14, rtol=1e-15)
    return Data({r"q_\alpha": found / math.sqrt(2)})


def _of_other_rows(given: Given) -> Data:
    """Return how many of all predictions are wrong for each row."""
    wrong = [sum(one != label for one in given[r"\hat y_i"]) for label in given["y_i"]]
    losses = r"\sum_j L(y_i, \hat y_j)"
    return Data({}, {"i": {losses: wrong}}, {losses: {"y_i": given["y_i"]}})


def _of_left_out(given: Given) -> Data:
    """Return how often models that have not seen a row are wrong about it."""
    columns = zip(
        *(zip(*given[name], strict=True) for name in ("predictions", "left out")),
        strict=True,
    )
    errors = [
        fmean(one != label for one, out in zip(*column, strict=True) if out)
        for label, column in zip(given["y_i"], columns, strict=True)
    ]
    return Data({}, {"i": {"E_i": errors}}, {"E_i": {"y_i": given["y_i"]}})


# letter -> attribute of what is returned, where it is more than a number
RETURNED = {"a": "apparent", "b": "out_of_bag", r"\gamma": "no_information"}


def _of_units(given: Given) -> Data:
    """Return how far raters agree about each unit, and how often each label is."""
    units = given["ratings"]
    every = [one for unit in units for one in unit]
    labels = sorted({*every})
    alike = [fmean(a == b for a, b in combinations(unit, 2)) for unit in units]
    shares = [every.count(one) / len(every) for one in labels]
    return Data(
        {"N": len(units)},
        {"u": {"P_u": alike}, "c": {"c": labels, "p_c": shares}},
        {"P_u": {"u": units}},
    )


def _of_coincidences(given: Given) -> Data:
    """Return how often two values are of one unit, and how often each is."""
    found = coincidences(given["ratings"])
    values = sorted({c for c, _ in found})
    often = {c: float(sum(found[c, k] for k in values)) for c in values}
    pairs = [*product(values, repeat=2)]
    columns: dict[str, list[Any]] = {
        "ck": [f"{c}, {k}" for c, k in pairs],
        "o_{ck}": [float(found[pair]) for pair in pairs],
        "d_{ck}": [int(c != k) for c, k in pairs],
        "n_c": [often[c] for c, _ in pairs],
        "n_k": [often[k] for _, k in pairs],
    }
    return Data({"n": sum(often.values())}, {"ck": columns})


# function -> what else its letters stand for, of those that are given
BESIDES: dict[str, Callable[[Given], Data]] = {
    "auc": _steps,
    "critical_difference": _of_studentized_range,
    "expected_mutual_information": _by_chance,
    "fleiss_kappa": _of_units,
    "gaussian_log_likelihood": _of_errors,
    "krippendorff_alpha": _of_coincidences,
    "minimum_detectable_difference": _of_levels,
    "no_information_rate": _of_other_rows,
    "out_of_bag_score": _of_left_out,
    "out_of_bag_share": lambda given: Data({"d": given.get("d", given["m"])}),
    "required_sample_size": _of_levels,
}


def first_call(row: Metric, example: str) -> Call | None:
    """Return the first call of a function in an example; None if it is not known."""
    if row.function not in LETTERS:
        return None
    names: dict[str, Any] = {}
    for shown in doctest.DocTestParser().get_examples(example):
        for node in ast.walk(ast.parse(shown.source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == row.function:
                code = ast.unparse(node)
                return Call(code, *_called(row, code, names))
        exec(shown.source, names)
    return None


def _called(row: Metric, code: str, names: dict[str, Any]) -> tuple[float, Data]:
    """Return what a call returns, and what letters stand for in it."""
    found = eval(code, names)
    bind = inspect.signature(row.public).bind
    arguments = eval(code, {**names, row.function: bind})
    arguments.apply_defaults()
    given = {
        letter: arguments.arguments[name]
        for letter, name in LETTERS[row.function].items()
        if arguments.arguments.get(name) is not None
    }
    rows: dict[str, dict[str, Sequence[Any]]] = {}
    for letter, column in given.items():
        if letter[-2:-1] == "_":
            rows.setdefault(letter[-1], {})[letter] = column
    letters: dict[str, float | str] = {
        name: one for name, one in given.items() if isinstance(one, int | float)
    }
    if "i" in rows:
        letters["n"] = len(next(iter(rows["i"].values())))
    if "y_i" in given:
        letters[r"\bar y"] = fmean(given["y_i"])
    more = BESIDES.get(row.function, lambda _: Data({}))(given)
    returned = {
        letter: getattr(found, name)
        for letter, name in RETURNED.items()
        if hasattr(found, name)
    }
    letters |= {**more.letters, **returned}
    for over, columns in more.rows.items():
        rows.setdefault(over, {}).update(columns)
    return getattr(found, "estimate", found), Data(letters, rows, more.made_of)
