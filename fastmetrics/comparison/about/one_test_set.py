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
}
