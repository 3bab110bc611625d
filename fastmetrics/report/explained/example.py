"""An example that runs: the function called on ten rows, with what it returns."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping
from typing import Any, NamedTuple

from fastmetrics.catalog import FAMILIES, Metric, guide_of
from fastmetrics.metrics.about import About

# Places of a line of code.
LINE = 76

_SECTION = r"\n{name}\n-+\n(.*?)(?=\n\n?[A-Z][A-Za-z ]+\n-+\n|\Z)"
_NO_BREAK = "\N{NO-BREAK SPACE}"


class Example(NamedTuple):
    """Lines for the interpreter with what it answers, and the value if it is one."""

    code: str
    value: float | None = None


def example_of(row: Metric, about: About | None) -> Example:
    """Return a call on ten rows of a metric, or what a function's docstring shows."""
    rows = rows_for(row, about)
    if row.kind != "metric" or about is None or not rows:
        return Example(_section(row, "Examples"))
    names = FAMILIES[row.task].leading(row)
    named = named_columns(row, rows)
    given = {**row.parameters, **about.given}
    written = [
        *names,
        *(f"{name}={name}" for name in named),
        *(f"{name}={value!r}" for name, value in given.items()),
    ]
    call = f"{row.function}({', '.join(written)})"
    found = _called(row, about, rows)
    if row.by_group:
        call, found = f"{call}.score", found.score
    elif _stands_for_one(found):
        call, found = f"float({call})", float(found)
    lines = [
        f"from fastmetrics import {row.function}",
        *(f"{name} = {rows[name]!r}" for name in (*names, *named)),
        call,
    ]
    code = "\n".join([*map(_prompted, lines), repr(found)])
    return Example(code, _number(found))


def rows_for(row: Metric, about: About | None, of: str = "") -> Mapping[str, Any]:
    """Return ten rows that a metric can be asked of: of a target, or of its own."""
    rows = guide_of(row).rows
    asked = (of, about.of if about else "", *row.targets)
    wanted = (*filter(None, asked), "")
    first = next(iter(rows.values()), {})
    return next((rows[name] for name in wanted if name in rows), first)


def value_on(row: Metric, about: About, of: str) -> float | None:
    """Return what a metric is of the rows of a target; None if it is no number."""
    if row.kind != "metric":
        return None
    return _number(_called(row, about, rows_for(row, about, of)))


def written_rows(row: Metric, about: About, of: str) -> str:
    """Return the rows of a target as they are written."""
    rows = rows_for(row, about, of)
    names = (*FAMILIES[row.task].leading(row), *named_columns(row, rows))
    return ", ".join(f"{name} = {rows[name]!r}" for name in names)


def named_columns(row: Metric, rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the function of a metric takes of rows by name."""
    known = inspect.signature(row.public).parameters
    return {
        one.name: rows[one.name]
        for one in FAMILIES[row.task].arguments
        if one.by_name and one.name in rows and one.name in known
    }


def _called(row: Metric, about: About, rows: Mapping[str, Any]) -> Any:
    columns = [rows[name] for name in FAMILIES[row.task].leading(row)]
    named = named_columns(row, rows)
    return row.public(*columns, **named, **row.with_parameters(about.given))


def _number(found: Any) -> float:
    """Return the value: a function that returns more names it, or returns it last."""
    if isinstance(found, tuple) and not _stands_for_one(found):
        found = getattr(found, "score", found[-1])
    return float(found)


def _stands_for_one(found: Any) -> bool:
    """Whether a result is several numbers, of which one stands for it."""
    return isinstance(found, tuple) and hasattr(found, "__float__")


def _prompted(line: str) -> str:
    # A line may end between texts, but not inside of one.
    kept = re.sub(r"'[^']*'", lambda text: text[0].replace(" ", _NO_BREAK), line)
    wrapped = textwrap.wrap(kept, LINE, break_on_hyphens=False)
    first, *others = (one.replace(_NO_BREAK, " ") for one in wrapped)
    return "\n".join([f">>> {first}", *(f"...     {other}" for other in others)])


def _section(row: Metric, name: str) -> str:
    """Return a section of the docstring of a row's function; empty if it has none."""
    text = inspect.getdoc(row.public) or ""
    found = re.search(_SECTION.format(name=name), text, re.DOTALL)
    return found[1].strip("\n") if found else ""


def references(row: Metric) -> list[str]:
    """Return the references of a row's function, a line each."""
    entries = re.split(r"^\.\. \[\d+\] ", _section(row, "References"), flags=re.M)
    return [" ".join(one.split()) for one in entries if one.strip()]


def summary_line(row: Metric) -> str:
    """Return the first sentence of the docstring of a row's function."""
    return (inspect.getdoc(row.public) or row.title).partition("\n\n")[0]
