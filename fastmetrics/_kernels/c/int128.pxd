# Whole numbers of 128 bits: declarations of fm_int128.h.
from libc.stdint cimport int64_t, uint64_t


cdef extern from "fm_int128.h" nogil:
    ctypedef struct fm_int128:
        uint64_t low
        int64_t high

    fm_int128 fm_add128(fm_int128 a, fm_int128 b)
    fm_int128 fm_mul128(fm_int128 a, int64_t b)
