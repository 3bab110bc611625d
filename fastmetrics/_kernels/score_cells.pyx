"""Replicates of a sweep that is cut into cells: a pass over the rows for 64 of them.

A cell is a run of neighbouring thresholds. In each replicate a row is heavy or not, so
how many rows of each class are heavy says what a cell weighs: 64 bits a row, of 64
replicates, are drawn and counted at once, and a replicate is reduced from its cells.
The draw of a row depends on (seed, replicate, number of the row) alone, so replicates
run anywhere in any order, and models whose rows bear the same numbers are drawn
jointly.

Equivalent Python: ``fastmetrics.reference.cell_intervals``.
"""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastmetrics._kernels cimport reduce as red
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.heavy cimport (
    FM_HEAVY_GROUP,
    fm_count_bits,
    fm_draw_heavy,
)
from fastmetrics._kernels.c.random cimport fm_draw_noise
from fastmetrics._kernels.rows cimport LAST_OF_TIE, POSITIVE

fm_cpu_init()

cdef enum:
    BATCH = 64          # replicates that are drawn at once, a bit of a word each
    ABREAST = 16        # of these that are added up at once: a cache line of counts
    BUFFER = 2048       # words at a time
    NOISE = 4096        # bytes at a time
    # From one row of steps to the next: were it a power of two, all of them would want
    # the same places of the cache.
    STRIDE = red.TILE + 8

BATCH_SIZE = BATCH

# A row weighs 1 + (4·heavy - 1) / √3.
cdef double PER_ROOT = 1.0 / sqrt(3.0)


# ---------------------------------------------------------------- cells

def cut(const uint8_t[::1] flags not None, int64_t n_positive, int64_t n_negative,
        int64_t shares):
    """Return the end of each cell, int64, of rows in canonical order.

    flags : uint8, as ``sweep.labelled_flags`` makes them.
    shares : a cell ends with the tie in which the count of either class reaches the
        next multiple of its total / shares. So no cell without large ties holds more
        than that of a class, and there are at most 2·shares of them.
    """
    cdef Py_ssize_t n = flags.shape[0], k, m = 0
    cdef int64_t tp = 0, next_tp, next_fp
    ends_array = np.empty(min(n, 2 * shares + 1), np.int64)
    cdef int64_t[::1] ends = ends_array
    if shares < 1:
        raise ValueError(f"shares is {shares}, expected 1 or more")
    next_tp = share_end(0, n_positive, shares)
    next_fp = share_end(0, n_negative, shares)
    with nogil:
        for k in range(n):
            tp += flags[k] & POSITIVE
            if (flags[k] & LAST_OF_TIE
                    and (tp >= next_tp or k + 1 - tp >= next_fp)):
                ends[m] = k + 1
                m += 1
                next_tp = share_end(tp, n_positive, shares)
                next_fp = share_end(k + 1 - tp, n_negative, shares)
    return ends_array[:m].copy()


cdef inline int64_t share_end(int64_t count, int64_t total,
                              int64_t shares) noexcept nogil:
    """The least count beyond this one that ends a share of the total."""
    cdef int64_t share
    if count >= total:
        return total + 1
    share = count * shares // total + 1
    return (share * total + shares - 1) // shares


def count_cells(const uint8_t[::1] flags not None, const int64_t[::1] ends not None):
    """Return how many positives and negatives each cell holds, int64 (cells, 2)."""
    cdef Py_ssize_t k = 0, cell, start
    cdef int64_t tp
    counts_array = np.empty((ends.shape[0], 2), np.int64)
    cdef int64_t[:, ::1] counts = counts_array
    if ends.shape[0] and ends[ends.shape[0] - 1] != flags.shape[0]:
        raise ValueError("the last cell does not end with the rows")
    with nogil:
        for cell in range(ends.shape[0]):
            start = k
            tp = 0
            while k < ends[cell]:
                tp += flags[k] & POSITIVE
                k += 1
            counts[cell, 0] = tp
            counts[cell, 1] = k - start - tp
    return counts_array


def arrange(const uint8_t[::1] flags not None, const uint32_t[::1] order not None,
            const int64_t[::1] ends not None, const int64_t[:, ::1] counts not None):
    """Return the numbers of the rows by cell, and positives before negatives in each.

    order : uint32; the number of each row in canonical order.
    """
    cdef Py_ssize_t k = 0, cell, positive, negative
    rows_array = np.empty(flags.shape[0], np.uint32)
    cdef uint32_t[::1] rows = rows_array
    if order.shape[0] != flags.shape[0] or counts.shape[0] != ends.shape[0]:
        raise ValueError("flags and order, or ends and counts, differ in length")
    with nogil:
        for cell in range(ends.shape[0]):
            positive = k
            negative = k + counts[cell, 0]
            while k < ends[cell]:
                if flags[k] & POSITIVE:
                    rows[positive] = order[k]
                    positive += 1
                else:
                    rows[negative] = order[k]
                    negative += 1
                k += 1
    return rows_array


def count_by_group(const int64_t[:, ::1] counts not None, rows,
                   const uint16_t[::1] groups not None, Py_ssize_t n_groups):
    """Return the positives and negatives of each cell in each group of rows.

    rows : uint32 or None; of ``CellRows``. groups : uint16; that of each row.
    int32, (groups, cells, 2).
    """
    cdef Py_ssize_t run, k = 0, end = 0, n_runs = 2 * counts.shape[0]
    cdef const uint32_t[::1] own
    cdef const uint32_t *numbers = NULL
    found_array = np.zeros((n_groups, counts.shape[0], 2), np.int32)
    cdef int32_t[:, ::1] found = found_array.reshape(n_groups, -1)
    if counts.shape[1] != 2 or np.sum(counts) != groups.shape[0]:
        raise ValueError("counts do not add up to the rows")
    if groups.shape[0] and np.max(groups) >= n_groups:
        raise ValueError("a group lies beyond n_groups")
    if rows is not None:
        own = rows
        if own.shape[0] != groups.shape[0]:
            raise ValueError("rows and groups differ in length")
        if own.shape[0]:
            if np.max(rows) >= groups.shape[0]:
                raise ValueError("a row lies beyond the groups")
            numbers = &own[0]
    with nogil:
        for run in range(n_runs):
            end += counts[run // 2, run % 2]
            while k < end:
                found[groups[k if numbers == NULL else numbers[k]], run] += 1
                k += 1
    return found_array


def place_copies(const int32_t[::1] cells not None,
                 const int32_t[:, ::1] distances not None, Py_ssize_t n_cells,
                 const uint8_t[::1] labels not None, uint64_t seed):
    """Return where a copy of each smoothed row lies, uint16, from the highest cell on.

    cells, distances : of ``smooth.SmoothRows``; byte k of the noise of replicate 0 says
        how far the copy of row k goes. Less than 2**15 cells.
    Positives of a cell have the number 2·(n_cells - 1 - cell), negatives one more.
    """
    cdef Py_ssize_t n = cells.shape[0], k = 0, j, some
    cdef uint8_t noise[NOISE]
    cdef uint64_t block = 0
    places_array = np.empty(n, np.uint16)
    cdef uint16_t[::1] places = places_array
    if labels.shape[0] != n:
        raise ValueError("cells and labels differ in length")
    if distances.shape[0] != 2 or distances.shape[1] != 256:
        raise ValueError("distances has the wrong shape")
    if n_cells > 1 << 15 or n and (np.min(cells) + np.min(distances) < 0
                                   or np.max(cells) + np.max(distances) >= n_cells):
        raise ValueError("a copy would lie beyond the cells")
    if n and np.max(labels) > 1:
        raise ValueError("a label is neither 0 nor 1")
    with nogil:
        while k < n:
            some = min(<Py_ssize_t> NOISE, n - k)
            fm_draw_noise(seed, 0, block, NOISE // 16, noise)
            for j in range(some):
                places[k + j] = <uint16_t> (
                    2 * (n_cells - 1 - cells[k + j]
                         - distances[labels[k + j], noise[j]])
                    + 1 - labels[k + j])
            block += NOISE // 16
            k += some
    return places_array


# ---------------------------------------------------------------- replicates

cdef struct Cells:
    # A CellRows as plain C, for code without the GIL; NULL is "none".
    const int64_t *counts
    const double *weights
    const uint32_t *rows
    Py_ssize_t n, n_rows
    const red.Reducer *reducers
    Py_ssize_t n_reducers


cdef class CellRows:
    """The cells of one model, and what is to be reduced from them.

    counts : int64 (cells, 2); positives and negatives of each, scores descending.
    weights : float64 (cells, 2); what these weigh on average over replicates.
    rows : uint32 or None; the numbers of the rows, cell by cell, positives first; None:
        they are 0, 1, … in this order.
    reducers : tuples ``(name, *parameters)``.
    """

    cdef const int64_t[:, ::1] counts
    cdef const double[:, ::1] weights
    cdef const uint32_t[::1] rows
    cdef red.Reducer *reducers
    cdef Cells view

    def __cinit__(self, const int64_t[:, ::1] counts not None,
                  const double[:, ::1] weights not None, rows, reducers):
        cdef Py_ssize_t k
        if not counts.shape[0] or counts.shape[1] != 2:
            raise ValueError("counts has the wrong shape")
        if weights.shape[0] != counts.shape[0] or weights.shape[1] != 2:
            raise ValueError("weights has the wrong shape")
        if np.min(counts) < 0 or np.max(counts) >= 1 << 31:
            raise ValueError("a cell has fewer than 0 or 2**31 or more rows of a class")
        self.counts = counts
        self.weights = weights
        self.view.counts = &self.counts[0, 0]
        self.view.weights = &self.weights[0, 0]
        self.view.n = counts.shape[0]
        self.view.n_rows = np.sum(counts)
        if rows is not None:
            self.rows = rows
            if self.rows.shape[0] != self.view.n_rows:
                raise ValueError("counts do not add up to the rows")
            self.view.rows = &self.rows[0] if self.view.n_rows else NULL
        self.reducers = <red.Reducer *> malloc(
            (len(reducers) + 1) * sizeof(red.Reducer))
        if self.reducers == NULL:
            raise MemoryError
        for k in range(len(reducers)):
            red.load(&self.reducers[k], reducers[k])
        self.view.reducers = self.reducers
        self.view.n_reducers = len(reducers)

    def __dealloc__(self):
        free(self.reducers)


cdef void count_heavy(const Cells *cells, uint64_t seed, uint64_t batch,
                      uint64_t *words, uint32_t *heavy) noexcept nogil:
    """Count the heavy rows of each class of each cell in each replicate of a batch."""
    cdef Py_ssize_t start = 0, drawn, used, run = 0, some, left = 0
    memset(heavy, 0, 2 * cells.n * BATCH * sizeof(uint32_t))
    while start < cells.n_rows:
        drawn = min(<Py_ssize_t> BUFFER, cells.n_rows - start)
        fm_draw_heavy(seed, batch, NULL if cells.rows == NULL else cells.rows + start,
                      start, drawn, words)
        used = 0
        while used < drawn:
            while left == 0:
                left = cells.counts[run]
                run += 1
            some = min(left, drawn - used)
            fm_count_bits(words + used, some, heavy + (run - 1) * BATCH)
            used += some
            left -= some
        start += drawn


cdef struct Sums:
    # What is added up of ABREAST replicates, from the highest scores on. Rows are whole
    # numbers, and exact.
    double heavy[2][ABREAST]
    double rows[2]
    double weight[2]
    double reached[2][ABREAST]


cdef inline void add_cell(Sums *sums, const Cells *cells, Py_ssize_t cell,
                          const uint32_t *heavy) noexcept nogil:
    """Go on to the end of a cell; no class ever loses weight on the way."""
    cdef int c, r
    cdef double weight
    for c in range(2):
        sums.rows[c] += <double> cells.counts[2 * cell + c]
        sums.weight[c] += cells.weights[2 * cell + c]
        for r in range(ABREAST):
            sums.heavy[c][r] += <double> <int32_t> heavy[c * BATCH + r]
            weight = (sums.weight[c]
                      + PER_ROOT * (4.0 * sums.heavy[c][r] - sums.rows[c]))
            sums.reached[c][r] = (weight if weight > sums.reached[c][r]
                                  else sums.reached[c][r])


cdef int reduce_cells(const Cells *cells, const uint32_t *heavy, bint keep_classes,
                      Py_ssize_t n, double *tiles, red.Reducer *rs, double *out,
                      Py_ssize_t step) noexcept nogil:
    """Values of n replicates from `heavy` on, `step` apart; -1 when out of memory.

    The totals of a replicate come first, in a pass of their own.
    """
    cdef Sums sums
    cdef double scale[2][ABREAST]
    cdef Py_ssize_t cell, first, m, r, k, n_reducers = cells.n_reducers
    cdef int c, failed = 0
    cdef red.Reducer *mine
    memset(&sums, 0, sizeof(Sums))
    for cell in range(cells.n):
        add_cell(&sums, cells, cell, heavy + 2 * cell * BATCH)
    for c in range(2):
        for r in range(ABREAST):
            scale[c][r] = 1.0
            if keep_classes and sums.reached[c][r] > 0:
                scale[c][r] = sums.weight[c] / sums.reached[c][r]
    for r in range(n):
        mine = rs + r * n_reducers
        memcpy(mine, cells.reducers, n_reducers * sizeof(red.Reducer))
        for k in range(n_reducers):
            red.begin(&mine[k], scale[0][r] * sums.reached[0][r],
                      scale[1][r] * sums.reached[1][r])
    memset(&sums, 0, sizeof(Sums))
    first = 0
    while first < cells.n:
        m = min(<Py_ssize_t> red.TILE, cells.n - first)
        for cell in range(m):
            add_cell(&sums, cells, first + cell, heavy + 2 * (first + cell) * BATCH)
            for c in range(2):
                for r in range(ABREAST):
                    tiles[(2 * r + c) * STRIDE + cell] = (
                        scale[c][r] * sums.reached[c][r])
        for r in range(n):
            for k in range(n_reducers):
                red.take(&rs[r * n_reducers + k], tiles + 2 * r * STRIDE,
                         tiles + (2 * r + 1) * STRIDE, m)
        first += m
    for r in range(n):
        for k in range(n_reducers):
            mine = &rs[r * n_reducers + k]
            out[r * step + k] = red.finish(mine)
            failed |= mine.failed
            red.release(mine)
    return -1 if failed else 0


cdef class _Workspace:
    """Buffers of one job."""

    cdef uint64_t *words
    cdef uint32_t *heavy
    cdef double *tiles
    cdef red.Reducer *reducers

    def __cinit__(self, Py_ssize_t n_cells, Py_ssize_t n_reducers):
        self.words = <uint64_t *> malloc(BUFFER * sizeof(uint64_t))
        self.heavy = <uint32_t *> malloc(2 * n_cells * BATCH * sizeof(uint32_t))
        self.tiles = <double *> malloc(2 * ABREAST * STRIDE * sizeof(double))
        self.reducers = <red.Reducer *> malloc(
            (n_reducers * ABREAST + 1) * sizeof(red.Reducer))
        if (self.words == NULL or self.heavy == NULL or self.tiles == NULL
                or self.reducers == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.words)
        free(self.heavy)
        free(self.tiles)
        free(self.reducers)

    cdef int reduce_batch(self, const Cells *cells, bint keep_classes, uint64_t seed,
                          uint64_t batch, Py_ssize_t n, double *out,
                          Py_ssize_t step) noexcept nogil:
        """Values of the first n replicates of a batch; -1 when out of memory."""
        cdef Py_ssize_t first = 0
        count_heavy(cells, seed, batch, self.words, self.heavy)
        while first < n:
            if reduce_cells(cells, self.heavy + first, keep_classes,
                            min(<Py_ssize_t> ABREAST, n - first), self.tiles,
                            self.reducers, out + first * step, step):
                return -1
            first += ABREAST
        return 0


def replicate(list models not None, bint keep_classes, uint64_t seed, uint64_t batch,
              double[:, ::1] out not None):
    """Values of replicates 64·batch, 64·batch + 1, … into ``out``'s up to 64 rows.

    models : CellRows; a row of ``out`` holds the values of the first one's reducers,
        then the second's, …
    keep_classes : whether each class weighs in each replicate what it weighs on average
        over all: rows are drawn within their class.
    """
    cdef CellRows model
    cdef Py_ssize_t n_values = 0, most = 1, n_cells = 1, done = 0, n = out.shape[0]
    cdef int failed = 0
    if n > BATCH:
        raise ValueError("out has more rows than a batch")
    for model in models:
        n_values += model.view.n_reducers
        most = max(most, model.view.n_reducers)
        n_cells = max(n_cells, model.view.n)
    if out.shape[1] != n_values:
        raise ValueError("out has the wrong number of columns")
    if not n or not n_values:
        return
    cdef _Workspace work = _Workspace(n_cells, most)
    for model in models:
        with nogil:
            failed = work.reduce_batch(&model.view, keep_classes, seed, batch, n,
                                       &out[0, 0] + done, n_values)
        if failed:
            raise MemoryError
        done += model.view.n_reducers


def _test_heavy(uint64_t seed, uint64_t batch, rows, uint64_t start, Py_ssize_t n):
    """Test hook for fm_heavy.h: the bits of n rows, and how often each bit is set."""
    cdef const uint32_t[::1] own
    words_array = np.zeros(n + FM_HEAVY_GROUP, np.uint64)
    counts_array = np.zeros(BATCH, np.uint32)
    cdef uint64_t[::1] words = words_array
    cdef uint32_t[::1] counts = counts_array
    if rows is not None:
        own = rows
        fm_draw_heavy(seed, batch, &own[0], 0, n, &words[0])
    else:
        fm_draw_heavy(seed, batch, NULL, start, n, &words[0])
    fm_count_bits(&words[0], n, &counts[0])
    return words_array[:n], counts_array
