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

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

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

cdef class _Reducers:
    """The reducers of one sweep as a C array, freed whatever happens."""

    cdef red.Reducer *each
    cdef Py_ssize_t n

    def __cinit__(self, specs):
        cdef Py_ssize_t k
        specs = list(specs)
        self.each = <red.Reducer *> calloc(len(specs) + 1, sizeof(red.Reducer))
        if self.each == NULL:
            raise MemoryError
        for k in range(len(specs)):
            red.load(&self.each[k], specs[k])
            self.n += 1

    def __dealloc__(self):
        cdef Py_ssize_t k
        for k in range(self.n):
            red.release(&self.each[k])
        free(self.each)

    cdef void begin(self, double P, double N) noexcept nogil:
        cdef Py_ssize_t k
        for k in range(self.n):
            red.begin(&self.each[k], P, N)

    cdef void take(self, const double *tps, const double *fps,
                   Py_ssize_t m) noexcept nogil:
        cdef Py_ssize_t k
        for k in range(self.n):
            red.take(&self.each[k], tps, fps, m)

    cdef finish(self):
        cdef Py_ssize_t k
        values = np.empty(self.n)
        at = np.empty(self.n, np.int64)
        for k in range(self.n):
            values[k] = red.finish(&self.each[k])
            at[k] = self.each[k].best_at
            if self.each[k].failed:
                raise MemoryError
        return values, at


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
    cdef _Reducers work = _Reducers(reducers)
    cdef double scale
    if fps.shape[0] != n:
        raise ValueError("tps and fps differ in length")
    scale = red.scale_for(max(tps[n - 1], fps[n - 1])) if n else 1.0
    if scale != 1.0:
        tps = np.multiply(tps, scale)
        fps = np.multiply(fps, scale)
    with nogil:
        work.begin(tps[n - 1] if n else 0, fps[n - 1] if n else 0)
        start = 0
        while start < n:
            m = min(<Py_ssize_t> red.TILE, n - start)
            work.take(&tps[start], &fps[start], m)
            start += m
    return work.finish()


cdef void walk_down(_Reducers work, const key_t *rows, Py_ssize_t n, Py_ssize_t n_low,
                    Py_ssize_t n_pos) noexcept nogil:
    cdef Py_ssize_t i, start, end, tp = 0, m = 0
    cdef int stretch
    cdef double tps[red.TILE + 1]
    cdef double fps[red.TILE + 1]
    work.begin(n_pos, n - n_pos)
    for stretch in range(2):
        start = n_low if stretch == WITH_TOP else 0
        end = n if stretch == WITH_TOP else n_low
        for i in range(end - 1, start - 1, -1):
            tp += rows[i] & 1
            # Written in any case, kept if it is the step: ties cannot be predicted.
            tps[m] = tp
            fps[m] = n - i - tp
            m += last_of_tie(rows, i, start)
            if m == red.TILE:
                work.take(tps, fps, m)
                m = 0
    work.take(tps, fps, m)


def reduce_labelled(LabelledScores scores not None, reducers):
    """As :func:`reduce_steps` of :func:`labelled_steps`, without holding the steps."""
    cdef _Reducers work = _Reducers(reducers)
    cdef Py_ssize_t n = len(scores.rows), n_low = scores.n_low, n_pos = scores.n_pos
    cdef const uint64_t[::1] wide
    cdef const uint32_t[::1] narrow
    if scores.rows.itemsize == 4:
        narrow = scores.rows
        with nogil:
            walk_down(work, &narrow[0] if n else NULL, n, n_low, n_pos)
    else:
        wide = scores.rows
        with nogil:
            walk_down(work, &wide[0] if n else NULL, n, n_low, n_pos)
    return work.finish()


def reduce_rows(
    const key_t[::1] keys_sorted not None,
    const double[::1] signed_weights not None,
    reducers,
):
    """As :func:`reduce_steps` of :func:`weighted_steps`, without holding the steps.

    Returns ``(values, (positive weight, negative weight))``.
    """
    cdef Py_ssize_t n = keys_sorted.shape[0], k, m = 0
    cdef _Reducers work = _Reducers(reducers)
    cdef double P = 0, N = 0, tp = 0, fp = 0, w, scale
    cdef double tps[red.TILE]
    cdef double fps[red.TILE]
    if signed_weights.shape[0] != n:
        raise ValueError("keys and weights differ in length")
    with nogil:
        for k in range(n):
            w = signed_weights[k]
            P += positive_part(w)
            N += positive_part(-w)
        scale = red.scale_for(max(P, N))
        work.begin(scale * P, scale * N)
        for k in range(n):
            w = scale * signed_weights[k]
            tp += positive_part(w)
            fp += positive_part(-w)
            if k + 1 == n or keys_sorted[k + 1] != keys_sorted[k]:
                tps[m] = tp
                fps[m] = fp
                m += 1
                if m == red.TILE:
                    work.take(tps, fps, m)
                    m = 0
        work.take(tps, fps, m)
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
