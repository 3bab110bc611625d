# How often pairs of labels occur: declarations of fm_counts.h.
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_counts.h" nogil:
    const int FM_NOT_WHOLE
    const int FM_TOO_LARGE

    ctypedef struct fm_cell:
        int64_t a
        int64_t b
        int64_t n
        double sum
        double squares

    int fm_count_labels(const fm_column *a, const fm_column *b, const double *weights,
                        size_t n, fm_cell **cells, size_t *n_cells)
    int fm_count_equal(const fm_column *a, const fm_column *b, size_t n, size_t *equal)
    int fm_count_equal_bools(const fm_column *a, const fm_column *b, size_t n,
                             size_t *equal)
