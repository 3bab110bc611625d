"""Replicates of smoothed scores: rows drawn anew, each copy moved by noise of its own.

Scores are cells of a line. The copies of a row go to its cell and so many further as a
random byte says, of 256 equally likely distances for each class; a replicate is how
much of each class lies in each cell, and is reduced like a sweep whose thresholds are
the cells. Which rows are drawn and where their copies go depends on (seed, replicate)
alone, so replicates run anywhere in any order.

Equivalent Python: ``fastmetrics.reference.cell_intervals``.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastmetrics._kernels cimport reduce as red
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.random cimport (
    fm_draw_noise,
    fm_draw_weights,
    fm_draw_weights_scratch,
)

fm_cpu_init()

cdef enum:
    N_DISTANCES = 256
    # Copies of a row that are written at once, be they fewer: of few rows are more.
    FEW = 4


cdef struct Rows:
    # A SmoothRows as plain C, for code without the GIL.
    const int32_t *cells
    const int32_t *distances    # of negatives, then of positives
    Py_ssize_t n_cells
    const red.Reducer *reducers
    Py_ssize_t n_reducers


cdef class SmoothRows:
    """One model's rows, in an order that all models share, and what is reduced.

    cells : int32; where each row lies. Larger cells are larger scores.
    distances : int32 (2, 256); how far a copy of a negative, and of a positive row,
        may go. All cells that are reached are in [0, n_cells).
    reducers : tuples ``(name, *parameters)``.
    """

    cdef const int32_t[::1] cells
    cdef const int32_t[:, ::1] distances
    cdef red.Reducer *reducers
    cdef Rows view

    def __cinit__(
        self,
        const int32_t[::1] cells not None,
        const int32_t[:, ::1] distances not None,
        Py_ssize_t n_cells,
        reducers,
    ):
        cdef Py_ssize_t k
        if not cells.shape[0]:
            raise ValueError("no rows")
        if distances.shape[0] != 2 or distances.shape[1] != N_DISTANCES:
            raise ValueError("distances has the wrong shape")
        if (np.min(cells) + np.min(distances) < 0
                or np.max(cells) + np.max(distances) >= n_cells):
            raise ValueError("a copy would lie beyond the cells")
        self.cells = cells
        self.distances = distances
        self.view.cells = &self.cells[0]
        self.view.distances = &self.distances[0, 0]
        self.view.n_cells = n_cells
        self.view.n_reducers = len(reducers)
        self.reducers = <red.Reducer *> malloc(
            (self.view.n_reducers + 1) * sizeof(red.Reducer))
        if self.reducers == NULL:
            raise MemoryError
        for k in range(self.view.n_reducers):
            red.load(&self.reducers[k], reducers[k])
        self.view.reducers = self.reducers

    def __dealloc__(self):
        free(self.reducers)


cdef struct Columns:
    # What all models share; NULL is "none".
    const uint8_t *labels
    const uint32_t *units
    const double *weights
    Py_ssize_t n


cdef void spread(const Columns *columns, const Rows *rows, const uint32_t *copies,
                 const uint8_t *noise, Py_ssize_t n_copies,
                 double *histogram) noexcept nogil:
    """Add up in each cell the weight of either class: negatives, then positives.

    copies : the row of each copy, which goes as far as its byte of noise says.
    """
    cdef Py_ssize_t j, k
    cdef int label
    memset(histogram, 0, 2 * rows.n_cells * sizeof(double))
    for j in range(n_copies):
        k = copies[j]
        label = columns.labels[k]
        histogram[label * rows.n_cells + rows.cells[k]
                  + rows.distances[label * N_DISTANCES + noise[j]]] += (
            1.0 if columns.weights == NULL else columns.weights[k])


cdef void reduce_histogram(const Rows *rows, const double *histogram, red.Reducer *rs,
                           double *out) noexcept nogil:
    """Values of one replicate, a step for each cell in which anything lies."""
    cdef const double *negatives = histogram
    cdef const double *positives = histogram + rows.n_cells
    cdef Py_ssize_t k, r, m = 0
    cdef double P = 0, N = 0, tp = 0, fp = 0
    cdef double tps[red.TILE]
    cdef double fps[red.TILE]
    # Downwards as below, so that the last step is (P, N) to the bit.
    for k in range(rows.n_cells - 1, -1, -1):
        P += positives[k]
        N += negatives[k]
    for r in range(rows.n_reducers):
        red.begin(&rs[r], P, N)
    for k in range(rows.n_cells - 1, -1, -1):
        if positives[k] == 0 and negatives[k] == 0:
            continue
        tp += positives[k]
        fp += negatives[k]
        tps[m] = tp
        fps[m] = fp
        m += 1
        if m == red.TILE:
            for r in range(rows.n_reducers):
                red.take(&rs[r], tps, fps, m)
            m = 0
    for r in range(rows.n_reducers):
        red.take(&rs[r], tps, fps, m)
        out[r] = red.finish(&rs[r])


cdef class _Workspace:
    """Buffers of one job, and the models as plain pointers."""

    cdef list models
    cdef Rows *rows
    cdef Py_ssize_t n_models, n_values
    cdef uint8_t *drawn
    cdef uint64_t *draw_scratch
    cdef uint32_t *copies       # the row of each, as many as there is room for
    cdef uint8_t *noise
    cdef Py_ssize_t n_copies, room
    cdef double *histogram
    cdef red.Reducer *reducers

    def __cinit__(self, list models, Py_ssize_t n_rows, Py_ssize_t n_units):
        cdef SmoothRows rows
        cdef Py_ssize_t widest = 1, most = 1
        self.models = models
        self.n_models = len(models)
        self.rows = <Rows *> malloc((self.n_models + 1) * sizeof(Rows))
        if self.rows == NULL:
            raise MemoryError
        for k, rows in enumerate(models):
            if rows.cells.shape[0] != n_rows:
                raise ValueError("cells and labels differ in length")
            self.rows[k] = rows.view
            self.n_values += rows.view.n_reducers
            widest = max(widest, rows.view.n_cells)
            most = max(most, rows.view.n_reducers)
        self.drawn = <uint8_t *> malloc(n_units + 64)
        self.draw_scratch = <uint64_t *> malloc(
            fm_draw_weights_scratch(n_units) * sizeof(uint64_t))
        self.histogram = <double *> malloc(2 * widest * sizeof(double))
        self.reducers = <red.Reducer *> malloc(most * sizeof(red.Reducer))
        if (self.drawn == NULL or self.draw_scratch == NULL
                or self.histogram == NULL or self.reducers == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.rows)
        free(self.drawn)
        free(self.draw_scratch)
        free(self.copies)
        free(self.noise)
        free(self.histogram)
        free(self.reducers)

    cdef int copy_rows(self, const Columns *columns, uint64_t seed,
                       uint64_t replicate) noexcept nogil:
        """Write down the row of each copy, and draw its noise; -1 when out of memory.

        No branches on how often a row was drawn, which cannot be predicted.
        """
        cdef Py_ssize_t k, j, m = 0
        cdef int copies
        self.n_copies = 0
        for k in range(columns.n):
            m += self.drawn[k if columns.units == NULL else columns.units[k]]
        if m > self.room or self.copies == NULL:
            free(self.copies)
            free(self.noise)
            self.room = m
            self.copies = <uint32_t *> malloc((m + FEW) * sizeof(uint32_t))
            self.noise = <uint8_t *> malloc(m + 16)
            if self.copies == NULL or self.noise == NULL:
                return -1
        for k in range(columns.n):
            copies = self.drawn[k if columns.units == NULL else columns.units[k]]
            for j in range(FEW):
                self.copies[self.n_copies + j] = <uint32_t> k
            for j in range(FEW, copies):
                self.copies[self.n_copies + j] = <uint32_t> k
            self.n_copies += copies
        fm_draw_noise(seed, replicate, 0, (m + 15) // 16, self.noise)
        return 0

    cdef int reduce_models(self, const Columns *columns, uint64_t seed,
                           uint64_t replicate, double *out) noexcept nogil:
        """Values of all models in one replicate; -1 when out of memory."""
        cdef Py_ssize_t k, r
        cdef const Rows *rows
        cdef int failed = 0
        if self.copy_rows(columns, seed, replicate):
            return -1
        for k in range(self.n_models):
            rows = &self.rows[k]
            spread(columns, rows, self.copies, self.noise, self.n_copies,
                   self.histogram)
            memcpy(self.reducers, rows.reducers,
                   rows.n_reducers * sizeof(red.Reducer))
            reduce_histogram(rows, self.histogram, self.reducers, out)
            for r in range(rows.n_reducers):
                failed |= self.reducers[r].failed
                red.release(&self.reducers[r])
            out += rows.n_reducers
        return -1 if failed else 0


def replicate(list models, const uint8_t[::1] labels not None, units, weights,
              const int64_t[::1] strata not None, uint64_t seed, uint64_t first,
              double[:, ::1] out not None):
    """Values of replicates ``first``, ``first`` + 1, … into ``out``'s rows.

    models : SmoothRows; a row of ``out`` holds the values of the first one's reducers,
        then the second's, … The same copy of a row meets the same byte in all of them.
    labels : 1 for a positive row, else 0.
    units : uint32, the drawn unit of each row; None: unit k is row k.
    weights : float64, the data's own weight of each row, or None.
    strata : sizes of the contiguous runs of units that keep their total weight.
    """
    cdef Columns columns
    cdef Py_ssize_t r, s, n_units = 0
    cdef int failed = 0
    cdef const uint32_t[::1] units_view
    cdef const double[::1] weights_view
    sizes_array = np.asarray(strata, np.uintp)
    cdef const size_t[::1] sizes = sizes_array
    columns.n = labels.shape[0]
    columns.units = NULL
    columns.weights = NULL
    if not columns.n:
        raise ValueError("no rows")
    columns.labels = &labels[0]
    if np.max(labels) > 1:
        raise ValueError("a label is neither 0 nor 1")
    for s in range(strata.shape[0]):
        if strata[s] < 0:
            raise ValueError("a stratum has a negative size")
        n_units += strata[s]
    if units is not None:
        units_view = units
        if units_view.shape[0] != columns.n:
            raise ValueError("units and labels differ in length")
        if np.max(units) >= n_units:
            raise ValueError("a unit lies beyond the strata")
        columns.units = &units_view[0]
    elif n_units != columns.n:
        raise ValueError("strata do not add up to the rows")
    if weights is not None:
        # The total of a replicate is of the order of the data's.
        scale = red.scale_for(np.sum(weights))
        weights_view = weights if scale == 1.0 else np.multiply(weights, scale)
        if weights_view.shape[0] != columns.n:
            raise ValueError("weights and labels differ in length")
        columns.weights = &weights_view[0]
    cdef _Workspace work = _Workspace(models, columns.n, n_units)
    if out.shape[1] != work.n_values:
        raise ValueError("out has the wrong number of columns")
    with nogil:
        for r in range(out.shape[0]):
            fm_draw_weights(seed, first + r, &sizes[0], sizes.shape[0], work.drawn,
                            work.draw_scratch)
            failed = work.reduce_models(&columns, seed, first + r, &out[r, 0])
            if failed:
                break
    if failed:
        raise MemoryError
