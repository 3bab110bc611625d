"""The kinds of picture that a report has, and all of them drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.report.plots import forest
from fastmetrics.report.sections import sections
from fastmetrics.report.sections.section import Plot

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Section
    from fastmetrics.show.pictures.picture import Picture

__all__ = [
    "draw",
    "general",
    "kinds",
    "of_section",
    "pictures",
    "titles",
    "to_pdf",
]


def _slices(report: Content) -> Sequence[Picture]:
    """Return a picture of the slices for each model."""
    return () if report.slices is None else report.slices._pictures()


# kind -> its record, and what makes it of any report: a picture, several, or none
GENERAL: Mapping[str, tuple[Plot, Any]] = {
    "forest": (Plot("there are no values"), forest.forest),
    "differences": (Plot("there is one model"), forest.differences),
    "slices": (Plot("rows were not sliced, by is not given"), _slices),
}


def general(report: Content, kind: str, **options: Any) -> list[Picture]:
    """Return the pictures of all families; none where there is nothing to draw."""
    made = GENERAL[kind][1](report, **options)
    if made is None:
        return []
    return [*made] if isinstance(made, list | tuple) else [made]


def of_section(section: Section) -> list[Picture]:
    """Return the pictures of a section that are shown unasked."""
    made = (section.picture(name) for name in _unasked(section.plots))
    return [one for one in made if one is not None]


def kinds() -> dict[str, Plot]:
    """Return all kinds of picture by their names."""
    found = {name: plot for name, (plot, _) in GENERAL.items()}
    for section in sections().values():
        found |= section.plots
    return found


def pictures(
    report: Content, kind: str | Sequence[str] = "auto", **options: Any
) -> list[Picture]:
    """Return the pictures of one or several kinds; "auto": those shown unasked.

    Raises
    ------
    ValueError
        If there is no such kind, or the report has nothing to show in it.
    """
    known = kinds()
    asked = [kind] if isinstance(kind, str) else list(kind)
    for one in asked:
        if not is_one_of(one, ("auto", *known)):
            raise ValueError(
                f"kind is {shown(one)}; it must be one of {', '.join(('auto', *known))}"
            )
    names = [
        name for one in asked for name in (_unasked(known) if one == "auto" else [one])
    ]
    made = [picture for name in names for picture in _made(report, name, options)]
    if not made:
        lack = known[asked[0]].lacks if asked[0] != "auto" else "there are no pictures"
        raise ValueError(f"{lack}: kind={kind!r} has nothing to draw")
    return made


def titles(report: Content) -> dict[str, str]:
    """Return the kinds of picture that a report has, and what each says."""
    made = {kind: _made(report, kind, {}) for kind in kinds()}
    return {kind: str(found[0].title) for kind, found in made.items() if found}


def _unasked(known: Mapping[str, Plot]) -> list[str]:
    return [name for name, plot in known.items() if plot.unasked]


def _made(report: Content, name: str, options: Mapping[str, Any]) -> list[Picture]:
    if name in GENERAL:
        return general(report, name, **options)
    found = [
        section.picture(name, **options)
        for section in report.sections.values()
        if name in section.plots
    ]
    return [one for one in found if one is not None]


def draw(report: Content, kind: str | Sequence[str] = "auto", **options: Any) -> Any:
    """Return a matplotlib Figure; see `Report.plot`."""
    from fastmetrics.show.pictures.drawing import figure_of

    return figure_of(pictures(report, kind, **options), "Report.plot")


def to_pdf(
    report: Content, kind: str | Sequence[str] = "auto", **options: Any
) -> bytes:
    """Return the pictures as PDF, each on a page of its size."""
    from fastmetrics.show.pictures.drawing import figure_of
    from fastmetrics.show.pictures.figures import pages

    made = pictures(report, kind, **options)
    return pages(figure_of([one], "Report.plot") for one in made)
