"""The reference: one page for each name, made from what the library knows of it.

A page has the question that a name answers, its call with an interval, its formula, the
parameters from its docstring and the figures that were measured.
"""

from __future__ import annotations

import inspect
import re
import tomllib
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import fastmetrics
from benchmarks import page as benchmarks
from benchmarks.table import seconds_text, three_digits
from docs import definitions, entries, guides, pictured, usage, worked
from docs.words import word
from fastmetrics import catalog
from fastmetrics.catalog import Metric
from fastmetrics.catalog.names import other_names
from fastmetrics.report.explanation import document
from fastmetrics.show.markup import escaped
from fastmetrics.show.words import in_language, keyed, say, title_of

__all__ = ["families", "index", "names", "page", "row_of", "when"]

ROOT = Path(__file__).parents[1]
MODULES = ("dask", "spark", "sklearn")
CATALOG = """\
# catalog

What the library knows of each metric, as records.

```{eval-rst}
.. py:data:: fastmetrics.catalog.METRICS

   The records of all metrics, curves, tests, tables, splitters and formulas, by name.
   ``METRICS[name]`` also knows aliases and names with parameters, as ``find`` does.

.. py:data:: fastmetrics.catalog.FAMILIES

   The families of metrics by name: which arguments they take, and their records.

.. py:function:: fastmetrics.catalog.find(metric)

   The record that a name, an alias or a title leads to.
```
"""


@cache
def names() -> tuple[str, ...]:
    """Return the names that have a page: all public ones, and metrics with options."""
    public = (name for name in fastmetrics.__all__ if name[0] != "_")
    return (*dict.fromkeys([*public, *catalog.METRICS, *MODULES, "catalog"]),)


def row_of(name: str) -> Metric | None:
    """Return the row of the catalog that a page is about; modules have none."""
    return catalog.METRICS.get(name) or other_names().get(name)


def families() -> dict[str, str]:
    """Return the title of each family and topic, by its name."""
    heads = (*catalog.FAMILIES.values(), *catalog.TOPICS.values())
    return {one.name: one.title for one in heads}


# ------------------------------------------------------------------------------- index


def index(language: str) -> str:
    """Return the page that lists all names, family by family."""
    said = word("All public names, by what they are for. Each has a page.", language)
    parts = [f"# {word('Reference', language)}", said]
    for title, page_of, found in _sections():
        heading = in_language(title_of(title), language)
        parts.append(f"## {heading if page_of else word(title, language)}")
        if page_of:
            table = word("Table with ranges, directions and intervals", language)
            parts.append(f"[{table}](../functions/{page_of}.md)")
        listed = ", ".join(f"[`{name}`]({name}.md)" for name in found)
        hidden = "\n".join(found)
        parts += [listed, f"```{{toctree}}\n:hidden:\n\n{hidden}\n```"]
    return "\n\n".join(parts) + "\n"


def _sections() -> Iterator[tuple[str, str, list[str]]]:
    """Yield each family's title, the page with its table, and its names."""
    known = set()
    for task, title in families().items():
        rows = [row for row in catalog.METRICS.values() if row.task == task]
        found = [one for row in rows for one in (row.function, row.name)]
        found += [row.name for row in other_names().values() if row.task == task]
        found = [one for one in dict.fromkeys(found) if one not in known]
        known |= {*found}
        yield title, slug(title), found
    yield "Other names", "", [name for name in names() if name not in known]


def slug(title: str) -> str:
    """Return the name of a family's pages.

    >>> slug("Tests and comparisons")
    'tests-and-comparisons'
    """
    return title.lower().replace(",", "").replace(" ", "-")


# -------------------------------------------------------------------------------- page


def page(name: str, language: str) -> str:
    """Return the page of a name, in Markdown."""
    if name == "catalog":
        return CATALOG
    row = row_of(name)
    if row is None:
        return f"# {name}\n\n{_automatic(name, language)}\n"
    return "\n\n".join(_parts(row, language)) + "\n"


def _parts(row: Metric, language: str) -> Iterator[str]:
    """Yield the parts of the page of a row; a section that would be empty is none."""

    def said(text: str) -> str:
        return escaped(in_language(text, language))

    one = _explained(row.name)
    shown = document(one)
    notes = {str(fact.title): fact for fact in shown.foot}
    is_metric = row.kind == "metric"
    yield f"# {said(title_of(row.title))}"
    yield f"```{{eval-rst}}\n{entries.directive(row)}```"
    yield _called(row, language)
    yield f"**{_in_own_language(one.question, language)}**"
    yield from usage.call(row, one.example, language)
    yield from _when(row, language)
    if formula := notes.get("Formula"):
        yield f"## {said(formula.title)}"
        yield f"```{{math}}\n{formula.lines[1]}\n```"
        if symbols := notes.get("Symbols"):
            text = _in_own_language(symbols.lines[0], language)
            yield f"{word('Here', language)} {text}{word('. ', language)}"
    if lines := _of_value(row, notes):
        yield f"## {said(notes['Value'].title)}"
        yield _listed(lines, language)
    yield from worked.steps(row, one.value, language)
    yield from pictured.picture(row, one.example, language)
    yield from definitions.definition(row, language)
    if row.function == row.name:
        yield f"## {word('Parameters and notes', language)}"
        yield _automatic(row.name, language)
    if one.rivals or one.conventions:
        fact = notes["Others under this name"]
        yield f"## {said(fact.title)}"
        yield _listed(fact.lines, language)
    if is_metric:
        yield f"## {word('Interval and speed', language)}"
        yield "\n".join(f"- {line}" for line in _figures(row, one, language))
    yield f"## {word('See also', language)}"
    yield "\n".join(f"- {line}" for line in _related(row, language))
    if one.sources and (row.function != row.name or not _has_references(row)):
        yield f"## {said(notes['Sources'].title)}"
        yield _listed(one.sources, language)
    yield _source(row, language)


@cache
def _explained(name: str) -> Any:
    return fastmetrics.explain(name)


def _listed(lines: Any, language: str) -> str:
    return "\n".join(f"- {_in_own_language(line, language)}" for line in lines)


def _in_own_language(text: str, language: str) -> str:
    """Return a text in a language, marked where it is there in English only."""
    found = in_language(text, language)
    if language == "en" or re.search("[\u3400-\u9fff]", found):
        return escaped(found)
    if not re.search("[a-z]{3} [a-z]{2}", found):  # a name or a number
        return escaped(found)
    return f'<span lang="en">{escaped(found)}</span>'


def _called(row: Metric, language: str) -> str:
    """Return the line below the title: what to write, and what a variant is of."""
    family = families().get(row.task)
    parts = [f"`{row.name}`"]
    if row.function != row.name:
        given = ", ".join(f"{key}={one!r}" for key, one in row.parameters.items())
        parts.append(f"`{row.function}({given})`")
    if row.aliases:
        known = ", ".join(f"`{one}`" for one in row.aliases)
        parts.append(f"{word('also', language)} {known}")
    if family:
        title = in_language(say(family), language)
        parts.append(f"[{title}](../functions/{slug(family)}.md)")
    return " · ".join(parts)


@cache
def when() -> dict[str, Any]:
    """Return when names are used and when not, as docs/when.toml says it."""
    return tomllib.loads((ROOT / "docs" / "when.toml").read_text("utf-8"))


def _when(row: Metric, language: str) -> Iterator[str]:
    said = when().get(row.name)
    if said is None:
        return
    yield f"## {word('When to use it', language)}"
    use, avoid = said[language]
    yield f"- **{word('Use it', language)}** {use}"
    yield f"- **{word('Do not use it', language)}** {avoid}"


def _of_value(row: Metric, notes: Any) -> list[str]:
    """Return the facts about the value: those of single numbers, or none."""
    if "Value" not in notes:
        return []
    lines = [*notes["Value"].lines]
    if row.kind == "metric":
        return lines
    about = catalog.about(row)
    return lines[1:] if about and about.undefined else []


def _automatic(name: str, language: str) -> str:
    """Return the directive that shows a docstring, which is in English."""
    one = getattr(fastmetrics, name)
    if isinstance(one, types.ModuleType):
        lines = f".. automodule:: fastmetrics.{name}\n   :members:"
    elif not inspect.isclass(one):
        lines = f".. currentmodule:: fastmetrics\n\n.. autofunction:: {name}"
    else:
        options = "" if issubclass(one, Warning) else "\n   :members:"
        if options and not issubclass(one, tuple):
            options += "\n   :inherited-members: object, tuple, dict, float"
        lines = f".. currentmodule:: fastmetrics\n\n.. autoclass:: {name}{options}"
    shown = f"```{{eval-rst}}\n{lines}\n```"
    if language == "en":
        return shown
    begin, end = '<div lang="en">', "</div>"
    return "\n\n".join(
        [
            word("The docstring is in English.", language),
            f"```{{raw}} html\n{begin}\n```",
            shown,
            f"```{{raw}} html\n{end}\n```",
        ]
    )


# ----------------------------------------------------------------------------- figures


def _figures(row: Metric, one: Any, language: str) -> Iterator[str]:
    """Yield a line for the interval with its coverage, and one for the speed."""
    full, colon, comma = (word(sign, language) for sign in (". ", ": ", "; "))
    lines = [_in_own_language(text, language) for text in _interval_lines(one)]
    if one.coverage:
        data = word(" ({})", language)
        covered = comma.join(
            figure + data.format(in_language(keyed(rows, rows), language))
            for rows, figure in one.coverage.items()
        )
        said = word("measured coverage of nominal 95 % intervals", language)
        link = word("All measurements", language)
        lines.append(f"{said}{colon}{escaped(covered)}")
        lines[-1] += f"{full}[{link}](../intervals/measured-coverage.md)"
    yield comma.join(lines)
    if speed := _speed(row, language):
        yield speed


def _interval_lines(one: Any) -> list[str]:
    """Return how the interval is made, without the lines of its coverage."""
    [fact] = [fact for fact in document(one).foot if str(fact.title) == "Interval"]
    return [*fact.lines][: len(fact.lines) - len(one.coverage)]


def _speed(row: Metric, language: str) -> str:
    """Return what was measured of a function, or of the function of a variant."""
    found = [*_cases(row.function)]
    with_peer = [one for one in found if one[1]["ratio"]]
    if not found:
        return ""
    machine, case = (with_peer or found)[0]
    where = machine["environment"]
    parts = {
        "case": case["case"],
        "ours": seconds_text(case["ours"]),
        "n": f"{case['n']:,}" if case["n"] else "",
        "cpu": f"{where['cpu']}, {where['level']}",
    }
    said = word("Speed", language) + word(": ", language)
    said += word("{case}: {ours} for {n} rows", language).format(**parts)
    if case["ratio"]:
        against = {"ratio": three_digits(case["ratio"]), "peer": case["peer"]}
        said += word(", {ratio} times faster than {peer}", language).format(**against)
    family = families().get(row.task)
    target = f"../benchmarks/{slug(family)}.md" if family else "../benchmarks.md"
    link = f"[{word('All benchmarks', language)}]({target})"
    said += word(" ({})", language).format(parts["cpu"]) + word(". ", language)
    return f"{escaped(said)}{link}"


def _cases(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the cases of a function: those whose names begin with its own."""
    for machine in _machines():
        for case in machine["rows"]:
            if re.match(rf"{re.escape(name)}(?!\w)", case["case"]):
                yield machine, case


@cache
def _machines() -> list[dict[str, Any]]:
    return benchmarks.machines()


# ----------------------------------------------------------------------------- related


def _related(row: Metric, language: str) -> Iterator[str]:
    """Yield alternatives, guides, and how models are compared by a metric."""
    if row.function != row.name:
        yield f"[`{row.function}`]({row.function}.md)"
    else:
        for name, said in _alternatives(row.name):
            other = row_of(name)
            if language != "en" and other:
                said = in_language(title_of(other.title), language)
            yield f"[`{name}`]({name}.md){word(': ', language)}{escaped(said)}"
    yield from guides.links(row, language)


def _alternatives(name: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the section "See Also" of a docstring, and what it says."""
    for line in sections_of(name).get("See Also", ()):
        known, _, said = line.partition(" : ")
        for one in re.split(r",\s*", known.strip()):
            if one in names() and not line.startswith(" "):
                yield one, " ".join(said.split()).rstrip(".")


@cache
def sections_of(name: str) -> dict[str, list[str]]:
    """Return the sections of a docstring, by their titles."""
    return dict(parted((inspect.getdoc(getattr(fastmetrics, name)) or "").splitlines()))


def parted(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a docstring with their titles; the first has none."""
    found: list[str] = []
    title = ""
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line and below and {*below} == {"-"} and not line.startswith(" "):
            yield title, found
            title, found = line, []
        elif not (line and {*line} == {"-"} and not found and title):
            found.append(line)
    yield title, found


def _has_references(row: Metric) -> bool:
    return "References" in sections_of(row.name)


def _source(row: Metric, language: str) -> str:
    """Return in which file of the repository a name is defined."""
    one = inspect.unwrap(getattr(fastmetrics, row.function))
    package = Path(fastmetrics.__file__).parents[1]
    path = Path(inspect.getfile(one)).relative_to(package).as_posix()
    return f"{word('Source', language)}{word(': ', language)}`{path}`"
