"""What there is to say of losses, of means over rows, decisions and areas."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ONE_CLASS = "y_true has one class only"
OCCURRED = "oᵢ the probability of the class of row i, clipped to [eps, 1 − eps]"
PARTLY = (
    "classes in y_true are not those of the columns, and no labels are given: raises"
)
SYMBOLS = (
    "t the probability from which a row is treated, tp and fp the treated rows that "
    "are positive and negative, n all rows"
)
ABSENT = "a class of the columns has no row: NaN, with a warning"
OF_TOP = (
    "tp_c the rows of class c, of C, that have it among the k with the largest scores, "
    "fn_c its others, fp_c the rows of others that have it there"
)
NO_TOP = (
    "a denominator is 0: zero_division, or 0 with a warning; k is not below the number "
    "of classes: a warning"
)
AN_OWN_OR_THE_BEST = (
    "takes one class of each row: its own where that is among the k, else the best"
)
ONE_OF_TWO = (
    "np.where((np.argsort(y_proba)[:, 1:] == y_true[:, None]).any(1), y_true, "
    "y_proba.argmax(1))"
)

ABOUT = {
    "log_loss": About(
        "How surprising is what occurred, on average over the rows?",
        "−1/n Σᵢ ln oᵢ",
        r"-\frac{1}{n} \sum_i \ln o_i",
        OCCURRED,
        f"{ONE_CLASS}, and no labels are given: raises",
        (
            Rival(
                "Roulston & Smith 2002",
                "ignorance",
                0.773222602104677,
                "takes the logarithm to base 2, in bits",
                equals="fastmetrics.log_loss(y_true, y_proba) / np.log(2)",
            ),
        ),
    ),
    "brier_score_loss": About(
        "How far are the probabilities from what occurred, squared?",
        "1/n Σᵢ (pᵢ − yᵢ)²",
        r"\frac{1}{n} \sum_i (p_i - y_i)^2",
        "pᵢ the probability of the positive class, yᵢ 1 for a positive row, else 0; of "
        "more than two classes the sum over all of them, as multiclass_brier_score",
        rivals=(
            Rival(
                "Brier 1950",
                "P",
                0.37,
                "sums over both classes, which is twice as much",
                equals="fastmetrics.brier_score_loss(y_true, y_proba, "
                "scale_by_half=False)",
            ),
        ),
    ),
    "multiclass_brier_score": About(
        "How far are the probabilities of all classes from what occurred, squared?",
        "1/n Σᵢ Σⱼ (pᵢⱼ − yᵢⱼ)²",
        r"\frac{1}{n} \sum_i \sum_j (p_{ij} - y_{ij})^2",
        "pᵢⱼ the probability of class j, yᵢⱼ 1 if row i is of class j, else 0",
        "classes in y_true are not those of the columns, and no labels are given: "
        "raises",
        (
            Rival(
                "R: yardstick",
                "brier_class_vec(truth, estimate)",
                0.247,
                "takes one half of it, so that it ends at 1",
                equals="fastmetrics.brier_score_loss(y_true, y_proba, "
                "scale_by_half=True)",
            ),
        ),
        of="classes",
    ),
    "d2_log_loss_score": About(
        "What share of the log loss of the base rates does the model do away with?",
        "1 − Σᵢ ln oᵢ / Σᵢ ln πᵢ",
        r"1 - \frac{\sum_i \ln o_i}{\sum_i \ln \pi_i}",
        f"{OCCURRED}, πᵢ the share of its class among all rows",
        f"{ONE_CLASS}, and no labels are given: raises; one row: NaN, with a warning",
    ),
    "d2_brier_score": About(
        "What share of the Brier score of the base rates does the model do away with?",
        "1 − Σᵢ Σⱼ (pᵢⱼ − yᵢⱼ)² / Σᵢ Σⱼ (πⱼ − yᵢⱼ)²",
        r"1 - \frac{\sum_i \sum_j (p_{ij} - y_{ij})^2}"
        r"{\sum_i \sum_j (\pi_j - y_{ij})^2}",
        "pᵢⱼ the probability of class j, yᵢⱼ 1 if row i is of class j, else 0, πⱼ the "
        "share of class j among all rows",
        f"{ONE_CLASS}: −∞, or NaN if all probabilities are right, with a warning; one "
        "row: NaN, with a warning",
    ),
    "normalized_cross_entropy": About(
        "What share of the entropy of the base rates is left by the model?",
        "Σᵢ ln oᵢ / Σᵢ ln πᵢ",
        r"\frac{\sum_i \ln o_i}{\sum_i \ln \pi_i}",
        f"{OCCURRED}, πᵢ the share of its class among all rows",
        f"{ONE_CLASS}: NaN, with a warning",
    ),
    "hinge_loss": About(
        "How much do the margins of the rows lack to 1, on average?",
        "1/n Σᵢ max(0, 1 − mᵢ)",
        r"\frac{1}{n} \sum_i \max(0, 1 - m_i)",
        "mᵢ the decision for the row's class less the largest of the others; of two "
        "classes the decision, its sign turned for the smaller one",
        PARTLY,
        of="decisions",
    ),
    "top_k_accuracy_score": About(
        "What share of the rows has its class among the k with the largest scores?",
        "1/n Σᵢ [rᵢ ≤ k]",
        r"\frac{1}{n} \sum_i [r_i \leq k]",
        "rᵢ the rank of the row's class by its score, the later column first in ties; "
        "[…] is 1 where it holds, else 0",
        f"{PARTLY}; k is not below the number of classes: 1, with a warning",
        (
            Rival(
                "PyTorch: torchmetrics",
                "multiclass_accuracy(y_proba, y_true, 3, top_k=2)",
                0.6944444444444443,
                "averages over classes unless it is told average='micro'",
                equals="np.mean([fastmetrics.top_k_accuracy_score(y_true[y_true == c], "
                "y_proba[y_true == c], labels=[0, 1, 2]) for c in range(3)])",
            ),
        ),
        of="classes",
    ),
    "top_k_precision_score": About(
        "If the k classes with the largest scores are predicted, what share of the "
        "predictions is right, on average over classes?",
        "1/C Σ_c tp_c / (tp_c + fp_c)",
        r"\frac{1}{C} \sum_c \frac{\mathrm{tp}_c}{\mathrm{tp}_c + \mathrm{fp}_c}",
        OF_TOP,
        NO_TOP,
        (
            Rival(
                "PyTorch: torchmetrics 1.6.1 and later",
                "multiclass_precision(y_proba, y_true, 3, top_k=2)",
                0.7222222222222222,
                AN_OWN_OR_THE_BEST,
                equals=f"fastmetrics.precision_score(y_true, {ONE_OF_TWO}, "
                "average='macro')",
            ),
        ),
        of="classes",
    ),
    "top_k_recall_score": About(
        "In what share of the rows of a class is it among the k with the largest "
        "scores, on average over classes?",
        "1/C Σ_c tp_c / (tp_c + fn_c)",
        r"\frac{1}{C} \sum_c \frac{\mathrm{tp}_c}{\mathrm{tp}_c + \mathrm{fn}_c}",
        OF_TOP,
        NO_TOP,
        (
            Rival(
                "scikit-learn",
                "sklearn.metrics.top_k_accuracy_score(y_true, y_proba)",
                0.7,
                "takes the mean over rows instead of classes",
                needs="sklearn.metrics",
            ),
        ),
        of="classes",
    ),
    "top_k_f1_score": About(
        "If the k classes with the largest scores are predicted, how high are "
        "precision and recall of a class together, on average over classes?",
        "1/C Σ_c 2 tp_c / (2 tp_c + fp_c + fn_c)",
        r"\frac{1}{C} \sum_c \frac{2\,\mathrm{tp}_c}"
        r"{2\,\mathrm{tp}_c + \mathrm{fp}_c + \mathrm{fn}_c}",
        OF_TOP,
        NO_TOP,
        (
            Rival(
                "PyTorch: torchmetrics 1.6.1 and later",
                "multiclass_f1_score(y_proba, y_true, 3, top_k=2)",
                0.6984126984126983,
                AN_OWN_OR_THE_BEST,
                equals=f"fastmetrics.f1_score(y_true, {ONE_OF_TWO}, average='macro')",
            ),
        ),
        of="classes",
    ),
    "coverage_error": About(
        "How many labels, best first, until all that the row has are among them?",
        "1/n Σᵢ #{j : sᵢⱼ ≥ tᵢ}",
        r"\frac{1}{n} \sum_i \#\{j : s_{ij} \geq t_i\}",
        "sᵢⱼ the scores of the labels, tᵢ the least one of a label that the row has; 0 "
        "for a row that has none",
        rivals=(
            Rival(
                "Tsoumakas et al. 2010",
                "coverage",
                0.5,
                "counts the steps down the ranking, one less",
                equals="fastmetrics.coverage_error(y_true, y_proba) - 1",
            ),
        ),
        of="rankings",
    ),
    "label_ranking_loss": About(
        "What share of the pairs of a label that the row has and one that it has not "
        "is in the wrong order?",
        "1/n Σᵢ #{s⁺ᵢ ≤ s⁻ᵢ} / (aᵢ bᵢ)",
        r"\frac{1}{n} \sum_i \frac{\#\{s^+_i \leq s^-_i\}}{a_i b_i}",
        "s⁺ᵢ and s⁻ᵢ the scores of the aᵢ labels that the row has and of the bᵢ "
        "others, in all pairs; 0 for a row that has none or all",
        of="rankings",
    ),
    "label_ranking_average_precision_score": About(
        "How precise is the ranking down to each label that the row has, on average?",
        "1/n Σᵢ 1/aᵢ Σⱼ cᵢⱼ / rᵢⱼ",
        r"\frac{1}{n} \sum_i \frac{1}{a_i} \sum_j \frac{c_{ij}}{r_{ij}}",
        "of label j of the aᵢ that the row has, rᵢⱼ labels have at least its score, "
        "and the row has cᵢⱼ of these; 1 for a row that has none or all",
        of="rankings",
    ),
    "spherical_score": About(
        "How large is the probability of the class that occurred, for the length of "
        "its row?",
        "1/n Σᵢ oᵢ / √(Σⱼ pᵢⱼ²)",
        r"\frac{1}{n} \sum_i \frac{o_i}{\sqrt{\sum_j p_{ij}^2}}",
        "pᵢⱼ the probabilities of a row, oᵢ that of the class that occurred",
        "y_true has no class of a column of probabilities: raises",
    ),
    "ranked_probability_score": About(
        "How far are forecasts of ordered classes from what occurred, by all the steps "
        "in between?",
        "1/n Σᵢ Σⱼ (Fᵢⱼ − Oᵢⱼ)²",
        r"\frac{1}{n} \sum_i \sum_j (F_{ij} - O_{ij})^2",
        "Fᵢⱼ the forecast probability of the first j classes, Oᵢⱼ 1 if the class that "
        "occurred is one of them, else 0; j below the number of classes",
        PARTLY,
        (
            Rival(
                "R: verification",
                "rps(y_true, y_proba)$rps",
                0.15450000000000003,
                "divides by the number of classes less one",
                equals="fastmetrics.ranked_probability_score(y_true, y_proba, "
                "normalize=True)",
            ),
        ),
        of="classes",
    ),
    "kl_divergence": About(
        "How many nats does a forecast lose against the true probabilities?",
        "1/n Σᵢ Σⱼ pᵢⱼ ln(pᵢⱼ / qᵢⱼ)",
        r"\frac{1}{n} \sum_i \sum_j p_{ij} \ln(\frac{p_{ij}}{q_{ij}})",
        "pᵢⱼ the true probabilities of a row, qᵢⱼ those of the forecast",
        "something that happens has probability 0: infinite",
    ),
    "jensen_shannon_divergence": About(
        "How many nats are forecast and true probabilities from the middle of both?",
        "1/n Σᵢ ½ [KL(pᵢ‖mᵢ) + KL(qᵢ‖mᵢ)]",
        r"\frac{1}{2n} \sum_i [\mathrm{KL}(p_i \| m_i) + \mathrm{KL}(q_i \| m_i)]",
        "pᵢ the true probabilities of a row, qᵢ those of the forecast, mᵢ their mean",
    ),
    "net_benefit": About(
        "What is deciding by a threshold worth, in true positives per row?",
        "tp/n − fp/n · t/(1 − t)",
        r"\frac{\mathrm{tp}}{n} - \frac{\mathrm{fp}}{n} \cdot \frac{t}{1 - t}",
        SYMBOLS,
        "standardized without positive rows: NaN, with a warning",
        given={"threshold": 0.35},
    ),
    "decision_curve": About(
        "At which thresholds is deciding by a model worth more than treating all, or "
        "none?",
        "NB(t) = tp(t)/n − fp(t)/n · t/(1 − t)",
        r"\mathrm{NB}(t) = \frac{\mathrm{tp}(t)}{n} - \frac{\mathrm{fp}(t)}{n}"
        r" \cdot \frac{t}{1 - t}",
        SYMBOLS,
        "standardized without positive rows: NaN, with a warning",
    ),
    "multiclass_auc_score": About(
        "How likely does a row of a class have a higher probability of it than a row "
        "of the others, on average over the classes?",
        "1/c Σᵢ Aᵢ",
        r"\frac{1}{c} \sum_i A_i",
        "Aᵢ the area under the ROC curve of class i against all others, c classes",
        ABSENT,
        of="classes",
    ),
    "multiclass_auc_aunp": About(
        "How likely does a row have a higher probability of its class than a row of "
        "the others, on average over the rows?",
        "Σᵢ πᵢ Aᵢ",
        r"\sum_i \pi_i A_i",
        "Aᵢ the area under the ROC curve of class i against all others, πᵢ its share "
        "in the rows",
        "one class only has rows: NaN, with a warning",
        of="classes",
    ),
    "multiclass_auc_au1u": About(
        "How well are the classes told apart two by two, on average over the pairs?",
        "1/(c (c − 1)) Σᵢⱼ Aᵢⱼ",
        r"\frac{1}{c (c - 1)} \sum_{ij} A_{ij}",
        "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
        "all j other than i too, c classes",
        ABSENT,
        of="classes",
    ),
    "multiclass_auc_au1p": About(
        "How well are the classes told apart two by two, the larger counting more?",
        "1/(c − 1) Σᵢⱼ πᵢ (Aᵢⱼ + Aⱼᵢ)/2",
        r"\frac{1}{c - 1} \sum_{ij} \pi_i \frac{A_{ij} + A_{ji}}{2}",
        "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
        "all j other than i too, πᵢ the share of class i, c classes",
        ABSENT,
        of="classes",
    ),
    "multiclass_auc_mu": About(
        "How well are the classes told apart two by two by the difference of their "
        "probabilities?",
        "2/(c (c − 1)) Σᵢⱼ Bᵢⱼ",
        r"\frac{2}{c (c - 1)} \sum_{ij} B_{ij}",
        "Bᵢⱼ the area of class i against class j by pᵢ − pⱼ, summed over all j after "
        "i too, c classes",
        ABSENT,
        of="classes",
    ),
}
