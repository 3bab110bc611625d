# Distances between points of clusters: declarations of fm_distances.h.
from libc.stdint cimport int32_t, int64_t


cdef extern from "fm_distances.h" nogil:
    ctypedef enum fm_metric:
        FM_EUCLIDEAN
        FM_SQEUCLIDEAN
        FM_MANHATTAN
        FM_COSINE
        FM_GIVEN

    const size_t FM_PADDING

    ctypedef struct fm_points:
        fm_metric metric
        int single
        const void *items
        size_t stride
        size_t n
        size_t d
        const double *centred
        const double *norms
        int squares
        const unsigned char *zero
        const int64_t *order
        const int32_t *cluster
        const int64_t *starts
        size_t k

    ctypedef struct fm_found:
        double *sums
        double *own
        double *farthest
        double *nearest
        int64_t a0
        int64_t b0
        size_t n_b

    int fm_measure_pairs(const fm_points *points, size_t i0, size_t i1, size_t j0,
                         size_t j1, const fm_found *found)
    int fm_measure_rows(const fm_points *points, size_t first, size_t m,
                        const int32_t *own, double *sums, double *nearest,
                        double *farthest)
    int fm_measure_table(const fm_points *points, const double *queries, size_t m,
                         double *table)
    int fm_leave_out(const fm_points *points, size_t first, size_t m,
                     const int32_t *own, const int64_t *at, const double *sums,
                     double *out)
