"""Counts of indicators: which rows have which labels, and were predicted to.

Matrices are C-contiguous blocks of 0 and 1, rows by labels. With t and p such blocks,
``sums`` rows are, per label, those of ``t & p``, of ``t`` and of ``p``. Sums of weights
are in two parts: add ``low`` to ``sums`` at the end.
"""

import numpy as np

from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t

ctypedef fused index_t:
    int32_t
    int64_t

cdef object zeros = np.zeros

# Rows are laid side by side until they are so wide, for the compiler to use registers
# of many bytes; and a byte counts so many rows before it is full.
# Weights of so many rows are added up plainly; their sums are added compensated.
cdef enum:
    WIDTH = 256
    FULL = 255
    STRETCH = 256


cdef inline void _add(double *total, double *low, double value) noexcept nogil:
    """Neumaier's compensated addition."""
    cdef double s = total[0] + value
    if fabs(total[0]) >= fabs(value):
        low[0] += (total[0] - s) + value
    else:
        low[0] += (value - s) + total[0]
    total[0] = s


cdef int _check(
    const uint8_t[:, ::1] t, const uint8_t[:, ::1] p, Py_ssize_t n_weights
) except -1:
    if t.shape[0] != p.shape[0] or t.shape[1] != p.shape[1]:
        raise ValueError("blocks differ in shape")
    if n_weights != t.shape[0]:
        raise ValueError("weights differ in length")
    return 0


cdef int _check_sums(
    Py_ssize_t n_sums, Py_ssize_t n, Py_ssize_t expected
) except -1:
    if n_sums != 3 or n != expected:
        raise ValueError("sums must be of shape (3, n)")
    return 0


def count_columns(
    const uint8_t[:, ::1] t not None,
    const uint8_t[:, ::1] p not None,
    int64_t[:, ::1] sums not None,
):
    """Add the sums of ``t & p``, ``t`` and ``p`` over rows to ``sums`` of (3, labels).

    O(entries) time, memory for one row or 256 bytes.
    """
    cdef Py_ssize_t n = t.shape[0], n_labels = t.shape[1]
    cdef Py_ssize_t abreast, width, i = 0, r, stop, j, k, _, n_wide
    cdef const uint8_t *a
    cdef const uint8_t *b
    _check(t, p, n)
    _check_sums(sums.shape[0], sums.shape[1], n_labels)
    if n == 0 or n_labels == 0:
        return
    abreast = max(<Py_ssize_t>1, WIDTH // n_labels)
    width = abreast * n_labels
    scratch = zeros((3, width), np.uint8)
    cdef uint8_t[:, ::1] bytes_ = scratch
    cdef uint8_t *hits = &bytes_[0, 0]
    cdef uint8_t *true = &bytes_[1, 0]
    cdef uint8_t *predicted = &bytes_[2, 0]
    with nogil:
        while i < n:
            # `abreast` rows as one, FULL times over; the last rows one by one.
            stop = min(n, i + FULL * abreast)
            if stop - i < abreast:
                width = n_labels
                abreast = 1
            n_wide = (stop - i) // abreast
            for _ in range(n_wide):
                a = &t[i, 0]
                b = &p[i, 0]
                for j in range(width):
                    hits[j] += a[j] & b[j]
                    true[j] += a[j]
                    predicted[j] += b[j]
                i += abreast
            for k in range(abreast):
                for j in range(n_labels):
                    r = k * n_labels + j
                    sums[0, j] += hits[r]
                    sums[1, j] += true[r]
                    sums[2, j] += predicted[r]
                    hits[r] = true[r] = predicted[r] = 0


def weigh_columns(
    const uint8_t[:, ::1] t not None,
    const uint8_t[:, ::1] p not None,
    const double[::1] weights not None,
    double[:, ::1] sums not None,
    double[:, ::1] low not None,
):
    """Add the rows' weights in place of ones; relative error of some 1e-15.

    O(entries) time, memory for three rows of doubles.
    """
    cdef Py_ssize_t n = t.shape[0], n_labels = t.shape[1]
    cdef Py_ssize_t i = 0, stop, j
    cdef double w
    cdef const uint8_t *a
    cdef const uint8_t *b
    _check(t, p, weights.shape[0])
    _check_sums(sums.shape[0], sums.shape[1], n_labels)
    _check_sums(low.shape[0], low.shape[1], n_labels)
    if n == 0 or n_labels == 0:
        return
    scratch = zeros((3, n_labels))
    cdef double[:, ::1] part = scratch
    cdef double *hits = &part[0, 0]
    cdef double *true = &part[1, 0]
    cdef double *predicted = &part[2, 0]
    with nogil:
        while i < n:
            stop = min(n, i + STRETCH)
            while i < stop:
                w = weights[i]
                a = &t[i, 0]
                b = &p[i, 0]
                for j in range(n_labels):
                    hits[j] += w * (a[j] & b[j])
                    true[j] += w * a[j]
                    predicted[j] += w * b[j]
                i += 1
            for j in range(n_labels):
                _add(&sums[0, j], &low[0, j], hits[j])
                _add(&sums[1, j], &low[1, j], true[j])
                _add(&sums[2, j], &low[2, j], predicted[j])
                hits[j] = true[j] = predicted[j] = 0.0


def weigh_columns_whole(
    const uint8_t[:, ::1] t not None,
    const uint8_t[:, ::1] p not None,
    const int64_t[::1] weights not None,
    int64_t[:, ::1] sums not None,
):
    """Add the rows' weights, whole numbers whose sum is known to fit, in place of ones.

    O(entries) time, no memory.
    """
    cdef Py_ssize_t n = t.shape[0], n_labels = t.shape[1], i, j
    cdef int64_t w
    cdef const uint8_t *a
    cdef const uint8_t *b
    _check(t, p, weights.shape[0])
    _check_sums(sums.shape[0], sums.shape[1], n_labels)
    if n == 0 or n_labels == 0:
        return
    with nogil:
        for i in range(n):
            w = weights[i]
            a = &t[i, 0]
            b = &p[i, 0]
            for j in range(n_labels):
                sums[0, j] += w * (a[j] & b[j])
                sums[1, j] += w * a[j]
                sums[2, j] += w * b[j]


def count_rows(
    const uint8_t[:, ::1] t not None,
    const uint8_t[:, ::1] p not None,
    int64_t[:, ::1] sums not None,
):
    """Write the sums of ``t & p``, ``t`` and ``p`` over columns into (3, rows)."""
    cdef Py_ssize_t n = t.shape[0], n_labels = t.shape[1], i, j
    cdef int64_t hits, true, predicted
    cdef const uint8_t *a
    cdef const uint8_t *b
    _check(t, p, n)
    _check_sums(sums.shape[0], sums.shape[1], n)
    if n == 0 or n_labels == 0:
        return
    with nogil:
        for i in range(n):
            hits = true = predicted = 0
            a = &t[i, 0]
            b = &p[i, 0]
            for j in range(n_labels):
                hits += a[j] & b[j]
                true += a[j]
                predicted += b[j]
            sums[0, i] = hits
            sums[1, i] = true
            sums[2, i] = predicted


def sum_rows(const uint8_t[:, ::1] block not None, int64_t[::1] sums not None):
    """Write the sum over the columns of each row."""
    cdef Py_ssize_t n = block.shape[0], n_labels = block.shape[1], i, j
    cdef int64_t total
    cdef const uint8_t *a
    if sums.shape[0] != n:
        raise ValueError("sums differ in length")
    if n == 0 or n_labels == 0:
        return
    with nogil:
        for i in range(n):
            total = 0
            a = &block[i, 0]
            for j in range(n_labels):
                total += a[j]
            sums[i] = total


def weigh_indices(
    const index_t[::1] indices not None,
    const index_t[::1] indptr not None,
    const double[::1] weights not None,
    double[::1] sums not None,
    double[::1] low not None,
):
    """Add the rows' weights to the columns that a sparse matrix names in each row.

    ``np.bincount(indices, np.repeat(weights, np.diff(indptr)))``, compensated.
    """
    cdef Py_ssize_t n = weights.shape[0], n_columns = sums.shape[0], i, k
    cdef bint inside = True
    if indptr.shape[0] != n + 1 or low.shape[0] != sums.shape[0]:
        raise ValueError("indptr or low differ in length")
    if n and (indptr[0] != 0 or indptr[n] != indices.shape[0]):
        raise ValueError("indptr does not fit indices")
    # SciPy does not look at these when it makes a matrix, nor when it converts one.
    with nogil:
        for i in range(n):
            inside &= indptr[i] <= indptr[i + 1]
        for k in range(indices.shape[0]):
            inside &= 0 <= indices[k] < n_columns
    if not inside:
        raise ValueError("indices lead out of the matrix")
    with nogil:
        for i in range(n):
            for k in range(indptr[i], indptr[i + 1]):
                _add(&sums[indices[k]], &low[indices[k]], weights[i])
