"""Losses of probabilities: summed, row by row, and their powers (fm_losses.h).

``Forecasts`` are open columns; its methods take a stretch of rows, so that threads
can share them, and tell what they have seen: whether a label or a value is bad, how
many rows of a column are positive, and how far from one a row of a matrix sums to.
"""

import numpy as np

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from libc.math cimport INFINITY, log
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.column cimport FM_F32, FM_F64, fm_type
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.losses cimport (
    FM_POWERS,
    FM_WEIGHTED_POWERS,
    fm_forecasts,
    fm_loss,
    fm_multiply,
    fm_product,
    fm_seen,
    fm_sum_around,
    fm_sum_losses,
    fm_sum_powers,
    fm_write_losses,
)
from fastmetrics._kernels.c.total cimport fm_total
from fastmetrics._kernels.columns cimport type_of
from fastmetrics._kernels.keys cimport Pair, open_pair, open_plain

cdef extern from "fm_losses.h" nogil:
    cpdef enum:  # of Python, too
        LOG_LOSS "FM_LOG_LOSS"
        QUADRATIC_LOSS "FM_QUADRATIC_LOSS"

fm_cpu_init()

POWERS = FM_POWERS
WEIGHTED_POWERS = FM_WEIGHTED_POWERS

# ln 2 in two parts, the first of which times any count of bits is nearly exact.
cdef double LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
cdef double LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")


@cython.final
@cython.auto_pickle(False)
cdef class Forecasts:
    """Labels and probabilities of ``n`` rows: a column, or a matrix of ``k`` columns.

    ``single``: whether the probabilities are float32.
    """

    cdef Pair pair  # of a column
    cdef const int32_t[::1] codes  # of a matrix, whose buffer is `view`
    cdef Py_buffer view
    cdef bint has_view
    cdef fm_forecasts of
    cdef readonly Py_ssize_t n, k
    cdef readonly bint single

    cdef take_pair(self, Pair pair):
        self.pair = pair
        self.n = pair.n
        self.of.labels = pair.labels
        self.of.classes = pair.classes
        self.of.proba = pair.scores
        self.single = pair.scores.type == FM_F32

    cdef check(self, Py_ssize_t start, Py_ssize_t stop, double low, double high):
        if not 0 <= start <= stop <= self.n:
            raise ValueError("there are no such rows")
        if not 0 <= low < high <= 1:
            raise ValueError("low and high must be in order in [0, 1]")

    def multiply(self, Py_ssize_t start, Py_ssize_t stop, double low, double high):
        """Return what rows multiply to, ``(log of the mantissa, exponent, seen)``.

        Minus the logarithm of the product is the sum of the log losses; a factor of 0
        makes it minus infinity.
        """
        cdef fm_product product
        cdef fm_seen seen
        cdef int status
        self.check(start, stop, low, high)
        memset(&seen, 0, sizeof(seen))
        with nogil:
            status = fm_multiply(&self.of, start, stop, low, high, &product, &seen)
        if status != FM_OK:
            raise MemoryError("no room for rows of probabilities")
        mantissa = log(product.mantissa) if product.mantissa > 0 else -INFINITY
        return mantissa, product.exponent, told(&seen)

    def sum_losses(
        self, Py_ssize_t start, Py_ssize_t stop, int loss, double low, double high,
        const double[::1] weights=None,
    ):
        """Return the sum of losses, in two parts, and what was seen."""
        cdef fm_total total
        cdef fm_seen seen
        cdef int status
        cdef const double *first = NULL
        self.check(start, stop, low, high)
        if weights is not None:
            if weights.shape[0] != self.n:
                raise ValueError("weights of other rows")
            first = &weights[0]
        memset(&total, 0, sizeof(total))
        memset(&seen, 0, sizeof(seen))
        with nogil:
            status = fm_sum_losses(
                &self.of, first, start, stop, <fm_loss>loss, low, high, &total, &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of probabilities")
        return total.sum, lost_by(&total), told(&seen)

    def write_losses(
        self, Py_ssize_t start, Py_ssize_t stop, int loss, double low, double high,
        double[::1] out not None,
    ):
        """Write the loss of each row of the stretch to its place in ``out``."""
        cdef fm_seen seen
        cdef int status
        self.check(start, stop, low, high)
        if out.shape[0] != self.n:
            raise ValueError("out is for other rows")
        memset(&seen, 0, sizeof(seen))
        if start == stop:
            return told(&seen)
        with nogil:
            status = fm_write_losses(
                &self.of, start, stop, <fm_loss>loss, low, high, &out[start], &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of probabilities")
        return told(&seen)

    def sum_around(
        self, Py_ssize_t start, Py_ssize_t stop, int loss, double low, double high,
        double centre,
    ):
        """Return the sums of d, d² and d³ of losses less a number, and what was seen.

        The losses themselves are not kept.
        """
        cdef fm_total[3] sums
        cdef fm_seen seen
        cdef int status
        self.check(start, stop, low, high)
        memset(&sums, 0, sizeof(sums))
        memset(&seen, 0, sizeof(seen))
        with nogil:
            status = fm_sum_around(
                &self.of, start, stop, <fm_loss>loss, low, high, centre, sums, &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of probabilities")
        found = tuple([sums[i].sum + lost_by(&sums[i]) for i in range(3)])
        return *found, told(&seen)

    def sum_powers(
        self, Py_ssize_t start, Py_ssize_t stop, double low, double high,
        const double[::1] weights=None,
    ):
        """Return ``(counts, sums, lost, seen)`` of the classes: of fm_losses.h.

        Sums are of shape (k, POWERS), or (k, WEIGHTED_POWERS) given weights.
        """
        cdef fm_seen seen
        cdef int status
        cdef const double *first = NULL
        cdef Py_ssize_t width = FM_POWERS
        self.check(start, stop, low, high)
        if weights is not None:
            if weights.shape[0] != self.n:
                raise ValueError("weights of other rows")
            first = &weights[0]
            width = FM_WEIGHTED_POWERS
        counts = np.zeros(self.k or 2, np.int64)
        totals = np.zeros((self.k or 2, width, 2))
        cdef int64_t[::1] n_of = counts
        cdef double[:, :, ::1] to = totals
        memset(&seen, 0, sizeof(seen))
        with nogil:
            status = fm_sum_powers(
                &self.of, first, start, stop, low, high, <fm_total *>&to[0, 0, 0],
                &n_of[0], &seen
            )
        if status != FM_OK:
            raise MemoryError("no room for rows of probabilities")
        return counts, totals[..., 0], totals[..., 1], told(&seen)

    def __dealloc__(self):
        if self.has_view:
            PyBuffer_Release(&self.view)


cdef double lost_by(const fm_total *total) noexcept:
    """What a sum has lost: nothing if it is infinite."""
    return total.lost if total.sum - total.sum == 0 else 0.0


cdef told(const fm_seen *seen):
    return seen.bad, <Py_ssize_t>seen.positive, seen.farthest


def combine_products(parts):
    """Return minus the logarithm of a product of ``(log of the mantissa, exponent)``.

    That is the sum of log losses.
    """
    cdef double low = 0, exponent
    total = 0
    for mantissa, power in parts:
        low += mantissa
        total += power
    exponent = total
    return 0.0 - (exponent * LN2_HIGH + (exponent * LN2_LOW + low))


def open_plain_forecasts(y_true, y_proba, pos_label):
    """Open two plain columns, ``pos_label`` as in keys; None if they are not such."""
    cdef Pair pair = open_plain(y_true, y_proba, pos_label)
    cdef Forecasts made
    if pair is None or pair.scores.type not in (FM_F32, FM_F64):
        return None
    made = Forecasts.__new__(Forecasts)
    made.take_pair(pair)
    return made


def open_column_forecasts(items, proba, bytes positive, bytes negative):
    """Open a column of labels, in place, and one of float32 or float64."""
    cdef Pair pair = open_pair(items, proba, positive, negative)
    cdef Forecasts made = Forecasts.__new__(Forecasts)
    if pair.scores.type not in (FM_F32, FM_F64):
        raise TypeError("probabilities must be float32 or float64")
    made.take_pair(pair)
    return made


def open_matrix_forecasts(const int32_t[::1] codes not None, proba):
    """Open a matrix of float32 or float64, and the column of each row's class."""
    cdef Forecasts made = Forecasts.__new__(Forecasts)
    PyObject_GetBuffer(proba, &made.view, PyBUF_FORMAT | PyBUF_STRIDES)
    made.has_view = True
    cdef int kind = type_of(made.view.format, made.view.itemsize)
    if made.view.ndim != 2 or kind not in (FM_F32, FM_F64) or made.view.shape[1] < 1:
        raise TypeError("probabilities must be a matrix of float32 or float64")
    made.n = made.view.shape[0]
    made.k = made.view.shape[1]
    if codes.shape[0] != made.n or made.n < 1:
        raise ValueError("codes and probabilities differ in length")
    made.codes = codes
    made.single = kind == FM_F32
    made.of.codes = &codes[0]
    made.of.proba.data = <const char *>made.view.buf
    made.of.proba.stride = made.view.strides[0]
    made.of.proba.width = made.view.itemsize
    made.of.proba.type = <fm_type>kind
    made.of.step = made.view.strides[1]
    made.of.k = made.k
    return made
