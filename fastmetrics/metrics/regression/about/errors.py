"""What there is to say of errors of point forecasts."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ROWS = "yᵢ an observed number, ŷᵢ its prediction"
ERRORS = "eᵢ = ŷᵢ − yᵢ, predicted less observed"
MEAN = "eᵢ = ŷᵢ − yᵢ, predicted less observed, ȳ the mean of the observed numbers"
CONSTANT = "y_true is constant"
SHARE = f"{CONSTANT}: 1 if there are no errors, else 0"
PAIR = "yᵢ the observed number of row i, fᵢ the predicted one"
BELOW = "a number is −1 or less: raises"
SERIES = (
    "yᵢ the observed and ŷᵢ the predicted numbers, x the T values of the series before "
    "them, m the season; of several series the mean over series"
)
NAIVE = (
    "x does not change from season to season, or has no more than m values: NaN, with "
    "a warning; of several series such are left out"
)
ERROR = "eᵢ the predicted number of row i less the observed one"
MIDDLE = (
    "of an even number of rows the mean of the two in the middle; rows with weights "
    "count by these"
)

ABOUT = {
    "mean_squared_error": About(
        "How large are the errors, squared, on average?",
        "1/n Σᵢ eᵢ²",
        r"\frac{1}{n} \sum_i e_i^2",
        ERRORS,
    ),
    "root_mean_squared_error": About(
        "How large are the errors, where large ones count more?",
        "√(1/n Σᵢ eᵢ²)",
        r"\sqrt{\frac{1}{n} \sum_i e_i^2}",
        ERRORS,
    ),
    "mean_absolute_error": About(
        "How large are the errors on average?",
        "1/n Σᵢ |eᵢ|",
        r"\frac{1}{n} \sum_i |e_i|",
        ERRORS,
    ),
    "mean_error": About(
        "How much too high are the predictions on average?",
        "1/n Σᵢ eᵢ",
        r"\frac{1}{n} \sum_i e_i",
        ERRORS,
        rivals=(
            Rival(
                "R: yardstick",
                "msd_vec(truth, estimate)",
                -0.15,
                "takes observed less predicted, so that the sign is the other one",
                equals="-fastmetrics.mean_error(y_true, y_pred)",
            ),
        ),
    ),
    "sum_squared_error": About(
        "How large are the errors, squared, all together?",
        "Σᵢ eᵢ²",
        r"\sum_i e_i^2",
        ERRORS,
    ),
    "sum_absolute_error": About(
        "How large are the errors, all together?",
        "Σᵢ |eᵢ|",
        r"\sum_i |e_i|",
        ERRORS,
    ),
    "error_standard_deviation": About(
        "How far are the errors from their mean?",
        "√(1/n Σᵢ (eᵢ − ē)²)",
        r"\sqrt{\frac{1}{n} \sum_i (e_i - \bar e)^2}",
        f"{ERRORS}, ē their mean",
    ),
    "max_error": About(
        "How large is the largest error?",
        "maxᵢ |eᵢ|",
        r"\max_i |e_i|",
        ERRORS,
    ),
    "max_squared_error": About(
        "How large is the largest error, squared?",
        "maxᵢ eᵢ²",
        r"\max_i e_i^2",
        ERRORS,
    ),
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
    "explained_sum_of_squares": About(
        "How much do predictions vary about the observed mean?",
        "SSR = Σᵢ (ŷᵢ − ȳ)²",
        r"\mathrm{SSR} = \sum_i (\hat y_i - \bar y)^2",
        "ŷᵢ the predicted numbers, ȳ the mean of the observed ones",
    ),
    "total_sum_of_squares": About(
        "How much do observed numbers vary about their mean?",
        "SST = Σᵢ (yᵢ − ȳ)²",
        r"\mathrm{SST} = \sum_i (y_i - \bar y)^2",
        "yᵢ the observed numbers, ȳ their mean",
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
    "mean_absolute_scaled_error": About(
        "How large are errors in units of those of the naive forecast?",
        "[1/n Σᵢ |ŷᵢ − yᵢ|] / [1/(T − m) Σₜ |xₜ − xₜ₋ₘ|]",
        r"\frac{\frac{1}{n} \sum_i |\hat y_i - y_i|}"
        r"{\frac{1}{T - m} \sum_t |x_t - x_{t - m}|}",
        SERIES,
        NAIVE,
    ),
    "root_mean_squared_scaled_error": About(
        "How large are errors in units of those of the naive forecast, large ones "
        "above all?",
        "√([1/n Σᵢ (ŷᵢ − yᵢ)²] / [1/(T − m) Σₜ (xₜ − xₜ₋ₘ)²])",
        r"\sqrt{\frac{\frac{1}{n} \sum_i (\hat y_i - y_i)^2}"
        r"{\frac{1}{T - m} \sum_t (x_t - x_{t - m})^2}}",
        SERIES,
        NAIVE,
    ),
    "median_absolute_error": About(
        "How large is the error of a typical row?",
        "medianᵢ |eᵢ|",
        r"\mathrm{median}_i |e_i|",
        f"{ERROR}; {MIDDLE}",
        rivals=(
            Rival(
                "R: stats",
                "mad(response - truth)",
                1.11195,
                "is the median distance of errors from their median, times 1.4826, "
                "which a constant error does not change",
                equals="1.4826 * np.median(np.abs(y_pred - y_true "
                "- np.median(y_pred - y_true)))",
            ),
        ),
    ),
    "median_squared_error": About(
        "How large is the squared error of a typical row?",
        "medianᵢ eᵢ²",
        r"\mathrm{median}_i e_i^2",
        f"{ERROR}; {MIDDLE}",
    ),
    "error_quantiles": About(
        "What size do the errors of a share q of the rows stay below?",
        "½ (min { x : F(x) ≥ q } + min { x : F(x) > q })",
        r"\frac{\min \{ x : F(x) \geq q \} + \min \{ x : F(x) > q \}}{2}",
        f"F the share of rows with |eᵢ| ≤ x, {ERROR}; with q = 1 the largest |eᵢ|; "
        "with absolute=False eᵢ itself",
        rivals=(
            Rival(
                "NumPy",
                "np.quantile(np.abs(y_pred - y_true), 0.9)",
                1.05,
                "interpolates between the two neighbours, by default",
                needs="numpy",
            ),
        ),
        given={"q": 0.9},
    ),
}
