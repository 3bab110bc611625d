"""Areas under ROC curves inside groups of rows, by definition: pair by pair."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    Row,
    check_choice,
    rows_of,
    same_length,
    warn_undefined,
)

__all__ = ["roc_auc_by_group"]

Column = Sequence[Any]


class GroupedAuc(NamedTuple):
    """What `roc_auc_by_group` returns."""

    score: float | None
    n_groups: int
    n_skipped: int
    groups: list[Any] | None
    scores: list[float] | None
    weights: list[float] | None


def pairs_and_wins(rows: Sequence[Row]) -> tuple[Any, Any]:
    """Return the weight of all pairs of two classes, and of those in order."""
    pairs = wins = Fraction(0)
    for a in rows:
        for b in rows:
            if a.positive and not b.positive:
                weight = a.weight * b.weight
                pairs += weight
                if a.score > b.score:
                    wins += weight
                elif a.score == b.score:
                    wins += weight / Fraction(2)
    return pairs, wins


def roc_auc_by_group(
    y_true: Column,
    y_score: Column,
    groups: Column,
    *,
    average: str | None = "rows",
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> GroupedAuc:
    """Mean over groups of the AUC among the rows of each."""
    check_choice("average", average, ["rows", "pairs", "macro", None])
    length = same_length(y_true=y_true, y_score=y_score, groups=groups)
    for group in groups:
        if group is None or group != group:
            raise ValueError(f"groups: {group!r} stands for a missing value")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    weighing = [sample_weight is None or sample_weight[i] != 0 for i in range(length)]
    kept = [groups[i] for i in range(length) if weighing[i]]
    members: dict[Any, list[Row]] = {group: [] for group in sorted(set(kept))}
    for group, row in zip(kept, rows, strict=True):
        members[group].append(row)
    areas, weights = [], []
    for mine in members.values():
        pairs, wins = pairs_and_wins(mine)
        areas.append(wins / pairs if pairs else None)
        if average == "pairs":
            weights.append(pairs)
        elif average == "macro":
            weights.append(1)
        else:
            weights.append(sum(row.weight for row in mine))
    defined = [i for i, area in enumerate(areas) if area is not None]
    n_groups, n_skipped = len(areas), len(areas) - len(defined)
    score: float | None
    if not defined:
        score = warn_undefined("the AUC by group", "no group has rows of both classes")
    else:
        total = sum(areas[i] * weights[i] for i in defined)
        score = float(total / sum(weights[i] for i in defined))
    if average is not None:
        return GroupedAuc(score, n_groups, n_skipped, None, None, None)
    scores = [math.nan if area is None else float(area) for area in areas]
    return GroupedAuc(
        None, n_groups, n_skipped, list(members), scores, [float(w) for w in weights]
    )
