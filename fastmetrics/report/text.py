"""A report as lines and tables: what is shown, and in which words."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from fastmetrics.catalog import METRICS
from fastmetrics.report import table_rows
from fastmetrics.report.choice import CLUSTERING, LABELS, SCORES
from fastmetrics.report.tables import (
    NONE,
    Table,
    bounds,
    count,
    decimals_for,
    has_bounds,
    number,
    span,
    with_bounds,
)

if TYPE_CHECKING:
    from fastmetrics.intervals.single import Interval
    from fastmetrics.report.judge import Report

__all__ = ["as_text", "footer", "header", "tables", "to_html", "to_text", "wrapped"]

# Lines of text are to be no longer, where a table can help it.
WIDTH = 100
_OF_TASK = {SCORES: "Scores", LABELS: "Labels"}

METHOD_TEXTS = {
    "delong": "DeLong's variance (logit scale)",
    "percentile": "bootstrap, percentile",
    "basic": "bootstrap, basic",
    "bca": "bootstrap, BCa",
    "bias-corrected": "bootstrap, bias-corrected percentile",
    "normal": "normal, bootstrap standard error",
    "wilson": "Wilson's score interval",
    "clopper-pearson": "Clopper and Pearson's exact interval",
    "agresti-coull": "Agresti and Coull's interval",
    "jeffreys": "Jeffreys's interval",
    "jackknife": "normal, jackknife standard error",
    "corrected-jackknife": "normal, jackknife standard error and bias",
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
    """Return the lines above the tables: rows and classes."""
    if CLUSTERING in report.tasks:
        return [_clusters(report)]
    if report.n_positive is None:
        return [_classes(report)]
    share = report.n_positive / report.n_rows if report.n_rows else math.nan
    lines = [
        f"{count(report.n_rows)} rows: {count(report.n_positive)} positive "
        f"({100 * share:.1f} %, label {report.pos_label}), "
        f"{count(report.n_negative or 0)} negative"
    ]
    weights = (report.weight_positive, report.weight_negative)
    if weights != (report.n_positive, report.n_negative):
        lines.append(
            f"By weight: {count(weights[0] or 0)} positive "
            f"({100 * (report.prevalence or 0):.1f} %), "
            f"{count(weights[1] or 0)} negative"
        )
    return lines


def _classes(report: Report) -> str:
    """Say how many classes there are, and how even they are."""
    support = report.class_support
    rows = f"{count(report.n_rows)} rows"
    total = next(iter(report.counts.values())).margins.total
    by_weight = ", by weight" if total != report.n_rows else ""
    if report.kind == "multilabel-indicator":
        mean = sum(support.values()) / total if total else math.nan
        each = f"{mean:.2f} true labels per row{by_weight}"
        return f"{rows}, {len(support):,} labels; {each}"
    found = {label: value for label, value in support.items() if value > 0}
    sizes = _most_and_least(found, total, by_weight)
    return f"{rows} of {len(found):,} classes: {sizes}"


def _clusters(report: Report) -> str:
    """Say what clusterings are judged by: measurements, true labels."""
    line = f"{count(report.n_rows)} rows"
    if report.n_features is not None:
        plural = "s" * (report.n_features != 1)
        line += f", {report.n_features:,} measurement{plural} of each"
    for table in report.contingency.values():
        labels, sizes = table.row_labels.tolist(), table.row_sizes.tolist()
        found = dict(zip(labels, sizes, strict=True))
        spread = _most_and_least(found, table.total)
        return f"{line}; {len(found):,} true label{'s' * (len(found) != 1)}: {spread}"
    return line


def _most_and_least(
    sizes: Mapping[object, float], total: float, by_weight: str = ""
) -> str:
    share = lambda value: f"{100 * value / total:.1f} %" if total else NONE  # noqa: E731
    most, least = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
    if sizes[most] == sizes[least]:
        return f"{count(sizes[most])} ({share(sizes[most])}{by_weight}) in each"
    return (
        f"from {most} ({count(sizes[most])}, {share(sizes[most])}{by_weight}) "
        f"to {least} ({count(sizes[least])}, {share(sizes[least])})"
    )


def tables(report: Report, width: int | None = WIDTH) -> Iterator[Table]:
    """Yield the tables: values, differences, classes or clusters, and matrices.

    Models stand side by side if the table is no wider than `width` then (None: in any
    case), else each in a table of its own.
    """
    for task in report.tasks:
        yield from _values_of_task(report, task, width)
    for pair in report.differences:
        yield _differences(report, pair)
    yield from table_rows.class_tables(report)
    yield from table_rows.confusion_tables(report, width)
    yield from table_rows.cluster_tables(report)
    yield from table_rows.contingency_tables(report, width)


def _values_of_task(report: Report, task: str, width: int | None) -> Iterator[Table]:
    metrics = [name for name in report.metrics if METRICS[name].task == task]
    # A model has all metrics of a task or none.
    models = [name for name, row in report.values.items() if {*metrics} & {*row}]
    if not models:
        return
    together = _values(report, task, metrics, models)
    if width is None or len(models) == 1 or together.width <= width:
        yield together
    else:
        for model in models:
            yield _values(report, task, metrics, [model])


def _level(report: Report) -> str:
    return f"{100 * report.confidence_level:g} %"


def _values(report: Report, task: str, metrics: list[str], models: list[str]) -> Table:
    title = f"Value and {_level(report)} interval"
    if len(report.tasks) > 1:
        title = f"{_OF_TASK[task]}: value and {_level(report)} interval"
    if len(models) == 1 < len(report.models):
        title += f": {models[0]}"
    decimals = _decimals(*report.values.values())
    columns = [
        with_bounds([report.values[model][name] for name in metrics], decimals)
        for model in models
    ]
    names = models if len(models) > 1 else ["Value"]
    rows = [
        [name, *cells, span(METRICS[name].lower, METRICS[name].upper), _direction(name)]
        for name, *cells in zip(metrics, *columns, strict=True)
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
        cells = [name, number(one.estimate, decimals), bounds(one, decimals)]
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


def footer(report: Report) -> list[str]:
    """Return the lines below the tables: how intervals were made, and notes."""
    lines = [f"How the {_level(report)} intervals were made"]
    lines += [f"  {text}: {', '.join(who)}" for text, who in _ways(report).items()]
    if report.differences and CLUSTERING in report.tasks:
        lines.append(
            "  differences: in the same ways, rows left out of both clusterings"
        )
    elif report.differences:
        lines.append(
            "  differences: in the same ways, each row weighted alike for both models"
        )
    if report.tests:
        lines.append("  p-value: DeLong's two-sided test that both areas are equal")
    if report.counts:
        lines.append(_way_of_classes(report))
    notes = [*_reasons(report), *_undefined(report), *report.notes]
    if any(one.n_resamples for row in report.values.values() for one in row.values()):
        notes.append(f"seed {report.seed} repeats these replicates")
    if notes:
        lines += ["Notes", *(f"  {note}" for note in notes)]
    return lines


def _way_of_classes(report: Report) -> str:
    rows = [row for model in report.per_class.values() for row in model]
    shares = [one for row in rows for one in (row.precision, row.recall)]
    made = [METHOD_TEXTS[one.method] for one in shares if has_bounds(one)]
    if made:
        return f"  {made[0]}: precision and recall of each class"
    reasons = dict.fromkeys(one.reason for one in shares if one.estimate >= 0)
    return f"  none ({NONE}): precision and recall of each class; {'; '.join(reasons)}"


def _ways(report: Report) -> dict[str, list[str]]:
    """Return, per way an interval was made, the metrics that were made so."""
    ways: dict[str, dict[str, list[str]]] = {}
    for model, row in report.values.items():
        for name, one in row.items():
            ways.setdefault(_way(one), {}).setdefault(name, []).append(model)
    every = {
        name: sum(name in row for row in report.values.values())
        for name in report.metrics
    }
    return {
        way: [
            name if len(models) == every[name] else f"{name} ({', '.join(models)})"
            for name, models in metrics.items()
        ]
        for way, metrics in ways.items()
    }


def _way(one: Interval) -> str:
    if not has_bounds(one):
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


def _undefined(report: Report) -> list[str]:
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
