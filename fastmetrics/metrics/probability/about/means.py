"""What there is to say of means over rows of scores, rankings and distributions."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

PARTLY = (
    "classes in y_true are not those of the columns, and no labels are given: raises"
)

ABOUT = {
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
}
