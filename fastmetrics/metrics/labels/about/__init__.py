"""What there is to say of the metrics of labels."""

from fastmetrics.metrics.about import Guide, Measured
from fastmetrics.metrics.labels.about import rates, shares

__all__ = ["GUIDE"]

# What was measured of intervals: the figures of docs/intervals.md.
BINARY = "200 rows of two classes"
EITHER = "200 rows of two classes, 300 of three"
SAMPLES = (
    "precision_samples",
    "recall_samples",
    "f1_samples",
    "jaccard_samples",
)
OF_LABELS = (
    "multilabel_matthews_corrcoef",
    "multilabel_matthews_corrcoef_micro",
    "multilabel_matthews_corrcoef_weighted",
    "multilabel_cohen_kappa_score",
    "multilabel_cohen_kappa_score_micro",
    "multilabel_cohen_kappa_score_weighted",
)
CELLS = ("true_positives", "true_negatives", "false_positives", "false_negatives")

MEASURED = (
    Measured("shares of rows", "wilson", {EITHER: "94–96 %"}),
    Measured("likelihood ratios", "log", {BINARY: "95–96 %"}),
    Measured("counts of cells", "bca", {BINARY: "up to 97 %"}, CELLS),
    Measured(
        "averages over rows", "bca", {"200 rows of two labels each": "95–96 %"}, SAMPLES
    ),
    Measured(
        "correlation and kappa of each label",
        "bca",
        {"200 rows of two labels each": "94–95 %"},
        OF_LABELS,
    ),
    Measured("F scores, kappa, costs, averages", "bca", {EITHER: "94–96 %"}),
)

GUIDE = Guide(
    about={**shares.ABOUT, **rates.ABOUT},
    rows={
        "binary": {
            "y_true": [1, 1, 0, 1, 0, 0, 1, 0, 0, 0],
            "y_pred": [1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
        },
        "few": {
            "y_true": [1, 1, 0, 1, 0, 0, 1, 0, 0, 0],
            "y_pred": [1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        },
        "multiclass": {
            "y_true": ["a", "a", "a", "a", "b", "b", "b", "c", "c", "c"],
            "y_pred": ["a", "a", "a", "b", "b", "b", "b", "c", "b", "a"],
        },
        "multilabel-indicator": {
            "y_true": [
                *([1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [1, 0, 1]),
                *([0, 0, 1], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 1, 1]),
            ],
            "y_pred": [
                *([1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]),
                *([0, 1, 1], [1, 1, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1]),
            ],
        },
    },
    measured=MEASURED,
)
