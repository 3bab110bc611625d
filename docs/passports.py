"""Passports: a page for each row of the catalog, made from what the library knows.

Everything on it comes from the record, from `explain`, whose example is computed here,
from the twin in plain Python, and from the figures that were measured.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import fastmetrics
from benchmarks import page as benchmarks
from benchmarks.table import seconds_text, three_digits
from docs import entries, pictured, worked
from docs.words import word
from fastmetrics import catalog
from fastmetrics.catalog import Metric
from fastmetrics.report.explanation import document
from fastmetrics.show.markdown import escaped
from fastmetrics.show.words import in_language, say

__all__ = ["index", "page", "rows"]


def rows() -> list[Metric]:
    """Return the rows that have a passport: all of the catalog."""
    return [*catalog.METRICS.values()]


def index(language: str) -> str:
    """Return the page that lists them, a table per family and topic."""
    title = word("Passports", language)
    said = word(
        "One page for each metric, test, curve, table, splitter and formula: what it "
        "answers, how it is defined, how far its number can be trusted, and who "
        "computes something else under its name.",
        language,
    )
    parts = [f"# {title}", said]
    head = _line(word("Name", language), word("What it answers", language))
    for whose in (*catalog.FAMILIES.values(), *catalog.TOPICS.values()):
        found = [row for row in rows() if row.task == whose.name]
        lines = [head, _line("---", "---")]
        for row in found:
            question = escaped(in_language(_explained(row.name).question, language))
            lines.append(_line(f"[`{row.name}`]({row.name}.md)", question))
        hidden = "\n".join(row.name for row in found)
        parts += [
            f"## {in_language(say(whose.title), language)}",
            "\n".join(lines),
            f"```{{toctree}}\n:hidden:\n\n{hidden}\n```",
        ]
    return "\n\n".join(parts) + "\n"


def page(row: Metric, language: str) -> str:
    """Return the passport of a row as Markdown."""

    def said(text: str) -> str:
        return escaped(in_language(text, language))

    one = _explained(row.name)
    shown = document(one)
    parts = [
        f"# {said(shown.sentences[0])}",
        f"```{{eval-rst}}\n{entries.directive(row)}```",
        _of_function(row, language),
        f"**{said(one.question)}**",
    ]
    for fact in shown.foot:
        parts.append(f"## {said(fact.title)}")
        if fact.form == "formula":
            parts.append(f"```{{math}}\n{fact.lines[1]}\n```")
        elif fact.form == "code":
            code = "\n".join(fact.lines)
            if ">>>" in code:
                parts.append(f"```pycon\n{code}\n```")
            parts += worked.steps(row, one.value, language)
            parts += pictured.picture(row, one.example, language)
        else:
            parts.append("\n".join(f"- {said(line)}" for line in fact.lines))
    parts += [*_definition(row, language), *_speed(row, language)]
    return "\n\n".join(parts) + "\n"


@cache
def _explained(name: str) -> Any:
    return fastmetrics.explain(name)


def _of_function(row: Metric, language: str) -> str:
    """Say which call it is, with a link to its reference."""
    link = f"[{word('Reference', language)}](../reference/{row.function}.rst)"
    if row.function == row.name:
        return link
    given = ", ".join(f"{key}={one!r}" for key, one in row.parameters.items())
    return f"`{row.function}({given})` · {link}"


def _definition(row: Metric, language: str) -> Iterator[str]:
    """Yield the twin's source, where the function has one."""
    twin = getattr(fastmetrics.reference, row.function, None)
    if twin is None or not inspect.isroutine(twin):
        return
    yield f"## {word('Definition in plain Python', language)}"
    yield word("The specification that the library is tested against.", language)
    yield f"```python\n{inspect.getsource(twin).strip()}\n```"


def _speed(row: Metric, language: str) -> Iterator[str]:
    """Yield what was measured of the function on each machine."""
    if row.function != row.name:
        return
    heads = ("Machine", "What it is", "Rows", "Ours", "Peer", "What others take")
    lines = []
    for machine, case in _cases(row.name):
        where = machine["environment"]
        ratio = case["ratio"]
        lines.append(
            _line(
                escaped(f"{where['cpu']}, {where['level']}"),
                escaped(case["case"]),
                f"{case['n']:,}".replace(",", " ") if case["n"] else "",
                seconds_text(case["ours"]),
                escaped(case["peer"] or "–"),
                seconds_text(case["peer_seconds"]) if case["peer_seconds"] else "–",
                three_digits(ratio) if ratio else "–",
            )
        )
    if lines:
        yield f"## {word('Speed', language)}"
        head = [*(word(one, language) for one in heads), word("Times faster", language)]
        yield "\n".join([_line(*head), _line(*["---"] * len(head)), *lines])


def _cases(name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the cases of a function: those whose names begin with its own."""
    for machine in _machines():
        for case in machine["rows"]:
            if re.match(rf"{re.escape(name)}(?!\w)", case["case"]):
                yield machine, case


@cache
def _machines() -> list[dict[str, Any]]:
    return benchmarks.machines()


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
