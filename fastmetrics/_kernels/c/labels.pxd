# Labels and scores into keys: declarations of fm_labels.h.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fastmetrics._kernels.c.column cimport fm_column, fm_type


cdef extern from "fm_labels.h" nogil:
    ctypedef struct fm_classes:
        const void *positive
        const void *negative

    ctypedef struct fm_weight_faults:
        size_t n_not_finite
        size_t n_negative
        size_t n_zero
        double sum

    const int FM_BAD_LABEL
    const int FM_BAD_SCORE

    size_t fm_key_width(fm_type type)
    int fm_split(const fm_column *labels, const fm_classes *classes,
                 const fm_column *scores, size_t n, void *keys, size_t *n_pos)
    int fm_rows(const fm_column *labels, const fm_classes *classes,
                const fm_column *scores, size_t n, void *keys, uint8_t *mask)
    int fm_mark(const fm_column *labels, const fm_classes *classes, size_t start,
                size_t n, uint8_t *mask)
    size_t fm_find_other(const fm_column *column, size_t start, size_t n,
                         const void *a, const void *b)
    size_t fm_rank_labels(const fm_column *labels, size_t n, int64_t low,
                          const int32_t *ranks, size_t n_ranks, int32_t *codes)
    void fm_check_weights(const double *weights, size_t n,
                          fm_weight_faults *found)
    void fm_sign_weights(const double *weights, const uint8_t *labels, size_t n,
                         uint64_t *out)
