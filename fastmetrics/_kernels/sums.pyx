"""Sums of columns: exact ones, and those of means over rows and their spread.

For the latter rows are added up in blocks (total.pxd), which do not depend on threads
or the processor, so the bits do not either.

Equivalent Python: ``math.fsum``, ``fastmetrics.reference.mean_intervals``.
"""

from libc.stdint cimport uint8_t

from fastmetrics._kernels.c.sum cimport fm_sum_f64, fm_sum_products_f64
from fastmetrics._kernels.total cimport BLOCK, Total, add, add_block, rounded

cdef enum:
    LANES = 8  # sums side by side, so that no addition waits for the one before

cdef int check_lengths(const double[::1] values, const double[::1] weights) except -1:
    if weights is not None and weights.shape[0] != values.shape[0]:
        raise ValueError("values and weights differ in length")
    return 0


cdef void add_powers(Total *squares, Total *cubes, const double *block) noexcept nogil:
    """Add up the squares and the cubes of a block."""
    cdef Py_ssize_t j
    cdef double[BLOCK] of_squares, of_cubes
    for j in range(BLOCK):  # a loop that does nothing else becomes one over vectors
        of_squares[j] = block[j] * block[j]
        of_cubes[j] = of_squares[j] * block[j]
    add_block(squares, of_squares)
    add_block(cubes, of_cubes)


def sum_rows(const double[::1] values not None, const double[::1] weights=None):
    """Return Σ w l, Σ w and Σ w² of values l; without weights each is 1."""
    cdef Py_ssize_t b, i, j, m, n = values.shape[0]
    cdef bint weighted = weights is not None
    cdef double[BLOCK] block, of_weights, of_squares
    cdef Total total = Total(0.0, 0.0)
    cdef Total weight = Total(0.0, 0.0)
    cdef Total square = Total(0.0, 0.0)
    check_lengths(values, weights)
    with nogil:
        for b in range((n + BLOCK - 1) // BLOCK):
            i = b * BLOCK
            m = min(<Py_ssize_t> BLOCK, n - i)
            for j in range(m, BLOCK):
                block[j] = of_weights[j] = of_squares[j] = 0.0
            if weighted:
                for j in range(m):
                    block[j] = weights[i + j] * values[i + j]
                    of_weights[j] = weights[i + j]
                    of_squares[j] = weights[i + j] * weights[i + j]
                add_block(&weight, of_weights)
                add_block(&square, of_squares)
            else:
                for j in range(m):
                    block[j] = values[i + j]
            add_block(&total, block)
    if not weighted:
        return rounded(total), float(n), float(n)
    return rounded(total), rounded(weight), rounded(square)


def sum_powers(const double[::1] values not None, double centre,
               const double[::1] weights=None):
    """Return Σ d² and Σ d³ of d = w (l - centre) of values l; no weights: each is 1."""
    cdef Py_ssize_t b, i, j, m, n = values.shape[0]
    cdef bint weighted = weights is not None
    cdef double[BLOCK] block
    cdef Total squares = Total(0.0, 0.0)
    cdef Total cubes = Total(0.0, 0.0)
    check_lengths(values, weights)
    with nogil:
        for b in range((n + BLOCK - 1) // BLOCK):
            i = b * BLOCK
            m = min(<Py_ssize_t> BLOCK, n - i)
            for j in range(m, BLOCK):
                block[j] = 0.0
            if weighted:
                for j in range(m):
                    block[j] = weights[i + j] * (values[i + j] - centre)
            else:
                for j in range(m):
                    block[j] = values[i + j] - centre
            add_powers(&squares, &cubes, block)
    return rounded(squares), rounded(cubes)


def sum_f64(const double[::1] x not None):
    """Return the sum of x as ``math.fsum`` gives it, but perhaps for the last bit."""
    cdef size_t n = x.shape[0]
    cdef double total = 0.0
    if n != 0:
        with nogil:
            total = fm_sum_f64(&x[0], n)
    return total


def sum_products_f64(const double[::1] x not None, const double[::1] y not None):
    """Return the sum of ``x * y``, each product rounded, as ``math.fsum`` gives it."""
    cdef size_t n = x.shape[0]
    cdef double total = 0.0
    if x.shape[0] != y.shape[0]:
        raise ValueError(f"arrays differ in length: {x.shape[0]} and {y.shape[0]}")
    if n != 0:
        with nogil:
            total = fm_sum_products_f64(&x[0], &y[0], n)
    return total


def split_sum(const double[::1] x not None, const uint8_t[::1] flags not None):
    """Return the sums of x where flags are 0 and where they are 1, of two doubles each.

    The doubles of a pair together are the sum as exact as in doubled precision.
    """
    cdef Py_ssize_t i, lane, n = x.shape[0]
    cdef Total[2][LANES] lanes
    cdef Total[2] totals
    if flags.shape[0] != n:
        raise ValueError(f"arrays differ in length: {n} and {flags.shape[0]}")
    with nogil:
        for i in range(2):
            totals[i] = Total(0.0, 0.0)
            for lane in range(LANES):
                lanes[i][lane] = Total(0.0, 0.0)
        for i in range(n):
            add(&lanes[flags[i] != 0][i % LANES], x[i])
        for i in range(2):
            for lane in range(LANES):
                add(&totals[i], lanes[i][lane].sum)
                totals[i].low += lanes[i][lane].low
    return (totals[0].sum, totals[0].low), (totals[1].sum, totals[1].low)
