# Rows of several labels dealt to parts: declarations of fm_label_folds.h.
from libc.stdint cimport int64_t, uint32_t


cdef extern from "fm_label_folds.h" nogil:
    ctypedef struct fm_labelled_rows:
        size_t n
        size_t n_labels
        size_t n_parts
        const int64_t *indptr
        const int64_t *indices
        const int64_t *order
        const int64_t *shares
        const int64_t *most

    int fm_deal_labels(const fm_labelled_rows *rows, uint32_t *part_of)
