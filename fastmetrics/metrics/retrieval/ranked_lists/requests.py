"""Requests of metrics to ranked lists: what each asks, and what it makes of the answer.

A metric is a request of its parameters: which measure the kernel is to take of each
query, and how the values of the queries become its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.how import ListMeasure
from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.retrieval.ranked_lists.options import (
    BY_ID,
    TIES,
    Ties,
    cut_off,
    level,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns

__all__ = ["Grades", "Lists", "Measure", "Request", "request_of"]

# Parameters that say what is made of the queries' values, and which queries these are.
_OF_ALL = ("query_id", "doc_id", "empty", "average", "sample_weight")

Check = Callable[["ListColumns", "Grades"], None]


class Lists(Protocol):
    """What is asked of ranked lists here."""

    columns: ListColumns
    ties: Ties

    @property
    def query_ids(self) -> NDArray[Any]:
        """The ids of the queries."""


class Grades(NamedTuple):
    """The least and the largest grade that were met, 0 among them."""

    least: float
    largest: float


class Measure(NamedTuple):
    """One measure, checked: what the kernel takes."""

    kind: int
    ties: int
    k: int
    relevance_level: float
    parameters: tuple[float, ...]


class Request(NamedTuple):
    """What a metric asks of the pass over the queries, and makes of the answer.

    Attributes
    ----------
    kind : int
        The kernel's measure.
    k, relevance_level, ties : object
        As the public functions take them; of ties None is what the lists say.
    parameters : tuple of float
        Further numbers that the kernel wants of this measure.
    gains : tuple of pairs of float, optional
        Grades and the gains that take their place.
    later_first : bool
        Whether to take equal scores as if the later row had the larger one.
    check : callable, optional
        ``check(columns, grades)`` raises where the metric cannot be had of such lists.
    open_to_ties : bool
        Whether the kernel says, by infinity, that ties leave a value open.
    floor : float, optional
        What a query counts at least; the mean is then the geometric one.
    subtopics : bool
        Whether it is a matter of sub-topics: grades are then numbers of documents.
    lacks : str
        What a query does not have that has no value.
    """

    kind: int
    k: Any = None
    relevance_level: Any = 1
    ties: Any = None
    parameters: tuple[float, ...] = ()
    gains: tuple[tuple[float, float], ...] | None = None
    later_first: bool = False
    check: Check | None = None
    open_to_ties: bool = False
    floor: float | None = None
    subtopics: bool = False
    lacks: str = "relevant document"

    def measure(self, lists: Lists) -> Measure:
        """Return what the kernel is to measure; raise what is wrong with it."""
        ties = self.ties
        if ties is None:
            ties = lists.ties
        elif not is_one_of(ties, TIES):
            raise ValueError(f"ties must be one of {TIES} or None, got {shown(ties)}.")
        if self.later_first:
            ties = "doc_id"
        elif ties in BY_ID and lists.columns.places is None:
            raise ValueError(f"ties={ties!r} needs the documents' ids, doc_id.")
        k, lowest = cut_off(self.k), level(self.relevance_level)
        return Measure(self.kind, TIES.index(ties), k, lowest, self.parameters)

    def columns(self, lists: Lists) -> ListColumns:
        """Return the lists' columns, or those that the metric takes instead."""
        found = lists.columns
        if self.subtopics:
            return found.with_documents(level(self.relevance_level))
        if self.gains is not None:
            found = found.with_gains(dict(self.gains))
        return found.with_later_first() if self.later_first else found


def request_of(row: Metric, parameters: Mapping[str, Any]) -> Request:
    """Return what a metric of the catalog asks, called with these parameters."""
    if not isinstance(row.how, ListMeasure):
        raise ValueError(f"{row.name!r} has no value for each query")
    own = {name: one for name, one in parameters.items() if name not in _OF_ALL}
    for name in own:
        if name not in row.options:
            raise TypeError(
                f"{row.function}() got an unexpected keyword argument {name!r}"
            )
    found: Request = row.how.request(**own)
    return found
