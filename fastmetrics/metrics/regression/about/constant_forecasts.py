"""What there is to say of losses relative to those of the best constant."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

PAIR = "yᵢ the observed number of row i, fᵢ the predicted one"
ONE_ROW = "there is one row: NaN, with a warning"

ABOUT = {
    "d2_absolute_error_score": About(
        "What share of the absolute errors of the median does the model do away with?",
        "1 − Σᵢ |yᵢ − fᵢ| / Σᵢ |yᵢ − m|",
        r"1 - \frac{\sum_i |y_i - f_i|}{\sum_i |y_i - m|}",
        f"{PAIR}, m the median of the observed ones",
        ONE_ROW,
    ),
    "d2_pinball_score": About(
        "What share of the pinball loss of a constant quantile does the model do away "
        "with?",
        "1 − Σᵢ ρ(yᵢ − fᵢ) / Σᵢ ρ(yᵢ − c)",
        r"1 - \frac{\sum_i \rho(y_i - f_i)}{\sum_i \rho(y_i - c)}",
        f"{PAIR}, c the quantile of level α of the observed ones, ρ(d) = α d where d "
        "is positive, else (α − 1) d",
        ONE_ROW,
    ),
    "relative_absolute_error": About(
        "How large are absolute errors, over those of the mean?",
        "Σᵢ |fᵢ − yᵢ| / Σᵢ |yᵢ − ȳ|",
        r"\frac{\sum_i |f_i - y_i|}{\sum_i |y_i - \bar{y}|}",
        f"{PAIR}, ȳ the mean of the observed ones",
        "all yᵢ are equal: NaN, with a warning",
        rivals=(
            Rival(
                "against the median",
                "1 - d2_absolute_error_score(y_true, y_pred)",
                0.40625,
                "takes the median for the constant, which no other does better than",
                equals="np.sum(np.abs(y_pred - y_true)) / "
                "np.sum(np.abs(y_true - np.median(y_true)))",
            ),
        ),
    ),
}
