"""How each family's data are drawn again, left out or treated in closed form.

The registry has a line per family; a test holds it equal to the catalog's families and
to the sections of a report.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

# family -> the full name of its plan, or anything that makes one
PLANS: dict[str, str | Callable[..., Any]] = {
    "binary_scores": "fastmetrics.resampling.sweep_plan.SweepPlan",
    "labels": "fastmetrics.resampling.count_plan.CountPlan",
    "clustering": "fastmetrics.resampling.cluster_plan.ClusterPlan",
    "probabilities": "fastmetrics.resampling.probability_plan.ProbabilityPlan",
    "regression": "fastmetrics.resampling.error_plan.ErrorPlan",
    "retrieval": "fastmetrics.resampling.list_plan.ListPlan",
    "recommendation": ("fastmetrics.resampling.recommendation_plan.RecommendationPlan"),
    "speech": "fastmetrics.resampling.edit_plan.EditPlan",
}


def plan_of(family: str) -> Any:
    """Return what makes the plans of a family, loaded when first asked for."""
    plan = PLANS[family]
    if not isinstance(plan, str):
        return plan
    module, _, name = plan.rpartition(".")
    return getattr(import_module(module), name)
