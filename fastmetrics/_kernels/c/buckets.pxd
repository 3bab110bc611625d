# A map from keys to buckets: declarations of fm_buckets.h.
cdef extern from "fm_buckets.h" nogil:
    ctypedef struct fm_buckets:
        size_t count
        size_t low
