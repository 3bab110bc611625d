"""What there is to say of the parts of mean losses."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "error_decomposition": About(
        "How much of a loss would recalibration do away with, how much is gained by "
        "telling rows apart, and how much was there to gain?",
        "S(p) = [S(p) − S(c)] − [S(r) − S(c)] + S(r)",
        r"S(p) = [S(p) - S(c)] - [S(r) - S(c)] + S(r)",
        "S the mean loss, of the predictions p, of these recalibrated by isotonic "
        "regression c, and of the mean of y_true r; the parts are miscalibration, "
        "discrimination and uncertainty",
    ),
}
