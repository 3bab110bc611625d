# Groups dealt as scikit-learn deals them: declarations of fm_greedy_folds.h.
from libc.stdint cimport int64_t, uint32_t


cdef extern from "fm_greedy_folds.h" nogil:
    int fm_spread_counts(const int64_t *counts, size_t n_groups, size_t n_classes,
                         double *spreads)
    int fm_deal_groups(const int64_t *counts, const int64_t *order, size_t n_groups,
                       size_t n_classes, size_t n_folds, uint32_t *fold_of)
