"""What there is to say of calibration errors over bins."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

BINS = (
    "of bin b of the probability, with a share w_b of the rows, ȳ_b is the share of "
    "positives and p̄_b the mean probability"
)

ABOUT = {
    "expected_calibration_error": About(
        "How far is the share of positives from the probability, on average over bins?",
        "Σ_b w_b |ȳ_b − p̄_b|",
        r"\sum_b w_b |\bar y_b - \bar p_b|",
        BINS,
        rivals=(
            Rival(
                "Guo et al. 2017, of two classes",
                "the largest probability of each row",
                0.18999999999999997,
                "judges the more probable class of each row, not the positive one",
                equals="fastmetrics.expected_calibration_error(y_true, y_proba, "
                "mode='top-label')",
            ),
        ),
    ),
    "maximum_calibration_error": About(
        "How far is the share of positives from the probability in the worst bin?",
        "max_b |ȳ_b − p̄_b|",
        r"\max_b |\bar y_b - \bar p_b|",
        BINS,
    ),
    "adaptive_calibration_error": About(
        "How far is the share of positives from the probability, on average over bins "
        "of equally many rows?",
        "Σ_b w_b |ȳ_b − p̄_b|",
        r"\sum_b w_b |\bar y_b - \bar p_b|",
        f"{BINS}; of several classes the mean over them",
    ),
    "squared_calibration_error": About(
        "How large is the squared distance of share and probability, once the part of "
        "chance is taken off?",
        "Σ_b w_b [(ȳ_b − p̄_b)² − s_b²/n_b]",
        r"\sum_b w_b \left[(\bar y_b - \bar p_b)^2 - s_b^2 / n_b\right]",
        f"{BINS}, and s_b² the variance of y − p over its n_b rows",
        rivals=(
            Rival(
                "torchmetrics",
                "binary_calibration_error(..., norm='l2', n_bins=15)",
                0.291547594742265,
                "is the root, in bins of one width, with the part of chance",
                equals="fastmetrics.squared_calibration_error(y_true, y_proba, "
                "strategy='uniform', debias=False) ** 0.5",
            ),
        ),
    ),
}
