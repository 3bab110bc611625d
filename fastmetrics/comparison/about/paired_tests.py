"""Tests of pairs: models on the same rows, or on the same data sets."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

MCNEMAR = (
    "b and c the rows that only the one model got right and only the other, X the "
    "number of heads of b + c fair coins"
)

ABOUT = {
    "paired_permutation_test": About(
        "Does it matter which of two models an output is of?",
        "p = 2⁻ⁿ #{s : |M(Aₛ) - M(Bₛ)| ≥ |M(A) - M(B)|}",
        r"p = 2^{-n}\, \#\{s : |M(A_s) - M(B_s)| \geq |M(A) - M(B)|\}",
        "M any metric, s a choice of some of n rows, Aₛ and Bₛ the outputs of A and B, "
        "exchanged in these rows",
    ),
    "mcnemar_table": About(
        "On how many rows are both models, one of the two or neither right?",
        "M = (m₁₁, m₁₀; m₀₁, m₀₀)",
        r"M = (m_{11}, m_{10}; m_{01}, m_{00})",
        "m₁₀ the number of rows that A alone got right, m₀₁ that B alone did, m₁₁ both "
        "and m₀₀ neither",
    ),
    "mcnemar_test": About(
        "Are two models right equally often on the same rows?",
        "p = min(1, 2 P(X ≤ min(b, c)))",
        r"p = \min(1, 2 P(X \leq \min(b, c)))",
        MCNEMAR,
    ),
    "mcnemar_test_from_table": About(
        "Does a table of right and wrong answers tell two models apart?",
        "p = min(1, 2 P(X ≤ min(b, c)))",
        r"p = \min(1, 2 P(X \leq \min(b, c)))",
        MCNEMAR,
        given={"table": [[20, 5], [12, 10]]},
    ),
    "cochran_q_test": About(
        "Are several models right equally often on the same rows?",
        "Q = (k − 1) (k Σⱼ Cⱼ² − T²) / (k T − Σᵢ Rᵢ²)",
        r"Q = \frac{(k - 1) (k \sum_j C_j^2 - T^2)}{k T - \sum_i R_i^2}",
        "Cⱼ the right answers of the j-th of k models, Rᵢ those to row i, T all of "
        "them; Q is compared with the χ² law of k − 1 degrees of freedom",
    ),
    "bayesian_signed_rank_test": About(
        "How probable is it that one of two models is practically better?",
        "p = P(θ₁ > max(θ₂, θ₃))",
        r"p = P(\theta_1 > \max(\theta_2, \theta_3))",
        "θ₁, θ₂ and θ₃ the shares of averages of two differences above, in and below "
        "the region of practical equivalence, by weights that are drawn from their "
        "posterior",
    ),
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
        "dᵢ the i-th difference, sᵢ 1 where it is above 0 and else 0; where "
        "differences are symmetric around 0, sᵢ is 0 or 1 with probability ½",
    ),
}
