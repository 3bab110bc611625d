"""The options of ``fastmetrics retrieve``."""

from __future__ import annotations

import argparse
from typing import Any

from fastmetrics.cli import types
from fastmetrics.cli.common_options import (
    FORMATS,
    add_level,
    add_quiet,
    add_report,
    add_resampling,
)
from fastmetrics.cli.requirements import add_require
from fastmetrics.cli.streams import EXIT_CODES

__all__ = ["add"]


RETRIEVE = """\
Judge runs, the ranked lists of one or several systems, by judgements of relevance:
average precision, nDCG, reciprocal rank and more, each with an interval, and what equal
scores could change. Of several runs every pair is compared, on the same queries.

QRELS has the judgements, each RUN what a system returned:
  text   as TREC has it: "query iteration document relevance" in QRELS, and "query Q0
         document rank score tag" in a RUN, or "query document rank"; gzip too
         With --subtopics QRELS judges for each sub-topic of a query, as TREC's
         diversity tasks do: "query subtopic document relevance"
  table  CSV, Parquet or Arrow/Feather with columns query_id, doc_id, and relevance or
         score
A run is ordered by its scores; ties go by document, as trec_eval has it. Without files
two bundled runs are judged, searches of NumPy's documentation.

Metrics are named as "fastmetrics metrics" lists them, as trec_eval does (map_cut_10,
P_5), or as ir-measures does: nDCG@10, AP(rel=2)@100, RR@10.
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "retrieve",
        help="judge runs: ranked lists of documents, by judgements of relevance",
        description=RETRIEVE,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("qrels", metavar="QRELS", nargs="?")
    parser.add_argument("runs", metavar="RUN", nargs="*")
    _add_judging(parser.add_argument_group("judging"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _run(options: argparse.Namespace) -> int:
    from fastmetrics.cli.retrieval.running import run

    return run(options)


def _metrics(text: str) -> list[str] | None:
    """Return names of metrics, or one of a group of them."""
    from fastmetrics.cli.retrieval import trec_lines

    name = text.strip()
    return [name] if name in trec_lines.GROUPS else types.metric_names(text)


def _add_judging(group: Any) -> None:
    group.add_argument(
        "--metrics",
        metavar="NAMES",
        type=_metrics,
        help="separated by commas: map,nDCG@10,RR@10; or one of trec_eval's groups, "
        "official, set or all_trec",
    )
    group.add_argument(
        "--subtopics",
        action="store_true",
        help="documents are judged for each sub-topic of a query: the second field of "
        "a line in QRELS, or the column subtopic_id",
    )
    group.add_argument(
        "--like",
        choices=("trec_eval",),
        help="judge as this program does: its metrics, queries without a list left "
        "out, and its order of equal scores; further options take precedence",
    )
    group.add_argument(
        "--missing",
        choices=("zero", "skip"),
        help="judged queries that a run does not have count as lists of nothing "
        "(default), or are left out",
    )
    group.add_argument(
        "--empty",
        choices=("zero", "skip"),
        help="queries without a relevant document count as 0 (default), or are left "
        "out",
    )
    group.add_argument(
        "--ties",
        choices=("trec_eval", "average", "best", "worst", "input", "doc_id"),
        help="the order of documents with one score (default: trec_eval, by their ids "
        "and scores in single precision)",
    )
    group.add_argument(
        "--relevance-level",
        metavar="G",
        type=types.finite,
        help="a document is relevant from this grade on (default: 1)",
    )
    group.add_argument(
        "--judged-only",
        action="store_true",
        help="take documents that nobody judged out of the lists first",
    )


def _add_output(group: Any) -> None:
    group.add_argument(
        "--per-query",
        action="store_true",
        help="also write the metrics of each query; as CSV nothing else",
    )
    add_report(group, "the values, by cut-off and by query", (*FORMATS, "trec_eval"))
    add_require(group)
    add_quiet(group)
