"""What there is to say of areas, and of what is read off a ranking."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ONE_CLASS = "y_true has one class only: NaN, with a warning"
NO_POSITIVES = "no row is positive: 0, with a warning"

TRAPEZOIDS = Rival(
    "R: yardstick",
    "pr_auc_vec(truth, estimate)",
    0.7833333333333333,
    "joins the points by straight lines, which promise precisions that no mix of "
    "thresholds attains",
    equals="fastmetrics.pr_auc_score(y_true, y_score, interpolation='linear')",
)
STEPS = Rival(
    "scikit-learn",
    "sklearn.metrics.average_precision_score(y_true, y_score)",
    0.775,
    "takes steps between the points, as average_precision_score here",
    needs="sklearn.metrics",
)
RAW = Rival(
    "R: pROC",
    "auc(y_true, y_score, partial.auc = c(1, 0.9))",
    0.05,
    "gives the raw area unless partial.auc.correct = TRUE",
    equals="fastmetrics.partial_auc_score(y_true, y_score, max_fpr=0.1)",
)

DET = (
    'A. Martin, G. Doddington, T. Kamm, M. Ordowski and M. Przybocki, "The DET curve '
    'in assessment of detection task performance", Eurospeech 1997, 1895-1898.'
)

ABOUT = {
    "roc_auc_score": About(
        "How likely does a positive row have a higher score than a negative one?",
        "AUC = (#{s⁺ > s⁻} + ½ #{s⁺ = s⁻}) / (n₊ n₋)",
        r"\mathrm{AUC} = \frac{\#\{s^+ > s^-\} + \frac{1}{2} \#\{s^+ = s^-\}}{n_+ n_-}",
        "s⁺ and s⁻ the scores of the n₊ positive and n₋ negative rows, in all pairs",
        ONE_CLASS,
        (
            Rival(
                "R: pROC",
                "auc(y_true, y_score)",
                0.7916666666666666,
                "chooses the direction by the medians of the classes unless it is "
                "told, so that scores that rank backwards have an area above ½",
                equals="1 - fastmetrics.roc_auc_score(y_true, y_score)",
                of="turned",
            ),
        ),
    ),
    "roc_auc_by_group": About(
        "How likely does a positive row have a higher score than a negative one of its "
        "own group?",
        "GAUC = Σ_g w_g AUC_g / Σ_g w_g",
        r"\mathrm{GAUC} = \frac{\sum_g w_g \mathrm{AUC}_g}{\sum_g w_g}",
        "AUC_g the area among the rows of group g, and w_g how many these are, over "
        "the groups with rows of both classes; with average= its pairs, or 1",
        "no group has rows of both classes: NaN, with a warning",
        (
            Rival(
                "scikit-learn",
                "sklearn.metrics.roc_auc_score(y_true, y_score)",
                0.7916666666666666,
                "compares rows of different groups, too, as roc_auc_score here",
                needs="sklearn.metrics",
            ),
        ),
        given={"groups": [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]},
    ),
    "average_precision_score": About(
        "How precise are the predictions, averaged over the positive rows as they are "
        "found from the highest score on?",
        "AP = Σᵢ (Rᵢ − Rᵢ₋₁) Pᵢ",
        r"\mathrm{AP} = \sum_i (R_i - R_{i-1})\,P_i",
        "Pᵢ and Rᵢ precision and recall at the i-th highest distinct score",
        NO_POSITIVES,
        (
            TRAPEZOIDS,
            Rival(
                "trec_eval",
                "map",
                0.830357142857143,
                "puts rows of equal scores in one order, by name, here as they stand",
                equals="np.mean([fastmetrics.precision_score(y_true[:i + 1], "
                "np.ones(i + 1)) for i in np.flatnonzero(y_true)])",
            ),
        ),
    ),
    "pr_auc_score": About(
        "How large is the area under the precision-recall curve?",
        "Σᵢ (tᵢ − tᵢ₋₁)/P · tᵢ/(tᵢ + fᵢ)",
        r"\sum_i \frac{t_i - t_{i-1}}{P} \cdot \frac{t_i}{t_i + f_i}",
        "tᵢ and fᵢ the true and false positives at the i-th highest distinct score, "
        "P all positives; with interpolation= lines or curves between the points",
        "no row is positive: NaN, with a warning",
        (
            TRAPEZOIDS,
            Rival(
                "R: PRROC",
                "pr.curve(s[y == 1], s[y == 0])$auc.integral",
                0.7819266014853744,
                "takes the integral of the curve between the points, which is "
                "pr_auc_integral here",
                equals="fastmetrics.pr_auc_score(y_true, y_score, "
                "interpolation='integral')",
            ),
        ),
    ),
    "pr_auc_integral": About(
        "How large is the area under the precision-recall curve, with what random "
        "choice between two thresholds attains in between?",
        "1/P ∫ t / (t + f(t)) dt",
        r"\frac{1}{P} \int \frac{t}{t + f(t)}\,dt",
        "t the true and f(t) the false positives, linear between the points; P all "
        "positives",
        "no row is positive: NaN, with a warning",
        (TRAPEZOIDS, STEPS),
    ),
    "gini_coefficient": About(
        "By how much do the pairs that are ranked right outnumber those ranked wrong?",
        "G = (#{s⁺ > s⁻} − #{s⁺ < s⁻}) / (n₊ n₋) = 2 AUC − 1",
        r"G = \frac{\#\{s^+ > s^-\} - \#\{s^+ < s^-\}}{n_+ n_-}"
        r" = 2\,\mathrm{AUC} - 1",
        "s⁺ and s⁻ the scores of the n₊ positive and n₋ negative rows",
        ONE_CLASS,
        (
            Rival(
                "SciPy",
                "scipy.stats.somersd(y_score, y_true).statistic",
                0.32558139534883723,
                "is Somers' D of the label given the score when it is asked in this "
                "order: pairs with equal scores leave, those of one class stay",
                needs="scipy.stats",
            ),
        ),
    ),
    "rank_loss": About(
        "What share of the pairs of a positive and a negative row is ranked wrong?",
        "ℓ = (#{s⁺ < s⁻} + ½ #{s⁺ = s⁻}) / (n₊ n₋) = 1 − AUC",
        r"\ell = \frac{\#\{s^+ < s^-\} + \frac{1}{2} \#\{s^+ = s^-\}}{n_+ n_-}"
        r" = 1 - \mathrm{AUC}",
        "s⁺ and s⁻ the scores of the n₊ positive and n₋ negative rows",
        ONE_CLASS,
        (
            Rival(
                "scikit-learn",
                "sklearn.metrics.label_ranking_loss([y_true], [y_score])",
                0.25,
                "counts a tie as wholly wrong",
                needs="sklearn.metrics",
            ),
        ),
    ),
    "break_even_point": About(
        "How precise is the prediction of as many rows as are positive?",
        "tp / P where tp + fp = P",
        r"\frac{\mathrm{tp}}{P} \quad\text{where}\quad \mathrm{tp} + \mathrm{fp} = P",
        "tp and fp the true and false positives, P all positives; inside a tie tp is "
        "linear in the rows taken",
        "no row is positive: NaN, with a warning",
        (
            Rival(
                "trec_eval",
                "Rprec",
                0.75,
                "puts rows of equal scores in one order, by name, here as they stand",
                equals="y_true[:y_true.sum()].mean()",
            ),
        ),
    ),
    "equal_error_rate": About(
        "How often do both errors happen where they are equally frequent?",
        "FPR where FPR = FNR",
        r"\mathrm{FPR} \quad\text{where}\quad \mathrm{FPR} = \mathrm{FNR}",
        "FPR and FNR the rates of false positives and of false negatives, on straight "
        "lines between thresholds; convex_hull=True goes along the upper hull of them",
        ONE_CLASS,
        sources=(DET,),
    ),
    "lift_score": About(
        "How many times as many positives are among the rows with the highest scores "
        "as among as many rows at random?",
        "lift(a) = R(a) / a",
        r"\mathrm{lift}(a) = \frac{R(a)}{a}",
        "R(a) the recall when the share a of the rows with the highest scores is "
        "predicted positive, a tenth by default",
        "no row is positive: NaN, with a warning",
        (
            Rival(
                "mlxtend",
                "mlxtend.evaluate.lift_score(y_true, y_score >= 0.5)",
                1.5,
                "takes labels: their precision over the share of positive rows",
                needs="mlxtend.evaluate",
            ),
        ),
    ),
    "partial_auc_score": About(
        "How large is the area under the part of the ROC curve that matters?",
        "∫₀ᵇ TPR dFPR",
        r"\int_0^b \mathrm{TPR}\;d\mathrm{FPR}",
        "b the highest false positive rate that matters, max_fpr; or between two "
        "rates, or above a true positive rate",
        ONE_CLASS,
        (
            Rival(
                "scikit-learn",
                "sklearn.metrics.roc_auc_score(y_true, y_score, max_fpr=0.5)",
                0.75,
                "standardises the area after McClish, so that chance gets ½",
                needs="sklearn.metrics",
            ),
        ),
        given={"max_fpr": 0.5},
    ),
    "partial_auc_standardized": About(
        "How far is the ROC curve above chance where less than a tenth of the "
        "negatives is taken for positive?",
        "½ (1 + (A − b²/2) / (b − b²/2))",
        r"\frac{1}{2} \left(1 + \frac{A - b^2/2}{b - b^2/2}\right)",
        "A the area up to the false positive rate b, which is 0.1",
        ONE_CLASS,
        (RAW,),
    ),
    "log_auc_score": About(
        "How high is the ROC curve where the first few false positives count as much "
        "as all others?",
        "∫ₐᵇ TPR d ln FPR / ln(b/a)",
        r"\frac{1}{\ln (b/a)} \int_a^b \mathrm{TPR}\;d\ln \mathrm{FPR}",
        "a and b the least and the highest false positive rate, 0.001 and 1; "
        "adjusted=True takes (b − a) / ln(b/a) off, which is what chance gets",
        ONE_CLASS,
        (
            Rival(
                "TDC",
                "range_logAUC(y_true, y_score, (0.1, 1))",
                0.716549219977871,
                "joins the points by straight lines on the logarithmic axis",
                equals="np.trapezoid([0.5, 0.5, 0.75, 0.75, 1, 1], "
                "np.log10([0.1, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 1]))",
            ),
        ),
        sources=(
            'M. M. Mysinger and B. K. Shoichet, "Rapid context-dependent ligand '
            'desolvation in molecular docking", Journal of Chemical Information and '
            "Modeling 50, 2010, 1561-1573.",
        ),
        given={"fpr_range": (0.1, 1)},
    ),
    "ks_statistic": About(
        "How far apart are the scores of the two classes at the best threshold?",
        "D = max_t |TPR(t) − FPR(t)|",
        r"D = \max_t |\mathrm{TPR}(t) - \mathrm{FPR}(t)|",
        "TPR(t) and FPR(t) the shares of the positive and of the negative rows with "
        "scores of t or more",
        ONE_CLASS,
    ),
    "expected_cost": About(
        "What do errors cost with the best threshold, averaged over all shares of "
        "positives and prices of the two errors?",
        "∫ₐᵇ min_t [(1 − x) FPR(t) + x FNR(t)] dx",
        r"\int_a^b \min_t [(1 - x)\,\mathrm{FPR}(t)"
        r" + x\,\mathrm{FNR}(t)]\,dx",
        "x the probability cost from a = 0 to b = 1, FPR(t) and FNR(t) the rates of "
        "errors at threshold t",
        ONE_CLASS,
    ),
}
