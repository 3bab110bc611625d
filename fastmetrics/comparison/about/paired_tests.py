"""Tests of pairs: models on the same rows, or on the same data sets."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "paired_permutation_test": About(
        "Does it matter which of two models an output is of?",
        "p = 2⁻ⁿ #{s : |M(Aₛ) - M(Bₛ)| ≥ |M(A) - M(B)|}",
        r"p = 2^{-n}\, \#\{s : |M(A_s) - M(B_s)| \geq |M(A) - M(B)|\}",
        "M any metric, s a choice of some of n rows, Aₛ and Bₛ the outputs of A and B, "
        "exchanged in these rows",
    ),
    "sign_test": About(
        "Is the first of two paired numbers the greater one more often?",
        "p = min(1, 2 min(P(X ≥ b), P(X ≤ b)))",
        r"p = \min(1,\; 2 \min(P(X \ge b),\, P(X \le b)))",
        "b how many of m pairs that differ have the greater number first, X the number "
        "of heads of m fair coins",
    ),
    "wilcoxon_signed_rank_test": About(
        "Do differences of pairs lie above 0 as much as below?",
        "W⁺ = Σ rank(|dᵢ|) over dᵢ > 0",
        r"W^+ = \sum_{d_i > 0} \mathrm{rank}(|d_i|)",
        "dᵢ the i-th difference, ties sharing their mean rank; without a difference "
        "each rank is in the sum with probability ½",
    ),
}
