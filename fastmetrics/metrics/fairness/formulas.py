"""Rates of groups, and records of how far they are apart."""

from __future__ import annotations

from typing import Any

from fastmetrics.metrics.how import RatesApart
from fastmetrics.metrics.record import MOVER, Metric

_PARITY = ("selection_rate",)
_OPPORTUNITY = ("true_positive_rate",)
_ODDS = ("true_positive_rate", "false_positive_rate")
_NO_RATE = "rows of a class in all groups but one"


def _both(name: str, title: str, rates: tuple[str, ...], missing: str) -> list[Metric]:
    """Make the records of the difference and of the ratio of rates."""
    facts: dict[str, Any] = {
        "targets": ("binary",),
        "interval": MOVER,
        "missing": missing,
        "row_parameters": ("sensitive_features",),
        "unmerged": "groups are told by a column: accumulate the rates with by=",
    }
    return [
        Metric(
            f"{name}_difference",
            f"{title}, difference",
            how=RatesApart(rates, "difference"),
            greater_is_better=False,
            **facts,
        ),
        Metric(
            f"{name}_ratio", f"{title}, ratio", how=RatesApart(rates, "ratio"), **facts
        ),
    ]


RECORDS = (
    *_both("demographic_parity", "Demographic parity", _PARITY, ""),
    *_both("equal_opportunity", "Equal opportunity", _OPPORTUNITY, _NO_RATE),
    *_both("equalized_odds", "Equalized odds", _ODDS, _NO_RATE),
)
