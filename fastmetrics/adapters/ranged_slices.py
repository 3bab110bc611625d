"""Metrics by slices of rows that do not fit into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.kept_rows import NumberedSlices
from fastmetrics.adapters.key_ranges import RangedAccumulator
from fastmetrics.adapters.slice_parts import SliceParts
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummaries,
    SlicedSummary,
    grouped,
)
from fastmetrics.adapters.tables import put
from fastmetrics.catalog import find, namesakes
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.models import metric_names
from fastmetrics.report.sections import section_of
from fastmetrics.report.sliced_rows import has_closed_form
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.adapters.sources import Block
    from fastmetrics.report.result import Report


def swept_slices(whole: RangedAccumulator) -> SlicedSummaries:
    """Return the sweeps of all slices, when all passes are done."""
    assert whole.slices is not None
    slices, numbers = whole.slices.ascending()
    n_rows = whole.slices.n_rows[numbers]
    summaries: dict[Any, dict[str, SlicedSummary]] = {}
    for (kind, model), range_ in whole.ranges.items():
        sweeps = [range_.sweeps[number] for number in numbers.tolist()]
        parts = _SweptSlices(sweeps, range_.sweep)
        summary = SlicedSummary(slices, n_rows, parts)
        summaries.setdefault(kind, {})[model] = summary
    metrics = whole.wanted_of(whole.sliced_metrics)
    return SlicedSummaries(
        {name: metric for name, (_, metric) in metrics.items()},
        {name: summaries[kind] for name, (kind, _) in metrics.items()},
    )


class _SweptSlices(SliceParts):
    """The sweep of each slice, and the sweep of all rows."""

    __slots__ = ("_sweeps", "_whole")

    is_table = False

    def __init__(self, sweeps: Sequence[ContinuedSweep], whole: ContinuedSweep) -> None:
        self._sweeps, self._whole = sweeps, whole

    @property
    def summary(self) -> str:
        """The name of their class."""
        return ContinuedSweep.__name__

    def at(self, place: int) -> ContinuedSweep:
        """Return the sweep of a slice."""
        return self._sweeps[place]

    def total(self) -> ContinuedSweep:
        """Return the sweep of all rows."""
        return self._whole

    def added(self, other: Any, mine: Any, theirs: Any, n: int) -> Any:
        """Raise: sweeps that were read in ranges do not add up."""
        raise TypeError("sweeps that were read in ranges do not add up")

    def packed(self) -> Any:
        """Raise: sweeps that were read in ranges are not serialized."""
        raise TypeError("sweeps that were read in ranges have no bytes")


# --- slices of rows that do not fit into memory, next to all rows


def of_slices(metrics: Any) -> tuple[list[str] | None, list[str]]:
    """Return the metrics that are accumulated by slices, and all others.

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
    """The slices of rows that are read in passes, in addition to all rows.

    Parameters
    ----------
    metrics : object
        Those that were asked for.
    named : mapping
        The columns by argument, those that rows are sliced by too.
    settings : mapping
    are_kept : bool
        Whether the accumulator of all rows keeps scores, and can keep their slices.

    Attributes
    ----------
    slices : NumberedSlices or None
        The slices of kept scores; None if no scores are kept by slice.
    """

    def __init__(
        self,
        metrics: Any,
        named: Mapping[str, Any],
        settings: Mapping[str, Any],
        are_kept: bool,
    ) -> None:
        self._metrics, self._named = metrics, named
        self._settings = settings
        self._is_new = True
        self._counted: Accumulator | None = None
        self._left_out: list[str] = []
        names, scores = of_slices(metrics)
        self.slices: NumberedSlices | None = None
        if are_kept and (names is None or scores):
            self.slices = NumberedSlices(settings.get("missing", "raise"))

    def put(self, block: Block, whole: Accumulator) -> None:
        """Add a block of the first pass, after it was added to ``whole``."""
        if not whole.n_batches:
            return  # nothing weighs anything so far
        if self._is_new:
            self._begin(whole)
            self._is_new = False
        if self._counted is not None:
            put(self._counted, block, self._named)

    def _begin(self, whole: Accumulator) -> None:
        names, scores = of_slices(self._metrics)
        if names is None:  # metrics that a report shows by default
            leading = section_of("binary_scores").leading
            scores = [name for name in leading if name in whole.names]
            scores = [name for name in scores if has_closed_form(_call(name))]
            if of_slices(whole.names)[0] == []:
                names = []
        if names != []:
            self._counted = Accumulator(names, by=True, **self._settings)
        if self.slices is None:
            self._left_out = scores
        else:
            assert isinstance(whole, RangedAccumulator)
            whole.sliced_metrics = scores

    def put_to(
        self, report: Report, whole: Accumulator, judged: Mapping[str, Any]
    ) -> Report:
        """Return a report of all rows with the report of their slices."""
        scored = None
        if isinstance(whole, RangedAccumulator) and whole.sliced_metrics:
            scored = swept_slices(whole)
        results = self._counted, self._left_out, self._metrics, judged
        return with_slices(report, *results, scored)


def _call(name: str) -> BoundMetric:
    return BoundMetric(find(name), {})


def with_slices(
    report: Report,
    apart: Accumulator | None,
    left_out: Sequence[str],
    metrics: Any,
    judged: Mapping[str, Any],
    scored: SlicedSummaries | None = None,
) -> Report:
    """Return a report of all rows with the report of their slices, if any.

    ``metrics`` are those that were asked for, ``judged`` the options of intervals,
    ``scored`` the slices of metrics of scores.
    """
    if apart is not None or scored is not None:
        options = ("confidence_level", "method", "n_resamples", "min_rows")
        sections = (section_of(family) for family in report.sections)
        leading = [name for section in sections for name in section.leading]
        requested = metric_names(metrics) or {}
        summaries = None if apart is None else apart.slices_of(leading, requested)
        summaries = SlicedSummaries.joined(summaries, scored)
        if summaries is not None:
            report_options = {name: judged[name] for name in options if name in judged}
            report = replace(report, slices=grouped(summaries, **report_options))
    if not left_out:
        return report
    note = say(
        "no slices of {metrics}: the scores of each do not fit into memory",
        metrics=", ".join(left_out),
    )
    return replace(report, notes=(*report.notes, note))
