"""Losses that are a function of an observed number and a predicted one.

``ErrorRows`` are two open columns; its methods take a stretch of rows, so that threads
can share them, and tell whether all of it was in the domain of the loss, of which
fm_error_losses.h says what it is. A loss is its kind and its parameters a and b.
"""

cimport cython
from cpython.buffer cimport PyBuffer_Release

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.error_losses cimport (
    FM_ERROR_KINDS,
    fm_error_kind,
    fm_error_loss,
    fm_error_rows,
    fm_sum_error_losses,
    fm_sum_error_losses_around,
    fm_write_error_losses,
)
from fastmetrics._kernels.c.total cimport fm_total
from fastmetrics._kernels.numbers cimport column_of, open_numbers

cdef extern from "fm_error_losses.h" nogil:
    cpdef enum:  # of Python, too
        ERROR "FM_ERROR"
        ABSOLUTE "FM_ABSOLUTE"
        SQUARE "FM_SQUARE"
        PINBALL "FM_PINBALL"
        PERCENTAGE "FM_PERCENTAGE"
        SIGNED_PERCENTAGE "FM_SIGNED_PERCENTAGE"
        SYMMETRIC "FM_SYMMETRIC"
        SQUARED_LOG "FM_SQUARED_LOG"
        HUBER "FM_HUBER"
        PSEUDO_HUBER "FM_PSEUDO_HUBER"
        LOG_COSH "FM_LOG_COSH"
        LINEX "FM_LINEX"
        POISSON "FM_POISSON"
        GAMMA "FM_GAMMA"
        TWEEDIE "FM_TWEEDIE"

fm_cpu_init()


@cython.final
@cython.auto_pickle(False)
cdef class ErrorRows:
    """Two open columns of ``n`` numbers each: observed and predicted."""

    cdef Py_buffer truth_view, predicted_view
    cdef bint has_truth, has_predicted
    cdef fm_error_rows of
    cdef readonly Py_ssize_t n

    def __cinit__(self, truth, predicted):
        open_numbers(truth, &self.truth_view)
        self.has_truth = True
        open_numbers(predicted, &self.predicted_view)
        self.has_predicted = True
        if self.truth_view.ndim != 1 or self.predicted_view.ndim != 1:
            raise TypeError("one column each")
        self.of.truth = column_of(&self.truth_view, 0)
        self.of.predicted = column_of(&self.predicted_view, 0)
        self.n = self.truth_view.shape[0]
        if self.n != self.predicted_view.shape[0]:
            raise ValueError("the columns differ in length")

    cdef fm_error_loss checked(
        self, tuple loss, Py_ssize_t start, Py_ssize_t stop
    ) except *:
        cdef int kind
        cdef fm_error_loss found
        kind, found.a, found.b = loss
        if not 0 <= kind < FM_ERROR_KINDS:
            raise ValueError("there is no such loss")
        if not 0 <= start <= stop <= self.n:
            raise ValueError("there are no such rows")
        found.kind = <fm_error_kind>kind
        return found

    def sum_losses(
        self, tuple loss, Py_ssize_t start, Py_ssize_t stop,
        const double[::1] weights=None,
    ):
        """Return the sum of losses in two parts, and whether all are in the domain."""
        cdef fm_error_loss of = self.checked(loss, start, stop)
        cdef fm_total total
        cdef const double *first = NULL
        cdef bint inside
        if weights is not None:
            if weights.shape[0] != self.n:
                raise ValueError("weights of other rows")
            if self.n:
                first = &weights[0]
        total.sum = total.lost = 0
        with nogil:
            inside = fm_sum_error_losses(&self.of, first, start, stop, &of, &total)
        return total.sum, total.lost, inside

    def write_losses(
        self, tuple loss, Py_ssize_t start, Py_ssize_t stop, double[::1] out not None
    ):
        """Write the loss of each row of the stretch to its place in ``out``."""
        cdef fm_error_loss of = self.checked(loss, start, stop)
        cdef bint inside
        if out.shape[0] != self.n:
            raise ValueError("out is for other rows")
        if start == stop:
            return True
        with nogil:
            inside = fm_write_error_losses(&self.of, start, stop, &of, &out[start])
        return inside

    def sum_around(
        self, tuple loss, Py_ssize_t start, Py_ssize_t stop, double centre
    ):
        """Return the sums of d, d² and d³ of losses less a number, and the same.

        The losses themselves are not kept.
        """
        cdef fm_error_loss of = self.checked(loss, start, stop)
        cdef fm_total[3] sums
        cdef bint inside
        cdef int i
        for i in range(3):
            sums[i].sum = sums[i].lost = 0
        with nogil:
            inside = fm_sum_error_losses_around(
                &self.of, start, stop, &of, centre, sums
            )
        found = tuple([sums[i].sum + sums[i].lost for i in range(3)])
        return *found, inside

    def __dealloc__(self):
        if self.has_truth:
            PyBuffer_Release(&self.truth_view)
        if self.has_predicted:
            PyBuffer_Release(&self.predicted_view)
