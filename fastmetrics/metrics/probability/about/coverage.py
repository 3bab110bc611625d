"""What was measured of intervals of probabilities: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]


def _figures(*shares: str) -> dict[str, str]:
    data = (
        "50 rows",
        "200 rows",
        "1,000 rows",
        "50 groups",
        "200 rows, exponential weights",
    )
    return dict(zip(data, shares, strict=True))


FEW = "50 and 200 rows"

MEASURED = (
    Measured(
        "log loss",
        "skew-t",
        _figures("94.9–95.3 %", "94.5–94.6 %", "95.1–95.3 %", "95.2–95.4 %", "93 %"),
        ("log_loss",),
    ),
    Measured(
        "Brier score",
        "skew-t",
        _figures("96.0–96.1 %", "94.7–94.8 %", "95.0–95.2 %", "95.2–95.7 %", "93–94 %"),
        ("brier_score_loss", "multiclass_brier_score"),
    ),
    Measured(
        "normalized cross-entropy, D² of the log loss",
        "jackknife",
        _figures("94.9–95.3 %", "94.6–94.8 %", "95.2 %", "95.4–95.6 %", "94 %"),
        ("normalized_cross_entropy", "d2_log_loss_score"),
    ),
    Measured(
        "other means over rows",
        "skew-t",
        {FEW: "94.3–96.4 %"},
        (
            "hinge_loss",
            "spherical_score",
            "ranked_probability_score",
            "kl_divergence",
            "jensen_shannon_divergence",
            "label_ranking_loss",
            "coverage_error",
            "label_ranking_average_precision_score",
        ),
    ),
    Measured(
        "share of rows whose class is among the k most likely",
        "wilson",
        {FEW: "96.0–96.2 %"},
        ("top_k_accuracy_score",),
    ),
    Measured(
        "D² of the Brier score", "jackknife", {FEW: "95.1–95.7 %"}, ("d2_brier_score",)
    ),
    Measured(
        "calibration in the large",
        "skew-t",
        {FEW: "95.0–95.9 %"},
        ("calibration_in_the_large",),
    ),
    Measured(
        "expected over observed positives",
        "jackknife",
        {FEW: "94.8–95.7 %"},
        ("expected_observed_ratio",),
    ),
    Measured(
        "calibration intercept",
        "jackknife",
        {FEW: "95.5–97.0 %"},
        ("calibration_intercept",),
    ),
    Measured(
        "net benefit",
        "skew-t",
        {"50, 200 and 1,000 rows": "93.9–97.0 %"},
        ("net_benefit",),
    ),
    Measured(
        "calibration slope", "jackknife", {FEW: "95.2–96.8 %"}, ("calibration_slope",)
    ),
    Measured(
        "squared calibration error",
        "jackknife",
        {FEW: "93.9–97.6 %"},
        ("squared_calibration_error",),
    ),
    Measured(
        "precision, recall and F1 of the top k classes",
        "jackknife",
        {FEW: "93.3–97.3 %"},
        ("top_k_precision_score", "top_k_recall_score", "top_k_f1_score"),
    ),
    Measured(
        "areas of several classes",
        "jackknife",
        {"150 rows of three and of five classes": "94.4–96.2 %"},
        (
            "multiclass_auc_score",
            "multiclass_auc_aunp",
            "multiclass_auc_au1u",
            "multiclass_auc_au1p",
            "multiclass_auc_mu",
        ),
    ),
)
