"""A report as HTML: a file of its own, or a part of a notebook or of another page.

In the order of a page: sentence, forest, values, differences, families, origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fastmetrics.catalog import FAMILIES
from fastmetrics.report import slice_documents
from fastmetrics.report.document import differences, footer, header, values
from fastmetrics.report.export import to_csv
from fastmetrics.report.fold_tables import fold_tables
from fastmetrics.report.plots.forest import general, of_section
from fastmetrics.report.provenance import Provenance, provenance_of
from fastmetrics.report.sentences import sentences
from fastmetrics.show.document import Document
from fastmetrics.show.html import page
from fastmetrics.show.html.page import text
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Section
    from fastmetrics.show.tables import Table


def to_html(
    report: Content,
    *,
    full: bool = False,
    language: str = "en",
    provenance: Provenance | None = None,
    data: str | None = None,
    tables: Sequence[Table] = (),
) -> str:
    """Return the report as an element, or as a file of its own if ``full``.

    ``provenance``: where the data come from, if more is known of that than the report
    knows; ``data``: the report as JSON, to be downloaded from the file; ``tables``:
    what else is to be read.
    """
    writer = page.writer(language, full=full)
    body = "".join(_parts(report, writer, tables))
    if not full:
        return page.fragment(body, language)
    origin = provenance or provenance_of(report)
    lines = (f'<p class="muted">{text(line, language)}</p>' for line in origin.lines)
    head = f"<header><h1>{text(origin.title, language)}</h1>{''.join(lines)}</header>"
    body = f"{head}{body}{''.join(_origin(origin, writer, language))}"
    return page.page(
        origin.title,
        f"{body}{writer.downloads([*_files(report, data)])}",
        language,
    )


def _parts(
    report: Content, write: page.Writer, tables: Sequence[Table]
) -> Iterator[str]:
    """Yield the parts from the first sentence to how intervals were made."""
    yield write.said(sentences(report), "said")
    yield write.said(header(report))
    for picture in general(report, "forest"):
        yield write.picture(picture)
    yield write.heading(say("Values"))
    for section in report.sections.values():
        yield from write.tables(values(report, section, bars=True))
        yield from write.tables(fold_tables(report, section))
    made = [*differences(report)]
    if made:
        yield write.heading(say("Differences"))
        for picture in general(report, "differences"):
            yield write.picture(picture)
        yield from write.tables(made)
    if report.slices is not None:
        yield write.heading(say("Slices"))
        for picture in general(report, "slices"):
            yield write.picture(picture)
        yield from write.tables(
            slice_documents.tables(report.slices, None, report.digits)
        )
    for section in report.sections.values():
        yield from _section(section, write)
    for table in tables:
        yield write.folded(table)
    yield from write.notes(Document(foot=footer(report)))
    yield write.left_out()


def _section(section: Section, write: page.Writer) -> Iterator[str]:
    """Yield what there is to say of one family: pictures, tables, details."""
    yield write.heading(of_catalog(FAMILIES[section.family].title))
    for picture in of_section(section):
        yield write.picture(picture)
    yield from write.tables(section.tables(None))
    for table in section.details():
        yield write.folded(table)


def _origin(origin: Provenance, write: page.Writer, language: str) -> Iterator[str]:
    """Yield where the numbers come from."""
    if not origin.facts:
        return
    yield write.heading(say("Where this comes from"))
    yield "<dl>"
    for name, value in origin.facts:
        yield f"<dt>{text(name, language)}</dt><dd>{text(value, language)}</dd>"
    yield "</dl>"


def _files(report: Content, data: str | None) -> Iterator[page.File]:
    """Yield the report's data as files."""
    if data is not None:
        what = say("Everything as JSON")
        yield page.File("report.json", "application/json", data, what)
    what = say("Values and differences as CSV")
    yield page.File("report.csv", "text/csv", to_csv(report), what)
