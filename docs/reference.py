"""The reference: a page for each public name, made of its docstring."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator

import fastmetrics
from docs import entries
from docs.words import word
from fastmetrics import catalog
from fastmetrics.catalog.names import other_names
from fastmetrics.show.markdown import escaped
from fastmetrics.show.words import in_language, say, title_of

__all__ = ["index", "names", "page"]

MODULES = ("dask", "spark", "sklearn")
CATALOG = """\
catalog
=======

What the library knows of each metric, as records.

.. py:data:: fastmetrics.catalog.METRICS

   The records of all metrics, curves, tests, tables, splitters and formulas, by name.
   ``METRICS[name]`` also knows aliases and names with parameters, as ``find`` does.

.. py:data:: fastmetrics.catalog.FAMILIES

   The families of metrics by name: which arguments they take, and their records.

.. py:function:: fastmetrics.catalog.find(metric)

   The record that a name, an alias or a title leads to.
"""


def names() -> list[str]:
    """Return the names that have a page."""
    public = (name for name in fastmetrics.__all__ if name[0] != "_")
    return [*public, *MODULES, "catalog"]


def index(language: str) -> str:
    """Return the page that lists them, a table per family, topic and kind."""
    said = word("Everything that is public, by what it is about.", language)
    parts = [f"# {word('Reference', language)}", said]
    for title, found in _sections():
        lines = [
            _line(word("Name", language), word("What it is", language)),
            _line("---", "---"),
            *(_line(f"[`{n}`]({n}.rst)", escaped(_summary(n))) for n in found),
        ]
        hidden = "\n".join(found)
        heading = word(title, language) if title == "Besides" else title
        parts += [
            f"## {in_language(title_of(heading), language)}",
            "\n".join(lines),
            f"```{{toctree}}\n:hidden:\n\n{hidden}\n```",
        ]
    return "\n\n".join(parts) + "\n"


def page(name: str, language: str) -> str:
    """Return the page of a name, in reStructuredText, as docstrings are."""
    if name == "catalog":
        return CATALOG
    one = getattr(fastmetrics, name)
    parts = [f"{name}\n{'=' * len(name)}"]
    rows = [row for row in catalog.METRICS.values() if row.function == name]
    if rows:
        links = ", ".join(
            f":doc:`{row.name} <../passports/{row.name}>`" for row in rows
        )
        parts.append(f"{word('Passports', language)}: {links}")
    for row in other_names().values():  # they have no metric page
        if row.name == name:
            parts += [entries.directive(row), *_found_by(name, language)]
    if isinstance(one, types.ModuleType):
        parts.append(f".. automodule:: fastmetrics.{name}\n   :members:")
    else:
        parts.append(".. currentmodule:: fastmetrics")
        parts.append(_automatic(name, one))
    return "\n\n".join(parts) + "\n"


def _found_by(name: str, language: str) -> Iterator[str]:
    words = fastmetrics.explain(name).words
    if words:
        said = in_language(say("Also found by"), language)
        yield f"{said}: {', '.join(words)}".replace("_", r"\_")


def _automatic(name: str, one: object) -> str:
    if not inspect.isclass(one):
        return f".. autofunction:: {name}"
    options = "" if issubclass(one, Warning) else "\n   :members:"
    if options and not issubclass(one, tuple):
        options += "\n   :inherited-members: object, tuple, dict, float"
    return f".. autoclass:: {name}{options}"


def _sections() -> Iterator[tuple[str, list[str]]]:
    known = set()
    for whose in (*catalog.FAMILIES.values(), *catalog.TOPICS.values()):
        found = [
            row.function for row in catalog.METRICS.values() if row.task == whose.name
        ]
        found += [row.name for row in other_names().values() if row.task == whose.name]
        found = [n for n in dict.fromkeys(found) if n not in known]
        known |= {*found}
        yield whose.title, found
    yield "Besides", [name for name in names() if name not in known]


def _summary(name: str) -> str:
    doc = inspect.getdoc(getattr(fastmetrics, name)) or ""
    return " ".join(doc.partition("\n\n")[0].split())


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
