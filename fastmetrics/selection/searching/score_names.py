"""What an axis of scores is called."""

from __future__ import annotations

from typing import Any

__all__ = ["score_name_of"]


def score_name_of(score_name: str | None, scoring: Any, negate_score: bool) -> str:
    """Return what the axis of scores is called, as scikit-learn calls it."""
    if score_name is not None:
        return score_name
    if scoring is None:
        return "Negative score" if negate_score else "Score"
    name = scoring
    if not isinstance(scoring, str):
        name = getattr(scoring, "__name__", "score")
    negative = name.startswith("neg_")
    bare = name.removeprefix("neg_").replace("_", " ")
    return (bare if negative == negate_score else f"Negative {bare}").capitalize()
