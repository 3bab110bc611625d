"""Random queries, as the reference has them and as RankedLists."""

import math
import random

import numpy as np

import fastmetrics as fm
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.how import ListMeasure
from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.retrieval.columns import ListColumns, Unreturned
from fastmetrics.reference.retrieval.orders import Query

TIES = ("average", "best", "worst", "input", "doc_id", "trec_eval")

# Values to draw from, of the options of measures.
_VALUES = {
    "k": [None, 1, 2, 3, 5, 9],
    "ties": TIES,
    "relevance_level": [0.5, 1, 2],
    "gain": ["linear", "exponential", {0: 0, 1: 5, 2: 0, 3: 1.5, 0.5: 1}],
    "log_base": [2, 3, math.e, 10],
    "max_grade": [3, 4, 6.5],
    "normalizer": ["relevant", "cutoff"],
    "divide_by": ["k", "returned"],
    "rounding": ["up", "nearest"],
    "recall": [0, 0.1, 0.25, 0.5, 0.7, 1],
    "floor": [1e-5, 0.1],
    "p": [0.5, 0.8, 0.95],
    "beta": [0, 0.5, 1, 2],
    "over": ["relevant", "grades"],
    "multiple": [0.2, 0.5, 1, 1.2, 2],
    "hit": [1, 2.5],
    "false_alarm": [-1, 0],
    "miss": [0, -0.5],
    "correct_rejection": [0, 0.125],
    "n_docs": [12, 1000],
    "alpha": [0.25, 0.5, 1],
    "empty": ["zero", "skip", "nan"],
    "average": ["mean", None],
}
_GAINS = ["linear", "exponential", {-1: 0, 0: 0, 1: 5, 2: 0, 3: 1.5}]
# Other ones, where they are none for a measure; None: they are tested elsewhere.
_OWN = {
    "mean_average_precision": {"normalizer": ["relevant", "cutoff", "returned"]},
    "dcg_score": {"ignore_ties": None},
    "ndcg_score": {"ignore_ties": None},
    "averaged_ndcg": {"gain": _GAINS},
    "normalized_gain": {"gain": ["binary", *_GAINS]},
    "nrbp": {"beta": [0.5, 0.8]},
    # linear gains need max_grade, and binary ones refuse it
    "rank_biased_precision": {"gain": None, "max_grade": None},
}


def _drawn_from(row: Metric) -> dict[str, list]:
    values = {**_VALUES, **_OWN.get(row.name, {})}
    found = {name: values[name] for name in row.options if values[name] is not None}
    for name in row.required:
        found[name] = [value for value in found[name] if value is not None]
    return found


_OPTIONS = {
    row.name: _drawn_from(row)
    for row in METRICS.values()
    if isinstance(row.how, ListMeasure)
}
# Of gains, and open where documents that have one are tied.
WITH_ORDER = ("compatibility", "averaged_ndcg", "normalized_gain")
# Measures that weigh what documents are worth by rank, and those that count the
# relevant ones.
GAIN_OPTIONS = {
    name: options
    for name, options in _OPTIONS.items()
    if not {"gain", "max_grade", "p"}.isdisjoint(METRICS[name].options)
    and name not in WITH_ORDER
}
HIT_OPTIONS = {
    name: options for name, options in _OPTIONS.items() if name not in GAIN_OPTIONS
}


def options_of(name: str) -> dict[str, list]:
    """Return what a measure is asked for with, and values of it."""
    return _OPTIONS[name]


def value_or_ties(function, *data, **options):
    """Return a value, or that there is none because ties leave it open."""
    try:
        return function(*data, **options)
    except ValueError as error:
        if "tie" in str(error):
            return "ties leave it open"
        raise


def drawn_options(name: str, drawn: random.Random) -> dict:
    """Return a value of each option of a measure."""
    return {key: drawn.choice(values) for key, values in options_of(name).items()}


def drawn_queries(
    seed: int, *, unjudged: bool = False, negative: bool = False, most: int = 6
) -> list[Query]:
    """Return some queries, with ties; documents have an id each, in no order."""
    drawn = random.Random(seed)
    grades = [0, 0, 1, 2, 3, *([None, None] if unjudged else [])]
    queries = []
    for _ in range(drawn.randint(1, 4)):
        n = drawn.randint(0 if unjudged else 1, most)
        levels = drawn.choice([1, 3, 9])
        pool = [*grades, -1] if negative and drawn.random() < 0.5 else grades
        lacking = drawn.choice([0, 0, 2]) if unjudged else 0
        queries.append(
            Query(
                [drawn.choice(pool) for _ in range(n)],
                # the last two are one number in float32
                [
                    drawn.randint(0, levels) + drawn.choice([0, 2**-30])
                    for _ in range(n)
                ],
                drawn.sample([f"d{i}" for i in range(10)], n),
                [drawn.choice([0, 0, 1, 2]) for _ in range(lacking)],
            )
        )
    return queries


def lists_of(queries: list[Query], ties: str = "average") -> fm.RankedLists:
    """Return the same queries as RankedLists."""
    grades = [math.nan if g is None else g for query in queries for g in query.grades]
    scores = [score for query in queries for score in query.scores]
    places = [
        sorted(query.ids, reverse=True).index(name)
        for query in queries
        for name in query.ids
    ]
    lacking = [
        sorted((g for g in q.unreturned if g > 0), reverse=True) for q in queries
    ]
    columns = ListColumns(
        len(queries),
        np.array(grades, float),
        np.array(scores, float),
        _starts([query.grades for query in queries]),
        np.array(places, np.int64),
        Unreturned(
            _starts(lacking),
            np.array([grade for of in lacking for grade in of], float),
            np.array([sum(g == 0 for g in q.unreturned) for q in queries], np.int64),
        ),
        not any(grade is None for query in queries for grade in query.grades),
    )
    return fm.RankedLists.of_columns(columns, None, ties)


def columns_of(queries: list[Query]) -> dict[str, list]:
    """Return the documents of all queries as columns; queries take turns."""
    most = max(len(query.grades) for query in queries)
    rows = [
        (query.grades[j], query.scores[j], f"q{i}", query.ids[j])
        for j in range(most)
        for i, query in enumerate(queries)
        if j < len(query.grades)
    ]
    names = ("y_true", "y_score", "query_id", "doc_id")
    return {
        name: list(of) for name, of in zip(names, zip(*rows, strict=True), strict=True)
    }


def _starts(parts: list) -> np.ndarray:
    return np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(
        np.int64
    )
