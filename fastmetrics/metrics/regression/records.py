"""The records of regression."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastmetrics._common.references import Module
from fastmetrics.metrics.how import (
    Formula,
    MadeOf,
    PseudoValues,
    RowMean,
    RowQuantile,
    Scale,
)
from fastmetrics.metrics.record import (
    INFINITY,
    JACKKNIFE,
    OF_ALL_ROWS,
    ORDER,
    SKEWED_T,
    Metric,
    other_rows,
)
from fastmetrics.metrics.regression.formulas import (
    agreement,
    correlations,
    errors,
    shares_of_variance,
    slopes,
)
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula, Slopes

__all__ = ["OTHERS", "RECORDS"]

_MEASURING = "fastmetrics.metrics.regression.measuring"
_powers = Module(f"{_MEASURING}.error_powers")
_losses = Module(f"{_MEASURING}.losses")
_forecasts = Module(f"{_MEASURING}.forecast_losses")
_order = Module(f"{_MEASURING}.order")
_pairs = Module(f"{_MEASURING}.pairs")
_products = Module(f"{_MEASURING}.correlations")
_base = Module(f"{_MEASURING}.base_losses")
_series = Module(f"{_MEASURING}.scaled_errors")
_pseudo_values = Module(f"{_MEASURING}.pseudo_values").pseudo_values

_CONSTANT = "rows with other values than the first in y_true"


def _error(name: str, title: str, *aliases: str, **more: Any) -> Metric:
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
    return Metric(name, title, **{**facts, **more})


def _mean(
    name: str, title: str, values: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Return the record of the mean over rows of what ``values`` gives."""
    facts = {"interval": SKEWED_T, "how": RowMean(values)}
    return _error(name, title, *aliases, **{**facts, **more})


def _loss(
    name: str,
    title: str,
    loss: Callable[..., Any],
    *aliases: str,
    made_of: MadeOf = "mean",
    **more: Any,
) -> Metric:
    """Return the record of the mean over rows of a loss, one of `measuring.losses`."""
    values = partial(_losses.row_losses, loss)
    how = RowMean(values, made_of, partial(_losses.moments, loss))
    return _mean(name, title, values, *aliases, how=how, **more)


def _forecast(
    name: str, title: str, loss: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Return the record of the mean loss of another kind of forecast than points."""
    return _mean(name, title, loss, *aliases, **{"in_report": True, **more})


def _power(
    name: str,
    title: str,
    power: Callable[..., Any],
    formula: Callable[..., Any],
    *aliases: str,
    made_of: MadeOf = "mean",
    **more: Any,
) -> Metric:
    """Return the record of a mean of powers of errors, which sums tell as well."""
    how = RowMean(power, made_of, formula=Formula(formula, "sums"))
    return _mean(name, title, power, *aliases, how=how, **more)


def _of_sums(
    formula: Callable[..., Any],
    title: str,
    of_slopes: Callable[..., Slopes | None] | None,
    *aliases: str,
    name: str = "",
    scale: Scale = "log",
    light_tails: bool = True,
    **more: Any,
) -> Metric:
    """Return the record of a formula of sums over errors."""
    how = ErrorFormula(
        partial(_pseudo_values, formula, of_slopes),
        scale,
        Formula(formula, "sums"),
        light_tails,
        of_slopes,
    )
    facts = {"interval": JACKKNIFE[0], "how": how}
    return _error(name or formula.__name__, title, *aliases, **{**facts, **more})


def _pseudo(
    name: str, title: str, values: Callable[..., Any], *, scale: Scale, **more: Any
) -> Metric:
    """Return the record of what has pseudo-values of its own."""
    facts = {"interval": JACKKNIFE[0], "how": PseudoValues(values, scale)}
    return _error(name, title, **{**facts, **more})


# --- errors of point forecasts

_LARGEST = "the largest of a sample says little of what is larger still"

_ERRORS = (
    _power(
        "mean_squared_error",
        "Mean squared error",
        _powers.SQUARES,
        errors.mean_squared_error,
        "mse",
        in_report=True,
    ),
    _power(
        "root_mean_squared_error",
        "Root mean squared error",
        _powers.ROOTS,
        errors.root_mean_squared_error,
        *("rmse", "rmsd"),
        made_of="root",
        in_report=True,
    ),
    _power(
        "mean_absolute_error",
        "Mean absolute error",
        _powers.SIZES,
        errors.mean_absolute_error,
        *("mae", "mad"),
        in_report=True,
    ),
    _power(
        "mean_error",
        "Mean error",
        _powers.ERRORS,
        errors.mean_error,
        *("bias", "mbe"),
        lower=-INFINITY,
        greater_is_better=None,
        in_report=True,
    ),
    _power(
        "sum_squared_error",
        "Sum of squared errors",
        _powers.SQUARES,
        errors.sum_squared_error,
        "sse",
        made_of="sum",
    ),
    _power(
        "sum_absolute_error",
        "Sum of absolute errors",
        _powers.SIZES,
        errors.sum_absolute_error,
        "sae",
        made_of="sum",
    ),
    _of_sums(
        errors.error_standard_deviation,
        "Standard deviation of the errors",
        slopes.error_standard_deviation,
        *("sde", "sigma_e"),
    ),
    _error(
        "max_error",
        "Largest error",
        "maxae",
        how=Formula(errors.max_error, "sums"),
        reason=_LARGEST,
    ),
    _error(
        "max_squared_error",
        "Largest squared error",
        "maxse",
        how=Formula(errors.max_squared_error, "sums"),
        reason=_LARGEST,
    ),
)

# --- squared errors against the variance of what was observed

_SHARE: dict[str, Any] = {
    "lower": -INFINITY,
    "upper": 1.0,
    "greater_is_better": True,
    "scale": "log-complement",
    "chance": 0.0,
}

_SHARES_OF_VARIANCE = (
    _of_sums(
        shares_of_variance.r2_score,
        "R²",
        slopes.r2_score,
        *("rsq", "nse", "r2"),
        in_report=True,
        **_SHARE,
    ),
    _of_sums(
        shares_of_variance.explained_variance_score,
        "Explained variance",
        slopes.explained_variance_score,
        **_SHARE,
    ),
    _of_sums(
        shares_of_variance.adjusted_r2_score,
        "Adjusted R²",
        slopes.adjusted_r2_score,
        "adjusted_rsq",
        required=("n_features",),
        **{**_SHARE, "chance": None},
    ),
    _of_sums(
        shares_of_variance.relative_squared_error,
        "Relative squared error",
        slopes.relative_squared_error,
        "rse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        shares_of_variance.root_relative_squared_error,
        "Root relative squared error",
        slopes.root_relative_squared_error,
        "rrse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        shares_of_variance.explained_to_total_ratio,
        "Explained to total sum of squares",
        slopes.explained_to_total_ratio,
        greater_is_better=None,
        missing=_CONSTANT,
    ),
)

# --- errors relative to how large the observed numbers are

_NORMALIZED = "normalized_root_mean_squared_error"


def _normalized(normalization: str, what: str, **more: Any) -> Metric:
    """Return a variant of the normalised error."""
    facts: dict[str, Any] = {
        "function": _NORMALIZED,
        "parameters": {"normalization": normalization},
        "missing": _CONSTANT,
        **more,
    }
    return _of_sums(
        errors.normalized_root_mean_squared_error,
        f"Root mean squared error over the {what}",
        slopes.normalized_root_mean_squared_error,
        f"nrmse_{normalization}",
        name=f"{_NORMALIZED}_{normalization}",
        **facts,
    )


def _without_interval(reason: str) -> dict[str, Any]:
    """Say that a variant, no smooth function of sums, has no interval, and why."""
    formula = Formula(errors.normalized_root_mean_squared_error, "sums")
    return {"how": formula, "interval": None, "reason": reason}


_RELATIVE_ERRORS = (
    _of_sums(
        errors.weighted_absolute_percentage_error,
        "Weighted absolute percentage error",
        None,
        *("wape", "wmape", "nd"),
        light_tails=False,
        missing="rows other than 0 in y_true",
    ),
    _of_sums(
        errors.normalized_root_mean_squared_error,
        "Normalized root mean squared error",
        slopes.normalized_root_mean_squared_error,
        "nrmse",
        missing="mean other than 0 of y_true",
    ),
    _normalized("std", "standard deviation"),
    _normalized(
        "range",
        "range",
        **_without_interval("the range grows with the number of rows"),
    ),
    _normalized(
        "iqr",
        "interquartile range",
        **_without_interval("none is known for a quotient of a root and quartiles"),
        unmerged=OF_ALL_ROWS,
    ),
)

# --- agreement in place, spread and order

_AGREEMENT = (
    _of_sums(
        agreement.concordance_correlation_coefficient,
        "Concordance correlation",
        slopes.concordance_correlation_coefficient,
        "ccc",
        lower=-1.0,
        upper=1.0,
        greater_is_better=True,
        scale="fisher-z",
        chance=0.0,
        missing="variation, with equal means",
    ),
    _of_sums(
        agreement.kling_gupta_efficiency,
        "Kling-Gupta efficiency",
        slopes.kling_gupta_efficiency,
        "kge",
        lower=-INFINITY,
        upper=1.0,
        greater_is_better=True,
        scale="log-complement",
        missing="variation in both columns about means other than 0",
    ),
)

# --- errors as shares of what was observed, and of logarithms

_PERCENTAGE_ERRORS = (
    _loss(
        "mean_absolute_percentage_error",
        "Mean absolute percentage error",
        _losses.PERCENTAGE,
        "mape",
        short="MAPE",
        in_report=True,
    ),
    _loss(
        "symmetric_mean_absolute_percentage_error",
        "Symmetric mean absolute percentage error",
        _losses.SYMMETRIC,
        "smape",
        short="sMAPE",
        upper=2.0,
    ),
    _mean(
        "percent_bias",
        "Percent bias",
        _losses.signed_percentages,
        *("pbias", "mpe"),
        lower=-INFINITY,
        greater_is_better=None,
        missing="rows of y_true other than 0",
    ),
    _loss(
        "mean_squared_log_error",
        "Mean squared log error",
        _losses.squared_log,
        "msle",
        short="MSLE",
    ),
    _loss(
        "root_mean_squared_log_error",
        "Root mean squared log error",
        _losses.squared_log,
        "rmsle",
        short="RMSLE",
        made_of="root",
    ),
)

# --- losses of an error, and deviances

_LOSSES = (
    _loss(
        "mean_pinball_loss",
        "Mean pinball loss",
        _losses.pinball,
        *("pinball", "quantile_loss"),
    ),
    _loss("huber_loss", "Huber loss", _losses.huber, "huber"),
    _loss(
        "pseudo_huber_loss",
        "Pseudo-Huber loss",
        _losses.pseudo_huber,
        *("huber_loss_pseudo", "pseudo_huber"),
    ),
    _loss("log_cosh_error", "Log-cosh error", _losses.LOG_COSH, "log_cosh", "logcosh"),
    _loss("linex_loss", "LINEX loss", _losses.linex, "linex"),
    _loss(
        "mean_tweedie_deviance",
        "Mean Tweedie deviance",
        _losses.deviance,
        "tweedie_deviance",
    ),
    _loss(
        "mean_poisson_deviance",
        "Mean Poisson deviance",
        partial(_losses.deviance, power=1),
        "poisson_deviance",
    ),
    _loss(
        "mean_gamma_deviance",
        "Mean gamma deviance",
        partial(_losses.deviance, power=2),
        "gamma_deviance",
    ),
    _pseudo(
        "d2_tweedie_score",
        "D² of the Tweedie deviance",
        _base.d2_tweedie_values,
        scale="log-complement",
        aliases=("d2_tweedie",),
        lower=-INFINITY,
        upper=1.0,
        greater_is_better=True,
        chance=0.0,
        missing="rows of y_true that differ",
    ),
)

# --- medians and other quantiles of errors


def _quantile(
    name: str,
    title: str,
    values: Callable[..., Any],
    *aliases: str,
    level: float | str = 0.5,
    **more: Any,
) -> Metric:
    how = RowQuantile(values, level)
    return _error(name, title, *aliases, interval=ORDER, how=how, **more)


_ORDER_STATISTICS = (
    _quantile(
        "median_absolute_error",
        "Median absolute error",
        _order.absolute_errors,
        *("medae", "mdae"),
        in_report=True,
    ),
    _quantile(
        "median_squared_error", "Median squared error", _order.squared_errors, "medse"
    ),
    _quantile(
        "error_quantiles",
        "Quantile of the errors",
        _order.errors,
        level="q",
        lower=-INFINITY,
        required=("q",),
    ),
)

# --- losses relative to those of the best constant

_A_SECOND = "rows of a second value in y_true"
_D2: dict[str, Any] = {
    "lower": -INFINITY,
    "upper": 1.0,
    "greater_is_better": True,
    "chance": 0.0,
    "missing": _A_SECOND,
}

_CONSTANT_FORECASTS = (
    _pseudo(
        "d2_absolute_error_score",
        "D² of the absolute error",
        _base.d2_absolute_error_values,
        scale="log-complement",
        **_D2,
    ),
    _pseudo(
        "d2_pinball_score",
        "D² of the pinball loss",
        _base.d2_pinball_values,
        scale="log-complement",
        **_D2,
    ),
    _pseudo(
        "relative_absolute_error",
        "Relative absolute error",
        _base.relative_absolute_error_values,
        scale="log",
        aliases=("rae",),
        chance=1.0,
        missing=_A_SECOND,
    ),
)

# --- errors in units of those of the naive forecast

_OF_SERIES: dict[str, Any] = {
    "approximate": True,
    "reason": (
        "rows of a series are taken as independent, and their scale as fixed: where "
        "errors are correlated in time the interval covers less than it says"
    ),
    "missing": "change in the values of any series",
    "interval_needs": ("y_train", "groups"),
    "unmerged": (
        "errors are divided by the changes from row to row of whole series: give all "
        "rows at once"
    ),
}

_SCALED_ERRORS = (
    _mean(
        "mean_absolute_scaled_error",
        "Mean absolute scaled error",
        _series.absolute_values,
        "mase",
        **_OF_SERIES,
    ),
    _mean(
        "root_mean_squared_scaled_error",
        "Root mean squared scaled error",
        _series.squared_values,
        "rmsse",
        **_OF_SERIES,
    ),
)

# --- correlation and order


def _correlation(
    name: str, title: str, values: Callable[..., Any], **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "scale": "fisher-z",
        "lower": -1.0,
        "upper": 1.0,
        "greater_is_better": True,
        "chance": 0.0,
        "across_folds": "mean",
    }
    return _pseudo(name, title, values, **{**facts, **more})


def _tau(variant: str) -> Metric:
    return _correlation(
        f"kendall_tau_{variant}",
        f"Kendall's tau-{variant}",
        _pairs.kendall_values,
        aliases=(f"tau_{variant}",),
        function="kendall_tau",
        parameters={"variant": variant},
    )


_CORRELATIONS = (
    _correlation(
        "pearson_r",
        "Pearson's r",
        _products.pearson_values,
        aliases=("pcc", "pearson", "pearsonr", "pearson_corr", "cor"),
        how=ErrorFormula(
            _products.pearson_values,
            "fisher-z",
            Formula(correlations.pearson_r, "sums"),
            light_tails=True,
            slopes=slopes.pearson_r,
        ),
        in_report=True,
    ),
    _correlation(
        "spearman_rho",
        "Spearman's rho",
        _products.spearman_values,
        aliases=("srho", "spearman", "spearmanr", "spearman_corr"),
        in_report=True,
    ),
    _correlation(
        "kendall_tau",
        "Kendall's tau",
        _pairs.kendall_values,
        aliases=("ktau", "kendall", "kendalltau", "kendall_corr", "tau_b"),
    ),
    _tau("a"),
    _tau("c"),
    _correlation("somers_d", "Somers' D", _pairs.somers_values, aliases=("somersd",)),
    _correlation(
        "goodman_kruskal_gamma",
        "Goodman and Kruskal's gamma",
        _pairs.gamma_values,
        aliases=("gamma", "gk_gamma"),
    ),
    _correlation(
        "concordance_index",
        "Concordance index",
        _pairs.concordance_values,
        aliases=("cindex", "c_index", "ci", "harrell_c"),
        lower=0.0,
        chance=0.5,
        # The logit of C is twice Fisher's z of 2 C - 1.
        scale="logit",
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
    _forecast(
        "mean_quantile_loss",
        "Mean quantile loss",
        _forecasts.mean_pinballs,
        "mql",
        **_QUANTILES,
    ),
    _forecast(
        "crps_quantile",
        "CRPS of quantiles",
        _forecasts.quantile_crps,
        *("wis", "weighted_interval_score"),
        **_QUANTILES,
    ),
    _forecast(
        "quantile_coverage",
        "Coverage of a quantile",
        _forecasts.rows_not_above,
        **_QUANTILES,
        **_COVERAGE,
        in_report=False,
    ),
    _forecast(
        "interval_coverage",
        "Coverage of prediction intervals",
        _forecasts.covered_rows,
        "picp",
        targets=("interval",),
        **_COVERAGE,
    ),
    _forecast(
        "mean_interval_width",
        "Mean width of prediction intervals",
        _forecasts.interval_widths,
        "mpiw",
        targets=("interval",),
    ),
    _forecast(
        "interval_score",
        "Interval score",
        _forecasts.interval_losses,
        "winkler_score",
        targets=("interval",),
    ),
    _forecast(
        "crps_ensemble",
        "CRPS of ensembles",
        _forecasts.ensemble_crps,
        targets=("ensemble",),
    ),
    _forecast(
        "crps_gaussian",
        "CRPS of normal forecasts",
        _forecasts.normal_crps,
        targets=("normal",),
    ),
    _forecast(
        "gaussian_log_loss",
        "Log loss of normal forecasts",
        _forecasts.normal_log_losses,
        "gaussian_nll",
        targets=("normal",),
        lower=-INFINITY,
    ),
)

RECORDS: tuple[Metric, ...] = (
    *_ERRORS,
    *_SHARES_OF_VARIANCE,
    *_RELATIVE_ERRORS,
    *_AGREEMENT,
    *_PERCENTAGE_ERRORS,
    *_LOSSES,
    *_ORDER_STATISTICS,
    *_CONSTANT_FORECASTS,
    *_SCALED_ERRORS,
    *_CORRELATIONS,
    *_FORECASTS,
)

# --- what gives no single number per data set

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "error_decomposition",
        reason=(
            "several numbers, of which miscalibration is above 0 by chance alone: "
            "replicates of rows would add to what chance has added already"
        ),
    ),
    *other_rows("table", "quantile_losses", targets=("quantiles",)),
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
