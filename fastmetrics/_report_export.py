"""A report as plain dicts, for JSON, and as a data frame."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import METRICS

if TYPE_CHECKING:
    from fastmetrics.intervals import Interval
    from fastmetrics.report import Report

__all__ = ["to_dict", "to_frame"]


def to_dict(report: Report) -> dict[str, Any]:
    """Return everything in a report; see `Report.to_dict`."""
    return {
        "task": "binary_scores",
        "n_rows": report.n_rows,
        "n_positive": report.n_positive,
        "n_negative": report.n_negative,
        "weight_positive": _plain(report.weight_positive),
        "weight_negative": _plain(report.weight_negative),
        "prevalence": _plain(report.prevalence),
        "pos_label": _plain(report.pos_label),
        "confidence_level": _plain(report.confidence_level),
        "method": report.method,
        "n_resamples": _plain(report.n_resamples),
        "seed": report.seed,
        "metrics": {
            name: {
                "title": METRICS[name].title,
                "lower": _plain(METRICS[name].lower),
                "upper": _plain(METRICS[name].upper),
                "greater_is_better": METRICS[name].greater_is_better,
            }
            for name in report.metrics
        },
        "models": {
            model: {name: _interval_dict(one) for name, one in row.items()}
            for model, row in report.values.items()
        },
        "differences": [
            {
                "a": pair[0],
                "b": pair[1],
                "metrics": {
                    name: {
                        **_interval_dict(one),
                        "p_value": _plain(report.p_value(pair, name)),
                    }
                    for name, one in row.items()
                },
            }
            for pair, row in report.differences.items()
        ],
        "notes": list(report.notes),
    }


def to_frame(report: Report, differences: bool) -> Any:
    """Return a data frame; see `Report.to_frame`."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("Report.to_frame needs pandas: pip install pandas") from error
    content = to_dict(report)
    if differences:
        rows = [
            {"a": pair["a"], "b": pair["b"], "metric": name, **one}
            for pair in content["differences"]
            for name, one in pair["metrics"].items()
        ]
        index = ["a", "b", "metric"]
    else:
        rows = [
            {"model": model, "metric": name, **one, **content["metrics"][name]}
            for model, row in content["models"].items()
            for name, one in row.items()
        ]
        index = ["model", "metric"]
    columns = [*index, "estimate", "low", "high"]
    frame = pd.DataFrame(rows, columns=None if rows else columns)
    return frame.set_index(index)


def _interval_dict(interval: Interval) -> dict[str, Any]:
    return {
        "estimate": _plain(interval.estimate),
        "low": _plain(interval.low),
        "high": _plain(interval.high),
        "standard_error": _plain(interval.standard_error),
        "method": interval.method,
        "approximate": interval.approximate,
        "n_resamples": interval.n_resamples,
        "n_undefined": interval.n_undefined,
        "reason": interval.reason,
    }


def _plain(value: Any) -> Any:
    """Return a NumPy scalar as Python's own, and what JSON cannot hold as None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
