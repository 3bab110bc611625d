"""Section of a report about censored times."""

from __future__ import annotations

from fastmetrics.report.sections import Section


class SurvivalSection(Section):
    """Section about censored times, apart from values and differences."""

    family = "survival"
