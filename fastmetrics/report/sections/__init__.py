"""What a report says of each family.

The registry has a line per family; a test holds it equal to the catalog's families and
to the plans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.records import Reference, loaded

if TYPE_CHECKING:
    from fastmetrics.report.sections.section import Section, SummedSection
from fastmetrics.resampling.parts_plan import SummaryParts

# family -> the class of its sections, or a reference to that
SECTIONS: dict[str, Reference | type[Section]] = {
    "binary_scores": Reference("fastmetrics.report.sections.scores.ScoreSection"),
    "labels": Reference("fastmetrics.report.sections.labels.LabelSection"),
    "clustering": Reference("fastmetrics.report.sections.clustering.ClusterSection"),
    "probabilities": Reference(
        "fastmetrics.report.sections.probability.ProbabilitySection"
    ),
    "regression": Reference("fastmetrics.report.sections.regression.RegressionSection"),
    "retrieval": Reference("fastmetrics.report.sections.retrieval.RetrievalSection"),
    "recommendation": Reference(
        "fastmetrics.report.sections.recommendation.RecommendationSection"
    ),
    "speech": Reference("fastmetrics.report.sections.speech.SpeechSection"),
    "fairness": Reference("fastmetrics.report.sections.fairness.FairnessSection"),
}


# What says something of models that are known by their summaries alone: of a family
# whose summaries tell more than values, and of any other.
_OF_PARTS = {
    "binary_scores": Reference("fastmetrics.report.sections.scores.SummedScores"),
    "labels": Reference("fastmetrics.report.sections.labels.SummedLabels"),
}
_OF_ANY_PARTS = Reference("fastmetrics.report.sections.section.SummedSection")


def section_of(family: str, summary: Any = None) -> type[Section]:
    """Return the class of a family's sections, loaded when first asked for.

    ``summary`` is what stands in place of the columns, if anything does.
    """
    if not isinstance(summary, SummaryParts):
        return loaded(SECTIONS[family])
    section: type[SummedSection] = loaded(_OF_PARTS.get(family, _OF_ANY_PARTS))
    return section if section.tells(summary) else loaded(_OF_ANY_PARTS)


def sections() -> dict[str, type[Section]]:
    """Return the class of every family's sections, in the order of the families."""
    return {family: section_of(family) for family in SECTIONS}
