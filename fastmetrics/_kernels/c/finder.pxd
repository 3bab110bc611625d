# Where numbers stand among sorted ones: declarations of fm_finder.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_finder.h" nogil:
    ctypedef struct fm_finder:
        uint64_t *keys
        size_t count

    int fm_open_finder(fm_finder *finder, size_t most)
    void fm_close_finder(fm_finder *finder)
    void fm_lay_finder(fm_finder *finder, size_t count)
    void fm_find_slots(const fm_finder *finder, const uint64_t *numbers, size_t n,
                       uint32_t *slots)
