"""Records of metrics that are means over rows."""

from __future__ import annotations

from typing import Any

from fastmetrics._common.references import Reference
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.record import SKEWED_T, Metric

__all__ = ["mean_over_rows"]

_MEASURING = "fastmetrics.metrics.probability.measuring"


def mean_over_rows(
    name: str, title: str, values: str, *aliases: str, **more: Any
) -> Metric:
    """Return the record of a metric that is the mean of what ``values`` gives.

    ``values`` is the module and the name of that function in ``measuring``.
    """
    facts: dict[str, Any] = {
        "interval": SKEWED_T,
        "how": RowMean(Reference(f"{_MEASURING}.{values}")),
        "aliases": aliases,
        "in_report": False,
    }
    return Metric(name, title, **{**facts, **more})
