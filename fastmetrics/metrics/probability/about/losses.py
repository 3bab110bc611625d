"""What there is to say of proper losses, and of their shares of the base rates'."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

ONE_CLASS = "y_true has one class only"
OCCURRED = "oᵢ the probability of the class of row i, clipped to [eps, 1 − eps]"

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
        "1/n Σᵢⱼ (pᵢⱼ − yᵢⱼ)²",
        r"\frac{1}{n} \sum_{ij} (p_{ij} - y_{ij})^2",
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
        "1 − Σᵢⱼ (pᵢⱼ − yᵢⱼ)² / Σᵢⱼ (πⱼ − yᵢⱼ)²",
        r"1 - \frac{\sum_{ij} (p_{ij} - y_{ij})^2}{\sum_{ij} (\pi_j - y_{ij})^2}",
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
}
