"""Saying that a measure of errors is not defined on the data."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning

__all__ = ["warn_constant", "warn_undefined"]


def warn_undefined(values: Any, name: str, why: str) -> None:
    """Warn if a value is NaN."""
    if np.isnan(values).any():
        warn(f"{name} is not defined: {why}; NaN is returned.", UndefinedMetricWarning)


def warn_constant(values: Any, name: str) -> None:
    """Warn of what is divided by the spread of y_true if a value is NaN."""
    warn_undefined(values, name, "y_true is constant")
