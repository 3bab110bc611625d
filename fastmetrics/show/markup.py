r"""A document as LaTeX for a paper, or as Markdown, as most sites read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fastmetrics._common.names import harmless
from fastmetrics.show.numbers import MINUS, NONE, Estimate
from fastmetrics.show.text import Cell, Table, cell_text
from fastmetrics.show.words import in_language, say

if TYPE_CHECKING:
    from fastmetrics.show.text import Document


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"'",
    # Signs that the fonts of pdfLaTeX have in mathematics only.
    MINUS: r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "≈": r"\ensuremath{\approx}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "κ": r"\ensuremath{\kappa}",
    "μ": r"\ensuremath{\mu}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "×": r"\ensuremath{\times}",
    NONE: "---",
    "…": r"\ldots{}",
    "·": r"\ensuremath{\cdot}",
    "\N{NO-BREAK SPACE}": "~",
}
_ANY = re.compile("|".join(map(re.escape, _SPECIAL)))


def latex_escaped(text: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(latex_escaped("a_b & 5 %"))
    a\_b \& 5 \%
    """
    shown = harmless(" ".join(text.split("\n")))
    return _ANY.sub(lambda found: _SPECIAL[found[0]], shown)


def to_latex(
    document: Document,
    language: str = "en",
    *,
    caption: str | None = None,
    label: str | None = None,
    columns: Sequence[str] | None = None,
    booktabs: bool = True,
    siunitx: bool = False,
) -> str:
    r"""Return the tables of a document, each in an environment of its own.

    ``caption`` replaces the title of the first table, and ``label`` is the label of the
    first table; further tables get the label and their number. ``columns``: headers of
    the columns to write. With ``siunitx``, values are in columns of type S.
    """
    if not document.tables:
        return "\n\n".join(_paragraphs(document, language)) + "\n"
    chosen = [_with_columns(table, columns, language) for table in document.tables]
    tables, is_wide = [], False
    for number, table in enumerate(filter(None, chosen), 1):
        title = caption if caption is not None and number == 1 else table.title
        if _has_approximate(table):
            title = say("{title} (≈: approximate interval)", title=title)
        name = label if number == 1 or label is None else f"{label}-{number}"
        head = [r"\begin{table}", r"  \centering", rf"  {_size(table)}"]
        if title:
            head.append(rf"  \caption{{{latex_escaped(in_language(title, language))}}}")
        if name:
            head.append(rf"  \label{{{name}}}")
        body = [*_latex_table(table, language, booktabs, siunitx)]
        if table.width > SMALLEST:
            is_wide = True
            body = [r"\resizebox{\textwidth}{!}{%", *body[:-1], f"{body[-1]}}}"]
        tables.append(
            "\n".join([*head, *(f"  {line}" for line in body), r"\end{table}"])
        )
    needed = {"booktabs": booktabs, "graphicx": is_wide, "siunitx": siunitx}
    packages = ", ".join(name for name, is_needed in needed.items() if is_needed)
    first = [f"% needs the packages {packages}"] if packages else []
    return "\n\n".join([*first, *tables]) + "\n"


# Characters in the width of the text, in the fonts of these sizes.
SMALL, SMALLEST = 80, 90


def _size(table: Table) -> str:
    return r"\small" if table.width <= SMALL else r"\footnotesize"


def _has_approximate(table: Table) -> bool:
    cells = (cell for row in table.rows for cell in row)
    return any(isinstance(one, Estimate) and one.interval.approximate for one in cells)


def _with_columns(
    table: Table, columns: Sequence[str] | None, language: str
) -> Table | None:
    """Return a table with some of its columns; None if it has none of them."""
    if columns is None:
        return table
    kept = [
        i
        for i, head in enumerate(table.headers)
        if {str(head), in_language(head, language)} & {*columns}
    ]
    if not kept:
        return None
    return replace(
        table,
        headers=[table.headers[i] for i in kept],
        rows=[[row[i] for i in kept] for row in table.rows],
        right=frozenset(at for at, i in enumerate(kept) if i in table.right),
    )


def _paragraphs(document: Document, language: str) -> Iterator[str]:
    """Yield what is said, where code goes in verbatim."""

    def said(line: str) -> str:
        return latex_escaped(in_language(line, language))

    yield "% needs an engine that reads Unicode, as LuaLaTeX and XeLaTeX do"
    yield from (rf"\textbf{{{said(line)}}}" for line in document.sentences)
    yield from map(said, document.head)
    for notes in document.foot:
        title = rf"\textit{{{said(notes.title)}}}"
        if notes.form == "formula":
            inside = [rf"\[ {notes.lines[1]} \]"]
        elif notes.form == "code":
            inside = [r"\begin{verbatim}", *notes.lines, r"\end{verbatim}"]
        else:
            items = (rf"  \item {{}}{said(line)}" for line in notes.lines)
            inside = [r"\begin{itemize}", *items, r"\end{itemize}"]
        yield "\n".join([title, *(inside if notes.lines else ())])


def _latex_table(
    table: Table, language: str, booktabs: bool, siunitx: bool
) -> Iterator[str]:
    kinds, heads = "", []
    columns = range(len(table.headers))
    apart = [
        i
        for i in columns
        if siunitx and any(isinstance(row[i], Estimate) for row in table.rows)
    ]
    for i in columns:
        head = latex_escaped(in_language(table.headers[i], language))
        if i in apart:
            kinds += _siunitx_column([row[i] for row in table.rows]) + "l"
            heads.append(rf"\multicolumn{{2}}{{l}}{{{head}}}")
        else:
            kinds += "r" if i in table.right else "l"
            heads.append(head)
    yield rf"\begin{{tabular}}{{{kinds}}}"
    top, middle, bottom = ("top", "mid", "bottom") if booktabs else ("h", "h", "h")
    rule = "rule" if booktabs else "line"
    yield rf"  \{top}{rule}"
    yield rf"  {' & '.join(heads)} \\"
    yield rf"  \{middle}{rule}"
    for row in table.rows:
        cells = [text for i in columns for text in _cells(row[i], i in apart, language)]
        # A bracket behind a line's end would be taken for its optional argument.
        yield rf"  {' & '.join(cells)} \\"
    yield rf"  \{bottom}{rule}"
    yield r"\end{tabular}"


def _cells(cell: Cell, is_apart: bool, language: str) -> list[str]:
    text = cell_text(cell, language)
    if not is_apart:
        latex = latex_escaped(text)
        return [f"{{{latex}}}" if latex.startswith("[") else latex]
    if not isinstance(cell, Estimate):
        return [f"{{{latex_escaped(text)}}}", ""]
    value = cell.value.replace(MINUS, "-").replace(",", "")
    is_number = re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", value)
    value = value if is_number else f"{{{latex_escaped(cell.value)}}}"
    return [value, f"{{{latex_escaped(cell.bounds)}}}"]


def _siunitx_column(cells: list[Cell]) -> str:
    """Return the type of a column that holds so many digits before and after."""
    texts = [text.value for text in cells if isinstance(text, Estimate)]
    whole = max(
        (len(re.sub(r"\D", "", text.split(".")[0])) for text in texts), default=1
    )
    part = max((len(text.partition(".")[2]) for text in texts), default=0)
    sign = "-" if any(text.startswith(MINUS) for text in texts) else ""
    return f"S[table-format={sign}{whole}.{part}]"


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
