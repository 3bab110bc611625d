"""Sums of columns: exact ones, and those of means over rows and their spread.

For the latter rows are added up in blocks (total.pxd), which do not depend on threads
or the processor, so the bits do not either.

Equivalent Python: ``math.fsum``, ``fastmetrics.reference.mean_intervals``.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t

from fastmetrics._kernels.c.sum cimport fm_sum_f64, fm_sum_products_f64
from fastmetrics._kernels.pairs cimport check_pairs
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


cdef void read(double *block, const double *one, const double *other,
               const double *weights, Py_ssize_t i, Py_ssize_t n,
               double centre) noexcept nogil:
    """Fill a block with w (l - centre) of the values l from i on, then zeros.

    They are differences, or without ``other`` the values of ``one``; without weights
    each is 1.
    """
    cdef Py_ssize_t j, m = min(<Py_ssize_t> BLOCK, n - i)
    if other == NULL:
        for j in range(m):
            block[j] = one[i + j]
    else:
        for j in range(m):
            block[j] = one[i + j] - other[i + j]
    if centre != 0:
        for j in range(m):
            block[j] -= centre
    if weights != NULL:
        for j in range(m):
            block[j] *= weights[i + j]
    for j in range(m, BLOCK):
        block[j] = 0.0


cdef double total_of(const double *one, const double *other, const double *weights,
                     Py_ssize_t n) noexcept nogil:
    """Return Σ w l."""
    cdef Py_ssize_t b
    cdef double[BLOCK] block
    cdef Total total = Total(0.0, 0.0)
    for b in range((n + BLOCK - 1) // BLOCK):
        read(block, one, other, weights, b * BLOCK, n, 0.0)
        add_block(&total, block)
    return rounded(total)


cdef (double, double) powers_of(const double *one, const double *other,
                                const double *weights, Py_ssize_t n,
                                double centre) noexcept nogil:
    """Return Σ d² and Σ d³ of d = w (l - centre)."""
    cdef Py_ssize_t b
    cdef double[BLOCK] block
    cdef Total squares = Total(0.0, 0.0)
    cdef Total cubes = Total(0.0, 0.0)
    for b in range((n + BLOCK - 1) // BLOCK):
        read(block, one, other, weights, b * BLOCK, n, centre)
        add_powers(&squares, &cubes, block)
    return rounded(squares), rounded(cubes)


cdef const double *start_of(const double[::1] values) noexcept:
    """Return where values start; NULL where there are none."""
    if values is None or values.shape[0] == 0:
        return NULL
    return &values[0]


def sum_rows(const double[::1] values not None, const double[::1] weights=None):
    """Return Σ w l, Σ w and Σ w² of values l; without weights each is 1."""
    cdef Py_ssize_t n = values.shape[0]
    cdef const double *one = start_of(values)
    cdef const double *w = start_of(weights)
    cdef double total, weight, square
    check_lengths(values, weights)
    with nogil:
        total = total_of(one, NULL, w, n)
        weight = n if w == NULL else total_of(w, NULL, NULL, n)
        square = n if w == NULL else total_of(w, NULL, w, n)
    return total, weight, square


def sum_powers(const double[::1] values not None, double centre,
               const double[::1] weights=None):
    """Return Σ d² and Σ d³ of d = w (l - centre) of values l; no weights: each is 1."""
    check_lengths(values, weights)
    cdef const double *one = start_of(values)
    cdef const double *w = start_of(weights)
    cdef Py_ssize_t n = values.shape[0]
    cdef (double, double) found
    with nogil:
        found = powers_of(one, NULL, w, n, centre)
    return found


def sum_pairs(const double[:, ::1] values not None,
              const Py_ssize_t[::1] first not None,
              const Py_ssize_t[::1] second not None, double weight,
              const double[::1] weights=None):
    """Return Σ w l / ``weight``, Σ d² and Σ d³ of pairs of rows of values, (3, pairs).

    Of differences l of both rows, and d = w (l - mean): what `sum_rows` and
    `sum_powers` return for each pair.
    """
    cdef Py_ssize_t n = values.shape[1], pair
    cdef const double *one
    cdef const double *other
    cdef const double *w = start_of(weights)
    cdef (double, double) powers
    check_pairs(values, first, second)
    if weights is not None and weights.shape[0] != n:
        raise ValueError("values and weights differ in length")
    found_array = np.zeros((3, first.shape[0]))
    cdef double[:, ::1] found = found_array
    if n == 0:
        return found_array
    with nogil:
        for pair in range(first.shape[0]):
            one, other = &values[first[pair], 0], &values[second[pair], 0]
            found[0, pair] = total_of(one, other, w, n) / weight
            powers = powers_of(one, other, w, n, found[0, pair])
            found[1, pair], found[2, pair] = powers[0], powers[1]
    return found_array


def sum_runs(const double[::1] values not None, const int64_t[::1] ends not None):
    """Return Σ l / n, Σ d² and Σ d³ of runs of values l that end there, (3, runs).

    Of d = l - mean: what `sum_rows` and `sum_powers` return for each run. The first one
    begins with the first value, and each has a value.
    """
    cdef Py_ssize_t runs = ends.shape[0], k, n, start = 0
    cdef const double *one
    cdef (double, double) powers
    for k in range(runs):
        if not start < ends[k] <= values.shape[0]:
            raise IndexError("a run has no values, or has more than there are")
        start = ends[k]
    found_array = np.empty((3, runs))
    cdef double[:, ::1] found = found_array
    with nogil:
        start = 0
        for k in range(runs):
            one, n = &values[start], ends[k] - start
            found[0, k] = total_of(one, NULL, NULL, n) / n
            powers = powers_of(one, NULL, NULL, n, found[0, k])
            found[1, k], found[2, k] = powers[0], powers[1]
            start = ends[k]
    return found_array


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
