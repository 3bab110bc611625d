"""What the pages have when they are read: links of names, a description, a version.

Each public name in code font links its page. Nobody writes these links.
"""

from __future__ import annotations

import re
import time
from typing import Any
from xml.sax.saxutils import quoteattr

from docs import reference

__all__ = ["setup"]

# A name, or its call without arguments.
NAME = re.compile(r"(?:fastmetrics\.|fm\.)?([A-Za-z_]\w*)(?:\(\))?$")
MOST = 160  # letters of a description
# Sections that a page has of its own; examples of metrics say more than its call.
ELSEWHERE = {"See Also"}


def _names(app: Any, tree: Any, page: str) -> None:
    """Link the names of a page, all but its own, each once in a paragraph."""
    from docutils import nodes

    blocks = nodes.paragraph | nodes.entry | nodes.definition_list_item
    known = {*reference.names()}
    own, seen = page.removeprefix("reference/"), set()
    for one in [*tree.findall(nodes.literal)]:
        match = NAME.match(one.astext())
        if match is None or match[1] not in known or match[1] == own:
            continue
        target = f"reference/{match[1]}"
        around = [*_ancestors(one)]
        block = next((id(above) for above in around if isinstance(above, blocks)), 0)
        is_linked = any(isinstance(o, nodes.reference | nodes.title) for o in around)
        if is_linked or (block, target) in seen or target not in app.env.found_docs:
            continue
        seen.add((block, target))
        address = app.builder.get_relative_uri(page, target)
        link = nodes.reference("", "", internal=True, refuri=address)
        one.replace_self(link)
        link += one


def _ancestors(node: Any) -> Any:
    while node.parent is not None:
        node = node.parent
        yield node


def _tops(app: Any, tree: Any, page: str) -> None:
    """Let links to a name lead to the top of its page, not to its signature there."""
    from docutils import nodes

    for one in tree.findall(nodes.reference):
        address = one.get("refuri", "")
        found = re.search(r"(\w+)\.html(#fastmetrics\.(\w+))$", address)
        if found and found[1] == found[3]:
            one["refuri"] = address.removesuffix(found[2])


def _sections(
    app: Any, kind: str, name: str, one: Any, options: Any, lines: list[str]
) -> None:
    """Leave out of a docstring the sections that its page has elsewhere."""
    own = name.removeprefix("fastmetrics.")
    row = reference.row_of(own)
    if row is None or own not in reference.names():
        return
    left = ELSEWHERE if row.kind == "metric" else {*ELSEWHERE, "Examples"}
    kept = []
    for title, text in reference.parted(lines):
        if title not in left:
            kept += [title, "-" * len(title)] if title else []
            kept += text
    lines[:] = kept


def _told(app: Any, page: str, _: str, context: dict[str, Any], tree: Any) -> None:
    """Tell the templates the description of a page, and when it was built."""
    from docutils import nodes

    context["built"] = time.strftime("%Y-%m-%d")
    # The role that docutils gives to references is deprecated, and not one of a list.
    body = context.get("body", "")
    context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')
    if tree is None:
        return
    texts = (one.astext() for one in tree.findall(nodes.paragraph))
    # The line with the names of a page is no description.
    first = next((one for one in texts if len(one) > 30 and " · " not in one), "")
    told = " ".join(first.split())
    if len(told) > MOST:
        told = told[:MOST].rpartition(" ")[0] + " …"
    if told:
        meta = f'<meta name="description" content={quoteattr(told)} />'
        context["metatags"] = context.get("metatags", "") + meta


def setup(app: Any) -> dict[str, bool]:
    """Link names, and describe pages."""
    app.connect("doctree-resolved", _tops)
    app.connect("doctree-resolved", _names)
    app.connect("autodoc-process-docstring", _sections, priority=400)
    app.connect("html-page-context", _told)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
