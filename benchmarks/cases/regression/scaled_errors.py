"""Errors in units of those of the naive forecast."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.cases.regression.columns import numbers

# Rows of a series, which alternate.
_OF_EACH = 100


def _with_groups(n: int) -> tuple[Any, Any, Any]:
    true, pred = numbers(n)
    return true, pred, np.arange(n) % max(1, n // _OF_EACH)


def _of_series(function: Any, y: Any, p: Any, groups: Any) -> Any:
    return function(y, p, groups=groups)


def _absolute(y: Any, p: Any) -> Any:
    return np.abs(p - y).mean() / np.abs(np.diff(y)).mean()


def _squared(y: Any, p: Any) -> Any:
    return np.sqrt(np.mean((p - y) ** 2) / np.mean(np.diff(y) ** 2))


def _by_series(theirs: Any, y: Any, p: Any, groups: Any) -> Any:
    order = np.argsort(groups, kind="stable")
    y, p = y[order].reshape(-1, _OF_EACH), p[order].reshape(-1, _OF_EACH)
    return np.mean([theirs(*each) for each in zip(y, p, strict=True)])


CASES = [
    case
    for name, theirs in (
        ("mean_absolute_scaled_error", _absolute),
        ("root_mean_squared_scaled_error", _squared),
    )
    for case in (
        Case(
            name,
            10**7,
            numbers,
            getattr(fm, name),
            covers=name,
            floor=READ,
            peers=(Peer("NumPy", theirs),),
        ),
        Case(
            f"{name}, series of {_OF_EACH} rows",
            10**6,
            _with_groups,
            partial(_of_series, getattr(fm, name)),
            covers=name,
            floor=READ,
            peers=(Peer("NumPy in a loop", partial(_by_series, theirs)),),
        ),
    )
]
