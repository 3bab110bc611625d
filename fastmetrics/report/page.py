"""A report as HTML: a file of its own, or a part of a notebook or of another page.

Nothing is loaded from outside and no script is needed. What comes from data goes
through `escaping` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fastmetrics.catalog import FAMILIES
from fastmetrics.report.document import differences, footer, header, values
from fastmetrics.report.export import to_csv
from fastmetrics.report.fold_tables import fold_tables
from fastmetrics.report.plots.kinds import general, of_section
from fastmetrics.report.provenance import Provenance, provenance_of
from fastmetrics.report.sentences import sentences
from fastmetrics.show.html.escaping import attribute, data_uri, text, zipped_uri
from fastmetrics.show.html.style import style
from fastmetrics.show.html.tables import Tables
from fastmetrics.show.words import in_language, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Section
    from fastmetrics.show.pictures.picture import Picture
    from fastmetrics.show.tables import Table

__all__ = ["to_html"]

# A page is to be no larger, nor a part of a notebook. What does not fit is left out: it
# is in what programs read.
MOST_BYTES, MOST_OF_FRAGMENT = 1_000_000, 100_000
# Larger than this no page is because of the files in it: they are zipped then.
MOST_UNZIPPED = 240_000
# Of a page what the frame and the words around its parts take at most.
FRAME = 12_000
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


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


def page(
    report: Content, language: str, provenance: Provenance | None, data: str | None
) -> str:
    """Return the report as a file of its own."""
    origin = provenance or provenance_of(report)
    writer = _Writer(report, language, 2, MOST_BYTES - FRAME)
    lines = (f'<p class="muted">{text(line, language)}</p>' for line in origin.lines)
    head = f"<header><h1>{text(origin.title, language)}</h1>{''.join(lines)}</header>"
    body = f"{head}{''.join(writer.parts())}{''.join(writer.origin(origin))}"
    downloads = writer.downloads(data)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{text(str(origin.title), language)}</title>\n"
        f"<style>{style(True)}</style>\n</head>\n"
        f'<body>\n<main class="fastmetrics">{body}{downloads}</main>\n</body>\n'
        "</html>\n"
    )


def fragment(report: Content, language: str) -> str:
    """Return the report as one element that brings its own style.

    Of tables and pictures as many as it has room for.
    """
    rules = style(False)
    room = MOST_OF_FRAGMENT - len(rules) - FRAME
    parts = "".join(_Writer(report, language, 3, room).parts())
    opening = f'<div class="fastmetrics" lang="{language}">'
    return f"{opening}<style>{rules}</style>{parts}</div>"


class _Writer:
    """Writes the parts of a report's page, as long as there is room for them.

    Headings begin at a ``level``; ``room`` is how many bytes all may take.
    """

    def __init__(self, report: Content, language: str, level: int, room: int) -> None:
        self._report, self._language, self._level = report, language, level
        self._tables, self._room, self._n_left_out = Tables(language), room, 0
        self._to_svg = _drawing()

    def parts(self) -> Iterator[str]:
        """Yield the parts from the first sentence to how intervals were made."""
        report = self._report
        yield self.said(sentences(report), "said")
        yield self.said(header(report))
        if self._to_svg is None:
            yield self.said([say("Pictures need matplotlib: pip install matplotlib.")])
        yield self.picture(general(report, "forest"))
        yield self.heading(say("Values"))
        for section in report.sections.values():
            yield from self.tables(values(report, section, bars=True))
            yield from self.tables(fold_tables(report, section))
        made = [*differences(report)]
        if made:
            yield self.heading(say("Differences"))
            yield self.picture(general(report, "differences"))
            yield from self.tables(made)
        for section in report.sections.values():
            yield from self._section(section)
        for notes in footer(report):
            yield self.heading(notes.title)
            yield self.listed(notes.lines)
        if self._n_left_out:
            line = say(
                "{n} tables and pictures have no room here; the JSON has all numbers.",
                n=self._n_left_out,
            )
            yield self.said([line])

    def _section(self, section: Section) -> Iterator[str]:
        """Yield what there is to say of one family: pictures, tables, details."""
        yield self.heading(of_catalog(FAMILIES[section.family].title))
        for picture in of_section(section):
            yield self.picture(picture)
        yield from self.tables(section.tables(None))
        for table in section.details():
            yield self._fitting(
                f"<details><summary>{self._text(table.title)}</summary>"
                f"{self._tables.written(replace(table, title=''), table.title)}"
                "</details>"
            )

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
        files = [
            ("text/csv", to_csv(self._report), say("Values and differences as CSV"))
        ]
        if data is not None:
            files.insert(0, ("application/json", data, say("Everything as JSON")))
        links = [self._link(*file) for file in files]
        made = "".join(link for link in links if link)
        said = [
            say("{what}: too large for this page.", what=what)
            for (_, _, what), link in zip(files, links, strict=True)
            if not link
        ]
        made = f"<ul>{made}</ul>" if made else ""
        return f"{self.heading(say('Data'))}{made}{self.said(said)}"

    def _link(self, kind: str, content: str, what: str) -> str:
        """Return a link to a file, zipped if the page grew too large, or nothing."""
        name = f"report.{kind.partition('/')[2]}"
        link = self._saved(name, data_uri(kind, content), what)
        if len(link) > self._room - (MOST_BYTES - MOST_UNZIPPED):
            what = say("{what} (gzip)", what=what)
            link = self._saved(f"{name}.gz", zipped_uri(content), what)
        if len(link) > self._room:
            return ""
        self._room -= len(link)
        return link

    def _saved(self, name: str, uri: str, what: str) -> str:
        return f"<li><a download='{name}' href='{uri}'>{self._text(what)}</a></li>"

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

    def tables(self, made: Iterable[Table]) -> Iterator[str]:
        for table in made:
            yield self._fitting(self._tables.written(table))

    def picture(self, picture: Picture | None) -> str:
        """Return a picture in a region that scrolls where the page is narrow."""
        if picture is None or self._to_svg is None:
            return ""
        svg = self._to_svg(picture, language=self._language)
        label = in_language(say("Picture: {name}", name=picture.name), self._language)
        return self._fitting(
            '<figure><div class="picture" role="group" tabindex="0" '
            f'aria-label="{attribute(label)}">{svg}</div></figure>'
        )

    def _fitting(self, made: str) -> str:
        """Return a part of the page if there is room for it, else nothing."""
        size = len(made.encode())
        if size > self._room:
            self._n_left_out += 1
            return ""
        self._room -= size
        return made

    def _text(self, one: str) -> str:
        return text(one, self._language)


def _drawing() -> Callable[..., str] | None:
    """Return what draws a picture, None where matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return None
    from fastmetrics.show.pictures.svg import to_svg

    return to_svg
