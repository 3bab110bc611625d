"""Pages and their parts: a frame, headings, sentences, tables, pictures and files.

Nothing is loaded from outside and no script is needed. What comes from data goes
through `escaping` alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from fastmetrics.show.html.escaping import attribute, data_uri, text, zipped_uri
from fastmetrics.show.html.tables import Tables
from fastmetrics.show.notebook import DARK_PLACES, LIGHT_PLACES
from fastmetrics.show.pictures.styles import css_variables
from fastmetrics.show.pictures.svg import to_svg
from fastmetrics.show.words import in_language, say

if TYPE_CHECKING:
    from fastmetrics.show.document import Document, Notes
    from fastmetrics.show.pictures.picture import Picture
    from fastmetrics.show.tables import Table

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


# --- the style sheet: light and dark, on phones and on paper

_OWN = {
    False: "--raised:#f3f5f7;--line:#6b7480;--link:#0b3a78;--ahead:#0a5a2f;",
    True: "--raised:#20242b;--line:#8a939e;--link:#a5d0ff;--ahead:#8fe3ae;",
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
