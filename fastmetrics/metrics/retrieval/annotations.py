"""What functions of ranked lists take: types that their signatures share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

    Grades: TypeAlias = ArrayLike | RankedLists
    Scores: TypeAlias = ArrayLike | None

Gain: TypeAlias = Literal["linear", "exponential"] | Mapping[float, float]

__all__ = ["Gain", "Grades", "Scores"]
