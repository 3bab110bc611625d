"""What there is to say of areas of several classes."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABSENT = "a class of the columns has no row: NaN, with a warning"

ABOUT = {
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
        "1/(c (c − 1)) Σᵢ Aᵢⱼ",
        r"\frac{1}{c (c - 1)} \sum_i A_{ij}",
        "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
        "all j other than i too, c classes",
        ABSENT,
        of="classes",
    ),
    "multiclass_auc_au1p": About(
        "How well are the classes told apart two by two, the larger counting more?",
        "1/(c − 1) Σᵢ πᵢ (Aᵢⱼ + Aⱼᵢ)/2",
        r"\frac{1}{c - 1} \sum_i \pi_i \frac{A_{ij} + A_{ji}}{2}",
        "Aᵢⱼ the area of class i against class j by the probability of i, summed over "
        "all j other than i too, πᵢ the share of class i, c classes",
        ABSENT,
        of="classes",
    ),
    "multiclass_auc_mu": About(
        "How well are the classes told apart two by two by the difference of their "
        "probabilities?",
        "2/(c (c − 1)) Σᵢ Bᵢⱼ",
        r"\frac{2}{c (c - 1)} \sum_i B_{ij}",
        "Bᵢⱼ the area of class i against class j by pᵢ − pⱼ, summed over all j after "
        "i too, c classes",
        ABSENT,
        of="classes",
    ),
}
