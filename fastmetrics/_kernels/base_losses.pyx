"""What forecasts lose, and what a constant would lose in their place.

Rows are added up in blocks (total.pxd), and pieces of rows one after the other, so the
bits depend neither on threads nor on the processor.

Equivalent Python: ``fastmetrics.reference.regression.relative_errors``.
"""

from cpython.buffer cimport PyBuffer_Release

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.numbers cimport fm_numbers
from fastmetrics._kernels.numbers cimport column_of, open_numbers
from fastmetrics._kernels.total cimport BLOCK, Total, add_block

PIECE = 1 << 18     # rows that one call adds up


cdef int check_weights(const double[::1] weights, Py_ssize_t n) except -1:
    if weights is not None and weights.shape[0] != n:
        raise ValueError("weights differ in length")
    return 0


cdef void fill(double *block, Py_ssize_t n) noexcept nogil:
    """Fill up a block that has n values only."""
    cdef Py_ssize_t j
    for j in range(n, BLOCK):
        block[j] = 0.0


cdef void weigh(double *block, const double *weights, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(n):
        block[j] *= weights[j]


cdef inline double pinball(double d, double alpha, double below) noexcept nogil:
    """alpha d from 0 on, else (alpha - 1) d: the larger of the two, without a branch.

    Written so that the compiler makes it wide. NaN stays NaN.
    """
    cdef double a = alpha * d, b = below * d
    return a if a > b else b


cdef void lose(double *block, const double *y, const double *forecast,
               double constant, double shift, double alpha,
               Py_ssize_t n) noexcept nogil:
    """Write the pinball loss of forecasts, or, with none, of constant + shift."""
    cdef Py_ssize_t j
    cdef double below = alpha - 1.0
    if forecast != NULL:
        for j in range(n):
            block[j] = pinball(y[j] - forecast[j], alpha, below)
    else:
        for j in range(n):
            block[j] = pinball((y[j] - constant) - shift, alpha, below)


def sum_around(true, double origin, const double[::1] weights, Py_ssize_t piece):
    """Return Σ w (y - origin) of a piece of rows as (sum, what it was rounded by)."""
    cdef Py_buffer view
    cdef fm_column column
    cdef Py_ssize_t i, j, m, stop
    cdef double[BLOCK] room, block
    cdef const double *y
    cdef Total total = Total(0.0, 0.0)
    open_numbers(true, &view)
    try:
        check_weights(weights, view.shape[0])
        column = column_of(&view, 0)
        i, stop = piece * PIECE, min(view.shape[0], (piece + 1) * PIECE)
        with nogil:
            while i < stop:
                m = min(<Py_ssize_t> BLOCK, stop - i)
                y = fm_numbers(&column, i, m, room)
                for j in range(m):
                    block[j] = y[j] - origin
                fill(block, m)
                if weights is not None:
                    weigh(block, &weights[i], m)
                add_block(&total, block)
                i += m
    finally:
        PyBuffer_Release(&view)
    return total.sum, total.low


def sum_pinball(true, pred, double constant, double shift, double alpha,
                const double[::1] weights, Py_ssize_t piece):
    """Return Σ w l of a piece of rows, l being the pinball loss of the forecasts, then
    of a constant, each as (sum, what it was rounded by).

    The constant is in two parts, for distances from it that are far smaller than it.
    """
    cdef Py_buffer[2] views
    cdef fm_column[2] columns
    cdef Py_ssize_t i, m, stop
    cdef int opened = 0
    cdef double[BLOCK] room, pred_room, block
    cdef const double *y
    cdef Total lost = Total(0.0, 0.0)
    cdef Total base = Total(0.0, 0.0)
    try:
        open_numbers(true, &views[0])
        opened = 1
        open_numbers(pred, &views[1])
        opened = 2
        check_weights(weights, views[0].shape[0])
        if views[0].shape[0] != views[1].shape[0]:
            raise ValueError("columns differ in length")
        columns[0], columns[1] = column_of(&views[0], 0), column_of(&views[1], 0)
        i, stop = piece * PIECE, min(views[0].shape[0], (piece + 1) * PIECE)
        with nogil:
            while i < stop:
                m = min(<Py_ssize_t> BLOCK, stop - i)
                y = fm_numbers(&columns[0], i, m, room)
                lose(block, y, fm_numbers(&columns[1], i, m, pred_room), 0.0, 0.0,
                     alpha, m)
                fill(block, m)
                if weights is not None:
                    weigh(block, &weights[i], m)
                add_block(&lost, block)
                lose(block, y, NULL, constant, shift, alpha, m)
                fill(block, m)
                if weights is not None:
                    weigh(block, &weights[i], m)
                add_block(&base, block)
                i += m
    finally:
        while opened > 0:
            opened -= 1
            PyBuffer_Release(&views[opened])
    return (lost.sum, lost.low), (base.sum, base.low)
