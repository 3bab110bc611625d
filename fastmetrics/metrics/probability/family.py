"""Probabilities of the classes, compared with the class that was observed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Derivation, Family
from fastmetrics.metrics.probability.records import OTHERS, RECORDS

Columns = Mapping[str, Any]
Models = Mapping[str, Columns]


def _scores(shared: Columns, models: Models, options: Columns) -> dict[str, Any]:
    """Make scores of the probabilities of the positive class."""
    from fastmetrics.metrics.probability.deriving import scores_of

    return scores_of(shared, models, options)


def _labels(shared: Columns, models: Models, options: Columns) -> dict[str, Any]:
    """Make labels by the largest probability, or by a threshold."""
    from fastmetrics.metrics.probability.deriving import labels_of

    return labels_of(shared, models, options)


def _defaults(models: Models, options: Columns) -> dict[str, Any]:
    """Say which threshold that is."""
    from fastmetrics.metrics.probability.deriving import default_options

    return default_options(models)


FAMILY = Family(
    name="probabilities",
    title="Probabilities",
    arguments=(
        replace(TRUE_LABELS, other_names=("p_true",)),
        Argument(
            "y_proba",
            "proba",
            "a model's probabilities",
            per_model=True,
            form="columns",
            holds="numbers",
            named_as="y_score",
            other_names=("y_prob", "y_score", "pred_decision", "p_pred"),
        ),
    ),
    positional={"": ("y_true", "y_proba")},
    options=("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
    asks_for={"": "is of probabilities: give y_proba"},
    metrics=RECORDS,
    others=OTHERS,
    derives=(
        Derivation("binary_scores", "", _scores),
        Derivation(
            *("labels", "", _labels),
            reads=("threshold", "strict"),
            defaults=_defaults,
        ),
    ),
    summaries=(
        "fastmetrics.metrics.probability.measuring.probability_sums.ProbabilitySums",
        "fastmetrics.metrics.probability.measuring.calibration_bins.CalibrationBins",
        "fastmetrics.metrics.scores.class_sweeps.ClassSweeps",
    ),
    settings=("labels",),
    guide="fastmetrics.metrics.probability",
    claims=("y_proba",),
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_rows"),
)
