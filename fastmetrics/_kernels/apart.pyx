"""Differences of models in the same replicates, by pair and by replicate.

The loops are those of fm_apart.h.
"""

import numpy as np

from libc.stdint cimport int64_t

from fastmetrics._kernels.c.apart cimport fm_apart, fm_apart_of, fm_largest_apart
from fastmetrics._kernels.pairs cimport check_pairs

cdef enum:
    BLOCK = 512  # replicates that stay in the first-level cache for all pairs


def pairs_apart(const double[:, ::1] values not None,
                const Py_ssize_t[::1] first not None,
                const Py_ssize_t[::1] second not None,
                const double[::1] estimate not None, double rounding, double z,
                Py_ssize_t width):
    """Return numbers, counts and tails of the differences of replicates by pair.

    ``values`` has a row for each model, of finite numbers. The numbers are the standard
    deviation, the range, and the nearest differences below and above 0. The counts are
    of differences below 0, up to 0, and below and above the estimate by more than
    ``rounding`` times the largest value, and of both tails. A tail has the differences
    that are more than ``z`` deviations from the mean, in no order, and infinite numbers
    after them. The count of a tail with more than ``width`` differences is 0.

    Equivalent Python: ``(values[first] - values[second]).std(axis=1, ddof=1)``, and
    `numpy.sort` of the same differences.
    """
    cdef Py_ssize_t n_pairs = first.shape[0], n = values.shape[1], pair
    cdef fm_apart one
    check_pairs(values, first, second)
    if estimate.shape[0] != n_pairs:
        raise ValueError("pairs and their estimates differ in number")
    if n < 2 or width < 1:
        raise ValueError("there must be two replicates, and room for a tail")
    numbers_array = np.empty((4, n_pairs))
    counts_array = np.empty((6, n_pairs), np.int64)
    tails_array = np.empty((2, n_pairs, width))
    room_array = np.empty(3 * n)
    cdef double[:, ::1] numbers = numbers_array
    cdef int64_t[:, ::1] counts = counts_array
    cdef double[:, :, ::1] tails = tails_array
    cdef double[::1] room = room_array
    with nogil:
        for pair in range(n_pairs):
            fm_apart_of(&values[first[pair], 0], &values[second[pair], 0], n,
                        estimate[pair], rounding, z, width, &room[0], &one,
                        &tails[0, pair, 0], &tails[1, pair, 0])
            numbers[0, pair], numbers[1, pair] = one.deviation, one.spread
            numbers[2, pair], numbers[3, pair] = one.below, one.above
            counts[0, pair], counts[1, pair] = one.n_below, one.n_up_to
            counts[2, pair], counts[3, pair] = one.n_under, one.n_over
            counts[4, pair], counts[5, pair] = one.n_low, one.n_high
    return numbers_array, counts_array, tails_array


def largest_deviations(const double[:, ::1] values not None,
                       const Py_ssize_t[::1] first not None,
                       const Py_ssize_t[::1] second not None,
                       const double[::1] spread not None, int sign=0):
    """Return the largest (values[i] - values[j]) / spread of pairs i, j by column.

    With ``sign`` 0 the largest in size, with -1 the largest of the other side. -inf
    without a pair.

    Equivalent Python: ``max(abs(values[first] - values[second]) / spread[:, None])``.
    """
    cdef Py_ssize_t n = values.shape[1], n_pairs = first.shape[0]
    cdef Py_ssize_t block, start
    check_pairs(values, first, second)
    if spread.shape[0] != n_pairs:
        raise ValueError("pairs and their spreads differ in number")
    found_array = np.full(n, -np.inf)
    cdef double[::1] found = found_array
    if n_pairs == 0:
        return found_array
    with nogil:
        for block in range((n + BLOCK - 1) // BLOCK):
            start = block * BLOCK
            fm_largest_apart(&values[0, start], n, &first[0], &second[0], &spread[0],
                             n_pairs, sign, min(<Py_ssize_t> BLOCK, n - start),
                             &found[start])
    return found_array
