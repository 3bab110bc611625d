"""Tests of pairs: models on the same rows, or on the same data sets."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "sign_test": About(
        "Is the first of two paired numbers the greater one more often?",
        "p = min(1, 2 min(P(X ≥ b), P(X ≤ b)))",
        r"p = \min(1, 2 \min(P(X \geq b), P(X \leq b)))",
        "b how many of m pairs that differ have the greater number first, X the number "
        "of heads of m fair coins",
    ),
    "wilcoxon_signed_rank_test": About(
        "Do differences of pairs lie above 0 as much as below?",
        "W = Σᵢ sᵢ rank(|dᵢ|)",
        r"W = \sum_i s_i \mathrm{rank}(|d_i|)",
        "dᵢ the i-th difference, sᵢ 1 where it is above 0 and else 0; where differences "
        "are symmetric around 0, sᵢ is 0 or 1 with probability ½",
    ),
}
