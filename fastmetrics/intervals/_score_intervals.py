"""Intervals of metrics that are read off scores: one sort, one set of replicates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastmetrics._common.interval import Interval
from fastmetrics.catalog import Metric
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.options import seed_of
from fastmetrics.resampling.plan import Asked, Data, Design
from fastmetrics.resampling.score_rows import Totals
from fastmetrics.resampling.sweep_plan import SweepPlan


@dataclass(frozen=True, eq=False)
class ScoreIntervals:
    """Intervals of several metrics and models from the same replicates.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : dict of dict
        ``differences[a, b][metric]``: model a minus model b on the same rows.
    totals : Totals
        Rows and weight of each class.
    """

    values: dict[str, dict[str, Interval]]
    differences: dict[tuple[str, str], dict[str, Interval]]
    totals: Totals


def intervals_of(
    wanted: Mapping[str, tuple[Metric, Mapping[str, Any]]],
    y_true: Any,
    y_scores: Mapping[str, Any],
    *,
    pos_label: Any,
    confidence_level: float,
    method: str,
    n_resamples: int | None,
    stratified: bool = False,
    groups: Any = None,
    sample_weight: Any = None,
    random_state: Any = None,
    progress: Any = False,
) -> ScoreIntervals:
    """Make the intervals of ``name -> (row, parameters)`` for each model and pair."""
    plan = SweepPlan(
        Data({"y_true": y_true}, {k: {"y_score": s} for k, s in y_scores.items()}),
        Design(sample_weight, groups, stratified),
        {"positive": pos_label},
    )
    plan.ask([Asked(row, parameters) for row, parameters in wanted.values()])
    found = make_intervals(
        plan,
        confidence_level=confidence_level,
        method=method,
        n_resamples=n_resamples,
        seed=seed_of(random_state),
        progress=progress,
    )
    return ScoreIntervals(found.values, found.differences, plan.totals)
