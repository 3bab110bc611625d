"""Lines as trec_eval prints them: a measure, a query or "all", and its value.

Measures of a group come in the order in which trec_eval has them, counts among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._common.names import printable

if TYPE_CHECKING:
    from fastmetrics.report.evaluation import Report

__all__ = ["GROUPS", "NAME", "measures_of", "trec_text"]

NAME = "trec_eval"

# Counts that are no metrics, by the column of the table of queries that they sum up.
_COUNTS = {
    "num_ret": "returned",
    "num_rel": "relevant",
    "num_rel_ret": "found",
    "num_nonrel_judged_ret": "nonrelevant",
}
# Of all queries alone: what the run is called, how many there are, geometric means.
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
    """Return the metrics of a group, without what is counted."""
    return [name for name in GROUPS[group] if name not in _OTHERS]


def trec_text(
    report: Report,
    by_query: Mapping[str, Mapping[str, Mapping[str, float]]],
    runs: Mapping[str, Any],
    asked: Sequence[str],
    *,
    per_query: bool,
) -> str:
    """Return the lines of all runs, one run after another.

    ``by_query`` has the table of queries of each run, by query; ``asked`` are names of
    measures and counts.
    """
    metrics = {name: catalog.find(name).name for name in asked if name not in _OTHERS}
    tags = {model: _tag(runs[model], model) for model in by_query}
    if len({*tags.values()}) < len(tags):
        tags = {model: model for model in tags}
    if len(tags) > 1 and _TAG not in asked:  # which are whose lines
        asked = (_TAG, *asked)
    lines: list[str] = []
    for model, rows in by_query.items():
        if per_query:
            columns = {**metrics, **_COUNTS}
            alone = [name for name in asked if name not in _OF_ALL]
            for query, row in sorted(rows.items(), key=_by_bytes):
                lines += (_line(name, query, row[columns[name]]) for name in alone)
        found: dict[str, Any] = {_TAG: tags[model], _QUERIES: len(rows)}
        for name, column in _COUNTS.items():
            found[name] = sum(row[column] for row in rows.values())
        for name, key in metrics.items():
            found[name] = report.values[model][key].estimate
        lines += (_line(name, "all", found[name]) for name in asked)
    return "".join(lines)


def _line(name: str, query: str, value: float | str) -> str:
    # Ids and tags are anybody's: a line end in one would forge a line.
    written = f"{value:.4f}" if isinstance(value, float) else printable(str(value))
    return f"{name:<22}\t{printable(query)}\t{written}\n"


def _by_bytes(item: tuple[str, Any]) -> bytes:
    return item[0].encode("utf-8", "surrogatepass")


def _tag(run: Any, name: str) -> str:
    """Return what the file calls the run; without that, its name."""
    return name if run.tag is None or not len(run.tag) else str(run.tag[0])
