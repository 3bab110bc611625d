"""A document as Markdown, with tables as GitHub and most others read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fastmetrics._common.names import harmless
from fastmetrics.show.text import Table, cell_text
from fastmetrics.show.words import in_language

if TYPE_CHECKING:
    from fastmetrics.show.text import Document

# What would be markup, of Markdown, of HTML in it, or of mathematics.
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~$&]")
# What makes a list or a heading of a line that begins with it.
_BEGINNING = re.compile(r"^(\s*)(\d+[.)]|[-+=>])(?=\s|$)")


def to_markdown(document: Document, language: str = "en") -> str:
    """Return a document as Markdown; every text in it is escaped."""

    def said(text: str) -> str:
        return escaped(in_language(text, language))

    first, *others = map(said, [*document.sentences, ""])
    blocks = [f"**{first}**" if first else "", *others]
    blocks.append("  \n".join(map(said, document.head)))
    for table in document.tables:
        if table.title:
            blocks.append(f"**{said(table.title)}**")
        blocks.append("\n".join(_table(table, language)))
    for notes in document.foot:
        blocks.append(f"**{said(notes.title)}**")
        if notes.form == "formula":
            blocks.append(f"$$\n{notes.lines[1]}\n$$")
        elif notes.form == "code":
            blocks.append("\n".join(["```pycon", *notes.lines, "```"]))
        else:
            blocks.append("\n".join(f"- {said(line)}" for line in notes.lines))
    return "\n\n".join(filter(None, blocks)) + "\n"


def escaped(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> print(escaped("a_b|c"))
    a\_b\|c
    """
    text = _MARKUP.sub(r"\\\g<0>", harmless(" ".join(text.split("\n"))))
    return _BEGINNING.sub(r"\1\\\2", text)


def _table(table: Table, language: str) -> Iterator[str]:
    yield _row([escaped(in_language(head, language)) for head in table.headers])
    columns = range(len(table.headers))
    yield _row(["---:" if i in table.right else "---" for i in columns])
    for row in table.rows:
        yield _row([escaped(cell_text(cell, language)) for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
