# Mutual information of partitions: declarations of fm_information.h.
from libc.stdint cimport int64_t


cdef extern from "fm_information.h" nogil:
    double fm_phi(int64_t n, int64_t a, int64_t b, int64_t N)
    double fm_expected_phi(int64_t a, int64_t b, int64_t N)
    double fm_surprise(int64_t a, int64_t N)
