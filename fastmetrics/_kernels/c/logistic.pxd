# Rows of a logistic regression: declarations of fm_logistic.h.
from libc.stdint cimport uint8_t

from fastmetrics._kernels.c.total cimport fm_total


cdef extern from "fm_logistic.h" nogil:
    const int FM_LOGISTIC_SUMS

    ctypedef struct fm_logistic_rows:
        double *rates
        double *slopes
        double *bends

    void fm_fit_rows(const double *x, const uint8_t *positive, const double *weights,
                     size_t n, double a, double b, const fm_logistic_rows *out,
                     fm_total *sums)
    void fm_logits(const double *p, size_t n, double low, double *out)
