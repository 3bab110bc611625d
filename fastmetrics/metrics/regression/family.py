"""Regression: predicted numbers and other forecasts, against observed numbers."""

from dataclasses import replace
from typing import Any

from fastmetrics._common.records import Module, Reference
from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Derivation,
    Example,
    Family,
)
from fastmetrics.metrics.regression.forecast_records import FORECAST_RECORDS, OTHERS
from fastmetrics.metrics.regression.records import POINT_RECORDS

# Names of columns of predictions, in addition to names for labels.
POINT_NAMES = (
    "prediction", "predictions", "predicted", "y_hat", "yhat", "forecast", "forecasts",
    "point_forecast", "y_forecast", "fitted", "fitted_value", "fitted_values",
    "estimate", "mean_forecast",
)  # fmt: skip
# A column of one level: q10, q_0.1, quantile_90, p05, and all of these with the name of
# a model before or behind them. Signs between words are underscores here.
LEVEL_PATTERN = r"(q|quantile|pctl|percentile)_?\d{1,3}(_\d+)?|p\d\d"
QUANTILE_PATTERN = rf"(.+_)?({LEVEL_PATTERN})(_.+)?"
LOWER, UPPER = ("lower", "lo", "lwr"), ("upper", "hi", "upr")
END_PATTERN = r"(y_|pred_)?({0})(_.+)?|.+_({0})"
_WORDS = "prediction|predicted|forecast|yhat|y_hat|fitted"
POINT_PATTERN = (
    rf"(?!({QUANTILE_PATTERN}|{END_PATTERN.format('|'.join(LOWER + UPPER))})$)"
    rf"({LABEL_PATTERN}|({_WORDS})_.+|.+_({_WORDS}))"
)

_COLUMNS = Module("fastmetrics.metrics.regression.columns")


def _ends(words: tuple[str, ...]) -> dict[str, Any]:
    """Names of columns with one bound of intervals."""
    first = words[0]
    names = (*words, *(f"y_{word}" for word in words), f"{first}_bound")
    return {
        "column_names": (*names, f"{first}_limit"),
        "column_pattern": END_PATTERN.format("|".join(words)),
    }


FAMILY = Family(
    name="regression",
    title="Regression",
    arguments=(
        replace(
            TRUE_LABELS,
            what="the observed values",
            holds="numbers",
            column_names=(
                *TRUE_LABELS.column_names,
                *("observed", "observation", "observations", "obs", "y_obs"),
                *("actuals", "measured", "response"),
            ),
        ),
        Argument(
            "y_pred",
            "pred",
            "a model's predictions",
            per_model=True,
            required=False,
            holds="numbers",
            column_names=(*LABEL_NAMES, *POINT_NAMES),
            column_pattern=POINT_PATTERN,
            by_default=True,
            other_names=("y_score",),
        ),
        Argument(
            "y_quantiles",
            "quantile",
            "a model's predicted quantiles",
            per_model=True,
            form="levels",
            levels="quantiles",
            column_pattern=QUANTILE_PATTERN,
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_lower",
            "lower",
            "the lower ends of a model's prediction intervals",
            per_model=True,
            **_ends(LOWER),
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_upper",
            "upper",
            "the upper ends of a model's prediction intervals",
            per_model=True,
            **_ends(UPPER),
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_ensemble",
            "ensemble",
            "the members of a model's ensemble",
            per_model=True,
            form="columns",
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
    options=("sample_weight", "groups", "order", "folds"),
    asks_for={
        "": "is of numbers and forecasts of them: say task='regression'",
        "point": "compares points: give y_pred of each model",
        "quantiles": "reads quantiles: give y_quantiles of each model, and quantiles",
        "interval": "reads intervals: give y_lower and y_upper of each model",
        "ensemble": "reads ensembles: give y_ensemble of each model",
        "normal": "reads normal forecasts: give mean and scale of each model",
    },
    metrics=(*POINT_RECORDS, *FORECAST_RECORDS),
    others=OTHERS,
    summaries=("fastmetrics.metrics.regression.measuring.error_sums.ErrorSums",),
    derives=(
        Derivation(
            "regression",
            "",
            _COLUMNS.derived_columns,
            defaults=_COLUMNS.default_options,
        ),
    ),
    claims=("y_quantiles", "y_lower", "y_upper", "y_ensemble", "mean", "scale"),
    instead_of=("labels",),
    told_by=_COLUMNS.holds_amounts,
    settings=("quantiles", "interval_level"),
    is_compared=True,
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_numbers"),
    examples=(
        Example(
            "diabetes",
            "three models' predictions, one of them of quantiles, on the Diabetes data",
            {
                "truth": "progression",
                "pred": ("ridge", "gradient_boosting"),
                "quantile": ("q*",),
            },
        ),
    ),
    guide="fastmetrics.metrics.regression",
)
