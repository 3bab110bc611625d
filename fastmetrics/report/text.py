"""A report as lines and tables: what is shown, and in which words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from fastmetrics._common.names import printable
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.report.tables import (
    NONE,
    Table,
    bounds,
    count,
    decimals_for,
    format_number,
    has_bounds,
    name_of,
    span,
    with_bounds,
)
from fastmetrics.report.ways import way

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Section

__all__ = ["as_text", "footer", "header", "tables", "to_text", "wrapped"]

# Lines of text are to be no longer, where a table can help it.
WIDTH = 100


def to_text(report: Content) -> str:
    """Return the whole report as plain text."""
    return as_text(header(report), tables(report), footer(report))


def as_text(head: Iterable[str], body: Iterable[Table], foot: Iterable[str]) -> str:
    """Return lines, tables and lines as plain text, long lines wrapped."""
    tail = [part for line in foot for part in wrapped(line)]
    blocks = ["\n".join(head), *(table.to_text() for table in body), "\n".join(tail)]
    text = "\n\n".join(block for block in blocks if block)
    return "\n".join(map(printable, text.split("\n")))


def wrapped(line: str, width: int = WIDTH) -> list[str]:
    """Break a line between words; what follows is set in by four more."""
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line.strip(),
        max(width, 40),
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def header(report: Content) -> list[str]:
    """Return the lines above the tables: rows and classes."""
    said: dict[str, list[str]] = {}
    for section in report.sections.values():
        for what, lines in section.header().items():
            said.setdefault(what, lines)
    return [line for lines in said.values() for line in lines]


def tables(report: Content, width: int | None = WIDTH) -> Iterator[Table]:
    """Yield the tables: values, differences, classes or clusters, and matrices.

    Models stand side by side if the table is no wider than `width` then (None: in any
    case), else each in a table of its own.
    """
    for section in report.sections.values():
        yield from _values_of(report, section, width)
    for pair in report.differences:
        yield _differences(report, pair)
    for section in report.sections.values():
        yield from section.tables(width)


def _values_of(report: Content, section: Section, width: int | None) -> Iterator[Table]:
    if not section.metrics:
        return
    together = _values(report, section, section.models)
    if width is None or len(section.models) == 1 or together.width <= width:
        yield together
    else:
        for model in section.models:
            yield _values(report, section, [model])


def _level(report: Content) -> str:
    return f"{100 * report.confidence_level:g} %"


def _values(report: Content, section: Section, models: list[str]) -> Table:
    metrics = section.metrics
    title = f"Value and {_level(report)} interval"
    if len(report.sections) > 1:
        family = FAMILIES[section.family].title
        title = f"{family}: value and {_level(report)} interval"
    if len(models) == 1 < len(report.models):
        title += f": {name_of(models[0])}"
    decimals = _decimals(*report.values.values())
    columns = [
        with_bounds([report.values[model][name] for name in metrics], decimals)
        for model in models
    ]
    names = list(map(name_of, models)) if len(models) > 1 else ["Value"]
    rows = [
        [name, *cells, span(METRICS[name].lower, METRICS[name].upper), _direction(name)]
        for name, *cells in zip(metrics, *columns, strict=True)
    ]
    return Table(title, ["Metric", *names, "Range", "Better"], rows)


def _differences(report: Content, pair: tuple[str, str]) -> Table:
    a, b = map(name_of, pair)
    row = report.differences[pair]
    decimals = _decimals(row)
    tested = any(report.p_value(pair, name) is not None for name in row)
    headers = ["Metric", "Difference", f"{_level(report)} interval"]
    headers += ["p-value"] * tested + ["Favours"]
    rows = []
    for name, one in row.items():
        cells = [name, format_number(one.estimate, decimals), bounds(one, decimals)]
        if tested:
            cells.append(_p_value(report.p_value(pair, name)))
        rows.append([*cells, _favours(one, name, a, b)])
    right = frozenset({1, 3} if tested else {1})
    return Table(f"Difference: {a} − {b}", headers, rows, right)


def _decimals(*rows: Mapping[str, Interval]) -> int:
    return decimals_for(one.high - one.low for row in rows for one in row.values())


def _direction(name: str) -> str:
    better = METRICS[name].greater_is_better
    return NONE if better is None else "higher" if better else "lower"


def _p_value(value: float | None) -> str:
    if value is None or math.isnan(value):
        return NONE
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def _favours(one: Interval, name: str, a: str, b: str) -> str:
    """Name the better model, if the interval leaves no doubt at its level."""
    better = METRICS[name].greater_is_better
    if better is None or not has_bounds(one) or one.low <= 0 <= one.high:
        return NONE
    return a if (one.low > 0) == better else b


def footer(report: Content) -> list[str]:
    """Return the lines below the tables: how intervals were made, and notes."""
    lines = [f"How the {_level(report)} intervals were made"]
    lines += [f"  {text}: {', '.join(who)}" for text, who in _ways(report).items()]
    if report.differences:
        ways = {one.same_rows: None for one in report.sections.values() if one.metrics}
        lines += [f"  differences: in the same ways, {same}" for same in ways]
    for section in report.sections.values():
        lines += [f"  {line}" for line in section.footer()]
    notes = [*_reasons(report), *_undefined(report), *report.notes]
    if any(one.n_resamples for row in report.values.values() for one in row.values()):
        notes.append(f"seed {report.seed} repeats these replicates")
    if notes:
        lines += ["Notes", *(f"  {note}" for note in notes)]
    return lines


def _ways(report: Content) -> dict[str, list[str]]:
    """Return, per way an interval was made, the metrics that were made so."""
    ways: dict[str, dict[str, list[str]]] = {}
    for model, row in report.values.items():
        for name, one in row.items():
            ways.setdefault(way(one), {}).setdefault(name, []).append(model)
    every = {
        name: sum(name in row for row in report.values.values())
        for name in report.metrics
    }
    return {
        text: [
            name
            if len(models) == every[name]
            else f"{name} ({', '.join(map(name_of, models))})"
            for name, models in metrics.items()
        ]
        for text, metrics in ways.items()
    }


def _reasons(report: Content) -> list[str]:
    """Return why intervals are missing or approximate, each reason once."""
    reasons: dict[str, list[str]] = {}
    for row in report.values.values():
        for name, one in row.items():
            if one.reason and (one.approximate or not has_bounds(one)):
                who = reasons.setdefault(one.reason, [])
                if name not in who:
                    who.append(name)
    return [
        f"≈ {reason}"
        if all(
            row[name].approximate
            for name in who
            for row in report.values.values()
            if name in row
        )
        else f"{', '.join(who)}: {reason}"
        for reason, who in reasons.items()
    ]


def _undefined(report: Content) -> list[str]:
    worst = max(
        (one for row in report.values.values() for one in row.values()),
        key=lambda one: one.n_undefined,
        default=None,
    )
    if worst is None or not worst.n_undefined:
        return []
    return [
        f"up to {count(worst.n_undefined)} of {count(worst.n_resamples)} replicates "
        "were undefined and left out"
    ]
