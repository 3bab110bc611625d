"""Formulas as MathML, which browsers set themselves, with no script and no font."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util import logging

__all__ = ["setup", "to_mathml"]

# What the converter does not know, in its own words.
WRITTEN = {
    r"\Bigl": r"\left",
    r"\Bigr": r"\right",
    r"\bigl": r"\left",
    r"\bigr": r"\right",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\lVert": r"\|",
    r"\rVert": r"\|",
}
UNKNOWN = re.compile(r"\\[a-zA-Z]+")


def to_mathml(latex: str, display: str = "inline") -> str:
    r"""Return a formula as an element.

    Raises
    ------
    ValueError
        If a command in it is not known.

    >>> to_mathml("n_+")[:5]
    '<math'
    """
    for command, known in WRITTEN.items():
        found = re.escape(command) + r"(?![a-zA-Z])"
        latex = re.sub(found, known.replace("\\", "\\\\"), latex)
    try:
        made = convert(latex, display=display)
    except Exception as fault:  # its exceptions have no class in common
        raise ValueError(f"{type(fault).__name__} in {latex!r}") from fault
    left = UNKNOWN.findall(re.sub(r"<[^>]*>", "", made))
    if left:
        raise ValueError(f"{', '.join(sorted(set(left)))} in {latex!r}")
    return made


def _visit(display: str) -> Any:
    def visit(self: Any, node: nodes.Element) -> None:
        try:
            made = to_mathml(node.astext(), display)
        except ValueError as fault:
            logging.getLogger(__name__).warning("formula: %s", fault, location=node)
            made = self.encode(node.astext())
        if display == "block":
            made = f'<div class="formula" tabindex="0">{made}</div>'
        self.body.append(made)
        raise nodes.SkipNode

    return visit


def setup(app: Any) -> dict[str, bool]:
    """Add the renderer."""
    app.add_html_math_renderer(
        "mathml", (_visit("inline"), None), (_visit("block"), None)
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
