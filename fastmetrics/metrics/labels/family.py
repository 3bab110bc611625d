"""Labels: predicted classes of each row compared with the true ones."""

from dataclasses import replace

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Example,
    Family,
)
from fastmetrics.metrics.labels.formulas import OTHERS, RECORDS

FAMILY = Family(
    name="labels",
    title="Labels",
    arguments=(
        replace(TRUE_LABELS, other_names=("y1",)),
        Argument(
            "y_pred",
            "pred",
            "a model's predicted labels",
            per_model=True,
            column_names=LABEL_NAMES,
            column_pattern=LABEL_PATTERN,
            other_names=("y2",),
        ),
    ),
    positional={"": ("y_true", "y_pred")},
    options=("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
    asks_for={"": "is read off labels: give y_pred, or a threshold on y_score"},
    metrics=RECORDS,
    others=OTHERS,
    summaries=(
        "fastmetrics.metrics.labels.counting.confusion_counts.ConfusionCounts",
        "fastmetrics.metrics.labels.counting.indicator_counts.IndicatorCounts",
    ),
    guide="fastmetrics.metrics.labels",
    claims=("y_pred",),
    across_folds="counts",
    is_compared=True,
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_labels"),
    examples=(
        Example(
            "digits",
            "two models' labels and probabilities on the Optical Recognition of "
            "Handwritten Digits data",
            {"truth": "digit"},
            also_for=("probabilities",),
        ),
    ),
)
