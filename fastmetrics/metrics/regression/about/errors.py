"""What there is to say of errors of point forecasts."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ROWS = "yᵢ an observed number, ŷᵢ its prediction"
ERRORS = "eᵢ = ŷᵢ − yᵢ, predicted less observed"

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
}
