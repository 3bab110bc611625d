"""How alike the items of a list are, by a square matrix that says it of any two.

Lists are those of `item_lists`.
"""

import numpy as np

from libc.math cimport NAN, fabs
from libc.stdint cimport int64_t

from fastmetrics._kernels.item_lists cimport check_lists, check_others

cdef object empty = np.empty

# Entries of a similarity matrix and its transpose may differ by rounding.
cdef double ROUNDING = 1e-8

ctypedef fused real:
    float
    double


def square_pairs(
    const int64_t[::1] starts, const int64_t[::1] codes, const real[:, ::1] matrix
):
    """Return ``(means, place)``: the mean entry of the pairs of each list.

    ``place`` is the pair of items whose two entries differ, or None.
    """
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError("not a square matrix")
    check_lists(starts, codes, matrix.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef Py_ssize_t u, i, j, k, a, b, row = -1, column = -1
    cdef double total, one, other
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            if k < 2:
                out[u] = NAN
                continue
            total = 0.0
            for i in range(starts[u], starts[u + 1]):
                a = codes[i]
                for j in range(starts[u], i):
                    b = codes[j]
                    one, other = matrix[a, b], matrix[b, a]
                    if fabs(one - other) > ROUNDING * (fabs(one) + fabs(other)):
                        row, column = a, b
                    total += one + other
            out[u] = total / (<double>k * (k - 1))
    return found, None if row < 0 else (row, column)


def square_cross(
    const int64_t[::1] starts,
    const int64_t[::1] codes,
    const int64_t[::1] other_starts,
    const int64_t[::1] other_codes,
    const real[:, ::1] matrix,
):
    """Return the mean entry of an item of a list and one of the same list of others."""
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError("not a square matrix")
    check_lists(starts, codes, matrix.shape[0])
    check_others(starts, other_starts, other_codes.shape[0])
    check_lists(other_starts, other_codes, matrix.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef Py_ssize_t u, i, j, k, n
    cdef double total
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            n = other_starts[u + 1] - other_starts[u]
            if k == 0 or n == 0:
                out[u] = NAN
                continue
            total = 0.0
            for i in range(starts[u], starts[u + 1]):
                for j in range(other_starts[u], other_starts[u + 1]):
                    total += matrix[codes[i], other_codes[j]]
            out[u] = total / (<double>k * n)
    return found
