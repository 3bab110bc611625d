"""What there is to say of tests of error rates."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "binomial_test": About(
        "Can the error rate of a model be so many per cent, given its errors?",
        "p = Σᵢ C(m, i) ε₀ⁱ (1 − ε₀)ᵐ⁻ⁱ",
        r"p = \sum_i C(m, i) \, \epsilon_0^i (1 - \epsilon_0)^{m - i}",
        "m rows, ε₀ the rate that is held against the x errors found; i runs over all "
        "numbers of errors that are at least as extreme as x",
    ),
    "error_rate_t_test": About(
        "Can the error rate of a model be so many per cent, given those of several "
        "test sets?",
        "t = √k (μ − ε₀) / σ",
        r"t = \frac{\sqrt{k} \, (\mu - \epsilon_0)}{\sigma}",
        "k error rates of mean μ and standard deviation σ, ε₀ the rate that is held "
        "against them; t has k − 1 degrees of freedom",
        "all rates are equal: 0 with a p-value of 1 if they are ε₀, else NaN, with a "
        "warning",
    ),
    "proportions_test": About(
        "Do error rates on different test sets differ by more than chance?",
        "χ² = Σⱼ (xⱼ − nⱼ p̄)² / (nⱼ p̄ (1 − p̄))",
        r"\chi^2 = \sum_j \frac{(x_j - n_j \bar p)^2}{n_j \, \bar p \, (1 - \bar p)}",
        "xⱼ the errors of model j in nⱼ rows, p̄ their share in all rows; χ² has one "
        "degree of freedom less than there are models",
    ),
}
