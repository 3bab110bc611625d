"""What a permutation test is asked, and what it finds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from fastmetrics.comparison.permutation.draws import Drawn
from fastmetrics.comparison.permutation.grids import MOST_POINTS, Tail

__all__ = ["METHODS", "Asking", "Found", "too_many"]

METHODS = ("auto", "exact", "monte-carlo")


@dataclass(frozen=True, kw_only=True)
class Asking:
    """The options of a permutation test; see `paired_permutation_test`."""

    alternative: str = "two-sided"
    method: str = "auto"
    n_resamples: int = 9999
    seed: int = 0
    progress: Callable[[int, int], object] | None = None

    @property
    def draws_only(self) -> bool:
        """Whether no exact law is wanted."""
        return self.method == "monte-carlo"


class Found(NamedTuple):
    """A's value, B's, and the p-value of the difference.

    ``error`` is its Monte Carlo standard error, 0 where it is exact; ``rest`` is what
    of it stands for swaps that were not looked at.
    """

    first: float
    second: float
    pvalue: float
    error: float = 0.0
    rest: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether nothing was drawn."""
        return self.error == 0.0

    @classmethod
    def of(cls, first: float, second: float, tail: Tail | Drawn) -> Found:
        """Take what a law or its replicates say."""
        if isinstance(tail, Drawn):
            return cls(first, second, tail.chance, tail.error)
        return cls(first, second, tail.chance, 0.0, tail.rest)

    @classmethod
    def undefined(cls, first: float, second: float) -> Found:
        """Say that there is no p-value of an undefined difference."""
        return cls(first, second, math.nan)


def too_many(asking: Asking) -> None:
    """Raise ValueError if only an exact law will do; else one is drawn from."""
    if asking.method == "exact":
        raise ValueError(
            "method='exact' cannot be had: even where the law is cut, there are more "
            f"than {MOST_POINTS:,} outcomes. Use 'auto' or 'monte-carlo'."
        )
