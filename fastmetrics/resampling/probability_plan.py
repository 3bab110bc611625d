"""ProbabilityPlan: what the intervals of measures of probabilities are made from."""

from fastmetrics.resampling.plan import Plan

__all__ = ["ProbabilityPlan"]


class ProbabilityPlan(Plan):
    """What the intervals of measures of probabilities are made from."""
