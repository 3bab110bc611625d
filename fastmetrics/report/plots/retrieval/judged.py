"""Judged: what pictures of retrieval are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastmetrics.report.plots.captions import best_first
from fastmetrics.show.pictures.picture import Entry

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

    Intervals = Mapping[str, Mapping[str, Interval]]

__all__ = ["Judged"]


@dataclass(frozen=True, eq=False)
class Judged:
    """What a picture of retrieval is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each run is called.
    series : mapping of str to int
        The place of each run in the whole report.
    metric : str
        The metric that queries are looked at by.
    short : str
        What it is called in a picture.
    highest : bool
        Whether more of it is better.
    of_queries : mapping of str to ndarray
        Its value for each query, NaN where the query is left out, by run.
    query_ids : sequence
        The queries.
    values : mapping of str to mapping
        ``values[model][metric]``.
    at_cutoffs : callable
        ``at_cutoffs(names)`` returns the values of these metrics likewise.
    longest : int
        How many documents the longest list has.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    metric: str
    short: str
    highest: bool
    of_queries: Mapping[str, NDArray[np.float64]]
    query_ids: Sequence[Any]
    values: Intervals
    at_cutoffs: Callable[[Sequence[str]], Intervals]
    longest: int

    @property
    def models(self) -> list[str]:
        """The runs."""
        return [*self.names]

    @property
    def leading(self) -> dict[str, Interval]:
        """The values of the metric by run."""
        return {model: self.values[model][self.metric] for model in self.models}

    @property
    def ranked(self) -> list[str]:
        """The runs, the best first."""
        return best_first(self.models, self.leading, self.highest)

    def entry(self, model: str, text: str, rank: float = 1.0) -> Entry:
        """Return a run's line of a key."""
        return Entry(self.names[model], self.series[model], text, rank)
