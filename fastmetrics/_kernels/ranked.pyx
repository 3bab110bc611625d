"""Measures of ranked lists, from the grades and scores of many queries (fm_lists.h).

``QueryLists`` are open columns; ``measure`` takes a stretch of queries, so that threads
can share them. ``Measures`` are what it takes of each of them, in one pass.
"""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport INT64_MAX, int64_t

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.ranked cimport (
    FM_GRADE_NOT_FINITE,
    FM_N_MEASURES,
    FM_SCORE_NOT_FINITE,
    FM_SERIES_NONE,
    FM_TIES_TREC,
    fm_fill_series,
    fm_list_room,
    fm_lists,
    fm_measure,
    fm_measure_lists,
    fm_open_lists,
    fm_release_lists,
    fm_series_kind,
    fm_series_of,
    fm_ties,
)
from fastmetrics._kernels.numbers cimport column_of, open_numbers


cdef extern from "fm_measures.h" nogil:
    cpdef enum:  # of Python, too
        DCG "FM_DCG"
        NDCG "FM_NDCG"
        IDEAL_DCG "FM_IDEAL_DCG"
        ERR "FM_ERR"
        RBP "FM_RBP"
        RBP_RESIDUAL "FM_RBP_RESIDUAL"
        TIED "FM_TIED"
        AVERAGE_PRECISION "FM_AVERAGE_PRECISION"
        RECIPROCAL_RANK "FM_RECIPROCAL_RANK"
        INTERPOLATED "FM_INTERPOLATED"
        ELEVEN_POINTS "FM_ELEVEN_POINTS"
        PRECISION "FM_PRECISION"
        RECALL "FM_RECALL"
        F1 "FM_F1"
        HIT "FM_HIT"
        R_PRECISION "FM_R_PRECISION"
        SET_PRECISION "FM_SET_PRECISION"
        SET_RECALL "FM_SET_RECALL"
        SET_F "FM_SET_F"
        RETURNED "FM_RETURNED"
        RELEVANT "FM_RELEVANT"
        RELEVANT_RETURNED "FM_RELEVANT_RETURNED"
        BPREF "FM_BPREF"
        INFERRED "FM_INFERRED"
        JUDGED "FM_JUDGED"
        NERR "FM_NERR"
        COMPATIBILITY "FM_COMPATIBILITY"
        HITS "FM_HITS"
        NORMALIZED_GAIN "FM_NORMALIZED_GAIN"
        AVERAGED_NDCG "FM_AVERAGED_NDCG"
        SMOOTHED "FM_SMOOTHED"
        SET_RELATIVE "FM_SET_RELATIVE"
        SET_AVERAGE "FM_SET_AVERAGE"
        SET_UTILITY "FM_SET_UTILITY"
        NONRELEVANT "FM_NONRELEVANT"
        ALPHA_NDCG "FM_ALPHA_NDCG"
        ERR_IA "FM_ERR_IA"
        NRBP "FM_NRBP"
        SUBTOPIC_RECALL "FM_SUBTOPIC_RECALL"

fm_cpu_init()

SCORE_NOT_FINITE = FM_SCORE_NOT_FINITE
GRADE_NOT_FINITE = FM_GRADE_NOT_FINITE
NO_CUT = INT64_MAX


@cython.final
@cython.auto_pickle(False)
cdef class Measures:
    """What is measured of each query: kinds, rules for ties, cut-offs, parameters.

    ``specs`` are tuples ``(kind, ties, k, relevance_level, parameters)``, up to four
    parameters; ``longest`` is of the lists, the documents that they lack included.
    """

    cdef fm_measure *measures
    cdef readonly Py_ssize_t n
    cdef readonly Py_ssize_t longest
    cdef list series  # kept for as long as they are pointed at

    def __init__(self, specs not None, Py_ssize_t longest):
        cdef Py_ssize_t j, i
        cdef fm_measure *measure
        cdef fm_series_kind kind
        cdef double[:, ::1] room
        if self.measures != NULL or not specs or longest < 0:
            raise ValueError("there is nothing to measure, or they are known")
        self.n = len(specs)
        self.longest = longest
        self.series = []
        self.measures = <fm_measure *>fm_alloc(self.n, sizeof(fm_measure))
        if self.measures == NULL:
            raise MemoryError("no room for the measures")
        known = {}
        for j, (number, ties, k, level, parameters) in enumerate(specs):
            if not (0 <= number < FM_N_MEASURES and 0 <= ties <= FM_TIES_TREC
                    and k >= 1 and len(parameters) <= 4):
                raise ValueError("there is no such measure")
            measure = &self.measures[j]
            measure.kind = number
            measure.ties = <fm_ties><int>ties
            measure.k = k
            measure.relevance_level = level
            for i in range(4):
                measure.parameters[i] = parameters[i] if i < len(parameters) else 0.0
            kind = fm_series_of(measure.kind)
            measure.series.n = 0
            if kind == FM_SERIES_NONE:
                continue
            key = (<int>kind, measure.parameters[0])
            if key not in known:
                known[key] = np.empty((3, longest + 1))
                self.series.append(known[key])
                room = known[key]
                with nogil:
                    fm_fill_series(
                        kind, measure.parameters[0], longest, &room[0, 0], &room[1, 0],
                        &room[2, 0]
                    )
            room = known[key]
            measure.series.terms = &room[0, 0]
            measure.series.sum = &room[1, 0]
            measure.series.low = &room[2, 0]
            measure.series.n = longest

    def __dealloc__(self):
        fm_free(self.measures)


@cython.final
@cython.auto_pickle(False)
cdef class QueryLists:
    """Grades and scores of ``n`` queries, one query after another, opened.

    ``offsets`` of shape (n + 1,) say where queries begin; None: each has as many rows.
    ``places`` are an order of the rows' ids, to be known where ties go by it.
    ``unreturned`` are ``(offsets, grades, n_nonrelevant)`` of what the lists lack,
    grades above 0 and descending. ``all_judged`` False: NaN is the grade of a document
    that nobody has judged. ``subtopics``: grades are the numbers of documents, from 1
    on, and ``(offsets, starts, numbers, counts)`` say where the documents of each query
    begin, where the sub-topics of each document do, which these are, ascending, and how
    many each query has.
    """

    cdef Py_buffer grade_view, score_view
    cdef int n_views
    cdef fm_lists lists
    cdef const int64_t[::1] offsets, places, unreturned_offsets, nonrelevant
    cdef const double[::1] unreturned
    cdef const int64_t[::1] document_offsets, document_starts, numbers, counts
    cdef readonly Py_ssize_t n, n_rows
    cdef readonly Py_ssize_t longest, most_unreturned
    cdef Py_ssize_t subtopic_room

    def __init__(
        self, grades, scores, Py_ssize_t n, const int64_t[::1] offsets=None,
        const int64_t[::1] places=None, unreturned=None, bint all_judged=True,
        subtopics=None,
    ):
        if self.n_views:
            raise RuntimeError("these lists are open")
        open_numbers(grades, &self.grade_view)
        self.n_views = 1
        open_numbers(scores, &self.score_view)
        self.n_views = 2
        self.n_rows = self.score_view.shape[0]
        self.n = n
        if (
            self.grade_view.ndim != 1 or self.score_view.ndim != 1
            or self.grade_view.shape[0] != self.n_rows or n < 0
            or (self.n_rows and (
                self.grade_view.strides[0] != self.grade_view.itemsize
                or self.score_view.strides[0] != self.score_view.itemsize
                or <size_t>self.grade_view.buf % self.grade_view.itemsize
                or <size_t>self.score_view.buf % self.score_view.itemsize
            ))
        ):
            raise ValueError("columns of different shapes, or not adjacent")
        self.lists.grades = column_of(&self.grade_view, 0)
        self.lists.scores = column_of(&self.score_view, 0)
        self.lists.all_judged = all_judged
        if offsets is None:
            self.lists.width = self.n_rows // n if n else 0
            if self.lists.width * n != self.n_rows:
                raise ValueError("queries of different lengths")
            self.longest = self.lists.width
        else:
            self.offsets = offsets
            self.longest = _longest(offsets, n, self.n_rows)
            self.lists.offsets = &offsets[0]
        if places is not None:
            if places.shape[0] != self.n_rows:
                raise ValueError("places of other rows")
            self.places = places
            if self.n_rows:
                self.lists.places = &places[0]
        if unreturned is not None:
            self.unreturned_offsets, self.unreturned, self.nonrelevant = unreturned
            self.most_unreturned = _longest(
                self.unreturned_offsets, n, self.unreturned.shape[0]
            )
            if self.nonrelevant.shape[0] != n:
                raise ValueError("counts of other queries")
            self.lists.unreturned_offsets = &self.unreturned_offsets[0]
            if self.unreturned.shape[0]:
                self.lists.unreturned = &self.unreturned[0]
            if n:
                self.lists.unreturned_nonrelevant = &self.nonrelevant[0]
        if subtopics is not None:
            starts_of, starts, numbers, counts = subtopics
            self._open_subtopics(starts_of, starts, numbers, counts)

    cdef _open_subtopics(
        self, const int64_t[::1] offsets, const int64_t[::1] starts,
        const int64_t[::1] numbers, const int64_t[::1] counts
    ):
        cdef Py_ssize_t q, t, most = 0, n_documents = starts.shape[0] - 1
        cdef int64_t d, least = 0
        cdef Py_ssize_t longest = _longest(offsets, self.n, n_documents)
        _longest(starts, n_documents, numbers.shape[0])
        if counts.shape[0] != self.n or longest > self.longest + self.most_unreturned:
            raise ValueError("sub-topics of other queries")
        for q in range(self.n):
            most = max(most, counts[q])
            least = min(least, counts[q])
            for d in range(offsets[q], offsets[q + 1]):
                for t in range(starts[d], starts[d + 1]):
                    if not 0 <= numbers[t] < counts[q]:
                        raise ValueError("there is no such sub-topic")
        if least < 0:
            raise ValueError("a query has less than no sub-topics")
        self.document_offsets, self.document_starts = offsets, starts
        self.numbers, self.counts = numbers, counts
        # of FM_SUBTOPIC_ROOM
        self.subtopic_room = 6 * longest + 2 * most + 8
        self.lists.document_offsets = &offsets[0]
        self.lists.document_starts = &starts[0]
        if numbers.shape[0]:
            self.lists.subtopics = &numbers[0]
        if self.n:
            self.lists.n_subtopics = &counts[0]

    def measure(
        self, Measures measures not None, Py_ssize_t start, Py_ssize_t stop,
        double[:, ::1] values not None,
    ):
        """Write the measures of the queries from ``start`` to ``stop`` - 1.

        ``values`` has a row for each of them, a column for each measure. Returns what
        is wrong (SCORE_NOT_FINITE, GRADE_NOT_FINITE), and the least and the largest
        grade, 0 included.
        """
        cdef fm_list_room room
        cdef int met = 0
        if not (
            0 <= start <= stop <= self.n and values.shape[0] == stop - start
            and values.shape[1] == measures.n
            and measures.longest >= self.longest + self.most_unreturned
        ):
            raise ValueError("values of other queries, or measures of shorter lists")
        if start == stop:
            return 0, 0.0, 0.0
        with nogil:
            if fm_open_lists(
                &room, self.longest, self.most_unreturned, self.subtopic_room
            ) != FM_OK:
                with gil:
                    raise MemoryError("no room for the longest list")
            met = fm_measure_lists(
                &self.lists, start, stop, measures.measures, measures.n, &room,
                &values[0, 0]
            )
            fm_release_lists(&room)
        return met, room.least, room.largest

    def __dealloc__(self):
        if self.n_views > 0:
            PyBuffer_Release(&self.grade_view)
        if self.n_views > 1:
            PyBuffer_Release(&self.score_view)


cdef Py_ssize_t _longest(
    const int64_t[::1] offsets, Py_ssize_t n, Py_ssize_t n_rows
) except -1:
    """Return the length of the longest of n stretches that make up all rows."""
    cdef Py_ssize_t q
    cdef int64_t longest = 0
    cdef bint ascending = True
    if offsets.shape[0] != n + 1 or offsets[0] != 0 or offsets[n] != n_rows:
        raise ValueError("offsets of other rows")
    with nogil:
        for q in range(n):
            ascending &= offsets[q] <= offsets[q + 1]
            longest = max(longest, offsets[q + 1] - offsets[q])
    if not ascending:
        raise ValueError("offsets must not descend")
    return longest
