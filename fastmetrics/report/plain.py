"""Intervals and matrices of counts as dicts and lists that JSON can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.plain import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["MOST_DENSE", "counted", "interval_dict"]

# A matrix of more classes than this is written by its cells that are not empty.
MOST_DENSE = 200


def interval_dict(interval: Interval) -> dict[str, Any]:
    """Return all that is known of an interval, but for its replicates."""
    return {
        "estimate": plain(interval.estimate),
        "low": plain(interval.low),
        "high": plain(interval.high),
        "standard_error": plain(interval.standard_error),
        "method": interval.method,
        "approximate": interval.approximate,
        "n_resamples": interval.n_resamples,
        "n_undefined": interval.n_undefined,
        "reason": interval.reason,
        "target": interval.target,
    }


def counted(
    matrix: NDArray[Any] | None, cells: tuple[NDArray[Any], ...]
) -> dict[str, Any]:
    """Return the matrix, or its cells (position true, predicted, rows) without it."""
    if matrix is not None:
        return {"matrix": matrix.tolist()}
    columns = (one.tolist() for one in cells)
    return {"cells": [list(cell) for cell in zip(*columns, strict=True)]}
