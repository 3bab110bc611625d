"""Errors relative to how large the observed numbers are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.record import JACKKNIFE
from fastmetrics.metrics.regression.formulas.records import error_record

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.error_totals import ErrorTotals

__all__ = [
    "NORMALIZATIONS",
    "RECORDS",
    "normalized_root_mean_squared_error",
    "weighted_absolute_percentage_error",
]

_TRUE, _ERROR = 0, 2

NORMALIZATIONS = ("mean", "range", "std", "iqr")


def weighted_absolute_percentage_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of abs(e) over that of abs(y); NaN if that is 0."""
    return _quotient(of.sums["abs_e"], of.sums["abs_y"], of)


def normalized_root_mean_squared_error(
    of: ErrorTotals,
    *,
    normalization: str = "mean",
    quartiles_apart: Any = None,
    **_: Any,
) -> Any:
    """Return the root of the mean of e² over what is said; NaN if that is 0.

    The interquartile range is no matter of sums: it is given.
    """
    with np.errstate(over="ignore"):  # of a weight next to 0 the mean is infinite
        root = np.sqrt(of.sums["e2"] / of.weight)
        spread = np.sqrt(of.centred("t2", "t") / of.weight)
    if normalization == "std":
        return _quotient(root, spread, of)
    if normalization == "mean":
        below = np.where(of.cancels, 0.0, np.abs(of.mean_true))
    elif normalization == "range":
        assert of.extremes is not None
        with np.errstate(over="ignore"):
            below = of.extremes[2] - of.extremes[1]
    else:
        below = quartiles_apart
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(below > 0, of.unscaled(root, _ERROR) / below, np.nan)


def _quotient(above: Any, below: Any, of: ErrorTotals) -> Any:
    """Return something of e over something of y."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = np.where(below > 0, above / below, np.nan)
        return found * of.ratio_of_scales(_ERROR, _TRUE)


_NORMALIZED = "normalized_root_mean_squared_error"

RECORDS = (
    error_record(
        "weighted_absolute_percentage_error",
        "Weighted absolute percentage error",
        *("wape", "wmape", "nd"),
        interval=JACKKNIFE[0],
        row_values="left_out.weighted_absolute_percentage_error_values",
        scale="log",
        missing="rows other than 0 in y_true",
    ),
    error_record(
        _NORMALIZED,
        "Normalized root mean squared error",
        "nrmse",
        interval=JACKKNIFE[0],
        row_values=f"left_out.{_NORMALIZED}_values",
        scale="log",
        light_tails=True,
        missing="mean other than 0 of y_true",
    ),
    *(
        error_record(
            f"{_NORMALIZED}_{normalization}",
            f"root mean squared error over the {what}",
            f"nrmse_{normalization}",
            function=_NORMALIZED,
            parameters={"normalization": normalization},
            missing="rows with other values than the first in y_true",
            **facts,
        )
        for normalization, what, facts in (
            (
                "std",
                "standard deviation",
                {
                    "interval": JACKKNIFE[0],
                    "row_values": f"left_out.{_NORMALIZED}_values",
                    "scale": "log",
                    "light_tails": True,
                },
            ),
            ("range", "range", {"reason": "the range grows with the number of rows"}),
            (
                "iqr",
                "interquartile range",
                {"reason": "none is known for a quotient of a root and quartiles"},
            ),
        )
    ),
)
