"""What there is to say of comparisons of models on one test set."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "compare": About(
        "Which of several models differ on the same rows, and by how much?",
        "d ± q s, q = Q (max |d* − d| / s)",
        r"d \pm q\,s, \quad q = Q (\max |d^* - d| / s)",
        "d the difference of two models, d* that in a bootstrap replicate, s its "
        "standard error, the maximum over all pairs, Q its quantile at the level",
        "the metric is undefined on the data: NaN, with a warning",
    ),
    "metric_covariance": About(
        "How do the values of metrics and models vary together?",
        "C = (n − 1)/n Σᵢ (θᵢ − m) (θᵢ − m)ᵀ",
        r"C = \frac{n - 1}{n} \sum_i (\theta_i - m) (\theta_i - m)^T",
        "θᵢ all values without row i, m their mean, n how many rows there are",
        "a metric is undefined on the data, or without one of more than 10 % of the "
        "rows: NaN",
    ),
}
