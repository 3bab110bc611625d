"""Areas under the ROC curve of several classes."""

from typing import Any

from fastmetrics._common.references import Reference
from fastmetrics.metrics.how import PseudoValues
from fastmetrics.metrics.record import JACKKNIFE, Metric

__all__ = ["RECORDS"]


def _variant(letters: str, name: str, title: str, **more: Any) -> Metric:
    return Metric(
        name,
        f"Area under the ROC curve, {title}",
        short=f"AUC, {title}",
        function="multiclass_auc_score",
        chance=0.5,
        targets=("multiclass",),
        # The others of the five differ from these in the last digits only, mostly.
        in_report=letters in ("aunu", "mu"),
        interval=JACKKNIFE[0],
        how=PseudoValues(
            Reference("fastmetrics.metrics.scores.class_influence.place_classes"),
            "logit",
        ),
        aliases=(f"mauc_{letters}",),
        **more,
    )


def _other(letters: str, title: str) -> Metric:
    name = f"multiclass_auc_{letters}"
    return _variant(letters, name, title, parameters={"variant": letters})


RECORDS = (
    _variant("aunu", "multiclass_auc_score", "each class against the rest"),
    _other("aunp", "each class against the rest, by their shares"),
    _other("au1u", "each class against each other"),
    _other("au1p", "each class against each other, by their shares"),
    _other("mu", "each class against each other, by differences"),
)
