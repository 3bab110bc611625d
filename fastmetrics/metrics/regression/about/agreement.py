"""What there is to say of the agreement of predictions with what is observed."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ABOUT = {
    "concordance_correlation_coefficient": About(
        "How near do rows lie to the line where predictions are right?",
        "2 sₜₚ / (sₜ² + sₚ² + (t̄ − p̄)²)",
        r"\frac{2 s_{tp}}{s_t^2 + s_p^2 + (\bar t - \bar p)^2}",
        "sₜ² and sₚ² the variances of the true numbers t and of the predictions p, sₜₚ "
        "their covariance, t̄ and p̄ their means",
        "both columns are one constant: NaN, with a warning",
        (
            Rival(
                "R: yardstick",
                "ccc_vec(truth, estimate)",
                0.9286092673958432,
                "divides by n − 1 unless bias = TRUE, as ddof=1 does",
                equals="fastmetrics.concordance_correlation_coefficient(y_true, "
                "y_pred, ddof=1)",
            ),
        ),
    ),
    "kling_gupta_efficiency": About(
        "How right are predictions in order, spread and mean together?",
        "1 − √((r − 1)² + (a − 1)² + (b − 1)²)",
        r"1 - \sqrt{(r - 1)^2 + (a - 1)^2 + (b - 1)^2}",
        "r Pearson's correlation, a the ratio of the standard deviations, predicted "
        "over observed, or that of the coefficients of variation, b the ratio of the "
        "means",
        "a column is constant, or the mean of y_true is 0: NaN, with a warning",
        (
            Rival(
                "Kling, Fuchs and Paulin 2012",
                "KGE'",
                0.8916494427879583,
                "takes coefficients of variation in place of standard deviations",
                equals="fastmetrics.kling_gupta_efficiency(y_true, y_pred, "
                "variant='2012')",
            ),
        ),
    ),
}
