"""Values of requests to ranked lists, for one order or averaged over ties."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, warn
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import ranked
from fastmetrics.exceptions import TiesError, UndefinedMetricWarning
from fastmetrics.metrics.retrieval.requests import (
    GradeRange,
    Measure,
    check_averaging,
    request_of,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.retrieval.columns import ListColumns
    from fastmetrics.metrics.retrieval.requests import Lists, Request


# ------------------------------------------------------------------------------ answers
# Values of several requests to the same ranked lists, from one pass over the queries.
#
# A public function creates one request. A report collects the requests of its records,
# and `Answers` measures all of them together.


# Documents of a block of queries, which one thread measures.
_BLOCK = 1 << 18


class Answers:
    """Values of requests to the same lists, from one pass for the same columns.

    Parameters
    ----------
    lists : RankedLists
        What is measured.
    requests : iterable of Request
        Requests that will be made.
    """

    def __init__(self, lists: Lists, requests: Iterable[Request] = ()) -> None:
        self.lists = lists
        # By the columns that are measured.
        self._wanted: dict[Any, dict[Measure, None]] = {}
        self._found: dict[
            Any, tuple[list[Measure], NDArray[np.float64], GradeRange]
        ] = {}
        for request in requests:
            self._want(request)

    def _want(self, request: Request) -> Measure:
        measure = request.measure(self.lists)
        self._wanted.setdefault(_regrading(request), {})[measure] = None
        return measure

    def of(self, request: Request) -> tuple[NDArray[np.float64], GradeRange]:
        """Return the values of the queries, and the range of the grades."""
        key, measure = _regrading(request), self._want(request)
        if key not in self._found or measure not in self._found[key][0]:
            measures = [*self._wanted[key]]
            columns = request.columns(self.lists)
            self._found[key] = measures, *one_pass(columns, measures)
        measures, values, grades = self._found[key]
        return values[:, measures.index(measure)].copy(), grades


def _regrading(request: Request) -> tuple[Any, ...]:
    """Return a key that differs if two requests read different columns."""
    level = request.relevance_level if request.subtopics else None
    return request.gains, request.later_first, level


def per_query(
    request: Request, lists: Lists, name: str, answers: Answers | None = None
) -> NDArray[np.float64]:
    """Return the value of each query; NaN for a query without relevant documents.

    ``name`` is the name of the function. Raises TiesError if the value depends on the
    order of ties.
    """
    if answers is not None:
        values, grades = answers.of(request)
    else:
        measure = request.measure(lists)
        columns, grades = one_pass(request.columns(lists), [measure])
        values = columns[:, 0]
    if request.check is not None:
        request.check(lists.columns, grades)
    if request.open_to_ties:
        _refuse_ties(values, lists, request, name)
    return values if request.floor is None else np.maximum(values, request.floor)


def answer(
    request: Request,
    lists: Lists,
    name: str,
    empty: Any = "zero",
    average: Any = "mean",
    sample_weight: ArrayLike | None = None,
    answers: Answers | None = None,
) -> Any:
    """Return the mean of the queries' values, or these; `empty` replaces NaN.

    ``name`` is the name of the function, ``answers`` earlier answers of the same lists.
    """
    check_averaging(average, empty)
    values = per_query(request, lists, name, answers)
    nothing = np.isnan(values)
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(values))
    if nothing.any():
        if empty == "error":
            first = int(np.flatnonzero(nothing)[0])
            raise ValueError(
                f"y_true has no {request.lacks} for {np.count_nonzero(nothing)} of "
                f"{len(values)} queries, the first of them "
                f"{shown(lists.query_ids[[first]].tolist()[0])}: {name} is undefined "
                "there."
            )
        if empty == "zero":
            values = np.where(nothing, request.floor or 0.0, values)
        elif empty == "skip" and average is not None:
            values = values[~nothing]
            weights = None if weights is None else weights[~nothing]
    if average is None:
        return values
    if not len(values) or (weights is not None and not weights.any()):
        warn(
            f"No query has a {request.lacks}, so {name} is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    if request.floor is not None:
        return math.exp(_mean(np.log(values), weights))
    return _mean(values, weights)


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64] | None) -> float:
    if weights is not None:
        return float(values @ (weights / weights.sum()))
    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(np.add.reduce(values)) / len(values)  # faster than np.mean
        if math.isinf(mean):  # the sum of finite values may be infinite
            mean = float((values / len(values)).sum())
    return mean


def _refuse_ties(
    values: NDArray[np.float64], lists: Lists, request: Request, name: str
) -> None:
    """Raise if the kernel returns infinity: the value depends on the order of ties."""
    left_open = np.flatnonzero(np.isinf(values))
    if len(left_open):
        first = shown(lists.query_ids[left_open[:1]].tolist()[0])
        ties = lists.ties if request.ties is None else request.ties
        raise TiesError(
            f"{name} is not defined with ties={ties!r} where relevant documents have "
            f"the score of others, as in {len(left_open)} of {len(values)} queries, "
            f"the first of them {first}: ties='input' or 'doc_id' gives an order."
        )


def one_pass(
    columns: ListColumns, measures: Sequence[Measure]
) -> tuple[NDArray[np.float64], GradeRange]:
    """Return measures of each query, (n_queries, n_measures), by a pass of the kernel.

    The value of a query without relevant documents is NaN. Scores and grades that are
    not finite raise.
    """
    opened = columns.opened
    n = opened.n
    longest = opened.longest + opened.most_unreturned
    specified = ranked.Measures(measures, longest)
    values = np.empty((n, len(measures)))
    if n == 0:
        return values, GradeRange(0.0, 0.0)
    step = max(1, _BLOCK * n // max(opened.n_rows, 1))
    if step >= n:
        blocks = [opened.measure(specified, 0, n, values)]
    else:
        blocks = threads.map_blocks(
            lambda at: opened.measure(
                specified, at, min(at + step, n), values[at : at + step]
            ),
            range(0, n, step),
        )
    met = 0
    for wrong, _, _ in blocks:
        met |= wrong
    if met:
        columns.raise_not_finite()
    return values, GradeRange(min(f[1] for f in blocks), max(f[2] for f in blocks))


# -------------------------------------------------------------------------- tie spreads
# What equal scores leave open: a metric at its worst, in the mean, and at its best.


ORDERS = ("worst", "best", "average")


class TieSpread(NamedTuple):
    """Smallest, mean and largest value of a metric over the orders of ties."""

    worst: float
    """Where all ties go against it; NaN where the metric has no such value."""
    average: float
    """The expectation over all orders of equal scores; NaN likewise."""
    best: float
    """Where all ties go for it; NaN likewise."""
    share: float
    """Queries whose value ties can change; NaN likewise."""


def tie_spreads(
    lists: Lists, metrics: Sequence[tuple[Metric, Mapping[str, Any]]]
) -> list[TieSpread]:
    """Return the spreads of metrics with their parameters, in one pass."""
    requests = [
        [request_of(row, {**parameters, "ties": ties}) for ties in ORDERS]
        for row, parameters in metrics
    ]
    answers = Answers(lists, [request for own in requests for request in own])
    with hold_warnings():
        return [
            _spread(lists, row.function, parameters, own, answers)
            for (row, parameters), own in zip(metrics, requests, strict=True)
        ]


def _spread(
    lists: Lists,
    name: str,
    parameters: Mapping[str, Any],
    requests: Sequence[Request],
    answers: Answers,
) -> TieSpread:
    options = {k: parameters[k] for k in ("empty", "sample_weight") if k in parameters}
    worst, best, middle = (
        partial(answer, request, lists, name, answers=answers, **options)
        for request in requests
    )
    try:
        at_worst, at_best = worst(average=None), best(average=None)
    except TiesError:
        return TieSpread(math.nan, math.nan, math.nan, math.nan)
    try:
        average = middle()
    except TiesError:  # there is no expectation
        average = math.nan
    differs = (at_worst != at_best) & ~(np.isnan(at_worst) & np.isnan(at_best))
    share = float(np.mean(differs)) if len(differs) else math.nan
    return TieSpread(worst(), average, best(), share)
