"""Decisions of two classes, compared between groups of rows."""

from dataclasses import replace

from fastmetrics.metrics.arguments import LABEL_NAMES, LABEL_PATTERN, TRUE_LABELS
from fastmetrics.metrics.fairness.formulas import RECORDS
from fastmetrics.metrics.record import Argument, Family

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
