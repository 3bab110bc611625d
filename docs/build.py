"""The site of one language: its sources put together, and built."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastmetrics
from docs import drawn, entries, outside, pictured, reference, speeds, splits, twins
from docs.words import THEME, joined, word

__all__ = ["LANGUAGES", "build", "sources"]

DOCS = Path(__file__).parent
ROOT = DOCS.parent
STYLE, RANKING = DOCS / "site.css", DOCS / "search.js"
ICON = DOCS / "favicon.svg"
# language -> what Sphinx calls it
LANGUAGES = {"en": "en", "zh": "zh_CN"}
EXTENSIONS = [
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "numpydoc",
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
    "docs.linked",
    "docs.mathml",
    "docs.search",
    "docs.twins",
]
# Pages that stand beside the sources that they are about.
OF_ROOT = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
COPIED = ("*.md", "*.svg")


def sources(language: str, only: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name of each source file of the site, and what is in it.

    Pages of names that do not have ``only`` in them are left out.
    """
    written = {name: _text(name, language) for name in _written(language)}
    english = {name: _text(name, "en") for name in splits.SPLIT}
    places = {
        name: splits.places(name, written[name], english[name]) for name in splits.SPLIT
    }
    for name, text in _pages(language, written, english, only):
        yield name, splits.linked(name, text, places)


def _pages(
    language: str, written: dict[str, str], english: dict[str, str], only: str
) -> Iterator[tuple[str, str]]:
    """Yield all pages, those that are long in parts."""
    above = {"benchmarks.md": speeds.above(language)}
    for name, text in written.items():
        shown = entries.of_page(name, _shown(text, language))
        if name == pictured.INDEX:
            shown = pictured.cards(shown, language)
        if name not in splits.SPLIT:
            yield name, shown
            continue
        for part, cut in splits.cut(name, shown, english[name], above):
            whole = part == "benchmarks.md"
            yield part, cut + speeds.contents(language) if whole else cut
    yield from speeds.pages(language)
    yield "reference/index.md", reference.index(language)
    for name in reference.names():
        if only not in name:
            continue
        yield f"reference/{name}.md", reference.page(name, language)


def _written(language: str) -> list[str]:
    """Return the names of the pages that are written by hand."""
    english = [path for kind in COPIED for path in DOCS.rglob(kind)]
    names = [path.relative_to(DOCS).as_posix() for path in english if path != ICON]
    found = [name for name in names if not name.startswith("zh/")]
    if language != "en":
        own = DOCS / language
        found += [one.relative_to(own).as_posix() for one in own.rglob("*.md")]
    return [*dict.fromkeys([*sorted(found), *OF_ROOT])]


def _text(name: str, language: str) -> str:
    """Return a page in a language, else in English with a line that says so."""
    if name in OF_ROOT:
        text = (ROOT / OF_ROOT[name]).read_text(encoding="utf-8")
        return re.sub(r"\]\(docs/", "](", text)
    own = DOCS / language / name
    if own.exists() and name.endswith(".md"):
        return own.read_text(encoding="utf-8")
    text = (DOCS / name).read_text(encoding="utf-8")
    return (
        text
        if language == "en" or not name.endswith(".md")
        else _marked(text, language)
    )


def _shown(text: str, language: str) -> str:
    """Return a page with its pictures, and without the lines that end examples."""
    return drawn.with_pictures(joined(text), language).replace("\n\n```\n", "\n```\n")


def _marked(text: str, language: str) -> str:
    """Return an English page with a line under its heading that says that it is."""
    heading, _, rest = text.partition("\n")
    said = word("This page is in English only so far.", language)
    return f"{heading}\n\n*{said}*\n{rest}"


def build(language: str, out: Path, jobs: int = 2, only: str = "") -> int:
    """Build the site of a language into a folder; return how many warnings there were.

    ``only`` leaves out the pages of all names that do not have it in them, for those
    who work on the pages.
    """
    from sphinx.application import Sphinx

    made = out / ".made" / language
    _write(dict(sources(language, only)), made / "source")
    said = {f"{LANGUAGES[language]}/LC_MESSAGES/sphinx.po": _of_theme(language)}
    _write(said, made / "locale")
    look = made / "look"
    style = STYLE.read_text("utf-8") + drawn.style()
    _write({"site.css": style, ICON.name: ICON.read_text("utf-8")}, look)
    app = Sphinx(
        srcdir=made / "source",
        confdir=None,
        outdir=out / language,
        doctreedir=made / "doctrees",
        buildername="html",
        confoverrides={
            **settings(language),
            "html_static_path": [str(look)],
            "locale_dirs": [str(made / "locale")],
            "intersphinx_mapping": outside.write(made / "inventories"),
        },
        parallel=jobs,
    )
    app.build()
    return int(app._warncount)


def _of_theme(language: str) -> str:
    """Return a catalog of what the theme says and does not translate."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    said = (f'msgid "{one}"\nmsgstr "{word(one, language)}"\n' for one in THEME)
    return "\n".join([head, *said])


def _write(pages: dict[str, str], folder: Path) -> None:
    """Write files that differ, so that only these are read again; remove others."""
    for path in [*folder.rglob("*")]:
        if path.is_file() and path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def _alone(language: str) -> list[str]:
    """Return the pages without pages below them: a list of these would be empty."""
    contents = _text("index.md", language).rpartition("```{toctree}")[2]
    found = re.findall(r"^(?:.*<)?(\w+)>?$", contents, re.MULTILINE)
    return ["search", *(one for one in found if f"{one}.md" not in splits.SPLIT)]


def settings(language: str) -> dict[str, Any]:
    """Return what Sphinx is told."""
    return {
        "project": "fastmetrics",
        "author": word("The fastmetrics developers", language),
        "copyright": word("The fastmetrics developers", language),
        "version": fastmetrics.__version__,
        "release": fastmetrics.__version__,
        "language": LANGUAGES[language],
        "extensions": EXTENSIONS,
        "nitpicky": True,
        "default_role": "py:obj",
        "add_module_names": False,
        "python_use_unqualified_type_names": True,
        "autodoc_typehints": "none",
        "autodoc_inherit_docstrings": True,
        "numpydoc_show_class_members": False,
        "numpydoc_xref_param_type": False,
        "nitpick_ignore": [("py:obj", name) for name in outside.INSIDE],
        "myst_enable_extensions": ["linkify", "colon_fence", "deflist"],
        "myst_heading_anchors": 3,
        "html_theme": "pydata_sphinx_theme",
        "html_title": "fastmetrics",
        "html_css_files": ["site.css"],
        "html_favicon": str(ICON),
        "templates_path": [str(twins.TEMPLATES)],
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_sphinx": False,
        "html_search_scorer": str(RANKING),
        "html_use_index": False,  # its entries are for the search
        # Lists of hundreds of names beside each of as many pages take most of the time.
        "html_sidebars": {
            name: [] for name in ("index", "reference/*", *_alone(language))
        },
        "html_theme_options": {
            "collapse_navigation": True,
            "navigation_depth": 2,
            "show_nav_level": 1,
            "show_toc_level": 2,
            "header_links_before_dropdown": 6,
            "header_dropdown_text": word("More", language),
            "navbar_end": ["language", "theme-switcher"],
            "footer_start": ["copyright"],
            "footer_end": ["version"],
            "secondary_sidebar_items": ["page-toc"],
            "pygments_light_style": "a11y-high-contrast-light",
            "pygments_dark_style": "a11y-high-contrast-dark",
        },
        "copybutton_prompt_text": r">>> |\.\.\. |\$ ",
        "copybutton_prompt_is_regexp": True,
    }
