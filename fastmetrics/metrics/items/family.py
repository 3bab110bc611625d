"""Items: the records of its metrics, and the family."""

from __future__ import annotations

from typing import Any

from fastmetrics._common.records import Module, Reference
from fastmetrics.metrics.families import Argument, Family
from fastmetrics.metrics.how import ItemMean
from fastmetrics.metrics.record import EFFECTIVE, INFINITY, SKEWED_T, Metric

_NUMBERS = Module("fastmetrics.metrics.items.item_numbers")
_RANGE: dict[str, Any] = {"lower": -INFINITY, "upper": INFINITY}
_OF_K: dict[str, Any] = {"required": ("k",), "in_report": False}
_IN_PARTS = "items are distinct in all parts together: add up ItemScores, then ask once"

RECORDS: tuple[Metric, ...] = (
    Metric(
        "mean_score",
        "Mean score",
        unmerged=_IN_PARTS,
        interval=SKEWED_T,
        how=ItemMean(_NUMBERS.mean_measure),
        **_RANGE,
    ),
    Metric(
        "pass_at_k",
        "Pass@k",
        unmerged=_IN_PARTS,
        interval=EFFECTIVE,
        how=ItemMean(_NUMBERS.any_measure),
        aliases=("pass@k",),
        **_OF_K,
    ),
    Metric(
        "pass_hat_k",
        "Pass^k",
        unmerged=_IN_PARTS,
        interval=EFFECTIVE,
        how=ItemMean(_NUMBERS.all_measure),
        aliases=("pass^k",),
        **_OF_K,
    ),
    Metric(
        "best_of_k",
        "Best of k",
        unmerged=_IN_PARTS,
        interval=SKEWED_T,
        how=ItemMean(_NUMBERS.best_measure),
        **_RANGE,
        **_OF_K,
    ),
    Metric(
        "worst_of_k",
        "Worst of k",
        unmerged=_IN_PARTS,
        interval=SKEWED_T,
        how=ItemMean(_NUMBERS.worst_measure),
        **_RANGE,
        **_OF_K,
    ),
)

FAMILY = Family(
    name="items",
    title="Item scores",
    arguments=(
        Argument(
            "scores",
            "",
            "the scores of the runs, a row per item and a column per model",
            per_model=True,
            form="object",
            as_given=True,
        ),
    ),
    positional={"": ("scores",)},
    options=("groups",),
    asks_for={"": "is of scores of items: give scores, ItemScores or an array"},
    metrics=RECORDS,
    summaries=("fastmetrics.metrics.items.item_scores.ItemScores",),
    table=Reference("fastmetrics.metrics.items.item_scores.as_item_scores"),
    settings=("average", "weights", "short"),
    interval_settings=("model", "target", "average", "weights", "short"),
    guide="fastmetrics.metrics.items",
)
