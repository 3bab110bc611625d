"""The plans of lists: ranked documents of queries, and recommended items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.item_lists import ItemLists, read_lists
from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.recommendation.family import FAMILY as RECOMMENDATION_FAMILY
from fastmetrics.metrics.recommendation.item_counts import ItemCounts
from fastmetrics.metrics.record import BOOTSTRAP, PROPORTION, SKEWED_T, UNNAMED, Metric
from fastmetrics.metrics.retrieval.answers import (
    Answers,
    TieSpread,
    answer,
    tie_spreads,
)
from fastmetrics.metrics.retrieval.family import FAMILY
from fastmetrics.metrics.retrieval.ranked_lists import (
    QueryCounts,
    count_documents,
    matched,
    read_ranked_lists,
)
from fastmetrics.metrics.retrieval.requests import TIED, Request, request_of
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, Of, Refusal
from fastmetrics.resampling.row_intervals import has_row_values, is_mean
from fastmetrics.resampling.row_plan import RowPlan

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.ranked_lists import RankedLists


# ---------------------------------------------------------------------------- list plan
# ListPlan: plan of metrics of retrieval.
# A row is a query here, and its contribution is its value of the metric. Runs are
# paired by query: the difference of two runs is taken query by query.


STUDENT = "t"
# Parameters for the aggregation of the queries' values.
_OF_THE_MEAN = ("empty", "average", "sample_weight")
# The metric that depends on the order of any two documents with different grades.
_NDCG = next(row for row in FAMILY.metrics if row.name == "ndcg_score")


class ListPlan(RowPlan):
    """Plan of metrics of retrieval.

    Columns are "y_true", "query_id", "doc_id" and, for each run, "y_score"; or each run
    has "lists", its RankedLists, as has a summary in place of the columns.

    Attributes
    ----------
    lists : dict of str to RankedLists
        Of each run.
    query_ids : ndarray
        The queries that all runs have, in the order of the first one.
    n_unmatched : int
        Queries that some runs have and others have not.
    """

    family = FAMILY
    common = ("relevance_level", "ties", "empty")

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.lists = _lists_of(data)
        self.query_ids, self._places, self.n_unmatched = matched([*self.lists.values()])
        self._values: dict[tuple[int, int], NDArray[np.float64]] = {}
        self._reasons: dict[int, str] = {}
        self._requests: dict[int, Request] = {}
        self._answers: dict[int, Answers] = {}
        super().__init__(Data({}, {name: {} for name in self.lists}), design, options)
        self.summaries = self.lists

    def _count(self) -> int:
        return len(self.query_ids)

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted."""
        for row, given in asked:
            if given.get("average", "mean") is None:
                raise ValueError(
                    f"{row.name} gives a number for each query with average=None; an "
                    "interval is for one number."
                )
        super().ask(asked)
        self._values, self._reasons, self._answers = {}, {}, {}
        self._requests = {}
        for metric, bound in enumerate(self.asked):
            # An error of one metric is raised when its value is needed.
            with suppress(TypeError, ValueError):
                self._requests[metric] = request_of(*bound)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the run's lists, in place of the columns."""
        lists = self.lists[self.names[model]]
        alone = len(self.family.leading(self.asked[metric].row)) == 1
        return (lists,) if alone else (lists, None)

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        if self._places[model] is None:
            return self._answer(metric, model, self.asked[metric].parameters)
        return float(self.estimates[model, metric])

    # --- what there is

    @property
    def has_unjudged(self) -> bool:
        """Whether the lists contain unjudged documents."""
        return any(not one.columns.all_judged for one in self.lists.values())

    @property
    def has_subtopics(self) -> bool:
        """True if documents have grades for sub-topics of their query."""
        return any(one.has_subtopics for one in self.lists.values())

    @property
    def longest(self) -> int:
        """How many documents the longest list has."""
        return max(one.columns.opened.longest for one in self.lists.values())

    @property
    def n_unjudged(self) -> dict[str, int]:
        """Number of queries of each run without relevance grades."""
        return {name: one.n_unjudged_queries for name, one in self.lists.items()}

    def tie_spreads(self, model: int) -> dict[str, TieSpread]:
        """Return the range of each metric over the orders of tied documents.

        Empty where it can make nothing of NDCG: it has the same score for all
        documents.
        """
        lists = self.lists[self.names[model]]
        if not self._has_ties(model):
            return {}
        asked: list[tuple[Metric, Mapping[str, Any]]] = [(_NDCG, {})]
        names = []
        for row, given in self.asked:
            if "ties" in row.options:
                asked.append((row, {**given, "sample_weight": None}))
                names.append(row.name)
        of_gains, *found = tie_spreads(lists, asked)
        return dict(zip(names, found, strict=True)) if of_gains.share else {}

    def _has_ties(self, model: int) -> bool:
        """Whether a document of interest has the score of another one."""
        values, _ = self._answers_of(model).of(TIED)
        return bool(values.any())

    def of_queries(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return the value of each query, as the metric's function gives it."""
        values = self.row_values(metric, model)
        return np.exp(values) if self.asked[metric].row.made_of == "exp" else values

    def counts(self, model: str) -> QueryCounts:
        """Return the counts of each query in a run."""
        level = self._options.get("relevance_level")
        found = count_documents(self.lists[model], 1 if level is None else level)
        places = self._places[self.names.index(model)]
        if places is None:
            return found
        return QueryCounts(*(one[places] for one in found))

    # --- what queries contribute

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return the value of each query, NaN where it is left out."""
        key = metric, model
        if key not in self._values:
            self._values[key] = self._of_queries(metric, model)
        return self._values[key]

    def _of_queries(self, metric: int, model: int) -> NDArray[np.float64]:
        row, given = self.asked[metric]
        places = self._places[model]
        given = {**given, "average": None, "sample_weight": None}
        if given.get("empty") == "skip":
            given["empty"] = "nan"
        try:
            values = self._answer(metric, model, given)
        except TiesError as error:
            self._reasons[metric] = str(error).rstrip(".")
            return np.full(self.n_rows, np.nan)
        if row.made_of == "exp":
            values = np.log(values)
        return values if places is None else values[places]

    def _answer(self, metric: int, model: int, given: Mapping[str, Any]) -> Any:
        """Return the value of a metric's function for a run."""
        options = {name: given[name] for name in _OF_THE_MEAN if name in given}
        return answer(
            self._requests.get(metric) or request_of(*self.asked[metric]),
            self.lists[self.names[model]],
            self.asked[metric].row.function,
            answers=self._answers_of(model),
            **options,
        )

    def _answers_of(self, model: int) -> Answers:
        """Return the results of one pass over a run, for all requested metrics."""
        if model not in self._answers:
            requests = [*self._requests.values()]
            if len(requests) > 1:  # only a report of several metrics looks for ties
                requests.append(TIED)
            self._answers[model] = Answers(self.lists[self.names[model]], requests)
        return self._answers[model]

    # --- how an interval is made

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        way = super().method(metric, asked, of)
        if metric in self._reasons:
            return Refusal(self._reasons[metric])
        if way not in PROPORTION or self._is_share(metric, of[0]):
            return way
        if asked == "auto":
            return SKEWED_T
        name = self.asked[metric].row.name
        return refusals.not_a_share(asked, name, because="where documents are tied")

    def _way(self, way: str, asked: str, of: Of) -> str | Refusal:
        """Name the way that suits the design; of two runs it is Student's t.

        Their differences are 0 for many queries and have heavy tails on both sides, so
        the skewness of a few is mostly noise.
        """
        if asked == "auto" and len(of) > 1:
            return STUDENT
        return super()._way(way, asked, of)

    def _is_share(self, metric: int, model: int) -> bool:
        """Whether each query has a value of 0 or 1, or none."""
        values = self.row_values(metric, model)
        return bool(np.isin(values[~np.isnan(values)], (0.0, 1.0)).all())


def _lists_of(data: Data) -> dict[str, RankedLists]:
    """Return the lists of each run."""
    if data.summary is not None:
        return {name: data.summary for name in data.models or [UNNAMED]}
    beside: dict[str, Any] = {
        name: data.shared.get(name) for name in ("query_id", "doc_id")
    }
    found = {}
    for name, columns in data.models.items():
        if "lists" in columns:
            found[name] = read_ranked_lists(columns["lists"], None, **beside)
        else:
            grades = data.shared["y_true"]
            # Metrics of grades alone do not use the scores.
            found[name] = read_ranked_lists(
                grades, columns.get("y_score", grades), **beside, subtopics=True
            )
    return found


# ------------------------------------------------------------------ recommendation plan
# RecommendationPlan: plan of metrics of recommendation.


class RecommendationPlan(RowPlan):
    """Plan of metrics of recommendation.

    A row is a user, whose list is what "recommended" has of each model; in place of all
    may stand an ItemCounts.

    Attributes
    ----------
    lists : dict of str to ItemLists
        The lists of each model, as they were given.
    """

    family = RECOMMENDATION_FAMILY

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.lists: dict[str, ItemLists] = {}
        super().__init__(data, design, options)
        self.kinds = tuple(self._kinds())
        if data.summary is None:
            k = options.get("k")
            self.summaries = _Counts(self.lists, k)

    def _count(self) -> int:
        """Read the lists, and return how many users there are."""
        user_id = self._data.shared.get("user_id")
        for model, columns in self._data.models.items():
            if "recommended" in columns:
                self.lists[model] = read_lists(columns["recommended"], user_id=user_id)
        counts = {model: lists.n_users for model, lists in self.lists.items()}
        if len({*counts.values()}) > 1:
            told = some([f"{shown(one)} {n}" for one, n in counts.items()], ", ")
            raise ValueError(
                f"recommended must have a list for the same users of each model: {told}"
            )
        return next(iter(counts.values()), 1)

    def _kinds(self) -> list[str]:
        """Return the targets of the data."""
        given = self._data.shared
        found = ["lists"] if self.lists or self._summary is not None else []
        has_lists = bool(self.lists)
        can_compare = "features" in given or "similarity" in given
        needs = {
            "catalog": "catalog" in given,
            "users": self._options.get("n_users") is not None,
            "popularity": "popularity" in given,
            "features": can_compare,
            "history": "history" in given and can_compare,
            "relevant": {"relevant", "expected"} <= {*given},
        }
        found += [name for name, is_there in needs.items() if is_there and has_lists]
        models = self._data.models.values()
        if "catalog" in given and all("predictable" in one for one in models):
            found.append("predictable")
        return found

    # --- single users

    @property
    def users(self) -> list[Any]:
        """The ids of the users, or their numbers where they have none."""
        first = next(iter(self.lists.values()))
        return [*range(first.n_users)] if first.users is None else first.users.tolist()

    @property
    def means(self) -> list[int]:
        """The places of the metrics that are means over users."""
        return [place for place, one in enumerate(self.asked) if is_mean(one.row)]

    def lengths(self, model: str) -> NDArray[np.int64]:
        """Return how many items each user's list has."""
        lengths = self.lists[model].lengths
        k = self._options.get("k")
        return lengths if k is None else np.minimum(lengths, k)

    # --- metrics

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where counts do not tell one."""
        if self._summary is not None:
            for row, _ in asked:
                beside = [name for name in self.family.leading(row)[1:]]
                if beside:
                    raise TypeError(
                        f"{row.name} needs {beside[0]}, which does not go with "
                        "ItemCounts: pass it to their compute"
                    )
        super().ask(asked)

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        found = super()._completed(row, given)
        found.pop("user_id", None)  # the lists have been read with it
        return found

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the lists, which functions take in place of the columns."""
        if self._summary is not None:
            return (self._summary,)
        name = self.names[model]
        own = {**self._data.shared, **self._data.models[name]}
        if name in self.lists:
            own["recommended"] = self.lists[name]
        return tuple(own[each] for each in self.family.leading(self.asked[metric].row))

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        if self._summary is not None and has_row_values(row):
            why = refusals.COUNTS_LACK_USERS
            return refusals.unknown_interval(row.name, why, asked)
        if row.interval == "jackknife" and asked in BOOTSTRAP:
            why = f"by {asked!r}: users who are drawn twice would be pairs of one list"
            return refusals.unknown_interval(row.name, why, asked)
        return super().method(metric, asked, of)


class _Counts(dict[str, ItemCounts]):
    """The counts of each model's lists, made when first asked for."""

    def __init__(self, lists: Mapping[str, ItemLists], k: int | None) -> None:
        super().__init__()
        self._lists, self._k = lists, k

    def __missing__(self, model: str) -> ItemCounts:
        self[model] = ItemCounts.from_lists(self._lists[model], k=self._k)
        return self[model]
