"""What chance adds to a bias and takes from variances, and how it is corrected."""

from __future__ import annotations

import math
from typing import Any

from fastmetrics._common.options import is_integral
from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning

__all__ = ["check_ddof", "corrected", "warn_of_one_model"]


def check_ddof(ddof: Any) -> int:
    """Return the degrees of freedom that are taken off, 0 or 1."""
    is_whole = is_integral(ddof) and not isinstance(ddof, bool)
    if not is_whole or ddof not in (0, 1):
        raise ValueError(f"ddof must be 0 or 1, got {ddof!r}.")
    return int(ddof)


def warn_of_one_model() -> None:
    """Warn that one model says nothing of how models vary."""
    warn(
        "There is one model only, so the unbiased variance is undefined; it and the "
        "bias are returned as NaN.",
        UndefinedMetricWarning,
    )


def corrected(
    bias: Any, variance: Any, noise: Any, n_models: int, n_observations: int
) -> tuple[Any, Any, Any]:
    """Return the parts without bias of their own; numbers or arrays of them.

    Variances get the divisor n - 1 in place of n. The mean of n predictions varies by
    an n-th of their variance, which is taken off the bias: the sum stays the same.
    ``n_observations`` is 1 where noise needs no correction.
    """
    spread = variance * (n_models / (n_models - 1) if n_models > 1 else math.nan)
    bias = bias - spread / n_models
    if n_observations > 1:
        noise = noise * (n_observations / (n_observations - 1))
        bias = bias - noise / n_observations
    return bias, spread, noise
