"""What there is to say of agreement and order, and of what fits cost."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

CONSTANT = "all values of a column are equal: NaN, with a warning"
PAIRS = (
    "C and D the pairs of rows that both columns put in one order and in opposite "
    "orders"
)
TAU = "How many more pairs of rows are in order than are not, of all that could be?"
FITTED = (
    "L the likelihood that the model reaches on the rows it was fitted to, K the "
    "number of its parameters"
)

ABOUT = {
    "concordance_correlation_coefficient": About(
        "How near do rows lie to the line where predictions are right?",
        "2 sₜₚ / (sₜ² + sₚ² + (t̄ − p̄)²)",
        r"\frac{2 s_{tp}}{s_t^2 + s_p^2 + (\bar t - \bar p)^2}",
        "sₜ² and sₚ² the variances of the true numbers t and of the predictions p, sₜₚ "
        "their covariance, t̄ and p̄ their means",
        "both columns are one constant: NaN, with a warning",
        (
            Rival(
                "R: yardstick",
                "ccc_vec(truth, estimate)",
                0.9286092673958432,
                "divides by n − 1 unless bias = TRUE, as ddof=1 does",
                equals="fastmetrics.concordance_correlation_coefficient(y_true, "
                "y_pred, ddof=1)",
            ),
        ),
    ),
    "cosine_similarity": About(
        "How near do two columns, each taken as one vector, come to one direction?",
        "Σᵢ yᵢ pᵢ / √(Σᵢ yᵢ² Σᵢ pᵢ²)",
        r"\frac{\sum_i y_i p_i}{\sqrt{\sum_i y_i^2 \sum_i p_i^2}}",
        "y the observations, p the predictions",
        "all numbers of a column are 0: NaN, with a warning",
        (
            Rival(
                "scikit-learn, torchmetrics",
                "sklearn.metrics.pairwise.cosine_similarity("
                "y_true[:, None], y_pred[:, None]).mean()",
                1.0,
                "takes each row for a vector; of rows of one number that is a sign",
                needs="sklearn.metrics.pairwise",
            ),
            Rival(
                "of deviations from the means",
                "np.corrcoef(y_true, y_pred)[0, 1]",
                0.9372070168935569,
                "is Pearson's correlation, on which no shift has a bearing",
                equals="fastmetrics.pearson_r(y_true, y_pred)",
            ),
        ),
        sources=(
            'G. Salton and M. J. McGill, "Introduction to Modern Information '
            'Retrieval", McGraw-Hill, 1983, section 4.1.',
        ),
    ),
    "kling_gupta_efficiency": About(
        "How right are predictions in order, spread and mean together?",
        "1 − √((r − 1)² + (a − 1)² + (b − 1)²),  r = sₜₚ / (sₜ sₚ),  a = sₚ / sₜ,  "
        "b = p̄ / t̄",
        r"1 - \sqrt{(r - 1)^2 + (a - 1)^2 + (b - 1)^2}, \quad "
        r"r = \frac{s_{tp}}{s_t s_p}, \quad a = \frac{s_p}{s_t}, \quad "
        r"b = \frac{\bar p}{\bar t}",
        "r the correlation, sₜ and sₚ the standard deviations of the true numbers t "
        "and of the predictions p, sₜₚ their covariance, t̄ and p̄ their means; a is "
        "the ratio of the coefficients of variation in the variant of 2012",
        "a column is constant, or the mean of y_true is 0: NaN, with a warning",
        (
            Rival(
                "Kling, Fuchs and Paulin 2012",
                "KGE'",
                0.8916494427879583,
                "takes coefficients of variation in place of standard deviations",
                equals="fastmetrics.kling_gupta_efficiency(y_true, y_pred, "
                "variant='2012')",
            ),
        ),
    ),
    "pearson_r": About(
        "How near are the rows to a line, whichever it is?",
        "Σᵢ (yᵢ − ȳ)(pᵢ − p̄) / √(Σᵢ (yᵢ − ȳ)² Σᵢ (pᵢ − p̄)²)",
        r"\frac{\sum_i (y_i - \bar y)(p_i - \bar p)}"
        r"{\sqrt{\sum_i (y_i - \bar y)^2 \sum_i (p_i - \bar p)^2}}",
        "y the observations, p the predictions",
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
    "normalized_gini_coefficient": About(
        "How far do the rows with the largest predictions hold the total, compared "
        "with the best order?",
        "Σ_{i<j} (yᵢ − yⱼ) sgn(ŷᵢ − ŷⱼ) / Σ_{i<j} |yᵢ − yⱼ|",
        r"\frac{\sum_{i<j} (y_i - y_j)\,\operatorname{sgn}(\hat y_i - \hat y_j)}"
        r"{\sum_{i<j} |y_i - y_j|}",
        "yᵢ the observed number of row i, ŷᵢ the predicted one, in all pairs of rows; "
        "of equal predictions the sign is 0",
        "y_true is constant: NaN, with a warning",
        (
            Rival(
                "R: MLmetrics",
                "NormalizedGini(y_pred, y_true)",
                0.9626168224299065,
                "takes rows of equal predictions in the order in which they are given",
                equals="(9 - 2 * np.argsort(np.argsort(-y_pred, kind='stable'))) "
                "@ y_true / ((9 - 2 * np.argsort(np.argsort(-y_true))) @ y_true)",
            ),
        ),
        sources=(
            'E. W. Frees, G. Meyers and A. D. Cummings, "Summarizing insurance scores '
            'using a Gini index", Journal of the American Statistical Association 106, '
            "2011, 1085-1098.",
        ),
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
    "aic": About(
        "Which model would describe new rows best, parameters counted?",
        "2K − 2 ln L",
        r"2 K - 2 \ln L",
        FITTED,
    ),
    "aicc": About(
        "Which model would describe new rows best, where there are few rows?",
        "2K − 2 ln L + 2K (K + 1) / (n − K − 1)",
        r"2 K - 2 \ln L + \frac{2 K (K + 1)}{n - K - 1}",
        f"{FITTED}, n that of the rows",
        "there are no more than K + 1 rows: infinite",
    ),
    "bic": About(
        "Which model is the most probable, parameters counted?",
        "K ln n − 2 ln L",
        r"K \ln n - 2 \ln L",
        f"{FITTED}, n that of the rows",
    ),
    "hqic": About(
        "Which model is the right one, with the least penalty that finds it in the "
        "end?",
        "2K ln ln n − 2 ln L",
        r"2 K \ln \ln n - 2 \ln L",
        f"{FITTED}, n that of the rows",
        "there is one row: NaN, with a warning",
    ),
    "gaussian_log_likelihood": About(
        "How likely are the observed numbers, if errors are normal and of one scale?",
        "−n/2 (ln(2π s²) + MSE / s²)",
        r"-\frac{n}{2} \left(\ln(2 \pi s^2) + \frac{\mathrm{MSE}}{s^2}\right)",
        "n the number of rows, MSE the mean squared error, s the standard deviation of "
        "the errors; by default s² = MSE",
        "all predictions are right, and the scale is not given: infinite",
    ),
    "lp_norm": About(
        "How large are a model's weights together?",
        "(Σᵢ |wᵢ|ᵖ)^(1/p)",
        r"\left(\sum_i |w_i|^p\right)^{1/p}",
        "wᵢ the weights; the largest |wᵢ| where p is infinite",
    ),
    "penalized_loss": About(
        "How large is the loss together with a penalty on the weights?",
        "Σᵢ Lᵢ + s Σⱼ |wⱼ|ᵖ",
        r"\sum_i L_i + s \sum_j |w_j|^p",
        "Lᵢ the losses, wⱼ the weights, s the strength of the penalty",
    ),
}
