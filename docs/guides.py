"""Guides to a name: pages by hand that show it, and how to compare by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs.words import word
from fastmetrics.catalog import Metric

__all__ = ["links"]

DOCS = Path(__file__).parent
# Pages that show how names are used, those that are nearest to a task first.
FOLDERS = ("how_to", "tutorials", ".", "gallery")
PAGES = ("which", "tests", "validation", "power", "slices", "streams")
MOST = 4  # guides on a page
NAME = re.compile(r"[A-Za-z_]\w+")


def links(row: Metric, language: str) -> Iterator[str]:
    """Yield links to the guides that mention a name."""
    found = [guide for guide, known in _guides(language) if row.name in known][:MOST]
    choice, tests = (
        (name, _title(name, language)) for name in ("which.md", "tests.md")
    )
    if row.kind == "metric" and choice not in found:
        found.append(choice)
    if row.kind == "test" and tests not in found:
        found.append(tests)
    for name, title in found:
        yield f"[{title}](../{name})"
    if row.kind == "metric":
        said = word("Compare models by this metric", language) + word(": ", language)
        yield f"{said}[`compare`](compare.md), [{tests[1]}](../{tests[0]})"


@cache
def _guides(language: str) -> list[tuple[tuple[str, str], frozenset[str]]]:
    """Return name and title of each guide, with the words of its code."""
    found = []
    for folder in FOLDERS:
        for path in sorted((DOCS / folder).glob("*.md")):
            name = path.relative_to(DOCS).as_posix()
            if path.stem == "index" or (folder == "." and path.stem not in PAGES):
                continue
            text = _text(name, language)
            code = " ".join(re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL))
            title = _title(name, language)
            found.append(((name, title), frozenset(NAME.findall(code))))
    return found


def _text(name: str, language: str) -> str:
    own = DOCS / language / name
    return (own if own.exists() else DOCS / name).read_text(encoding="utf-8")


def _title(name: str, language: str) -> str:
    return _text(name, language).partition("\n")[0].removeprefix("# ")
