"""Requests to ranked lists and their options, and the decorator of their metrics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    get_args,
)

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_one_of, number, positive
from fastmetrics._common.records import Module, Reference, as_public
from fastmetrics._kernels import ranked
from fastmetrics.metrics.how import ListMeasure, MadeOf
from fastmetrics.metrics.record import SKEWED_T, Metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.judgements import Qrels, Run, SubtopicQrels
    from fastmetrics.metrics.retrieval.columns import ListColumns

    # Judgements in any form are grades, and their run is the scores.
    Judged: TypeAlias = Mapping[Any, Mapping[Any, float]]
    Grades: TypeAlias = "ArrayLike | Lists | Qrels | SubtopicQrels | Judged"
    Scores: TypeAlias = ArrayLike | Run | Judged | None


# ------------------------------------------------------------------------------ options
# Options that functions of ranked lists share: words, and the kernel's numbers.


Ties: TypeAlias = Literal["average", "best", "worst", "input", "doc_id", "trec_eval"]
Empty: TypeAlias = Literal["zero", "skip", "nan", "error"]
Average: TypeAlias = Literal["mean"]
Gain: TypeAlias = Literal["linear", "exponential"] | Mapping[float, float]

# In the order of the kernel's numbers (fm_ranked.h, fm_precisions.h, fm_hits.h,
# fm_normalized_gains.h).
TIES = get_args(Ties)
NORMALIZERS = ("relevant", "cutoff", "returned")
DIVISORS = ("k", "returned")
ROUNDINGS = ("up", "nearest")
PLACES = ("relevant", "grades")
BY_CUTOFF = 1.0

# From here on 2**grade is infinite.
MOST_EXPONENT = 1024
A_GAIN = "document with a gain"

BY_ID = ("doc_id", "trec_eval")
EMPTY = get_args(Empty)


def choice(name: str, word: Any, choices: tuple[str, ...]) -> float:
    """Return the index of a word among the choices of an option."""
    if not is_one_of(word, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(word)}.")
    return float(choices.index(word))


def required(k: Any) -> Any:
    """Return the cut-off of a measure that requires one."""
    if k is None:
        raise TypeError("k must be a whole number of at least 1, got None.")
    return k


def cut_off(k: Any) -> int:
    """Return the cut-off for the kernel."""
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

Check = Callable[["ListColumns", "GradeRange"], None]


class Lists(Protocol):
    """The attributes of ranked lists that requests read."""

    columns: ListColumns
    ties: Ties

    @property
    def query_ids(self) -> NDArray[Any]:
        """The ids of the queries."""


class GradeRange(NamedTuple):
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
        Kind of documents that a query without a value lacks, for messages.
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


# -------------------------------------------------------------------------- list metric


_LISTS = Module("fastmetrics.metrics.retrieval.ranked_lists")
_ANSWER = Reference("fastmetrics.metrics.retrieval.answers.answer")


def list_metric(
    title: str,
    *aliases: str,
    made_of: MadeOf = "mean",
    reader: str = "read_ranked_lists",
    without: Collection[str] = (),
    order: Sequence[str] = (),
    **facts: Any,
) -> Callable[[Callable[..., Request]], Any]:
    """Make a public function of a definition, which returns a `Request`.

    The function reads the lists, and returns the mean over queries or their values. Its
    attribute ``request`` is the definition, and ``record`` its record.

    Keywords of the definition come before those of `_common`. If it lacks ``ties``, the
    value does not depend on the order, and the function has no ``doc_id`` either.

    Parameters
    ----------
    title, *aliases : str
        As in the record.
    made_of : {"mean", "exp"}, default="mean"
        Function of the mean over queries.
    reader : str, default="read_ranked_lists"
        Name of the function of `ranked_lists` that reads the lists.
    without : collection of str
        Common keywords that the function lacks.
    order : sequence of str
        All parameters, if their order differs.
    **facts : object
        Further fields of the record.
    """

    def decorate(definition: Callable[..., Request]) -> Any:
        depends = "ties" in definition.__annotations__
        absent = {*without} if depends else {*without, "doc_id", "ties"}
        has_ids, has_empty = "doc_id" not in absent, "empty" not in absent
        name = definition.__name__

        def metric(
            y_true: Any,
            y_score: Any = None,
            *,
            query_id: Any = None,
            average: Any = "mean",
            sample_weight: Any = None,
            **own: Any,
        ) -> Any:
            read, answer = _read_and_answer(reader)
            doc_id = own.pop("doc_id", None) if has_ids else None
            empty = own.pop("empty", "zero") if has_empty else "zero"
            request = definition(**own)
            lists = read(y_true, y_score, query_id, doc_id, request.subtopics)
            return answer(request, lists, name, empty, average, sample_weight)

        every = _COMMON.parameters
        kept = [every[name] for name in every if name not in absent]
        common = _COMMON.replace(parameters=kept)
        array_if = ("average", "Average", "None")
        public = as_public(metric, definition, "query_id", common, array_if)
        parameters = public.__signature__.parameters
        if order:
            ordered = [parameters[name] for name in order if name in parameters]
            public.__signature__ = common.replace(parameters=ordered)
        public.request = definition
        record = {
            "how": ListMeasure(made_of, _LISTS.read_queries),
            "interval": SKEWED_T,
            "aliases": aliases,
            "required": tuple(
                name
                for name, parameter in parameters.items()
                if parameter.default is Parameter.empty and name != "y_true"
            ),
            "in_report": False,
        }
        public.record = Metric(name, title, **{**record, **facts})
        return public

    return decorate


@cache
def _read_and_answer(reader: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the reader and `answer`, which the catalog does not load."""
    return getattr(_LISTS, reader).load(), _ANSWER.load()


def _common(
    y_true: Grades,
    y_score: Scores = None,
    *,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    ties: Ties | None = None,
    empty: Empty = "zero",
    average: Average | None = "mean",
    sample_weight: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    """Define the parameters that functions of ranked lists share."""
    raise NotImplementedError


_COMMON = signature(_common)
