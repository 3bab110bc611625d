"""Bets on the mean of bounded values: rows put into cells, and what bets made of them.

A row of value y in [0, 1] lies at S y = j + f; it adds 1 - f to cell j and f to j + 1.
The logarithm is concave, so that what a bet makes of the cells is never more than what
it makes of the rows.

Equivalent Python: ``fastmetrics.reference.comparison.sequential``.
"""

import numpy as np

cimport cython
from libc.math cimport INFINITY, log1p
from libc.stdint cimport int64_t, uint8_t

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


@cython.final
@cython.auto_pickle(False)
cdef class Bets:
    """Shares of a capital of 1 that are bet on y above a mean, at every row.

    shares : the shares, one for each bet.
    steps : the range is parted into so many; there is one cell more.
    mean : a proportion of the range.
    mirrored : whether the bets are on 1 - y.

    The logarithms of a cell's factors are computed when a row first lies in it: later
    calls for the same mean add up products only.
    """

    cdef Py_ssize_t n_cells, n_bets
    cdef double mean
    cdef bint mirrored
    cdef const double[::1] shares
    cdef double[:, ::1] logs  # by cell and bet
    cdef uint8_t[::1] known  # cells whose logarithms are there

    def __init__(self, const double[::1] shares not None, Py_ssize_t steps,
                 double mean, bint mirrored):
        if not 1 <= steps < MOST_CELLS:
            raise ValueError(f"there are {steps + 1} cells")
        self.n_cells, self.n_bets = steps + 1, shares.shape[0]
        self.shares, self.mean, self.mirrored = shares, mean, mirrored
        self.logs = np.empty((self.n_cells, self.n_bets))
        self.known = np.zeros(self.n_cells, np.uint8)

    cdef void learn(self, Py_ssize_t cell) noexcept:
        """Compute the logarithms of the factors of a row in a cell."""
        cdef Py_ssize_t k, steps = self.n_cells - 1
        cdef Py_ssize_t place = steps - cell if self.mirrored else cell
        cdef double gain = (<double> place / steps - self.mean) / self.mean
        cdef double part
        for k in range(self.n_bets):
            part = self.shares[k] * gain
            self.logs[cell, k] = -INFINITY if part <= -1.0 else log1p(part)
        self.known[cell] = True

    def log_wealth(self, const double[::1] cells not None):
        """Return the logarithm of what each bet has become of the rows in cells."""
        cdef Py_ssize_t j, k
        if cells.shape[0] != self.n_cells:
            raise ValueError(f"there are {cells.shape[0]} cells, not {self.n_cells}")
        found = np.zeros(self.n_bets)
        cdef double[::1] out = found
        for j in range(self.n_cells):
            if cells[j] > 0:
                if not self.known[j]:
                    self.learn(j)
                for k in range(self.n_bets):
                    out[k] += cells[j] * self.logs[j, k]
        return found
