"""How alike the items of a list are, by rows of features or a matrix of all pairs.

Lists are those of `item_lists`; lengths of vectors are the caller's: ``lengths[i]`` of
item i, 0 of a vector of zeros, which is like nothing, not even another one.
"""

import numpy as np

from libc.math cimport NAN, fabs, sqrt
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.base cimport FM_PREFETCH
from fastmetrics._kernels.item_lists cimport (
    cancelled,
    check_lists,
    check_others,
    inverse,
)

cdef object empty = np.empty

# So many rows ahead of the one that is read the next one is fetched, for rows lie
# anywhere in memory; of a long one the beginning, whose rest the processor foresees.
cdef enum:
    AHEAD = 8
    FETCHED = 512
    LINE = 64

ctypedef fused real:
    float
    double


cdef inline void fetch_ahead(
    const real[:, ::1] rows, const int64_t[::1] codes, Py_ssize_t at, Py_ssize_t end
) noexcept nogil:
    """Begin to fetch the row of a place that comes later, if there is one."""
    cdef const char *row
    cdef Py_ssize_t i, n
    if at + AHEAD < end:
        row = <const char *>&rows[codes[at + AHEAD], 0]
        n = min(<Py_ssize_t>(rows.shape[1] * sizeof(real)), <Py_ssize_t>FETCHED)
        i = 0
        while i < n:
            FM_PREFETCH(row + i)
            i += LINE


cdef inline double dot(const real *a, const real *b, Py_ssize_t d) noexcept nogil:
    """Return Σ ab of two vectors, in four sums side by side."""
    cdef double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0
    cdef Py_ssize_t i = 0
    while i + 4 <= d:
        s0 += <double>a[i] * b[i]
        s1 += <double>a[i + 1] * b[i + 1]
        s2 += <double>a[i + 2] * b[i + 2]
        s3 += <double>a[i + 3] * b[i + 3]
        i += 4
    while i < d:
        s0 += <double>a[i] * b[i]
        i += 1
    return (s0 + s1) + (s2 + s3)


cdef inline double gap(const real *a, const real *b, Py_ssize_t d) noexcept nogil:
    """Return Σ (a − b)²."""
    cdef double s0 = 0.0, s1 = 0.0, x
    cdef Py_ssize_t i = 0
    while i + 2 <= d:
        x = <double>a[i] - b[i]
        s0 += x * x
        x = <double>a[i + 1] - b[i + 1]
        s1 += x * x
        i += 2
    if i < d:
        x = <double>a[i] - b[i]
        s0 += x * x
    return s0 + s1


cdef inline void add(
    double *total, const real *row, double by, Py_ssize_t d
) noexcept nogil:
    """Add a vector times a number."""
    cdef Py_ssize_t i
    for i in range(d):
        total[i] += row[i] * by


cdef inline double squares(const double *row, Py_ssize_t d) noexcept nogil:
    return dot[double](row, row, d)


def lengths_of(const real[:, ::1] rows not None):
    """Return the Euclidean length of each row, summed in float64."""
    cdef Py_ssize_t i, d = rows.shape[1]
    found = empty(rows.shape[0], np.float64)
    cdef double[::1] out = found
    with nogil:
        for i in range(rows.shape[0]):
            out[i] = sqrt(dot(&rows[i, 0], &rows[i, 0], d)) if d else 0.0
    return found


cdef int check_rows(Py_ssize_t n_rows, Py_ssize_t n, Py_ssize_t d) except -1:
    if n_rows != n or d == 0:
        raise ValueError("rows must have columns, and a length each")
    return 0


def cosine_similarities(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const real[:, ::1] rows not None,
    const double[::1] lengths not None,
):
    """Return the mean cosine of the pairs of each list; NaN of fewer than two items."""
    cdef Py_ssize_t u, i, j, k, m, d = rows.shape[1]
    check_rows(rows.shape[0], lengths.shape[0], d)
    check_lists(starts, codes, rows.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double[::1] scratch = empty(d, np.float64)
    cdef double *total = &scratch[0]
    cdef Py_ssize_t end = starts[starts.shape[0] - 1]
    cdef double[::1] by = empty(lengths.shape[0], np.float64)
    cdef double products
    with nogil:
        for i in range(lengths.shape[0]):
            by[i] = inverse(lengths[i])
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            if k < 2:
                out[u] = NAN
                continue
            m = 0
            for i in range(d):
                total[i] = 0.0
            for j in range(starts[u], starts[u + 1]):
                fetch_ahead(rows, codes, j, end)
                add(total, &rows[codes[j], 0], by[codes[j]], d)
                m += lengths[codes[j]] > 0
            products = squares(total, d) - m
            if fabs(products) < cancelled() * m:
                products = 0.0
                for i in range(starts[u], starts[u + 1]):
                    for j in range(starts[u], i):
                        products += 2 * by[codes[i]] * by[codes[j]] * dot(
                            &rows[codes[i], 0], &rows[codes[j], 0], d
                        )
            out[u] = products / (<double>k * (k - 1))
    return found


def cosine_diversities(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const real[:, ::1] rows not None,
    const double[::1] lengths not None,
):
    """Return 1 less the mean cosine of the pairs of each list.

    As the spread of unit vectors around their mean, which keeps the digits of those
    that are nearly the same: Σ over pairs of ‖a − b‖² = m Σ ‖a − mean‖².
    """
    cdef Py_ssize_t u, i, j, k, m, d = rows.shape[1]
    check_rows(rows.shape[0], lengths.shape[0], d)
    check_lists(starts, codes, rows.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double[::1] scratch = empty(d, np.float64)
    cdef double *mean = &scratch[0]
    cdef Py_ssize_t end = starts[starts.shape[0] - 1]
    cdef double spread, pairs
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            if k < 2:
                out[u] = NAN
                continue
            m = 0
            for i in range(d):
                mean[i] = 0.0
            for j in range(starts[u], starts[u + 1]):
                fetch_ahead(rows, codes, j, end)
                if lengths[codes[j]] > 0:
                    add(mean, &rows[codes[j], 0], inverse(lengths[codes[j]]), d)
                    m += 1
            spread = 0.0
            if m > 1:
                for i in range(d):
                    mean[i] /= m
                for j in range(starts[u], starts[u + 1]):
                    if lengths[codes[j]] > 0:
                        spread += spread_around(
                            &rows[codes[j], 0], inverse(lengths[codes[j]]), mean, d
                        )
            # Half of m times the spread, and 1 of each pair with a vector of zeros.
            pairs = <double>k * (k - 1) - <double>m * (m - 1)
            out[u] = (m * spread + pairs) / (<double>k * (k - 1))
    return found


cdef inline double spread_around(
    const real *row, double by, const double *mean, Py_ssize_t d
) noexcept nogil:
    """Return Σ (row·by − mean)²."""
    cdef double s0 = 0.0, s1 = 0.0, x
    cdef Py_ssize_t i = 0
    while i + 2 <= d:
        x = row[i] * by - mean[i]
        s0 += x * x
        x = row[i + 1] * by - mean[i + 1]
        s1 += x * x
        i += 2
    if i < d:
        x = row[i] * by - mean[i]
        s0 += x * x
    return s0 + s1


def mean_distances(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const real[:, ::1] rows not None,
):
    """Return the mean Euclidean distance of the pairs of each list."""
    cdef Py_ssize_t u, i, j, k, d = rows.shape[1]
    check_rows(rows.shape[0], rows.shape[0], d)
    check_lists(starts, codes, rows.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double total
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            if k < 2:
                out[u] = NAN
                continue
            total = 0.0
            for i in range(starts[u], starts[u + 1]):
                for j in range(starts[u], i):
                    total += sqrt(gap(&rows[codes[i], 0], &rows[codes[j], 0], d))
            out[u] = total / (0.5 * k * (k - 1))
    return found


def cross_cosines(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] other_starts not None,
    const int64_t[::1] other_codes not None,
    const real[:, ::1] rows not None,
    const double[::1] lengths not None,
):
    """Return the mean cosine of an item of a list and one of the same list of others.

    NaN where either list is empty.
    """
    cdef Py_ssize_t u, i, j, k, n, d = rows.shape[1]
    check_rows(rows.shape[0], lengths.shape[0], d)
    check_lists(starts, codes, rows.shape[0])
    check_others(starts, other_starts, other_codes.shape[0])
    check_lists(other_starts, other_codes, rows.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double[::1] scratch = empty(2 * d, np.float64)
    cdef double *own = &scratch[0]
    cdef double *other = own + d
    with nogil:
        for u in range(starts.shape[0] - 1):
            k = starts[u + 1] - starts[u]
            n = other_starts[u + 1] - other_starts[u]
            if k == 0 or n == 0:
                out[u] = NAN
                continue
            for i in range(2 * d):
                own[i] = 0.0
            for j in range(starts[u], starts[u + 1]):
                add(own, &rows[codes[j], 0], inverse(lengths[codes[j]]), d)
            for j in range(other_starts[u], other_starts[u + 1]):
                i = other_codes[j]
                add(other, &rows[i, 0], inverse(lengths[i]), d)
            out[u] = dot[double](own, other, d) / (<double>k * n)
    return found


# --- by a square matrix that says it of any two

# Entries of a similarity matrix and its transpose may differ by rounding.
cdef double ROUNDING = 1e-8


def square_pairs(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const real[:, ::1] matrix not None,
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
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] other_starts not None,
    const int64_t[::1] other_codes not None,
    const real[:, ::1] matrix not None,
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
