"""The pictures of a report, drawn one below the other."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.extras import needs
from fastmetrics.report.plots.kinds import pictures

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.show.pictures.picture import Picture

__all__ = ["draw", "to_pdf"]


def draw(report: Content, kind: str | Sequence[str] = "auto", **options: Any) -> Any:
    """Return a matplotlib Figure; see `Report.plot`."""
    return _drawn([pictures(report, kind, **options)])[0]


def to_pdf(
    report: Content, kind: str | Sequence[str] = "auto", **options: Any
) -> bytes:
    """Return the pictures as PDF, each on a page of its size."""
    figures = _drawn([[one] for one in pictures(report, kind, **options)])
    from matplotlib.backends.backend_pdf import PdfPages

    file = io.BytesIO()
    with PdfPages(file) as pages:
        for figure in figures:
            pages.savefig(figure)
    return file.getvalue()


def _drawn(figures: Sequence[Sequence[Picture]]) -> list[Any]:
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs("Report.plot", "matplotlib", "plot")) from error
    from fastmetrics.show.pictures.drawing import draw_pictures

    return [draw_pictures(made) for made in figures]
