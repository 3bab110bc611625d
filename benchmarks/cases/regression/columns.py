"""The columns that cases of regression run on."""

from functools import lru_cache
from typing import Any

import numpy as np


@lru_cache(maxsize=1)
def _made(n: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(20240229)
    true = rng.normal(10.0, 3.0, n)
    pred = true + 0.5 * (rng.standard_exponential(n) - 1.0)
    return true, pred, 2.0 - 2.0 * rng.random(n)


def numbers(n: int) -> tuple[Any, Any]:
    """Normal numbers, and predictions of them with skewed errors."""
    return _made(n)[:2]


def weighted_numbers(n: int) -> tuple[Any, Any, Any]:
    """The same, and weights uniform in (0, 2]."""
    return _made(n)
