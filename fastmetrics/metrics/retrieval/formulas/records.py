"""Records of the kind of metrics that the family has most of."""

from __future__ import annotations

from typing import Any

from fastmetrics.metrics.record import SKEWED_T, Metric

__all__ = ["mean_over_queries"]


def mean_over_queries(name: str, title: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of a metric that is the mean of its values of the queries.

    ``more`` are further facts, or others in place of these.
    """
    facts: dict[str, Any] = {
        "interval": SKEWED_T,
        # Called with average=None it gives the value of each query.
        "row_values": f"fastmetrics.{more.get('function', name)}",
        "aliases": aliases,
        "in_report": False,
    }
    return Metric(name, title, **{**facts, **more})
