"""Bets on the mean of bounded values: rows put into cells, and what bets made of them.

A row of value y in [0, 1] lies at S y = j + f; it adds 1 - f to cell j and f to j + 1.
The logarithm is concave, so that what a bet makes of the cells is never more than what
it makes of the rows.

Equivalent Python: ``fastmetrics.reference.comparison.sequential``.
"""

from libc.math cimport INFINITY, log1p
from libc.stdint cimport int64_t

cdef enum:
    TABLES = 4      # taken in turns, so that equal rows do not wait for each other
    BLOCK = 256
    ROUNDS = 64     # blocks until the tables are added up
    MOST_CELLS = 1024


cdef void put_rows(const double *places, const int64_t *counts, Py_ssize_t n,
                   Py_ssize_t steps, double *tables) noexcept nogil:
    """Add n rows at their places, each with its neighbours, to the tables."""
    cdef Py_ssize_t i, j
    cdef double part, times = 1.0
    cdef double *table
    for i in range(n):
        j = min(<Py_ssize_t> places[i], steps - 1)
        part = places[i] - j
        if counts != NULL:
            times = <double> counts[i]
        table = tables + (i % TABLES) * MOST_CELLS + j
        table[0] += times * (1.0 - part)
        table[1] += times * part


cdef void empty_tables(double *tables, double *cells, Py_ssize_t n) noexcept nogil:
    """Add what the tables hold to the cells."""
    cdef Py_ssize_t i, j
    for j in range(n):
        for i in range(TABLES):
            cells[j] += tables[i * MOST_CELLS + j]
            tables[i * MOST_CELLS + j] = 0.0


def fill_cells(const double[::1] values not None, double low, double high,
               double[::1] cells not None, const int64_t[::1] counts=None):
    """Add values in [low, high] to S + 1 cells; return the first row outside, or -1.

    ``counts`` says how often each row occurs. Where a row is outside, or NaN, nothing
    is added.
    """
    cdef Py_ssize_t b, i, first, m, n = values.shape[0], bad = -1
    cdef Py_ssize_t size = cells.shape[0]
    cdef double[TABLES * MOST_CELLS] tables
    cdef double[MOST_CELLS] sums
    cdef double[BLOCK] places
    cdef double unit = high - low
    cdef const int64_t *times = NULL
    cdef bint inside
    if not 2 <= size <= MOST_CELLS:
        raise ValueError(f"there are {size} cells")
    if counts is not None and counts.shape[0] != n:
        raise ValueError(f"arrays differ in length: {n} and {counts.shape[0]}")
    if n == 0:
        return -1
    if counts is not None:
        times = &counts[0]
    with nogil:
        for i in range(TABLES * MOST_CELLS):
            tables[i] = 0.0
        for i in range(size):
            sums[i] = 0.0
        for b in range((n + BLOCK - 1) // BLOCK):
            first = b * BLOCK
            m = min(<Py_ssize_t> BLOCK, n - first)
            inside = True
            for i in range(m):  # a loop that does nothing else becomes one over vectors
                inside &= (low <= values[first + i]) & (values[first + i] <= high)
                places[i] = (values[first + i] - low) / unit * (size - 1)
            if not inside:
                bad = first
                while low <= values[bad] <= high:
                    bad += 1
                break
            put_rows(places, times, m, size - 1, tables)
            if times != NULL:
                times += m
            if b % ROUNDS == ROUNDS - 1:  # so that sums of many parts stay exact
                empty_tables(tables, sums, size)
        if bad < 0:
            empty_tables(tables, sums, size)
            for i in range(size):
                cells[i] += sums[i]
    return bad


def log_wealth(const double[::1] cells not None, const double[::1] shares not None,
               double mean, bint mirrored, double[::1] out not None):
    """Write the logarithm of what a capital of 1 has become, for each share bet.

    The bets are that y is above ``mean``, or where it is ``mirrored`` that 1 - y is.
    """
    cdef Py_ssize_t i, j, k, m = 0, steps = cells.shape[0] - 1
    cdef double[MOST_CELLS] gains, rows
    cdef double total
    if not 1 <= steps < MOST_CELLS or out.shape[0] != shares.shape[0]:
        raise ValueError(f"there are {steps + 1} cells and {shares.shape[0]} bets")
    with nogil:
        for j in range(steps + 1):
            if cells[j] > 0:
                i = steps - j if mirrored else j
                gains[m] = (<double> i / steps - mean) / mean
                rows[m] = cells[j]
                m += 1
        for k in range(shares.shape[0]):
            total = 0.0
            for i in range(m):
                if shares[k] * gains[i] <= -1.0:  # all is lost
                    total = -INFINITY
                    break
                total += rows[i] * log1p(shares[k] * gains[i])
            out[k] = total
