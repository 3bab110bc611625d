"""Section of a report about scores of items: neighbours, and variance components."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.interval import turned
from fastmetrics._common.records import plain_all
from fastmetrics.catalog import METRICS
from fastmetrics.leaderboards.item_planning import item_sample_size
from fastmetrics.leaderboards.item_variances import variance_of_model
from fastmetrics.report.sections import Section
from fastmetrics.show.numbers import count, estimates
from fastmetrics.show.text import Table
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastmetrics._common.interval import Interval
    from fastmetrics.leaderboards.item_variances import ScoreVariance
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.text import Cell

# Models that a table shows; programs read all.
MOST_MODELS = 50
# The power of a comparison for which items are counted.
POWER = 0.8


class Neighbours(NamedTuple):
    """Two models next to each other in the ranking.

    Attributes
    ----------
    better, worse : str
        The models.
    difference : Interval
        The value of the better model minus the value of the worse one.
    n_common : int
        Number of items that both models have.
    n_needed : int or None
        Number of items like these with which a difference of this size is significant
        with a probability of 80 %; None without a difference.
    """

    better: str
    worse: str
    difference: Interval
    n_common: int
    n_needed: int | None


class ItemSection(Section):
    """Section about means over items, apart from values and differences.

    Attributes
    ----------
    kind : str
        "items".
    neighbours : list of Neighbours
        Models next to each other by the first metric, the best first.
    variances : dict
        ``variances[model]`` is its `ScoreVariance`, if there are several runs.
    """

    family = "items"
    kind = "items"
    attributes = ("kind", "neighbours", "variances")
    leading: ClassVar = ("mean_score",)
    same_rows = say("paired by item")

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self._plan, self._differences = plan, found.differences
        self._level = setting.confidence_level
        if setting.method == "auto":
            self.differences_by = say("Student's t")
        self._note_design()
        self.notes += plan.remarks(0) if plan.asked else ()

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Say that models are compared."""
        return {**options, "compared": True}

    def _note_design(self) -> None:
        """Say which items depend on each other, and how benchmarks count."""
        scores, units = self._plan.scores, self._plan.units
        if units.has_clusters:
            self.notes.append(
                say(
                    "items are in {n} clusters, which are the independent units",
                    n=count(units.n),
                )
            )
        if scores.strata is not None:
            self.notes.append(
                say(
                    "benchmarks are fixed, and their items a sample: {names}",
                    names=", ".join(map(str, scores.strata.names.tolist())),
                )
            )

    def counted(self) -> Message:
        """Return how many items there are."""
        return say("{n} items", n=count(self.n_rows))

    # --- neighbours

    @cached_property
    def neighbours(self) -> list[Neighbours]:
        """Models next to each other by the first metric, the best first."""
        if not self.metrics or len(self.models) < 2:
            return []
        metric = self.metrics[0]
        values = np.array([self.values[m][metric].estimate for m in self.models])
        down = self._plan.asked[0].row.greater_is_better is False
        order = np.argsort(values if down else -values, kind="stable").tolist()
        common = self._plan.common_items(0)
        found = []
        for i, j in pairwise(order):
            a, b = self.models[i], self.models[j]
            one = self._difference(a, b, metric)
            n = int(common[i, j])
            needed = None
            if one.estimate and one.standard_error > 0:
                needed = item_sample_size(
                    one.estimate,
                    standard_deviation=one.standard_error * math.sqrt(n),
                    alpha=round(1 - self._level, 15),
                    power=POWER,
                ).n_items
            found.append(Neighbours(a, b, one, n, needed))
        return found

    def _difference(self, a: str, b: str, metric: str) -> Interval:
        """Return the interval of a difference, whichever model is first."""
        if (a, b) in self._differences:
            found: Interval = self._differences[a, b][metric]
            return found
        return turned(self._differences[b, a][metric])

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield neighbours with the items that separate them, and the variances."""
        if self.neighbours:
            yield self._neighbours_table(self.neighbours[:MOST_MODELS])
        if self.variances:
            yield self._variance_table([*self.variances.items()][:MOST_MODELS])

    def _neighbours_table(self, shown: Sequence[Neighbours]) -> Table:
        metric = of_catalog(METRICS[self.metrics[0]].short)
        headers = [
            say("Model"),
            say("Next model"),
            say("Difference and {level} % interval", level=self._shown),
            say("Items in common"),
            say("Items needed"),
        ]
        apart = estimates([one.difference for one in shown])
        rows: list[Sequence[Cell]] = [
            [
                self.names[one.better],
                self.names[one.worse],
                apart[at],
                count(one.n_common),
                "—" if one.n_needed is None else count(one.n_needed),
            ]
            for at, one in enumerate(shown)
        ]
        title = say(
            "{metric}: items needed to separate neighbours (power 0.8)", metric=metric
        )
        return Table(title, headers, rows, frozenset([3, 4]))

    # --- variances

    @cached_property
    def variances(self) -> dict[str, ScoreVariance]:
        """The variance components of each model, if there are several runs."""
        scores = self._plan.scores
        if not (scores.n_runs > 1).any():
            return {}
        return {
            model: variance_of_model(scores, scores.models[place], self._level)
            for model, place in zip(self.models, self._plan.models, strict=True)
        }

    def _variance_table(self, shown: Sequence[tuple[str, ScoreVariance]]) -> Table:
        headers = [
            say("Model"),
            say("Between items"),
            say("Within items"),
            say("Reliability"),
            say("Runs"),
        ]
        columns = [
            estimates([getattr(one, name) for _, one in shown])
            for name in ("between", "within", "reliability")
        ]
        rows: list[Sequence[Cell]] = [
            [self.names[model], *(column[at] for column in columns), count(one.n_runs)]
            for at, (model, one) in enumerate(shown)
        ]
        title = say("Variance of scores and {level} % intervals", level=self._shown)
        return Table(title, headers, rows, frozenset([4]))

    @property
    def _shown(self) -> str:
        return f"{100 * self._level:g}"

    def to_dict(self) -> dict[str, Any]:
        """Return neighbours and variance components."""
        neighbours = [
            plain_all(
                {
                    "better": one.better,
                    "worse": one.worse,
                    "difference": one.difference.estimate,
                    "low": one.difference.low,
                    "high": one.difference.high,
                    "n_common": one.n_common,
                    "n_needed": one.n_needed,
                }
            )
            for one in self.neighbours
        ]
        variances = {model: one.to_dict() for model, one in self.variances.items()}
        return {"kind": self.kind, "neighbours": neighbours, "variances": variances}
