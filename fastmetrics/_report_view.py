"""A report as lines and tables: what is shown, and in which words."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from fastmetrics._tables import Table, count, decimals_for, number, span
from fastmetrics.catalog import METRICS

if TYPE_CHECKING:
    from fastmetrics.intervals import Interval
    from fastmetrics.report import Report

__all__ = ["as_text", "footer", "header", "tables", "to_html", "to_text", "wrapped"]

APPROXIMATE = " ≈"
NONE = "—"
# Lines of text are to be no longer, where a table can help it.
WIDTH = 100

METHOD_TEXTS = {
    "delong": "DeLong's variance (logit scale)",
    "percentile": "bootstrap, percentile",
    "basic": "bootstrap, basic",
    "bca": "bootstrap, BCa",
    "bias-corrected": "bootstrap, bias-corrected percentile",
    "normal": "normal, bootstrap standard error",
    "exact": "exact bound, all positives above all negatives or below",
}


def to_text(report: Report) -> str:
    """Return the whole report as plain text."""
    return as_text(header(report), tables(report), footer(report))


def as_text(head: Iterable[str], body: Iterable[Table], foot: Iterable[str]) -> str:
    """Return lines, tables and lines as plain text, long lines wrapped."""
    tail = [part for line in foot for part in wrapped(line)]
    blocks = ["\n".join(head), *(table.to_text() for table in body), "\n".join(tail)]
    return "\n\n".join(block for block in blocks if block)


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


def to_html(report: Report) -> str:
    """Return the whole report as one HTML element."""

    def lines(texts: list[str]) -> str:
        return f"<p>{'<br>'.join(html.escape(text) for text in texts)}</p>"

    body = "".join(table.to_html() for table in tables(report, None))
    return f"<div>{lines(header(report))}{body}{lines(footer(report))}</div>"


def header(report: Report) -> list[str]:
    """Return the lines above the tables: rows and class balance."""
    share = report.n_positive / report.n_rows if report.n_rows else math.nan
    lines = [
        f"{count(report.n_rows)} rows: {count(report.n_positive)} positive "
        f"({100 * share:.1f} %, label {report.pos_label}), "
        f"{count(report.n_negative)} negative"
    ]
    weights = (report.weight_positive, report.weight_negative)
    if weights != (report.n_positive, report.n_negative):
        lines.append(
            f"By weight: {count(weights[0])} positive "
            f"({100 * report.prevalence:.1f} %), "
            f"{count(weights[1])} negative"
        )
    return lines


def tables(report: Report, width: int | None = WIDTH) -> Iterator[Table]:
    """Yield the tables of values and of differences.

    Models stand side by side if the table is no wider than `width` then (None: in any
    case), else each in a table of its own.
    """
    together = _values(report, report.models)
    if width is None or len(report.models) == 1 or together.width <= width:
        yield together
    else:
        for model in report.models:
            yield _values(report, [model])
    for pair in report.differences:
        yield _differences(report, pair)


def _level(report: Report) -> str:
    return f"{100 * report.confidence_level:g} %"


def _values(report: Report, models: list[str]) -> Table:
    title = f"Value and {_level(report)} interval"
    if len(models) == 1 < len(report.models):
        title += f": {models[0]}"
    decimals = _decimals(*report.values.values())
    columns = []
    for model in models:
        row = report.values[model].values()
        texts = [number(one.estimate, decimals) for one in row]
        longest = max(map(len, texts))
        columns.append(
            [
                f"{text:>{longest}} {_bounds(one, decimals)}"
                for text, one in zip(texts, row, strict=True)
            ]
        )
    names = models if len(models) > 1 else ["Value"]
    rows = [
        [name, *cells, span(METRICS[name].lower, METRICS[name].upper), _direction(name)]
        for name, *cells in zip(report.metrics, *columns, strict=True)
    ]
    return Table(title, ["Metric", *names, "Range", "Better"], rows)


def _differences(report: Report, pair: tuple[str, str]) -> Table:
    a, b = pair
    row = report.differences[pair]
    decimals = _decimals(row)
    tested = pair in report.tests
    headers = ["Metric", "Difference", f"{_level(report)} interval"]
    headers += ["p-value"] * tested + ["Favours"]
    rows = []
    for name, one in row.items():
        cells = [name, number(one.estimate, decimals), _bounds(one, decimals)]
        if tested:
            cells.append(_p_value(report.p_value(pair, name)))
        rows.append([*cells, _favours(one, name, a, b)])
    right = frozenset({1, 3} if tested else {1})
    return Table(f"Difference: {a} − {b}", headers, rows, right)


def _decimals(*rows: Mapping[str, Interval]) -> int:
    return decimals_for(one.high - one.low for row in rows for one in row.values())


def _has_bounds(one: Interval) -> bool:
    return not (math.isnan(one.low) or math.isnan(one.high))


def _bounds(one: Interval, decimals: int) -> str:
    if not _has_bounds(one):
        return NONE
    text = f"[{number(one.low, decimals)}, {number(one.high, decimals)}]"
    return text + (APPROXIMATE if one.approximate else "")


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
    if better is None or not _has_bounds(one) or one.low <= 0 <= one.high:
        return NONE
    return a if (one.low > 0) == better else b


def footer(report: Report) -> list[str]:
    """Return the lines below the tables: how intervals were made, and notes."""
    lines = [f"How the {_level(report)} intervals were made"]
    lines += [f"  {text}: {', '.join(who)}" for text, who in _ways(report).items()]
    if report.differences:
        lines.append(
            "  differences: in the same ways, each row weighted alike for both models"
        )
    if report.tests:
        lines.append("  p-value: DeLong's two-sided test that both areas are equal")
    notes = [*_reasons(report), *_undefined(report), *report.notes]
    if any(one.n_resamples for row in report.values.values() for one in row.values()):
        notes.append(f"seed {report.seed} repeats these replicates")
    if notes:
        lines += ["Notes", *(f"  {note}" for note in notes)]
    return lines


def _ways(report: Report) -> dict[str, list[str]]:
    """Return, per way an interval was made, the metrics that were made so."""
    ways: dict[str, dict[str, list[str]]] = {}
    for model, row in report.values.items():
        for name, one in row.items():
            ways.setdefault(_way(one), {}).setdefault(name, []).append(model)
    every = len(report.models)
    return {
        way: [
            name if len(models) == every else f"{name} ({', '.join(models)})"
            for name, models in metrics.items()
        ]
        for way, metrics in ways.items()
    }


def _way(one: Interval) -> str:
    if not _has_bounds(one):
        return f"none ({NONE})"
    text = METHOD_TEXTS.get(one.method, one.method)
    if one.n_resamples:
        text += f", {count(one.n_resamples)} replicates"
    return text + (", approximate (≈)" if one.approximate else "")


def _reasons(report: Report) -> list[str]:
    """Return why intervals are missing or approximate, each reason once."""
    reasons: dict[str, list[str]] = {}
    for row in report.values.values():
        for name, one in row.items():
            if one.reason and (one.approximate or not _has_bounds(one)):
                who = reasons.setdefault(one.reason, [])
                if name not in who:
                    who.append(name)
    return [
        f"≈ {reason}"
        if all(row[name].approximate for name in who for row in report.values.values())
        else f"{', '.join(who)}: {reason}"
        for reason, who in reasons.items()
    ]


def _undefined(report: Report) -> list[str]:
    worst = max(
        (one for row in report.values.values() for one in row.values()),
        key=lambda one: one.n_undefined,
    )
    if not worst.n_undefined:
        return []
    return [
        f"up to {count(worst.n_undefined)} of {count(worst.n_resamples)} replicates "
        "were undefined and left out"
    ]
