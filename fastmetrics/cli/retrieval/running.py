"""``fastmetrics retrieve``: reads judgements and runs, judges, writes what is found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import fastmetrics
from fastmetrics import catalog
from fastmetrics._common.names import written
from fastmetrics.cli import output
from fastmetrics.cli.common_options import threads
from fastmetrics.cli.files import named, named_after, naming, working
from fastmetrics.cli.forms import page_of
from fastmetrics.cli.output import draw, of_kinds, useless_kinds
from fastmetrics.cli.requirements import Gate, with_required
from fastmetrics.cli.retrieval import trec_lines
from fastmetrics.cli.streams import BAD_USAGE, fail, write_out
from fastmetrics.cli.writing import bundled_runs, runs_read
from fastmetrics.readers.trec import qrels_of, run_of
from fastmetrics.report.document import document
from fastmetrics.report.evaluation import Report, evaluate
from fastmetrics.show.files import to_csv_text
from fastmetrics.show.numbers import count, number
from fastmetrics.show.result import form_of, text_of, to_json
from fastmetrics.show.tables import Table
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import say as worded

if TYPE_CHECKING:
    from fastmetrics.show.document import Document
    from fastmetrics.show.tables import Cell
    from fastmetrics.show.words import Message


__all__ = ["bundled", "read", "run"]

# Of the bundled data: the collection, and the runs by what they are.
_COLLECTION = "numpy_docs"
_RUNS = ("bm25", "cosine")


class RunFiles(NamedTuple):
    """What was read.

    Attributes
    ----------
    qrels : Qrels or SubtopicQrels
        The judgements.
    runs : dict
        Runs by name.
    heading : Message
        What a report says of the data first.
    """

    qrels: Any
    runs: dict[str, Any]
    heading: Message


def read(qrels: str, runs: Sequence[str], *, subtopics: bool = False) -> RunFiles:
    """Read judgements and runs; "-" is standard input."""
    names = [named(one) for one in named_after(runs)]
    judged = _read(partial(qrels_of, subtopics=subtopics), qrels)
    found = {name: _read(run_of, path) for name, path in zip(names, runs, strict=True)}
    return RunFiles(judged, found, runs_read([*map(named, runs)], named(qrels)))


def _read(reader: Callable[[str | bytes], Any], path: str) -> Any:
    with naming(path):
        return reader(sys.stdin.buffer.read() if path == "-" else path)


def bundled() -> RunFiles:
    """Return two runs, searches of NumPy's documentation."""
    folder = resources.files("fastmetrics.data")

    def content(of: str) -> bytes:
        return (folder / f"{_COLLECTION}.{of}.gz").read_bytes()

    qrels = qrels_of(content("qrels"))
    runs = {name: run_of(content(name)) for name in _RUNS}
    return RunFiles(qrels, runs, bundled_runs())


# --- the command

# What is measured here.
_TASK = catalog.find("map").task

# By query, by metric.
Values = dict[str, dict[str, dict[str, int | float]]]


def run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    asked = options.metrics  # in the words of trec_eval, if that is asked for
    if asked is None and trec_lines.NAME in (options.like, options.format):
        asked = ["official"]
    if asked is not None and asked[0] in trec_lines.GROUPS:
        options.metrics = trec_lines.measures_of(asked[0])
        asked = trec_lines.GROUPS[asked[0]]
    wrong = _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    output.check_targets(options)
    with threads(options.threads):
        if options.qrels:
            files = read(options.qrels, options.runs, subtopics=options.subtopics)
        else:
            files = bundled()
        report = _report(files, options)
        if options.plot:
            draw(report, options.plot, **of_kinds(options))
        listed = options.format == trec_lines.NAME
        by_query = _by_query(report) if options.per_query or listed else {}
        try:
            gate = Gate(report, options.require)
        except ValueError as error:
            return fail(error, BAD_USAGE)
    if listed:
        text = trec_lines.trec_text(
            report, by_query, files.runs, asked, per_query=options.per_query
        )
        _write_text(text, options)
    else:
        _write(report, files, by_query, gate, options)
    return gate.close()


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.qrels is not None and not options.runs:
        return "a RUN is needed beside QRELS"
    if options.subtopics and options.qrels is None:
        return "--subtopics is for QRELS"
    if useless_kinds(options):
        return useless_kinds(options)
    for name in with_required(options.metrics or [], options.require) or ():
        tasks = [row.task for row in catalog.metrics_named(name)]
        if _TASK not in tasks:
            return f"{name!r} is no metric of ranked lists, its task is {tasks[0]!r}"
    files = {"QRELS": options.qrels}
    files |= {f"RUN {path}": path for path in options.runs}
    files |= {"--output": options.output, "--plot": options.plot}
    if [*files.values()].count("-") > 1:
        return "standard input can be one file only"
    return output.same_file(files)


def _report(files: RunFiles, options: argparse.Namespace) -> Report:
    metrics = with_required(options.metrics, options.require)
    given: dict[str, Any] = {}
    if options.like == "trec_eval":
        given = {"missing": "skip", "ties": "trec_eval"}
    for name in ("missing", "empty", "ties", "relevance_level"):
        if getattr(options, name) is not None:
            given[name] = getattr(options, name)
    if options.judged_only:
        given["judged_only"] = True
    with working(options) as update:
        report = evaluate(
            files.qrels,
            files.runs,
            task=_TASK,
            metrics=metrics,
            confidence_level=options.confidence_level,
            n_resamples=options.n_resamples,
            random_state=options.seed,
            progress=update,
            digits=options.digits,
            **given,
        )
    return report


def _by_query(report: Report) -> Values:
    """Return the metrics of each query, by run and query."""
    found: Values = {}
    for section in report.sections.values():
        for row in section.rows("query") if "query" in section.frames else ():
            values = {**row}
            of_model = found.setdefault(values.pop("model"), {})
            of_model[str(values.pop("query"))] = values
    return found


def _write(
    report: Report,
    files: RunFiles,
    by_query: Values,
    gate: Gate,
    options: argparse.Namespace,
) -> None:
    form = options.format or form_of(options.output)
    if form == "table" and not options.output:
        width = output.width(options.places)
        made = _document(report, files, by_query, width, bars=output.draws_bars())
        output.show(laid_out(gate.noted(made), width, options.language))
        return
    if form == "json":
        content = _content(report, files, by_query, options)
        text = to_json(content | gate.content())
    elif form == "html":
        content = _content(report, files, by_query, options)
        tables = [_table(*one) for one in by_query.items()]
        text = page_of(
            report, files.heading, content, gate, options.language, tables=tables
        )
    elif form == "csv" and by_query:
        text = _csv(by_query)
    else:
        width = options.places or WIDTH
        made = _document(report, files, by_query, width if form == "table" else None)
        made = gate.noted(made)
        text = text_of(report, form, options.language, width=width, document=made)
    _write_text(text, options)


def _write_text(text: str, options: argparse.Namespace) -> None:
    if options.output:
        output.write_file(options.output, text.encode("utf-8", "replace"))
    else:
        write_out(text)


def _document(
    report: Report,
    files: RunFiles,
    by_query: Values,
    width: int | None,
    *,
    bars: bool = False,
) -> Document:
    made = document(report, width, bars=bars)
    tables = [*made.tables, *(_table(*one) for one in by_query.items())]
    return made._replace(head=[files.heading, *made.head], tables=tables)


def _table(model: str, rows: dict[str, dict[str, int | float]]) -> Table:
    """Return the metrics of each query of a run."""
    headers = [worded("Query"), *next(iter(rows.values()))]
    cells: list[list[Cell]] = [
        [written(query), *(_written(value) for value in row.values())]
        for query, row in rows.items()
    ]
    return Table(written(model), headers, cells, frozenset(range(1, len(headers))))


def _written(value: float) -> str:
    return count(value) if isinstance(value, int) else number(value, 4)


def _csv(by_query: Values) -> str:
    first = next(iter(next(iter(by_query.values())).values()))
    rows = (
        [model, query, *row.values()]
        for model, each in by_query.items()
        for query, row in each.items()
    )
    return to_csv_text([["run", "query", *first], *rows])


def _content(
    report: Report, files: RunFiles, by_query: Values, options: argparse.Namespace
) -> dict[str, Any]:
    more = {"per_query": by_query} if by_query else {}
    return {
        "fastmetrics": fastmetrics.__version__,
        "qrels": options.qrels,
        "run_files": options.runs,
        **report.to_dict(),
        **more,
    }
