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
    "learning_curve": About(
        "Is it worth while to collect more rows?",
        "1/k Σ_f S_f(n)",
        r"\frac{1}{k} \sum_f S_f(n)",
        "S_f(n) the score on the test part of fold f of a model that learnt from n of "
        "its training rows, k how many folds there are",
        "a fit fails: error_score, and FitFailedWarning",
    ),
    "validation_curve": About(
        "Which value of a parameter neither underfits nor overfits?",
        "1/k Σ_f S_f(v)",
        r"\frac{1}{k} \sum_f S_f(v)",
        "S_f(v) the score on the test part of fold f of a model with the value v, k "
        "how many folds there are",
        "a fit fails: error_score, and FitFailedWarning",
    ),
    "search": About(
        "Which parameters are best, and what are they really worth?",
        "max 1/k Σ_f S_f(p)",
        r"\max \frac{1}{k} \sum_f S_f(p)",
        "the largest for any parameters p, S_f(p) the score of these on the test part "
        "of fold f of k",
        "a fit fails: that candidate has no value, and FitFailedWarning; all fits "
        "fail: ValueError",
    ),
}
