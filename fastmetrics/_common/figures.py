"""Figures of matplotlib without pyplot: no window, no global list, no backend."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["figure_class"]


@cache
def figure_class() -> Any:
    """Return the class of figures that show themselves in a notebook, once."""
    from matplotlib.figure import Figure

    class PictureFigure(Figure):
        """A figure that no window and no global list of figures holds."""

        def _repr_png_(self) -> bytes:
            from io import BytesIO

            written = BytesIO()
            self.savefig(written, format="png", facecolor=self.get_facecolor())
            return written.getvalue()

    return PictureFigure
