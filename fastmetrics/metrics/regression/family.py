"""Regression: predicted numbers and other forecasts, against observed numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from fastmetrics._common.records import Definition, Module, Reference
from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Derivation,
    Example,
    Family,
)
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import INFINITY, Metric, other_rows
from fastmetrics.metrics.regression.formulas import slopes, totals
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula
from fastmetrics.metrics.regression.records import (
    POINT_RECORDS,
    error_record,
    mean_record,
    pseudo_record,
)

_MEASURING = "fastmetrics.metrics.regression.measuring"
_powers = Module(f"{_MEASURING}.pseudo_values")
_errors = Module("fastmetrics.metrics.regression.errors", Definition)
_sums = Module("fastmetrics.metrics.regression.errors", Definition)
_relative = Module("fastmetrics.metrics.regression.relative_errors", Definition)
_shares = Module("fastmetrics.metrics.regression.shares_of_variance", Definition)
_agreement = Module("fastmetrics.metrics.regression.agreement", Definition)
_losses = Module(f"{_MEASURING}.point_losses")
_error_losses = Module("fastmetrics.metrics.regression.error_losses", Definition)
_percentages = Module("fastmetrics.metrics.regression.percentage_errors", Definition)
_forecasts = Module(f"{_MEASURING}.probabilistic_losses")
_vectors = Module(f"{_MEASURING}.probabilistic_losses")
_order = Module(f"{_MEASURING}.constant_forecasts")
_pairs = Module(f"{_MEASURING}.pairs")
_products = Module(f"{_MEASURING}.correlations")
_base = Module(f"{_MEASURING}.constant_forecasts")
_series = Module(f"{_MEASURING}.error_moments")
_pseudo_values = Module(f"{_MEASURING}.pseudo_values").pseudo_values

_CONSTANT = "rows with other values than the first in y_true"


def _forecast(
    name: str, loss: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Record of the mean loss of forecasts other than points."""
    values = partial(_forecasts.row_losses, loss)
    return mean_record(name, values, *aliases, **{"in_report": True, **more})


# --- correlation and order


def _correlation(
    name: str, values: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "scale": "fisher-z",
        "lower": -1.0,
        "upper": 1.0,
        "greater_is_better": True,
        "chance": 0.0,
        "across_folds": "mean",
    }
    return pseudo_record(name, values, *aliases, **{**facts, **more})


def _tau(variant: str) -> Metric:
    return _correlation(
        f"kendall_tau_{variant}",
        partial(_pairs.pair_values, variant=variant),
        f"tau_{variant}",
        title=f"Kendall's tau-{variant}",
        function="kendall_tau",
        parameters={"variant": variant},
    )


_CORRELATIONS = (
    _correlation(
        "pearson_r",
        _products.pearson_values,
        *("pcc", "pearson", "pearsonr", "pearson_corr", "cor"),
        title="Pearson's r",
        how=ErrorFormula(
            _products.pearson_values,
            "fisher-z",
            Formula(totals.pearson_r, "sums"),
            light_tails=True,
            slopes=slopes.pearson_r,
        ),
        in_report=True,
    ),
    _correlation(
        "spearman_rho",
        _products.spearman_values,
        *("srho", "spearman", "spearmanr", "spearman_corr"),
        title="Spearman's rho",
        in_report=True,
    ),
    _correlation(
        "kendall_tau",
        partial(_pairs.pair_values, variant="b"),
        *("ktau", "kendall", "kendalltau", "kendall_corr", "tau_b"),
        title="Kendall's tau",
    ),
    _tau("a"),
    _tau("c"),
    _correlation(
        "somers_d",
        partial(_pairs.pair_values, variant="somers"),
        "somersd",
        title="Somers' D",
    ),
    _correlation(
        "goodman_kruskal_gamma",
        partial(_pairs.pair_values, variant="gamma"),
        *("gamma", "gk_gamma"),
        title="Goodman and Kruskal's gamma",
    ),
    _correlation(
        "normalized_gini_coefficient",
        _products.gini_values,
        *("normalized_gini", "gini_correlation", "NormalizedGini"),
        title="Normalized Gini coefficient",
    ),
    _correlation(
        "concordance_index",
        _pairs.concordance_values,
        *("cindex", "c_index", "ci", "harrell_c"),
        lower=0.0,
        chance=0.5,
        # The logit of C is twice Fisher's z of 2 C - 1.
        scale="logit",
        row_parameters=("event_observed",),
    ),
)

# --- quantiles, intervals and distributions as forecasts

_QUANTILES: dict[str, Any] = {"targets": ("quantiles",), "required": ("quantiles",)}
_COVERAGE: dict[str, Any] = {
    "upper": 1.0,
    "greater_is_better": None,
    "interval": "wilson",
}

_FORECASTS = (
    _forecast("mean_quantile_loss", _forecasts.MEAN_QUANTILE_LOSS, "mql", **_QUANTILES),
    _forecast(
        "crps_quantile",
        _forecasts.CRPS_QUANTILE,
        *("wis", "weighted_interval_score"),
        title="CRPS of quantiles",
        **_QUANTILES,
    ),
    _forecast(
        "quantile_coverage",
        _forecasts.single_quantile,
        title="Coverage of a quantile",
        **_QUANTILES,
        **_COVERAGE,
        in_report=False,
    ),
    _forecast(
        "interval_coverage",
        _forecasts.INTERVAL_COVERAGE,
        "picp",
        title="Coverage of prediction intervals",
        targets=("interval",),
        **_COVERAGE,
    ),
    _forecast(
        "mean_interval_width",
        _forecasts.MEAN_INTERVAL_WIDTH,
        "mpiw",
        title="Mean width of prediction intervals",
        targets=("interval",),
        greater_is_better=None,
    ),
    _forecast(
        "interval_score",
        _forecasts.interval_score,
        "winkler_score",
        targets=("interval",),
    ),
    _forecast(
        "crps_ensemble",
        _forecasts.crps_ensemble,
        title="CRPS of ensembles",
        targets=("ensemble",),
    ),
    mean_record("energy_score", _vectors.energy_losses, targets=("ensemble",)),
    _forecast(
        "crps_gaussian",
        _forecasts.CRPS_GAUSSIAN,
        title="CRPS of normal forecasts",
        targets=("normal",),
    ),
    _forecast(
        "gaussian_log_loss",
        _forecasts.GAUSSIAN_LOG_LOSS,
        "gaussian_nll",
        title="Log loss of normal forecasts",
        targets=("normal",),
        lower=-INFINITY,
    ),
)

# Distances from nominal values are above 0 by chance, also for correct forecasts.
_BIASED = (
    "above 0 by chance alone, also of forecasts that are right, and replicates of rows "
    "add to that: no interval of it covers"
)


def _calibration(name: str, title: str, *aliases: str, **more: Any) -> Metric:
    """Record of a distance of coverages or variances from their nominal values."""
    facts = {"interval": None, "reason": _BIASED, "title": title, **more}
    return error_record(name, *aliases, **facts)


_NUMBER_CALIBRATION = (
    _calibration(
        "quantile_calibration_error", "Quantile calibration error", "qce", **_QUANTILES
    ),
    _calibration(
        "expected_normalized_calibration_error",
        "Expected normalized calibration error",
        "ence",
        targets=("normal",),
    ),
    _calibration(
        "uncertainty_calibration_error",
        "Uncertainty calibration error",
        "uce",
        targets=("normal",),
    ),
)

FORECAST_RECORDS: tuple[Metric, ...] = (
    *_CORRELATIONS,
    *_FORECASTS,
    *_NUMBER_CALIBRATION,
)

# --- functions without a single number per data set

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "error_decomposition",
        reason=(
            "several numbers, of which miscalibration is above 0 by chance alone: "
            "replicates of rows would add to what chance has added already"
        ),
    ),
    *other_rows(
        "formula",
        "explained_sum_of_squares",
        "total_sum_of_squares",
        reason=(
            "a sum of squares in the unit of the data: the quotient of the two, "
            "explained_to_total_ratio, has an interval"
        ),
    ),
    *other_rows("table", "quantile_losses", targets=("quantiles",)),
    *other_rows(
        "table",
        "pit_values",
        title="PIT values",
        targets=("normal",),
        aliases=("pit", "probability_integral_transform"),
    ),
    *other_rows("table", "rank_histogram", targets=("ensemble",)),
    *other_rows("curve", "coverage_curve", title="Coverage curve", targets=("normal",)),
    *other_rows(
        "formula",
        *("aic", "aicc", "bic", "hqic"),
        *("lp_norm", "penalized_loss"),
        reason="a formula, which reads no rows of data",
    ),
    *other_rows(
        "formula",
        "gaussian_log_likelihood",
        reason="a likelihood, of which only differences on the same data mean anything",
    ),
)


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
