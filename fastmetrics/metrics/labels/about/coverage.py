"""What was measured of the intervals of labels: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]

BINARY = "200 rows of two classes"
EITHER = "200 rows of two classes, 300 of three"
SAMPLES = (
    "precision_samples",
    "recall_samples",
    "f1_samples",
    "jaccard_samples",
)
CELLS = ("true_positives", "true_negatives", "false_positives", "false_negatives")

MEASURED = (
    Measured("shares of rows", "wilson", {EITHER: "94–96 %"}),
    Measured("likelihood ratios", "log", {BINARY: "95–96 %"}),
    Measured("counts of cells", "bca", {BINARY: "up to 97 %"}, CELLS),
    Measured(
        "averages over rows", "bca", {"200 rows of two labels each": "95–96 %"}, SAMPLES
    ),
    Measured("F scores, kappa, costs, averages", "bca", {EITHER: "94–96 %"}),
)
