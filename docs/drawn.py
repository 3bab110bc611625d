"""Pictures in pages: what a page's own code draws is put below it."""

from __future__ import annotations

import ast
import doctest
import io
import re
from contextlib import redirect_stdout

from fastmetrics.show.pictures.colours import css_variables

__all__ = ["style", "with_pictures"]

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# What code of a page calls the picture that is to be seen.
NAME = "picture"


def with_pictures(text: str, language: str) -> str:
    """Return a page in which each block that assigns a picture is followed by it.

    Pages without one are left as they are, and not run. Pairs of pages show the same
    code, and each the picture in its own language.
    """
    if f">>> {NAME} = " not in text:
        return text
    names: dict[str, object] = {}

    def shown(block: re.Match[str]) -> str:
        names.pop(NAME, None)
        for example in doctest.DocTestParser().get_examples(block[1]):
            code = compile(_said_in(example.source, language), "<page>", "single")
            with redirect_stdout(io.StringIO()):
                exec(code, names)
        if NAME not in names:
            return block[0]
        seen = f'<div class="picture" tabindex="0">{names[NAME]}</div>'
        return f"{block[0]}\n```{{raw}} html\n{seen}\n```\n"

    return BLOCK.sub(shown, text)


def _said_in(source: str, language: str) -> ast.Interactive:
    """Return code whose pictures are drawn with the words of a language."""
    code = ast.parse(source, mode="single")
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "to_svg":
                said = ast.keyword("language", ast.Constant(language))
                node.keywords.append(said)
    return ast.fix_missing_locations(code)


def style() -> str:
    """Return the colours of pictures by the theme that a reader has chosen."""
    return "".join(
        f"html[data-theme={name}] .picture{{{css_variables(dark)}}}\n"
        for name, dark in (("light", False), ("dark", True))
    )
