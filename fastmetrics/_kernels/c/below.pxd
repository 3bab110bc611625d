# Rows before each row that have a lower rank: declarations of fm_below.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_below.h" nogil:
    int fm_count_below(const uint64_t *ranks, size_t n, uint32_t *lower,
                       uint32_t *equal)
