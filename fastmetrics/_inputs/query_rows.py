"""Graded and scored documents of queries, and their sub-topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import (
    as_array,
    as_column,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import numbers
from fastmetrics._inputs.tables import encode_groups, encode_runs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


# --- grades of documents for each sub-topic of their query

# A table of all keys is worth its memory up to so many per key.
_ROOM_PER_KEY = 8


class RelevantDocuments(NamedTuple):
    """Documents that are relevant to a sub-topic, and to which: as the kernel has them.

    Attributes
    ----------
    offsets : ndarray of int64, of shape (n_queries + 1,)
        Where the documents of each query begin.
    starts : ndarray of int64, of shape (n_documents + 1,)
        Where the sub-topics of each begin.
    subtopics : ndarray of int64
        Which these are of their query, from 0 on, ascending.
    counts : ndarray of int64, of shape (n_queries,)
        How many sub-topics a query has.
    """

    offsets: NDArray[np.int64]
    starts: NDArray[np.int64]
    subtopics: NDArray[np.int64]
    counts: NDArray[np.int64]


class SubtopicGrades(NamedTuple):
    """Grades above 0 that documents have for sub-topics of their query.

    Attributes
    ----------
    offsets : ndarray of int64, of shape (n_queries + 1,)
        Where the documents of each query begin, in the order in which the first of
        equally good ones is taken: by their ids, the last first, or by row.
    rows : ndarray of int64, of shape (n_documents,)
        The row of each document in the lists; -1: its list lacks it.
    starts : ndarray of int64, of shape (n_documents + 1,)
        Where the grades of each begin.
    subtopics : ndarray of int64, of shape (n_grades,)
        The number of each grade's sub-topic, ascending inside a document.
    grades : ndarray of float64, of shape (n_grades,)
    """

    offsets: NDArray[np.int64]
    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    subtopics: NDArray[np.int64]
    grades: NDArray[np.float64]

    @property
    def queries(self) -> NDArray[np.int64]:
        """The query of each document."""
        return _owners(self.offsets)

    def relevant(
        self, level: float
    ) -> tuple[RelevantDocuments, NDArray[np.int64], NDArray[np.int64]]:
        """Return the documents with at least a grade, their rows and queries."""
        document = _owners(self.starts)
        kept = self.grades >= level
        per_document = np.bincount(document[kept], minlength=len(self.rows))
        is_relevant = per_document > 0
        queries = self.queries
        n = len(self.offsets) - 1
        # Sub-topics of a query, numbered again in their order.
        of_query = queries[document[kept]]
        width = int(self.subtopics.max(initial=0)) + 1
        known, places = _numbered(of_query * width + self.subtopics[kept], n * width)
        counts = np.bincount(known // width, minlength=n)
        first = np.cumsum(counts) - counts
        own = queries[is_relevant]
        documents = RelevantDocuments(
            starts_of(np.bincount(own, minlength=n)),
            starts_of(per_document[is_relevant]),
            places - first[of_query],
            counts,
        )
        return documents, self.rows[is_relevant], own

    def joined(self, other: SubtopicGrades, n_rows: int) -> SubtopicGrades:
        """Return these lists, then other lists, whose rows follow ``n_rows``."""
        rows = np.where(other.rows < 0, other.rows, other.rows + n_rows)
        return SubtopicGrades(
            np.concatenate([self.offsets, other.offsets[1:] + len(self.rows)]),
            np.concatenate([self.rows, rows]),
            np.concatenate([self.starts, other.starts[1:] + len(self.grades)]),
            np.concatenate([self.subtopics, other.subtopics]),
            np.concatenate([self.grades, other.grades]),
        )


def grades_of_cells(
    cells: NDArray[np.float64],
    offsets: NDArray[np.int64],
    places: NDArray[np.int64] | None = None,
) -> SubtopicGrades:
    """Return the grades of a matrix with a row per document, a column per sub-topic.

    ``places`` are an order of the documents' ids; None: that of the rows.
    """
    row, subtopic = np.nonzero(cells > 0)
    rows, per_document = np.unique(row, return_counts=True)
    query = np.searchsorted(offsets, rows, side="right") - 1
    if places is not None:
        order = np.lexsort((places[rows], query))
        rows, per_document = rows[order], per_document[order]
        rank = np.empty(len(cells), np.int64)
        rank[rows] = np.arange(len(rows))
        order = np.lexsort((subtopic, rank[row]))
        row, subtopic = row[order], subtopic[order]
    return SubtopicGrades(
        starts_of(np.bincount(query, minlength=len(offsets) - 1)),
        rows,
        starts_of(per_document),
        subtopic,
        cells[row, subtopic],
    )


def starts_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the starts of ranges of these lengths, and the end of the last one."""
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def _numbered(
    keys: NDArray[np.int64], end: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys below ``end``, and the place of each among them."""
    if end > _ROOM_PER_KEY * (len(keys) + 1):
        known, places = np.unique(keys, return_inverse=True)
        return known, places.reshape(-1)
    is_known = np.zeros(end, np.bool_)
    is_known[keys] = True
    return np.flatnonzero(is_known), (np.cumsum(is_known) - 1)[keys]


def _owners(starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the range of each item."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


# --- graded and scored documents of queries: matrices, or columns in any order of rows

# Types that the kernel reads in place.
_PLAIN = frozenset(np.dtype(code) for code in "bBhHiIlLqQfd")
# Up to here a float64 holds every whole number.
_WHOLE = 2**53


class QueryRows(NamedTuple):
    """Grades and scores of documents, the rows of a query next to one another.

    Attributes
    ----------
    grades, scores : ndarray of shape (n_rows,)
        Adjacent numbers that the kernel reads, which says if one is not finite. They
        may be the caller's own memory.
    n : int
        Queries.
    offsets : ndarray of int64, of shape (n + 1,), or None
        Where the rows of each begin; None: all have as many.
    places : ndarray of int64, or None
        The order of the documents' ids, where they are known.
    ids : ndarray, or None
        The queries' ids; None: they are 0 ... n - 1.
    rows : ndarray of int64, or None
        The caller's row that each one was; None: they are in the caller's order.
    subtopics : SubtopicGrades, or None
        The grades for each sub-topic, of which ``grades`` are the largest.
    """

    grades: NDArray[Any]
    scores: NDArray[Any]
    n: int
    offsets: NDArray[np.int64] | None
    places: NDArray[np.int64] | None
    ids: NDArray[Any] | None
    rows: NDArray[np.int64] | None
    subtopics: SubtopicGrades | None = None


def read_query_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    names: tuple[str, str] = ("y_true", "y_score"),
    subtopics: bool = False,
) -> QueryRows:
    """Return matrices of a row per query, or with ``query_id`` columns, as rows.

    ``subtopics``: the grades may have a further axis, a number for each sub-topic.
    """
    if query_id is None:
        return _matrices(y_true, y_score, doc_id, names, subtopics)
    cells = None
    if subtopics and (matrix := as_array(y_true, names[0])).ndim == 2:
        cells = _cells(matrix, names[0])
    if cells is None:
        grades = _numbers(as_column(y_true, names[0]), names[0])
    else:
        grades = cells.max(axis=1)
    scores = _numbers(as_column(y_score, names[1]), names[1])
    n = len(grades)
    if n == 0:
        raise_no_rows(names[0])
    check_length(scores, n, names[1])
    queries, starts = encode_runs(query_id, n, "query_id")
    codes, rows = queries.codes, None
    if starts is not None:
        offsets = np.append(starts, n)
    else:
        offsets = starts_of(queries.counts)
        if (codes[1:] < codes[:-1]).any():
            numbers = np.arange(n, dtype=np.uint64)
            _, order = sort_pairs(codes.astype(np.uint64), numbers)
            rows = order.astype(np.int64)
            grades, scores = grades[rows], scores[rows]
            cells = None if cells is None else cells[rows]
    places = None
    if doc_id is not None:
        documents = encode_groups(doc_id, n, "doc_id")
        mine = documents.codes if rows is None else documents.codes[rows]
        _check_pairs(_owners(offsets), mine, queries.values, documents.values)
        places = places_of(documents.values)[mine]
    return QueryRows(
        _adjacent(grades),
        _ordered(_adjacent(scores)),
        queries.k,
        offsets,
        places,
        queries.values,
        rows,
        None if cells is None else grades_of_cells(cells, offsets, places),
    )


def _matrices(
    y_true: ArrayLike,
    y_score: ArrayLike,
    doc_id: Any,
    names: tuple[str, str],
    subtopics: bool,
) -> QueryRows:
    if doc_id is not None:
        raise ValueError("doc_id is for columns: it needs query_id.")
    cells, grades = None, as_array(y_true, names[0])
    if subtopics and grades.ndim == 3:
        cells = _cells(grades, names[0])
        grades = cells.max(axis=2)
    grades = numbers(grades, names[0])
    scores = numbers(as_array(y_score, names[1]), names[1])
    for array, name in ((grades, names[0]), (scores, names[1])):
        if array.ndim != 2:
            raise ValueError(
                f"Expected 2D array, got {array.ndim}D array instead: {name} must be "
                f"of shape (n_queries, n_docs), got shape {array.shape}. Columns with "
                "a row per document need query_id."
            )
        if len(array) == 0:
            raise_no_rows(name)
    if len(grades) != len(scores):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {names[0]} "
            f"has {len(grades)}, {names[1]} has {len(scores)}."
        )
    if grades.shape != scores.shape:
        raise ValueError(
            f"{names[0]} and {names[1]} have different shapes: {grades.shape} and "
            f"{scores.shape}."
        )
    if grades.shape[1] == 0:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={grades.shape}) while a minimum of "
            f"1 is required: {names[0]} has no column."
        )
    return QueryRows(
        _adjacent(_numbers(grades, names[0]).ravel()),
        _ordered(_adjacent(_numbers(scores, names[1]).ravel())),
        len(grades),
        None,
        None,
        None,
        None,
        None if cells is None else _of_cube(cells),
    )


def _cells(matrix: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Return grades whose last axis are sub-topics."""
    if matrix.shape[-1] == 0:
        raise ValueError(
            f"{name} must have a grade for one sub-topic at least, got shape "
            f"{matrix.shape}."
        )
    cells = numbers(matrix, name).astype(np.float64)
    raise_not_finite(cells, name)
    return cells


def _of_cube(cells: NDArray[np.float64]) -> SubtopicGrades:
    n, width, n_subtopics = cells.shape
    offsets = np.arange(n + 1, dtype=np.int64) * width
    return grades_of_cells(cells.reshape(n * width, n_subtopics), offsets)


def _numbers(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Return numbers in a type that the kernel reads."""
    array = numbers(array, name)
    if array.dtype in _PLAIN:
        return array
    if array.dtype.kind == "b":
        return array.view(np.uint8)
    raise_not_finite(array, name)
    with np.errstate(over="ignore"):  # of long doubles: to infinity, which is told
        return array.astype(np.float64)


def _adjacent(array: NDArray[Any]) -> NDArray[Any]:
    """Return numbers that C may read in place: next to one another, and aligned."""
    return np.require(array, requirements=["C", "ALIGNED"])


def _ordered(scores: NDArray[Any]) -> NDArray[Any]:
    """Return scores that are ordered by their values in float64."""
    if scores.dtype.kind not in "iu" or scores.itemsize < 8 or not len(scores):
        return scores
    if int(scores.max()) <= _WHOLE and int(scores.min()) >= -_WHOLE:
        return scores
    return np.unique(scores, return_inverse=True)[1].astype(np.int64)


# --- ids


def places_of(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the place of each id where they descend as byte strings."""
    texts = [_as_bytes(value) for value in values.tolist()]
    order = sorted(range(len(texts)), key=texts.__getitem__, reverse=True)
    places = np.empty(len(texts), np.int64)
    places[order] = np.arange(len(texts))
    return places


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return str(value).encode("utf-8", "surrogatepass")


def _check_pairs(
    queries: NDArray[Any], documents: NDArray[Any], ids: Any, names: Any
) -> None:
    """Raise if a query has a document twice."""
    pairs = np.sort(queries.astype(np.int64) * len(names) + documents)
    twice = np.flatnonzero(pairs[1:] == pairs[:-1])
    if len(twice):
        query, document = divmod(int(pairs[twice[0]]), len(names))
        raise ValueError(
            "doc_id must not repeat inside a query: query "
            f"{shown(ids[[query]].tolist()[0])} has document "
            f"{shown(names[[document]].tolist()[0])} more than once."
        )
