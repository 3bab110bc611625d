"""Isotonic recalibration: outcomes pooled until they fall where forecasts fall.

Forecasts arrive as steps, the distinct ones in descending order, each with the weight
of its positive rows and of all its rows. The pool-adjacent-violators algorithm goes
down them once: each step is a block of its own, and is joined with the block before
it as long as that one's share of positives is not the larger one. What is left are
the blocks of the least-squares fit among all that rise with the forecast.

Sums of counts are exact, and of equal shares the quotients are equal: without weights
the blocks are right to the bit of their shares.

Replicates draw outcomes, or rows, anew and pool again; a draw depends on (seed,
replicate, index) alone. Equivalent Python: ``fastmetrics.reference.probability``.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.random cimport (
    fm_draw_binomial,
    fm_draw_uniform,
    fm_draw_weights,
    fm_draw_weights_scratch,
)

fm_cpu_init()

cdef enum:
    DRAWN_AT_ONCE = 512     # uniform numbers


cdef Py_ssize_t pool_adjacent(double *positives, double *totals, double *shares,
                              int64_t *ends, Py_ssize_t m) noexcept nogil:
    """Pool m steps in place; returns how many blocks there are.

    Block b holds the steps from ends[b - 1] (0 for the first) to ends[b]. A step of no
    weight joins the block before it, or else the one after it.
    """
    cdef Py_ssize_t k, b = 0
    cdef double p, t, share
    for k in range(m):
        p = positives[k]
        t = totals[k]
        if t == 0.0:
            if b:
                ends[b - 1] = k + 1
            continue
        share = p / t
        while b and shares[b - 1] <= share:
            b -= 1
            p += positives[b]
            t += totals[b]
            share = p / t
        positives[b] = p
        totals[b] = t
        shares[b] = share
        ends[b] = k + 1
        b += 1
    return b


def pool(positives, totals):
    """Pool steps, in the order of descending forecasts.

    positives, totals : float64, the weight of the positive rows and of all, > 0.

    Returns ``(positives, totals, shares, ends)`` of the blocks; `ends` as above.
    """
    cdef Py_ssize_t m = len(totals), n_blocks
    if len(positives) != m:
        raise ValueError("positives and totals differ in length")
    pooled_positives = np.array(positives, np.float64)
    pooled_totals = np.array(totals, np.float64)
    shares_array = np.empty(m)
    ends_array = np.empty(m, np.int64)
    cdef double[::1] p = pooled_positives, t = pooled_totals, shares = shares_array
    cdef int64_t[::1] ends = ends_array
    n_blocks = 0
    if m:
        with nogil:
            n_blocks = pool_adjacent(&p[0], &t[0], &shares[0], &ends[0], m)
    return tuple(
        each[:n_blocks].copy()
        for each in (pooled_positives, pooled_totals, shares_array, ends_array)
    )


def count_steps(const double[::1] tps not None, const double[::1] fps not None):
    """Counts of the positive rows and of all rows at each step, of counts up to it."""
    cdef Py_ssize_t m = tps.shape[0], k
    cdef double tp = 0, n = 0
    if fps.shape[0] != m:
        raise ValueError("tps and fps differ in length")
    positives_array = np.empty(m)
    totals_array = np.empty(m)
    cdef double[::1] positives = positives_array, totals = totals_array
    with nogil:
        for k in range(m):
            positives[k] = tps[k] - tp
            totals[k] = tps[k] + fps[k] - n
            tp = tps[k]
            n = tp + fps[k]
    return positives_array, totals_array


# ---------------------------------------------------------------- replicates

cdef struct Data:
    const double *forecasts
    const double *positives
    const double *totals
    Py_ssize_t n_steps
    const double *row_weights   # of the rows, minus for negative ones; NULL: all 1
    const int64_t *row_ends     # of the rows of each step
    Py_ssize_t n_rows
    const int64_t *bins         # ends of fixed blocks; NULL: to be pooled
    Py_ssize_t n_bins


cdef class Steps:
    """Steps of forecasts, as replicates read them.

    forecasts, positives, totals : float64, forecasts descending, totals above 0.
    row_weights, row_ends : rows that have weights, in the order of the steps: float64,
        minus for negative rows, and the int64 end of the rows of each step; None: each
        row weighs 1 and `positives` and `totals` are counts.
    bins : int64 ends of blocks of steps, the last one all steps; None: they are pooled.
    """

    cdef const double[::1] forecasts, positives, totals, row_weights
    cdef const int64_t[::1] row_ends, bins
    cdef Data data

    def __cinit__(
        self,
        const double[::1] forecasts not None,
        const double[::1] positives not None,
        const double[::1] totals not None,
        row_weights=None,
        row_ends=None,
        bins=None,
    ):
        cdef Py_ssize_t m = forecasts.shape[0]
        if not m or positives.shape[0] != m or totals.shape[0] != m:
            raise ValueError("forecasts, positives and totals differ in length")
        self.forecasts, self.positives, self.totals = forecasts, positives, totals
        self.data.forecasts = &self.forecasts[0]
        self.data.positives = &self.positives[0]
        self.data.totals = &self.totals[0]
        self.data.n_steps = m
        if row_weights is None:
            self.data.n_rows = int(np.sum(totals))
        else:
            self.row_weights, self.row_ends = row_weights, row_ends
            self.data.n_rows = self.row_weights.shape[0]
            _check_ends(row_ends, m, self.data.n_rows)
            self.data.row_weights = &self.row_weights[0]
            self.data.row_ends = &self.row_ends[0]
        if bins is not None:
            _check_ends(bins, len(bins), m)
            self.bins = bins
            self.data.bins = &self.bins[0]
            self.data.n_bins = self.bins.shape[0]


cdef _check_ends(ends, Py_ssize_t count, Py_ssize_t last):
    if not (len(ends) == count and count and ends[0] >= 0 and ends[count - 1] == last
            and np.all(np.diff(ends) >= 0)):
        raise ValueError(f"ends must be {count} that rise to {last}")


cdef void redraw_outcomes(const Data *data, uint64_t seed, uint64_t replicate,
                          double *positives, double *uniforms) noexcept nogil:
    """Positives of each step where every row is one with its forecast as probability.

    Of rows that weigh 1 the draw has the index of the step, a uniform number for one
    row and a binomial one for several; else it is a uniform number at the row's.
    """
    cdef Py_ssize_t k, i, start = 0, first = 0
    cdef int64_t drawn
    if data.row_weights == NULL:
        for k in range(data.n_steps):
            if k == first:
                first = min(k + <Py_ssize_t> DRAWN_AT_ONCE, data.n_steps)
                fm_draw_uniform(seed, replicate, k, first - k, uniforms)
            if data.totals[k] == 1.0:
                positives[k] = (uniforms[k % <Py_ssize_t> DRAWN_AT_ONCE]
                                < data.forecasts[k])
            else:
                fm_draw_binomial(seed, replicate, k, 1, <int64_t> data.totals[k],
                                 data.forecasts[k], &drawn)
                positives[k] = <double> drawn
        return
    for k in range(data.n_steps):
        positives[k] = 0.0
        for i in range(start, data.row_ends[k]):
            if i == first:
                first = min(i + <Py_ssize_t> DRAWN_AT_ONCE, data.n_rows)
                fm_draw_uniform(seed, replicate, i, first - i, uniforms)
            if uniforms[i % <Py_ssize_t> DRAWN_AT_ONCE] < data.forecasts[k]:
                positives[k] += weight_of(data.row_weights[i])
        start = data.row_ends[k]


cdef inline double weight_of(double signed_weight) noexcept nogil:
    return signed_weight if signed_weight > 0.0 else -signed_weight


cdef void redraw_rows(const Data *data, const uint8_t *drawn, double *positives,
                      double *totals) noexcept nogil:
    """Weights of each step where row i, in canonical order, was drawn so many times."""
    cdef Py_ssize_t k, i = 0
    cdef int64_t _row, count
    cdef double weight
    for k in range(data.n_steps):
        positives[k] = totals[k] = 0.0
        if data.row_weights == NULL:
            count = 0
            for _row in range(<int64_t> data.positives[k]):
                count += drawn[i]
                i += 1
            positives[k] = <double> count
            for _row in range(<int64_t> (data.totals[k] - data.positives[k])):
                count += drawn[i]
                i += 1
            totals[k] = <double> count
            continue
        while i < data.row_ends[k]:
            weight = drawn[i] * weight_of(data.row_weights[i])
            totals[k] += weight
            if data.row_weights[i] > 0.0:
                positives[k] += weight
            i += 1


cdef Py_ssize_t add_bins(const Data *data, double *positives, double *totals,
                         double *shares, int64_t *ends) noexcept nogil:
    """As `pool_adjacent`, the blocks being given."""
    cdef Py_ssize_t k = 0, b
    cdef double p, t
    for b in range(data.n_bins):
        p = t = 0.0
        while k < data.bins[b]:
            p += positives[k]
            t += totals[k]
            k += 1
        shares[b] = p / t
        ends[b] = k
    return data.n_bins


def replicate(Steps steps not None, bint redraws_rows, uint64_t seed, uint64_t first,
              const int64_t[::1] places not None, double[:, ::1] out not None):
    """Curves of replicates ``first``, ``first`` + 1, … into ``out``'s rows.

    redraws_rows : rows are drawn with replacement; else outcomes from the forecasts.
    places : ascending numbers of the steps at which a curve is read.
    """
    cdef const Data *data = &steps.data
    cdef Py_ssize_t m = data.n_steps, n_places = places.shape[0], r, k, b, n_blocks
    cdef Py_ssize_t n_drawn = data.n_rows if redraws_rows else 0
    cdef size_t size = data.n_rows
    cdef double *work
    cdef double *totals
    cdef int64_t *ends
    cdef uint8_t *drawn
    cdef uint64_t *scratch
    if out.shape[1] != n_places:
        raise ValueError("out has the wrong number of columns")
    if n_places and not (0 <= np.min(places) and np.max(places) < m
                         and np.all(np.diff(places) >= 0)):
        raise ValueError("places must rise and be numbers of steps")
    work = <double *> malloc((3 * m + <Py_ssize_t> DRAWN_AT_ONCE) * sizeof(double))
    ends = <int64_t *> malloc(m * sizeof(int64_t))
    drawn = <uint8_t *> malloc(n_drawn + 64)
    scratch = <uint64_t *> malloc(
        fm_draw_weights_scratch(n_drawn) * sizeof(uint64_t))
    try:
        if work == NULL or ends == NULL or drawn == NULL or scratch == NULL:
            raise MemoryError
        totals = work + m
        with nogil:
            for r in range(out.shape[0]):
                if redraws_rows:
                    fm_draw_weights(seed, first + r, &size, 1, drawn, scratch)
                    redraw_rows(data, drawn, work, totals)
                else:
                    redraw_outcomes(data, seed, first + r, work, work + 3 * m)
                    for k in range(m):
                        totals[k] = data.totals[k]
                if data.bins == NULL:
                    n_blocks = pool_adjacent(work, totals, work + 2 * m, ends, m)
                else:
                    n_blocks = add_bins(data, work, totals, work + 2 * m, ends)
                b = 0
                for k in range(n_places):
                    while b < n_blocks - 1 and ends[b] <= places[k]:
                        b += 1
                    out[r, k] = work[2 * m + b]
    finally:
        free(work)
        free(ends)
        free(drawn)
        free(scratch)
