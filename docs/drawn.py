"""Pictures in pages: what a page's own code or command draws is put below it."""

from __future__ import annotations

import ast
import doctest
import io
import math
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

from docs import displayed
from fastmetrics.cli import main
from fastmetrics.show.pictures.styles import css_variables
from fastmetrics.show.pictures.svg import LEGIBLE

__all__ = ["element", "run", "style", "with_pictures"]

DOCS = Path(__file__).parent
# The size of a letter in a picture.
FONT = re.compile(r'font(?:-size)?(?:="|: ?)([\d.]+)')
# A picture that a tool has drawn, beside the page.
KEPT = re.compile(r"!\[[^\]]*\]\((\w+\.svg)\)")
# A command that reads no file.
COMMAND = re.compile(
    r"^```sh\nfastmetrics (plan .*--plot (\S+\.svg).*)\n```\n", re.MULTILINE
)
BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# What code of a page calls the picture that is to be seen.
NAME = "picture"


def with_pictures(text: str, language: str) -> str:
    """Return a page in which each block that draws a picture is followed by it.

    A block of Python does that by assigning a picture or a display, a command by
    writing a file. Pages without one are left as they are, and not run. Pairs of pages
    show the same code, and each the picture in its own language. Pictures of files are
    put into the page, whose colours they then have.
    """
    text = KEPT.sub(lambda one: element(_kept(one[1], language)), text)
    text = COMMAND.sub(
        lambda one: f"{one[0]}\n{element(_commanded(one[1], one[2], language))}\n",
        text,
    )
    if f">>> {NAME} = " not in text:
        return text
    made = iter(_drawn(tuple(block[1] for block in BLOCK.finditer(text)), language))

    def shown(block: re.Match[str]) -> str:
        svg = next(made)
        return block[0] if svg is None else f"{block[0]}\n{element(svg)}\n"

    return BLOCK.sub(shown, text)


def element(svg: str) -> str:
    """Return the lines of a page that show a picture, wide enough to be read.

    It scrolls by itself where the column is narrower.
    """
    box = re.search(r'viewBox="\S+ \S+ (\S+)', svg)
    sizes = [float(one) for one in FONT.findall(svg)]
    if box and sizes and "min-width" not in svg:
        style = f"min-width:{math.ceil(float(box[1]) * LEGIBLE / min(sizes))}px"
        svg = svg.replace("<svg", f'<svg style="{style}"', 1)
    return f'```{{raw}} html\n<div class="picture" tabindex="0">{svg}</div>\n```'


def run(code: str, names: dict[str, object], language: str) -> None:
    """Run an example, with the names that there are, and say nothing."""
    for example in doctest.DocTestParser().get_examples(code):
        made = compile(_said_in(example.source, language), "<page>", "single")
        with redirect_stdout(io.StringIO()):
            exec(made, names)


@cache
def _drawn(blocks: tuple[str, ...], language: str) -> tuple[str | None, ...]:
    """Return what each block of a page draws."""

    def each() -> Iterator[str | None]:
        names: dict[str, object] = {}
        for block in blocks:
            names.pop(NAME, None)
            run(block, names, language)
            yield _svg(names[NAME], language) if NAME in names else None

    return tuple(each())


def _svg(picture: object, language: str) -> str:
    if displayed.is_display(picture):
        return displayed.to_svg(picture, language)
    return str(picture)


def _kept(name: str, language: str) -> str:
    """Return a picture of a file, that of the language if there is one."""
    own = DOCS / language / name
    return (own if own.exists() else DOCS / name).read_text(encoding="utf-8")


@cache
def _commanded(command: str, name: str, language: str) -> str:
    """Return the picture that a command writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        words = [str(path) if one == name else one for one in shlex.split(command)]
        with redirect_stdout(io.StringIO()):
            status = main([*words, "--language", language])
        if status != 0:
            raise ValueError(f"fastmetrics {command} ends with status {status}")
        return path.read_text(encoding="utf-8")


def _said_in(source: str, language: str) -> ast.Interactive:
    """Return code whose pictures are drawn with the words of a language."""
    code = ast.parse(source, mode="single")
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = {one.arg for one in node.keywords}
            if node.func.attr == "to_svg" and "language" not in given:
                said = ast.keyword("language", ast.Constant(language))
                node.keywords.append(said)
    return ast.fix_missing_locations(code)


def style() -> str:
    """Return the colours of pictures by the theme that a reader has chosen."""
    return "".join(
        f"html[data-theme={name}] .picture{{{css_variables(dark)}}}\n"
        for name, dark in (("light", False), ("dark", True))
    )
