"""What forecasts of numbers lose: row by row and summed (fm_number_forecasts.h).

``NumberForecasts`` are open columns, read in place; its methods take a stretch of rows,
so that threads can share them, and tell what they have seen: NOT_FINITE, DISORDER and
NEGATIVE, or 0 if all is well.
"""

import numpy as np

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from libc.string cimport memset

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.column cimport FM_TEXT, fm_column, fm_type
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.number_forecasts cimport (
    fm_crossing,
    fm_measure,
    fm_measure_rows,
    fm_number_forecasts,
    fm_part,
    fm_sum_columns,
)
from fastmetrics._kernels.columns cimport type_of

cdef extern from "fm_number_forecasts.h" nogil:
    cpdef enum:  # what `NumberForecasts.measure_rows` measures; of Python, too
        PINBALL "FM_PINBALL"
        NOT_ABOVE "FM_NOT_ABOVE"
        COVERED "FM_COVERED"
        WIDTH "FM_WIDTH"
        INTERVAL "FM_INTERVAL"
        ENSEMBLE "FM_ENSEMBLE"
        NORMAL_CRPS "FM_NORMAL_CRPS"
        NORMAL_LOG "FM_NORMAL_LOG"

    cpdef enum:  # what is done about quantiles of a row that cross
        ALLOW "FM_ALLOW"
        SORT "FM_SORT"
        WATCH "FM_WATCH"

    cpdef enum:  # what a stretch of rows was seen to have
        NOT_FINITE "FM_NOT_FINITE"
        DISORDER "FM_DISORDER"
        NEGATIVE "FM_NEGATIVE"

fm_cpu_init()


@cython.final
@cython.auto_pickle(False)
cdef class NumberForecasts:
    """Observed numbers of ``n`` rows and what was forecast, in ``k`` columns."""

    cdef Py_buffer[3] views
    cdef int n_views
    cdef const double[::1] levels
    cdef const size_t[::1] order
    cdef fm_number_forecasts of
    cdef bint of_quantiles, of_members, of_pairs
    cdef readonly Py_ssize_t n, k

    cdef Py_buffer *open_array(self, array, int ndim) except NULL:
        cdef Py_buffer *view = &self.views[self.n_views]
        PyObject_GetBuffer(array, view, PyBUF_FORMAT | PyBUF_STRIDES)
        self.n_views += 1
        cdef int kind = type_of(view.format, view.itemsize)
        if view.ndim != ndim or kind < 0 or kind == FM_TEXT:
            raise TypeError(f"these are no numbers in {ndim} dimensions")
        if view.shape[0] < 1 or (self.n_views > 1 and view.shape[0] != self.n):
            raise ValueError("columns differ in length, or are empty")
        return view

    cdef open_columns(self, y_true, forecast, last):
        """Open one column and a matrix, or, with a last one, three columns."""
        cdef Py_buffer *view = self.open_array(y_true, 1)
        self.n = view.shape[0]
        self.of.y = column_of(view)
        view = self.open_array(forecast, 2 if last is None else 1)
        self.of.first = column_of(view)
        self.k = 1
        if last is not None:
            self.of.last = column_of(self.open_array(last, 1))
        else:
            self.k = view.shape[1]
            self.of.step = view.strides[1]
        if self.k < 1:
            raise ValueError("a matrix without columns")
        self.of.k = self.k

    cdef check(self, Py_ssize_t start, Py_ssize_t stop, const double[::1] weights):
        if not 0 <= start < stop <= self.n:
            raise ValueError("there are no such rows")
        if weights is not None and weights.shape[0] != self.n:
            raise ValueError("weights of other rows")

    def measure_rows(
        self, Py_ssize_t start, Py_ssize_t stop, int measure, *, double penalty=0.0,
        bint fair=False, const double[::1] weights=None, double[::1] out=None,
    ):
        """Return what rows lose, ``(sum, what rounding took from it, seen)``.

        Each row's loss is written to its place in ``out``, if that is given.
        """
        cdef fm_part total
        cdef int status, seen = 0
        cdef const double *first = NULL
        cdef double *to = NULL
        cdef fm_number_forecasts of = self.of
        self.check(start, stop, weights)
        if not (
            (self.of_quantiles and measure in (PINBALL, NOT_ABOVE))
            or (self.of_members and measure == ENSEMBLE)
            or (self.of_pairs and NOT_ABOVE < measure <= NORMAL_LOG
                and measure != ENSEMBLE)
        ):
            raise ValueError("these forecasts have no such measure")
        if weights is not None:
            first = &weights[0]
        if out is not None:
            if out.shape[0] != self.n:
                raise ValueError("out is for other rows")
            to = &out[start]
        of.penalty = penalty
        of.fair = fair
        memset(&total, 0, sizeof(total))
        with nogil:
            status = fm_measure_rows(
                &of, <fm_measure>measure, first, start, stop, to, &total, &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of forecasts")
        return total.sum, total.lost, seen

    def sum_columns(
        self, Py_ssize_t start, Py_ssize_t stop, int measure, *,
        const double[::1] weights=None,
    ):
        """Return what each column of quantiles loses, (k, 2), and what was seen.

        The two are the sum and what rounding took from it.
        """
        cdef int status, seen = 0
        cdef const double *first = NULL
        self.check(start, stop, weights)
        if not self.of_quantiles or measure not in (PINBALL, NOT_ABOVE):
            raise ValueError("these forecasts have no such measure")
        if weights is not None:
            first = &weights[0]
        totals = np.zeros((self.k, 2))
        cdef double[:, ::1] to = totals
        with nogil:
            status = fm_sum_columns(
                &self.of, <fm_measure>measure, first, start, stop,
                <fm_part *>&to[0, 0], &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of forecasts")
        return totals, seen

    def __dealloc__(self):
        cdef int i
        for i in range(self.n_views):
            PyBuffer_Release(&self.views[i])


cdef fm_column column_of(const Py_buffer *view) noexcept:
    cdef fm_column column
    column.data = <const char *>view.buf
    column.stride = view.strides[0]
    column.width = view.itemsize
    column.type = <fm_type>type_of(view.format, view.itemsize)
    return column


def open_quantiles(y_true, y_quantiles, const double[::1] levels not None,
                   int crossing):
    """Open a column and a matrix with a column for each level, in (0, 1)."""
    cdef NumberForecasts made = NumberForecasts.__new__(NumberForecasts)
    if crossing not in (ALLOW, SORT, WATCH):
        raise ValueError("there is no such way with quantiles that cross")
    made.open_columns(y_true, y_quantiles, None)
    if levels.shape[0] != made.k:
        raise ValueError("levels of other columns")
    made.levels = levels
    made.order = np.argsort(levels).astype(np.uintp)
    made.of.levels = &made.levels[0]
    made.of.order = &made.order[0]
    made.of.crossing = <fm_crossing>crossing
    made.of_quantiles = True
    return made


def open_members(y_true, y_ensemble):
    """Open a column and a matrix with a column for each member."""
    cdef NumberForecasts made = NumberForecasts.__new__(NumberForecasts)
    made.open_columns(y_true, y_ensemble, None)
    made.of_members = True
    return made


def open_pairs(y_true, first, last):
    """Open three columns: lower and upper ends, or means and standard deviations."""
    cdef NumberForecasts made = NumberForecasts.__new__(NumberForecasts)
    made.open_columns(y_true, first, last)
    made.of_pairs = True
    return made
