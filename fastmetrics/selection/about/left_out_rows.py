"""What there is to say of leave-one-out cross-validation without refits."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

_FULL = "a leverage is 1 or more: NaN, with a warning"
_FITTED = "ŷᵢ the fitted number of row i, hᵢ its leverage"

ABOUT = {
    "leave_one_out_predict": About(
        "What would a linear model predict of each row without having seen it?",
        "(ŷᵢ − hᵢ yᵢ) / (1 − hᵢ)",
        r"\frac{\hat y_i - h_i y_i}{1 - h_i}",
        _FITTED,
        _FULL,
    ),
    "press": About(
        "How far are a linear model's predictions from rows it has not seen?",
        "Σᵢ ((yᵢ − ŷᵢ) / (1 − hᵢ))²",
        r"\sum_i \left(\frac{y_i - \hat y_i}{1 - h_i}\right)^2",
        _FITTED,
        _FULL,
    ),
    "generalized_cross_validation": About(
        "How far are a linear model's predictions from new rows, roughly?",
        "Σᵢ (yᵢ − ŷᵢ)²/n / (1 − t/n)²",
        r"\frac{\sum_i (y_i - \hat y_i)^2 / n}{(1 - t/n)^2}",
        "t the sum of the leverages of n rows: the effective number of parameters",
        "the trace is n or more: NaN, with a warning",
    ),
    "leverage": About(
        "How much does each row count in its own prediction?",
        "hᵢ = wᵢ zᵢᵀ (Σⱼ wⱼ zⱼ zⱼᵀ + λ D)⁻¹ zᵢ",
        r"h_i = w_i z_i^T \left(\sum_j w_j z_j z_j^T + \lambda D\right)^{-1} z_i",
        "zᵢ row i with a 1 in front, wᵢ its weight, λ the penalty, D the identity but "
        "for a 0 in the place of the intercept",
    ),
    "leave_one_out_neighbors": About(
        "What do the nearest other rows predict of each row?",
        "ŷᵢ = Σⱼ yⱼ/k",
        r"\hat y_i = \sum_j y_j / k",
        "j runs over the k nearest other rows; of labels the most frequent is taken",
    ),
}
