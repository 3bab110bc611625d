r"""A document's tables as LaTeX, for a paper: booktabs, plain columns or siunitx's.

What has no tables is written as paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fastmetrics._common.names import harmless
from fastmetrics.show.numbers import MINUS, NONE, THIN_SPACE, Estimate
from fastmetrics.show.text import Cell, Table, Titled, cell_text
from fastmetrics.show.words import in_language

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
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "×": r"\ensuremath{\times}",
    NONE: "---",
    "…": r"\ldots{}",
    "·": r"\ensuremath{\cdot}",
    THIN_SPACE: r"\,",
    "\N{NO-BREAK SPACE}": "~",
}
_ANY = re.compile("|".join(map(re.escape, _SPECIAL)))


def escaped(text: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(escaped("a_b & 5 %"))
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
    siunitx: bool = False,
) -> str:
    r"""Return the tables of a document, each in an environment of its own.

    ``caption`` stands in place of the first table's title, and ``label`` is the first
    table's; further ones get the label and their number. With ``siunitx`` values stand
    in columns of their own of type S, aligned at the point by that package.
    """
    if not document.tables:
        return "\n\n".join(_paragraphs(document, language)) + "\n"
    tables = []
    for number, table in enumerate(document.tables, 1):
        title = caption if caption is not None and number == 1 else table.title
        name = label if number == 1 or label is None else f"{label}-{number}"
        lines = _table(table, language, siunitx)
        head = [r"\begin{table}", r"  \centering"]
        if title:
            head.append(rf"  \caption{{{escaped(in_language(title, language))}}}")
        if name:
            head.append(rf"  \label{{{name}}}")
        tables.append(
            "\n".join([*head, *(f"  {line}" for line in lines), r"\end{table}"])
        )
    packages = r"booktabs, siunitx" if siunitx else "booktabs"
    return "\n\n".join([f"% needs the packages {packages}", *tables]) + "\n"


def _paragraphs(document: Document, language: str) -> Iterator[str]:
    """Yield what is said, where code goes in verbatim."""

    def said(line: str) -> str:
        return escaped(in_language(line, language))

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


def _table(table: Table, language: str, siunitx: bool) -> Iterator[str]:
    kinds, heads = "", []
    columns = range(len(table.headers))
    apart = [
        i
        for i in columns
        if siunitx and any(isinstance(row[i], Estimate) for row in table.rows)
    ]
    for i in columns:
        head = escaped(in_language(table.headers[i], language))
        if i in apart:
            kinds += _siunitx_column([row[i] for row in table.rows]) + "l"
            heads.append(rf"\multicolumn{{2}}{{l}}{{{head}}}")
        else:
            kinds += "r" if i in table.right else "l"
            heads.append(head)
    yield rf"\begin{{tabular}}{{{kinds}}}"
    yield r"  \toprule"
    yield rf"  {' & '.join(heads)} \\"
    yield r"  \midrule"
    for row in table.rows:
        cells = [text for i in columns for text in _cells(row[i], i in apart, language)]
        # A bracket behind a line's end would be taken for its optional argument.
        yield rf"  {' & '.join(cells)} \\"
    yield r"  \bottomrule"
    yield r"\end{tabular}"


def _cells(cell: Cell, is_apart: bool, language: str) -> list[str]:
    text = cell_text(cell.heading if isinstance(cell, Titled) else cell, language)
    if not is_apart:
        latex = escaped(text)
        return [f"{{{latex}}}" if latex.startswith("[") else latex]
    if not isinstance(cell, Estimate):
        return [f"{{{escaped(text)}}}", ""]
    value = cell.value.replace(MINUS, "-").replace(THIN_SPACE, "")
    is_number = re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", value)
    value = value if is_number else f"{{{escaped(cell.value)}}}"
    return [value, f"{{{escaped(cell.bounds)}}}"]


def _siunitx_column(cells: list[Cell]) -> str:
    """Return the type of a column that holds so many digits before and after."""
    texts = [text.value for text in cells if isinstance(text, Estimate)]
    whole = max(
        (len(re.sub(r"\D", "", text.split(".")[0])) for text in texts), default=1
    )
    part = max((len(text.partition(".")[2]) for text in texts), default=0)
    sign = "-" if any(text.startswith(MINUS) for text in texts) else ""
    return f"S[table-format={sign}{whole}.{part}]"
