"""The picture of a report by matplotlib, in parts that its sections draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.report.sections import sections

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Picture

__all__ = ["draw"]


def draw(report: Content, kind: str = "auto") -> Any:
    """Return a matplotlib Figure; see `Report.plot`."""
    plots = {
        name: plot for one in sections().values() for name, plot in one.plots.items()
    }
    if kind not in ("auto", *plots):
        known = ", ".join(("auto", *plots))
        raise ValueError(f"kind is {kind!r}; it must be one of {known}")
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "Report.plot needs matplotlib: pip install 'fastmetrics[plot]'"
        ) from error
    kinds = [kind]
    if kind == "auto":
        kinds = [name for name, plot in plots.items() if plot.unasked]
    parts = [part for name in kinds for part in _parts(report, name)]
    if not parts:
        lack = plots[kind].lacks if kind != "auto" else "there are no pictures"
        raise ValueError(f"{lack}: kind={kind!r} has nothing to draw")
    sizes = [part.size for part in parts]
    width, height = max(x for x, _ in sizes), sum(y for _, y in sizes)
    figure = Figure(figsize=(width, height), layout="constrained")
    ratios = [y for _, y in sizes]
    rows = figure.subfigures(len(sizes), 1, squeeze=False, height_ratios=ratios)
    for row, part in zip(rows, parts, strict=True):
        part.draw(row[0])
    return figure


def _parts(report: Content, kind: str) -> list[Picture]:
    """Return what the sections draw of one kind."""
    made = (
        section.picture(kind)
        for section in report.sections.values()
        if kind in section.plots
    )
    return [part for part in made if part is not None]
