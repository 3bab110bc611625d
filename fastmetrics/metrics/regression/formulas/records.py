"""Records of the kinds of metrics that the family has most of."""

from __future__ import annotations

from typing import Any

from fastmetrics._common.references import Reference
from fastmetrics.metrics.how import How, PseudoValues, RowMean, RowQuantile
from fastmetrics.metrics.record import INFINITY, JACKKNIFE, ORDER, SKEWED_T, Metric

__all__ = ["error_record", "mean_over_rows"]

_MEASURING = "fastmetrics.metrics.regression.measuring"


def error_record(name: str, title: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of an error of point forecasts: 0 or more, the less the better.

    ``more`` are further facts, or others in place of these.
    """
    facts: dict[str, Any] = {
        "targets": ("point",),
        "upper": INFINITY,
        "greater_is_better": False,
        "aliases": aliases,
        "in_report": False,
    }
    values = more.pop("row_values", "")
    if values:
        more["how"] = _how(Reference(f"{_MEASURING}.{values}"), more)
    return Metric(name, title, **{**facts, **more})


def _how(values: Reference, more: dict[str, Any]) -> How:
    """Return what a record with these row values is read off."""
    if more["interval"] == ORDER:
        return RowQuantile(values, more.pop("quantile", 0.5))
    if more["interval"] == JACKKNIFE[0]:
        scale = more.pop("scale", "plain")
        return PseudoValues(values, scale, light_tails=more.pop("light_tails", False))
    return RowMean(values, more.pop("made_of", "mean"))


def mean_over_rows(
    name: str, title: str, values: str, *aliases: str, **more: Any
) -> Metric:
    """Return the record of an error that is the mean of what ``values`` gives.

    ``values`` is the module and the name of that function in ``measuring``.
    """
    facts = {"interval": SKEWED_T, "row_values": values}
    return error_record(name, title, *aliases, **{**facts, **more})
