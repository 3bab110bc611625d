"""A report as JSON, CSV, rows of data frames and HTML, and where its data are from.

HTML is a file, or a part of a notebook or of another page.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics._common.records import data_frame, plain, plain_all, plain_fields
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.report import grouped_metrics
from fastmetrics.report.document import differences, footer, header, values
from fastmetrics.report.fold_tables import fold_tables
from fastmetrics.report.plots.forest import general, of_section
from fastmetrics.report.sections import sections
from fastmetrics.report.sentences import sentences
from fastmetrics.show import html
from fastmetrics.show.html import text
from fastmetrics.show.numbers import count
from fastmetrics.show.result import to_csv_text
from fastmetrics.show.text import Document
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics._inputs.rows import Omitted
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.report.content import Content
    from fastmetrics.report.grouped_metrics import GroupedMetrics
    from fastmetrics.report.sections import Section
    from fastmetrics.show.text import Table


def to_dict(report: Content) -> dict[str, Any]:
    """Return everything in a report; see `Report.to_dict`."""
    found = _of_all_rows(report)
    if report.slices is not None:
        found["slices"] = report.slices.to_dict()
    return found


def _of_all_rows(report: Content) -> dict[str, Any]:
    """Return all but the slices, whose intervals are made for whoever reads them."""
    of_sections: dict[str, Any] = {}
    for section in report.sections.values():
        of_sections = {**section.to_dict(), **of_sections}
    ranges = {
        name: span
        for section in report.sections.values()
        for name, span in section.ranges.items()
    }
    ranks = {name: _ranks(report, name) for name in report.metrics}
    return {
        "tasks": report.tasks,
        "n_rows": report.n_rows,
        "confidence_level": plain(report.confidence_level),
        "method": report.method,
        "n_resamples": plain(report.n_resamples),
        "seed": report.seed,
        "metrics": {
            name: {
                "asked": report.label(name),
                "title": METRICS[name].title,
                "lower": plain(ranges[name][0]),
                "upper": plain(ranges[name][1]),
                "greater_is_better": METRICS[name].greater_is_better,
            }
            for name in report.metrics
        },
        "models": {
            model: {
                name: {
                    **interval_dict(one),
                    **ranks.get(name, {}).get(model, {}),
                }
                for name, one in row.items()
            }
            for model, row in report.values.items()
        },
        "differences": [
            {
                "a": pair[0],
                "b": pair[1],
                "metrics": {
                    name: {
                        **interval_dict(one),
                        "p_value": plain(report.p_value(pair, name)),
                        "adjusted_p_value": plain(
                            report.p_value(pair, name, adjusted=True)
                        ),
                        "test": report.test(name) or None,
                    }
                    for name, one in row.items()
                },
            }
            for pair, row in report.differences.items()
        ],
        **of_sections,
        **({} if report.folds is None else {"folds": _folds(report.folds)}),
        **({} if report.omitted is None else {"omitted": _omitted(report.omitted)}),
        "notes": list(report.notes),
    }


def _omitted(omitted: Omitted) -> dict[str, Any]:
    """Return the rows that were left out for missing values."""
    return {**omitted._asdict(), "by_column": dict(omitted.by_column)}


def _folds(folds: FoldValues) -> dict[str, Any]:
    """Return what each fold shows."""
    told = plain_fields(folds, "names sizes combined values no_information")
    if folds.gaps:
        told["gaps"] = {
            name: plain_all({**one._asdict(), "gap": interval_dict(one.gap)})
            for name, one in folds.gaps.items()
        }
    return told


def _ranks(report: Content, name: str) -> dict[str, dict[str, Any]]:
    """Return the letters and ranks of each of three models or more."""
    sets = report.rank_intervals(name)
    if len(sets) < 3:
        return {}
    letters = report.letters(name)
    return {
        model: {"letters": letters[model], "rank_low": low, "rank_high": high}
        for model, (low, high) in sets.items()
    }


# The columns of CSV; of a difference, "model" minus "minus".
_CSV = (
    "model", "minus", "metric", "estimate", "low", "high", "standard_error", "method",
    "approximate", "n_resamples", "n_undefined", "reason", "target", "p_value",
    "adjusted_p_value", "test", "letters", "rank_low", "rank_high",
)  # fmt: skip


def to_csv(report: Content) -> str:
    """Return values and differences in long form; see `Report.to_csv`."""
    found = _of_all_rows(report)
    rows = [
        {"model": model, "metric": report.label(name), **one}
        for model, row in found["models"].items()
        for name, one in row.items()
    ]
    rows += [
        {"model": pair["a"], "minus": pair["b"], "metric": report.label(name), **one}
        for pair in found["differences"]
        for name, one in pair["metrics"].items()
    ]
    columns = [*_CSV]
    if report.slices is not None:
        of_slices, beside = _slices_csv(report.slices)
        rows += of_slices
        columns += beside
    return to_csv_text(
        [columns, *([row.get(name, "") for name in columns] for row in rows)]
    )


def _slices_csv(slices: GroupedMetrics) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the rows of slices in long form, and the columns that they need."""
    named = {name: f"by {name}" if name in _CSV else name for name in slices.columns}
    rows = []
    for row in slices.rows():
        rows.append({named.get(name, name): one for name, one in row.items()})
    for row in slices.difference_rows():
        told = {named.get(name, name): one for name, one in row.items()}
        rows.append({**told, "model": told["a"], "minus": told["b"]})
    rows = [{name: plain(one) for name, one in row.items()} for row in rows]
    counts = [] if slices.n_positive is None else ["n_positive"]
    return rows, [*named.values(), "n_samples", *counts]


def to_frame(
    report: Content, per: str | None, differences: bool, backend: str = "pandas"
) -> Any:
    """Return a data frame; see `Report.to_frame`."""
    offered = {
        name: columns
        for one in sections().values()
        for name, columns in one.frames.items()
    }
    if report.folds is not None:
        offered["fold"] = report.metrics
    if report.slices is not None:
        is_counted = report.slices.n_positive is not None
        counts = ["n_samples", "n_positive"] if is_counted else ["n_samples"]
        offered["slice"] = [*counts, "estimate", "low", "high"]
    if per is not None and per not in offered:
        raise ValueError(f"per is {shown(per)}; it must be one of {', '.join(offered)}")
    columns = ["estimate", "low", "high"]
    if per == "fold" and report.folds is not None:
        index, columns = ["model", per], [*offered[per]]
        rows = [
            {"model": model, per: name}
            | {metric: values[at] for metric, values in row.items()}
            for model, row in report.folds.values.items()
            for at, name in enumerate(report.folds.names)
        ]
    elif per == "slice" and report.slices is not None and differences:
        index = [*report.slices.columns, "a", "b", "metric"]
        rows = report.slices.difference_rows()
    elif per == "slice" and report.slices is not None:
        index = [*report.slices.columns, "model", "metric"]
        columns = [*offered[per]]
        rows = report.slices.rows()
    elif per is not None:
        index, columns = ["model", per], [*offered[per]]
        rows = [
            row
            for section in report.sections.values()
            if per in section.frames
            for row in section.rows(per)
        ]
    elif differences:
        index = ["a", "b", "metric"]
        rows = [
            {"a": pair["a"], "b": pair["b"], "metric": name, **one}
            for pair in _of_all_rows(report)["differences"]
            for name, one in pair["metrics"].items()
        ]
    else:
        index, content = ["model", "metric"], _of_all_rows(report)
        rows = [
            {"model": model, "metric": name, **one, **content["metrics"][name]}
            for model, row in content["models"].items()
            for name, one in row.items()
        ]
    return data_frame(rows, index, backend, "Report.to_frame", columns)


# A matrix of more classes than this is written by its cells that are not empty.
MOST_DENSE = 200


def interval_dict(interval: Interval) -> dict[str, Any]:
    """Return all that is known of an interval, but for its replicates."""
    return plain_fields(
        interval,
        "estimate low high standard_error method approximate n_resamples n_undefined "
        "reason target",
    )


def counted(
    matrix: NDArray[Any] | None, cells: tuple[NDArray[Any], ...]
) -> dict[str, Any]:
    """Return the matrix, or its cells (position true, predicted, rows) without it."""
    if matrix is not None:
        return {"matrix": matrix.tolist()}
    columns = (one.tolist() for one in cells)
    return {"cells": [list(cell) for cell in zip(*columns, strict=True)]}


class Provenance(NamedTuple):
    """A title, a few lines below it, and facts by name."""

    title: str
    lines: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()


def provenance_of(report: Content, *, machine: bool = True) -> Provenance:
    """Return what the report itself knows of where it comes from.

    ``machine``: also the versions and the processor, which differ between machines
    that give the same numbers.
    """
    facts: list[tuple[str, str]] = [
        (say("Rows"), count(report.n_rows)),
        (say("Models"), str(len(report.models))),
        (say("Method of intervals"), report.method),
    ]
    if report.n_resamples:
        facts += [
            (say("Replicates"), count(report.n_resamples)),
            (say("Seed"), str(report.seed)),
        ]
    if machine:
        facts += _machine()
    return Provenance(say("Report of fastmetrics"), (), facts)


def _machine() -> list[tuple[str, str]]:
    from fastmetrics._kernels.cpu import level

    versions = ", ".join(
        [
            f"fastmetrics {fastmetrics.__version__}",
            f"Python {platform.python_version()}",
            f"NumPy {version('numpy')}",
        ]
    )
    system = f"{platform.system()} {platform.machine()}"
    return [
        (say("Versions"), versions),
        (
            say("Machine"),
            say("{system}, kernels for {level}", system=system, level=level()),
        ),
        (
            say("Threads"),
            say(
                "{n} of {cpus} processors",
                n=fastmetrics.get_num_threads(),
                cpus=os.cpu_count() or 1,
            ),
        ),
    ]


def to_html(
    report: Content,
    *,
    full: bool = False,
    language: str = "en",
    provenance: Provenance | None = None,
    data: str | None = None,
    tables: Sequence[Table] = (),
) -> str:
    """Return the report as an element, or as a file of its own if ``full``.

    ``provenance``: where the data come from, if more is known of that than the report
    knows; ``data``: the report as JSON, to be downloaded from the file; ``tables``:
    what else is to be read.
    """
    writer = html.writer(language, full=full)
    body = "".join(_parts(report, writer, tables))
    if not full:
        return html.fragment(body, language)
    origin = provenance or provenance_of(report)
    lines = (f'<p class="muted">{text(line, language)}</p>' for line in origin.lines)
    head = f"<header><h1>{text(origin.title, language)}</h1>{''.join(lines)}</header>"
    body = f"{head}{body}{''.join(_origin(origin, writer, language))}"
    return html.page(
        origin.title,
        f"{body}{writer.downloads([*_files(report, data)])}",
        language,
    )


def _parts(
    report: Content, write: html.Writer, tables: Sequence[Table]
) -> Iterator[str]:
    """Yield the parts from the first sentence to how intervals were made."""
    yield write.said(sentences(report), "said")
    yield write.said(header(report))
    for picture in general(report, "forest"):
        yield write.picture(picture)
    yield write.heading(say("Values"))
    for section in report.sections.values():
        yield from write.tables(values(report, section, bars=True))
        yield from write.tables(fold_tables(report, section))
    made = [*differences(report)]
    if made:
        yield write.heading(say("Differences"))
        for picture in general(report, "differences"):
            yield write.picture(picture)
        yield from write.tables(made)
    if report.slices is not None:
        yield write.heading(say("Slices"))
        for picture in general(report, "slices"):
            yield write.picture(picture)
        yield from write.tables(
            grouped_metrics.tables(report.slices, None, report.digits)
        )
    for section in report.sections.values():
        yield from _section(section, write)
    for table in tables:
        yield write.folded(table)
    yield from write.notes(Document(foot=footer(report)))
    yield write.left_out()


def _section(section: Section, write: html.Writer) -> Iterator[str]:
    """Yield what there is to say of one family: pictures, tables, details."""
    yield write.heading(of_catalog(FAMILIES[section.family].title))
    for picture in of_section(section):
        yield write.picture(picture)
    yield from write.tables(section.tables(None))
    for table in section.details():
        yield write.folded(table)


def _origin(origin: Provenance, write: html.Writer, language: str) -> Iterator[str]:
    """Yield where the numbers come from."""
    if not origin.facts:
        return
    yield write.heading(say("Where this comes from"))
    yield "<dl>"
    for name, value in origin.facts:
        yield f"<dt>{text(name, language)}</dt><dd>{text(value, language)}</dd>"
    yield "</dl>"


def _files(report: Content, data: str | None) -> Iterator[html.File]:
    """Yield the report's data as files."""
    if data is not None:
        what = say("Everything as JSON")
        yield html.File("report.json", "application/json", data, what)
    what = say("Values and differences as CSV")
    yield html.File("report.csv", "text/csv", to_csv(report), what)
