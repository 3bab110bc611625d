"""Replicates of a threshold sweep: new row weights, one linear pass, never a sort.

A replicate draws an integer weight for every drawn unit (a row, or a cluster of
rows), hands it to the rows in canonical order and reduces the steps. Memory is one
byte per unit and per row and thread, whatever the number of replicates. The draw
depends on (seed, replicate) alone, so replicates run anywhere in any order.

Equivalent Python: ``fastmetrics.reference.intervals``.
"""

import numpy as np

from libc.math cimport NAN
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastmetrics._kernels cimport reduce as red
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.pairs cimport fm_count_pairs, fm_pairs
from fastmetrics._kernels.c.random cimport fm_draw_weights, fm_draw_weights_scratch
from fastmetrics._kernels.rows cimport LAST_OF_TIE, POSITIVE
from fastmetrics._kernels.swaps cimport BATCH, check_dealt, deal_batch

fm_cpu_init()


cdef struct Rows:
    # A SweepRows as plain C, for code without the GIL; NULL is "none".
    const uint8_t *flags
    const uint32_t *units
    const double *row_weights
    const int64_t *ties         # (first row, end) of each
    Py_ssize_t n, n_ties
    const red.Reducer *reducers
    Py_ssize_t n_reducers


cdef class SweepRows:
    """One model's rows in canonical order and what is to be reduced from them.

    flags : uint8, as ``sweep.labelled_flags`` makes them.
    reducers : tuples ``(name, *parameters)``.
    units : uint32 or None; the drawn unit of each row; None: unit k is row k.
    row_weights : float64 or None; the data's own weight of each row.
    n_units : how many units are drawn; needed with ``units``.
    """

    cdef const uint8_t[::1] flags
    cdef const uint32_t[::1] units
    cdef const double[::1] row_weights
    cdef const int64_t[:, ::1] ties
    cdef red.Reducer *reducers
    cdef readonly Py_ssize_t n_reducers
    cdef readonly Py_ssize_t n_units
    cdef Rows view

    def __cinit__(self, const uint8_t[::1] flags not None, reducers, units=None,
                  row_weights=None, n_units=None):
        cdef Py_ssize_t k
        if not flags.shape[0]:
            raise ValueError("no rows")
        self.flags = flags
        self.view.flags = &self.flags[0]
        self.view.n = flags.shape[0]
        self.n_units = flags.shape[0]
        if units is not None:
            self.units = units
            if self.units.shape[0] != flags.shape[0]:
                raise ValueError("flags and units differ in length")
            self.n_units = n_units
            if np.max(units) >= n_units:
                raise ValueError("a unit lies beyond n_units")
            self.view.units = &self.units[0]
        if row_weights is not None:
            # The total of a replicate is of the order of the data's.
            scale = red.scale_for(np.sum(row_weights))
            self.row_weights = (row_weights if scale == 1.0
                                else np.multiply(row_weights, scale))
            if self.row_weights.shape[0] != flags.shape[0]:
                raise ValueError("flags and row_weights differ in length")
            self.view.row_weights = &self.row_weights[0]
        self.ties = _mixed_ties(flags)
        self.view.n_ties = self.ties.shape[0]
        if self.view.n_ties:
            self.view.ties = &self.ties[0, 0]
        self.n_reducers = len(reducers)
        self.reducers = <red.Reducer *> malloc(
            (self.n_reducers + 1) * sizeof(red.Reducer))
        if self.reducers == NULL:
            raise MemoryError
        for k in range(self.n_reducers):
            red.load(&self.reducers[k], reducers[k])
        self.view.reducers = self.reducers
        self.view.n_reducers = self.n_reducers

    def __dealloc__(self):
        free(self.reducers)


cdef _mixed_ties(const uint8_t[::1] flags):
    """First row and end of every tie that holds both classes, (m, 2)."""
    cdef Py_ssize_t n = flags.shape[0], k, start = 0, m = 0
    cdef bint mixed
    cdef int64_t[:, ::1] ties
    for counting in (True, False):
        if not counting:
            ties = np.empty((m, 2), np.int64)
            m = start = 0
        with nogil:
            for k in range(n):
                if flags[k] & LAST_OF_TIE:
                    # Positives come first in a tie.
                    mixed = (flags[start] & POSITIVE) != (flags[k] & POSITIVE)
                    if mixed:
                        if not counting:
                            ties[m, 0] = start
                            ties[m, 1] = k + 1
                        m += 1
                    start = k + 1
    return ties


# ---------------------------------------------------------------- one replicate

cdef inline uint64_t positive_mask(uint8_t flag) noexcept nogil:
    return 0 - <uint64_t> (flag & POSITIVE)


cdef double roc_auc(const Rows *rows, const uint8_t *w) noexcept nogil:
    """AUC by exact pair counting: each negative meets the positives before it."""
    cdef fm_pairs pairs = fm_count_pairs(rows.flags, w, rows.n)
    cdef fm_pairs tie
    cdef uint64_t tied = 0
    cdef Py_ssize_t t, start
    # A pair in one tie was counted as won; it is worth half.
    for t in range(rows.n_ties):
        start = rows.ties[2 * t]
        tie = fm_count_pairs(rows.flags + start, w + start,
                             rows.ties[2 * t + 1] - start)
        tied += tie.wins
    if pairs.positive == 0 or pairs.negative == 0:
        return NAN
    return ((<double> pairs.wins - 0.5 * <double> tied)
            / (<double> pairs.positive * <double> pairs.negative))


cdef void reduce_counts(const Rows *rows, const uint8_t *w, red.Reducer *rs,
                        double *out) noexcept nogil:
    """Integer weights of unweighted rows, to values."""
    cdef const uint8_t *flags = rows.flags
    cdef Py_ssize_t n = rows.n, k = 0, end, r, m
    cdef Py_ssize_t n_reducers = rows.n_reducers
    cdef uint64_t mask
    cdef fm_pairs totals
    cdef int64_t tp = 0, fp = 0
    cdef uint8_t drawn = 0, last
    cdef bint others = False
    cdef double tps[red.TILE + 1]
    cdef double fps[red.TILE + 1]
    for r in range(n_reducers):
        if red.is_roc_auc(&rs[r]):
            out[r] = roc_auc(rows, w)
        else:
            others = True
    if not others:
        return
    totals = fm_count_pairs(flags, w, n)
    for r in range(n_reducers):
        red.begin(&rs[r], <double> totals.positive, <double> totals.negative)
    while k < n:
        # A row makes at most one step, so a tile's worth of rows fits.
        end = min(k + <Py_ssize_t> red.TILE, n)
        m = 0
        while k < end:
            mask = positive_mask(flags[k])
            tp += w[k] & mask
            fp += w[k] & ~mask
            tps[m] = <double> tp
            fps[m] = <double> fp
            # A step is where a tie ends of which any row was drawn. No branches:
            # whether it was cannot be predicted.
            drawn |= w[k]
            last = <uint8_t> (flags[k] >> 1)
            m += last & (drawn != 0)
            drawn &= <uint8_t> (last - 1)
            k += 1
        for r in range(n_reducers):
            if not red.is_roc_auc(&rs[r]):
                red.take(&rs[r], tps, fps, m)
    for r in range(n_reducers):
        if not red.is_roc_auc(&rs[r]):
            out[r] = red.finish(&rs[r])


cdef void reduce_weights(const Rows *rows, const uint8_t *w, red.Reducer *rs,
                         double *out) noexcept nogil:
    """Integer weights of weighted rows, to values."""
    cdef const uint8_t *flags = rows.flags
    cdef const double *own = rows.row_weights
    cdef Py_ssize_t n = rows.n, k, end, r, m
    cdef double tp = 0, fp = 0, weight
    cdef bint drawn = False
    cdef double tps[red.TILE + 1]
    cdef double fps[red.TILE + 1]
    for k in range(n):
        weight = w[k] * own[k]
        if flags[k] & POSITIVE:
            tp += weight
        else:
            fp += weight
    for r in range(rows.n_reducers):
        red.begin(&rs[r], tp, fp)
    tp = fp = 0
    k = 0
    while k < n:
        end = min(k + <Py_ssize_t> red.TILE, n)
        m = 0
        while k < end:
            weight = w[k] * own[k]
            if flags[k] & POSITIVE:
                tp += weight
            else:
                fp += weight
            tps[m] = tp
            fps[m] = fp
            drawn |= weight != 0
            if flags[k] & LAST_OF_TIE:
                m += drawn
                drawn = False
            k += 1
        for r in range(rows.n_reducers):
            red.take(&rs[r], tps, fps, m)
    for r in range(rows.n_reducers):
        out[r] = red.finish(&rs[r])


cdef int reduce_replicate(const Rows *rows, const uint8_t *unit_weights,
                          uint8_t *scratch, red.Reducer *rs,
                          double *out) noexcept nogil:
    """Values of one model in one replicate; -1 when out of memory."""
    cdef const uint8_t *w = unit_weights
    cdef Py_ssize_t k, r
    cdef int failed = 0
    if rows.units != NULL:
        for k in range(rows.n):
            scratch[k] = unit_weights[rows.units[k]]
        w = scratch
    memcpy(rs, rows.reducers, rows.n_reducers * sizeof(red.Reducer))
    if rows.row_weights != NULL:
        reduce_weights(rows, w, rs, out)
    else:
        reduce_counts(rows, w, rs, out)
    for r in range(rows.n_reducers):
        failed |= rs[r].failed
        red.release(&rs[r])
    return -1 if failed else 0


# ---------------------------------------------------------------- many replicates

cdef class _Workspace:
    """Buffers of one job, and the models as plain pointers."""

    cdef list models
    cdef Rows *rows
    cdef Py_ssize_t n_models, n_values, n_units
    cdef uint8_t *weights
    cdef uint8_t *scratch
    cdef uint64_t *draw_scratch
    cdef red.Reducer *reducers

    def __cinit__(self, list models):
        cdef SweepRows rows
        cdef Py_ssize_t longest = 1, most = 1
        if not models:
            raise ValueError("no models")
        self.models = models
        self.n_models = len(models)
        self.rows = <Rows *> malloc(self.n_models * sizeof(Rows))
        if self.rows == NULL:
            raise MemoryError
        for k, rows in enumerate(models):
            self.rows[k] = rows.view
            self.n_values += rows.n_reducers
            if k and rows.n_units != self.n_units:
                raise ValueError("models are not drawn over the same units")
            self.n_units = rows.n_units
            longest = max(longest, rows.view.n)
            most = max(most, rows.n_reducers)
        self.weights = <uint8_t *> malloc(self.n_units + 64)
        self.scratch = <uint8_t *> malloc(longest + 64)
        self.reducers = <red.Reducer *> malloc(most * sizeof(red.Reducer))
        self.draw_scratch = <uint64_t *> malloc(
            fm_draw_weights_scratch(self.n_units) * sizeof(uint64_t))
        if (self.weights == NULL or self.scratch == NULL or self.reducers == NULL
                or self.draw_scratch == NULL):
            raise MemoryError

    def __dealloc__(self):
        free(self.rows)
        free(self.weights)
        free(self.scratch)
        free(self.draw_scratch)
        free(self.reducers)

    cdef int reduce_models(self, double *out) noexcept nogil:
        cdef Py_ssize_t k
        for k in range(self.n_models):
            if reduce_replicate(&self.rows[k], self.weights, self.scratch,
                                self.reducers, out):
                return -1
            out += self.rows[k].n_reducers
        return 0


def replicate(
    list models,
    const int64_t[::1] strata not None,
    uint64_t seed,
    uint64_t first,
    double[:, ::1] out not None,
):
    """Bootstrap values of replicates ``first``, ``first`` + 1, … into ``out``'s rows.

    models : SweepRows that share their units; a row of ``out`` holds the values of
        the first model's reducers, then the second's, …
    strata : sizes of the contiguous runs of units that keep their total weight.
    """
    cdef _Workspace work = _Workspace(models)
    cdef Py_ssize_t r, s, total = 0
    cdef int failed = 0
    sizes_array = np.asarray(strata, np.uintp)
    cdef const size_t[::1] sizes = sizes_array
    for s in range(strata.shape[0]):
        if strata[s] < 0:
            raise ValueError("a stratum has a negative size")
        total += strata[s]
    if total != work.n_units:
        raise ValueError("strata do not add up to the units")
    if out.shape[1] != work.n_values:
        raise ValueError("out has the wrong number of columns")
    with nogil:
        for r in range(out.shape[0]):
            fm_draw_weights(seed, first + r, &sizes[0], sizes.shape[0], work.weights,
                            work.draw_scratch)
            failed = work.reduce_models(&out[r, 0])
            if failed:
                break
    if failed:
        raise MemoryError


def leave_out(list models, const uint16_t[::1] groups not None, Py_ssize_t first,
              double[:, ::1] out not None):
    """Values with one group of units left out: ``first``, ``first`` + 1, … in turn."""
    cdef _Workspace work = _Workspace(models)
    cdef Py_ssize_t r, k
    cdef int failed = 0
    if groups.shape[0] != work.n_units:
        raise ValueError("groups and units differ in length")
    if out.shape[1] != work.n_values:
        raise ValueError("out has the wrong number of columns")
    with nogil:
        for r in range(out.shape[0]):
            for k in range(work.n_units):
                work.weights[k] = groups[k] != first + r
            failed = work.reduce_models(&out[r, 0])
            if failed:
                break
    if failed:
        raise MemoryError


cdef void pick_byte(const uint64_t *words, Py_ssize_t n, int first,
                    uint8_t *out) noexcept nogil:
    """Eight bits of each word."""
    cdef Py_ssize_t k
    for k in range(n):
        out[k] = <uint8_t> (words[k] >> first)


cdef void pick_bit(const uint8_t *eight, Py_ssize_t n, int bit, uint8_t others,
                   uint8_t *out) noexcept nogil:
    """A bit of each byte, or with ``others`` its complement."""
    cdef Py_ssize_t k
    for k in range(n):
        out[k] = ((eight[k] >> bit) & 1) ^ others


def deal(list models, const uint32_t[::1] order not None, Py_ssize_t wanted,
         uint64_t seed, uint64_t first, double[:, ::1] out not None):
    """Values of ``wanted`` of the units, then of all others, in random choices.

    Row r of ``out`` is the choice of ``swaps.dealt`` in replicate ``first`` + r.

    order : unit k is the ``order[k]``-th of those that are dealt out.
    """
    cdef _Workspace work = _Workspace(models)
    cdef Py_ssize_t n = work.n_units, batch, start, several, r, k
    cdef int failed = 0
    check_dealt(n, wanted, first)
    if order.shape[0] != n:
        raise ValueError("order and units differ in length")
    if out.shape[1] != 2 * work.n_values:
        raise ValueError("out has the wrong number of columns")
    cdef uint64_t[::1] words = np.empty(n, np.uint64)
    cdef uint64_t[::1] ordered = np.empty(n, np.uint64)
    cdef uint8_t[::1] eight = np.empty(n, np.uint8)
    with nogil:
        for batch in range((out.shape[0] + BATCH - 1) // BATCH):
            start = batch * BATCH
            several = min(<Py_ssize_t> BATCH, out.shape[0] - start)
            deal_batch(seed, first // BATCH + batch, n, wanted, several, &words[0])
            for k in range(n):
                ordered[k] = words[order[k]]
            for r in range(several):
                # The bits of eight replicates lie close together.
                if r % 8 == 0:
                    pick_byte(&ordered[0], n, r, &eight[0])
                pick_bit(&eight[0], n, r % 8, 0, work.weights)
                failed |= work.reduce_models(&out[start + r, 0])
                pick_bit(&eight[0], n, r % 8, 1, work.weights)
                failed |= work.reduce_models(&out[start + r, work.n_values])
    if failed:
        raise MemoryError


def _test_count_pairs(const uint8_t[::1] flags not None, const uint8_t[::1] w not None):
    """Test hook for fm_pairs.h: (positive, negative, wins)."""
    if flags.shape[0] != w.shape[0]:
        raise ValueError("flags and w differ in length")
    cdef fm_pairs pairs
    if not w.shape[0]:
        return 0, 0, 0
    pairs = fm_count_pairs(&flags[0], &w[0], w.shape[0])
    return pairs.positive, pairs.negative, pairs.wins
