"""Arguments that several families take, and what columns of a file tell them by."""

from fastmetrics.metrics.record import Argument

TRUE_LABELS = Argument(
    "y_true",
    "truth",
    "the true labels",
    column_names=(
        "y_true", "truth", "true", "true_label", "label", "labels", "target", "targets",
        "class", "outcome", "y", "ground_truth", "actual", "y_test",
    ),
)  # fmt: skip

# Columns of predicted labels.
LABEL_NAMES = (
    "y_pred", "pred", "preds", "label_pred", "pred_label", "predicted_label",
    "predicted_class", "class_pred", "pred_class", "prediction_label",
)  # fmt: skip
LABEL_PATTERN = r"(pred|y_pred|predicted_label|predicted_class)_.+|.+_pred"
