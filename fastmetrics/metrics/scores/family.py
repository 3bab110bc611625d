"""Scores of a binary target: how likely each row is positive, compared with whether."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastmetrics._common.records import Reference
from fastmetrics.metrics.families import (
    TRUE_LABELS,
    Argument,
    Derivation,
    Example,
    Family,
)
from fastmetrics.metrics.scores.reductions import OTHERS, RECORDS


def _cut(
    shared: Mapping[str, Any],
    models: Mapping[str, Mapping[str, Any]],
    options: Mapping[str, Any],
) -> dict[str, dict[str, Any]]:
    """Make labels of scores by a threshold."""
    from fastmetrics.metrics.scores.cutting import cut_models

    return cut_models(shared, models, options)


FAMILY = Family(
    name="binary_scores",
    title="Scores",
    arguments=(
        replace(TRUE_LABELS, classes=2),
        Argument(
            "y_score",
            "score",
            "a model's scores",
            per_model=True,
            holds="numbers",
            by_default=True,
            column_names=(
                "y_score", "score", "scores", "y_proba", "y_prob", "proba", "prob",
                "probability", "probabilities", "p", "prediction", "predictions",
                "predicted", "y_hat", "yhat", "decision_function", "risk",
                "confidence",
            ),
            column_pattern=r"(score|proba|prob|probability|prediction)_.+|"
            r".+_(score|proba|prob|probability)",
        ),
    ),
    positional={"": ("y_true", "y_score")},
    options=("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
    asks_for={"": "is read off scores: give y_score"},
    metrics=RECORDS,
    others=OTHERS,
    summaries=(
        "fastmetrics.metrics.scores.score_sweep.ScoreSweep",
        "fastmetrics.metrics.scores.score_sketch.ScoreSketch",
    ),
    derives=(Derivation("labels", "threshold", _cut, reads=("strict",)),),
    guide="fastmetrics.metrics.scores",
    claims=("y_score",),
    across_folds="mean",
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_scores"),
    examples=(
        Example(
            "breast_cancer",
            "two models' scores on the Breast Cancer Wisconsin (Diagnostic) data, "
            "1 = malignant",
            {"truth": "y_true"},
            also_for=("probabilities",),
        ),
    ),
)  # fmt: skip
