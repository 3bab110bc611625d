"""What there is to say of rates of one class, agreement, costs and combined rates."""

from fastmetrics.metrics.about import About, Rival
from fastmetrics.metrics.labels.about.shares import first_level

__all__ = ["ABOUT"]

ASKED = ": NaN with a warning, or what zero_division says"
NO_POSITIVES = f"no row is positive{ASKED}"
NO_NEGATIVES = f"no row is negative{ASKED}"
NO_PREDICTED = f"no row is predicted positive{ASKED}"
NO_REJECTED = f"no row is predicted negative{ASKED}"
NAMES = {
    "tp": "true positives",
    "fp": "false positives",
    "tn": "true negatives",
    "fn": "false negatives",
}
ONE_CLASS = "y_true has one class only: NaN, with a warning"


def _rate(
    question: str, above: str, other: str, undefined: str, *rivals: Rival
) -> About:
    """Make the record of ``above / (above + other)``."""
    return About(
        question,
        f"{above} / ({above} + {other})",
        rf"\frac{{\mathrm{{{above}}}}}{{\mathrm{{{above}}} + \mathrm{{{other}}}}}",
        f"{above} the {NAMES[above]}, {other} the {NAMES[other]}",
        undefined,
        rivals,
    )


def _count(question: str, short: str, truth: str, prediction: str) -> About:
    signs = {"1": ("=", "="), "0": ("≠", r"\ne")}
    (t, t_latex), (p, p_latex) = signs[truth], signs[prediction]
    return About(
        question,
        f"{short} = Σᵢ wᵢ [yᵢ {t} pos] [ŷᵢ {p} pos]",
        rf"\mathrm{{{short}}} = \sum_i w_i\,[y_i {t_latex} \mathrm{{pos}}]\,"
        rf"[\hat y_i {p_latex} \mathrm{{pos}}]",
        "w the weight, y the true and ŷ the predicted label of a row, pos the positive "
        "label; […] is 1 where it holds, else 0",
    )


SPECIFICITY = _rate(
    "What share of the negative rows is recognised as such?",
    "tn",
    "fp",
    NO_NEGATIVES,
    first_level(
        0.75,
        "fastmetrics.specificity_score(y_true, y_pred, pos_label=0)",
        "specificity",
    ),
    Rival(
        "imbalanced-learn",
        "imblearn.metrics.specificity_score(y_true, y_pred, average='macro')",
        0.7083333333333333,
        "averages over which class is positive, where it is asked for averages",
        needs="imblearn.metrics",
    ),
)

ABOUT = {
    "specificity_score": SPECIFICITY,
    "true_negative_rate": SPECIFICITY,
    "true_positive_rate": _rate(
        "What share of the positive rows is found?",
        "tp",
        "fn",
        NO_POSITIVES,
        first_level(
            0.6666666666666666,
            "fastmetrics.true_positive_rate(y_true, y_pred, pos_label=0)",
            "sensitivity",
        ),
    ),
    "false_positive_rate": _rate(
        "What share of the negative rows raises a false alarm?",
        "fp",
        "tn",
        NO_NEGATIVES,
    ),
    "false_negative_rate": _rate(
        "What share of the positive rows is missed?", "fn", "tp", NO_POSITIVES
    ),
    "positive_predictive_value": _rate(
        "How likely is a row positive that is predicted positive?",
        "tp",
        "fp",
        NO_PREDICTED,
        Rival(
            "R: caret",
            'posPredValue(pred, truth, positive = "1", prevalence = 0.1)',
            0.2,
            "takes the prevalence that it is told, by Bayes's rule from sensitivity "
            "and specificity; without it the share in the data, as here",
            equals="0.075 / (0.075 + (1 - 4 / 6) * 0.9)",
        ),
    ),
    "negative_predictive_value": _rate(
        "How likely is a row negative that is predicted negative?",
        "tn",
        "fn",
        NO_REJECTED,
        first_level(
            0.6,
            "fastmetrics.negative_predictive_value(y_true, y_pred, pos_label=0)",
            "npv",
        ),
    ),
    "false_discovery_rate": _rate(
        "What share of the rows predicted positive is not?", "fp", "tp", NO_PREDICTED
    ),
    "false_omission_rate": _rate(
        "What share of the rows predicted negative is positive?",
        "fn",
        "tn",
        NO_REJECTED,
    ),
    "selection_rate": About(
        "What share of the rows is predicted positive?",
        "(tp + fp) / (tp + fp + tn + fn)",
        r"\frac{\mathrm{tp} + \mathrm{fp}}{\mathrm{tp} + \mathrm{fp} + "
        r"\mathrm{tn} + \mathrm{fn}}",
        ", ".join(f"{short} the {name}" for short, name in NAMES.items()),
    ),
    "true_positives": _count(
        "How many positive rows are predicted positive?", "tp", "1", "1"
    ),
    "true_negatives": _count(
        "How many negative rows are predicted negative?", "tn", "0", "0"
    ),
    "false_positives": _count(
        "How many negative rows are predicted positive?", "fp", "0", "1"
    ),
    "false_negatives": _count(
        "How many positive rows are predicted negative?", "fn", "1", "0"
    ),
    "informedness": About(
        "How much better than chance is told what class a row is of?",
        "J = tp/(tp + fn) + tn/(tn + fp) − 1",
        r"J = \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}"
        r" + \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fp}} - 1",
        "the true positive rate plus the true negative rate minus 1",
        ONE_CLASS,
    ),
    "markedness": About(
        "How much do predictions say about the class, beyond chance?",
        "tp/(tp + fp) + tn/(tn + fn) − 1",
        r"\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}"
        r" + \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fn}} - 1",
        "the positive plus the negative predictive value minus 1",
        "all rows are predicted as the same class: NaN, with a warning",
    ),
    "geometric_mean_score": About(
        "How well are both classes recognised, in a number that is 0 where one is not?",
        "√(TPR · TNR)",
        r"\sqrt{\mathrm{TPR} \cdot \mathrm{TNR}}",
        "TPR and TNR the true positive and true negative rate",
        ONE_CLASS,
        (
            Rival(
                "imbalanced-learn",
                "imblearn.metrics.geometric_mean_score(y_true, y_pred, "
                "average='macro')",
                0.7083333333333333,
                "averages the two rates over which class is positive before it takes "
                "the mean; by default it is the same as here of two classes, and of k "
                "the k-th root of the product of their recalls",
                needs="imblearn.metrics",
            ),
        ),
    ),
    "precision_recall_mean": About(
        "How precise and how complete are the positive predictions, on average?",
        "(P + R) / 2",
        r"\frac{P + R}{2}",
        "P precision, R recall",
        "no row is positive, or none is predicted so: NaN, with a warning",
    ),
    "precision_recall_geometric_mean": About(
        "How precise and how complete are the positive predictions?",
        "√(P · R)",
        r"\sqrt{P \cdot R}",
        "P precision, R recall",
        "no row is positive, or none is predicted so: NaN, with a warning",
        (
            Rival(
                "imbalanced-learn",
                "imblearn.metrics.geometric_mean_score(y_true, y_pred)",
                0.7071067811865475,
                "is the other G-mean, of recall and specificity: "
                "geometric_mean_score here",
                needs="imblearn.metrics",
            ),
        ),
    ),
    "roc_distance": About(
        "How far are the two error rates from none, as a distance?",
        "√(FNR² + FPR²)",
        r"\sqrt{\mathrm{FNR}^2 + \mathrm{FPR}^2}",
        "FNR and FPR the shares of positive and of negative rows that are wrong",
        "a class is absent from y_true: NaN, with a warning",
    ),
    "symmetric_extremal_dependence_index": About(
        "How skilful are forecasts of events, however rare these are?",
        "(ln F − ln H − ln(1 − F) + ln(1 − H)) / (ln F + ln H + ln(1 − F) + ln(1 − H))",
        r"\frac{\ln F - \ln H - \ln(1 - F) + \ln(1 - H)}"
        r"{\ln F + \ln H + \ln(1 - F) + \ln(1 - H)}",
        "H the true and F the false positive rate",
        "there are no rows of one of the four cells: NaN, with a warning",
    ),
    "diagnostic_odds_ratio": About(
        "By how much are the odds of a positive prediction greater for positive rows?",
        "(tp · tn) / (fp · fn)",
        r"\frac{\mathrm{tp} \cdot \mathrm{tn}}{\mathrm{fp} \cdot \mathrm{fn}}",
        "the four counts of right and wrong rows",
        "there are no false positives or no false negatives: NaN with a warning, "
        "unless haldane=True adds ½ to each count",
        (
            Rival(
                "SciPy",
                "scipy.stats.contingency.odds_ratio(fastmetrics.confusion_matrix("
                "y_true, y_pred)).statistic",
                4.918373800380859,
                "estimates it given the margins of the table, unless kind='sample'",
                needs="scipy.stats.contingency",
            ),
        ),
    ),
    "positive_likelihood_ratio": About(
        "By what factor does a positive prediction raise the odds of being positive?",
        "LR₊ = TPR / FPR",
        r"\mathrm{LR}_+ = \frac{\mathrm{TPR}}{\mathrm{FPR}}",
        "TPR and FPR the true and false positive rate",
        "there are no false positives, or no positive rows: NaN, with a warning",
    ),
    "negative_likelihood_ratio": About(
        "By what factor does a negative prediction lower the odds of being positive?",
        "LR₋ = FNR / TNR",
        r"\mathrm{LR}_- = \frac{\mathrm{FNR}}{\mathrm{TNR}}",
        "FNR and TNR the false and true negative rate",
        "there are no true negatives, or no positive rows: NaN, with a warning",
    ),
}

# --- agreement and costs

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

ABOUT |= {
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
    "fleiss_kappa": About(
        "How far do several raters agree beyond what chance would give them?",
        "(P̄ − Pₑ) / (1 − Pₑ),  P̄ = 1/N Σᵤ Pᵤ,  Pₑ = Σ_c p_c²",
        r"\frac{\bar P - P_e}{1 - P_e}, \quad "
        r"\bar P = \frac{1}{N} \sum_u P_u, \quad P_e = \sum_c p_c^2",
        "P̄ the mean share over units of pairs of raters who agree, Pₑ the sum of the "
        "squared shares of the labels in all ratings",
        "all ratings are equal, or there is none; NaN is returned",
    ),
    "krippendorff_alpha": About(
        "How far do any number of raters agree, at some level of measurement?",
        "1 − Dₒ / Dₑ,  Dₒ = 1/n Σ_ck o_ck d_ck,  Dₑ = 1/(n (n − 1)) Σ_ck n_c n_k d_ck",
        r"1 - \frac{D_o}{D_e}, \quad D_o = \frac{1}{n} \sum_{ck} o_{ck} d_{ck}, "
        r"\quad D_e = \frac{1}{n (n - 1)} \sum_{ck} n_c n_k d_{ck}",
        "Dₒ the mean distance of two ratings of one unit, Dₑ that of any two ratings",
        "all ratings are equal, or no unit has two; NaN is returned",
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


def _of_labels(
    name: str,
    question: str,
    sign: str,
    formula: str,
    latex: tuple[str, str],
    undefined: str,
) -> dict[str, About]:
    """Return what there is to say of a measure of each label, by average."""
    cells = (
        "tp, fp, fn and tn the rows of a label predicted as it, of others predicted as "
        "it, of it predicted as others, and all others"
    )
    each = f"{sign} = {formula}: {cells}"
    letter, counted = latex
    means = {
        "": (
            f"{question}, if every label counts the same?",
            f"1/k Σ_c {sign}_c",
            rf"\frac{{1}}{{k}} \sum_c {letter}_c",
            f"{sign}_c that of label c, of k: {each}",
        ),
        "_micro": (
            f"{question}, if every verdict on a label counts the same?",
            f"{sign} = {formula}, tp = Σ_c tp_c, …",
            rf"{letter} = {counted}, \quad \mathrm{{tp}} = \sum_c \mathrm{{tp}}_c,"
            r" \ldots",
            f"{each}, added up over labels c",
        ),
        "_weighted": (
            f"{question}, if every label counts by its rows?",
            f"1/n Σ_c n_c {sign}_c",
            rf"\frac{{1}}{{n}} \sum_c n_c {letter}_c",
            f"{sign}_c that of label c, which n_c rows have, n in all: {each}",
        ),
    }
    return {
        f"{name}{average}": About(*said, undefined) for average, said in means.items()
    }


ABOUT |= {
    **_of_labels(
        "multilabel_matthews_corrcoef",
        "How strongly are what is true and what is predicted of each label correlated",
        "φ",
        "(tp tn − fp fn) / √((tp + fp)(tp + fn)(tn + fp)(tn + fn))",
        (
            r"\varphi",
            r"\frac{\mathrm{tp}\,\mathrm{tn} - \mathrm{fp}\,\mathrm{fn}}"
            r"{\sqrt{(\mathrm{tp} + \mathrm{fp})(\mathrm{tp} + \mathrm{fn})"
            r"(\mathrm{tn} + \mathrm{fp})(\mathrm{tn} + \mathrm{fn})}}",
        ),
        "all rows have a label, or none, in one of the two: 0 in its place",
    ),
    **_of_labels(
        "multilabel_cohen_kappa_score",
        "How much does what is predicted of each label agree beyond chance",
        "κ",
        "2 (tp tn − fp fn) / ((tp + fp)(fp + tn) + (tp + fn)(fn + tn))",
        (
            r"\kappa",
            r"\frac{2\,(\mathrm{tp}\,\mathrm{tn} - \mathrm{fp}\,\mathrm{fn})}"
            r"{(\mathrm{tp} + \mathrm{fp})(\mathrm{fp} + \mathrm{tn})"
            r" + (\mathrm{tp} + \mathrm{fn})(\mathrm{fn} + \mathrm{tn})}",
        ),
        "all rows have a label, or none, in both: NaN with a warning, and the mean "
        "leaves it out",
    ),
}
