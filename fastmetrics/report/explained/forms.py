"""An explanation as text, Markdown, HTML or LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._common.names import display_width
from fastmetrics.report.explained.facts import facts, heading
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.html.escaping import text as escaped_html
from fastmetrics.show.html.page import style
from fastmetrics.show.latex import escaped as escaped_latex
from fastmetrics.show.markdown import escaped as escaped_markdown
from fastmetrics.show.numbers import NO_BREAK_SPACE
from fastmetrics.show.text import WIDTH, laid_out, plain
from fastmetrics.show.words import in_language

if TYPE_CHECKING:
    from fastmetrics.report.explained.facts import Entry, Fact

__all__ = ["document", "to_html", "to_latex", "to_markdown", "to_text"]

# By how much lines below a heading are set in at most.
INDENT = 6
# Where MathJax looks for no formulas: R's calls have dollar signs.
NO_MATHEMATICS = "tex2jax_ignore mathjax_ignore"


def document(one: Entry, width: int) -> Document:
    """Return it as what a terminal shows; code that fits keeps its spaces."""
    notes = [Notes(fact.title, _terminal_lines(fact, width)) for fact in facts(one)]
    return Document([one.question], [heading(one)], foot=notes)


def _terminal_lines(fact: Fact, width: int) -> list[str]:
    if fact.form == "formula":
        return [fact.lines[0]]
    if fact.form == "lines":
        return [*fact.lines]
    code = "\n".join(fact.lines).split("\n")
    return [
        line.replace(" ", NO_BREAK_SPACE)
        if INDENT + display_width(line) <= width
        else line
        for line in code
    ]


def to_text(one: Entry, width: int | None, language: str) -> str:
    """Return it as lines of so many places."""
    width = width or WIDTH
    return plain(laid_out(document(one, width), width, language))


def to_markdown(one: Entry, language: str) -> str:
    """Return it as Markdown."""

    def said(line: str) -> str:
        return escaped_markdown(in_language(line, language))

    blocks = [f"# {said(heading(one))}", said(one.question)]
    for fact in facts(one):
        blocks.append(f"**{said(fact.title)}**")
        if fact.form == "formula":
            blocks.append(f"$$\n{fact.lines[1]}\n$$")
        elif fact.form == "code":
            blocks.append("\n".join(["```pycon", *fact.lines, "```"]))
        else:
            blocks.append("\n".join(f"- {said(line)}" for line in fact.lines))
    return "\n\n".join(blocks) + "\n"


def to_html(one: Entry, language: str) -> str:
    """Return it as an element that brings its own style."""

    def said(line: str) -> str:
        return escaped_html(line, language)

    parts = [f"<h3>{said(heading(one))}</h3><p>{said(one.question)}</p>"]
    for fact in facts(one):
        parts.append(f"<h4>{said(fact.title)}</h4>")
        if fact.form == "formula":
            parts.append(f"<p>$$ {said(fact.lines[1])} $$</p>")
        elif fact.form == "code":
            code = "\n".join(map(said, fact.lines[0].split("\n")))
            parts.append(f"<pre><code>{code}</code></pre>")
        else:
            items = "".join(f"<li>{said(line)}</li>" for line in fact.lines)
            parts.append(f'<ul class="{NO_MATHEMATICS}">{items}</ul>')
    return (
        f'<div class="fastmetrics" lang="{language}"><style>{style(False)}</style>'
        f"{''.join(parts)}</div>"
    )


def to_latex(one: Entry, language: str) -> str:
    """Return it as LaTeX, for engines that read Unicode; code goes in verbatim."""

    def said(line: str) -> str:
        return escaped_latex(in_language(line, language))

    blocks = [rf"\textbf{{{said(heading(one))}}} {said(one.question)}"]
    for fact in facts(one):
        title = rf"\textit{{{said(fact.title)}}}"
        if fact.form == "formula":
            blocks.append("\n".join([title, rf"\[ {fact.lines[1]} \]"]))
        elif fact.form == "code":
            verbatim = (r"\begin{verbatim}", *fact.lines, r"\end{verbatim}")
            blocks.append("\n".join([title, *verbatim]))
        else:
            items = (rf"  \item {{}}{said(line)}" for line in fact.lines)
            lines = (r"\begin{itemize}", *items, r"\end{itemize}")
            blocks.append("\n".join([title, *lines]))
    return "\n\n".join(blocks) + "\n"
