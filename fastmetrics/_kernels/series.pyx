"""Mean errors of series of rows: of forecasts, and of the naive ones of each series.

Rows of a series are adjacent and in the order of time. Columns are read where they lie
(numbers.pxd) and added up in blocks (total.pxd). A mean comes as two numbers, itself
over a power of two and the exponent: it, its square or a sum may be beyond the floats.

Equivalent Python: ``fastmetrics.reference.regression.relative_errors``.
"""

import numpy as np

from cpython.buffer cimport PyBuffer_Release
from libc.math cimport NAN, fabs, frexp, isfinite, ldexp, sqrt
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.numbers cimport fm_number, fm_numbers
from fastmetrics._kernels.numbers cimport column_of, open_numbers
from fastmetrics._kernels.total cimport BLOCK, Total, add, add_block, rounded

# Mean squares between these are made of squares that lost nothing that counts.
cdef double LEAST = 1e-280
cdef double MOST = 1e280


cdef struct Gaps:
    # Pairs of rows: row i of `a` from a_first on and row i of `b` from b_first on.
    const fm_column *a
    const fm_column *b
    Py_ssize_t a_first, b_first, n
    const double *weights   # of the pairs; NULL: each is 1


cdef double mean_of_gaps(const Gaps *gaps, bint squared) noexcept nogil:
    """Weighted mean of |a - b|, or of (a - b)², as floats give it; 0 of no weight."""
    cdef double[BLOCK] room_a, room_b, block, of_weights
    cdef const double *a
    cdef const double *b
    cdef Py_ssize_t i, j, k, m
    cdef double mean, whole
    cdef Total total = Total(0.0, 0.0)
    cdef Total weight = Total(0.0, 0.0)
    for k in range((gaps.n + BLOCK - 1) // BLOCK):
        i = k * BLOCK
        m = min(<Py_ssize_t> BLOCK, gaps.n - i)
        a = fm_numbers(gaps.a, gaps.a_first + i, m, room_a)
        b = fm_numbers(gaps.b, gaps.b_first + i, m, room_b)
        for j in range(m, BLOCK):
            block[j] = of_weights[j] = 0.0
        if squared:
            for j in range(m):
                block[j] = (a[j] - b[j]) * (a[j] - b[j])
        else:
            for j in range(m):
                block[j] = fabs(a[j] - b[j])
        if gaps.weights != NULL:
            for j in range(m):
                of_weights[j] = gaps.weights[i + j]
                block[j] *= of_weights[j]
            add_block(&weight, of_weights)
        add_block(&total, block)
    mean = rounded(total)
    whole = <double> gaps.n if gaps.weights == NULL else rounded(weight)
    return mean / whole if whole > 0.0 else mean


cdef double mean_of_tamed(const Gaps *gaps, bint squared, int *power) noexcept nogil:
    """The same in units of a power of two above the largest gap: slow, but in range.

    NaN if a number is not finite.
    """
    cdef Py_ssize_t i
    cdef double gap, largest = 0.0, w
    # Of numbers near the end of the floats a difference is beyond it; of the smallest
    # ones a quarter is none.
    cdef double part = 1.0
    cdef Total total = Total(0.0, 0.0)
    cdef Total weight = Total(0.0, 0.0)
    for i in range(gaps.n):
        if not isfinite(gap_of(gaps, i, 1.0)):
            part = 0.25
    for i in range(gaps.n):
        gap = gap_of(gaps, i, part)
        if not isfinite(gap):
            return NAN
        largest = max(largest, gap)
    if largest == 0.0:
        return 0.0
    frexp(largest, power)
    for i in range(gaps.n):
        gap = ldexp(gap_of(gaps, i, part), -power[0])
        w = 1.0 if gaps.weights == NULL else gaps.weights[i]
        add(&total, w * (gap * gap if squared else gap))
        add(&weight, w)
    if part != 1.0:
        power[0] += 2
    return rounded(total) / rounded(weight) if rounded(weight) > 0.0 else 0.0


cdef inline double gap_of(const Gaps *gaps, Py_ssize_t i, double part) noexcept nogil:
    return fabs(part * fm_number(gaps.a, gaps.a_first + i)
                - part * fm_number(gaps.b, gaps.b_first + i))


cdef void measure(const Gaps *gaps, bint squared, double *mean,
                  int *power) noexcept nogil:
    """Mean of |a - b|, or root of the mean of (a - b)², is ``mean`` times 2^power."""
    power[0] = 0
    mean[0] = mean_of_gaps(gaps, squared)
    if not LEAST < mean[0] < MOST:
        mean[0] = mean_of_tamed(gaps, squared, power)
    if squared:
        mean[0] = sqrt(mean[0])


cdef int check_ends(const int64_t[::1] ends, Py_ssize_t n) except -1:
    """Raise unless series end one after the other, the last with the last row."""
    cdef Py_ssize_t k
    cdef int64_t before = 0
    for k in range(ends.shape[0]):
        if ends[k] < before:
            raise ValueError("ends must not fall")
        before = ends[k]
    if before != n:
        raise ValueError("the last series must end with the last row")
    return 0


def mean_errors(true, pred, const int64_t[::1] ends not None, bint squared,
                const double[::1] weights=None):
    """Mean size of the errors of each series, or the root of their mean square.

    true, pred : one-dimensional arrays of numbers of any type.
    ends : where each series ends; its rows begin where the one before it ends.

    Returns ``(means, powers)``, a mean in units of 2 ** power: 0 of a series without
    weight, NaN where a number is not finite.
    """
    cdef Py_buffer of_true, of_pred
    cdef fm_column a, b
    cdef Gaps gaps
    cdef Py_ssize_t k, n = len(true), start = 0
    cdef const double *of_rows = NULL
    if len(pred) != n or (weights is not None and weights.shape[0] != n):
        raise ValueError("columns differ in length")
    check_ends(ends, n)
    if weights is not None and n:
        of_rows = &weights[0]
    means_array = np.empty(ends.shape[0])
    powers_array = np.empty(ends.shape[0], np.int32)
    cdef double[::1] means = means_array
    cdef int[::1] powers = powers_array
    open_numbers(true, &of_true)
    try:
        open_numbers(pred, &of_pred)
        try:
            a, b = column_of(&of_pred, 0), column_of(&of_true, 0)
            with nogil:
                for k in range(ends.shape[0]):
                    gaps = Gaps(&a, &b, start, start, ends[k] - start, NULL)
                    if of_rows != NULL:
                        gaps.weights = of_rows + start
                    measure(&gaps, squared, &means[k], &powers[k])
                    start = ends[k]
        finally:
            PyBuffer_Release(&of_pred)
    finally:
        PyBuffer_Release(&of_true)
    return means_array, powers_array


def mean_naive_errors(values, const int64_t[::1] ends not None, Py_ssize_t lag,
                      bint squared):
    """The same of forecasts by the value ``lag`` rows earlier in the series.

    0 of a series without such a row.
    """
    cdef Py_buffer view
    cdef fm_column column
    cdef Gaps gaps
    cdef Py_ssize_t k, n = len(values), start = 0
    if lag < 1:
        raise ValueError("lag must be at least 1")
    check_ends(ends, n)
    means_array = np.empty(ends.shape[0])
    powers_array = np.empty(ends.shape[0], np.int32)
    cdef double[::1] means = means_array
    cdef int[::1] powers = powers_array
    open_numbers(values, &view)
    try:
        column = column_of(&view, 0)
        with nogil:
            for k in range(ends.shape[0]):
                gaps = Gaps(&column, &column, start + lag, start,
                            max(ends[k] - start - lag, <int64_t> 0), NULL)
                measure(&gaps, squared, &means[k], &powers[k])
                start = ends[k]
    finally:
        PyBuffer_Release(&view)
    return means_array, powers_array
