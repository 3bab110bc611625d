"""What there is to say of agreement beyond chance, costs, and tables of labels."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

COSTS = "w the weight of a row and c the cost of its true label y and predicted label ŷ"
PRICES = {"cost_matrix": [[0, 1], [5, 0]]}
QUOTIENT = "a quotient has no denominator: 0 with a warning, or what zero_division says"
COUNTS = "tp, fp, fn the true positives and the errors of a class"
FAWCETT = (
    'T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters 27(8), '
    "2006, 861-874."
)
SOKOLOVA = (
    'M. Sokolova and G. Lapalme, "A systematic analysis of performance measures for '
    'classification tasks", Information Processing and Management 45(4), 2009, 427-437.'
)

ABOUT = {
    "matthews_corrcoef": About(
        "How strongly are true and predicted labels correlated?",
        "(n Σ_c h_c − Σ_c t_c p_c) / √((n² − Σ_c t_c²)(n² − Σ_c p_c²))",
        r"\frac{n \sum_c h_c - \sum_c t_c p_c}"
        r"{\sqrt{(n^2 - \sum_c t_c^2)(n^2 - \sum_c p_c^2)}}",
        "of n rows t_c of class c, p_c predicted as it, h_c both",
        "truth or predictions hold one label only: 0",
        (
            Rival(
                "SciPy",
                "np.sqrt(scipy.stats.chi2_contingency(fastmetrics.confusion_matrix("
                "y_true, y_pred), correction=False).statistic / len(y_true))",
                0.8341662504161466,
                "gives the φ of the chi-squared test, which is the same but for its "
                "sign of two classes only",
                needs="scipy.stats",
                of="multiclass",
            ),
        ),
    ),
    "cohen_kappa_score": About(
        "How much do two raters agree beyond what their habits would make them?",
        "κ = 1 − Σᵢⱼ dᵢⱼ Cᵢⱼ / (Σᵢⱼ dᵢⱼ rᵢ sⱼ / n)",
        r"\kappa = 1 - \frac{\sum_{ij} d_{ij}\,C_{ij}}"
        r"{\sum_{ij} d_{ij}\,r_i s_j / n}",
        "Cᵢⱼ of n rows have label i by the first and j by the second rater, who use "
        "them rᵢ and sⱼ times; dᵢⱼ is 1 for two labels and 0 for one, or their weight",
        "there is one label in all: NaN, with a warning",
        (
            Rival(
                "statsmodels",
                "inter_rater.fleiss_kappa(inter_rater.aggregate_raters("
                "np.stack([y_true, y_pred], 1))[0])",
                0.3939393939393939,
                "is Fleiss's kappa, in which both raters have the same habits; of two "
                "raters it is Scott's π",
                needs="statsmodels.stats.inter_rater",
            ),
        ),
    ),
    "cost_sensitive_error": About(
        "What does a row cost on average?",
        "Σᵢ wᵢ c(yᵢ, ŷᵢ) / Σᵢ wᵢ",
        r"\frac{\sum_i w_i\,c(y_i, \hat y_i)}{\sum_i w_i}",
        COSTS,
        given=PRICES,
    ),
    "total_cost": About(
        "What do all rows cost?",
        "Σᵢ wᵢ c(yᵢ, ŷᵢ)",
        r"\sum_i w_i\,c(y_i, \hat y_i)",
        COSTS,
        given=PRICES,
    ),
    "cost_sensitive_accuracy": About(
        "What share is saved of what the worst predictions would have cost?",
        "1 − Σᵢ wᵢ c(yᵢ, ŷᵢ) / Σᵢ wᵢ maxⱼ c(yᵢ, j)",
        r"1 - \frac{\sum_i w_i\,c(y_i, \hat y_i)}{\sum_i w_i \max_j c(y_i, j)}",
        f"{COSTS}, j any label",
        "no prediction could have cost anything: NaN, with a warning",
        given=PRICES,
    ),
    "confusion_matrix": About(
        "Which labels are taken for which?",
        "Cᵢⱼ = #{y = i, ŷ = j}",
        r"C_{ij} = \#\{y = i, \hat y = j\}",
        "y the true and ŷ the predicted label of a row: rows are the truth",
        rivals=(
            Rival(
                "R: caret",
                "confusionMatrix(pred, truth)$table[1, 2]",
                1.0,
                "has predictions in the rows and the truth in the columns; row 0, "
                "column 1, where it is 2 here",
                equals="fastmetrics.confusion_matrix(y_true, y_pred).T[0, 1]",
            ),
        ),
    ),
    "multilabel_confusion_matrix": About(
        "How often is each label right, wrongly given and wrongly left out?",
        "C_c = [[tn_c, fp_c], [fn_c, tp_c]]",
        r"C_c = [[\mathrm{tn}_c, \mathrm{fp}_c], [\mathrm{fn}_c, \mathrm{tp}_c]]",
        "the four counts of class c against the rest",
        sources=(SOKOLOVA,),
    ),
    "binary_counts": About(
        "How many rows of two classes are right and wrong, and in which way?",
        "tp = #{y = 1, ŷ = 1},  fp = #{y = 0, ŷ = 1}",
        r"\mathrm{tp} = \#\{y = 1, \hat y = 1\}, \quad "
        r"\mathrm{fp} = \#\{y = 0, \hat y = 1\}",
        "y the true and ŷ the predicted label of a row; tn and fn alike for ŷ = 0",
        sources=(FAWCETT,),
    ),
    "precision_recall_fscore_support": About(
        "How precise and how complete are the predictions of each class?",
        "P = tp / (tp + fp),  R = tp / (tp + fn),  F = (1 + β²) P R / (β² P + R)",
        r"P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}, \quad "
        r"R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}, \quad "
        r"F = \frac{(1 + \beta^2)\,P\,R}{\beta^2 P + R}",
        f"{COUNTS}; β is 1 by default",
        QUOTIENT,
    ),
    "class_likelihood_ratios": About(
        "By what factors do a positive and a negative prediction change the odds?",
        "LR₊ = TPR / FPR,  LR₋ = FNR / TNR",
        r"\mathrm{LR}_+ = \frac{\mathrm{TPR}}{\mathrm{FPR}}, \quad "
        r"\mathrm{LR}_- = \frac{\mathrm{FNR}}{\mathrm{TNR}}",
        "the rates of right and wrong predictions of the two classes",
        "there are no false positives (LR₊), no true negatives (LR₋), or no positive "
        "rows: NaN, with a warning",
    ),
    "classification_report": About(
        "How precise and complete are the predictions, class by class and averaged?",
        "P = tp / (tp + fp),  R = tp / (tp + fn),  F₁ = 2 P R / (P + R)",
        r"P = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}, \quad "
        r"R = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}, \quad "
        r"F_1 = \frac{2 P R}{P + R}",
        COUNTS,
        QUOTIENT,
    ),
    "pooled_precision_recall_fscore": About(
        "How precise and complete are predictions over several tables of two classes?",
        "P̄ = 1/n Σᵢ Pᵢ or Σᵢ tpᵢ / Σᵢ (tpᵢ + fpᵢ)",
        r"\bar P = \frac{1}{n} \sum_i P_i \quad\text{or}\quad "
        r"\frac{\sum_i \mathrm{tp}_i}{\sum_i (\mathrm{tp}_i + \mathrm{fp}_i)}",
        "Pᵢ the precision and tpᵢ, fpᵢ the counts of table i of n, and likewise of "
        "recall; F is that of the two averages",
        QUOTIENT,
    ),
}
