# Rows numbered, equal ones alike: declarations of fm_equal_rows.h.
from libc.stdint cimport int64_t, uint64_t

from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_equal_rows.h" nogil:
    const size_t FM_MOST_ROWS

    ctypedef struct fm_dense_rows:
        const fm_column *columns
        size_t n_columns
        size_t n

    ctypedef struct fm_sparse_rows:
        const int64_t *starts
        const int64_t *positions
        fm_column values
        size_t n

    size_t fm_places_for(size_t n)
    size_t fm_number_dense_rows(const fm_dense_rows *rows, uint64_t *places,
                                int64_t *codes)
    size_t fm_number_sparse_rows(const fm_sparse_rows *rows, uint64_t *places,
                                 int64_t *codes)
    size_t fm_join_codes(const int64_t *a, size_t n_a, const int64_t *b, size_t n_b,
                         size_t n, int64_t *parents, int64_t *codes)
