"""Records of regression: errors and agreement of point forecasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastmetrics._common.records import Definition, Module
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
)
from fastmetrics.metrics.regression.formulas import slopes, totals
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula

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


def error_record(name: str, *aliases: str, title: str = "", **more: Any) -> Metric:
    """Record of an error of point forecasts: at least 0, and lower is better.

    The title is the name by default. ``more`` are further fields; they override the
    defaults.
    """
    facts: dict[str, Any] = {
        "targets": ("point",),
        "upper": INFINITY,
        "greater_is_better": False,
        "aliases": aliases,
        "in_report": False,
    }
    title = title or name.replace("_", " ").capitalize()
    return Metric(name, title, **{**facts, **more})


def mean_record(
    name: str, values: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Record of the mean of ``values`` over rows."""
    facts = {"interval": SKEWED_T, "how": RowMean(values)}
    return error_record(name, *aliases, **{**facts, **more})


def _loss(
    loss: Any, *aliases: str, name: str = "", made_of: MadeOf = "mean", **more: Any
) -> Metric:
    """Record of the mean over rows of a loss, from its definition."""
    values = partial(_losses.row_losses, loss)
    how = RowMean(values, made_of, partial(_losses.moments, loss))
    return mean_record(name or loss.__name__, values, *aliases, how=how, **more)


def _power(
    power: Callable[..., Any],
    formula: Callable[..., Any],
    *aliases: str,
    made_of: MadeOf = "mean",
    **more: Any,
) -> Metric:
    """Record of a mean of powers of errors, also computed from sums."""
    how = RowMean(power, made_of, formula=Formula(formula, "sums"))
    return mean_record(formula.__name__, power, *aliases, how=how, **more)


def _of_sums(
    formula: Callable[..., Any],
    *aliases: str,
    name: str = "",
    scale: Scale = "log",
    light_tails: bool = True,
    **more: Any,
) -> Metric:
    """Record of a formula of error sums, with its slopes if it has any."""
    of_slopes = getattr(slopes, formula.__name__, None)
    how = ErrorFormula(
        partial(_pseudo_values, formula, of_slopes),
        scale,
        Formula(formula, "sums"),
        light_tails,
        of_slopes,
    )
    facts = {"interval": JACKKNIFE[0], "how": how}
    return error_record(name or formula.__name__, *aliases, **{**facts, **more})


def pseudo_record(
    name: str,
    values: Callable[..., Any],
    *aliases: str,
    scale: Scale = "log-complement",
    **more: Any,
) -> Metric:
    """Record of a metric with its own function for pseudo-values."""
    facts = {"interval": JACKKNIFE[0], "how": PseudoValues(values, scale)}
    return error_record(name, *aliases, **{**facts, **more})


# --- errors of point forecasts

_LARGEST = "the maximum of a sample says little about larger values"

_ERRORS = (
    _power(_powers.SQUARES, _errors.mean_squared_error, "mse", in_report=True),
    _power(
        _powers.ROOTS,
        _errors.root_mean_squared_error,
        *("rmse", "rmsd"),
        made_of="root",
        in_report=True,
    ),
    _power(_powers.SIZES, _errors.mean_absolute_error, *("mae", "mad"), in_report=True),
    _power(
        _powers.ERRORS,
        _errors.mean_error,
        *("bias", "mbe"),
        lower=-INFINITY,
        greater_is_better=None,
        in_report=True,
    ),
    _power(
        _powers.SQUARES,
        _sums.sum_squared_error,
        "sse",
        title="Sum of squared errors",
        made_of="sum",
    ),
    _power(
        _powers.SIZES,
        _sums.sum_absolute_error,
        "sae",
        title="Sum of absolute errors",
        made_of="sum",
    ),
    _of_sums(
        _errors.error_standard_deviation,
        *("sde", "sigma_e"),
        title="Standard deviation of the errors",
    ),
    error_record(
        "max_error",
        "maxae",
        title="Largest error",
        how=Formula(totals.max_error, "sums"),
        reason=_LARGEST,
    ),
    error_record(
        "max_squared_error",
        "maxse",
        title="Largest squared error",
        how=Formula(totals.max_squared_error, "sums"),
        reason=_LARGEST,
    ),
)

# --- squared errors relative to the variance of the observed numbers

_SHARE: dict[str, Any] = {
    "lower": -INFINITY,
    "upper": 1.0,
    "greater_is_better": True,
    "scale": "log-complement",
    "chance": 0.0,
}

_SHARES_OF_VARIANCE = (
    _of_sums(
        totals.r2_score,
        *("rsq", "nse", "r2"),
        title="R²",
        in_report=True,
        **_SHARE,
    ),
    _of_sums(
        totals.explained_variance_score,
        title="Explained variance",
        **_SHARE,
    ),
    _of_sums(
        totals.adjusted_r2_score,
        "adjusted_rsq",
        title="Adjusted R²",
        required=("n_features",),
        **{**_SHARE, "chance": None},
    ),
    _of_sums(
        _relative.relative_squared_error,
        "rse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        _relative.root_relative_squared_error,
        "rrse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        _shares.explained_to_total_ratio,
        title="Explained to total sum of squares",
        greater_is_better=None,
        missing=_CONSTANT,
    ),
)

# --- errors relative to how large the observed numbers are

_NORMALIZED = "normalized_root_mean_squared_error"


def _normalized(normalization: str, what: str, **more: Any) -> Metric:
    """Variant of the normalized error."""
    facts: dict[str, Any] = {
        "function": _NORMALIZED,
        "parameters": {"normalization": normalization},
        "missing": _CONSTANT,
        **more,
    }
    return _of_sums(
        totals.normalized_root_mean_squared_error,
        f"nrmse_{normalization}",
        title=f"Root mean squared error over the {what}",
        name=f"{_NORMALIZED}_{normalization}",
        **facts,
    )


def _without_interval(reason: str) -> dict[str, Any]:
    """Fields of a variant without interval, because it is not smooth in the sums."""
    formula = Formula(totals.normalized_root_mean_squared_error, "sums")
    return {"how": formula, "interval": None, "reason": reason}


_RELATIVE_ERRORS = (
    _of_sums(
        _relative.weighted_absolute_percentage_error,
        *("wape", "wmape", "nd"),
        light_tails=False,
        missing="rows other than 0 in y_true",
    ),
    _of_sums(
        totals.normalized_root_mean_squared_error,
        "nrmse",
        missing="mean other than 0 of y_true",
    ),
    _normalized("std", "standard deviation"),
    _normalized(
        "range", "range", **_without_interval("the range grows with the number of rows")
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
        _agreement.concordance_correlation_coefficient,
        "ccc",
        title="Concordance correlation",
        lower=-1.0,
        upper=1.0,
        greater_is_better=True,
        scale="fisher-z",
        chance=0.0,
        missing="variation, with equal means",
    ),
    _of_sums(
        _agreement.cosine_similarity,
        "cosine",
        lower=-1.0,
        upper=1.0,
        greater_is_better=True,
        scale="fisher-z",
        missing="rows other than 0 in both columns",
    ),
    _of_sums(
        _agreement.kling_gupta_efficiency,
        "kge",
        title="Kling-Gupta efficiency",
        lower=-INFINITY,
        upper=1.0,
        greater_is_better=True,
        scale="log-complement",
        missing="variation in both columns about means other than 0",
    ),
)

# --- percentage errors, and errors of logarithms

_PERCENTAGE_ERRORS = (
    _loss(
        _percentages.mean_absolute_percentage_error,
        "mape",
        short="MAPE",
        in_report=True,
    ),
    _loss(
        _percentages.symmetric_mean_absolute_percentage_error,
        "smape",
        short="sMAPE",
        upper=2.0,
    ),
    mean_record(
        "percent_bias",
        _losses.signed_percentages,
        *("pbias", "mpe"),
        lower=-INFINITY,
        greater_is_better=None,
        missing="rows of y_true other than 0",
    ),
    _loss(_percentages.mean_squared_log_error, "msle", short="MSLE"),
    _loss(
        _percentages.mean_squared_log_error,
        "rmsle",
        name="root_mean_squared_log_error",
        short="RMSLE",
        made_of="root",
    ),
)

# --- losses of an error, and deviances

_LOSSES = (
    _loss(_error_losses.mean_pinball_loss, *("pinball", "quantile_loss")),
    _loss(_error_losses.huber_loss, "huber"),
    _loss(
        _error_losses.pseudo_huber_loss,
        *("huber_loss_pseudo", "pseudo_huber"),
        title="Pseudo-Huber loss",
    ),
    _loss(
        _error_losses.log_cosh_error,
        "log_cosh",
        "logcosh",
        title="Log-cosh error",
    ),
    _loss(_error_losses.linex_loss, "linex", title="LINEX loss"),
    _loss(
        _losses.deviance,
        "tweedie_deviance",
        name="mean_tweedie_deviance",
        title="Mean Tweedie deviance",
    ),
    _loss(
        partial(_losses.deviance, power=1),
        "poisson_deviance",
        name="mean_poisson_deviance",
        title="Mean Poisson deviance",
    ),
    mean_record(
        "poisson_log_loss",
        _losses.poisson_log_losses,
        "poisson_nll",
        title="Poisson log loss",
    ),
    _loss(
        partial(_losses.deviance, power=2),
        "gamma_deviance",
        name="mean_gamma_deviance",
    ),
    pseudo_record(
        "d2_tweedie_score",
        _base.d2_tweedie_values,
        "d2_tweedie",
        title="D² of the Tweedie deviance",
        missing="rows of y_true that differ",
        **_SHARE,
    ),
)

# --- medians and other quantiles of errors


def _quantile(
    name: str,
    values: Callable[..., Any],
    *aliases: str,
    level: float | str = 0.5,
    **more: Any,
) -> Metric:
    how = RowQuantile(values, level)
    return error_record(name, *aliases, interval=ORDER, how=how, **more)


_ORDER_STATISTICS = (
    _quantile(
        "median_absolute_error", _order.row_errors, *("medae", "mdae"), in_report=True
    ),
    _quantile(
        "median_squared_error", partial(_order.row_errors, squared=True), "medse"
    ),
    _quantile(
        "error_quantiles",
        _order.row_errors,
        title="Quantile of the errors",
        level="q",
        lower=-INFINITY,
        required=("q",),
    ),
)

# --- losses relative to the best constant

_A_SECOND = "rows of a second value in y_true"
_D2 = {**_SHARE, "missing": _A_SECOND}

_CONSTANT_FORECASTS = (
    pseudo_record(
        "d2_absolute_error_score",
        _base.d2_pinball_values,
        title="D² of the absolute error",
        **_D2,
    ),
    pseudo_record(
        "d2_pinball_score",
        _base.d2_pinball_values,
        title="D² of the pinball loss",
        **_D2,
    ),
    pseudo_record(
        "relative_absolute_error",
        _base.relative_absolute_error_values,
        "rae",
        scale="log",
        chance=1.0,
        missing=_A_SECOND,
    ),
)

# --- errors relative to the naive forecast

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
    mean_record(
        "mean_absolute_scaled_error",
        partial(_series.row_values, squared=False),
        "mase",
        **_OF_SERIES,
    ),
    mean_record(
        "root_mean_squared_scaled_error",
        partial(_series.row_values, squared=True),
        "rmsse",
        **_OF_SERIES,
    ),
)

POINT_RECORDS: tuple[Metric, ...] = (
    *_ERRORS,
    *_SHARES_OF_VARIANCE,
    *_RELATIVE_ERRORS,
    *_AGREEMENT,
    *_PERCENTAGE_ERRORS,
    *_LOSSES,
    *_ORDER_STATISTICS,
    *_CONSTANT_FORECASTS,
    *_SCALED_ERRORS,
)
