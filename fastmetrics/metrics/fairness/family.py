"""Fairness: decisions of two classes, compared between groups of rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Family,
)
from fastmetrics.metrics.how import RatesApart
from fastmetrics.metrics.record import MOVER, Metric

_PARITY = ("selection_rate",)
_OPPORTUNITY = ("true_positive_rate",)
_ODDS = ("true_positive_rate", "false_positive_rate")
_NO_RATE = "rows of a class in all groups but one"


def _both(name: str, title: str, rates: tuple[str, ...], missing: str) -> list[Metric]:
    """Return the records of the difference and of the ratio of rates."""
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


FAMILY = Family(
    name="fairness",
    title="Fairness",
    arguments=(
        replace(TRUE_LABELS),
        Argument(
            "y_pred",
            "pred",
            "a model's predicted labels",
            per_model=True,
            column_names=LABEL_NAMES,
            column_pattern=LABEL_PATTERN,
        ),
        Argument(
            "sensitive_features",
            "",
            "the group of each row",
            form="object",
            by_name=True,
            as_given=True,
            is_by=True,
        ),
    ),
    positional={"": ("y_true", "y_pred")},
    options=("sample_weight", "pos_label"),
    asks_for={"": "compares groups: give sensitive_features, or by"},
    metrics=RECORDS,
    guide="fastmetrics.metrics.fairness",
    claims=("sensitive_features",),
)
