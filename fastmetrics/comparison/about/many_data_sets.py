"""What there is to say of comparisons over several data sets."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "compare_across_datasets": About(
        "Which of several models are better than others, over several data sets?",
        "F = (N − 1) χ² / (N (k − 1) − χ²),  p ≤ α ⇒ pᵢⱼ",
        r"F = \frac{(N - 1)\,\chi^2}{N (k - 1) - \chi^2},\quad"
        r" p \leq \alpha \Rightarrow p_{ij}",
        "χ² Friedman's statistic of k models on N data sets; where its p-value p is at "
        "most α, pᵢⱼ are those of each pair, by Nemenyi's test or that of your choice",
        "two models differ by the same number everywhere, in tests of Student's law: "
        "their p-value is NaN, with a warning",
    ),
}
