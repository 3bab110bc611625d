"""What functions of ranked lists take: types that their signatures share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._inputs.judgements import Qrels, Run
    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

    # Of judgements, in any form, the scores are a run.
    Judged: TypeAlias = Mapping[Any, Mapping[Any, float]]
    Grades: TypeAlias = ArrayLike | RankedLists | Qrels | Judged
    Scores: TypeAlias = ArrayLike | Run | Judged | None

Gain: TypeAlias = Literal["linear", "exponential"] | Mapping[float, float]

__all__ = ["Gain", "Grades", "Scores"]
