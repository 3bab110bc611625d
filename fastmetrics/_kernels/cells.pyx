"""Replicates of a table: new counts of its cells, added up to margins on the spot.

Rows in one cell of a table (the same label, predicted the same by every model) are
alike, so a replicate needs how many of them were drawn, not which. Two ways:
``draw_cells`` draws these numbers as one multinomial, at a cost that depends on the
cells alone; ``draw_rows`` draws a weight for every drawn unit (a row, or a cluster of
rows) and adds the weights up by cell, which rows with weights of their own need and
which is cheaper where most cells hold few rows. Memory is a few numbers per cell, and
a byte per unit where units are drawn, whatever the number of replicates. Draws depend
on (seed, replicate) alone, so replicates run anywhere in any order.
"""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.random cimport (
    fm_draw_multinomial,
    fm_draw_weights,
    fm_draw_weights_scratch,
)

fm_cpu_init()

# Larger numbers of trials are not exact in a double, which the samplers compute with.
cdef int64_t MOST_TRIALS = 1 << 53

# Sums of rows are whole numbers, unless rows have weights.
ctypedef fused sum_t:
    int64_t
    double


cdef struct Layout:
    # A CellLayout as plain C, for code without the GIL; NULL is "none".
    const int64_t *starts
    const int64_t *bins
    const int64_t *amounts
    const double *values
    Py_ssize_t n_cells, n_bins, n_values


@cython.final
@cython.auto_pickle(False)
cdef class CellLayout:
    """The cells, and which sums their rows count towards.

    starts : int64, one more than cells; ``bins[starts[j]:starts[j + 1]]`` are cell j's.
    bins : int64, below n_bins.
    amounts : int64 or None; what a row adds to the bin; None: 1.
    values : float64 of shape (cells, n_values) or None; numbers that every row of a
        cell has, to be summed as well.
    """

    cdef const int64_t[::1] starts
    cdef const int64_t[::1] bins
    cdef const int64_t[::1] amounts
    cdef const double[:, ::1] values
    cdef Layout view

    def __cinit__(self, const int64_t[::1] starts not None,
                  const int64_t[::1] bins not None, Py_ssize_t n_bins,
                  amounts=None, values=None):
        cdef Py_ssize_t j, m = starts.shape[0] - 1
        if m < 1 or n_bins < 1:
            raise ValueError("no cells or no bins")
        if starts[0] != 0 or starts[m] != bins.shape[0]:
            raise ValueError("starts and bins differ in length")
        for j in range(m):
            if starts[j] > starts[j + 1]:
                raise ValueError("starts do not ascend")
        for j in range(bins.shape[0]):
            if not 0 <= bins[j] < n_bins:
                raise ValueError("a bin lies beyond n_bins")
        self.starts, self.bins = starts, bins
        self.view.starts = &self.starts[0]
        if bins.shape[0]:
            self.view.bins = &self.bins[0]
        self.view.n_cells, self.view.n_bins = m, n_bins
        if amounts is not None:
            self.amounts = amounts
            if self.amounts.shape[0] != bins.shape[0]:
                raise ValueError("amounts and bins differ in length")
            if bins.shape[0]:
                self.view.amounts = &self.amounts[0]
        if values is not None:
            self.values = values
            if self.values.shape[0] != m:
                raise ValueError("values and cells differ in length")
            self.view.n_values = self.values.shape[1]
            if self.view.n_values:
                self.view.values = &self.values[0, 0]


cdef struct RowsView:
    const int64_t *ends
    const uint32_t *units
    const int64_t *counts
    const double *weights


@cython.final
@cython.auto_pickle(False)
cdef class Rows:
    """The rows of the cells, cell by cell, and the unit that each is drawn with.

    ends : int64; the rows of cell j end before row ``ends[j]``.
    n_units : how many units are drawn.
    units : uint32 or None; the unit of each row; None: unit i is row i.
    weights : int64 (so many rows in one), float64 or None.
    """

    cdef const int64_t[::1] ends
    cdef const uint32_t[::1] units
    cdef const int64_t[::1] counts
    cdef const double[::1] weights
    cdef readonly Py_ssize_t n_units
    cdef RowsView view

    def __cinit__(self, const int64_t[::1] ends not None, Py_ssize_t n_units,
                  units=None, weights=None):
        cdef Py_ssize_t j, n, m = ends.shape[0]
        if m < 1:
            raise ValueError("no cells")
        n = ends[m - 1]
        if ends[0] < 0 or n < 1 or n_units < 1:
            raise ValueError("no rows")
        for j in range(1, m):
            if ends[j] < ends[j - 1]:
                raise ValueError("ends do not ascend")
        self.ends, self.n_units = ends, n_units
        self.view.ends = &self.ends[0]
        if units is not None:
            self.units = units
            if self.units.shape[0] != n:
                raise ValueError("units and rows differ in length")
            for j in range(n):
                if self.units[j] >= n_units:
                    raise ValueError("a unit lies beyond n_units")
            self.view.units = &self.units[0]
        elif n_units != n:
            raise ValueError("n_units are not the rows")
        if weights is None:
            return
        if len(weights) != n:
            raise ValueError("weights and rows differ in length")
        if weights.dtype == np.int64:
            self.counts = weights
            self.view.counts = &self.counts[0]
        else:
            self.weights = weights
            self.view.weights = &self.weights[0]


cdef void spread(const Layout *cells, const sum_t *sums, sum_t *out,
                 double *values) noexcept nogil:
    """Add the rows of each cell up to bins and values."""
    cdef Py_ssize_t j, e, v
    cdef const double *own
    memset(out, 0, cells.n_bins * sizeof(sum_t))
    if cells.n_values:
        memset(values, 0, cells.n_values * sizeof(double))
    for j in range(cells.n_cells):
        if sums[j] == 0:
            continue
        if cells.amounts == NULL:
            for e in range(cells.starts[j], cells.starts[j + 1]):
                out[cells.bins[e]] += sums[j]
        else:
            for e in range(cells.starts[j], cells.starts[j + 1]):
                out[cells.bins[e]] += sums[j] * <sum_t> cells.amounts[e]
        own = cells.values + j * cells.n_values
        for v in range(cells.n_values):
            values[v] += <double> sums[j] * own[v]


cdef void sum_rows(const RowsView *rows, Py_ssize_t n_cells, const uint8_t *drawn,
                   sum_t *sums) noexcept nogil:
    """Add the drawn rows up by cell."""
    cdef Py_ssize_t j, i = 0
    cdef sum_t total
    cdef const sum_t *weights
    if sum_t is int64_t:
        weights = rows.counts
    else:
        weights = rows.weights
    for j in range(n_cells):
        total = 0
        if rows.units == NULL and weights == NULL:
            while i < rows.ends[j]:
                total += drawn[i]
                i += 1
        elif rows.units == NULL:
            while i < rows.ends[j]:
                total += drawn[i] * weights[i]
                i += 1
        elif weights == NULL:
            while i < rows.ends[j]:
                total += drawn[rows.units[i]]
                i += 1
        else:
            while i < rows.ends[j]:
                total += drawn[rows.units[i]] * weights[i]
                i += 1
        sums[j] = total


cdef int check_out(CellLayout cells, Py_ssize_t n, Py_ssize_t n_bins,
                   const double[:, ::1] values) except -1:
    if n_bins != cells.view.n_bins or values.shape[1] != cells.view.n_values:
        raise ValueError("out has the wrong number of columns")
    if values.shape[0] != n:
        raise ValueError("the two outputs differ in length")
    return 0


cdef int check_rows(CellLayout cells, Rows rows, bint whole) except -1:
    if rows.ends.shape[0] != cells.view.n_cells:
        raise ValueError("rows and cells differ in length")
    if whole != (rows.view.weights == NULL):
        raise ValueError("sums of weights are float64, of rows int64")
    return 0


def draw_cells(CellLayout cells not None, const double[::1] counts not None,
               const int64_t[::1] strata not None, uint64_t seed, uint64_t first,
               int64_t[:, ::1] out not None, double[:, ::1] values not None):
    """Sums of replicates ``first``, ``first`` + 1, … into the rows of the outputs.

    counts : how many rows each cell has.
    strata : where each run of cells ends that keeps its number of rows. Cell j is the
        binomial at index j, so that a single stratum is ``random.multinomial`` at
        index 0.
    """
    cdef Py_ssize_t m = cells.view.n_cells, n = out.shape[0], r, s, begin
    cdef double *own
    check_out(cells, n, out.shape[1], values)
    if counts.shape[0] != m:
        raise ValueError("counts and cells differ in length")
    whole = np.asarray(counts)
    # A sum that reaches 2**53 has lost its last digits; the limit itself is exact.
    if not ((whole >= 0) & (whole == np.floor(whole))).all():
        raise ValueError("counts are not all whole numbers of 0 or more")
    if not whole.sum() <= MOST_TRIALS:
        raise ValueError("there are more than 2**53 rows")
    ends = np.asarray(strata)
    if not len(ends) or ends[-1] != m or (np.diff(ends, prepend=0) < 1).any():
        raise ValueError("strata do not divide the cells")
    tails_array = np.concatenate(
        [np.cumsum(part[::-1])[::-1] for part in np.split(whole, ends[:-1])]
    )
    cdef const double[::1] tails = tails_array
    cdef int64_t[::1] drawn = np.empty(m, np.int64)
    cdef double *of_values
    if n == 0:
        return
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        for r in range(n):
            begin = 0
            for s in range(strata.shape[0]):
                fm_draw_multinomial(seed, first + r, begin, <int64_t> tails[begin],
                                    &counts[begin], &tails[begin],
                                    strata[s] - begin, &drawn[begin])
                begin = strata[s]
            own = of_values + r * cells.view.n_values
            spread(&cells.view, &drawn[0], &out[r, 0], own)


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class _Workspace:
    """Buffers of one job over rows."""

    cdef uint8_t *drawn
    cdef uint64_t *scratch
    cdef void *sums

    def __cinit__(self, Py_ssize_t n_cells, Py_ssize_t n_units):
        self.drawn = <uint8_t *> malloc(n_units)
        self.scratch = <uint64_t *> malloc(
            fm_draw_weights_scratch(n_units) * sizeof(uint64_t))
        self.sums = malloc(n_cells * sizeof(double))
        if self.drawn == NULL or self.scratch == NULL or self.sums == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.drawn)
        free(self.scratch)
        free(self.sums)


def draw_rows(CellLayout cells not None, Rows rows not None,
              const int64_t[::1] strata not None, uint64_t seed, uint64_t first,
              sum_t[:, ::1] out, double[:, ::1] values not None):
    """Sums of replicates ``first``, ``first`` + 1, … into the rows of the outputs.

    strata : sizes of the contiguous runs of units that keep their number.
    """
    cdef Py_ssize_t n = out.shape[0], m = cells.view.n_cells, r, s, total = 0
    cdef double *of_values
    check_out(cells, n, out.shape[1], values)
    check_rows(cells, rows, sum_t is int64_t)
    sizes_array = np.asarray(strata, np.uintp)
    cdef const size_t[::1] sizes = sizes_array
    for s in range(strata.shape[0]):
        if strata[s] < 0:
            raise ValueError("a stratum has a negative size")
        total += strata[s]
    if total != rows.n_units:
        raise ValueError("strata do not add up to the units")
    if n == 0:
        return
    cdef _Workspace work = _Workspace(m, rows.n_units)
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        for r in range(n):
            fm_draw_weights(seed, first + r, &sizes[0], sizes.shape[0], work.drawn,
                            work.scratch)
            sum_rows(&rows.view, m, work.drawn, <sum_t *> work.sums)
            spread(&cells.view, <const sum_t *> work.sums, &out[r, 0],
                   of_values + r * cells.view.n_values)


def leave_out(CellLayout cells not None, Rows rows not None,
              const uint16_t[::1] groups not None, Py_ssize_t first,
              sum_t[:, ::1] out, double[:, ::1] values not None):
    """Sums with one group of units left out: ``first``, ``first`` + 1, … in turn."""
    cdef Py_ssize_t n = out.shape[0], m = cells.view.n_cells, r, i
    cdef double *of_values
    check_out(cells, n, out.shape[1], values)
    check_rows(cells, rows, sum_t is int64_t)
    if groups.shape[0] != rows.n_units:
        raise ValueError("groups and units differ in length")
    if n == 0:
        return
    cdef _Workspace work = _Workspace(m, rows.n_units)
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        for r in range(n):
            for i in range(rows.n_units):
                work.drawn[i] = groups[i] != first + r
            sum_rows(&rows.view, m, work.drawn, <sum_t *> work.sums)
            spread(&cells.view, <const sum_t *> work.sums, &out[r, 0],
                   of_values + r * cells.view.n_values)
