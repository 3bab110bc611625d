"""Requests to ranked lists, and their options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_one_of, number, positive
from fastmetrics._kernels import ranked
from fastmetrics.metrics.how import ListMeasure
from fastmetrics.metrics.record import Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns


# ------------------------------------------------------------------------------ options
# Options that functions of ranked lists share: words, and the kernel's numbers.


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

# From here on 2**grade is infinite.
MOST_EXPONENT = 1024
A_GAIN = "document with a gain"

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


def check_averaging(average: Any, empty: Any) -> None:
    """Raise unless both options are known."""
    if not is_one_of(average, ("mean", None)):
        raise ValueError(f"average must be 'mean' or None, got {shown(average)}.")
    if not is_one_of(empty, EMPTY):
        raise ValueError(f"empty must be one of {EMPTY}, got {shown(empty)}.")


# ----------------------------------------------------------------------------- requests
# Requests of metrics to ranked lists: what each asks, and what it makes of the answer.
#
# A metric is a request of its parameters: which measure the kernel is to take of each
# query, and how the values of the queries become its own.


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
        k, level = cut_off(self.k), positive(self.relevance_level, "relevance_level")
        return Measure(self.kind, TIES.index(ties), k, level, self.parameters)

    def columns(self, lists: Lists) -> ListColumns:
        """Return the lists' columns, or those that the metric takes instead."""
        found = lists.columns
        if self.subtopics:
            level = positive(self.relevance_level, "relevance_level")
            return found.with_documents(level)
        if self.gains is not None:
            found = found.with_gains(dict(self.gains))
        return found.with_later_first() if self.later_first else found


# Documents of interest that share their score with another one.
TIED = Request(ranked.TIED, ties="worst")


def floored(request: Request, floor: Any) -> Request:
    """Return the same request with a lowest value, for a geometric mean."""
    lowest = number(floor, "floor")
    if not 0 < lowest <= 1:
        raise ValueError(f"floor must be in (0, 1], got {shown(floor)}.")
    return request._replace(floor=lowest)


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
    public: Any = row.public
    request: Request = public.request(**own)
    return request
