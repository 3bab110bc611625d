"""Sums of information over the cells and the margins of a table of two partitions.

All are N times an information in nats, N being the rows: fm_information.h says
what is added up. Cells are those that occur: position of their row, position of their
column, and how many rows of the data they hold; sizes are sums of rows and columns.
Sums come as two floats, the value and what rounding left out of it.
"""

from libc.stdint cimport int64_t

from fastmetrics._kernels.c.information cimport fm_expected_phi, fm_phi, fm_surprise
from fastmetrics._kernels.total cimport Total, add

# Up to here whole numbers are exact as doubles.
cdef int64_t MOST = 1 << 53


cdef int _check(int64_t total) except -1:
    if not 0 < total < MOST:
        raise ValueError("the total must be above 0 and below 2**53")
    return 0


cdef int _check_sizes(const int64_t[::1] sizes, int64_t total) except -1:
    cdef Py_ssize_t i
    for i in range(sizes.shape[0]):
        if not 0 < sizes[i] <= total:
            raise ValueError("sizes must be above 0 and not above the total")
    return 0


def sum_phi(
    const int64_t[::1] rows not None,
    const int64_t[::1] columns not None,
    const int64_t[::1] n not None,
    const int64_t[::1] row_sizes not None,
    const int64_t[::1] column_sizes not None,
    int64_t total,
):
    """Add up phi of cells that occur; positions must be those of the sizes."""
    cdef Py_ssize_t i, m = n.shape[0]
    cdef Py_ssize_t n_rows = row_sizes.shape[0], n_columns = column_sizes.shape[0]
    cdef Total sum = Total(0.0, 0.0)
    cdef int64_t a, b
    cdef bint outside = False
    _check(total)
    _check_sizes(row_sizes, total)
    _check_sizes(column_sizes, total)
    if rows.shape[0] != m or columns.shape[0] != m:
        raise ValueError("rows, columns and n differ in length")
    with nogil:
        for i in range(m):
            if not (0 <= rows[i] < n_rows and 0 <= columns[i] < n_columns):
                outside = True
                break
            a = row_sizes[rows[i]]
            b = column_sizes[columns[i]]
            if not 0 <= n[i] <= min(a, b):
                outside = True
                break
            add(&sum, fm_phi(n[i], a, b, total))
    if outside:
        raise ValueError("a cell lies outside the table, or is larger than its margins")
    return sum.sum, sum.low


def sum_missing(
    const int64_t[::1] rows not None,
    const int64_t[::1] columns not None,
    const int64_t[::1] row_sizes not None,
    const int64_t[::1] column_sizes not None,
    int64_t total,
):
    """Add up phi, that is a b / N, of the cells that do not occur.

    Cells are in the order of their rows; sizes add up to the total.
    """
    cdef Py_ssize_t i, m = rows.shape[0], at = 0
    cdef Py_ssize_t n_rows = row_sizes.shape[0], n_columns = column_sizes.shape[0]
    cdef Total sum = Total(0.0, 0.0)
    cdef int64_t rest
    cdef bint outside = False
    _check(total)
    if columns.shape[0] != m:
        raise ValueError("rows and columns differ in length")
    with nogil:
        for i in range(n_rows):
            rest = total
            while at < m and rows[at] == i:
                if not 0 <= columns[at] < n_columns:
                    outside = True
                    break
                rest -= column_sizes[columns[at]]
                at += 1
            if outside:
                break
            if rest:
                add(&sum, <double>row_sizes[i] * <double>rest / <double>total)
    if outside or at < m:
        raise ValueError("cells lie outside the table, or are not in order")
    return sum.sum, sum.low


def sum_expected_phi(
    const int64_t[::1] a not None, const int64_t[::1] times_a not None,
    const int64_t[::1] b not None, const int64_t[::1] times_b not None, int64_t total
):
    """Add up E[phi] of the cells of ``times_a`` rows of ``a`` and so of columns."""
    cdef Py_ssize_t i, j, n_a = a.shape[0], n_b = b.shape[0]
    cdef Total sum = Total(0.0, 0.0)
    cdef double times
    _check(total)
    _check_sizes(a, total)
    _check_sizes(b, total)
    if times_a.shape[0] != n_a or times_b.shape[0] != n_b:
        raise ValueError("sizes and how often they occur differ in length")
    with nogil:
        for i in range(n_a):
            for j in range(n_b):
                times = <double>times_a[i] * <double>times_b[j]
                add(&sum, times * fm_expected_phi(a[i], b[j], total))
    return sum.sum, sum.low


def expected_phi(
    const int64_t[::1] a not None,
    const int64_t[::1] b not None,
    int64_t total,
    double[::1] out not None,
):
    """Write E[phi] of the cell of a row of ``a[i]`` and a column of ``b[i]``."""
    cdef Py_ssize_t i, m = a.shape[0]
    _check(total)
    _check_sizes(a, total)
    _check_sizes(b, total)
    if b.shape[0] != m or out.shape[0] != m:
        raise ValueError("the sizes and the place for the result differ in length")
    with nogil:
        for i in range(m):
            out[i] = fm_expected_phi(a[i], b[i], total)


def sum_surprise(const int64_t[::1] sizes not None, int64_t total):
    """Add up a log(N / a) of clusters of these sizes: N times their entropy."""
    cdef Py_ssize_t i
    cdef Total sum = Total(0.0, 0.0)
    _check(total)
    _check_sizes(sizes, total)
    with nogil:
        for i in range(sizes.shape[0]):
            add(&sum, fm_surprise(sizes[i], total))
    return sum.sum, sum.low
