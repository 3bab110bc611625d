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


def choice(name: str, word: Any, choices: tuple[str, ...]) -> float:
    """Return the number of a word among those that an option can be."""
    if not is_one_of(word, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(word)}.")
    return float(choices.index(word))


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
# Request of a metric: the kernel's measure of each query, and how the values of the
# queries become the value of the metric.


# Parameters of the data and of the mean over queries.
_OF_ALL = ("query_id", "doc_id", "empty", "average", "sample_weight")

Check = Callable[["ListColumns", "Grades"], None]


class Lists(Protocol):
    """The attributes of ranked lists that requests read."""

    columns: ListColumns
    ties: Ties

    @property
    def query_ids(self) -> NDArray[Any]:
        """The ids of the queries."""


class Grades(NamedTuple):
    """Lowest and largest grade of the lists, with 0 among the grades."""

    least: float
    largest: float


class Measure(NamedTuple):
    """Checked arguments of the kernel for one measure."""

    kind: int
    ties: int
    k: int
    relevance_level: float
    parameters: tuple[float, ...]


class Request(NamedTuple):
    """Request of a metric to the pass over the queries.

    Attributes
    ----------
    kind : int
        The kernel's measure.
    k, relevance_level, ties : object
        As in the public functions; ties None: those of the lists.
    parameters : tuple of float
        Further arguments of the kernel for this measure.
    gains : tuple of pairs of float, optional
        Grades and their gains.
    later_first : bool
        Whether the later row comes first if scores are equal.
    check : callable, optional
        ``check(columns, grades)`` raises if the metric is not defined for the lists.
    open_to_ties : bool
        Whether the kernel returns infinity if the value depends on the order of ties.
    floor : float, optional
        Lowest value of a query; the mean is then the geometric mean.
    subtopics : bool
        Whether the metric reads sub-topics: grades are then numbers of documents.
    lacks : str
        What a query without a value lacks, for messages.
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
        """Return the arguments of the kernel; raise if an option is wrong."""
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
        columns = lists.columns
        if self.subtopics:
            level = positive(self.relevance_level, "relevance_level")
            return columns.with_documents(level)
        if self.gains is not None:
            columns = columns.with_gains(dict(self.gains))
        return columns.with_later_first() if self.later_first else columns


# Documents of interest that share their score with another one.
TIED = Request(ranked.TIED, ties="worst")


def floored(request: Request, floor: Any) -> Request:
    """Return the same request with a lowest value, for a geometric mean."""
    lowest = number(floor, "floor")
    if not 0 < lowest <= 1:
        raise ValueError(f"floor must be in (0, 1], got {shown(floor)}.")
    return request._replace(floor=lowest)


def request_of(row: Metric, parameters: Mapping[str, Any]) -> Request:
    """Return the request of a metric of the catalog, with these parameters."""
    if not isinstance(row.how, ListMeasure):
        raise ValueError(f"{row.name!r} has no value for each query")
    own = {name: value for name, value in parameters.items() if name not in _OF_ALL}
    for name in own:
        if name not in row.options:
            raise TypeError(
                f"{row.function}() got an unexpected keyword argument {name!r}"
            )
    public: Any = row.public
    request: Request = public.request(**own)
    return request
