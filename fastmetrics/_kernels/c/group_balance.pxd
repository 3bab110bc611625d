# Groups dealt so that classes have their shares: declarations of fm_group_balance.h.
from libc.stdint cimport int64_t, uint32_t

from fastmetrics._kernels.c.int128 cimport fm_int128


cdef extern from "fm_group_balance.h" nogil:
    ctypedef struct fm_groups:
        size_t n_groups
        size_t n_classes
        size_t n_parts
        const int64_t *counts
        const fm_int128 *weights
        const fm_int128 *pulls

    int fm_cost_of(const fm_groups *groups, const uint32_t *part_of, fm_int128 *cost)
    int fm_place_groups(const fm_groups *groups, const int64_t *order,
                        uint32_t *part_of)
    int fm_improve_groups(const fm_groups *groups, size_t n_needed,
                          int64_t most_tried, uint32_t *part_of)
