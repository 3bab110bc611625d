"""Long pages cut into an index and a page for each of their sections.

A page stays one file in the sources. In the site each section is a page of its own, in
a folder with the name of the page, and links to its headings lead there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

__all__ = ["SPLIT", "Place", "cut", "linked", "places"]

# Pages that are cut.
SPLIT = ("benchmarks.md", "functions.md", "intervals.md", "terms.md")
FENCE = re.compile(r"^(`{3,}|:{3,})")
HEADING = re.compile(r"^(#{2,3}) (.+)$")
LINK = re.compile(r"(\]\()([^)#:\s]*)(#[^)\s]+)?(\))")


def slugify(title: str) -> str:
    """Return the anchor of a heading, as MyST makes it.

    >>> slugify("Bounds outside the metric's range")
    'bounds-outside-the-metrics-range'
    """
    return re.sub(r"[^\w\u4e00-\u9fff\- ]", "", title.strip().lower().replace(" ", "-"))


class Place(NamedTuple):
    """Where a heading of a page that is cut is in the site."""

    page: str
    anchor: str


class Section(NamedTuple):
    """A section: the name of its page in the site, its heading and its text."""

    page: str
    title: str
    text: str


def _parted(name: str, text: str, english: str) -> tuple[str, list[Section]]:
    """Return what is above the first section, and the sections.

    The pages of a section have the name of its English heading in all languages.
    """
    folder = name.removesuffix(".md")
    slugs = [slugify(one) for level, one in _headings(english) if level == 2]
    first: list[str] = []
    found: list[tuple[str, list[str]]] = []
    for line, level in _lines(text):
        if level == 2:
            found.append((line.removeprefix("## ").strip(), []))
        else:
            (found[-1][1] if found else first).append(line)
    sections = [
        Section(f"{folder}/{slug}.md", title, "\n".join(lines).strip())
        for slug, (title, lines) in zip(slugs, found, strict=True)
    ]
    return "\n".join(first).strip(), sections


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of a page with the levels of headings, 0 of all others."""
    fence = ""
    for line in text.splitlines():
        mark = FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        found = None if fence or mark else HEADING.match(line)
        yield line, len(found[1]) if found else 0


def _headings(text: str) -> Iterator[tuple[int, str]]:
    for line, level in _lines(text):
        if level:
            yield level, line[level:].strip()


def places(name: str, text: str, english: str) -> dict[str, Place]:
    """Return where the headings of a page are, by their anchors."""
    found = {}
    page = name
    sections = iter(_parted(name, text, english)[1])
    for level, title in _headings(text):
        anchor = slugify(title)
        if level == 2:
            page = next(sections).page
        found[anchor] = Place(page, "" if level == 2 else f"#{anchor}")
    return found


def cut(
    name: str, text: str, english: str, above: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the pages of a page: an index, and one for each section.

    ``above`` has, by the name of a page, a line for the top of each section.
    """
    first, sections = _parted(name, text, english)
    contents = "\n".join(f"- [{one.title}]({one.page})" for one in sections)
    hidden = "\n".join(one.page.removesuffix(".md") for one in sections)
    yield (
        name,
        f"{first}\n\n{contents}\n\n```{{toctree}}\n:hidden:\n\n{hidden}\n```\n",
    )
    for one in sections:
        body = "\n".join(
            line[1:] if level else line for line, level in _lines(one.text)
        )
        parts = [f"# {one.title}", *filter(None, [above.get(name, "")]), body]
        yield one.page, _from_folder("\n\n".join(parts)) + "\n"


def _from_folder(text: str) -> str:
    """Return a text whose links are seen from a folder."""

    def moved(link: re.Match[str]) -> str:
        path = f"../{link[2]}" if link[2] else ""
        return f"{link[1]}{path}{link[3] or ''}{link[4]}"

    return LINK.sub(moved, text)


def linked(name: str, text: str, known: Mapping[str, Mapping[str, Place]]) -> str:
    """Return a page whose links to headings of pages that are cut lead to these.

    ``known`` has the places of headings by the page that is cut.
    """
    up = "../" * name.count("/")

    def moved(link: re.Match[str]) -> str:
        path, anchor = link[2], link[3]
        target = path.removeprefix(up) if path else _whole(name)
        place = known.get(target, {}).get((anchor or "")[1:])
        if place is None or (not path and place.page == name and place.anchor):
            return link[0]
        return f"{link[1]}{up}{place.page}{place.anchor}{link[4]}"

    return LINK.sub(moved, text)


def _whole(name: str) -> str:
    """Return the page that a section was cut from."""
    return f"{name.partition('/')[0]}.md"
