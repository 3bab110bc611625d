"""ScoreMatrixPlan: intervals of areas averaged over classes or labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from fastmetrics._common.references import Reference
from fastmetrics.metrics.how import PseudoValues
from fastmetrics.metrics.record import JACKKNIFE, Metric
from fastmetrics.metrics.scores.family import FAMILY
from fastmetrics.resampling.plan import MetricCall
from fastmetrics.resampling.probability_plan import ProbabilityPlan

__all__ = ["ScoreMatrixPlan", "is_matrix"]

_ROW_VALUES = Reference("fastmetrics.metrics.scores.class_influence.place_scores")


def is_matrix(scores: Any) -> bool:
    """Whether there is a column for each of several classes or labels.

    The scores themselves are read later, once.
    """
    shape = getattr(scores, "shape", None)
    if isinstance(shape, tuple):
        return len(shape) == 2 and shape[1] > 1
    if not isinstance(scores, (list, tuple)) or not scores:
        return False
    first = scores[0]
    if isinstance(first, str) or getattr(first, "shape", None) == ():
        return False
    return hasattr(first, "__len__") and len(first) > 1


class ScoreMatrixPlan(ProbabilityPlan):
    """What the intervals of `roc_auc_score` of several columns are made from.

    Each row's placements, summed over columns or pairs of classes, are its part in the
    average: DeLong's variance without a draw.
    """

    family = FAMILY
    common: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def reads(cls, asked: MetricCall) -> bool:
        """Whether rows have such parts with these parameters."""
        if asked.row.function != "roc_auc_score":
            return False
        given = asked.parameters
        return given.get("max_fpr") in (None, 1) and given.get("average", "macro") in (
            "macro",
            "weighted",
            *(("samples",) if given.get("multi_class", "raise") == "raise" else ()),
        )

    def ask(self, asked: Sequence[MetricCall]) -> None:
        """Take the metric, as one with a part for each row."""
        super().ask([MetricCall(_with_parts(row), given) for row, given in asked])


def _with_parts(row: Metric) -> Metric:
    """Return the record of the metric where scores have several columns."""
    return replace(row, interval=JACKKNIFE[0], how=PseudoValues(_ROW_VALUES, "logit"))
