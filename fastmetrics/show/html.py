"""Pages and their parts: a frame, headings, sentences, tables, pictures and files.

Nothing is loaded from outside and no script is needed. What comes from data goes
through `text`, `attribute`, `data_uri` and `zipped_uri` alone.
"""

from __future__ import annotations

import html
import math
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from fastmetrics._common.names import Name, cut, harmless
from fastmetrics.show.notebook import DARK_PLACES, LIGHT_PLACES
from fastmetrics.show.numbers import Estimate, count
from fastmetrics.show.pictures.styles import css_variables
from fastmetrics.show.pictures.svg import to_svg
from fastmetrics.show.text import Ahead, Bar, Cell, Shade, Table
from fastmetrics.show.words import in_language, say

if TYPE_CHECKING:
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document, Notes


# ---------------------------------------------------------------------------- escaping
# Texts in HTML.


# Of a name that is shown in full where one points at it.
LONGEST = 1000
# What stands for itself in a data URI and between single quotes.
_AS_IT_IS = ' "!$()*+,-./:;=@[]^_`{|}~'


def text(one: object, language: str = "en") -> str:
    """Return a text that a page shows as it is; a cut name with all of it as a hint."""
    said = in_language(one, language) if isinstance(one, str) else str(one)
    shown = html.escape(harmless(said))
    if isinstance(one, Name) and one != one.full:
        return f'<span title="{attribute(one.full)}">{shown}</span>'
    return shown


def attribute(one: str) -> str:
    """Return a text that stands between double quotes."""
    return html.escape(harmless(cut(one, LONGEST)))


def data_uri(kind: str, content: str) -> str:
    """Return a file as the address of a link, byte for byte.

    It stands between single quotes: JSON is full of double ones, which need no escape
    then, so that the page holds it at little more than its size.
    """
    coded = quote(content, safe=_AS_IT_IS, encoding="utf-8", errors="replace")
    return f"data:{kind};charset=utf-8,{coded}"


def zipped_uri(content: str) -> str:
    """Return a file as the address of a link, zipped: the same bytes each time."""
    packing = zlib.compressobj(9, wbits=31)  # as gzip does, without name and time
    packed = packing.compress(content.encode("utf-8", "replace")) + packing.flush()
    return f"data:application/gzip;base64,{b64encode(packed).decode('ascii')}"


# ------------------------------------------------------------------------------ tables
# Tables in HTML.


# A table of more columns or more cells is cut: a page is to stay small.
MOST_COLUMNS, MOST_CELLS = 64, 4000
# On paper: places of a line at the size of the page's letters, places that the first
# column and the gap behind a column take, and the size of letters in tables.
PAPER, MOST_OF_HEAD, GAP, PRINTED = 66, 14, 1.4, 0.78


class Tables:
    """Writes tables in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def written(self, table: Table, label: str = "") -> str:
        """Return a table in a region that scrolls by itself where it is too wide.

        ``label`` is its name for those who hear it, where it has no title of its own.
        """
        cut = _cut(table)
        table = cut.table
        is_bar = [self._is_bar(table, i) for i in range(len(table.headers))]
        heads = "".join(
            self._head(head, i in table.right)
            for i, head in enumerate(table.headers)
            if not is_bar[i]
        )
        rows = "".join(self._row(row, table.right) for row in table.rows)
        title = text(table.title, self._language)
        caption = f"<caption>{title}</caption>" if table.title else ""
        label = table.title or label or table.headers[0]
        named = f'aria-label="{attribute(in_language(label, self._language))}"'
        said = f"<p>{self._text(cut.said)}</p>" if cut.said else ""
        return (
            f'<div class="scroll" role="group" tabindex="0" {named}>'
            f"<table{_fit(table)}>{caption}"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{said}"
        )

    @staticmethod
    def _is_bar(table: Table, column: int) -> bool:
        return any(isinstance(row[column], Bar) for row in table.rows)

    def _head(self, head: str, is_right: bool) -> str:
        if not head:
            return "<td></td>"
        right = ' class="r"' if is_right else ""
        return f'<th scope="col"{right}>{text(head, self._language)}</th>'

    def _row(self, row: Sequence[Cell], right: frozenset[int]) -> str:
        made = [f'<th scope="row">{self._text(row[0])}</th>']
        for i, cell in enumerate(row[1:], 1):
            if isinstance(cell, Bar):  # beside the value that stands before it
                made[-1] = f"{made[-1].removesuffix('</td>')}{_bar(cell)}</td>"
            else:
                made.append(self._cell(cell, i in right))
        return f"<tr>{''.join(made)}</tr>"

    def _cell(self, cell: Cell, is_right: bool) -> str:
        if isinstance(cell, Estimate):
            value, bounds = self._text(cell.value), text(cell.bounds)
            return f"<td><b>{value}</b> <span>{bounds}</span></td>"
        if isinstance(cell, Shade):
            return f'<td class="r"{_shade(cell.share)}>{text(cell.text)}</td>'
        kinds = ["r"] * is_right + ["ahead"] * isinstance(cell, Ahead)
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        return f"<td{kind}>{self._text(cell)}</td>"

    def _text(self, cell: object) -> str:
        return text(cell, self._language)


class _Cut(NamedTuple):
    """As much of a table as a page has room for, and what it says of the rest."""

    table: Table
    said: str = ""


def _cut(table: Table) -> _Cut:
    """Leave out the last columns, then the last rows, of a table that is too large."""
    said = ""
    columns, rows = len(table.headers), len(table.rows)
    if columns > MOST_COLUMNS:
        table = replace(
            table,
            headers=table.headers[:MOST_COLUMNS],
            rows=[row[:MOST_COLUMNS] for row in table.rows],
        )
        said = say(
            "{n} of {k} columns are shown; the JSON has them all.",
            n=MOST_COLUMNS,
            k=count(columns),
        )
    most = max(MOST_CELLS // min(columns, MOST_COLUMNS), 1)
    if rows > most:
        table = replace(table, rows=table.rows[:most])
        said = say(
            "{n} of {k} rows are shown; the JSON has them all.",
            n=most,
            k=count(rows),
        )
    return _Cut(table, said)


def _fit(table: Table) -> str:
    """Return the size of letters with which a wide table fits on paper, if small.

    Cells are broken between words there, so that a column needs its longest word.
    """
    words = sum(
        MOST_OF_HEAD if k == 0 else max(map(_longest_word, [head, *cells])) + GAP
        for k, (head, cells) in enumerate(
            zip(table.headers, zip(*table.rows, strict=True), strict=True)
        )
    )
    size = PAPER / words if words else 1.0
    return f' style="--fit:{size:.2f}em"' if size < PRINTED else ""


def _longest_word(cell: Cell) -> int:
    if isinstance(cell, Bar):
        return 0
    return max(map(len, str(cell).split()), default=0)


def _bar(bar: Bar) -> str:
    """Return an interval as a bar on the scale of its row."""
    length = bar.end - bar.start
    if not (0 < length < math.inf and bar.low <= bar.high):
        return ""
    low, value, high = (
        100 * min(max((one - bar.start) / length, 0.0), 1.0)
        for one in (bar.low, bar.value, bar.high)
    )
    point = f'<b style="left:{value:.1f}%"></b>' if math.isfinite(value) else ""
    return (
        f'<i class="bar" aria-hidden="true"><i style="left:{low:.1f}%;'
        f'right:{100 - high:.1f}%"></i>{point}</i>'
    )


def _shade(share: float) -> str:
    """Return the ground of a cell, so light that text on it is read as well."""
    if not math.isfinite(share) or share == 0:
        return ""
    hue = "above" if share > 0 else "below"
    part = round(26 * min(abs(share), 1.0))
    return f' style="background:color-mix(in srgb,var(--{hue}) {part}%,var(--ground))"'


# ------------------------------------------------------------------------------- pages
# Pages, and parts of other pages.


# A page is to be no larger, nor a part of a notebook. What does not fit is left out: it
# is in what programs read.
MOST_BYTES, MOST_OF_FRAGMENT = 1_000_000, 100_000
# Larger than this no page is because of the files in it: they are zipped then.
MOST_UNZIPPED = 240_000
# Of a page what the frame and the words around its parts take at most.
FRAME = 12_000
# Where MathJax looks for no formulas: names and calls have dollar signs.
NO_MATHEMATICS = "tex2jax_ignore mathjax_ignore"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class File(NamedTuple):
    """A file to be downloaded from a page: what it is called and of, and its text."""

    name: str
    kind: str
    content: str
    what: str


def to_html(
    *parts: tuple[Document, Sequence[Picture]],
    language: str = "en",
    files: Sequence[File] | None = None,
) -> str:
    """Return documents with their pictures as an element, or a page of its own.

    It is a page with ``files``, which can be downloaded from it; there may be none.
    The first document has its title.
    """
    made = writer(language, full=files is not None)
    body = "".join(one for part in parts for one in made.document(*part))
    if files is None:
        return fragment(body, language)
    title = parts[0][0].title
    head = f"<header><h1>{text(title, language)}</h1></header>"
    return page(title, f"{head}{body}{made.downloads(files)}", language)


def page(title: str, body: str, language: str) -> str:
    """Return a file of its own around the parts of a page."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{text(str(in_language(title, language)))}</title>\n"
        f"<style>{style(True)}</style>\n</head>\n"
        f'<body>\n<main class="fastmetrics">{body}</main>\n</body>\n'
        "</html>\n"
    )


def fragment(body: str, language: str) -> str:
    """Return one element that brings its own style."""
    opening = f'<div class="fastmetrics" lang="{language}">'
    return f"{opening}<style>{style(False)}</style>{body}</div>"


def writer(language: str, *, full: bool) -> Writer:
    """Return what writes the parts of a page, or of an element in another one."""
    room = MOST_BYTES if full else MOST_OF_FRAGMENT - len(style(False))
    return Writer(language, room - FRAME, full=full)


class Writer:
    """Writes parts of a page, as long as there is room for them.

    ``room`` is how many bytes all may take; ``full``: of a page of its own, where no
    other headings are above, and nothing sets formulas.
    """

    def __init__(self, language: str, room: int, *, full: bool) -> None:
        self._language, self._is_full = language, full
        self._level = 2 if full else 3
        self._tables, self._room, self._n_left_out = Tables(language), room, 0

    def document(
        self, document: Document, pictures: Sequence[Picture] = ()
    ) -> Iterator[str]:
        """Yield what a document has: sentences, pictures, tables and notes."""
        yield self.said(document.sentences, "said")
        yield self.said(document.head)
        for picture in pictures:
            yield self.picture(picture)
        yield from self.tables(document.tables)
        yield from self.notes(document)
        yield self.left_out()

    def notes(self, document: Document) -> Iterator[str]:
        """Yield what stands below the tables."""
        for notes in document.foot:
            yield self.heading(notes.title)
            yield self._noted(notes)

    def _noted(self, notes: Notes) -> str:
        """Return what stands under a heading: MathJax is where there are notebooks."""
        if notes.form == "formula":
            signs, latex = map(self._text, notes.lines)
            return f"<p>{signs}</p>" if self._is_full else f"<p>$$ {latex} $$</p>"
        if notes.form == "code":
            code = "\n".join(map(self._text, "\n".join(notes.lines).split("\n")))
            return f"<pre><code>{code}</code></pre>"
        return self.listed(notes.lines)

    def left_out(self) -> str:
        """Return how much had no room, nothing if all had."""
        if not self._n_left_out:
            return ""
        line = say(
            "{n} tables and pictures have no room here; the JSON has all numbers.",
            n=self._n_left_out,
        )
        return self.said([line])

    def downloads(self, files: Sequence[File]) -> str:
        """Return links to files, which are in the page itself."""
        if not files:
            return ""
        links = [self._link(file) for file in files]
        made = "".join(link for link in links if link)
        said = [
            say("{what}: too large for this page.", what=file.what)
            for file, link in zip(files, links, strict=True)
            if not link
        ]
        made = f"<ul>{made}</ul>" if made else ""
        return f"{self.heading(say('Data'))}{made}{self.said(said)}"

    def _link(self, file: File) -> str:
        """Return a link to a file, zipped if the page grew too large, or nothing."""
        link = self._saved(file.name, data_uri(file.kind, file.content), file.what)
        if len(link) > self._room - (MOST_BYTES - MOST_UNZIPPED):
            what = say("{what} (gzip)", what=file.what)
            link = self._saved(f"{file.name}.gz", zipped_uri(file.content), what)
        if len(link) > self._room:
            return ""
        self._room -= len(link)
        return link

    def _saved(self, name: str, uri: str, what: str) -> str:
        return f"<li><a download='{name}' href='{uri}'>{self._text(what)}</a></li>"

    def heading(self, title: str) -> str:
        """Return a title of the level at which headings begin."""
        return f"<h{self._level}>{self._text(title)}</h{self._level}>"

    def said(self, lines: Sequence[str], kind: str = "") -> str:
        """Return paragraphs, together in a block if it is of a kind."""
        made = "".join(f"<p>{self._text(line)}</p>" for line in lines)
        return f'<div class="{kind}">{made}</div>' if kind and made else made

    def listed(self, lines: Sequence[str]) -> str:
        """Return lines as a list, nothing if there are none."""
        items = "".join(f"<li>{self._text(line)}</li>" for line in lines)
        kind = "" if self._is_full else f' class="{NO_MATHEMATICS}"'
        return f"<ul{kind}>{items}</ul>" if items else ""

    def tables(self, made: Iterable[Table]) -> Iterator[str]:
        """Yield tables, those that there is room for."""
        for table in made:
            yield self.fitting(self._tables.written(table))

    def folded(self, table: Table) -> str:
        """Return a table that shows itself when its title is clicked."""
        return self.fitting(
            f"<details><summary>{self._text(table.title)}</summary>"
            f"{self._tables.written(replace(table, title=''), table.title)}"
            "</details>"
        )

    def picture(self, picture: Picture | None) -> str:
        """Return a picture in a region that scrolls where the page is narrow."""
        if picture is None:
            return ""
        svg = to_svg(picture, language=self._language)
        title = say("Picture: {name}", name=picture.title)
        label = in_language(title, self._language)
        return self.fitting(
            '<figure><div class="picture" role="group" tabindex="0" '
            f'aria-label="{attribute(label)}">{svg}</div></figure>'
        )

    def fitting(self, made: str) -> str:
        """Return a part of the page if there is room for it, else nothing."""
        size = len(made.encode())
        if size > self._room:
            self._n_left_out += 1
            return ""
        self._room -= size
        return made

    def _text(self, one: str) -> str:
        return text(one, self._language)


# ------------------------------------------------------------------------- style sheet
# The style sheet: light and dark, on phones and on paper.


_OWN = {
    False: "--line:#6b7480;--link:#0b3a78;--ahead:#0a5a2f;",
    True: "--line:#8a939e;--link:#a5d0ff;--ahead:#8fe3ae;",
}


@cache
def style(full: bool) -> str:
    """Return the rules, of a file of its own or of a part of another page."""
    light, dark = (_variables(is_dark) for is_dark in (False, True))
    where = ":root" if full else ".fastmetrics"
    rules = f"{where}{{{light}}}"
    rules += f"@media screen and (prefers-color-scheme:dark){{{where}{{{dark}}}}}"
    if full:
        return f"{rules}{_rules('page.css')}{_rules('report.css')}"
    # The notebook's own mark says more than what the system prefers.
    rules += f"{','.join(LIGHT_PLACES)}{{{light}}}"
    rules += f"{','.join(DARK_PLACES)}{{{dark}}}"
    return f"{rules}{_rules('report.css')}"


def _variables(dark: bool) -> str:
    return css_variables(dark) + _OWN[dark]


def _rules(name: str) -> str:
    """Return the rules of a file beside this one, without what is for its readers."""
    source = files(__package__).joinpath(name).read_text("utf-8")
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    source = re.sub(r"\s+", " ", source)
    return (
        re.sub(r" ?([{};:,]) ", r"\1", source)
        .replace(";}", "}")
        .replace(" {", "{")
        .strip()
    )
