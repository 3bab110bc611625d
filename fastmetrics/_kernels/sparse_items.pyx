"""How alike the items of a list are, by sparse rows of features.

Positions in a row rise. Lists are those of `item_lists`; lengths of vectors are the
caller's: ``lengths[i]`` of item i, 0 of a vector of zeros, which is like nothing, not
even another one.
"""

import numpy as np

from libc.math cimport NAN, fabs, sqrt
from libc.stdint cimport int32_t, int64_t

from fastmetrics._kernels.item_lists cimport (
    cancelled,
    check_lists,
    check_others,
    inverse,
)

cdef object empty = np.empty
cdef object zeros = np.zeros


cdef struct pair_sums:
    double products
    double gaps  # Σ (a·by_a − b·by_b)²
    int64_t both, either


cdef inline pair_sums compare(
    const int32_t[::1] positions,
    const double[::1] values,
    Py_ssize_t i,
    Py_ssize_t i_end,
    Py_ssize_t j,
    Py_ssize_t j_end,
    double by_a,
    double by_b,
) noexcept nogil:
    """Go along two sparse rows at once."""
    cdef pair_sums found
    cdef double x, a, b
    found.products, found.gaps = 0.0, 0.0
    found.both, found.either = 0, 0
    while i < i_end or j < j_end:
        a, b = 0.0, 0.0
        if j == j_end or (i < i_end and positions[i] < positions[j]):
            a = values[i] * by_a
            i += 1
        elif i == i_end or positions[j] < positions[i]:
            b = values[j] * by_b
            j += 1
        else:
            a, b = values[i] * by_a, values[j] * by_b
            found.both += 1
            i += 1
            j += 1
        found.either += 1
        found.products += a * b
        x = a - b
        found.gaps += x * x
    return found


cdef double mean_of_pairs(
    const int64_t[::1] codes,
    Py_ssize_t start,
    Py_ssize_t end,
    const int64_t[::1] row_starts,
    const int32_t[::1] positions,
    const double[::1] values,
    const double[::1] lengths,
    int kind,
) noexcept nogil:
    """Return the mean of the pairs of a list; the kinds are those of `sparse_pairs`."""
    cdef Py_ssize_t i, j, a, b, k = end - start
    cdef double total = 0.0, by_a, by_b
    cdef pair_sums one
    cdef bint has_both
    if k < 2:
        return NAN
    for i in range(start, end):
        a = codes[i]
        by_a = inverse(lengths[a]) if kind < 2 else 1.0
        for j in range(start, i):
            b = codes[j]
            by_b = inverse(lengths[b]) if kind < 2 else 1.0
            one = compare(
                positions, values, row_starts[a], row_starts[a + 1],
                row_starts[b], row_starts[b + 1], by_a, by_b,
            )
            if kind == 0:
                total += one.products
            elif kind == 1:
                has_both = lengths[a] > 0 and lengths[b] > 0
                total += 0.5 * one.gaps if has_both else 1.0
            elif kind == 2:
                total += sqrt(one.gaps)
            elif one.either:
                total += <double>one.both / <double>one.either
    return total / (0.5 * k * (k - 1))


def sparse_pairs(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] row_starts not None,
    const int32_t[::1] positions not None,
    const double[::1] values not None,
    const double[::1] lengths not None,
    str what not None,
):
    """Return the mean of the pairs of each list, of what is asked for.

    ``what``: "similarity" and "diversity" by the cosine, "distance" (Euclidean), or
    "jaccard", of the positions of two rows those of both over those of either.
    """
    cdef Py_ssize_t u
    cdef int kind = ("similarity", "diversity", "distance", "jaccard").index(what)
    check_sparse(row_starts, positions, values, lengths)
    check_lists(starts, codes, row_starts.shape[0] - 1)
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    with nogil:
        for u in range(starts.shape[0] - 1):
            out[u] = mean_of_pairs(
                codes, starts[u], starts[u + 1], row_starts, positions, values,
                lengths, kind,
            )
    return found


cdef int check_sparse(
    const int64_t[::1] row_starts,
    const int32_t[::1] positions,
    const double[::1] values,
    const double[::1] lengths,
) except -1:
    cdef Py_ssize_t i, n = row_starts.shape[0] - 1
    cdef bint is_right = n >= 0 and positions.shape[0] == values.shape[0]
    is_right = is_right and lengths.shape[0] == n and row_starts[0] >= 0
    if is_right:
        for i in range(n):
            is_right &= row_starts[i] <= row_starts[i + 1]
        is_right &= row_starts[n] <= positions.shape[0]
    if not is_right:
        raise ValueError("not the insides of a sparse matrix")
    return 0


def sparse_similarities(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] row_starts not None,
    const int32_t[::1] positions not None,
    const double[::1] values not None,
    const double[::1] lengths not None,
    int64_t n_columns,
):
    """Return the mean cosine of the pairs of each list; NaN of fewer than two items.

    By the sum of the vectors, and pair by pair where that loses digits.
    """
    cdef Py_ssize_t u, i, j, k, m, a
    check_sparse(row_starts, positions, values, lengths)
    check_positions(positions, n_columns)
    check_lists(starts, codes, row_starts.shape[0] - 1)
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double[::1] total = zeros(n_columns, np.float64)
    cdef double products
    with nogil:
        for u in range(starts.shape[0] - 1):
            k, m = starts[u + 1] - starts[u], 0
            for j in range(starts[u], starts[u + 1]):
                a = codes[j]
                m += lengths[a] > 0
                for i in range(row_starts[a], row_starts[a + 1]):
                    total[positions[i]] += values[i] * inverse(lengths[a])
            products = 0.0
            for j in range(starts[u], starts[u + 1]):
                a = codes[j]
                for i in range(row_starts[a], row_starts[a + 1]):
                    products += total[positions[i]] * total[positions[i]]
                    total[positions[i]] = 0.0
            products -= m
            if k < 2 or fabs(products) < cancelled() * m:
                out[u] = mean_of_pairs(
                    codes, starts[u], starts[u + 1], row_starts, positions, values,
                    lengths, 0,
                )
            else:
                out[u] = products / (<double>k * (k - 1))
    return found


cdef int check_positions(
    const int32_t[::1] positions, int64_t n_columns
) except -1:
    cdef Py_ssize_t i
    cdef bint is_right = True
    for i in range(positions.shape[0]):
        is_right &= 0 <= positions[i] < n_columns
    if not is_right:
        raise ValueError("a position beyond the columns")
    return 0


def sparse_cross_cosines(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] other_starts not None,
    const int64_t[::1] other_codes not None,
    const int64_t[::1] row_starts not None,
    const int32_t[::1] positions not None,
    const double[::1] values not None,
    const double[::1] lengths not None,
    int64_t n_columns,
):
    """Return what `cross_cosines` does, of sparse rows."""
    cdef Py_ssize_t u, i, j, k, n, a
    check_sparse(row_starts, positions, values, lengths)
    check_positions(positions, n_columns)
    check_lists(starts, codes, row_starts.shape[0] - 1)
    check_others(starts, other_starts, other_codes.shape[0])
    check_lists(other_starts, other_codes, row_starts.shape[0] - 1)
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double[::1] own = zeros(n_columns, np.float64)
    cdef double products
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            n = other_starts[u + 1] - other_starts[u]
            if k == 0 or n == 0:
                out[u] = NAN
                continue
            for j in range(starts[u], starts[u + 1]):
                a = codes[j]
                for i in range(row_starts[a], row_starts[a + 1]):
                    own[positions[i]] += values[i] * inverse(lengths[a])
            products = 0.0
            for j in range(other_starts[u], other_starts[u + 1]):
                a = other_codes[j]
                for i in range(row_starts[a], row_starts[a + 1]):
                    products += own[positions[i]] * values[i] * inverse(lengths[a])
            for j in range(starts[u], starts[u + 1]):
                a = codes[j]
                for i in range(row_starts[a], row_starts[a + 1]):
                    own[positions[i]] = 0.0
            out[u] = products / (<double>k * n)
    return found
