"""What there is to say of values over folds, and of what knows nothing."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "out_of_fold_score": About(
        "How good are models on rows that they were not trained on?",
        "Σ_f M(y_f, ŷ_f) / k or M(y, ŷ)",
        r"\frac{\sum_f M(y_f, \hat y_f)}{k} \text{ or } M(y, \hat y)",
        "M the metric, y_f and ŷ_f the rows of fold f of k; rankings are averaged over "
        "folds, tables of counts are added, means over rows are of all rows",
        "a fold on which M is undefined is left out, with a warning",
    ),
    "no_information_rate": About(
        "What would the metric be if predictions had nothing to do with the rows?",
        "γ = Σᵢ Σⱼ L(yᵢ, ŷⱼ) / n²",
        r"\gamma = \frac{1}{n^2} \sum_i \sum_j L(y_i, \hat y_j)",
        "L the loss; of what is no mean of losses, the metric of the n² rows (yᵢ, ŷⱼ)",
        "NaN where the metric is undefined on these rows",
    ),
}
