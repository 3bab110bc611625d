"""Twins: each page links the same page in the other language, at its top.

The languages stand beside each other in one folder, so that the link is a relative one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastmetrics.show.words import LANGUAGES

__all__ = ["TEMPLATES", "setup", "twin"]

DOCS = Path(__file__).parent
TEMPLATES = DOCS / "templates"
OTHER = {"en": "zh", "zh": "en"}


def twin(page: str, language: str) -> str:
    """Return the address of a page's twin, from that page.

    Of a page that one language alone has it is the front page of the other.
    """
    alone = (DOCS / language / f"{page}.md").exists()
    there = "index" if alone and not (DOCS / f"{page}.md").exists() else page
    return f"{'../' * (page.count('/') + 1)}{OTHER[language]}/{there}.html"


def _add(app: Any, page: str, _: str, context: dict[str, Any], __: Any) -> None:
    """Tell the template which link it has."""
    language = Path(app.outdir).name
    other = OTHER[language]
    context["twin"] = twin(page, language)
    context["twin_language"], context["twin_title"] = other, LANGUAGES[other]


def setup(app: Any) -> dict[str, bool]:
    """Link the twins."""
    app.connect("html-page-context", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
