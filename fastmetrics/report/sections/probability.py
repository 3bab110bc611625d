"""What a report says of probabilities."""

from typing import ClassVar

from fastmetrics.report.sections.section import Section

__all__ = ["ProbabilitySection"]


class ProbabilitySection(Section):
    """What a report says of probabilities."""

    family: ClassVar[str] = "probabilities"
