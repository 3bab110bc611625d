"""How each family's data are drawn again, left out or treated in closed form.

The registry has a line per family; a test holds it equal to the catalog's families and
to the sections of a report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastmetrics._common.records import Reference, loaded
from fastmetrics.metrics.record import ROW_SUMS

# family -> what makes its plans, or a reference to that
PLANS: dict[str, Callable[..., Any]] = {
    "binary_scores": Reference("fastmetrics.resampling.sweep_plan.SweepPlan"),
    "labels": Reference("fastmetrics.resampling.count_plan.CountPlan"),
    "clustering": Reference("fastmetrics.resampling.cluster_plan.ClusterPlan"),
    "probabilities": Reference("fastmetrics.resampling.area_plans.ProbabilityPlan"),
    "regression": Reference("fastmetrics.resampling.error_plans.ErrorPlan"),
    "retrieval": Reference("fastmetrics.resampling.list_plan.ListPlan"),
    "recommendation": Reference("fastmetrics.resampling.list_plan.RecommendationPlan"),
    "speech": Reference("fastmetrics.resampling.error_plans.EditPlan"),
    "fairness": Reference("fastmetrics.resampling.group_counts.FairnessPlan"),
    "items": Reference("fastmetrics.resampling.item_plan.ItemPlan"),
    "survival": Reference("fastmetrics.resampling.survival_plan.SurvivalPlan"),
}


# Plans for a summary in place of the columns, in any family.
_BY_SUMMARY = {
    ROW_SUMS: Reference("fastmetrics.resampling.row_intervals.RowSumsPlan"),
    "ClusterScatter": Reference("fastmetrics.resampling.row_intervals.ScatterPlan"),
    "PairedSweeps": Reference(
        "fastmetrics.resampling.paired_sweep_plan.PairedSweepPlan"
    ),
    "SummaryParts": Reference("fastmetrics.resampling.callable_plans.PartsPlan"),
}


def plan_of(family: str, summary: Any = None) -> Any:
    """Return the class of a family's plans, loaded on first use.

    ``summary`` is the object given in place of the columns, if any.
    """
    name = type(summary).__name__
    return loaded(_BY_SUMMARY.get(name) or PLANS[family])
