"""Threshold sweeps: from ordered keys to steps, rows and values.

Scores arrive as order-preserving unsigned keys (see fm_keys.h). Unweighted
data come as ``LabelledScores``, sorted rows whose lowest bit is the label: sorting keys
alone is far faster than sorting with a payload, and one walk down the rows gives all
there is to know. Weighted data come as sorted (key, signed weight) pairs: positive
rows carry w, negative rows -w.

A step is the pair (tps, fps) of positive and negative weight at or above one
distinct score. Canonical order of rows is score descending and, inside a tie,
positives before negatives.
"""

import numpy as np

cimport cython
from libc.math cimport INFINITY, ceil, floor
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastmetrics._kernels cimport reduce as red
from fastmetrics._kernels.labelled cimport LabelledScores
from fastmetrics._kernels.rows cimport LAST_OF_TIE, POSITIVE

ctypedef fused key_t:
    uint32_t
    uint64_t

cdef enum Drop:
    DROP_NOTHING
    DROP_ROC
    DROP_PR

_DROPS = {None: DROP_NOTHING, "roc": DROP_ROC, "pr": DROP_PR}


# ---------------------------------------------------------------- steps

cdef struct Steps:
    # Receives steps one behind, because whether one is dropped depends on the next.
    double *tps
    double *fps
    Py_ssize_t kept
    Py_ssize_t seen
    int drop
    double tp0, fp0     # the step before the pending one
    double tp1, fp1     # the pending step


cdef inline bint dropped(Steps *s, double tp2, double fp2) noexcept nogil:
    """Whether the pending step goes, given the one after it.

    The tests are scikit-learn's, on differences of cumulative sums in double, so
    that curves have its shape also where rounding decides. Which steps go cannot be
    predicted: no branch depends on it.
    """
    if s.seen == 1 or s.drop == DROP_NOTHING:
        return False
    if s.drop == DROP_ROC:
        return (<int> ((fp2 - s.fp1) - (s.fp1 - s.fp0) == 0)
                & <int> ((tp2 - s.tp1) - (s.tp1 - s.tp0) == 0))
    return <int> (s.tp1 - s.tp0 == 0) & <int> (tp2 - s.tp1 == 0)


cdef inline void push_step(Steps *s, double tp, double fp) noexcept nogil:
    """Take the next step; the one before it is written, and kept unless dropped.

    What is written and not kept is written over by the next.
    """
    if s.seen:
        s.tps[s.kept] = s.tp1
        s.fps[s.kept] = s.fp1
        s.kept += not dropped(s, tp, fp)
    s.tp0 = s.tp1
    s.fp0 = s.fp1
    s.tp1 = tp
    s.fp1 = fp
    s.seen += 1


cdef _trimmed(arrays, Py_ssize_t kept, Py_ssize_t capacity):
    # Pages never written cost nothing; a copy pays only when most are unused.
    if 2 * kept < capacity:
        return tuple(a[:kept].copy() for a in arrays)
    return tuple(a[:kept] for a in arrays)


cdef enum Top:
    # The two stretches of labelled rows, in the order of a walk down the scores.
    WITH_TOP = 0        # of keys with their highest bit
    WITHOUT_TOP = 1

cdef inline bint last_of_tie(const key_t *rows, Py_ssize_t i,
                             Py_ssize_t start) noexcept nogil:
    """Whether, on the way down, row i is the last of its score in its stretch.

    Rows of one score differ in their lowest bit, the label, at most.
    """
    return i == start or (rows[i - 1] ^ rows[i]) > 1


cdef object steps_down(const key_t[::1] rows_view, Py_ssize_t n_low, int drop):
    cdef Py_ssize_t n = rows_view.shape[0], i, start, end, tp = 0
    cdef const key_t *rows
    keys_array = np.empty(n, np.uint32 if key_t is uint32_t else np.uint64)
    tps_array = np.empty(n)
    fps_array = np.empty(n)
    cdef key_t[::1] keys = keys_array
    cdef double[::1] tps = tps_array, fps = fps_array
    cdef Steps s
    cdef key_t top, pending = 0
    cdef int stretch
    if n == 0:
        return keys_array, tps_array, fps_array
    rows = &rows_view[0]
    s.tps, s.fps = &tps[0], &fps[0]
    s.kept = s.seen = 0
    s.drop = drop
    s.tp0 = s.fp0 = s.tp1 = s.fp1 = 0
    with nogil:
        for stretch in range(2):
            start = n_low if stretch == WITH_TOP else 0
            end = n if stretch == WITH_TOP else n_low
            top = (<key_t> (stretch == WITH_TOP)) << (8 * sizeof(key_t) - 1)
            for i in range(end - 1, start - 1, -1):
                tp += rows[i] & 1
                if last_of_tie(rows, i, start):
                    keys[s.kept] = pending
                    push_step(&s, tp, n - i - tp)
                    pending = top | (rows[i] >> 1)
        s.drop = DROP_NOTHING  # the last step always stays
        keys[s.kept] = pending
        push_step(&s, 0, 0)
    return _trimmed((keys_array, tps_array, fps_array), s.kept, n)


def labelled_steps(LabelledScores scores not None, drop=None):
    """Steps of unweighted data.

    Returns ``(keys, tps, fps)``, keys descending, cumulative counts as float64.
    ``drop``: None keeps all, "roc" drops what is collinear with its neighbours,
    "pr" drops what shares tps with both neighbours.
    """
    if scores.rows.itemsize == 4:
        return steps_down[uint32_t](scores.rows, scores.n_low, _DROPS[drop])
    return steps_down[uint64_t](scores.rows, scores.n_low, _DROPS[drop])


cdef inline double positive_part(double w) noexcept nogil:
    # Compilers make a maximum of it, not a branch: which class comes next cannot be
    # predicted.
    return w if w > 0.0 else 0.0


def sign_weights(
    const double[::1] weights not None,
    const uint8_t[::1] labels not None,
):
    """Weights of the positive rows and minus those of the negative ones."""
    cdef Py_ssize_t n = weights.shape[0], k
    if labels.shape[0] != n:
        raise ValueError("weights and labels differ in length")
    signed_array = np.empty(n)
    cdef double[::1] signed_weights = signed_array
    with nogil:
        for k in range(n):
            signed_weights[k] = weights[k] * (2 * <int> labels[k] - 1)
    return signed_array


def weighted_steps(
    const key_t[::1] keys_sorted not None,
    const double[::1] signed_weights not None,
    drop=None,
):
    """Steps of weighted data from (key, signed weight) rows that lie in order.

    Which order the keys take does not matter, only that equal ones are neighbours.

    The sums are plain and sequential, the bits of ``np.cumsum`` per class.
    Returns and ``drop`` as :func:`labelled_steps`.
    """
    cdef Py_ssize_t n = keys_sorted.shape[0], k
    if signed_weights.shape[0] != n:
        raise ValueError("keys and weights differ in length")
    key_type = np.uint32 if key_t is uint32_t else np.uint64
    keys_array = np.empty(n, key_type)
    tps_array = np.empty(n)
    fps_array = np.empty(n)
    cdef key_t[::1] keys = keys_array
    cdef double[::1] tps = tps_array, fps = fps_array
    cdef Steps s
    cdef double w, tp = 0, fp = 0
    cdef key_t pending = 0
    if n == 0:
        return keys_array, tps_array, fps_array
    s.tps, s.fps = &tps[0], &fps[0]
    s.kept = s.seen = 0
    s.drop = _DROPS[drop]
    s.tp0 = s.fp0 = s.tp1 = s.fp1 = 0
    with nogil:
        for k in range(n):
            w = signed_weights[k]
            tp += positive_part(w)
            fp += positive_part(-w)
            if k + 1 == n or keys_sorted[k + 1] != keys_sorted[k]:
                keys[s.kept] = pending
                push_step(&s, tp, fp)
                pending = keys_sorted[k]
        s.drop = DROP_NOTHING
        keys[s.kept] = pending
        push_step(&s, 0, 0)
    return _trimmed((keys_array, tps_array, fps_array), s.kept, n)


# ---------------------------------------------------------------- rows

cdef object flags_down(const key_t[::1] rows_view, Py_ssize_t n_low):
    cdef Py_ssize_t n = rows_view.shape[0], i, start, end
    cdef const key_t *rows
    flags_array = np.empty(n, np.uint8)
    cdef uint8_t[::1] flags = flags_array
    cdef int stretch
    if n == 0:
        return flags_array
    rows = &rows_view[0]
    with nogil:
        for stretch in range(2):
            start = n_low if stretch == WITH_TOP else 0
            end = n if stretch == WITH_TOP else n_low
            for i in range(start, end):
                flags[n - 1 - i] = (<int> (rows[i] & 1) * POSITIVE
                                    | last_of_tie(rows, i, start) * LAST_OF_TIE)
    return flags_array


def labelled_flags(LabelledScores scores not None):
    """Rows in canonical order.

    Returns uint8 flags: bit 0 the row is positive, bit 1 it is the last of its tie.
    """
    if scores.rows.itemsize == 4:
        return flags_down[uint32_t](scores.rows, scores.n_low)
    return flags_down[uint64_t](scores.rows, scores.n_low)


def flag_rows(
    const key_t[::1] keys_sorted not None,
    const uint8_t[::1] labels_sorted not None,
):
    """Flags as :func:`labelled_flags` for rows that already lie in canonical order."""
    cdef Py_ssize_t n = keys_sorted.shape[0], k
    if labels_sorted.shape[0] != n:
        raise ValueError("keys and labels differ in length")
    flags_array = np.empty(n, np.uint8)
    cdef uint8_t[::1] flags = flags_array
    with nogil:
        for k in range(n):
            flags[k] = labels_sorted[k]
            if k + 1 == n or keys_sorted[k + 1] != keys_sorted[k]:
                flags[k] |= LAST_OF_TIE
    return flags_array


# ---------------------------------------------------------------- values

cdef inline double least(double sum, double total) noexcept nogil:
    # Totals added up in another order can lie a little below the last sums.
    return sum if sum < total else total


@cython.auto_pickle(False)
@cython.final
cdef class SweepReducers:
    """Reducers on their way down the scores of one sweep.

    It may come in ranges that hold whole ties, the highest scores first: a tile of
    steps that is not full is kept until further steps fill it. So the reducers see the
    same tiles wherever a range begins, and give the same bits.

    reducers : tuples ``(name, *parameters)``.
    n_positive, n_negative : the weight of each class in the whole sweep.
    shares : 0, or how many parts of each class cells are cut by: a cell ends at each
        step that completes a part of either class.
    """

    cdef red.Reducer *each
    cdef Py_ssize_t n               # reducers
    cdef double *tps                # of the tile that is being filled
    cdef double *fps
    cdef uint64_t *keys
    cdef uint64_t *best_keys        # of each reducer, where its best step is
    cdef Py_ssize_t m               # steps in the tile
    cdef Py_ssize_t taken           # steps in tiles before
    cdef double P, N, scale
    cdef double *cells              # the last step of each cell; NULL: none are cut
    cdef uint64_t *cell_keys        # and its key
    cdef Py_ssize_t n_cells
    cdef double shares
    cdef double next_tp, next_fp    # steps that end the cell, by either class
    cdef readonly double tp, fp     # the last step
    cdef bint begun
    cdef uint64_t last_key

    def __cinit__(self, reducers, double n_positive, double n_negative,
                  Py_ssize_t shares=0):
        cdef Py_ssize_t k
        reducers = list(reducers)
        self.each = <red.Reducer *> calloc(len(reducers) + 1, sizeof(red.Reducer))
        self.tps = <double *> malloc(red.TILE * sizeof(double))
        self.fps = <double *> malloc(red.TILE * sizeof(double))
        self.keys = <uint64_t *> malloc(red.TILE * sizeof(uint64_t))
        self.best_keys = <uint64_t *> calloc(len(reducers) + 1, sizeof(uint64_t))
        if (self.each == NULL or self.tps == NULL or self.fps == NULL
                or self.keys == NULL or self.best_keys == NULL):
            raise MemoryError
        if shares:
            self.cells = <double *> malloc(4 * (shares + 1) * sizeof(double))
            self.cell_keys = <uint64_t *> malloc(2 * (shares + 1) * sizeof(uint64_t))
            if self.cells == NULL or self.cell_keys == NULL:
                raise MemoryError
        self.P = n_positive
        self.N = n_negative
        self.shares = shares
        self.end_cell(0.0, 0.0)
        self.scale = red.scale_for(max(n_positive, n_negative))
        for k in range(len(reducers)):
            red.load(&self.each[k], reducers[k])
            self.n += 1
            red.begin(&self.each[k], self.scale * n_positive, self.scale * n_negative)

    def __dealloc__(self):
        cdef Py_ssize_t k
        for k in range(self.n):
            red.release(&self.each[k])
        free(self.each)
        free(self.tps)
        free(self.fps)
        free(self.keys)
        free(self.best_keys)
        free(self.cells)
        free(self.cell_keys)

    cdef void take(self, const double *tps, const double *fps,
                   Py_ssize_t m) noexcept nogil:
        cdef Py_ssize_t k
        for k in range(self.n):
            red.take(&self.each[k], tps, fps, m)

    cdef void end_cell(self, double tp, double fp) noexcept nogil:
        """Find the steps that end the next cell, after one."""
        self.next_tp = self.next_fp = INFINITY
        if self.P > 0:
            self.next_tp = ceil((floor(tp * self.shares / self.P) + 1) * self.P
                                / self.shares)
        if self.N > 0:
            self.next_fp = ceil((floor(fp * self.shares / self.N) + 1) * self.N
                                / self.shares)

    cdef void cut_cells(self) noexcept nogil:
        """Note the steps of the tile that end a cell."""
        cdef Py_ssize_t k
        cdef double tp, fp
        for k in range(self.m):
            tp = self.tps[k] / self.scale
            fp = self.fps[k] / self.scale
            if tp >= self.next_tp or fp >= self.next_fp:
                self.cells[2 * self.n_cells] = tp
                self.cells[2 * self.n_cells + 1] = fp
                self.cell_keys[self.n_cells] = self.keys[k]
                self.n_cells += 1
                self.end_cell(tp, fp)

    cdef void take_tile(self) noexcept nogil:
        cdef Py_ssize_t k
        self.take(self.tps, self.fps, self.m)
        if self.cells != NULL:
            self.cut_cells()
        for k in range(self.n):
            if self.each[k].best_at >= self.taken:
                self.best_keys[k] = self.keys[self.each[k].best_at - self.taken]
        self.taken += self.m
        self.m = 0

    cdef int follow(self, uint64_t highest, uint64_t lowest) except -1:
        """Note a range of keys; it must lie below all before."""
        if self.begun and highest >= self.last_key:
            raise ValueError("scores of a range lie level with those before, or above")
        self.begun = True
        self.last_key = lowest
        return 0

    def add_labelled(self, LabelledScores scores not None):
        """Go on down rows that count alike."""
        cdef const uint64_t[::1] wide
        cdef const uint32_t[::1] narrow
        cdef Py_ssize_t n = len(scores.rows), n_low = scores.n_low
        if n == 0:
            return
        if scores.rows.itemsize == 4:
            narrow = scores.rows
            self.follow(key_at(&narrow[0], n - 1, n_low), key_at(&narrow[0], 0, n_low))
        else:
            wide = scores.rows
            self.follow(key_at(&wide[0], n - 1, n_low), key_at(&wide[0], 0, n_low))
        if self.n == 0 and self.cells == NULL:  # nothing looks at the steps
            self.tp += scores.n_pos
            self.fp += n - scores.n_pos
        elif scores.rows.itemsize == 4:
            with nogil:
                walk_down(self, &narrow[0], n, n_low)
        else:
            with nogil:
                walk_down(self, &wide[0], n, n_low)

    def add_rows(self, const key_t[::1] keys_sorted not None,
                 const double[::1] signed_weights not None):
        """Go on down rows with weights: inverted keys that ascend."""
        cdef Py_ssize_t n = keys_sorted.shape[0]
        if signed_weights.shape[0] != n:
            raise ValueError("keys and weights differ in length")
        if n == 0:
            return
        self.follow(<key_t> ~keys_sorted[0], <key_t> ~keys_sorted[n - 1])
        with nogil:
            walk_rows(self, &keys_sorted[0], &signed_weights[0], n)

    def add_steps(self, const uint64_t[::1] keys not None,
                  const double[::1] positives not None,
                  const double[::1] negatives not None):
        """Go on down distinct scores, keys falling, by the weight at each of them."""
        cdef Py_ssize_t n = keys.shape[0], k
        if positives.shape[0] != n or negatives.shape[0] != n:
            raise ValueError("keys and weights differ in length")
        if n == 0:
            return
        self.follow(keys[0], keys[n - 1])
        with nogil:
            for k in range(n):
                self.tp += positives[k]
                self.fp += negatives[k]
                if self.m == red.TILE:
                    self.take_tile()
                self.tps[self.m] = self.scale * least(self.tp, self.P)
                self.fps[self.m] = self.scale * least(self.fp, self.N)
                self.keys[self.m] = keys[k]
                self.m += 1

    def finish(self):
        """End with the totals; returns values, best steps (-1: none) and their keys."""
        cdef Py_ssize_t k
        if self.m:
            self.tps[self.m - 1] = self.scale * self.P
            self.fps[self.m - 1] = self.scale * self.N
            self.take_tile()
        values = np.empty(self.n)
        at = np.empty(self.n, np.int64)
        keys = np.empty(self.n, np.uint64)
        for k in range(self.n):
            values[k] = red.finish(&self.each[k])
            at[k] = self.each[k].best_at
            keys[k] = self.best_keys[k]
            if self.each[k].failed:
                raise MemoryError
        return values, at, keys

    def counted_cells(self):
        """Return the lowest key, positives and negatives of each cell, highest first.

        All steps were taken, and ``finish`` was called.
        """
        cdef Py_ssize_t k
        keys, ends = np.empty(self.n_cells, np.uint64), np.empty((2, self.n_cells))
        cdef uint64_t[::1] out_keys = keys
        cdef double[:, ::1] out = ends
        for k in range(self.n_cells):
            out_keys[k] = self.cell_keys[k]
            out[0, k] = self.cells[2 * k]
            out[1, k] = self.cells[2 * k + 1]
        return keys, *np.diff(ends, axis=1, prepend=0.0)


def reduce_steps(
    const double[::1] tps not None,
    const double[::1] fps not None,
    reducers,
):
    """Reduce the steps by each of ``reducers``, tuples ``(name, *parameters)``.

    Returns ``(values, at)``: float64 values, NaN where undefined, and for those that
    look for an optimum the step where it is (-1: nothing predicted positive).
    """
    cdef Py_ssize_t n = tps.shape[0], start, m
    cdef SweepReducers work
    if fps.shape[0] != n:
        raise ValueError("tps and fps differ in length")
    work = SweepReducers(reducers, tps[n - 1] if n else 0, fps[n - 1] if n else 0)
    if work.scale != 1.0:
        tps = np.multiply(tps, work.scale)
        fps = np.multiply(fps, work.scale)
    with nogil:
        start = 0
        while start < n:
            m = min(<Py_ssize_t> red.TILE, n - start)
            work.take(&tps[start], &fps[start], m)
            start += m
    return work.finish()[:2]


cdef inline uint64_t key_at(const key_t *rows, Py_ssize_t i,
                            Py_ssize_t n_low) noexcept nogil:
    cdef key_t top = (<key_t> (i >= n_low)) << (8 * sizeof(key_t) - 1)
    return top | (rows[i] >> 1)


cdef void walk_down(SweepReducers work, const key_t *rows, Py_ssize_t n,
                    Py_ssize_t n_low) noexcept nogil:
    cdef Py_ssize_t i, start, end, m = work.m
    cdef Py_ssize_t tp = <Py_ssize_t> work.tp
    cdef Py_ssize_t all_rows = tp + <Py_ssize_t> work.fp + n
    cdef int stretch
    cdef key_t top
    cdef double *tps = work.tps
    cdef double *fps = work.fps
    cdef uint64_t *keys = work.keys
    for stretch in range(2):
        start = n_low if stretch == WITH_TOP else 0
        end = n if stretch == WITH_TOP else n_low
        top = (<key_t> (stretch == WITH_TOP)) << (8 * sizeof(key_t) - 1)
        for i in range(end - 1, start - 1, -1):
            tp += rows[i] & 1
            if m == red.TILE:
                work.m = m
                work.take_tile()
                m = 0
            # Written in any case, kept if it is the step: ties cannot be predicted.
            tps[m] = tp
            fps[m] = all_rows - i - tp
            keys[m] = top | (rows[i] >> 1)
            m += last_of_tie(rows, i, start)
    work.m = m
    work.tp = tp
    work.fp = all_rows - tp


cdef void walk_rows(SweepReducers work, const key_t *keys_sorted,
                    const double *signed_weights, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t k, m = work.m
    cdef double scale = work.scale, P = scale * work.P, N = scale * work.N
    cdef double tp = scale * work.tp, fp = scale * work.fp, w
    cdef double *tps = work.tps
    cdef double *fps = work.fps
    cdef uint64_t *keys = work.keys
    for k in range(n):
        w = scale * signed_weights[k]
        tp += positive_part(w)
        fp += positive_part(-w)
        if k + 1 == n or keys_sorted[k + 1] != keys_sorted[k]:
            if m == red.TILE:
                work.m = m
                work.take_tile()
                m = 0
            tps[m] = least(tp, P)
            fps[m] = least(fp, N)
            keys[m] = <key_t> ~keys_sorted[k]
            m += 1
    work.m = m
    work.tp = tp / scale
    work.fp = fp / scale


def reduce_labelled(LabelledScores scores not None, reducers):
    """As :func:`reduce_steps` of :func:`labelled_steps`, without holding the steps."""
    cdef SweepReducers work = SweepReducers(reducers, scores.n_pos, scores.n_neg)
    work.add_labelled(scores)
    return work.finish()[:2]


def reduce_rows(
    const key_t[::1] keys_sorted not None,
    const double[::1] signed_weights not None,
    reducers,
):
    """As :func:`reduce_steps` of :func:`weighted_steps`, without holding the steps.

    Returns ``(values, (positive weight, negative weight))``.
    """
    cdef Py_ssize_t n = keys_sorted.shape[0], k
    cdef SweepReducers work
    cdef double P = 0, N = 0, w
    if signed_weights.shape[0] != n:
        raise ValueError("keys and weights differ in length")
    with nogil:
        for k in range(n):
            w = signed_weights[k]
            P += positive_part(w)
            N += positive_part(-w)
    work = SweepReducers(reducers, P, N)
    if n:
        with nogil:
            walk_rows(work, &keys_sorted[0], &signed_weights[0], n)
    return work.finish()[0], (P, N)


def roc_hull(const double[::1] tps not None, const double[::1] fps not None):
    """Vertices ``(tps, fps)`` of the upper hull of the ROC points, fps rising.

    It runs from (0, 0) to the last step; no three vertices are collinear. The chain
    itself is the reducer ``expected_cost``'s, which reads the area off it.
    O(n) time, memory for the vertices.
    """
    cdef Py_ssize_t n = tps.shape[0], start = 0, m, k
    cdef red.Reducer reducer
    cdef double scale
    if fps.shape[0] != n:
        raise ValueError("tps and fps differ in length")
    scale = red.scale_for(max(tps[n - 1], fps[n - 1])) if n else 1.0
    if scale != 1.0:
        tps = np.multiply(tps, scale)
        fps = np.multiply(fps, scale)
    red.load(&reducer, ("expected_cost", 0.0, 1.0))
    try:
        with nogil:
            if n:
                red.begin(&reducer, tps[n - 1], fps[n - 1])
            else:
                red.begin(&reducer, 0.0, 0.0)
            while start < n:
                m = min(<Py_ssize_t> red.TILE, n - start)
                red.take(&reducer, &tps[start], &fps[start], m)
                start += m
            red.finish(&reducer)
        if reducer.failed:
            raise MemoryError
        hull_tps = np.empty(reducer.hull.size)
        hull_fps = np.empty(reducer.hull.size)
        for k in range(reducer.hull.size):
            hull_tps[k] = reducer.hull.y[k] / scale
            hull_fps[k] = reducer.hull.x[k] / scale
    finally:
        red.release(&reducer)
    return hull_tps, hull_fps
