# Runs beside judgements: declarations of fm_join.h.
from libc.stdint cimport int64_t, uint8_t, uint32_t


cdef extern from "fm_join.h" nogil:
    ctypedef struct fm_query_rows:
        const int64_t *offsets
        const int64_t *order
        const uint32_t *docs

    void fm_order_by_group(const uint32_t *groups, size_t n, size_t n_groups,
                           int64_t *offsets, int64_t *order)
    int64_t fm_find_repeated(const fm_query_rows *rows, size_t n_queries,
                             int64_t *seen, size_t n_docs)
    int fm_join_run(const fm_query_rows *judged, const double *judged_grades,
                    const fm_query_rows *run, size_t n_queries, size_t n_docs,
                    double *grades, double *unreturned, int64_t *unreturned_offsets,
                    int64_t *unreturned_nonrelevant, int64_t *place, uint8_t *found)
    int fm_rank_as_trec(const fm_query_rows *run, const double *scores,
                        size_t n_queries, const uint8_t *id_bytes,
                        const int64_t *id_ends, int64_t *ranks)
