"""What a report says of retrieval: which queries are worst, and what ties can do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, written
from fastmetrics._common.records import plain_fields
from fastmetrics.catalog import METRICS
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.report.plots.retrieval import (
    RunData,
    cutoffs,
    query_differences,
    query_values,
)
from fastmetrics.report.sections import Plot, Section
from fastmetrics.resampling.list_plan import ListPlan
from fastmetrics.resampling.plan import Data
from fastmetrics.show.numbers import count, number, percent
from fastmetrics.show.text import Table
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.retrieval.answers import TieSpread
    from fastmetrics.metrics.retrieval.ranked_lists import QueryCounts
    from fastmetrics.report.sections import Setting
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Cell

# What is shown where nobody asks for metrics, in this order.
SHOWN = (
    "mean_average_precision",
    "ndcg_score@10",
    "ndcg_score",
    "mean_reciprocal_rank",
    "precision_at_k@10",
    "recall_at_k@10",
    "recall_at_k@100",
    "hit_rate@10",
    "r_precision",
    "bpref",
    "judged_at_k@10",
)
# The same of documents that are judged for sub-topics of the queries, first.
OF_SUBTOPICS = ("alpha_ndcg@20", "err_ia@20", "nrbp", "subtopic_recall@20")
# Cut-offs up to here are shown however short lists are.
LEAST_CUT = 10
# Only of lists of which some documents are not judged do these say anything.
OF_UNJUDGED = ("bpref", "judged_at_k@10")
# Options of how lists are made.
OF_RUNS = ("missing", "judged_only")
# Queries that a table shows at each end, and that programs read.
MOST_QUERIES, MOST_LISTED = 3, 10
# kind of picture -> what makes it, and whether it is shown unasked
PICTURES: Mapping[str, tuple[Any, bool]] = {
    "cutoffs": (cutoffs, True),
    "query_values": (query_values, False),
    "query_differences": (query_differences, True),
}


class OneQuery(NamedTuple):
    """A query: its value, and its documents."""

    query: Any
    value: float
    relevant: int
    found: int
    returned: int


class RunCounts(NamedTuple):
    """How many queries a run has, and documents in all of their lists.

    Attributes
    ----------
    n_queries : int
        Those that are judged.
    n_missing : int
        Queries for which it has no list.
    n_unjudged : int
        Queries for which it has one, and that nobody judged; they are left out.
    n_without_relevant : int
        Queries without a relevant document.
    n_returned, n_relevant, n_found : int
        Documents in its lists, relevant ones, and those that are both.
    """

    n_queries: int
    n_missing: int
    n_unjudged: int
    n_without_relevant: int
    n_returned: int
    n_relevant: int
    n_found: int

    @classmethod
    def of(cls, counts: QueryCounts, n_unjudged: int) -> RunCounts:
        """Add the counts of all queries up."""
        returned, relevant, found, _ = counts
        return cls(
            len(returned),
            int(np.count_nonzero(returned == 0)),
            n_unjudged,
            int(np.count_nonzero(relevant == 0)),
            int(returned.sum()),
            int(relevant.sum()),
            int(found.sum()),
        )


class RetrievalSection(Section):
    """What there is to say of ranked lists, beside values and differences.

    Attributes
    ----------
    kind : str
        "retrieval".
    queries : dict
        ``queries[model]`` counts its queries, and the documents in their lists.
    tie_spread : dict
        ``tie_spread[model][metric]`` is what the order of documents with one score can
        make of the metrics, where there are such documents.
    worst_queries, best_queries : dict
        ``worst_queries[model]`` lists queries with the lowest values of the leading
        metric, and their values.
    """

    family = "retrieval"
    kind = "retrieval"
    attributes = ("kind", "queries", "tie_spread", "worst_queries", "best_queries")
    frames: ClassVar = {"query": ()}
    plots: ClassVar = {
        kind: Plot(
            "there is one run"
            if kind == "query_differences"
            else "there are no ranked lists",
            unasked,
        )
        for kind, (_, unasked) in PICTURES.items()
    }
    leading = ("mean_average_precision", "ndcg_score@10")
    same_rows = say("paired by query")

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self._plan, self._setting = plan, setting
        if setting.method == "auto":
            self.differences_by = say("Student's t")
        self.queries = {
            model: RunCounts.of(plan.counts(model), plan.n_unjudged[model])
            for model in self.models
        }
        self._note_queries()
        self._note_ties()

    # -- notes

    def _note_queries(self) -> None:
        """Say which queries are missing, and which have nothing to find."""
        options = self._setting.options
        every = self.queries.values()
        for model, one in self.queries.items():
            name = self.names[model]
            if one.n_missing:
                self.notes.append(
                    say(
                        "{model} has no list for {n} of {k} queries, which count as "
                        "lists of nothing (missing='zero')",
                        model=name,
                        n=count(one.n_missing),
                        k=count(one.n_queries),
                    )
                )
        unjudged = max((one.n_unjudged for one in every), default=0)
        if unjudged:
            self.notes.append(
                say("queries that nobody judged are left out: {n}", n=count(unjudged))
            )
        if self._plan.n_unmatched:
            self.notes.append(
                say(
                    "queries that not all runs have are left out: {n}",
                    n=count(self._plan.n_unmatched),
                )
            )
        without = max((one.n_without_relevant for one in every), default=0)
        if without:
            fields = {"n": count(without), "k": count(self.n_rows)}
            self.notes.append(
                say(
                    "no relevant document in {n} of {k} queries, which are left out of "
                    "what asks for one (empty='skip')",
                    **fields,
                )
                if options.get("empty") == "skip"
                else say(
                    "no relevant document in {n} of {k} queries, which count as 0 in "
                    "what asks for one (empty='skip' leaves them out)",
                    **fields,
                )
            )

    def _note_ties(self) -> None:
        """Say what the order of documents with one score could change."""
        for model, by_metric in self.tie_spread.items():
            for metric, spread in by_metric.items():
                one = self.values[model][metric]
                half = (one.high - one.low) / 2
                if spread.best - spread.worst <= 2 * half:
                    continue
                self.notes.append(
                    say(
                        "{model}: documents with one score can make {metric} anything "
                        "from {worst} to {best}, in {share} of the queries; that is "
                        "more than its interval",
                        model=self.names[model],
                        metric=of_catalog(METRICS[metric].short),
                        worst=number(spread.worst, 3),
                        best=number(spread.best, 3),
                        share=percent(spread.share, 0),
                    )
                )

    @cached_property
    def tie_spread(self) -> dict[str, dict[str, TieSpread]]:
        """What the order of documents with one score can make of each metric."""
        found: dict[str, dict[str, TieSpread]] = {}
        for k, model in enumerate(self.models):
            spreads = self._plan.tie_spreads(k)
            if spreads:
                found[model] = {
                    metric: one
                    for metric, one in spreads.items()
                    if not math.isnan(one.share)
                }
        return found

    # -- queries

    @property
    def _metric(self) -> int | None:
        """The place of the metric by which queries are looked at; None: of none."""
        rows = [one.row for one in self._plan.asked]
        for place, row in enumerate(rows):
            estimates = (self.values[model][row.name].estimate for model in self.models)
            is_known = not any(math.isnan(one) for one in estimates)
            if is_known and row.made_of == "mean" and row.greater_is_better is not None:
                return place
        return None

    def _of_queries(self, metric: int) -> dict[str, NDArray[np.float64]]:
        """Return a metric's value for each query, by run."""
        return {
            model: self._plan.row_values(metric, k)
            for k, model in enumerate(self.models)
        }

    def _ordered(self, best_first: bool) -> dict[str, list[OneQuery]]:
        place = self._metric
        if place is None:
            return {}
        better = self._plan.asked[place].row.greater_is_better
        sign = -1 if best_first == bool(better) else 1
        ids = self._plan.query_ids
        found = {}
        for model, values in self._of_queries(place).items():
            counts = self._plan.counts(model)
            # Where there is nothing to find no run does well or badly.
            known = np.flatnonzero(~np.isnan(values) & (counts.relevant > 0))
            order = known[np.argsort(sign * values[known], kind="stable")]
            found[model] = [
                OneQuery(
                    ids[i],
                    float(values[i]),
                    int(counts.relevant[i]),
                    int(counts.found[i]),
                    int(counts.returned[i]),
                )
                for i in order[:MOST_LISTED].tolist()
            ]
        return found

    @cached_property
    def worst_queries(self) -> dict[str, list[OneQuery]]:
        """Queries with the worst values of the leading metric, by run."""
        return self._ordered(best_first=False)

    @cached_property
    def best_queries(self) -> dict[str, list[OneQuery]]:
        """Queries with the best values of it."""
        return self._ordered(best_first=True)

    # -- text

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse data that are no lists."""
        of_runs = [name for name in OF_RUNS if options.get(name) is not None]
        if data.summary is not None:
            if of_runs:
                raise TypeError(f"{of_runs[0]} is for judgements and runs")
            return options
        for model, columns in data.models.items():
            whose = "" if model == UNNAMED else f"model {shown(model)} has "
            if {"lists", "y_score"} <= {*columns}:
                raise TypeError(f"{whose}lists and y_score: give one of them")
        if any("y_score" in columns for columns in data.models.values()):
            if "y_true" not in data.shared:
                raise TypeError("y_score is of no use without y_true")
            if of_runs:
                raise TypeError(f"{of_runs[0]} is for judgements and runs")
        elif not data.models:
            raise TypeError("retrieval needs y_true and y_score, or a run, or lists")
        return options

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Return a few usual ones, and of lists judged in part those for these."""
        named = (
            METRICS[name]
            for name in (*(OF_SUBTOPICS if plan.has_subtopics else ()), *SHOWN)
            if plan.has_unjudged or name not in OF_UNJUDGED
        )
        # Of lists that are shorter than that, all is said without it.
        most = max(plan.longest, LEAST_CUT)
        return [
            row
            for row in named
            if row.name in OF_SUBTOPICS or row.parameters.get("k", most) <= most
        ]

    def counted(self) -> Message:
        """Return how many queries were judged."""
        return say("{n} queries", n=count(self.n_rows))

    def header(self) -> dict[str, list[str]]:
        """Say how many queries there are, and what each run found of what is there."""
        every = {
            (one.n_returned, one.n_relevant, one.n_found): one
            for one in self.queries.values()
        }
        first = next(iter(every.values()))
        if len(every) == 1 and first.n_found == first.n_relevant:
            # All that is judged is in the lists.
            line = say(
                "{queries}, {returned} documents, {relevant} of them relevant",
                queries=self.counted(),
                returned=count(first.n_returned),
                relevant=count(first.n_relevant),
            )
            return {"rows": [line]}
        lines: list[str] = [
            say(
                "{queries}, {relevant} relevant documents",
                queries=self.counted(),
                relevant=count(first.n_relevant),
            )
        ]
        lines += [
            say(
                "{model}: {returned} documents returned, {found} of them relevant",
                model=self.names[model],
                returned=count(one.n_returned),
                found=count(one.n_found),
            )
            for model, one in self.queries.items()
        ]
        return {"rows": lines}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield the queries at both ends of each run, and where two differ most."""
        place = self._metric
        if place is None:
            return
        found = [self._both_ends(model, place, MOST_QUERIES) for model in self.models]
        if len(self.models) == 2:
            found.append(self._farthest_apart(place, MOST_QUERIES))
        # No query may have a value, and no two runs may differ.
        yield from (table for table in found if table.rows)

    def details(self) -> Iterator[Table]:
        """Yield more queries at both ends of each run."""
        place = self._metric
        if place is not None:
            found = (
                self._both_ends(model, place, MOST_LISTED) for model in self.models
            )
            yield from (table for table in found if table.rows)

    def _both_ends(self, model: str, place: int, most: int) -> Table:
        short = of_catalog(METRICS[self.metrics[place]].short)
        worst, best = self.worst_queries[model][:most], self.best_queries[model][:most]
        ends = [*worst, *(one for one in reversed(best) if one not in worst)]
        rows: list[list[Cell]] = [
            [
                written(one.query),
                number(one.value, 4),
                count(one.relevant),
                count(one.found),
                count(one.returned),
            ]
            for one in ends
        ]
        title = self.titled(
            say("Queries with the worst and the best {metric}", metric=short), model
        )
        headers = [
            say("Query"),
            short,
            say("Relevant"),
            say("Found"),
            say("Returned"),
        ]
        return Table(title, headers, rows, frozenset({1, 2, 3, 4}))

    def _farthest_apart(self, place: int, most: int) -> Table:
        short = of_catalog(METRICS[self.metrics[place]].short)
        a, b = self.models
        both = self._of_queries(place)
        apart = both[a] - both[b]
        known = np.flatnonzero(~np.isnan(apart))
        order = known[np.argsort(apart[known], kind="stable")]
        ends = [*order[::-1][:most], *order[:most][::-1]]
        ends = [i for i in dict.fromkeys(ends) if apart[i] != 0]
        rows: list[list[Cell]] = [
            [
                written(self._plan.query_ids[i]),
                number(both[a][i], 4),
                number(both[b][i], 4),
                number(apart[i], 4),
            ]
            for i in ends
        ]
        title = say("Queries on which {metric} differs most", metric=short)
        names = self.names[a], self.names[b]
        headers = [say("Query"), *names, say("Difference")]
        return Table(title, headers, rows, frozenset({1, 2, 3}))

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return what there is of queries."""
        names = "kind queries tie_spread worst_queries best_queries"
        return plain_fields(self, names)

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return every metric of each query."""
        found = []
        ids = self._plan.query_ids.tolist()
        for k, model in enumerate(self.models):
            counts = self._plan.counts(model)
            columns: dict[str, Any] = {
                one.row.name: self._plan.of_queries(place, k).tolist()
                for place, one in enumerate(self._plan.asked)
            }
            columns |= {
                "relevant": counts.relevant.tolist(),
                "found": counts.found.tolist(),
                "returned": counts.returned.tolist(),
                "nonrelevant": counts.nonrelevant.tolist(),
            }
            found += [
                {"model": model, per: name}
                | {column: values[i] for column, values in columns.items()}
                for i, name in enumerate(ids)
            ]
        return found

    # -- pictures

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how metrics depend on the cut-off, and how queries differ."""
        place = self._metric
        if place is None:
            return None
        row = self._plan.asked[place].row
        made = RunData(
            {model: self.names[model] for model in self.models},
            self.series,
            self.values,
            row.name,
            of_catalog(row.short),
            bool(row.greater_is_better),
            self._of_queries(place),
            self._plan.query_ids,
            self._at_cutoffs,
            self._plan.longest,
        )
        make, _ = PICTURES[kind]
        found: Picture | None = make(made, **options)
        return found

    def _at_cutoffs(self, names: Sequence[str]) -> Mapping[str, Mapping[str, Any]]:
        """Return the values of further metrics of the same lists, with intervals."""
        setting = self._setting
        lists = {model: {"lists": one} for model, one in self._plan.lists.items()}
        plan = ListPlan(Data({}, lists), setting.design, setting.options)
        plan.ask(self.ask([METRICS[name] for name in names], plan, setting.options))
        made = make_intervals(
            plan,
            confidence_level=setting.confidence_level,
            method="auto",
            n_resamples=None,
            seed=setting.options["seed"],
        )
        values: Mapping[str, Mapping[str, Any]] = made.values
        return values
