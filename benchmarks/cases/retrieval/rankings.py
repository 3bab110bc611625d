"""Grades and scores of queries."""

from functools import partial
from typing import Any

import numpy as np

from benchmarks.case import Peer
from benchmarks.peers import ranx

# Documents of a query, and of the sparse ones those that are relevant.
_DOCUMENTS = 100
_RELEVANT = 10


def graded(n: int) -> tuple[Any, Any]:
    """Grades from 0 to 4 and scores without ties, of a hundred documents a query."""
    rng = np.random.default_rng(1)
    shape = max(1, n // _DOCUMENTS), _DOCUMENTS
    return rng.integers(0, 5, shape).astype(np.float64), rng.random(shape)


def tied(n: int) -> tuple[Any, Any]:
    """The same with eleven distinct scores."""
    grades, scores = graded(n)
    return grades, np.round(scores, 1)


def sparse(n: int) -> tuple[Any, Any]:
    """Ten relevant documents of a hundred, in no order."""
    rng = np.random.default_rng(1)
    shape = max(1, n // _DOCUMENTS), _DOCUMENTS
    grades = np.zeros(shape)
    grades[:, :_RELEVANT] = 1
    return rng.permuted(grades, axis=1), rng.random(shape)


def in_columns(n: int) -> tuple[Any, Any, Any]:
    """The same as columns, with the query of each row, in any order."""
    grades, scores = sparse(n)
    query = np.repeat(np.arange(len(grades)), _DOCUMENTS)
    order = np.random.default_rng(2).permutation(query.size)
    return grades.ravel()[order], scores.ravel()[order], query[order]


def against_ranx(measure: str, at_least: float) -> tuple[Peer, ...]:
    """The peer that ranx's compiled function is, on sorted arrays, if it is there."""
    if ranx is None:
        return ()
    import numba  # ranx is made of it

    numba.set_num_threads(1)  # as ours
    name = "ranx, compiled, of sorted arrays"
    run = partial(_mean_by_ranx, getattr(ranx, measure))
    return (Peer(name, run, at_least, inputs=_sorted_for_ranx),)


def _mean_by_ranx(measure: Any, judged: Any, ranked: Any) -> Any:
    return np.mean(measure(judged, ranked, 0))


def _sorted_for_ranx(n: int) -> tuple[Any, Any]:
    """Judgements and runs as ranx's compiled functions take them, already sorted."""
    grades, scores = sparse(n)
    ids = np.broadcast_to(np.arange(grades.shape[1], dtype=np.float64), grades.shape)
    relevant = np.argsort(-grades, axis=1, kind="stable")[:, :10]
    judged = np.stack([relevant, np.ones_like(relevant)], axis=2).astype(np.float64)
    order = np.argsort(-scores, axis=1)
    ranked = [np.take_along_axis(x, order, axis=1) for x in (ids, scores)]
    return judged, np.stack(ranked, axis=2)
