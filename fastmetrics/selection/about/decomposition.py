"""What there is to say of bias, variance and noise."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "bias_variance_decomposition": About(
        "How much of a loss is bias, how much variance between training sets?",
        "Σᵢ (fᵢ − y)²/D = (f̄ − y)² + Σᵢ (fᵢ − f̄)²/D",
        r"\frac{1}{D} \sum_i (f_i - y)^2 = (\bar f - y)^2"
        r" + \frac{1}{D} \sum_i (f_i - \bar f)^2",
        "fᵢ the prediction of the model of training set i of D, f̄ their mean; averaged "
        "over rows. With known or repeatedly observed targets noise is taken out of "
        "the bias. Of the 0-1 loss f̄ is the most frequent prediction",
        "with ddof=1 and one model variance and bias are NaN, with a warning",
    ),
    "estimate_bias_variance": About(
        "How much of an estimator's loss is bias, how much variance?",
        "mean loss = bias² + variance + noise",
        r"\mathrm{mean\ loss} = \mathrm{bias}^2 + \mathrm{variance} + \mathrm{noise}",
        "over models of many training sets drawn from one sample; of the 0-1 loss as "
        "bias_variance_decomposition has it",
        "with ddof=1 and one round variance and bias are NaN, with a warning",
    ),
    "bias_variance_curve": About(
        "Which value of a parameter balances bias and variance?",
        "mean loss = bias² + variance + noise",
        r"\mathrm{mean\ loss} = \mathrm{bias}^2 + \mathrm{variance} + \mathrm{noise}",
        "for each value of the parameter, over models of the same training sets",
        "with ddof=1 and one round variance and bias are NaN, with a warning",
    ),
}
