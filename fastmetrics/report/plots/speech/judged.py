"""Judged: what pictures of speech are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["Judged"]


@dataclass(frozen=True, eq=False)
class Judged:
    """What a picture of speech is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each system is called.
    series : mapping of str to int
        The place of each system in the whole report.
    counts : mapping of str to ndarray of shape (utterances, 4)
        Hits, substitutions, deletions and insertions of each utterance, or their sums.
    values : mapping of str to mapping
        ``values[model][metric]``.
    leading : str
        The metric that the errors make, if it is in the report.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    counts: Mapping[str, NDArray[np.int64]]
    values: Mapping[str, Mapping[str, Interval]]
    leading: str

    @property
    def models(self) -> list[str]:
        """All systems that are judged."""
        return [*self.counts]

    def of(self) -> dict[str, Any]:
        """Return the values of the leading metric by system."""
        return {
            model: self.values[model][self.leading]
            for model in self.models
            if self.leading in self.values.get(model, {})
        }
