"""What documents are worth to each sub-topic of their query."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# A table of all keys is worth its memory up to so many per key.
_ROOM_PER_KEY = 8

__all__ = ["RelevantDocuments", "SubtopicGrades", "grades_of_cells", "starts_of"]


class RelevantDocuments(NamedTuple):
    """Documents that are relevant to a sub-topic, and to which: as the kernel has them.

    Attributes
    ----------
    offsets : ndarray of int64, of shape (n_queries + 1,)
        Where those of each query begin.
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
        The row of each among those of the lists; -1: its list lacks it.
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
        """Return what has at least a grade: such documents, their rows and queries."""
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
        """Return these, then those of other lists, whose rows follow ``n_rows``."""
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
    """Return where stretches of these lengths begin, and where the last one ends."""
    found = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=found[1:])
    return found


def _numbered(
    keys: NDArray[np.int64], end: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which keys below ``end`` there are, and the place of each among them."""
    if end > _ROOM_PER_KEY * (len(keys) + 1):
        known, places = np.unique(keys, return_inverse=True)
        return known, places.reshape(-1)
    is_known = np.zeros(end, np.bool_)
    is_known[keys] = True
    return np.flatnonzero(is_known), (np.cumsum(is_known) - 1)[keys]


def _owners(starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return which stretch each item is in."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))
