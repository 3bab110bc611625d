"""Threshold sweeps: from ordered keys to steps, rows and values.

Scores arrive as order-preserving unsigned keys (see src_c/fm_keys.h). Unweighted
data come as two sorted arrays, the keys of the positives and of the negatives:
sorting keys alone is far faster than sorting with a payload, and one merge of the
two gives all there is to know. Weighted data come as sorted (key, signed weight)
pairs: positive rows carry w, negative rows -w.

A step is the pair (tps, fps) of positive and negative weight at or above one
distinct score. Canonical order of rows is score descending and, inside a tie,
positives before negatives.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from fastmetrics._kernels cimport reduce as red
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
    that curves have its shape also where rounding decides.
    """
    if s.seen == 1 or s.drop == DROP_NOTHING:
        return False
    if s.drop == DROP_ROC:
        return ((fp2 - s.fp1) - (s.fp1 - s.fp0) == 0
                and (tp2 - s.tp1) - (s.tp1 - s.tp0) == 0)
    return s.tp1 - s.tp0 == 0 and tp2 - s.tp1 == 0


cdef inline bint push_step(Steps *s, double tp, double fp) noexcept nogil:
    """Take the next step; True if the one before it stays (it is written now)."""
    cdef bint keep = False
    if s.seen:
        keep = not dropped(s, tp, fp)
        if keep:
            s.tps[s.kept] = s.tp1
            s.fps[s.kept] = s.fp1
            s.kept += 1
    s.tp0 = s.tp1
    s.fp0 = s.fp1
    s.tp1 = tp
    s.fp1 = fp
    s.seen += 1
    return keep


cdef _trimmed(arrays, Py_ssize_t kept, Py_ssize_t capacity):
    # Pages never written cost nothing; a copy pays only when most are unused.
    if 2 * kept < capacity:
        return tuple(a[:kept].copy() for a in arrays)
    return tuple(a[:kept] for a in arrays)


def merge_steps(const key_t[::1] positives, const key_t[::1] negatives, drop=None):
    """Steps of unweighted data from both classes' keys, ascending.

    Returns ``(keys, tps, fps)``, keys descending, cumulative counts as float64.
    ``drop``: None keeps all, "roc" drops what is collinear with its neighbours,
    "pr" drops what shares tps with both neighbours.
    """
    cdef Py_ssize_t i = positives.shape[0], j = negatives.shape[0]
    cdef Py_ssize_t n_pos = i, n_neg = j, n = i + j
    key_type = np.uint32 if key_t is uint32_t else np.uint64
    keys_array = np.empty(n, key_type)
    tps_array = np.empty(n)
    fps_array = np.empty(n)
    cdef key_t[::1] keys = keys_array
    cdef double[::1] tps = tps_array, fps = fps_array
    cdef Steps s
    cdef key_t key, pending = 0
    if n == 0:
        return keys_array, tps_array, fps_array
    s.tps, s.fps = &tps[0], &fps[0]
    s.kept = s.seen = 0
    s.drop = _DROPS[drop]
    s.tp0 = s.fp0 = s.tp1 = s.fp1 = 0
    with nogil:
        while i > 0 or j > 0:
            if j == 0 or (i > 0 and positives[i - 1] >= negatives[j - 1]):
                key = positives[i - 1]
            else:
                key = negatives[j - 1]
            while i > 0 and positives[i - 1] == key:
                i -= 1
            while j > 0 and negatives[j - 1] == key:
                j -= 1
            if push_step(&s, n_pos - i, n_neg - j):
                keys[s.kept - 1] = pending
            pending = key
        s.drop = DROP_NOTHING  # the last step always stays
        push_step(&s, 0, 0)
        keys[s.kept - 1] = pending
    return _trimmed((keys_array, tps_array, fps_array), s.kept, n)


cdef inline double positive_part(double w) noexcept nogil:
    # Compilers make a maximum of it, not a branch: which class comes next cannot be
    # predicted.
    return w if w > 0.0 else 0.0


def sign_weights(const double[::1] weights, const uint8_t[::1] labels):
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


def weighted_steps(const key_t[::1] keys_sorted, const double[::1] signed_weights,
                   drop=None):
    """Steps of weighted data from (key, signed weight) rows that lie in order.

    Which order the keys take does not matter, only that equal ones are neighbours.

    The sums are plain and sequential, the bits of ``np.cumsum`` per class.
    Returns and ``drop`` as :func:`merge_steps`.
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
                if push_step(&s, tp, fp):
                    keys[s.kept - 1] = pending
                pending = keys_sorted[k]
        s.drop = DROP_NOTHING
        push_step(&s, 0, 0)
        keys[s.kept - 1] = pending
    return _trimmed((keys_array, tps_array, fps_array), s.kept, n)


# ---------------------------------------------------------------- rows

def merge_rows(const key_t[::1] positives, const key_t[::1] negatives):
    """Rows in canonical order from both classes' keys, ascending.

    Returns uint8 flags: bit 0 the row is positive, bit 1 it is the last of its tie.
    """
    cdef Py_ssize_t i = positives.shape[0], j = negatives.shape[0], at = 0
    flags_array = np.empty(i + j, np.uint8)
    cdef uint8_t[::1] flags = flags_array
    cdef key_t key
    with nogil:
        while i > 0 or j > 0:
            if j == 0 or (i > 0 and positives[i - 1] >= negatives[j - 1]):
                key = positives[i - 1]
            else:
                key = negatives[j - 1]
            while i > 0 and positives[i - 1] == key:
                flags[at] = POSITIVE
                at += 1
                i -= 1
            while j > 0 and negatives[j - 1] == key:
                flags[at] = 0
                at += 1
                j -= 1
            flags[at - 1] |= LAST_OF_TIE
    return flags_array


def flag_rows(const key_t[::1] keys_sorted, const uint8_t[::1] labels_sorted):
    """Flags as :func:`merge_rows` for rows that already lie in canonical order."""
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


def reduce_steps(const double[::1] tps, const double[::1] fps, reducers):
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


def reduce_keys(const key_t[::1] positives, const key_t[::1] negatives, reducers):
    """As :func:`reduce_steps` of :func:`merge_steps`, without holding the steps."""
    cdef Py_ssize_t i = positives.shape[0], j = negatives.shape[0]
    cdef Py_ssize_t n_pos = i, n_neg = j, m
    cdef _Reducers work = _Reducers(reducers)
    cdef key_t key
    cdef double tps[red.TILE]
    cdef double fps[red.TILE]
    with nogil:
        work.begin(n_pos, n_neg)
        while i > 0 or j > 0:
            m = 0
            while m < red.TILE and (i > 0 or j > 0):
                if j == 0 or (i > 0 and positives[i - 1] >= negatives[j - 1]):
                    key = positives[i - 1]
                else:
                    key = negatives[j - 1]
                while i > 0 and positives[i - 1] == key:
                    i -= 1
                while j > 0 and negatives[j - 1] == key:
                    j -= 1
                tps[m] = n_pos - i
                fps[m] = n_neg - j
                m += 1
            work.take(tps, fps, m)
    return work.finish()


def reduce_rows(const key_t[::1] keys_sorted, const double[::1] signed_weights,
                reducers):
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
