"""Judgements and runs: three metrics of what a system returned, and reading files."""

import functools
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor, Peer
from benchmarks.cases.retrieval.rankings import sparse
from benchmarks.peers import pyndeval, pytrec_eval

# Documents that all queries are asked of; 997 has no divisor in common with it.
_COLLECTION = 10**5
_METRICS = ("map", "ndcg", "recip_rank")


def _means(lists: Any) -> Any:
    return tuple(lists.compute(name) for name in _METRICS)


def _columns(n: int) -> Any:
    """The query, grade and score of each row, queries one after another."""
    grades, scores = sparse(n)
    query = np.repeat(np.arange(len(grades)), grades.shape[1])
    return query, grades.ravel(), scores.ravel()


def _of_columns(query: Any, grades: Any, scores: Any) -> Any:
    return _means(fm.RankedLists.from_columns(query, grades, scores))


def _tables(n: int) -> Any:
    """Judgements of the relevant documents, and a run, in numbered ids."""
    query, grades, scores = _columns(n)
    start = np.random.default_rng(3).integers(0, _COLLECTION, query[-1] + 1)
    doc = (start[query] + 997 * np.arange(len(query))) % _COLLECTION
    rows = np.flatnonzero(grades)
    return (query[rows], doc[rows], grades[rows]), (query, doc, scores)


def _of_tables(qrels: Any, run: Any) -> Any:
    return _means(fm.RankedLists.from_trec(qrels, run))


@functools.cache
def _mappings(n: int) -> Any:
    """The same as dicts of dicts, in the evaluator and beside it."""
    found: list[dict[str, dict[str, Any]]] = []
    for table, kind in zip(_tables(n), (int, float), strict=True):
        found.append({})
        for query, doc, value in zip(
            *(column.tolist() for column in table), strict=True
        ):
            found[-1].setdefault(str(query), {})[str(doc)] = kind(value)
    return pytrec_eval.RelevanceEvaluator(found[0], {*_METRICS}), found[1]


def _evaluated(evaluator: Any, run: Any) -> Any:
    values = evaluator.evaluate(run).values()
    return tuple(float(np.mean([one[name] for one in values])) for name in _METRICS)


def _peers(at_least: float | None = None) -> tuple[Peer, ...]:
    if pytrec_eval is None:
        return ()
    name = "pytrec_eval, of ready dicts"
    return (Peer(name, _evaluated, at_least, inputs=_mappings),)


def _diverse(n: int) -> Any:
    """Judgements of ten sub-topics of each query, and a run of 100 documents each."""
    rng = np.random.default_rng(4)
    n_queries = max(n // 100, 1)
    query = np.repeat(np.arange(n_queries), 100)
    doc = np.concatenate([rng.permutation(200)[:100] for _ in range(n_queries)])
    judged = np.argwhere(rng.random((n_queries, 10, 200)) < 0.03)
    qrels = (*judged.T, np.ones(len(judged), np.int64))
    return qrels, (query, doc, rng.random(len(query)))


def _of_diverse(qrels: Any, run: Any) -> Any:
    return fm.alpha_ndcg(fm.RankedLists.from_trec(qrels, run, missing="skip"), k=20)


@functools.cache
def _tuples(n: int) -> Any:
    """The same as lists of tuples."""
    qrels, run = _diverse(n)
    judged = [
        (str(query), str(topic), str(doc), grade)
        for query, topic, doc, grade in zip(
            *(column.tolist() for column in qrels), strict=True
        )
    ]
    query, doc, score = (column.tolist() for column in run)
    ranked = list(zip(map(str, query), map(str, doc), score, strict=True))
    return judged, ranked


def _by_pyndeval(qrels: Any, run: Any) -> Any:
    values = pyndeval.ndeval(qrels, run, ["alpha-nDCG@20"]).values()
    return float(np.mean([one["alpha-nDCG@20"] for one in values]))


def _diverse_peers() -> tuple[Peer, ...]:
    if pyndeval is None:
        return ()
    name = "pyndeval, of ready tuples"
    return (Peer(name, _by_pyndeval, 3, inputs=_tuples),)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where files are kept until the process ends."""
    return tempfile.TemporaryDirectory(prefix="fastmetrics-")


@functools.cache
def _file(n: int) -> Any:
    """A run of n lines."""
    path = Path(_folder().name, f"run-{n}")
    query, doc, scores = _tables(n)[1]
    with open(path, "w") as file:
        file.writelines(
            f"{q} Q0 clueweb09-{d:010d} 1 {s:.6f} run\n"
            for q, d, s in zip(
                query.tolist(), doc.tolist(), scores.tolist(), strict=True
            )
        )
    return (str(path),)


def _bytes_of(path: str) -> Any:
    return len(Path(path).read_bytes())


CASES = [
    Case(
        "map, ndcg and recip_rank, from columns",
        2 * 10**6,
        _columns,
        _of_columns,
        peers=_peers(12),
        floor=READ,
    ),
    Case(
        "map, ndcg and recip_rank, from judgements and a run",
        2 * 10**6,
        _tables,
        _of_tables,
        peers=_peers(),
        floor=Floor("joining the run's ids", lambda qrels, run: np.argsort(run[1])),
    ),
    Case(
        "alpha_ndcg, from judgements for sub-topics and a run",
        10**6,
        _diverse,
        _of_diverse,
        covers="alpha_ndcg",
        peers=_diverse_peers(),
        floor=Floor("joining the run's ids", lambda qrels, run: np.argsort(run[1])),
    ),
    Case(
        "read_run",
        10**6,
        _file,
        lambda path: len(fm.read_run(path).score),
        floor=Floor("reading the bytes", _bytes_of),
    ),
]
