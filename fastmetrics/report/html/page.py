"""The order of a page: sentence, forest, values, differences, families, origin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from fastmetrics.catalog import FAMILIES
from fastmetrics.report.document import differences, footer, header, values
from fastmetrics.report.export import to_csv
from fastmetrics.report.html.escaping import data_uri, text
from fastmetrics.report.html.style import style
from fastmetrics.report.html.tables import Tables
from fastmetrics.report.plots.kinds import general, of_section
from fastmetrics.report.provenance import Provenance, provenance_of
from fastmetrics.report.sentences import sentences
from fastmetrics.report.words import in_language, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.plots.picture import Picture
    from fastmetrics.report.tables import Table

__all__ = ["fragment", "page"]

# A page is to be no larger; what can be read elsewhere too is left out beyond.
MOST_BYTES, MOST_OF_FRAGMENT = 1_000_000, 100_000
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(
    report: Content, language: str, provenance: Provenance | None, data: str | None
) -> str:
    """Return the report as a file of its own."""
    origin = provenance or provenance_of(report)
    title = in_language(origin.title, language)
    writer = _Writer(report, language, "t")
    body = "".join(
        (
            f"<header><h1>{text(origin.title, language)}</h1>",
            *(f'<p class="muted">{text(line, language)}</p>' for line in origin.lines),
            "</header>",
            *writer.parts(),
            *writer.origin(origin),
        )
    )
    downloads = writer.downloads(data)
    if len(body) + len(downloads) > MOST_BYTES:
        downloads = writer.said(
            [say("The data are too large for this page: --format json has them.")]
        )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{style(True)}</style>\n</head>\n"
        f'<body>\n<main class="fastmetrics">{body}{downloads}</main>\n</body>\n'
        "</html>\n"
    )


def fragment(report: Content, language: str) -> str:
    """Return the report as one element that brings its own style.

    Of pictures as many as it has room for.
    """
    writer = _Writer(report, language, f"f{abs(hash(repr(report))) % 10**6}t", 3)
    parts = [*writer.parts()]
    if sum(map(len, parts)) > MOST_OF_FRAGMENT:
        writer = _Writer(report, language, writer.prefix, 3, draws=False)
        parts = [*writer.parts()]
    return (
        f'<div class="fastmetrics" lang="{language}"><style>{style(False)}</style>'
        f"{''.join(parts)}</div>"
    )


class _Writer:
    """Writes the parts of a report's page; headings begin at level 2, or below."""

    def __init__(
        self,
        report: Content,
        language: str,
        prefix: str,
        level: int = 2,
        *,
        draws: bool = True,
    ) -> None:
        self._report, self._language, self.prefix = report, language, prefix
        self._level, self._tables = level, Tables(language, prefix)
        self._to_svg = _drawing() if draws else None
        self._is_missing = draws and self._to_svg is None

    def parts(self) -> Iterator[str]:
        """Yield the parts from the first sentence to how intervals were made."""
        report = self._report
        yield self.said(sentences(report), "said")
        yield self.said(header(report))
        if self._is_missing:
            yield self.said(
                [say("Pictures need matplotlib: pip install 'fastmetrics[plot]'.")]
            )
        yield self.picture(general(report, "forest"))
        yield self.heading(say("Values"))
        for section in report.sections.values():
            yield from self.tables(values(report, section, bars=True))
        made = [*differences(report)]
        if made:
            yield self.heading(say("Differences"))
            yield self.picture(general(report, "differences"))
            yield from self.tables(made)
        for section in report.sections.values():
            yield self.heading(of_catalog(FAMILIES[section.family].title))
            for picture in of_section(section):
                yield self.picture(picture)
            yield from self.tables(section.tables(None))
            for table in section.details():
                yield (
                    f"<details><summary>{self._text(table.title)}</summary>"
                    f"{self._tables.written(table)}</details>"
                )
        for notes in footer(report):
            yield self.heading(notes.title)
            yield self.listed(notes.lines)

    def origin(self, provenance: Provenance) -> Iterator[str]:
        """Yield where the numbers come from."""
        if not provenance.facts:
            return
        yield self.heading(say("Where this comes from"))
        yield "<dl>"
        for name, value in provenance.facts:
            yield f"<dt>{self._text(name)}</dt><dd>{self._text(value)}</dd>"
        yield "</dl>"

    def downloads(self, data: str | None) -> str:
        """Return links to the data of the report, which are in the page itself."""
        csv = data_uri("text/csv", to_csv(self._report))
        links = [(csv, "report.csv", say("Values and differences as CSV"))]
        if data is not None:
            uri = data_uri("application/json", data)
            links.insert(0, (uri, "report.json", say("Everything as JSON")))
        items = "".join(
            f'<li><a download="{name}" href="{uri}">{self._text(what)}</a></li>'
            for uri, name, what in links
        )
        return f"{self.heading(say('Data'))}<ul>{items}</ul>"

    # -- elements

    def heading(self, title: str) -> str:
        return f"<h{self._level}>{self._text(title)}</h{self._level}>"

    def said(self, lines: Sequence[str], kind: str = "") -> str:
        """Return paragraphs, together in a block if it is of a kind."""
        made = "".join(f"<p>{self._text(line)}</p>" for line in lines)
        return f'<div class="{kind}">{made}</div>' if kind and made else made

    def listed(self, lines: Sequence[str]) -> str:
        items = "".join(f"<li>{self._text(line)}</li>" for line in lines)
        return f"<ul>{items}</ul>" if items else ""

    def tables(self, made: Iterator[Table] | Sequence[Table]) -> Iterator[str]:
        yield from map(self._tables.written, made)

    def picture(self, picture: Picture | None) -> str:
        """Return a picture in a region that scrolls where the page is narrow."""
        if picture is None or self._to_svg is None:
            return ""
        svg = self._to_svg(picture, language=self._language)
        label = say("Picture: {name}", name=picture.name)
        return (
            '<figure><div class="picture" role="region" tabindex="0" '
            f'aria-label="{self._text(label)}">{svg}</div></figure>'
        )

    def _text(self, one: str) -> str:
        return text(one, self._language)


def _drawing() -> Callable[..., str] | None:
    """Return what draws a picture, None where matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return None
    from fastmetrics.report.plots.svg import to_svg

    return to_svg
