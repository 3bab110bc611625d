"""Replicates of a sweep that is cut into cells: a pass over the rows for 64 of them.

A cell is a run of neighbouring thresholds. In each replicate a row is heavy or not, so
how many rows of each class are heavy says what a cell weighs: 64 bits a row, of 64
replicates, are drawn and counted at once, and a replicate is reduced from its cells.
The draw of a row depends on (seed, replicate, number of the row) alone, so replicates
run anywhere in any order, and models whose rows bear the same numbers are drawn
jointly. Where rows are numbered by cell, a class of a cell with many rows draws its
count of heavy rows at once, from (seed, replicate, number of the class and cell). Rows
of a group bear its number. Groups that are not many are drawn with replacement, and
their rows count as often.

Equivalent Python: ``fastmetrics.reference.cell_intervals``.
"""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport (
    int32_t,
    int64_t,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
    uintptr_t,
)
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastmetrics._kernels cimport reduce as red
from fastmetrics._kernels.c.base cimport fm_alloc, fm_free
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.heavy cimport (
    FM_ABREAST,
    FM_HEAVY_GROUP,
    fm_class_sums,
    fm_count_bits,
    fm_draw_heavy,
    fm_drawn_class,
    fm_reach_cells,
    fm_sum_drawn,
    fm_sum_heavy,
)
from fastmetrics._kernels.c.random cimport (
    fm_draw_binomial,
    fm_draw_noise,
    fm_draw_weights,
    fm_draw_weights_scratch,
)
from fastmetrics._kernels.rows cimport LAST_OF_TIE, POSITIVE

fm_cpu_init()

cdef enum:
    BATCH = 64          # replicates that are drawn at once, a bit of a word each
    ABREAST = FM_ABREAST
    LINE = 64           # bytes of the cache
    BUFFER = 2048       # words at a time
    NOISE = 4096        # bytes at a time
    # Of so many rows of a class in a cell, whose numbers are of no account, how many
    # are heavy is drawn at once.
    BY_LAW = 4096
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


def sum_cells(const int64_t[:, ::1] counts not None, const double[::1] values not None):
    """Return what positives and negatives of each cell weigh, float64 (cells, 2).

    values : float64; the weight of each row, cell by cell, positives first.
    """
    cdef Py_ssize_t run, k = 0, end = 0
    cdef double total
    found_array = np.empty((counts.shape[0], 2))
    cdef double[:, ::1] found = found_array
    if counts.shape[1] != 2 or np.sum(counts) != values.shape[0]:
        raise ValueError("counts do not add up to the values")
    with nogil:
        for run in range(2 * counts.shape[0]):
            end += counts[run // 2, run % 2]
            total = 0.0
            while k < end:
                total += values[k]
                k += 1
            found[run // 2, run % 2] = total
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
    const double *own
    const double *weights
    const uint32_t *rows
    const double *values
    Py_ssize_t n, n_rows
    double spread[2]
    const red.Reducer *reducers
    Py_ssize_t n_reducers


cdef class CellRows:
    """The cells of one model, and what is to be reduced from them.

    counts : int64 (cells, 2); positives and negatives of each, scores descending.
    weights : float64 (cells, 2); what these weigh on average over replicates.
    rows : uint32 or None; the numbers of the rows, cell by cell, positives first, or
        those of their groups; None: they are 0, 1, … in this order.
    values : float64 or None; the data's own weight of each of these rows.
    reducers : tuples ``(name, *parameters)``.
    spread : two floats; what the deviation of a positive and of a negative row counts:
        more than 1 where the rows are a sample, whose ``weights`` are of all rows.
    """

    cdef const int64_t[:, ::1] counts
    cdef const double[:, ::1] own
    cdef const double[:, ::1] weights
    cdef const uint32_t[::1] rows
    cdef const double[::1] values
    cdef Py_ssize_t most_units     # beyond the largest number of a row
    cdef red.Reducer *reducers
    cdef Cells view

    def __cinit__(self, const int64_t[:, ::1] counts not None,
                  const double[:, ::1] weights not None, rows, values, reducers,
                  spread=(1.0, 1.0)):
        cdef Py_ssize_t k
        if not counts.shape[0] or counts.shape[1] != 2:
            raise ValueError("counts has the wrong shape")
        if weights.shape[0] != counts.shape[0] or weights.shape[1] != 2:
            raise ValueError("weights has the wrong shape")
        if np.min(counts) < 0 or np.max(counts) >= 1 << 31:
            raise ValueError("a cell has fewer than 0 or 2**31 or more rows of a class")
        self.counts = counts
        self.weights = weights
        if values is not None:
            # The total of a replicate is of the order of the data's.
            scale = red.scale_for(np.sum(values))
            self.values = values if scale == 1.0 else np.multiply(values, scale)
            self.weights = weights if scale == 1.0 else np.multiply(weights, scale)
            self.own = sum_cells(counts, self.values)
            self.view.values = &self.values[0] if self.values.shape[0] else NULL
        else:
            self.own = np.asarray(counts, np.float64)
        self.view.counts = &self.counts[0, 0]
        self.view.own = &self.own[0, 0]
        self.view.weights = &self.weights[0, 0]
        self.view.n = counts.shape[0]
        self.view.n_rows = np.sum(counts)
        self.view.spread[0], self.view.spread[1] = spread
        if rows is not None:
            self.rows = rows
            if self.rows.shape[0] != self.view.n_rows:
                raise ValueError("counts do not add up to the rows")
            self.view.rows = &self.rows[0] if self.view.n_rows else NULL
            self.most_units = <Py_ssize_t> np.max(rows, initial=0) + 1
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


# What a batch has drawn of a class of a cell: rows that are heavy, or a weight.
ctypedef fused Drawn:
    uint32_t
    double


cdef void draw_heavy(const Cells *cells, uint64_t seed, uint64_t batch,
                     uint64_t *words, Drawn *heavy) noexcept nogil:
    """Count the heavy rows of each class of each cell in each replicate of a batch.

    Or add up what they weigh.
    """
    cdef Py_ssize_t start = 0, drawn, used, run = 0, some, left = 0
    cdef const uint32_t *rows = cells.rows
    memset(heavy, 0, 2 * cells.n * BATCH * sizeof(Drawn))
    while start < cells.n_rows:
        while left == 0:  # the next run that has rows
            if cells.counts[run]:
                break
            run += 1
        if Drawn is uint32_t:
            if left == 0 and rows == NULL and cells.counts[run] >= BY_LAW:
                draw_count(seed, batch, run, cells.counts[run], heavy + run * BATCH)
                start += cells.counts[run]
                run += 1
                continue
        drawn = min(<Py_ssize_t> BUFFER, rows_ahead(cells, run, left))
        fm_draw_heavy(seed, batch, rows, start, drawn, words)
        if rows != NULL:
            rows += drawn
        used = 0
        while used < drawn:
            while left == 0:
                left = cells.counts[run]
                run += 1
            some = min(left, drawn - used)
            if Drawn is double:
                fm_sum_heavy(words + used, cells.values + start + used, some,
                             heavy + (run - 1) * BATCH)
            else:
                fm_count_bits(words + used, some, heavy + (run - 1) * BATCH)
            used += some
            left -= some
        start += drawn


cdef void draw_count(uint64_t seed, uint64_t batch, Py_ssize_t run, int64_t n,
                     uint32_t *heavy) noexcept nogil:
    """Draw how many of so many rows are heavy, which is binomial."""
    cdef Py_ssize_t r
    cdef int64_t found
    for r in range(BATCH):
        fm_draw_binomial(seed, BATCH * batch + r, run, 1, n, 0.25, &found)
        heavy[r] = <uint32_t> found


cdef inline Py_ssize_t rows_ahead(const Cells *cells, Py_ssize_t run,
                                  Py_ssize_t left) noexcept nogil:
    """Return how many rows, at most a buffer's, are drawn one by one from here on."""
    cdef bint one_by_one = cells.rows != NULL or cells.values != NULL
    while left < BUFFER and run < 2 * cells.n:
        if not one_by_one and cells.counts[run] >= BY_LAW:
            break
        left += cells.counts[run]
        run += 1
    return left


cdef void add_drawn(const Cells *cells, const uint8_t *drawn,
                    double *sums) noexcept nogil:
    """Add up what each class of each cell weighs, rows as often as their group."""
    cdef Py_ssize_t run, k = 0
    cdef const double *values = cells.values
    memset(sums, 0, 2 * cells.n * BATCH * sizeof(double))
    for run in range(2 * cells.n):
        fm_sum_drawn(drawn, cells.rows + k, values, cells.counts[run],
                     sums + run * BATCH)
        k += cells.counts[run]
        if values != NULL:
            values += cells.counts[run]


# A replicate differs from the average by part · (times · drawn - own), in either class.
cdef struct Law:
    double part[2]
    double times


cdef int reduce_cells(const Cells *cells, const Drawn *drawn, Law law,
                      bint keep_classes, Py_ssize_t n, double *tiles, red.Reducer *rs,
                      double *out, Py_ssize_t step) noexcept nogil:
    """Values of n replicates from `drawn` on, `step` apart; -1 when out of memory.

    The totals of a replicate come first, in a pass of their own.
    """
    cdef fm_drawn_class[2] classes
    cdef fm_class_sums[2] sums
    cdef double scale[2][ABREAST]
    cdef Py_ssize_t first, m, some, r, k, n_reducers = cells.n_reducers
    cdef const double *tps
    cdef const double *fps
    cdef int c, failed = 0
    cdef red.Reducer *mine
    memset(sums, 0, sizeof(sums))
    for c in range(2):
        classes[c].own = cells.own + c
        classes[c].weights = cells.weights + c
        classes[c].counts = NULL
        classes[c].sums = NULL
        if Drawn is double:
            classes[c].sums = drawn + c * BATCH
        else:
            classes[c].counts = drawn + c * BATCH
        classes[c].part = law.part[c]
        classes[c].times = law.times
        fm_reach_cells(&classes[c], 0, cells.n, &sums[c], NULL, NULL, 0)
        for r in range(ABREAST):
            scale[c][r] = 1.0
            if keep_classes and sums[c].reached[r] > 0:
                scale[c][r] = sums[c].weight / sums[c].reached[r]
    for r in range(n):
        mine = rs + r * n_reducers
        memcpy(mine, cells.reducers, n_reducers * sizeof(red.Reducer))
        for k in range(n_reducers):
            red.begin(&mine[k], scale[0][r] * sums[0].reached[r],
                      scale[1][r] * sums[1].reached[r])
    memset(sums, 0, sizeof(sums))
    first = 0
    while first < cells.n:
        m = min(<Py_ssize_t> red.TILE, cells.n - first)
        for c in range(2):
            fm_reach_cells(&classes[c], first, m, &sums[c], scale[c],
                           tiles + c * STRIDE, 2 * STRIDE)
        for r in range(n):
            # Nothing may have been drawn of the highest scores: that is no step.
            k = 0
            while (k < m and tiles[2 * r * STRIDE + k] == 0
                    and tiles[(2 * r + 1) * STRIDE + k] == 0):
                k += 1
            tps = tiles + 2 * r * STRIDE + k
            fps = tiles + (2 * r + 1) * STRIDE + k
            some = m - k
            for k in range(n_reducers):
                red.take(&rs[r * n_reducers + k], tps, fps, some)
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
    cdef void *room
    cdef void *drawn
    cdef uint8_t *of_units
    cdef double *tiles
    cdef red.Reducer *reducers

    def __cinit__(self, Py_ssize_t n_cells, Py_ssize_t n_reducers, bint are_sums,
                  Py_ssize_t n_units):
        cdef size_t size = sizeof(double) if are_sums else sizeof(uint32_t)
        self.words = <uint64_t *> malloc(BUFFER * sizeof(uint64_t))
        self.room = fm_alloc(2 * n_cells * BATCH * size + LINE, 1)
        # What is read together lies in one line of the cache.
        self.drawn = <char *> self.room + (-<uintptr_t> self.room) % LINE
        self.of_units = <uint8_t *> malloc(n_units * BATCH + 1)
        self.tiles = <double *> malloc(2 * ABREAST * STRIDE * sizeof(double))
        self.reducers = <red.Reducer *> malloc(
            (n_reducers * ABREAST + 1) * sizeof(red.Reducer))
        if (self.words == NULL or self.room == NULL or self.of_units == NULL
                or self.tiles == NULL or self.reducers == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.words)
        fm_free(self.room)
        free(self.of_units)
        free(self.tiles)
        free(self.reducers)

    cdef int draw_units(self, uint64_t seed, uint64_t first, Py_ssize_t n,
                        size_t n_units) noexcept nogil:
        """Draw the units with replacement, n times; -1 when out of memory."""
        cdef Py_ssize_t r
        cdef size_t k
        cdef uint8_t *weights = <uint8_t *> malloc(n_units + 64)
        cdef uint64_t *scratch = <uint64_t *> malloc(
            fm_draw_weights_scratch(n_units) * sizeof(uint64_t))
        if weights != NULL and scratch != NULL:
            memset(self.of_units, 0, n_units * BATCH)
            for r in range(n):
                fm_draw_weights(seed, first + r, &n_units, 1, weights, scratch)
                for k in range(n_units):
                    self.of_units[k * BATCH + r] = weights[k]
        free(weights)
        free(scratch)
        return -1 if weights == NULL or scratch == NULL else 0

    cdef int reduce_drawn(self, const Cells *cells, const Drawn *drawn, Law law,
                          bint keep_classes, Py_ssize_t n, double *out,
                          Py_ssize_t step) noexcept nogil:
        """Values of the first n replicates of a batch; -1 when out of memory."""
        cdef Py_ssize_t first = 0
        while first < n:
            if reduce_cells(cells, drawn + first, law, keep_classes,
                            min(<Py_ssize_t> ABREAST, n - first), self.tiles,
                            self.reducers, out + first * step, step):
                return -1
            first += ABREAST
        return 0

    cdef int reduce_batch(self, const Cells *cells, bint keep_classes, bint by_units,
                          uint64_t seed, uint64_t batch, Py_ssize_t n, double *out,
                          Py_ssize_t step) noexcept nogil:
        """Draw a batch and give the values of its first n; -1 when out of memory."""
        cdef uint32_t *counts = <uint32_t *> self.drawn
        cdef double *sums = <double *> self.drawn
        cdef Law law
        cdef int c
        # A row weighs 1 + (4·heavy - 1) / √3, times what it weighs in the data.
        law.times = 1.0 if by_units else 4.0
        for c in range(2):
            law.part[c] = cells.spread[c] * (1.0 if by_units else PER_ROOT)
        if by_units:
            add_drawn(cells, self.of_units, sums)
        elif cells.values != NULL:
            draw_heavy(cells, seed, batch, self.words, sums)
        else:
            draw_heavy(cells, seed, batch, self.words, counts)
            return self.reduce_drawn(cells, counts, law, keep_classes, n, out, step)
        return self.reduce_drawn(cells, sums, law, keep_classes, n, out, step)


def replicate(list models not None, bint keep_classes, Py_ssize_t n_units,
              uint64_t seed, uint64_t batch, double[:, ::1] out not None):
    """Values of replicates 64·batch, 64·batch + 1, … into ``out``'s up to 64 rows.

    models : CellRows; a row of ``out`` holds the values of the first one's reducers,
        then the second's, …
    keep_classes : whether each class weighs in each replicate what it weighs on average
        over all: rows are drawn within their class.
    n_units : how many groups are drawn with replacement, of which ``rows`` have the
        numbers; 0: which rows or groups are heavy is drawn.
    """
    cdef CellRows model
    cdef Py_ssize_t n_values = 0, most = 1, n_cells = 1, done = 0, n = out.shape[0]
    cdef int failed = 0
    cdef bint are_sums = n_units > 0
    if n > BATCH:
        raise ValueError("out has more rows than a batch")
    for model in models:
        n_values += model.view.n_reducers
        most = max(most, model.view.n_reducers)
        n_cells = max(n_cells, model.view.n)
        are_sums = are_sums or model.view.values != NULL
        if n_units and not 0 < model.most_units <= n_units:
            raise ValueError("a row is of no unit, or one that lies beyond n_units")
    if out.shape[1] != n_values:
        raise ValueError("out has the wrong number of columns")
    if not n or not n_values:
        return
    cdef _Workspace work = _Workspace(n_cells, most, are_sums, n_units)
    if n_units:
        with nogil:
            failed = work.draw_units(seed, BATCH * batch, n, n_units)
        if failed:
            raise MemoryError
    for model in models:
        with nogil:
            failed = work.reduce_batch(&model.view, keep_classes, n_units > 0, seed,
                                       batch, n, &out[0, 0] + done, n_values)
        if failed:
            raise MemoryError
        done += model.view.n_reducers


def leave_out(CellRows model not None, const uint16_t[::1] groups not None,
              Py_ssize_t first, double[:, ::1] out not None):
    """Values without a group of units: ``first``, ``first`` + 1, … into up to 64 rows.

    model : its ``rows`` are numbers of units. groups : uint16; that of each unit.
    """
    cdef Py_ssize_t r, k, n = out.shape[0], n_units = groups.shape[0]
    cdef int failed = 0
    if n > BATCH:
        raise ValueError("out has more rows than a batch")
    if out.shape[1] != model.view.n_reducers:
        raise ValueError("out has the wrong number of columns")
    if not 0 < model.most_units <= n_units:
        raise ValueError("a row is of no unit, or one that lies beyond groups")
    if not n or not out.shape[1]:
        return
    cdef _Workspace work = _Workspace(model.view.n, out.shape[1], True, n_units)
    cdef Cells cells = model.view
    for r in range(2):
        cells.spread[r] *= cells.spread[r]  # all rows that a row of a sample stands for
    with nogil:
        for k in range(n_units):
            for r in range(BATCH):
                work.of_units[k * BATCH + r] = groups[k] != first + r
        failed = work.reduce_batch(&cells, False, True, 0, 0, n, &out[0, 0],
                                   out.shape[1])
    if failed:
        raise MemoryError


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
