# Scores with their labels as keys: declarations of fm_labelled.h.
from libc.stdint cimport uint32_t, uint64_t

from fastmetrics._kernels.c.buckets cimport fm_buckets
from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.labels cimport fm_classes


cdef extern from "fm_labelled.h" nogil:
    ctypedef struct fm_meetings:
        uint64_t positives
        uint64_t negatives
        uint64_t below
        uint64_t upto

    int fm_plan_labelled(const fm_column *scores, size_t n, fm_buckets *plan)
    int fm_count_labelled(const fm_buckets *plan, const fm_column *labels,
                          const fm_classes *classes, const fm_column *scores,
                          size_t start, size_t n, size_t *counts, size_t *n_pos)
    void fm_deal_labelled(const fm_buckets *plan, const fm_column *labels,
                          const fm_classes *classes, const fm_column *scores,
                          size_t start, size_t n, size_t *places, void *out,
                          size_t n_out)
    int fm_label_rows(const fm_column *labels, const fm_classes *classes,
                      const fm_column *scores, size_t n, void *out,
                      size_t *n_low, size_t *n_pos)
    void fm_meet_u64(const uint64_t *rows, size_t n, fm_meetings *found)
    void fm_meet_u32(const uint32_t *rows, size_t n, fm_meetings *found)
