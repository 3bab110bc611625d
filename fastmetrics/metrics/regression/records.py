"""The records of regression."""

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
    other_rows,
)
from fastmetrics.metrics.regression.formulas import slopes, totals
from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula, Slopes

_MEASURING = "fastmetrics.metrics.regression.measuring"
_powers = Module(f"{_MEASURING}.pseudo_values")
_errors = Module("fastmetrics.metrics.regression.errors", Definition)
_sums = Module("fastmetrics.metrics.regression.sums_of_errors", Definition)
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


def _error(name: str, *aliases: str, title: str = "", **more: Any) -> Metric:
    """Return the record of an error of point forecasts: 0 or more, the less the better.

    Without a title its name is one. ``more`` are further facts, or others in place of
    these.
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


def _mean(name: str, values: Callable[..., Any], *aliases: str, **more: Any) -> Metric:
    """Return the record of the mean over rows of what ``values`` gives."""
    facts = {"interval": SKEWED_T, "how": RowMean(values)}
    return _error(name, *aliases, **{**facts, **more})


def _loss(
    loss: Any, *aliases: str, name: str = "", made_of: MadeOf = "mean", **more: Any
) -> Metric:
    """Return the record of the mean over rows of a loss, by its definition."""
    values = partial(_losses.row_losses, loss)
    how = RowMean(values, made_of, partial(_losses.moments, loss))
    return _mean(name or loss.__name__, values, *aliases, how=how, **more)


def _forecast(
    name: str, loss: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Return the record of the mean loss of another kind of forecast than points."""
    values = partial(_forecasts.row_losses, loss)
    return _mean(name, values, *aliases, **{"in_report": True, **more})


def _power(
    power: Callable[..., Any],
    formula: Callable[..., Any],
    *aliases: str,
    made_of: MadeOf = "mean",
    **more: Any,
) -> Metric:
    """Return the record of a mean of powers of errors, which sums tell as well."""
    how = RowMean(power, made_of, formula=Formula(formula, "sums"))
    return _mean(formula.__name__, power, *aliases, how=how, **more)


def _of_sums(
    formula: Callable[..., Any],
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
    return _error(name or formula.__name__, *aliases, **{**facts, **more})


def _pseudo(
    name: str,
    values: Callable[..., Any],
    *aliases: str,
    scale: Scale = "log-complement",
    **more: Any,
) -> Metric:
    """Return the record of what has pseudo-values of its own."""
    facts = {"interval": JACKKNIFE[0], "how": PseudoValues(values, scale)}
    return _error(name, *aliases, **{**facts, **more})


# --- errors of point forecasts

_LARGEST = "the largest of a sample says little of what is larger still"

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
        slopes.error_standard_deviation,
        *("sde", "sigma_e"),
        title="Standard deviation of the errors",
    ),
    _error(
        "max_error",
        "maxae",
        title="Largest error",
        how=Formula(totals.max_error, "sums"),
        reason=_LARGEST,
    ),
    _error(
        "max_squared_error",
        "maxse",
        title="Largest squared error",
        how=Formula(totals.max_squared_error, "sums"),
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
        totals.r2_score,
        slopes.r2_score,
        *("rsq", "nse", "r2"),
        title="R²",
        in_report=True,
        **_SHARE,
    ),
    _of_sums(
        totals.explained_variance_score,
        slopes.explained_variance_score,
        title="Explained variance",
        **_SHARE,
    ),
    _of_sums(
        totals.adjusted_r2_score,
        slopes.adjusted_r2_score,
        "adjusted_rsq",
        title="Adjusted R²",
        required=("n_features",),
        **{**_SHARE, "chance": None},
    ),
    _of_sums(
        _relative.relative_squared_error,
        slopes.relative_squared_error,
        "rse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        _relative.root_relative_squared_error,
        slopes.root_relative_squared_error,
        "rrse",
        chance=1.0,
        missing=_CONSTANT,
    ),
    _of_sums(
        _shares.explained_to_total_ratio,
        slopes.explained_to_total_ratio,
        title="Explained to total sum of squares",
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
        totals.normalized_root_mean_squared_error,
        slopes.normalized_root_mean_squared_error,
        f"nrmse_{normalization}",
        title=f"Root mean squared error over the {what}",
        name=f"{_NORMALIZED}_{normalization}",
        **facts,
    )


def _without_interval(reason: str) -> dict[str, Any]:
    """Say that a variant, no smooth function of sums, has no interval, and why."""
    formula = Formula(totals.normalized_root_mean_squared_error, "sums")
    return {"how": formula, "interval": None, "reason": reason}


_RELATIVE_ERRORS = (
    _of_sums(
        _relative.weighted_absolute_percentage_error,
        None,
        *("wape", "wmape", "nd"),
        light_tails=False,
        missing="rows other than 0 in y_true",
    ),
    _of_sums(
        totals.normalized_root_mean_squared_error,
        slopes.normalized_root_mean_squared_error,
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
        slopes.concordance_correlation_coefficient,
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
        slopes.cosine_similarity,
        "cosine",
        lower=-1.0,
        upper=1.0,
        greater_is_better=True,
        scale="fisher-z",
        missing="rows other than 0 in both columns",
    ),
    _of_sums(
        _agreement.kling_gupta_efficiency,
        slopes.kling_gupta_efficiency,
        "kge",
        title="Kling-Gupta efficiency",
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
    _mean(
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
    _mean(
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
    _pseudo(
        "d2_tweedie_score",
        _base.d2_tweedie_values,
        "d2_tweedie",
        title="D² of the Tweedie deviance",
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
    values: Callable[..., Any],
    *aliases: str,
    level: float | str = 0.5,
    **more: Any,
) -> Metric:
    how = RowQuantile(values, level)
    return _error(name, *aliases, interval=ORDER, how=how, **more)


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
        _base.d2_pinball_values,
        title="D² of the absolute error",
        **_D2,
    ),
    _pseudo(
        "d2_pinball_score",
        _base.d2_pinball_values,
        title="D² of the pinball loss",
        **_D2,
    ),
    _pseudo(
        "relative_absolute_error",
        _base.relative_absolute_error_values,
        "rae",
        scale="log",
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
        partial(_series.row_values, squared=False),
        "mase",
        **_OF_SERIES,
    ),
    _mean(
        "root_mean_squared_scaled_error",
        partial(_series.row_values, squared=True),
        "rmsse",
        **_OF_SERIES,
    ),
)

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
    return _pseudo(name, values, *aliases, **{**facts, **more})


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
    _mean("energy_score", _vectors.energy_losses, targets=("ensemble",)),
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

# Distances from what is promised are above 0 by chance, whoever promises.
_BIASED = (
    "above 0 by chance alone, also of forecasts that are right, and replicates of rows "
    "add to that: no interval of it covers"
)


def _calibration(name: str, title: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of a distance of coverages or variances from what is told."""
    facts = {"interval": None, "reason": _BIASED, "title": title, **more}
    return _error(name, *aliases, **facts)


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
    *_NUMBER_CALIBRATION,
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
