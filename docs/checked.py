"""What a built site must not have: dead links inside, and anything from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

__all__ = ["faults", "lonely"]

LINK = re.compile(r'<a\b(?![^>]*\bhreflang=)[^>]*?\bhref="([^"]*)"')
TWIN = re.compile(r'<a\b(?=[^>]*\bhreflang=)[^>]*?\bhref="([^"]*)"')
LOADED = re.compile(
    r'<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]*)"'
)
NAMED = re.compile(r'\b(?:id|name)="([^"]+)"')
# A heading with nothing below it.
EMPTY = re.compile(r"<h[2-4]>([^<]*)<a[^>]*>[^<]*</a></h[2-4]>\s*</section>")
OUTSIDE = re.compile(r"^(?:[a-z]+:|//)")


def faults(folder: Path) -> Iterator[str]:
    """Yield, page by page, dead links, loads from outside and empty sections.

    Links to the other language are `lonely`'s, who needs both.
    """
    for page in sorted(folder.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        where = page.relative_to(folder)
        for address in LOADED.findall(text):
            yield f"{where} loads {address}"
        for heading in EMPTY.findall(text):
            yield f"{where} has nothing under {heading}"
        for link in dict.fromkeys(LINK.findall(text)):
            if not OUTSIDE.match(link) and not _is_there(page, link):
                yield f"{where} links {link}"


def lonely(out: Path) -> Iterator[str]:
    """Yield the pages of all languages whose link to the other one leads nowhere."""
    for page in sorted(out.glob("[a-z]*/**/*.html")):
        for link in TWIN.findall(page.read_text(encoding="utf-8")):
            if not _is_there(page, link):
                yield f"{page.relative_to(out)} links {link}"


def _is_there(page: Path, link: str) -> bool:
    """Whether a link leads to a file, and to a place in it."""
    path, _, place = unquote(link.partition("?")[0]).partition("#")
    target = (page.parent / path).resolve() if path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not place or target.suffix != ".html" or place in _places(target)


@cache
def _places(page: Path) -> set[str]:
    return {*NAMED.findall(page.read_text(encoding="utf-8"))}
