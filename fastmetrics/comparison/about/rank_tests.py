"""Many models on many data sets: their ranks, and tests of them."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

MEAN_RANKS = "r̄ᵢ the mean rank of model i of k over N data sets"

ABOUT = {
    "rank_scores": About(
        "Which model is the best on each data set, which the second best, and so on?",
        "rᵢⱼ = 1 + #{l: sᵢₗ > sᵢⱼ} + ½ #{l ≠ j: sᵢₗ = sᵢⱼ}",
        r"r_{ij} = 1 + \#\{l : s_{il} > s_{ij}\}"
        r" + \frac{1}{2} \#\{l \neq j : s_{il} = s_{ij}\}",
        "sᵢⱼ the score of model j on data set i, greater being better",
    ),
    "friedman_test": About(
        "Do several models differ at all over several data sets?",
        "F = (N − 1) χ² / (N (k − 1) − χ²),  χ² = 12 N / (k (k + 1)) (Σᵢ r̄ᵢ² − "
        "k (k + 1)² / 4)",
        r"F = \frac{(N - 1)\,\chi^2}{N (k - 1) - \chi^2},\quad \chi^2 ="
        r" \frac{12 N}{k (k + 1)}\left(\sum_i \bar r_i^2 -"
        r" \frac{k (k + 1)^2}{4}\right)",
        f"{MEAN_RANKS}; ties correct χ²; without differences all orders of each data "
        "set's ranks are equally likely",
    ),
    "nemenyi_test": About(
        "Which of several models differ over several data sets?",
        "pᵢⱼ = P(R > √2 |r̄ᵢ − r̄ⱼ| / √(k (k + 1) / (6 N)))",
        r"p_{ij} = P\left(R > \sqrt{2}\,"
        r"\frac{|\bar r_i - \bar r_j|}{\sqrt{k (k + 1) / (6 N)}}\right)",
        f"{MEAN_RANKS}, R the range of k standard normal variables",
    ),
    "bonferroni_dunn_test": About(
        "Which models differ from a control over several data sets?",
        "pᵢ = min(1, 2 (k − 1) Φ(−|r̄ᵢ − r̄c| / √(k (k + 1) / (6 N))))",
        r"p_i = \min\left(1,\; 2 (k - 1)\,\Phi\left("
        r"-\frac{|\bar r_i - \bar r_c|}{\sqrt{k (k + 1) / (6 N)}}\right)\right)",
        f"{MEAN_RANKS}, r̄c that of the control, Φ the normal distribution function",
    ),
    "pairwise_tests": About(
        "Which of several models differ, by a test and an adjustment of your choice?",
        "p̃ᵢⱼ = adjusted(pᵢⱼ)",
        r"\tilde p_{ij} = \mathrm{adjusted}(p_{ij})",
        "pᵢⱼ the p-value of the test of models i and j",
        "two models differ by the same number everywhere, in tests of Student's law: "
        "NaN, with a warning",
    ),
    "critical_difference": About(
        "By how much must the mean ranks of two models differ to be told apart?",
        "CD = qα √(k (k + 1) / (6 N))",
        r"\mathrm{CD} = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}",
        "k models, N data sets, qα the quantile of the range of k standard normal "
        "variables over √2 (all pairs), or of the normal law (a control)",
    ),
    "studentized_range_sf": About(
        "How likely is it that the range of several normal variables exceeds q?",
        "P(R > q) = k ∫ φ(z) Φ(z)ᵏ⁻¹ (1 − (1 − Φ(z − q) / Φ(z))ᵏ⁻¹) dz",
        r"P(R > q) = k \int \varphi(z)\,\Phi(z)^{k-1} \left(1 - \left(1 -"
        r" \frac{\Phi(z - q)}{\Phi(z)}\right)^{k-1}\right) dz",
        "φ and Φ the density and the distribution function of a normal variable, z the "
        "largest of k",
    ),
}
