"""Regression: numbers, and forecasts of them, compared with what was observed."""

from dataclasses import replace

from fastmetrics.metrics.arguments import TRUE_LABELS
from fastmetrics.metrics.record import Argument, Family
from fastmetrics.metrics.regression.formulas.registry import OTHERS, RECORDS

__all__ = ["FAMILY"]

FAMILY = Family(
    name="regression",
    title="Regression",
    arguments=(
        replace(TRUE_LABELS, what="the observed values", holds="numbers"),
        Argument(
            "y_pred",
            "pred",
            "a model's predictions",
            per_model=True,
            required=False,
            holds="numbers",
            other_names=("y_score",),
        ),
        Argument(
            "y_quantiles",
            "",
            "a model's predicted quantiles",
            per_model=True,
            form="object",
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_lower",
            "",
            "the lower ends of a model's prediction intervals",
            per_model=True,
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_upper",
            "",
            "the upper ends of a model's prediction intervals",
            per_model=True,
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_ensemble",
            "",
            "the members of a model's ensemble",
            per_model=True,
            form="object",
            required=False,
            holds="numbers",
        ),
        Argument(
            "mean",
            "",
            "the means of a model's normal forecasts",
            per_model=True,
            required=False,
            holds="numbers",
        ),
        Argument(
            "scale",
            "",
            "the standard deviations of a model's normal forecasts",
            per_model=True,
            required=False,
            holds="numbers",
        ),
    ),
    positional={
        "": ("y_true", "y_pred"),
        "quantiles": ("y_true", "y_quantiles"),
        "interval": ("y_true", "y_lower", "y_upper"),
        "ensemble": ("y_true", "y_ensemble"),
        "normal": ("y_true", "mean", "scale"),
    },
    options=("sample_weight", "groups"),
    asks_for={"": "is of numbers and forecasts of them: give y_pred"},
    metrics=RECORDS,
    others=OTHERS,
    summaries=("fastmetrics.metrics.regression.measuring.error_sums.ErrorSums",),
    guide="fastmetrics.metrics.regression.about.GUIDE",
)
