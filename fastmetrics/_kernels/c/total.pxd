# Compensated sums: declarations of fm_total.h.
cdef extern from "fm_total.h" nogil:
    ctypedef struct fm_total:
        double sum
        double lost
