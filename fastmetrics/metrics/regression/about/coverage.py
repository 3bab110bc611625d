"""What was measured of intervals of regression: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]


def _figures(*shares: str) -> dict[str, str]:
    data = (
        "normal, 50",
        "normal, 200",
        "normal, 1,000",
        "exponential, 50",
        "exponential, 200",
        "exponential, 500",
        "exponential, 1,000",
    )
    return dict(zip(data, shares, strict=True))


FEW = "50 and 200 rows"
POSITIVE = "50 and 200 rows of a gamma distribution"
FORECASTS = "50 and 200 rows, normal forecasts"

MEASURED = (
    Measured(
        "mean squared error, its root and sum",
        "skew-t",
        _figures("95.7 %", "95.0 %", "95.5 %", "91.4 %", "91.9 %", "93.6 %", "94.8 %"),
        ("mean_squared_error", "root_mean_squared_error", "sum_squared_error"),
    ),
    Measured(
        "mean absolute error and its sum",
        "skew-t",
        _figures("96.2 %", "94.7 %", "96.0 %", "92.5 %", "93.0 %", "94.5 %", "95.2 %"),
        ("mean_absolute_error", "sum_absolute_error"),
    ),
    Measured(
        "mean error",
        "skew-t",
        _figures("95.4 %", "94.9 %", "94.8 %", "95.3 %", "94.7 %", "94.7 %", "94.6 %"),
        ("mean_error",),
    ),
    Measured(
        "Huber loss",
        "skew-t",
        _figures("96.8 %", "94.7 %", "96.0 %", "92.9 %", "93.6 %", "94.8 %", "95.0 %"),
        ("huber_loss", "log_cosh_error"),
    ),
    Measured(
        "pinball loss of the level 0.9",
        "skew-t",
        _figures("95.4 %", "93.9 %", "94.3 %", "96.1 %", "94.2 %", "95.7 %", "94.9 %"),
        ("mean_pinball_loss",),
    ),
    Measured(
        "R² and relative squared errors",
        "jackknife",
        _figures("93.6 %", "94.2 %", "94.6 %", "90.3 %", "92.8 %", "93.7 %", "93.7 %"),
        (
            "r2_score",
            "adjusted_r2_score",
            "relative_squared_error",
            "root_relative_squared_error",
            "normalized_root_mean_squared_error_std",
        ),
    ),
    Measured(
        "explained variance",
        "jackknife",
        _figures("94.2 %", "94.6 %", "94.8 %", "90.8 %", "92.8 %", "93.7 %", "93.7 %"),
        ("explained_variance_score",),
    ),
    Measured(
        "standard deviation of the errors",
        "jackknife",
        _figures("94.7 %", "94.8 %", "95.5 %", "85.5 %", "89.7 %", "92.0 %", "94.2 %"),
        ("error_standard_deviation",),
    ),
    Measured(
        "root mean squared error over the mean",
        "jackknife",
        _figures("94.9 %", "95.1 %", "95.5 %", "84.4 %", "89.4 %", "91.2 %", "94.5 %"),
        ("normalized_root_mean_squared_error",),
    ),
    Measured(
        "weighted absolute percentage error",
        "jackknife",
        _figures("95.5 %", "94.5 %", "95.6 %", "93.2 %", "93.4 %", "93.5 %", "95.4 %"),
        ("weighted_absolute_percentage_error",),
    ),
    Measured(
        "relative absolute error, D² of the absolute error",
        "jackknife",
        _figures("94.1 %", "93.9 %", "95.1 %", "95.4 %", "95.0 %", "94.7 %", "95.7 %"),
        ("relative_absolute_error", "d2_absolute_error_score"),
    ),
    Measured(
        "Pearson's correlation",
        "jackknife",
        _figures("95.2 %", "94.4 %", "94.8 %", "90.2 %", "92.7 %", "93.8 %", "93.8 %"),
        ("pearson_r",),
    ),
    Measured(
        "Lin's concordance correlation",
        "jackknife",
        _figures("94.9 %", "94.8 %", "94.3 %", "90.0 %", "92.0 %", "93.8 %", "94.2 %"),
        ("concordance_correlation_coefficient",),
    ),
    Measured(
        "cosine similarity",
        "jackknife",
        _figures("93.4 %", "95.3 %", "95.2 %", "84.1 %", "88.2 %", "91.4 %", "93.1 %"),
        ("cosine_similarity",),
    ),
    Measured(
        "Kling-Gupta efficiency",
        "jackknife",
        _figures("94.6 %", "95.6 %", "94.1 %", "91.7 %", "92.2 %", "93.3 %", "94.3 %"),
        ("kling_gupta_efficiency",),
    ),
    Measured(
        "explained to total sum of squares",
        "jackknife",
        _figures("95.0 %", "95.1 %", "95.1 %", "92.3 %", "93.1 %", "93.8 %", "95.2 %"),
        ("explained_to_total_ratio",),
    ),
    Measured(
        "Spearman's rho",
        "jackknife",
        _figures("94.2 %", "94.9 %", "95.7 %", "92.4 %", "93.7 %", "94.6 %", "94.0 %"),
        ("spearman_rho",),
    ),
    Measured(
        "Kendall's tau, concordance",
        "jackknife",
        _figures("95.3 %", "94.5 %", "95.3 %", "94.5 %", "95.0 %", "94.8 %", "94.4 %"),
        (
            "kendall_tau",
            "kendall_tau_a",
            "kendall_tau_c",
            "somers_d",
            "goodman_kruskal_gamma",
            "concordance_index",
        ),
    ),
    Measured(
        "normalized Gini coefficient",
        "jackknife",
        _figures("94.7 %", "95.2 %", "96.8 %", "88.8 %", "94.2 %", "94.7 %", "92.7 %"),
        ("normalized_gini_coefficient",),
    ),
    Measured(
        "median absolute and squared error",
        "order-statistics",
        _figures("95.7 %", "94.5 %", "95.9 %", "94.0 %", "94.4 %", "94.6 %", "94.9 %"),
        ("median_absolute_error", "median_squared_error"),
    ),
    Measured(
        "0.9 quantile of the absolute errors",
        "order-statistics",
        _figures("95.8 %", "94.7 %", "96.2 %", "95.9 %", "94.8 %", "94.5 %", "95.1 %"),
        ("error_quantiles",),
    ),
    Measured(
        "percentage errors",
        "skew-t",
        {POSITIVE: "94.3–96.4 %"},
        (
            "mean_absolute_percentage_error",
            "symmetric_mean_absolute_percentage_error",
            "percent_bias",
        ),
    ),
    Measured(
        "squared errors of logarithms",
        "skew-t",
        {POSITIVE: "94.9–95.8 %"},
        ("mean_squared_log_error", "root_mean_squared_log_error"),
    ),
    Measured(
        "deviances and other losses",
        "skew-t",
        {POSITIVE: "93.3–95.9 %"},
        (
            "mean_tweedie_deviance",
            "mean_poisson_deviance",
            "poisson_log_loss",
            "mean_gamma_deviance",
            "pseudo_huber_loss",
        ),
    ),
    Measured(
        "D² of deviances", "jackknife", {POSITIVE: "93.2–95.4 %"}, ("d2_tweedie_score",)
    ),
    Measured(
        "D² of the pinball loss",
        "jackknife",
        {FEW: "94.1–96.4 %"},
        ("d2_pinball_score",),
    ),
    Measured("LINEX loss", "skew-t", {FEW: "93.1–93.7 %"}, ("linex_loss",)),
    Measured(
        "errors scaled by those of the naive forecast",
        "skew-t",
        {"20 and 100 series of 12 rows": "94.5–96.0 %"},
        ("mean_absolute_scaled_error", "root_mean_squared_scaled_error"),
    ),
    Measured(
        "scores of forecasts by quantiles, intervals, ensembles and distributions",
        "skew-t",
        {FORECASTS: "92.9–96.2 %"},
        (
            "mean_quantile_loss",
            "crps_quantile",
            "interval_score",
            "mean_interval_width",
            "crps_ensemble",
            "crps_gaussian",
            "gaussian_log_loss",
        ),
    ),
    Measured(
        "energy score of ensembles of vectors",
        "skew-t",
        {"30 to 500 rows, 10 members of two numbers": "94.2–96.0 %"},
        ("energy_score",),
    ),
    Measured(
        "coverage of intervals and quantiles",
        "wilson",
        {FORECASTS: "95.2–97.4 %"},
        ("interval_coverage", "quantile_coverage"),
    ),
)
