"""Probabilities of the classes, compared with the class that was observed."""

from dataclasses import replace

from fastmetrics.metrics.arguments import TRUE_LABELS
from fastmetrics.metrics.probability.formulas.registry import OTHERS, RECORDS
from fastmetrics.metrics.record import Argument, Family

__all__ = ["FAMILY"]

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
            other_names=("y_prob", "y_score", "pred_decision", "p_pred"),
        ),
    ),
    positional={"": ("y_true", "y_proba")},
    options=("sample_weight", "groups", "stratified", "pos_label"),
    asks_for={"": "is of probabilities: give y_proba"},
    metrics=RECORDS,
    others=OTHERS,
    summaries=(
        "fastmetrics.metrics.probability.measuring.probability_sums.ProbabilitySums",
    ),
    guide="fastmetrics.metrics.probability.about.GUIDE",
    claims=("y_proba",),
)
