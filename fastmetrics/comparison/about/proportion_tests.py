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
}
