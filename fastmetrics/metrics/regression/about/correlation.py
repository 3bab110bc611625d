"""What there is to say of correlations and of pairs of rows in order."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

CONSTANT = "all values of a column are equal: NaN, with a warning"
PAIRS = (
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders"
)
TAU = "How many more pairs of rows are in order than are not, of all that could be?"

ABOUT = {
    "pearson_r": About(
        "How near are the rows to a line, whichever it is?",
        "Σᵢ (yᵢ − ȳ)(ŷᵢ − mean ŷ) / √(Σᵢ (yᵢ − ȳ)² Σᵢ (ŷᵢ − mean ŷ)²)",
        r"\frac{\sum_i (y_i - \bar y)(\hat y_i - \bar{\hat y})}"
        r"{\sqrt{\sum_i (y_i - \bar y)^2 \sum_i (\hat y_i - \bar{\hat y})^2}}",
        "y the observations, ŷ the predictions",
        CONSTANT,
    ),
    "spearman_rho": About(
        "How near are the ranks of the predictions to those of the observations?",
        "Σᵢ (rᵢ − r̄)(sᵢ − s̄) / √(Σᵢ (rᵢ − r̄)² Σᵢ (sᵢ − s̄)²)",
        r"\frac{\sum_i (r_i - \bar r)(s_i - \bar s)}"
        r"{\sqrt{\sum_i (r_i - \bar r)^2 \sum_i (s_i - \bar s)^2}}",
        "r and s the ranks of the rows in the two columns, ties having the mean rank",
        CONSTANT,
        (
            Rival(
                "the short formula, 1 − 6 Σ d² / (n³ − n)",
                "1 - 6 * np.sum((rankdata(y_true) - rankdata(y_pred))**2) / 990",
                0.9606060606060606,
                "holds without ties only; here three predictions are tied",
                equals="1 - 6 * np.sum((np.array([4, 2, 3, 10, 7, 8, 5, 9, 6, 1.0]) - "
                "np.array([4, 1, 4, 10, 6.5, 9, 4, 8, 6.5, 2]))**2) / 990",
            ),
        ),
    ),
    "kendall_tau": About(
        TAU,
        "(C − D) / √((C + D + Tₚ)(C + D + Tₜ))",
        r"\frac{C - D}{\sqrt{(C + D + T_p)(C + D + T_t)}}",
        f"{PAIRS}; Tₚ and Tₜ pairs tied in the predictions alone and in the "
        "observations alone",
        CONSTANT,
    ),
    "kendall_tau_a": About(
        TAU,
        "(C − D) / (n (n − 1) / 2)",
        r"\frac{C - D}{n (n - 1) / 2}",
        PAIRS,
        CONSTANT,
    ),
    "kendall_tau_c": About(
        TAU,
        "2k (C − D) / (n² (k − 1))",
        r"\frac{2 k (C - D)}{n^2 (k - 1)}",
        f"{PAIRS}; k the smaller of the columns' numbers of distinct values",
        CONSTANT,
    ),
    "somers_d": About(
        "Of two rows with different observations, how much more often are they in "
        "order than not?",
        "(C − D) / (C + D + Tₚ)",
        r"\frac{C - D}{C + D + T_p}",
        f"{PAIRS}; Tₚ pairs tied in the predictions alone",
        CONSTANT,
        (
            Rival(
                "Somers' D of the observations given the predictions",
                "scipy.stats.somersd(y_pred, y_true).statistic",
                0.9024390243902439,
                "is over the pairs of different predictions",
                needs="scipy",
                equals="fastmetrics.somers_d(y_pred, y_true)",
            ),
        ),
    ),
    "goodman_kruskal_gamma": About(
        "Of two rows without ties, how much more often are they in order than not?",
        "(C − D) / (C + D)",
        r"\frac{C - D}{C + D}",
        PAIRS,
        CONSTANT,
    ),
    "concordance_index": About(
        "What share of the pairs with a known order in time do the scores put in it?",
        "(C + T / 2) / (C + D + T)",
        r"\frac{C + T / 2}{C + D + T}",
        "C, D and T the pairs of a time that ended with an event and a longer one, or "
        "an equal one that is censored: in order, in the opposite order, tied in the "
        "scores",
        "no pair has a known order: NaN, with a warning",
        (
            Rival(
                "of risks",
                "concordance_index(times, -risk)",
                0.08888888888888889,
                "a risk is the higher the shorter the time",
                equals="fastmetrics.concordance_index(y_true, -y_pred)",
            ),
        ),
    ),
}
