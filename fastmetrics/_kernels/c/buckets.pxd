# A map from keys to buckets: declarations of fm_buckets.h.
from libc.stdint cimport uint64_t


cdef extern from "fm_buckets.h" nogil:
    ctypedef struct fm_buckets:
        size_t count
        size_t low

    size_t fm_sample_size(size_t n)
    size_t fm_sample_index(size_t i, size_t m, size_t n)
    void fm_plan_buckets(fm_buckets *plan, uint64_t *sample, uint64_t *tmp, size_t m,
                         size_t n, int bits)
