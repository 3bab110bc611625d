"""Section of a report about scores of items."""

from __future__ import annotations

from fastmetrics.report.sections import Section


class ItemSection(Section):
    """Section about means over items, apart from values and differences."""

    family = "items"
