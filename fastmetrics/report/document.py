"""A report as a document: what is shown in which order and words, whatever it becomes.

Plain text, a terminal, Markdown, LaTeX and HTML are made of the same lines and tables.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from fastmetrics._common.interval import turned
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.comparison.model_differences import letters
from fastmetrics.intervals.single import omitted_text
from fastmetrics.report import grouped_metrics
from fastmetrics.report.fold_tables import fold_tables
from fastmetrics.report.sentences import (
    TEST_TEXTS,
    leading_metric,
    method_text,
    sentences,
    short_metrics,
    shortcomings,
)
from fastmetrics.show.numbers import (
    NONE,
    Bounded,
    count,
    difference,
    estimates,
    p_value,
    span,
)
from fastmetrics.show.text import (
    Ahead,
    Bar,
    Cell,
    Document,
    Notes,
    Shade,
    Table,
)
from fastmetrics.show.words import Message, joined, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections import Section

# More pairs of models than this are one matrix of their differences in one metric.
MOST_PAIRS = 6
# And a matrix of more models than this is nothing to read.
MOST_COMPARED = 20


def document(
    report: Content,
    width: int | None = None,
    *,
    full: bool = False,
    bars: bool = False,
) -> Document:
    """Return the document of a report: a short one, or with ``full`` everything.

    ``width``: the width of tables, if possible; ``bars``: draw intervals next to their
    numbers if there is room.
    """
    tables = _tables(report, width, bars) if full else _short_tables(report, width)
    return Document(
        header(report),
        sentences(report, full=full),
        [*tables],
        footer(report) if full else short_footer(report),
    )


def header(report: Content) -> list[str]:
    """Return the lines above all: rows and classes."""
    said: dict[str, list[str]] = {}
    for section in report.sections.values():
        for what, lines in section.header().items():
            said.setdefault(what, lines)
    first, *others = [line for lines in said.values() for line in lines] or [""]
    if any(section.has_groups for section in report.sections.values()):
        first = say("{line}; intervals keep groups together", line=first)
    if report.omitted is not None:
        others.append(omitted_text(report.omitted))
    return [line for line in (first, *others) if line]


def _tables(report: Content, width: int | None, bars: bool) -> Iterator[Table]:
    """Yield the tables: values, differences, classes or clusters, and matrices."""
    for section in report.sections.values():
        yield from values(report, section, width, bars=bars)
        yield from fold_tables(report, section, width)
    for section in report.sections.values():
        yield from rankings(report, section)
    yield from differences(report)
    if report.slices is not None:
        yield from grouped_metrics.tables(report.slices, width, report.digits)
    for section in report.sections.values():
        yield from section.tables(width)


def _short_tables(report: Content, width: int | None) -> Iterator[Table]:
    """Yield the values and differences of the leading metrics."""
    chosen = {
        section.family: short_metrics(report, section)
        for section in report.sections.values()
    }
    for section in report.sections.values():
        yield from _short_values(report, section, chosen[section.family], width)
    names = [name for every in chosen.values() for name in every]
    if len(report.differences) == 1:
        for pair in report.differences:
            yield _differences(report, pair, names)
    else:
        for section in report.sections.values():
            yield from _from_best(report, section, chosen[section.family], width)
    if report.slices is not None:
        yield from grouped_metrics.tables(report.slices, width, report.digits)


def _short_values(
    report: Content, section: Section, names: Sequence[str], width: int | None
) -> Iterator[Table]:
    """Yield the values with a column per model, or with a row per model."""
    if not names:
        return
    for form in _FORMS[-2:]:
        together = _values(report, section, section.models, form, names)
        if width is None or together.width <= width:
            break
    few = len(section.models) <= 3 if width is None else together.width <= width
    yield together if few else _leaderboard(report, section, names, width)


def _leaderboard(
    report: Content, section: Section, names: Sequence[str], width: int | None
) -> Table:
    """Return a row per model, the best first, with all metrics that fit the width."""
    lead = leading_metric(report, section)
    ranked = section.models if lead is None else report.ranking(lead)
    models = [model for model in ranked if model in section.models]
    columns = []
    for name in names:
        values = [report.values[model][name] for model in models]
        columns.append(estimates(values, report.digits, percent=METRICS[name].percent))
    for last in range(len(names), 0, -1):
        table = Table(
            _title_of_values(report, section),
            [say("Model"), *(report.said(name) for name in names[:last])],
            [
                [section.names[model], *row]
                for model, *row in zip(models, *columns[:last], strict=True)
            ],
        )
        if width is None or table.width <= width:
            break
    return table


# -- values


class _Form(NamedTuple):
    """Columns of a table of values. The first ones are left out first."""

    bars: bool = True
    names: bool = True
    ranges: bool = True
    words: bool = True
    fewer: int = 0  # decimals left out


_FORMS = (
    _Form(),
    _Form(bars=False),
    _Form(bars=False, names=False),
    _Form(bars=False, names=False, ranges=False),
    _Form(bars=False, names=False, ranges=False, words=False),
    _Form(bars=False, names=False, ranges=False, words=False, fewer=1),
)


def values(
    report: Content, section: Section, width: int | None = None, *, bars: bool = False
) -> Iterator[Table]:
    """Yield the values of all models side by side, or where that is too wide, apart."""
    if not section.metrics:
        return
    forms = _FORMS if bars else _FORMS[1:]
    for form in forms:
        together = _values(report, section, section.models, form, section.metrics)
        if width is None or together.width <= width:
            yield together
            return
    for model in section.models:
        made = (
            _values(report, section, [model], form, section.metrics) for form in forms
        )
        yield next((one for one in made if one.width <= (width or 0)), together)


def _title_of_values(report: Content, section: Section) -> Message:
    if len(report.sections) == 1:
        return say("Value and {level} interval", level=_level(report))
    family = of_catalog(FAMILIES[section.family].title)
    return say(
        "{family}: value and {level} interval", family=family, level=_level(report)
    )


def _values(
    report: Content,
    section: Section,
    models: list[str],
    form: _Form,
    names: Sequence[str],
) -> Table:
    title = _title_of_values(report, section)
    if len(models) == 1 < len(report.models):
        title = say("{title}: {model}", title=title, model=section.names[models[0]])
    headers: list[str] = [say("Metric"), *([say("Name")] if form.names else [])]
    for model in models:
        headers.append(section.names[model] if len(models) > 1 else say("Value"))
        if form.bars:
            headers.append("")
    if form.ranges:
        headers.append(say("Range"))
    if form.words:
        headers.append(say("Better"))
    rows = [_value_row(report, section, models, name, form) for name in names]
    return Table(title, headers, rows)


def _value_row(
    report: Content, section: Section, models: list[str], name: str, form: _Form
) -> list[Cell]:
    row = METRICS[name]
    values = [report.values[model][name] for model in section.models]
    every = estimates(values, report.digits, percent=row.percent)
    found = dict(zip(section.models, every, strict=True))
    arrow = _arrow(row.greater_is_better)
    title = report.said(name)
    if arrow and not form.words:
        title = say("{title} {arrow}", title=title, arrow=arrow)
    cells: list[Cell] = [title, *([report.label(name)] if form.names else [])]
    ends = _ends(*section.ranges[name], [found[one].interval for one in models])
    for model in models:
        value = found[model]
        cells.append(value._replace(decimals=max(value.decimals - form.fewer, 0)))
        if form.bars:
            one = value.interval
            cells.append(Bar(one.low, one.high, *ends, one.estimate))
    if form.ranges:
        cells.append(span(*section.ranges[name]))
    if form.words:
        cells.append(_direction(row.greater_is_better))
    return cells


def _ends(lower: float, upper: float, row: Sequence[Bounded]) -> tuple[float, float]:
    """Return the scale of a row's bars: of its intervals, or of one the whole range."""
    ends = [end for one in row for end in (one.low, one.high) if math.isfinite(end)]
    if len(row) > 1 and ends:
        return min(ends), max(ends)
    return lower, upper


def _arrow(better: bool | None) -> str:
    return "" if better is None else "↑" if better else "↓"


def _direction(better: bool | None) -> str:
    if better is None:
        return NONE
    return say("↑ higher") if better else say("↓ lower")


# -- ranks


def rankings(report: Content, section: Section) -> Iterator[Table]:
    """Yield how three models or more rank in the leading metric, if it is tested."""
    name = leading_metric(report, section)
    if name is None or len(section.models) < 3 or not report.test(name):
        return
    groups, ranks = report.letters(name), report.rank_intervals(name)
    models = [*groups][:MOST_COMPARED]
    values = [report.values[model][name] for model in models]
    every = estimates(values, report.digits, percent=METRICS[name].percent)
    rows: list[list[Cell]] = []
    for model, value in zip(models, every, strict=True):
        low, high = ranks[model]
        between = f"{low}" if low == high else f"{low}–{high}"
        rows.append([section.names[model], value, between, groups[model]])
    title = say(
        "{metric}: ranks (models that share a letter do not differ significantly)",
        metric=report.said(name),
    )
    if len(models) < len(groups):
        title = say(
            "{title}, the best {n} of {k} models",
            title=title,
            n=len(models),
            k=len(groups),
        )
    headers: list[str] = [
        say("Model"),
        say("Value"),
        say("{level} rank interval", level=_level(report)),
        say("Group"),
    ]
    yield Table(title, headers, rows, frozenset({2}))


# -- differences


def differences(report: Content) -> Iterator[Table]:
    """Yield the differences of each pair of models, or of many models a matrix."""
    if len(report.differences) <= MOST_PAIRS:
        for pair in report.differences:
            yield _differences(report, pair, report.metrics)
    else:
        for section in report.sections.values():
            yield from _difference_matrix(report, section)


def _differences(report: Content, pair: tuple[str, str], names: Sequence[str]) -> Table:
    a, b = (report.names[model] for model in pair)
    found = report.differences[pair]
    row = {name: found[name] for name in names if name in found}
    tested = any(report.p_value(pair, name) is not None for name in row)
    adjusted = tested and len(report.differences) > 1
    headers: list[str] = [
        say("Metric"),
        say("Difference and {level} interval", level=_level(report)),
    ]
    if tested:
        headers.append(say("p-value"))
    if adjusted:
        headers.append(say("Adjusted p-value"))
    headers.append(say("Favours"))
    rows = []
    for name, one in row.items():
        percent = METRICS[name].percent
        shown = difference(one, report.digits, percent=percent)
        cells: list[Cell] = [report.said(name), shown]
        if tested:
            cells.append(p_value(report.p_value(pair, name)))
        if adjusted:
            cells.append(p_value(report.p_value(pair, name, adjusted=True)))
        model = favours(report, pair, name)
        cells.append(Ahead(report.names[model]) if model else NONE)
        rows.append(cells)
    title = say("Difference: {a} − {b}", a=a, b=b)
    right = frozenset({2} if tested else ()) | frozenset({3} if adjusted else ())
    return Table(title, headers, rows, right)


def _from_best(
    report: Content, section: Section, names: Sequence[str], width: int | None
) -> Iterator[Table]:
    """Yield the differences of the best model from the others, or else the ranks."""
    lead = leading_metric(report, section)
    if lead is None or len(section.models) < 2 or not report.differences:
        return
    best, *others = (one for one in report.ranking(lead) if one in section.models)
    rows: list[list[Cell]] = []
    for name in names:
        cells: list[Cell] = [report.said(name)]
        for other in others:
            pair = report.pair(best, other)
            value = report.differences[pair][name]
            value = value if pair == (best, other) else turned(value)
            percent = METRICS[name].percent
            cells.append(difference(value, report.digits, percent=percent))
        rows.append(cells)
    table = Table(
        say("Difference and {level} interval: {a} − …", level=_level(report), a=best),
        [say("Metric"), *(section.names[other] for other in others)],
        rows,
    )
    if len(others) <= 2 if width is None else table.width <= width:
        yield table
    else:
        yield from rankings(report, section)


def _difference_matrix(report: Content, section: Section) -> Iterator[Table]:
    """Yield the differences of all models in the leading metric, the best one first.

    All pairs in all metrics are in what programs read.
    """
    name = leading_metric(report, section)
    if name is None:
        return
    sign = -1 if METRICS[name].greater_is_better else 1
    values = {model: report.values[model][name].estimate for model in section.models}
    models = sorted(section.models, key=lambda model: sign * values[model])
    shown = models[:MOST_COMPARED]
    told = report.told(name)
    groups = report.letters(name) or letters(
        shown, [pair for pair in told if {*pair} <= {*shown}]
    )
    rows: list[list[Cell]] = []
    widest = max(
        (abs(values[a] - values[b]) for a, b in combinations(shown, 2)), default=0.0
    )
    for number, row in enumerate(shown, 1):
        cells: list[Cell] = [f"{number} {section.names[row]}", groups[row]]
        for column in shown:
            if row == column:
                cells.append("")
                continue
            pair = report.pair(row, column)
            value = report.differences[pair][name]
            if pair != (row, column):
                value = turned(value)
            percent = METRICS[name].percent
            shown_as = difference(value, report.digits, percent=percent)
            text = shown_as.bare(value.estimate)
            is_told = (row, column) in told or (column, row) in told
            cells.append(
                Shade(f"{text}{'*' if is_told else ''}", value.estimate / (widest or 1))
            )
        rows.append(cells)
    fields = {"metric": report.said(name)}
    title = say("{metric}: row − column (* significant)", **fields)
    if METRICS[name].percent:
        title = say("{metric}: row − column, in points (* significant)", **fields)
    if len(shown) < len(models):
        title = say(
            "{title}, the best {n} of {k} models",
            title=title,
            n=len(shown),
            k=len(models),
        )
    headers = [say("Model"), say("Group"), *map(str, range(1, len(shown) + 1))]
    yield Table(title, headers, rows, frozenset(range(2, len(headers))))


def favours(report: Content, pair: tuple[str, str], name: str) -> str | None:
    """Return the better model of two, if they are told apart among all pairs."""
    if METRICS[name].greater_is_better is None:
        return None
    told = (ahead for ahead, behind in report.told(name) if {ahead, behind} == {*pair})
    return next(told, None)


# -- how it was made


def footer(report: Content) -> list[Notes]:
    """Return what stands below the tables: how intervals were made, and notes."""
    lines = _ways(report, report.metrics)
    if report.differences:
        ways = {
            (one.differences_by, one.same_rows): None
            for one in report.sections.values()
            if one.metrics
        }
        lines += [
            say("differences: {way}, {same}", way=by, same=same)
            if by
            else say("differences: same methods, {same}", same=same)
            for by, same in ways
        ]
    lines += _tests(report)
    for section in report.sections.values():
        lines += section.footer()
    title = say("How the {level} intervals were made", level=_level(report))
    notes = _notes(report, report.metrics)
    if any(one.n_resamples for row in report.values.values() for one in row.values()):
        notes.append(say("reproduce with seed {seed}", seed=report.seed))
    made = [Notes(title, lines)]
    return [*made, Notes(say("Notes"), notes)] if notes else made


def short_footer(report: Content) -> list[Notes]:
    """Return the methods of the intervals, notes, the seed, and how to see more."""
    shown = [
        name
        for section in report.sections.values()
        for name in short_metrics(report, section)
    ]
    title = say("{level} intervals", level=_level(report))
    notes = _notes(report, shown)
    if any(row[name].n_resamples for row in report.values.values() for name in row):
        notes.append(say("reproduce with seed {seed}", seed=report.seed))
    notes.append(
        say(
            "{k} of {n} metrics; the full report: to_text(full=True) or --full",
            k=count(len(shown)),
            n=count(len(report.metrics)),
        )
    )
    return [Notes(title, _ways(report, shown)), Notes(say("Notes"), notes)]


def _notes(report: Content, metrics: Collection[str]) -> list[str]:
    """Return the shortcomings of the intervals of metrics, and notes of all rows."""
    notes = [*shortcomings(report, metrics), *report.notes]
    if report.slices is not None:
        notes += grouped_metrics.notes(report.slices)
    return notes


def _tests(report: Content) -> Iterator[str]:
    """Yield which metrics' differences were tested by which test."""
    by_test: dict[str, list[str]] = {}
    for name in report.metrics:
        if report.test(name):
            by_test.setdefault(report.test(name), []).append(report.said(name))
    for test, names in by_test.items():
        yield say(
            "p-values, {test}: {metrics}",
            test=TEST_TEXTS.get(test, test),
            metrics=joined(names),
        )
    n_pairs = max((one.n_tested for one in report.comparisons.values()), default=0)
    if by_test:
        yield say("a p-value is the smallest α at which the interval excludes 0")
        yield from _one_hypotheses(report)
    if by_test and n_pairs > 1:
        yield say(
            "adjusted p-values, groups, ranks and the better model are simultaneous "
            "for all comparisons by a metric, up to {n} (largest deviation)",
            n=count(n_pairs),
        )


def _one_hypotheses(report: Content) -> Iterator[str]:
    """Yield which metrics' p-values are of one hypothesis, and why they differ."""
    if report.folds is not None:  # their means are no functions of each other
        return
    for section in report.sections.values():
        for group in section.of_one_order():
            names = [report.said(name) for name in group if report.test(name)]
            if len(names) > 1:
                yield say(
                    "{metrics} are functions of each other and test the same "
                    "hypothesis; their p-values differ because each has its interval "
                    "on its own scale",
                    metrics=joined(names),
                )


def _level(report: Content) -> str:
    return f"{100 * report.confidence_level:g} %"


def _ways(report: Content, names: Collection[str]) -> list[str]:
    """Return a line per method of intervals, with its metrics."""
    ways: dict[str, dict[str, list[str]]] = {}
    for model, row in report.values.items():
        for name, one in row.items():
            if name not in names:
                continue
            ways.setdefault(method_text(one), {}).setdefault(name, []).append(model)
    every = {
        name: sum(name in row for row in report.values.values())
        for name in report.metrics
    }
    lines: list[str] = []
    for text, found in ways.items():
        who = [
            report.said(name)
            if len(models) == every[name]
            else say(
                "{metric} ({models})",
                metric=report.said(name),
                models=joined(report.names[model] for model in models),
            )
            for name, models in found.items()
        ]
        lines.append(say("{way}: {metrics}", way=text, metrics=joined(who)))
    return lines
