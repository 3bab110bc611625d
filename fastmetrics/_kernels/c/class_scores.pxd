# Scores of the classes of rows: declarations of fm_class_scores.h.
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int32_t, uint8_t


cdef extern from "fm_class_scores.h" nogil:
    double fm_find_hits_f64(
        const double *x, ptrdiff_t stride, size_t n_classes, const int32_t *codes,
        size_t n, size_t k, uint8_t *hits
    )
    double fm_find_hits_f32(
        const float *x, ptrdiff_t stride, size_t n_classes, const int32_t *codes,
        size_t n, size_t k, uint8_t *hits
    )
    double fm_measure_margins_f64(
        const double *x, ptrdiff_t stride, size_t n_classes, const int32_t *codes,
        size_t n, double *margins
    )
    double fm_measure_margins_f32(
        const float *x, ptrdiff_t stride, size_t n_classes, const int32_t *codes,
        size_t n, double *margins
    )
