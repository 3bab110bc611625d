"""What there is to say of errors as shares of what was observed, and of logarithms."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

PAIR = "yᵢ the observed number of row i, fᵢ the predicted one"
BELOW = "a number is −1 or less: raises"

ABOUT = {
    "mean_absolute_percentage_error": About(
        "How large are errors as a share of what was observed, on average?",
        "1/n Σᵢ |fᵢ − yᵢ| / max(|yᵢ|, c)",
        r"\frac{1}{n} \sum_i \frac{|f_i - y_i|}{\max(|y_i|, c)}",
        f"{PAIR}, c = 2⁻⁵², so that a yᵢ of 0 gives some 10¹⁵, as in scikit-learn; "
        "weighted_absolute_percentage_error and "
        "symmetric_mean_absolute_percentage_error bear zeros",
        rivals=(
            Rival(
                "R: yardstick",
                "mape_vec(truth, estimate)",
                21.134920634920633,
                "is in percent, and infinite where a yᵢ is 0",
                equals="100 * np.mean(np.abs((y_true - y_pred) / y_true))",
            ),
        ),
    ),
    "symmetric_mean_absolute_percentage_error": About(
        "How large are errors as a share of what was observed and predicted?",
        "1/n Σᵢ 2 |fᵢ − yᵢ| / (|yᵢ| + |fᵢ|)",
        r"\frac{1}{n} \sum_i \frac{2 |f_i - y_i|}{|y_i| + |f_i|}",
        f"{PAIR}; a row in which both are 0 counts 0",
        rivals=(
            Rival(
                "Chen & Yang 2004",
                "sMAPE",
                0.10155209382830865,
                "leaves out the 2, so that it ends at 1",
                equals="np.mean(np.abs(y_pred - y_true) / "
                "(np.abs(y_true) + np.abs(y_pred)))",
            ),
        ),
    ),
    "percent_bias": About(
        "By what share of what was observed does the model predict too much?",
        "1/n Σᵢ (fᵢ − yᵢ) / |yᵢ|",
        r"\frac{1}{n} \sum_i \frac{f_i - y_i}{|y_i|}",
        PAIR,
        "a yᵢ is 0: NaN, with a warning",
        rivals=(
            Rival(
                "R: yardstick",
                "mpe_vec(truth, estimate)",
                -5.57936507936508,
                "is in percent, and positive where the model predicts too little",
                equals="100 * np.mean((y_true - y_pred) / y_true)",
            ),
        ),
    ),
    "mean_squared_log_error": About(
        "How large are errors of the logarithm, squared?",
        "1/n Σᵢ (ln(1 + fᵢ) − ln(1 + yᵢ))²",
        r"\frac{1}{n} \sum_i (\ln(1 + f_i) - \ln(1 + y_i))^2",
        PAIR,
        BELOW,
    ),
    "root_mean_squared_log_error": About(
        "How large are errors of the logarithm, on average?",
        "√(1/n Σᵢ (ln(1 + fᵢ) − ln(1 + yᵢ))²)",
        r"\sqrt{\frac{1}{n} \sum_i (\ln(1 + f_i) - \ln(1 + y_i))^2}",
        PAIR,
        BELOW,
    ),
}
