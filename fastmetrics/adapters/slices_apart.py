"""Slices of rows that do not fit into memory, accumulated beside all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics.catalog import namesakes
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.choice import metric_names
from fastmetrics.report.sections import section_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastmetrics.adapters.accumulator import Accumulator
    from fastmetrics.report.evaluation import Report

__all__ = ["of_slices", "with_slices"]


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


def with_slices(
    report: Report,
    apart: Accumulator | None,
    left_out: Sequence[str],
    metrics: Any,
    judged: Mapping[str, Any],
) -> Report:
    """Return a report of all rows with that of their slices, if there is any.

    ``metrics`` are those that were asked for, ``judged`` the options of intervals.
    """
    if apart is not None:
        options = ("confidence_level", "method", "n_resamples")
        sections = (section_of(family) for family in report.sections)
        made = apart.sliced(
            [name for section in sections for name in section.leading],
            asked=metric_names(metrics) or {},
            **{name: judged[name] for name in options},
        )
        report = replace(report, slices=made)
    if not left_out:
        return report
    note = say(
        "no slices of {metrics}: the scores of each do not fit into memory",
        metrics=", ".join(left_out),
    )
    return replace(report, notes=(*report.notes, note))
