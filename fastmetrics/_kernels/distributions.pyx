"""Rows of probabilities: scored against the class that occurred, or compared.

``codes`` are the columns of the rows' classes, blocks of probabilities lie in any
layout and hold values in [0, 1]. What each row comes to is written into ``out``.
"""

from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t

from fastmetrics._kernels.c.log cimport FM_LN2_HIGH, FM_LN2_LOW, fm_deviance, fm_log

ctypedef fused real_t:
    float
    double

# Squares of smaller numbers lose digits, and so do numbers that are subnormal.
cdef double SMALL = 1e-150
cdef double NORMAL = 2.2250738585072014e-308
# What raises any of them above both.
cdef double RAISED = 2.0 ** 600
cdef double LOG_RAISED = 600 * (FM_LN2_HIGH + FM_LN2_LOW)


cdef int _check(
    Py_ssize_t n, Py_ssize_t n_classes, const int32_t[::1] codes, Py_ssize_t n_out
) except -1:
    cdef Py_ssize_t i
    cdef bint inside = True
    if codes.shape[0] != n or n_out != n:
        raise ValueError("codes, probabilities and out differ in length")
    with nogil:
        for i in range(n):
            inside &= 0 <= codes[i] < n_classes
    if not inside:
        raise ValueError("a code is not a column of the probabilities")
    return 0


def score_spherically(
    const int32_t[::1] codes not None,
    const real_t[:, :] proba not None,
    double[::1] out not None,
):
    """Write the probability of a row's class over the length of the row.

    0 for a row of zeros.
    """
    cdef Py_ssize_t n = proba.shape[0], k = proba.shape[1], i, j
    cdef double p, largest, squares, scale
    _check(n, k, codes, out.shape[0])
    with nogil:
        for i in range(n):
            largest = squares = 0.0
            for j in range(k):
                p = proba[i, j]
                squares += p * p
                largest = max(largest, p)
            scale = 1.0
            if 0.0 < largest < SMALL:
                scale = RAISED
                squares = 0.0
                for j in range(k):
                    p = proba[i, j] * scale
                    squares += p * p
            p = proba[i, codes[i]] * scale
            out[i] = p / sqrt(squares) if largest > 0.0 else 0.0


def score_ranked(
    const int32_t[::1] codes not None,
    const real_t[:, :] proba not None,
    double[::1] out not None,
):
    """Write the squared distance of the cumulative distributions, summed."""
    cdef Py_ssize_t n = proba.shape[0], k = proba.shape[1], i, j
    cdef double cumulative, distance, total
    _check(n, k, codes, out.shape[0])
    with nogil:
        for i in range(n):
            cumulative = total = 0.0
            for j in range(k - 1):
                cumulative += proba[i, j]
                distance = cumulative - (codes[i] <= j)
                total += distance * distance
            out[i] = total


cdef inline double _excess(double p, double q) noexcept nogil:
    """p log(p / q) - p + q, at least 0, of numbers in [0, 1]."""
    if p < NORMAL:  # nothing but q can be seen
        return q if p == 0.0 or q > 0.0 else INFINITY
    if q >= NORMAL:
        return fm_deviance(p, q) if p / q >= NORMAL else q
    if q == 0.0:
        return INFINITY
    return p * (fm_log(p / (q * RAISED)) + LOG_RAISED) - (p - q)


def measure_divergences(
    const real_t[:, :] truth not None,
    const real_t[:, :] forecast not None,
    double[::1] out not None,
):
    """Write the Kullback-Leibler divergence of the second row from the first.

    Terms p log(p / q) - p + q are added up, none of them negative, and what rows lack
    of the same sum.
    """
    cdef Py_ssize_t n = truth.shape[0], k = truth.shape[1], i, j
    cdef double total, lacking
    if forecast.shape[0] != n or forecast.shape[1] != k or out.shape[0] != n:
        raise ValueError("truth, forecast and out differ in shape")
    with nogil:
        for i in range(n):
            total = lacking = 0.0
            for j in range(k):
                total += _excess(truth[i, j], forecast[i, j])
                lacking += <double>truth[i, j] - <double>forecast[i, j]
            out[i] = total + lacking
