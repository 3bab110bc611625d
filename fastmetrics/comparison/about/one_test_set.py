"""What there is to say of comparisons of models on one test set."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "compare": About(
        "Which of several models differ on the same rows, and by how much?",
        "d ± q s, q the level's quantile of max |d* − d| / s",
        r"d \pm q s, \quad q = Q_L\left(\max_{a,b} |d^*_{ab} - d_{ab}| / s_{ab}\right)",
        "d the difference of two models, d* that in a bootstrap replicate, s its "
        "standard error, the maximum over all pairs",
        "the metric is undefined on the data: NaN, with a warning",
    ),
}
