"""Replicates of a table: new counts of its cells, added up to margins on the spot.

Rows in one cell of a table (the same label, predicted the same by every model) are
alike, so a replicate needs how many of them were drawn, not which. Two ways:
``draw_cells`` draws these numbers as one multinomial, at a cost that depends on the
cells alone; ``draw_rows`` draws a weight for every drawn unit (a row, or a cluster of
rows) and adds the weights up by cell, which rows with weights of their own need and
which is cheaper where most cells hold few rows. Sixteen replicates are added up at a
time (fm_cells.h), or one where sixteen would take too much room; the sums are the same
to the bit. Memory is at most some 32 MB besides a few numbers per cell and bin, and a
byte per unit where units are drawn, whatever the number of replicates. Draws depend on
(seed, replicate) alone, so replicates run anywhere in any order.
"""

import numpy as np

cimport cython
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
from libc.string cimport memset

from fastmetrics._kernels.c.cells cimport (
    FM_LANES,
    fm_cell_rows,
    fm_cells,
    fm_spread_lanes_f64,
    fm_spread_lanes_i64,
    fm_sum_lanes_f64,
    fm_sum_lanes_i64,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.random cimport (
    fm_draw_multinomial,
    fm_draw_weights,
    fm_draw_weights_scratch,
)

fm_cpu_init()

# Larger numbers of trials are not exact in a double, which the samplers compute with.
cdef int64_t MOST_TRIALS = 1 << 53
cdef Py_ssize_t MOST_BINS = (1 << 31) - 1
# What replicates drawn together may take, and how few are not worth drawing so.
cdef Py_ssize_t MOST_DRAWN = 32 << 20
cdef Py_ssize_t FEW_LANES = 4
# Cells are walked through so many at a time: their sums, in lanes, stay in the cache.
cdef Py_ssize_t CHUNK = 128
cdef uintptr_t LINE = 64

# Replicates are added up so many at a time.
LANES = <Py_ssize_t> FM_LANES

# Sums of rows are whole numbers, unless rows have weights.
ctypedef fused sum_t:
    int64_t
    double


@cython.final
@cython.auto_pickle(False)
cdef class CellLayout:
    """The cells, and which sums their rows count towards.

    starts : int64, one more than cells; ``bins[starts[j]:starts[j + 1]]`` are cell j's.
    bins : int32, below n_bins.
    amounts : int64 or None; what a row adds to the bin; None: 1.
    values : float64 of shape (cells, n_values) or None; numbers that every row of a
        cell has, to be summed as well.
    """

    cdef const int64_t[::1] starts
    cdef const int32_t[::1] bins
    cdef const int64_t[::1] amounts
    cdef const double[:, ::1] values
    cdef fm_cells view

    def __cinit__(self, const int64_t[::1] starts not None,
                  const int32_t[::1] bins not None, Py_ssize_t n_bins,
                  amounts=None, values=None):
        cdef Py_ssize_t j, m = starts.shape[0] - 1
        if m < 1 or n_bins < 1:
            raise ValueError("no cells or no bins")
        if n_bins > MOST_BINS:
            raise ValueError(f"a replicate would hold {n_bins:,} sums: too many")
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
    cdef fm_cell_rows view

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


cdef void spread(const fm_cells *cells, const sum_t *sums, sum_t *out,
                 double *values) noexcept nogil:
    """Add the rows of each cell up to bins and values."""
    cdef Py_ssize_t j, e, v
    cdef const double *own
    memset(out, 0, cells.n_bins * sizeof(sum_t))
    if cells.n_values:
        memset(values, 0, cells.n_values * sizeof(double))
    for j in range(<Py_ssize_t> cells.n_cells):
        if sums[j] == 0:
            continue
        if cells.amounts == NULL:
            for e in range(cells.starts[j], cells.starts[j + 1]):
                out[cells.bins[e]] += sums[j]
        else:
            for e in range(cells.starts[j], cells.starts[j + 1]):
                out[cells.bins[e]] += sums[j] * <sum_t> cells.amounts[e]
        own = cells.values + j * cells.n_values
        for v in range(<Py_ssize_t> cells.n_values):
            values[v] += <double> sums[j] * own[v]


cdef void sum_rows(const fm_cell_rows *rows, Py_ssize_t n_cells, const uint8_t *drawn,
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
    if (n_bins != <Py_ssize_t> cells.view.n_bins
            or values.shape[1] != <Py_ssize_t> cells.view.n_values):
        raise ValueError("out has the wrong number of columns")
    if values.shape[0] != n:
        raise ValueError("the two outputs differ in length")
    return 0


cdef int check_rows(CellLayout cells, Rows rows, bint whole) except -1:
    if rows.ends.shape[0] != <Py_ssize_t> cells.view.n_cells:
        raise ValueError("rows and cells differ in length")
    if whole != (rows.view.weights == NULL):
        raise ValueError("sums of weights are float64, of rows int64")
    return 0


cdef Py_ssize_t count_lanes(Py_ssize_t n, Py_ssize_t item,
                            Py_ssize_t n_bins) noexcept:
    """How many of n replicates, ``item`` bytes each, are added up at once."""
    if n_bins > MOST_DRAWN // (<Py_ssize_t> FM_LANES * <Py_ssize_t> sizeof(double)):
        return 1
    cdef Py_ssize_t lanes = min(<Py_ssize_t> FM_LANES, n, MOST_DRAWN // item)
    return lanes if lanes >= FEW_LANES else 1


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class _Workspace:
    """Buffers of one job: of the cells and, in lanes, of the bins and values."""

    cdef Py_ssize_t lanes
    cdef void *sums
    cdef void *room
    cdef void *bins  # begins a line of the cache
    cdef double *values

    def __cinit__(self, CellLayout cells, Py_ssize_t lanes, Py_ssize_t n_sums):
        self.lanes = lanes
        self.sums = malloc(n_sums * sizeof(double))
        if self.sums == NULL:
            raise MemoryError
        if lanes == 1:
            return
        self.room = malloc(cells.view.n_bins * FM_LANES * sizeof(double) + LINE)
        self.values = <double *> malloc(
            (cells.view.n_values + 1) * FM_LANES * sizeof(double))
        if self.room == NULL or self.values == NULL:
            raise MemoryError
        self.bins = <void *> ((<uintptr_t> self.room + LINE - 1) & ~(LINE - 1))

    def __dealloc__(self):
        free(self.sums)
        free(self.room)
        free(self.values)


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class _Drawn:
    """How often each unit is drawn, by one replicate after the other."""

    cdef Py_ssize_t n_units
    cdef uint8_t *drawn
    cdef uint64_t *scratch

    def __cinit__(self, Py_ssize_t lanes, Py_ssize_t n_units):
        self.n_units = n_units
        self.drawn = <uint8_t *> malloc(lanes * n_units)
        self.scratch = <uint64_t *> malloc(
            fm_draw_weights_scratch(n_units) * sizeof(uint64_t))
        if self.drawn == NULL or self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.drawn)
        free(self.scratch)


cdef void clear(const fm_cells *cells, _Workspace work) noexcept nogil:
    memset(work.bins, 0, cells.n_bins * FM_LANES * sizeof(double))
    memset(work.values, 0, cells.n_values * FM_LANES * sizeof(double))


cdef void take_out(const fm_cells *cells, _Workspace work, Py_ssize_t taken, sum_t *out,
                   double *values) noexcept nogil:
    """Write the lanes to the rows of the outputs."""
    cdef Py_ssize_t i, lane, n_bins = cells.n_bins, n_values = cells.n_values
    cdef const sum_t *bins = <const sum_t *> work.bins
    for lane in range(taken):
        for i in range(n_bins):
            out[lane * n_bins + i] = bins[i * <Py_ssize_t> FM_LANES + lane]
        for i in range(n_values):
            values[lane * n_values + i] = work.values[i * <Py_ssize_t> FM_LANES + lane]


cdef void add_rows(const fm_cells *cells, const fm_cell_rows *rows, _Workspace work,
                   _Drawn drawn, Py_ssize_t taken, sum_t *out,
                   double *values) noexcept nogil:
    """Add the drawn rows of the replicates at hand up to bins and values."""
    cdef Py_ssize_t j0 = 0, j1, m = cells.n_cells
    cdef sum_t *sums = <sum_t *> work.sums
    if work.lanes == 1:
        sum_rows(rows, m, drawn.drawn, sums)
        spread(cells, <const sum_t *> sums, out, values)
        return
    clear(cells, work)
    while j0 < m:
        j1 = min(j0 + CHUNK, m)
        if sum_t is int64_t:
            fm_sum_lanes_i64(rows, j0, j1, drawn.drawn, drawn.n_units, taken, sums)
            fm_spread_lanes_i64(cells, j0, j1, sums, <int64_t *> work.bins, work.values)
        else:
            fm_sum_lanes_f64(rows, j0, j1, drawn.drawn, drawn.n_units, taken, sums)
            fm_spread_lanes_f64(cells, j0, j1, sums, <double *> work.bins, work.values)
        j0 = j1
    take_out(cells, work, taken, out, values)


def draw_cells(CellLayout cells not None, const double[::1] counts not None,
               const int64_t[::1] strata not None, uint64_t seed, uint64_t first,
               int64_t[:, ::1] out not None, double[:, ::1] values not None):
    """Sums of replicates ``first``, ``first`` + 1, … into the rows of the outputs.

    counts : how many rows each cell has.
    strata : where each run of cells ends that keeps its number of rows. Cell j is the
        binomial at index j, so that a single stratum is ``random.multinomial`` at
        index 0.
    """
    cdef Py_ssize_t m = cells.view.n_cells, n = out.shape[0], r = 0
    cdef Py_ssize_t lanes, taken, lane, j, s, begin
    cdef int64_t *sums
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
    last = len(ends) - 1
    if last < 0 or ends[last] != m or (np.diff(ends, prepend=0) < 1).any():
        raise ValueError("strata do not divide the cells")
    tails_array = np.concatenate(
        [np.cumsum(part[::-1])[::-1] for part in np.split(whole, ends[:last])]
    )
    cdef const double[::1] tails = tails_array
    cdef int64_t[::1] drawn = np.empty(m, np.int64)
    cdef double *of_values
    if n == 0:
        return
    lanes = count_lanes(n, m * sizeof(int64_t), cells.view.n_bins)
    cdef _Workspace work = _Workspace(cells, lanes, 1 if lanes == 1 else m * FM_LANES)
    sums = <int64_t *> work.sums
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        while r < n:
            taken = min(lanes, n - r)
            for lane in range(taken):
                begin = 0
                for s in range(strata.shape[0]):
                    fm_draw_multinomial(seed, first + r + lane, begin,
                                        <int64_t> tails[begin], &counts[begin],
                                        &tails[begin], strata[s] - begin, &drawn[begin])
                    begin = strata[s]
                if lanes > 1:
                    for j in range(m):
                        sums[j * <Py_ssize_t> FM_LANES + lane] = drawn[j]
            own = of_values + r * cells.view.n_values
            if lanes == 1:
                spread(&cells.view, <const int64_t *> &drawn[0], &out[r, 0], own)
            else:
                clear(&cells.view, work)
                fm_spread_lanes_i64(&cells.view, 0, m, sums, <int64_t *> work.bins,
                                    work.values)
                take_out(&cells.view, work, taken, &out[r, 0], own)
            r += taken


cdef _Workspace _of_rows(CellLayout cells, Py_ssize_t lanes):
    cdef Py_ssize_t n_sums = cells.view.n_cells
    return _Workspace(cells, lanes, n_sums if lanes == 1 else CHUNK * FM_LANES)


def draw_rows(CellLayout cells not None, Rows rows not None,
              const int64_t[::1] strata not None, uint64_t seed, uint64_t first,
              sum_t[:, ::1] out not None, double[:, ::1] values not None):
    """Sums of replicates ``first``, ``first`` + 1, … into the rows of the outputs.

    strata : sizes of the contiguous runs of units that keep their number.
    """
    cdef Py_ssize_t n = out.shape[0], r = 0, s, total = 0
    cdef Py_ssize_t lanes, lane, taken
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
    lanes = count_lanes(n, rows.n_units, cells.view.n_bins)
    cdef _Workspace work = _of_rows(cells, lanes)
    cdef _Drawn drawn = _Drawn(lanes, rows.n_units)
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        while r < n:
            taken = min(work.lanes, n - r)
            for lane in range(taken):
                fm_draw_weights(seed, first + r + lane, &sizes[0], sizes.shape[0],
                                drawn.drawn + lane * drawn.n_units, drawn.scratch)
            add_rows(&cells.view, &rows.view, work, drawn, taken, &out[r, 0],
                     of_values + r * cells.view.n_values)
            r += taken


def leave_out(CellLayout cells not None, Rows rows not None,
              const uint16_t[::1] groups not None, Py_ssize_t first,
              sum_t[:, ::1] out not None, double[:, ::1] values not None):
    """Sums with one group of units left out: ``first``, ``first`` + 1, … in turn."""
    cdef Py_ssize_t n = out.shape[0], r = 0, i
    cdef Py_ssize_t lanes, lane, taken
    cdef uint8_t *kept
    cdef double *of_values
    check_out(cells, n, out.shape[1], values)
    check_rows(cells, rows, sum_t is int64_t)
    if groups.shape[0] != rows.n_units:
        raise ValueError("groups and units differ in length")
    if n == 0:
        return
    lanes = count_lanes(n, rows.n_units, cells.view.n_bins)
    cdef _Workspace work = _of_rows(cells, lanes)
    cdef _Drawn drawn = _Drawn(lanes, rows.n_units)
    of_values = &values[0, 0] if cells.view.n_values else NULL
    with nogil:
        while r < n:
            taken = min(work.lanes, n - r)
            for lane in range(taken):
                kept = drawn.drawn + lane * drawn.n_units
                for i in range(rows.n_units):
                    kept[i] = groups[i] != first + r + lane
            add_rows(&cells.view, &rows.view, work, drawn, taken, &out[r, 0],
                     of_values + r * cells.view.n_values)
            r += taken
