"""Agreement of predictions with what was observed."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.cases.regression.columns import numbers, weighted_numbers


def _concordance(y: Any, p: Any) -> Any:
    product = np.mean((y - y.mean()) * (p - p.mean()))
    return 2 * product / (y.var() + p.var() + (y.mean() - p.mean()) ** 2)


def _cosine(y: Any, p: Any) -> Any:
    return y @ p / np.sqrt((y @ y) * (p @ p))


def _efficiency(y: Any, p: Any) -> Any:
    r = np.corrcoef(y, p)[0, 1]
    alpha, beta = p.std() / y.std(), p.mean() / y.mean()
    return 1 - np.sqrt((r - 1) ** 2 + (alpha - 1) ** 2 + (beta - 1) ** 2)


def _likelihood(y: Any, p: Any) -> Any:
    squares = np.mean((p - y) ** 2)
    return -len(y) / 2 * (np.log(2 * np.pi * squares) + 1)


def _weighted(function: Any, y: Any, p: Any, weights: Any) -> Any:
    return function(y, p, sample_weight=weights)


CASES = [
    *(
        Case(
            name,
            10**7,
            numbers,
            getattr(fm, name),
            covers=name,
            floor=READ,
            peers=(Peer("NumPy", theirs),),
        )
        for name, theirs in (
            ("concordance_correlation_coefficient", _concordance),
            ("cosine_similarity", _cosine),
            ("kling_gupta_efficiency", _efficiency),
            ("gaussian_log_likelihood", _likelihood),
        )
    ),
    Case(
        "concordance_correlation_coefficient, weighted",
        10**7,
        weighted_numbers,
        partial(_weighted, fm.concordance_correlation_coefficient),
        covers="concordance_correlation_coefficient",
        floor=READ,
    ),
    Case(
        "concordance_correlation_coefficient, few rows",
        1000,
        numbers,
        fm.concordance_correlation_coefficient,
        covers="concordance_correlation_coefficient",
        floor=READ,
        fixed_n=True,
        peers=(Peer("NumPy", _concordance),),
    ),
]
