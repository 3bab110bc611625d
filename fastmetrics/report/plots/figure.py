"""The pictures of a report, drawn one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.extras import needs
from fastmetrics.report.plots.kinds import pictures

if TYPE_CHECKING:
    from fastmetrics.report.content import Content

__all__ = ["draw"]


def draw(report: Content, kind: str | Sequence[str] = "auto", **options: Any) -> Any:
    """Return a matplotlib Figure; see `Report.plot`."""
    made = pictures(report, kind, **options)
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs("Report.plot", "matplotlib", "plot")) from error
    from fastmetrics.report.plots.drawing import draw_pictures

    return draw_pictures(made)
