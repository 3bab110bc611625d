"""What there is to say of adjusted p-values."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "adjust_pvalues": About(
        "What is each p-value worth when several tests were made?",
        "p̃ᵢ = maxⱼ (m − j + 1) pⱼ,  j ≤ i",
        r"\tilde p_i = \max_{j \leq i}\, (m - j + 1)\, p_j",
        "m the number of tests, pⱼ the j-th smallest p-value; this is Holm's method, "
        "the default",
    ),
}
