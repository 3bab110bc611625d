"""What there is to say of deviances of Tweedie's distributions."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

PAIR = "yᵢ the observed number of row i, fᵢ the mean that is predicted"
OUTSIDE = "numbers are outside what the distribution allows: raises"

ABOUT = {
    "mean_tweedie_deviance": About(
        "How much less likely are the data than if each mean were what was observed?",
        "2/n Σᵢ ∫[fᵢ, yᵢ] (yᵢ − u) u⁻ᵖ du",
        r"\frac{2}{n} \sum_i \int_{f_i}^{y_i} (y_i - u) u^{-p} du",
        f"{PAIR}, p the power of the mean that the variance grows with",
        OUTSIDE,
    ),
    "mean_poisson_deviance": About(
        "How good are predicted means of counts?",
        "2/n Σᵢ yᵢ ln(yᵢ/fᵢ) − yᵢ + fᵢ",
        r"\frac{2}{n} \sum_i y_i \ln \frac{y_i}{f_i} - y_i + f_i",
        PAIR,
        "a yᵢ is negative, or an fᵢ not positive: raises",
    ),
    "mean_gamma_deviance": About(
        "How good are predicted means of positive amounts, by their ratios?",
        "2/n Σᵢ ln(fᵢ/yᵢ) + yᵢ/fᵢ − 1",
        r"\frac{2}{n} \sum_i \ln \frac{f_i}{y_i} + \frac{y_i}{f_i} - 1",
        PAIR,
        "a number is not positive: raises",
    ),
    "d2_tweedie_score": About(
        "What share of the mean's Tweedie deviance does the model do away with?",
        "1 − Σᵢ d(yᵢ, fᵢ) / Σᵢ d(yᵢ, ȳ)",
        r"1 - \frac{\sum_i d(y_i, f_i)}{\sum_i d(y_i, \bar y)}",
        f"{PAIR}, d the deviance of a row, ȳ the mean of the yᵢ",
        "one row, or all yᵢ the same: NaN, with a warning",
    ),
}
