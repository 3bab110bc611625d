"""What there is to say of errors in units of those of the naive forecast."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

SERIES = (
    "yᵢ the observed and ŷᵢ the predicted numbers, x the T values of the series before "
    "them, m the season; of several series the mean over series"
)
CONSTANT = (
    "x does not change from season to season, or has no more than m values: NaN, with "
    "a warning; of several series such are left out"
)

ABOUT = {
    "mean_absolute_scaled_error": About(
        "How large are errors in units of those of the naive forecast?",
        "[1/n Σᵢ |ŷᵢ − yᵢ|] / [1/(T − m) Σₜ |xₜ − xₜ₋ₘ|]",
        r"\frac{\frac{1}{n} \sum_i |\hat y_i - y_i|}"
        r"{\frac{1}{T - m} \sum_t |x_t - x_{t - m}|}",
        SERIES,
        CONSTANT,
    ),
    "root_mean_squared_scaled_error": About(
        "How large are errors in units of those of the naive forecast, large ones "
        "above all?",
        "√([1/n Σᵢ (ŷᵢ − yᵢ)²] / [1/(T − m) Σₜ (xₜ − xₜ₋ₘ)²])",
        r"\sqrt{\frac{\frac{1}{n} \sum_i (\hat y_i - y_i)^2}"
        r"{\frac{1}{T - m} \sum_t (x_t - x_{t - m})^2}}",
        SERIES,
        CONSTANT,
    ),
}
