"""What functions of scores take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

# True labels, or a summary of both columns, which has None beside it.
Classes: TypeAlias = ArrayLike | ScoreSweep | ScoreSketch
Scores: TypeAlias = ArrayLike | None
# How the scores of several classes or labels become one number.
ColumnAverage: TypeAlias = Literal["micro", "macro", "weighted", "samples"]
# How the areas of several classes become one number, and what becomes of classes
# without rows.
AreaVariant: TypeAlias = Literal["aunu", "aunp", "au1u", "au1p", "mu"]
AbsentClasses: TypeAlias = Literal["nan", "skip", "raise"]
# What a threshold is chosen by.
Criterion: TypeAlias = Literal[
    "cost",
    "f1",
    "youden",
    "accuracy",
    "precision_at_recall",
    "recall_at_precision",
    "tpr_at_fpr",
    "fpr_at_tpr",
    "mcc",
    "equal_error_rate",
]
