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
                    &self.columns[j], &self.columns[self.k + j], self.n,
                    <fm_error_origins *>&to[j, 0]
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
