"""Pictures in pages: what a page's own code draws is put below it."""

from __future__ import annotations

import doctest
import io
import re
from contextlib import redirect_stdout

from fastmetrics.show.pictures.colours import css_variables

__all__ = ["style", "with_pictures"]

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# What code of a page calls the picture that is to be seen.
NAME = "picture"


def with_pictures(text: str) -> str:
    """Return a page in which each block that assigns a picture is followed by it.

    Pages without one are left as they are, and not run.
    """
    if f">>> {NAME} = " not in text:
        return text
    names: dict[str, object] = {}

    def shown(block: re.Match[str]) -> str:
        names.pop(NAME, None)
        for example in doctest.DocTestParser().get_examples(block[1]):
            with redirect_stdout(io.StringIO()):
                exec(compile(example.source, "<page>", "single"), names)
        if NAME not in names:
            return block[0]
        seen = f'<div class="picture" tabindex="0">{names[NAME]}</div>'
        return f"{block[0]}\n```{{raw}} html\n{seen}\n```\n"

    return BLOCK.sub(shown, text)


def style() -> str:
    """Return the colours of pictures by the theme that a reader has chosen."""
    return "".join(
        f"html[data-theme={name}] .picture{{{css_variables(dark)}}}\n"
        for name, dark in (("light", False), ("dark", True))
    )
