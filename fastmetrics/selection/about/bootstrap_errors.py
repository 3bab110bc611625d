"""What there is to say of bootstrap estimates of error."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "out_of_bag_score": About(
        "How well do models of bootstrap resamples do on rows they have not drawn?",
        "Σᵢ Eᵢ/n",
        r"\sum_i E_i / n",
        "Eᵢ the mean loss on row i of n of the models of resamples without it; of "
        "metrics that are no means over rows, the mean over resamples of the metric on "
        "the rows that each has not drawn",
        "no row was left out, or the metric is undefined on all resamples: NaN, with a "
        "warning",
    ),
    "point632_score": About(
        "How well will a model do on new rows, by the .632+ bootstrap?",
        "(1 − w) a + w b,  w = 0.632 / (1 − 0.368 R),  R = (b − a) / (γ − a)",
        r"(1 - w) a + w b, \quad w = \frac{0.632}{1 - 0.368 R}, \quad"
        r" R = \frac{b - a}{\gamma - a}",
        "a the apparent error, b that on rows not drawn, or γ if that is less; γ the "
        "no-information value",
        "the metric is undefined on all resamples: NaN, with a warning",
    ),
    "bootstrap_validate": About(
        "How well will an estimator do on new rows, by the bootstrap?",
        "(1 − w) a + w b",
        r"(1 - w) a + w b",
        "a the score of the model of all rows on these, b that of resamples' models on "
        "rows not drawn; w as point632_score has it",
        "the metric is undefined on all resamples: NaN, with a warning",
    ),
}
