"""What a report says of each family.

The registry has a line per family; a test holds it equal to the catalog's families and
to the plans.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastmetrics.report.sections.section import Section

__all__ = ["SECTIONS", "section_of", "sections"]

# family -> the full name of its section's class, or the class itself
SECTIONS: dict[str, str | type[Section]] = {
    "binary_scores": "fastmetrics.report.sections.scores.ScoreSection",
    "labels": "fastmetrics.report.sections.labels.LabelSection",
    "clustering": "fastmetrics.report.sections.clustering.ClusterSection",
    "probabilities": "fastmetrics.report.sections.probability.ProbabilitySection",
    "regression": "fastmetrics.report.sections.regression.RegressionSection",
    "retrieval": "fastmetrics.report.sections.retrieval.RetrievalSection",
    "recommendation": (
        "fastmetrics.report.sections.recommendation.RecommendationSection"
    ),
    "speech": "fastmetrics.report.sections.speech.SpeechSection",
}


def section_of(family: str) -> type[Section]:
    """Return the class of a family's sections, loaded when first asked for."""
    section: Any = SECTIONS[family]
    if not isinstance(section, str):
        return section
    module, _, name = section.rpartition(".")
    return getattr(import_module(module), name)


def sections() -> dict[str, type[Section]]:
    """Return the class of every family's sections, in the order of the families."""
    return {family: section_of(family) for family in SECTIONS}
