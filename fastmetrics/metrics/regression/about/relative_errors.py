"""What there is to say of errors relative to what was observed."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

MEAN = "eᵢ = ŷᵢ − yᵢ, predicted less observed, ȳ the mean of the observed numbers"
CONSTANT = "y_true is constant"
SHARE = f"{CONSTANT}: 1 if there are no errors, else 0"

ABOUT = {
    "r2_score": About(
        "Which share of the variance do the predictions do away with?",
        "1 − Σᵢ eᵢ² / Σᵢ (yᵢ − ȳ)²",
        r"1 - \frac{\sum_i e_i^2}{\sum_i (y_i - \bar y)^2}",
        MEAN,
        f"there are less than two rows; {SHARE}",
        (
            Rival(
                "R: yardstick",
                "rsq_vec(truth, estimate)",
                0.8783569925145205,
                "squares the correlation, which knows no bias and no scale",
                equals="np.corrcoef(y_true, y_pred)[0, 1] ** 2",
            ),
        ),
    ),
    "explained_variance_score": About(
        "Which share of the variance is explained, the bias set aside?",
        "1 − Σᵢ (eᵢ − ē)² / Σᵢ (yᵢ − ȳ)²",
        r"1 - \frac{\sum_i (e_i - \bar e)^2}{\sum_i (y_i - \bar y)^2}",
        f"{MEAN}, ē that of the errors",
        SHARE,
    ),
    "adjusted_r2_score": About(
        "Which share of the variance is explained by more than the number of features?",
        "1 − (1 − R²)(n − 1) / (n − p − 1)",
        r"1 - (1 - R^2) \frac{n - 1}{n - p - 1}",
        "n rows, p features",
        f"there are no more than p + 1 rows; {SHARE}",
        given={"n_features": 2},
    ),
    "explained_to_total_ratio": About(
        "How far do predictions vary, compared with what was observed?",
        "Σᵢ (ŷᵢ − ȳ)² / Σᵢ (yᵢ − ȳ)²",
        r"\frac{\sum_i (\hat y_i - \bar y)^2}{\sum_i (y_i - \bar y)^2}",
        "ŷᵢ a prediction, ȳ the mean of the observed numbers yᵢ",
        CONSTANT,
    ),
    "relative_squared_error": About(
        "How large are the squared errors, compared with those of the mean?",
        "Σᵢ eᵢ² / Σᵢ (yᵢ − ȳ)²",
        r"\frac{\sum_i e_i^2}{\sum_i (y_i - \bar y)^2}",
        MEAN,
        CONSTANT,
    ),
    "root_relative_squared_error": About(
        "How large are the errors, compared with those of the mean?",
        "√(Σᵢ eᵢ² / Σᵢ (yᵢ − ȳ)²)",
        r"\sqrt{\frac{\sum_i e_i^2}{\sum_i (y_i - \bar y)^2}}",
        MEAN,
        CONSTANT,
    ),
    "weighted_absolute_percentage_error": About(
        "How large are the errors, compared with what was observed?",
        "Σᵢ |eᵢ| / Σᵢ |yᵢ|",
        r"\frac{\sum_i |e_i|}{\sum_i |y_i|}",
        "eᵢ = ŷᵢ − yᵢ, predicted less observed",
        "y_true holds zeros only",
    ),
    "normalized_root_mean_squared_error": About(
        "How large are the errors, compared with the mean of what was observed?",
        "√(1/n Σᵢ eᵢ²) / |ȳ|",
        r"\frac{1}{|\bar y|} \sqrt{\frac{1}{n} \sum_i e_i^2}",
        MEAN,
        "the mean of y_true is 0",
    ),
    "normalized_root_mean_squared_error_std": About(
        "How large are the errors, compared with the spread of what was observed?",
        "√(1/n Σᵢ eᵢ²) / s",
        r"\frac{1}{s} \sqrt{\frac{1}{n} \sum_i e_i^2}",
        "eᵢ = ŷᵢ − yᵢ, s the standard deviation of the observed numbers, ddof 0",
        CONSTANT,
    ),
    "normalized_root_mean_squared_error_range": About(
        "How large are the errors, compared with the range of what was observed?",
        "√(1/n Σᵢ eᵢ²) / (max y − min y)",
        r"\frac{1}{\max y - \min y} \sqrt{\frac{1}{n} \sum_i e_i^2}",
        "eᵢ = ŷᵢ − yᵢ, predicted less observed",
        CONSTANT,
    ),
    "normalized_root_mean_squared_error_iqr": About(
        "How large are the errors, compared with how far quartiles are apart?",
        "√(1/n Σᵢ eᵢ²) / (q₃ − q₁)",
        r"\frac{1}{q_3 - q_1} \sqrt{\frac{1}{n} \sum_i e_i^2}",
        "eᵢ = ŷᵢ − yᵢ, q₁ and q₃ the quartiles of the observed numbers",
        "the quartiles of y_true are the same",
    ),
}
