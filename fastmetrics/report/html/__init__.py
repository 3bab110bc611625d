"""A report as HTML: a file of its own, or a part of a notebook or of another page.

Nothing is loaded from outside and no script is needed. What comes from data goes
through `escaping` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.report.html.page import fragment, page

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.provenance import Provenance

__all__ = ["to_html"]


def to_html(
    report: Content,
    *,
    full: bool = False,
    language: str = "en",
    provenance: Provenance | None = None,
    data: str | None = None,
) -> str:
    """Return the report as an element, or as a file of its own if ``full``.

    ``provenance``: where the data come from, if more is known of that than the report
    knows; ``data``: the report as JSON, to be downloaded from the file.
    """
    if full:
        return page(report, language, provenance, data)
    return fragment(report, language)
