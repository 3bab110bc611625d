"""``fastmetrics retrieve``: metrics of runs, the ranked lists of systems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import printable, written
from fastmetrics.cli import common_options, output
from fastmetrics.cli.common_options import (
    FORMATS,
    add_level,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    threads,
)
from fastmetrics.cli.output import UsageError, named, named_after, naming, working
from fastmetrics.cli.report_options import (
    Gate,
    add_require,
    with_required,
    write_report,
)
from fastmetrics.cli.writing import bundled_runs, runs_read
from fastmetrics.readers.text_files import qrels_of, run_of
from fastmetrics.report.evaluation import evaluate
from fastmetrics.report.result import Report
from fastmetrics.show.numbers import count, number
from fastmetrics.show.result import form_of, to_csv_text
from fastmetrics.show.text import Table
from fastmetrics.show.words import say as worded

if TYPE_CHECKING:
    from fastmetrics.show.text import Cell
    from fastmetrics.show.words import Message


# --------------------------------------------------------------------------- trec lines
# Lines as trec_eval prints them: a measure, a query or "all", and its value.
#
# Measures of a group come in the order in which trec_eval has them, counts among them.


NAME = "trec_eval"

# Counts that are not metrics, by the column of the table of queries that they sum.
_COUNTS = {
    "num_ret": "returned",
    "num_rel": "relevant",
    "num_rel_ret": "found",
    "num_nonrel_judged_ret": "nonrelevant",
}
# For all queries only: name of the run, numbers, geometric means.
_TAG, _QUERIES = "runid", "num_q"
_OF_ALL = (_TAG, _QUERIES, "gm_map", "gm_bpref")
_OTHERS = (_TAG, _QUERIES, *_COUNTS)


def _at(name: str, ends: Sequence[Any]) -> list[str]:
    return [f"{name}_{end}" for end in ends]


_DEPTHS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
_HEAD = (_TAG, _QUERIES, "num_ret", "num_rel", "num_rel_ret")
_OFFICIAL = (
    *_HEAD,
    *("map", "gm_map", "Rprec", "bpref", "recip_rank"),
    *_at("iprec_at_recall", [f"{tenth / 10:.2f}" for tenth in range(11)]),
    *_at("P", _DEPTHS),
)
_SETS = ("set_P", "set_relative_P", "set_recall", "set_map", "set_F")

# What trec_eval shows unasked, and what names of several measures stand for in it.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "official": _OFFICIAL,
    "set": (*_HEAD, "utility", *_SETS),
    "all_trec": (
        *_OFFICIAL,
        *_at("recall", _DEPTHS),
        *("infAP", "gm_bpref"),
        *_at("Rprec_mult", [f"{fifth / 5:.2f}" for fifth in range(1, 11)]),
        *("utility", "11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg"),
        *_at("ndcg_cut", _DEPTHS),
        *_at("map_cut", _DEPTHS),
        *_at("relative_P", _DEPTHS),
        *_at("success", (1, 5, 10)),
        *(*_SETS, "num_nonrel_judged_ret"),
    ),
}


def measures_of(group: str) -> list[str]:
    """Return the metrics of a group, without counts."""
    return [name for name in GROUPS[group] if name not in _OTHERS]


def trec_text(
    report: Report,
    by_query: Mapping[str, Mapping[str, Mapping[str, float]]],
    runs: Mapping[str, Any],
    measures: Sequence[str],
    *,
    per_query: bool,
) -> str:
    """Return the lines of all runs, one run after another.

    ``by_query`` has the table of queries of each run, by query; ``measures`` are names
    of measures and counts.
    """
    metrics = {
        name: catalog.find(name).name for name in measures if name not in _OTHERS
    }
    tags = {model: _tag(runs[model], model) for model in by_query}
    if len({*tags.values()}) < len(tags):
        tags = {model: model for model in tags}
    if len(tags) > 1 and _TAG not in measures:  # which are whose lines
        measures = (_TAG, *measures)
    lines: list[str] = []
    for model, rows in by_query.items():
        if per_query:
            columns = {**metrics, **_COUNTS}
            alone = [name for name in measures if name not in _OF_ALL]
            for query, row in sorted(rows.items(), key=_by_bytes):
                lines += (_line(name, query, row[columns[name]]) for name in alone)
        values: dict[str, Any] = {_TAG: tags[model], _QUERIES: len(rows)}
        for name, column in _COUNTS.items():
            values[name] = sum(row[column] for row in rows.values())
        for name, key in metrics.items():
            values[name] = report.values[model][key].estimate
        lines += (_line(name, "all", values[name]) for name in measures)
    return "".join(lines)


def _line(name: str, query: str, value: float | str) -> str:
    # Ids and tags are anybody's: a line end in one would forge a line.
    written = f"{value:.4f}" if isinstance(value, float) else printable(str(value))
    return f"{name:<22}\t{printable(query)}\t{written}\n"


def _by_bytes(item: tuple[str, Any]) -> bytes:
    return item[0].encode("utf-8", "surrogatepass")


def _tag(run: Any, name: str) -> str:
    """Return the tag of the run in its file, or else its name."""
    return name if run.tag is None or not len(run.tag) else str(run.tag[0])


# ------------------------------------------------------------------------------ running
# ``fastmetrics retrieve``: reads judgments and runs, evaluates, writes the report.


# Bundled data: the collection, and the descriptions of the runs.
_COLLECTION = "numpy_docs"
_RUNS = ("bm25", "cosine")


class RunFiles(NamedTuple):
    """Judgements and runs.

    Attributes
    ----------
    qrels : Qrels or SubtopicQrels The relevance judgments.
    runs : dict
        Runs by name.
    heading : Message
        The first line of a report.
    """

    qrels: Any
    runs: dict[str, Any]
    heading: Message


def read(qrels: str, runs: Sequence[str], *, subtopics: bool = False) -> RunFiles:
    """Read relevance judgments and runs; "-" is standard input."""
    names = [named(one) for one in named_after(runs)]
    judgements = _read(partial(qrels_of, subtopics=subtopics), qrels)
    ranked = {name: _read(run_of, path) for name, path in zip(names, runs, strict=True)}
    return RunFiles(judgements, ranked, runs_read([*map(named, runs)], named(qrels)))


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

# The family of this command.
_TASK = catalog.find("map").task

# By query, by metric.
Values = dict[str, dict[str, dict[str, int | float]]]


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    measures = options.metrics  # as trec_eval names them, if it is named
    if measures is None and NAME in (options.like, options.format):
        measures = ["official"]
    if measures is not None and measures[0] in GROUPS:
        options.metrics = measures_of(measures[0])
        measures = GROUPS[measures[0]]
    _check(options)
    output.check_targets(options)
    with threads(options.threads):
        if options.qrels:
            files = read(options.qrels, options.runs, subtopics=options.subtopics)
        else:
            files = bundled()
        report = _report(files, options)
        output.draw_report(report, options)
        listed = options.format == NAME
        by_query = _by_query(report) if options.per_query or listed else {}
        gate = Gate(report, options.require)
    if listed:
        text = trec_text(
            report, by_query, files.runs, measures, per_query=options.per_query
        )
        output.write_text(text, options.output)
    elif (options.format or form_of(options.output)) == "csv" and by_query:
        output.write_text(_csv(by_query), options.output)
    else:
        write_report(
            report,
            gate,
            options,
            heading=files.heading,
            source={"qrels": options.qrels, "run_files": options.runs},
            more={"per_query": by_query} if by_query else {},
            tables=[_table(*item) for item in by_query.items()],
        )
    return gate.close(options.language)


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if the command line is wrong."""
    if options.qrels is not None and not options.runs:
        raise UsageError("QRELS needs a RUN")
    if options.subtopics and options.qrels is None:
        raise UsageError("--subtopics is for QRELS")
    output.check_kinds(options)
    for name in with_required(options.metrics or [], options.require) or ():
        tasks = [row.task for row in catalog.metrics_named(name)]
        if _TASK not in tasks:
            raise UsageError(
                f"{name!r} is not a metric of ranked lists; its task is {tasks[0]!r}"
            )
    files = {"QRELS": options.qrels}
    files |= {f"RUN {path}": path for path in options.runs}
    files |= {"--output": options.output, "--plot": options.plot}
    if [*files.values()].count("-") > 1:
        raise UsageError("standard input can be one file only")
    output.check_distinct(files)


def _report(files: RunFiles, options: argparse.Namespace) -> Report:
    metrics = with_required(options.metrics, options.require)
    parameters: dict[str, Any] = {}
    if options.like == "trec_eval":
        parameters = {"missing": "skip", "ties": "trec_eval"}
    for name in ("missing", "empty", "ties", "relevance_level"):
        if getattr(options, name) is not None:
            parameters[name] = getattr(options, name)
    if options.judged_only:
        parameters["judged_only"] = True
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
            **parameters,
        )
    return report


def _by_query(report: Report) -> Values:
    """Return the metrics of each query, by run and query."""
    values_by_query: Values = {}
    for section in report.sections.values():
        for row in section.rows("query") if "query" in section.frames else ():
            values = {**row}
            of_model = values_by_query.setdefault(values.pop("model"), {})
            of_model[str(values.pop("query"))] = values
    return values_by_query


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


# ---------------------------------------------------------------------------- arguments
# The options of ``fastmetrics retrieve``.


RETRIEVE = """\
Evaluate runs, the ranked lists of one or several systems, against relevance judgments:
average precision, nDCG, reciprocal rank and more, each with an interval, and how much
tied scores matter. For several runs every pair is compared on the same queries.

QRELS has the judgments, each RUN the results of a system:
  text   as in TREC: "query iteration document relevance" in QRELS, and "query Q0
         document rank score tag" in a RUN, or "query document rank"; also gzip.
         With --subtopics, QRELS has judgments for each subtopic of a query, as in
         TREC's diversity tasks: "query subtopic document relevance"
  table  CSV, Parquet or Arrow/Feather with columns query_id, doc_id, and relevance or
         score
A run is ordered by its scores; ties are ordered by document, as in trec_eval. Without
files two bundled runs are evaluated, searches of NumPy's documentation.

Metrics are named as "fastmetrics metrics" lists them, as in trec_eval (map_cut_10,
P_5), or as in ir-measures: nDCG@10, AP(rel=2)@100, RR@10.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = RETRIEVE
    parser.set_defaults(run=_run)
    parser.add_argument("qrels", metavar="QRELS", nargs="?")
    parser.add_argument("runs", metavar="RUN", nargs="*")
    _add_judging(parser.add_argument_group("judging"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1,999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _metrics(text: str) -> list[str] | None:
    """Return names of metrics, or one of a group of them."""
    name = text.strip()
    return [name] if name in GROUPS else common_options.metric_names(text)


def _add_judging(group: Any) -> None:
    add_option(
        group,
        "--metrics NAMES",
        "choose metrics, separated by commas: map,nDCG@10,RR@10; or a group of "
        "trec_eval: official, set or all_trec",
        type=_metrics,
    )
    add_option(
        group,
        "--subtopics",
        "read judgments for each subtopic of a query: the second field of a line "
        "in QRELS, or the column subtopic_id",
    )
    add_option(
        group,
        "--like",
        "follow the conventions of this program: its metrics, queries without a "
        "list left out, and its order of ties; other options take precedence",
        choices=("trec_eval",),
    )
    add_option(
        group,
        "--missing",
        "count judged queries that a run lacks as empty lists (zero, default), or "
        "leave them out",
        choices=("zero", "skip"),
    )
    add_option(
        group,
        "--empty",
        "count queries without a relevant document as 0 (default), or leave them out",
        choices=("zero", "skip"),
    )
    add_option(
        group,
        "--ties",
        "choose the order of tied documents (default: trec_eval, by id and by "
        "scores in single precision)",
        choices=("trec_eval", "average", "best", "worst", "input", "doc_id"),
    )
    add_option(
        group,
        "--relevance-level G",
        "set the lowest relevant grade (default: 1)",
        type=common_options.finite,
    )
    add_option(
        group,
        "--judged-only",
        "remove unjudged documents from the lists first",
    )


def _add_output(group: Any) -> None:
    add_option(
        group,
        "--per-query",
        "also write the metrics of each query; as CSV nothing else",
    )
    add_report(group, "the values, by cut-off and by query", (*FORMATS, "trec_eval"))
    add_require(group)
    add_quiet(group)
