"""What there is to say of medians and other quantiles of errors."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ERRORS = "eᵢ the predicted number of row i less the observed one"
MIDDLE = (
    "of an even number of rows the mean of the two in the middle; rows with weights "
    "count by these"
)

ABOUT = {
    "median_absolute_error": About(
        "How large is the error of a typical row?",
        "medianᵢ |eᵢ|",
        r"\mathrm{median}_i |e_i|",
        f"{ERRORS}; {MIDDLE}",
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
        f"{ERRORS}; {MIDDLE}",
    ),
    "error_quantiles": About(
        "What size do the errors of a share q of the rows stay below?",
        "min { x : F(x) ≥ q }",
        r"\min \{ x : F(x) \geq q \}",
        f"F the share of rows with |eᵢ| ≤ x, {ERRORS}; where F(x) is q exactly, the "
        "mean of x and the next larger |eᵢ|; with absolute=False eᵢ itself",
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
