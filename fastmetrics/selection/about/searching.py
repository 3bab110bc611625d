"""What there is to say of parameters, their search and what the winner is worth."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "parameter_range": About(
        "Which values of a parameter are to be tried, at equal steps?",
        "start + k·step, k = 0, 1, …, ⌊(stop − start) / step⌋",
        r"\mathrm{start} + k \cdot \mathrm{step},\ "
        r"k = 0, 1, \ldots, \lfloor (\mathrm{stop} - \mathrm{start}) / "
        r"\mathrm{step} \rfloor",
        "the numbers taken as the decimals that are written",
    ),
    "selection_corrected_score": About(
        "What will the best of several models reach on new rows?",
        "1/B Σ_b M_b",
        r"\frac{1}{B} \sum_b M_b",
        "M_b the metric, on the rows that resample b of B lacks, of the model that is "
        "best on the rows that it has",
        "undefined for every model: ValueError",
    ),
}
