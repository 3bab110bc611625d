"""Options that functions of ranked lists share: words, and the kernel's numbers."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_one_of, number
from fastmetrics._kernels import ranked

__all__ = [
    "BY_CUTOFF",
    "BY_ID",
    "DIVISORS",
    "NORMALIZERS",
    "PLACES",
    "ROUNDINGS",
    "TIES",
    "Average",
    "Empty",
    "Ties",
    "check_averaging",
    "choice",
    "cut_off",
    "level",
    "required",
]

Ties: TypeAlias = Literal["average", "best", "worst", "input", "doc_id", "trec_eval"]
Empty: TypeAlias = Literal["zero", "skip", "nan", "error"]
Average: TypeAlias = Literal["mean"]

# In the order of the kernel's numbers (fm_ranked.h, fm_precisions.h, fm_hits.h,
# fm_normalized_gains.h).
TIES = ("average", "best", "worst", "input", "doc_id", "trec_eval")
NORMALIZERS = ("relevant", "cutoff", "returned")
DIVISORS = ("k", "returned")
ROUNDINGS = ("up", "nearest")
PLACES = ("relevant", "grades")
BY_CUTOFF = 1.0

BY_ID = ("doc_id", "trec_eval")
EMPTY = ("zero", "skip", "nan", "error")


def choice(name: str, given: Any, choices: tuple[str, ...]) -> float:
    """Return the number of a word among those that an option can be."""
    if not is_one_of(given, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(given)}.")
    return float(choices.index(given))


def required(k: Any) -> Any:
    """Return a cut-off that a measure cannot do without."""
    if k is None:
        raise TypeError("k must be a whole number of at least 1, got None.")
    return k


def cut_off(k: Any) -> int:
    """Return how many documents count, for the kernel."""
    if k is None:
        return ranked.NO_CUT
    if not is_integral(k) or isinstance(k, bool) or k < 1:
        raise ValueError(
            f"k must be a whole number of at least 1 or None, got {shown(k)}."
        )
    return min(int(k), ranked.NO_CUT)


def level(relevance_level: Any) -> float:
    """Return from which grade on a document is relevant."""
    found = number(relevance_level, "relevance_level")
    if not 0 < found < math.inf:
        raise ValueError(
            f"relevance_level must be finite and above 0, got {shown(relevance_level)}."
        )
    return found


def check_averaging(average: Any, empty: Any) -> None:
    """Raise unless both options are known."""
    if not is_one_of(average, ("mean", None)):
        raise ValueError(f"average must be 'mean' or None, got {shown(average)}.")
    if not is_one_of(empty, EMPTY) or empty is None:
        raise ValueError(f"empty must be one of {EMPTY}, got {shown(empty)}.")
