# Differences of models in the same replicates: declarations of fm_apart.h.
from libc.stdint cimport int64_t

cdef extern from "fm_apart.h" nogil:
    ctypedef struct fm_apart:
        double deviation, spread, below, above
        int64_t n_below, n_up_to, n_under, n_over, n_low, n_high

    void fm_apart_of(const double *one, const double *other, size_t n,
                     double estimate, double rounding, double z, size_t width,
                     double *room, fm_apart *out, double *low, double *high)
    void fm_largest_apart(const double *x, size_t stride, const Py_ssize_t *first,
                          const Py_ssize_t *second, const double *spread,
                          size_t n_pairs, int sign, size_t n, double *best)
