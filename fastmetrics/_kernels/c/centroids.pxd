# Rows of numbers for the centroids of clusters: declarations of fm_centroids.h.
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int32_t


cdef extern from "fm_centroids.h" nogil:
    ctypedef struct fm_rows:
        const void *items
        int single
        ptrdiff_t stride
        size_t n
        size_t d

    void fm_add_to_sums(const fm_rows *rows, const int32_t *codes,
                        const double *origins, double *sums)
    void fm_square_rows(const fm_rows *rows, const int32_t *codes,
                        const double *origins, const double *offsets, double *squares)
    void fm_find_ranges(const fm_rows *rows, double *low, double *high)
