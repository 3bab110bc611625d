"""Slices of rows that do not fit into memory, accumulated beside all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.named_columns import WEIGHT, filled, put, weighs_nothing
from fastmetrics.adapters.ranged_accumulator import RangedAccumulator
from fastmetrics.adapters.ranged_slices import RangedSlices
from fastmetrics.adapters.sliced_summaries import SlicedSummaries, grouped
from fastmetrics.catalog import find, namesakes
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.choice import metric_names
from fastmetrics.report.sections import section_of
from fastmetrics.report.sliced_rows import has_closed_form
from fastmetrics.resampling.plan import MetricCall
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastmetrics.adapters.sources import Block
    from fastmetrics.report.evaluation import Report

__all__ = ["SlicesApart", "of_slices", "with_slices"]


def of_slices(metrics: Any) -> tuple[list[str] | None, list[str]]:
    """Return those of the metrics that are accumulated by slices, and all others.

    None stands for all that are, where none was asked for. All scores of each slice
    would have to be kept.
    """
    names = metric_names(metrics)
    if names is None:
        return None, []
    needs_scores = {
        called: all(ScoreSweep.__name__ in row.merges for row in namesakes(called))
        for called in names.values()
    }
    return (
        [name for name, needs in needs_scores.items() if not needs],
        [name for name, needs in needs_scores.items() if needs],
    )


class SlicesApart:
    """The slices of rows that are read again and again, beside all of them.

    Parameters
    ----------
    metrics : object
        Those that were asked for.
    named : mapping
        The columns by argument, those that rows are sliced by too.
    settings : mapping
    most : int or None
        How many bytes scores may take; None: they cannot be read again.
    """

    def __init__(
        self,
        metrics: Any,
        named: Mapping[str, Any],
        settings: Mapping[str, Any],
        most: int | None,
    ) -> None:
        self._metrics, self._named, self._most = metrics, named, most
        self._settings = settings
        self._is_new = True
        self._counted: Accumulator | None = None
        self._left_out: list[str] = []
        self.scored: RangedSlices | None = None

    def put(self, block: Block, whole: Accumulator) -> None:
        """Take a block of the first pass, which ``whole`` has taken."""
        if not whole.n_batches:
            return  # nothing weighs anything so far
        if self._is_new:
            self._begin(whole)
            self._is_new = False
        if self._counted is not None:
            put(self._counted, block, self._named)
        given = filled(self._named, block.columns)
        if self.scored is not None and not weighs_nothing(given):
            self.scored.take(given, given.pop("by"), given.pop(WEIGHT, None))

    def _begin(self, whole: Accumulator) -> None:
        names, scores = of_slices(self._metrics)
        if names is None:  # what a report shows unasked
            leading = section_of("binary_scores").leading
            scores = [name for name in leading if name in whole.names]
            scores = [name for name in scores if has_closed_form(_call(name))]
            if of_slices(whole.names)[0] == []:
                names = []
        if names != []:
            self._counted = Accumulator(names, by=True, **self._settings)
        if scores and self._most is not None:
            self.scored = RangedSlices(scores, self._most, **self._settings)
        else:
            self._left_out = scores

    def put_to(
        self, report: Report, whole: Accumulator, judged: Mapping[str, Any]
    ) -> Report:
        """Return a report of all rows with that of their slices."""
        scored = None
        if self.scored is not None:
            assert isinstance(whole, RangedAccumulator)
            scored = self.scored.swept(whole)
        given = self._counted, self._left_out, self._metrics, judged
        return with_slices(report, *given, scored)


def _call(name: str) -> MetricCall:
    return MetricCall(find(name), {})


def with_slices(
    report: Report,
    apart: Accumulator | None,
    left_out: Sequence[str],
    metrics: Any,
    judged: Mapping[str, Any],
    scored: SlicedSummaries | None = None,
) -> Report:
    """Return a report of all rows with that of their slices, if there is any.

    ``metrics`` are those that were asked for, ``judged`` the options of intervals,
    ``scored`` the slices of metrics of scores.
    """
    if apart is not None or scored is not None:
        options = ("confidence_level", "method", "n_resamples", "min_rows")
        sections = (section_of(family) for family in report.sections)
        leading = [name for section in sections for name in section.leading]
        asked = metric_names(metrics) or {}
        found = None if apart is None else apart.slices_of(leading, asked)
        found = SlicedSummaries.joined(found, scored)
        if found is not None:
            given = {name: judged[name] for name in options if name in judged}
            report = replace(report, slices=grouped(found, **given))
    if not left_out:
        return report
    note = say(
        "no slices of {metrics}: the scores of each do not fit into memory",
        metrics=", ".join(left_out),
    )
    return replace(report, notes=(*report.notes, note))
