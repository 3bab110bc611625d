"""Options of measures that count relevant documents, as numbers for the kernel."""

from __future__ import annotations

from typing import Any

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of

__all__ = [
    "BY_CUTOFF",
    "DIVISORS",
    "NORMALIZERS",
    "ROUNDINGS",
    "choice",
    "required",
]

# In the order of the kernel's numbers (fm_precisions.h, fm_hits.h).
NORMALIZERS = ("relevant", "cutoff", "returned")
DIVISORS = ("k", "returned")
ROUNDINGS = ("up", "nearest")
BY_CUTOFF = 1.0


def choice(name: str, given: Any, choices: tuple[str, ...]) -> float:
    """Return the number of a word among those that an option can be."""
    if given is None or not is_one_of(given, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(given)}.")
    return float(choices.index(given))


def required(k: Any) -> Any:
    """Return a cut-off that a measure cannot do without."""
    if k is None:
        raise TypeError("k must be a whole number of at least 1, got None.")
    return k
