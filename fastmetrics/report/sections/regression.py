"""What a report says of regression."""

from __future__ import annotations

from fastmetrics.report.sections.section import Section

__all__ = ["RegressionSection"]


class RegressionSection(Section):
    """What there is to say of errors, beside values and differences."""

    family = "regression"
