"""Sums over pairs of numbers, observed and predicted (fm_errors.h).

``ErrorColumns`` are open arrays of one or more outputs; its methods take a stretch of
rows, so that threads can share them.
"""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.math cimport fabs
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.base cimport fm_alloc, fm_free
from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.errors cimport (
    FM_ERROR_SUMS,
    FM_NOT_FINITE,
    FM_OF_DEVIATIONS,
    FM_OF_ERRORS,
    FM_OF_POWERS,
    FM_OF_PREDICTIONS,
    FM_OF_PRODUCTS,
    FM_OF_SIZES,
    FM_OF_TRUTH,
    FM_TINY,
    fm_begin_errors,
    fm_error_origins,
    fm_error_sums,
    fm_find_origins,
    fm_scale_for,
    fm_sum_errors,
)
from fastmetrics._kernels.numbers cimport column_of, open_numbers

fm_cpu_init()

OF_ERRORS = FM_OF_ERRORS
OF_TRUTH = FM_OF_TRUTH
OF_DEVIATIONS = FM_OF_DEVIATIONS
OF_PREDICTIONS = FM_OF_PREDICTIONS
OF_POWERS = FM_OF_POWERS
OF_SIZES = FM_OF_SIZES
OF_PRODUCTS = FM_OF_PRODUCTS
SUMS = FM_ERROR_SUMS
NOT_FINITE = FM_NOT_FINITE
TINY = FM_TINY


@cython.final
@cython.auto_pickle(False)
cdef class ErrorColumns:
    """Observed and predicted numbers of ``n`` rows and ``k`` outputs, and weights."""

    cdef Py_buffer true_view, pred_view
    cdef int n_views
    cdef const double[::1] weights
    cdef const double *first_weight
    cdef fm_column *columns  # k observed, then k predicted
    cdef readonly Py_ssize_t n, k

    def __init__(self, true, pred, weights=None):
        cdef Py_ssize_t j
        if self.n_views:
            raise RuntimeError("these columns are open")
        open_numbers(true, &self.true_view)
        self.n_views = 1
        open_numbers(pred, &self.pred_view)
        self.n_views = 2
        self.n = self.true_view.shape[0]
        self.k = 1 if self.true_view.ndim == 1 else self.true_view.shape[1]
        if (
            self.pred_view.ndim != self.true_view.ndim
            or self.pred_view.shape[0] != self.n
            or (self.pred_view.ndim == 2 and self.pred_view.shape[1] != self.k)
            or self.n < 1
            or self.k < 1
        ):
            raise ValueError("columns of different shapes, or of no rows")
        if weights is not None:
            self.weights = weights
            if self.weights.shape[0] != self.n:
                raise ValueError("weights of other rows")
            self.first_weight = &self.weights[0]
        self.columns = <fm_column *>fm_alloc(2 * self.k, sizeof(fm_column))
        if self.columns == NULL:
            raise MemoryError("no room for the outputs")
        for j in range(self.k):
            self.columns[j] = column_of(&self.true_view, j)
            self.columns[self.k + j] = column_of(&self.pred_view, j)

    def origins(self):
        """Return the scales of y, of p and of e, and their origins: (k, 6)."""
        cdef Py_ssize_t j
        found = np.empty((self.k, 6))
        cdef double[:, ::1] to = found
        with nogil:
            for j in range(self.k):
                fm_find_origins(
                    &self.columns[j], &self.columns[self.k + j], self.first_weight,
                    self.n, <fm_error_origins *>&to[j, 0]
                )
        return found

    def sum_rows(
        self, Py_ssize_t start, Py_ssize_t stop, int groups,
        const double[:, ::1] origins=None,
    ):
        """Return ``(sums, lost, extremes, row, n, seen)`` of a stretch of rows.

        Sums, and what they have lost, are of shape (SUMS, k); extremes (3, k): the
        largest magnitude of an error, the least and the largest observed number; row
        (k,) is that error's, and n how many count. ``origins`` as above; None: scales
        of 1 and origins at 0.
        """
        cdef Py_ssize_t i, j, n_counted
        cdef int seen
        cdef const fm_error_origins *at = NULL
        if not 0 <= start <= stop <= self.n:
            raise ValueError("there are no such rows")
        if origins is not None:
            if origins.shape[0] != self.k or origins.shape[1] != 6:
                raise ValueError("origins of other columns")
            at = <const fm_error_origins *>&origins[0, 0]
        sums = np.empty((FM_ERROR_SUMS, self.k))
        lost = np.empty((FM_ERROR_SUMS, self.k))
        extremes = np.empty((3, self.k))
        row = np.empty(self.k, np.int64)
        cdef double[:, ::1] s = sums
        cdef double[:, ::1] less = lost
        cdef double[:, ::1] x = extremes
        cdef int64_t[::1] r = row
        cdef fm_error_sums *to = <fm_error_sums *>fm_alloc(
            self.k, sizeof(fm_error_sums)
        )
        if to == NULL:
            raise MemoryError("no room for the outputs")
        with nogil:
            for j in range(self.k):
                fm_begin_errors(&to[j])
            seen = fm_sum_errors(
                self.columns, self.columns + self.k, self.k, self.first_weight, start,
                stop, groups, at, to
            )
            for j in range(self.k):
                for i in range(FM_ERROR_SUMS):
                    s[i, j] = to[j].sums[i].sum
                    less[i, j] = to[j].sums[i].lost
                x[0, j] = to[j].largest
                x[1, j] = to[j].least
                x[2, j] = to[j].most
                r[j] = to[j].row
            n_counted = to[0].n_counted
            fm_free(to)
        return sums, lost, extremes, row, n_counted, seen

    def __dealloc__(self):
        fm_free(self.columns)
        if self.n_views > 0:
            PyBuffer_Release(&self.true_view)
        if self.n_views > 1:
            PyBuffer_Release(&self.pred_view)


def scale_for(double largest):
    """Return the power of two to take numbers by, given their largest magnitude."""
    return fm_scale_for(fabs(largest))


# ---------------------------------------------------------------- sums of two parts

cdef struct Wide:
    # A number high + low of about 106 bits, as of ``fastmetrics._common.arrays``, whose
    # operations these are, to the bit.
    double high
    double low


cdef inline Wide two_sum(double a, double b) noexcept nogil:
    cdef Wide found
    cdef double of_b
    found.high = a + b
    of_b = found.high - a
    found.low = (a - (found.high - of_b)) + (b - of_b)
    return found


cdef inline Wide renormalized(double a, double b) noexcept nogil:
    cdef Wide found
    found.high = a + b
    found.low = b - (found.high - a)
    return found


cdef inline Wide plus(Wide a, Wide b) noexcept nogil:
    cdef Wide high = two_sum(a.high, b.high), low = two_sum(a.low, b.low)
    high = renormalized(high.high, high.low + low.high)
    return renormalized(high.high, high.low + low.low)


cdef inline Wide times(Wide a, Wide b) noexcept nogil:
    cdef double product = a.high * b.high, error
    cdef double a_shifted = SPLITTER * a.high, b_shifted = SPLITTER * b.high
    cdef double a_upper = a_shifted - (a_shifted - a.high), a_lower = a.high - a_upper
    cdef double b_upper = b_shifted - (b_shifted - b.high), b_lower = b.high - b_upper
    error = a_upper * b_upper - product
    error = (error + a_upper * b_lower) + a_lower * b_upper
    error = error + a_lower * b_lower
    return renormalized(
        product, error + (a.high * b.low + a.low * b.high + a.low * b.low)
    )


cdef double SPLITTER = 2.0**27 + 1.0

cdef struct Places:
    # Of the sums of weights, of y, p and e, of their squares, and of y times p.
    int w
    int[3] values
    int[3] squares
    int product


cdef void move(Wide *sums, const Places *at, const double *before,
               const double *origins) noexcept nogil:
    """Bring sums about some origins to others.

    A move by b adds b w to a sum of values, and twice b v and b b w to that of squares.
    """
    cdef int v
    cdef Wide[3] by
    cdef Wide[3] old
    cdef Wide there, of_t, of_q, pair
    cdef Wide *to
    for v in range(3):
        by[v].high, by[v].low = before[v], 0.0
        there.high, there.low = -origins[v], -0.0
        by[v] = plus(by[v], there)
        old[v] = sums[at.values[v]]
    for v in range(3):
        to = &sums[at.squares[v]]
        to[0] = plus(to[0], times(by[v], old[v]))
        to[0] = plus(to[0], times(by[v], old[v]))
        to[0] = plus(to[0], times(times(by[v], by[v]), sums[at.w]))
    to = &sums[at.product]
    of_t, of_q = times(by[1], old[0]), times(by[0], old[1])
    pair = times(times(by[0], by[1]), sums[at.w])
    to[0] = plus(plus(plus(to[0], of_t), of_q), pair)
    for v in range(3):
        sums[at.values[v]] = plus(old[v], times(by[v], sums[at.w]))


def merge_sums(
    tuple places not None, tuple one not None, tuple other not None,
    int64_t n_before=0,
):
    """Add up the sums of two sets of rows; ``n_before`` rows come before the other's.

    places : of the sums of w, t, q, d, t2, q2, d2 and tq.
    one, other : ``(origins, sums, lost, extremes, row)`` of each, of shape (3, k),
        (m, k), (m, k), (3, k) and (k,).

    Returns the same of both: about their common mean, where origins differ.
    """
    cdef const double[:, :] origins_a, sums_a, lost_a, ends_a
    cdef const double[:, :] origins_b, sums_b, lost_b, ends_b
    cdef const int64_t[:] row_a, row_b
    cdef Py_ssize_t k, m, i, j
    cdef Places at
    cdef Wide[FM_ERROR_SUMS] a
    cdef Wide[FM_ERROR_SUMS] b
    cdef double[3] of_a
    cdef double[3] of_b
    cdef double[3] common
    origins_a, sums_a, lost_a, ends_a, row_a = one
    origins_b, sums_b, lost_b, ends_b, row_b = other
    k, m = origins_a.shape[1], sums_a.shape[0]
    if m > FM_ERROR_SUMS or not (
        has_shape(sums_a, m, k) and has_shape(lost_a, m, k)
        and has_shape(sums_b, m, k) and has_shape(lost_b, m, k)
        and has_shape(ends_a, 3, k) and has_shape(ends_b, 3, k)
        and row_a.shape[0] == k and row_b.shape[0] == k
    ):
        raise ValueError("sums of other outputs")
    if len(places) != 8 or min(places) < 0 or max(places) >= m:
        raise ValueError("there are no such places")
    if not (has_shape(origins_a, 3, k) and has_shape(origins_b, 3, k)):
        raise ValueError("origins of other outputs")
    at.w = places[0]
    for i in range(3):
        at.values[i] = places[1 + i]
        at.squares[i] = places[4 + i]
    at.product = places[7]
    origins = np.empty((3, k))
    sums = np.empty((m, k))
    lost = np.empty((m, k))
    extremes = np.empty((3, k))
    row = np.empty(k, np.int64)
    cdef double[:, ::1] to = origins
    cdef double[:, ::1] high = sums
    cdef double[:, ::1] low = lost
    cdef double[:, ::1] ends = extremes
    cdef int64_t[::1] first = row
    with nogil:
        for j in range(k):
            for i in range(m):
                a[i].high, a[i].low = sums_a[i, j], lost_a[i, j]
                b[i].high, b[i].low = sums_b[i, j], lost_b[i, j]
            for i in range(3):
                of_a[i], of_b[i] = origins_a[i, j], origins_b[i, j]
                common[i] = of_a[i]
                if of_a[i] != of_b[i]:
                    common[i] = (a[at.w].high * of_a[i] + b[at.w].high * of_b[i]) / (
                        a[at.w].high + b[at.w].high)
                to[i, j] = common[i]
            move(a, &at, of_a, common)
            move(b, &at, of_b, common)
            for i in range(m):
                a[i] = plus(a[i], b[i])
                high[i, j], low[i, j] = a[i].high, a[i].low
            ends[0, j] = max(ends_a[0, j], ends_b[0, j])
            ends[1, j] = min(ends_a[1, j], ends_b[1, j])
            ends[2, j] = max(ends_a[2, j], ends_b[2, j])
            first[j] = row_a[j]
            if ends_b[0, j] > ends_a[0, j]:
                first[j] = row_b[j] + n_before
    return origins, sums, lost, extremes, row


cdef inline bint has_shape(const double[:, :] table, Py_ssize_t m, Py_ssize_t k):
    return table.shape[0] == m and table.shape[1] == k
