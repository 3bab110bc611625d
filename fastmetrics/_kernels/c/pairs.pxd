"""What the C side of pair counting offers (fm_pairs.h)."""

from libc.stdint cimport uint8_t, uint64_t


cdef extern from "fm_pairs.h" nogil:
    ctypedef struct fm_pairs:
        uint64_t positive
        uint64_t negative
        uint64_t wins

    fm_pairs fm_count_pairs(const uint8_t *flags, const uint8_t *w, size_t n)
