# Ranked lists and their measures: declarations of fm_ranked.h, fm_measures.h,
# fm_tie_groups.h and fm_lists.h.
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_ranked.h" nogil:
    ctypedef enum fm_ties:
        FM_TIES_AVERAGE
        FM_TIES_BEST
        FM_TIES_WORST
        FM_TIES_INPUT
        FM_TIES_DOC_ID
        FM_TIES_TREC

    ctypedef struct fm_series:
        const double *terms
        const double *sum
        const double *low
        int64_t n

    ctypedef enum fm_series_kind:
        FM_SERIES_NONE

    ctypedef struct fm_measure:
        int kind
        fm_ties ties
        int64_t k
        double relevance_level
        double[4] parameters
        fm_series series

    void fm_fill_series(
        fm_series_kind kind, double parameter, int64_t n, double *terms, double *sum,
        double *low
    )


cdef extern from "fm_measures.h" nogil:
    const int FM_N_MEASURES

    fm_series_kind fm_series_of(int kind)


cdef extern from "fm_tie_groups.h" nogil:
    ctypedef struct fm_list_room:
        double least
        double largest

    int fm_open_lists(
        fm_list_room *room, int64_t longest, int64_t most_unreturned, int64_t subtopics
    )
    void fm_release_lists(fm_list_room *room)


cdef extern from "fm_lists.h" nogil:
    const int FM_SCORE_NOT_FINITE
    const int FM_GRADE_NOT_FINITE

    ctypedef struct fm_lists:
        fm_column grades
        fm_column scores
        const int64_t *offsets
        const int64_t *places
        const int64_t *unreturned_offsets
        const double *unreturned
        const int64_t *unreturned_nonrelevant
        const int64_t *document_offsets
        const int64_t *document_starts
        const int64_t *subtopics
        const int64_t *n_subtopics
        int64_t width
        bint all_judged

    int fm_measure_lists(
        const fm_lists *lists, int64_t start, int64_t stop, const fm_measure *measures,
        int64_t n_measures, fm_list_room *room, double *values
    )
