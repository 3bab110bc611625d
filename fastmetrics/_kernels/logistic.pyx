"""Rows of a logistic regression on one variable, and their sums (fm_logistic.h).

Equivalent Python: ``fastmetrics.reference.probability.calibration_distances``.
"""

import numpy as np

from libc.stdint cimport uint8_t

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.logistic cimport (
    FM_LOGISTIC_SUMS,
    fm_fit_rows,
    fm_logistic_rows,
    fm_logits,
)
from fastmetrics._kernels.c.total cimport fm_total

fm_cpu_init()


cdef double *room_of(double[::1] rows, Py_ssize_t n) except? NULL:
    """Return where values of n rows are written; NULL where none are asked for."""
    if rows is None:
        return NULL
    if rows.shape[0] != n:
        raise ValueError("room is for other rows")
    return &rows[0]


def fit_rows(const double[::1] x not None, const uint8_t[::1] positive not None,
             const double[::1] weights, double a=0.0, double b=1.0, *,
             double[::1] rates=None, double[::1] slopes=None, double[::1] bends=None):
    """Return the sums over rows with the logits a + b x, all but rates weighted.

    They are those of the losses, of slopes and slopes x, and of bends, bends x and
    bends x². ``rates``, ``slopes`` and ``bends`` are room for these of each row.
    """
    cdef Py_ssize_t n = x.shape[0]
    cdef int k
    cdef const double *own = NULL
    cdef fm_total[FM_LOGISTIC_SUMS] sums
    cdef fm_logistic_rows out
    if not n or positive.shape[0] != n:
        raise ValueError("no rows, or x and positive differ in length")
    if weights is not None:
        if weights.shape[0] != n:
            raise ValueError("x and weights differ in length")
        own = &weights[0]
    out.rates = room_of(rates, n)
    out.slopes = room_of(slopes, n)
    out.bends = room_of(bends, n)
    for k in range(FM_LOGISTIC_SUMS):
        sums[k] = fm_total(0.0, 0.0)
    with nogil:
        fm_fit_rows(&x[0], &positive[0], own, n, a, b, &out, sums)
    return tuple([sums[k].sum + sums[k].lost for k in range(FM_LOGISTIC_SUMS)])


def logits(const double[::1] p not None, double low):
    """Return the log odds of probabilities that are cut to [low, 1 - low]."""
    found = np.empty(p.shape[0])
    cdef double[::1] out = found
    if not 0.0 < low < 0.5:
        raise ValueError("low must be between 0 and 0.5")
    if p.shape[0]:
        with nogil:
            fm_logits(&p[0], p.shape[0], low, &out[0])
    return found
