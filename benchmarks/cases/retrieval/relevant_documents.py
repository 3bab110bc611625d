"""Measures that count relevant documents."""

from functools import partial
from typing import Any

import fastmetrics as fm
from benchmarks.case import READ, Case
from benchmarks.cases.retrieval.rankings import (
    against_ranx,
    in_columns,
    sparse,
    tied,
)


def _case(function: str, name: str = "", **changes: Any) -> Case:
    settings: dict[str, Any] = {
        "n": 10**6,
        "inputs": sparse,
        "ours": getattr(fm, function),
        "covers": function,
        "floor": READ,
    }
    return Case(name or function, **{**settings, **changes})


def _against_ranx(function: str, measure: str, at_least: float) -> Case:
    name = f"{function}, 10 of 100 relevant"
    return _case(function, name, n=2 * 10**7, peers=against_ranx(measure, at_least))


def _with(function: str, **options: Any) -> Case:
    return _case(function, ours=partial(getattr(fm, function), **options))


def _cut_off(function: str) -> Case:
    """Return the case of a measure of the first ten documents of each list."""
    ours = partial(getattr(fm, function), k=10)
    return _case(function, ours=ours, floor_at_most=3.0)


def _map_by_query(y: Any, score: Any, query: Any) -> Any:
    return fm.mean_average_precision(y, score, query_id=query)


CASES = [
    _against_ranx("mean_average_precision", "average_precision", 3),
    _against_ranx("mean_reciprocal_rank", "reciprocal_rank", 3),
    _case("mean_average_precision", "mean_average_precision, many ties", inputs=tied),
    _case(
        "mean_average_precision",
        "mean_average_precision, columns in any order",
        inputs=in_columns,
        ours=_map_by_query,
    ),
    _case("geometric_mean_average_precision"),
    *(
        _cut_off(name)
        for name in (
            "hit_rate",
            "precision_at_k",
            "recall_at_k",
            "f1_at_k",
            "hits_at_k",
            "relative_precision_at_k",
            "judged_at_k",
        )
    ),
    _with("smoothed_average_precision", ties="input"),
    _case("r_precision"),
    _with("interpolated_precision_at_recall", recall=0.5),
    _case("eleven_point_average_precision"),
    _case("bpref"),
    _case("geometric_mean_bpref"),
    _case("inferred_average_precision"),
    _case("set_precision"),
    _case("set_recall"),
    _case("set_f_score"),
    _case("set_relative_precision"),
    _case("set_average_precision"),
    _case("set_utility"),
    _case("retrieval_counts"),
]
