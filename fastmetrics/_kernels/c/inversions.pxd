# Pairs of rows in the wrong order: declarations of fm_inversions.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_inversions.h" nogil:
    uint64_t fm_count_inversions(uint32_t *values, uint32_t *tmp, size_t n)
