"""How the labels that a row has are ranked among all labels, by their scores.

``own`` is a C-contiguous block of 0 and 1, ``scores`` a block of the same shape in any
layout. What each row comes to is written into ``out``; a row of k labels that has r of
them takes O(k log r) time. The functions return whether all scores were finite; if not,
what they wrote means nothing.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t

from fastmetrics._kernels.c.keys cimport fm_key_f64, fm_key_i64
from fastmetrics._kernels.c.sort cimport fm_sort_run_u64

ctypedef fused score_t:
    float
    double
    int64_t
    uint64_t

# What `measure_rankings` measures.
cpdef enum:
    DEPTH
    PAIRS
    PRECISION

# So few keys are sorted faster by insertion; and scratch with which any can be sorted.
cdef enum:
    FEW = 24
    ROOM = 1024


cdef inline uint64_t _key(score_t x) noexcept nogil:
    """A whole number that is in the order of the scores."""
    if score_t is float or score_t is double:
        return fm_key_f64(x)
    elif score_t is int64_t:
        return fm_key_i64(x)
    else:
        return x


cdef inline void _sort(uint64_t *keys, Py_ssize_t n, uint64_t *room) noexcept nogil:
    cdef Py_ssize_t i, at
    cdef uint64_t key
    if n > FEW:
        fm_sort_run_u64(keys, n, room, ROOM)
        return
    for i in range(1, n):
        key = keys[i]
        at = i
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key


cdef inline Py_ssize_t _count_below(
    const uint64_t *keys, Py_ssize_t n, uint64_t key
) noexcept nogil:
    """How many of n >= 1 sorted keys are not above this one."""
    cdef Py_ssize_t start = 0, half
    while n > 1:  # without branches on what is found: no one could predict them
        half = n >> 1
        start += half * (keys[start + half - 1] <= key)
        n -= half
    return start + (keys[start] <= key)


cdef inline double _depth(
    const uint64_t *own, Py_ssize_t r, const uint64_t *others, Py_ssize_t m
) noexcept nogil:
    """How many labels rank at or above the last of those that the row has."""
    cdef Py_ssize_t i, depth = r
    cdef uint64_t last
    if r == 0:
        return 0.0
    last = own[0]
    for i in range(1, r):
        last = min(last, own[i])
    for i in range(m):
        depth += others[i] >= last
    return <double>depth


cdef inline double _wrong_pairs(
    const uint64_t *own, Py_ssize_t r, const uint64_t *others, Py_ssize_t m
) noexcept nogil:
    """The share of pairs in the wrong order; ``own`` is sorted."""
    cdef Py_ssize_t i
    cdef int64_t wrong = 0
    if r == 0 or m == 0:
        return 0.0
    for i in range(m):
        wrong += _count_below(own, r, others[i])
    return <double>wrong / (<double>r * <double>m)


cdef inline double _precision(
    const uint64_t *own, Py_ssize_t r, const uint64_t *others, Py_ssize_t m,
    int64_t *counts
) noexcept nogil:
    """The mean precision at the ranks of the row's labels; ``own`` is sorted."""
    cdef Py_ssize_t i, first, last
    cdef int64_t above = 0
    cdef double total = 0.0
    if r == 0 or m == 0:
        return 1.0
    for i in range(r + 1):
        counts[i] = 0
    for i in range(m):
        counts[_count_below(own, r, others[i])] += 1
    last = r - 1
    while last >= 0:  # labels that tie have the same precision
        first = last
        while first > 0 and own[first - 1] == own[last]:
            first -= 1
        above += counts[last + 1]
        total += (last - first + 1) * (
            <double>(r - first) / <double>(r - first + above)
        )
        last = first - 1
    return total / <double>r


def measure_rankings(
    const uint8_t[:, ::1] own not None,
    const score_t[:, :] scores not None,
    int measure,
    double[::1] out not None,
):
    """Write how deep a row's own labels lie, its share of wrong pairs, or precision."""
    cdef Py_ssize_t n = own.shape[0], k = own.shape[1], i, j, r, m
    cdef score_t x
    cdef bint finite = True, is_own
    if scores.shape[0] != n or scores.shape[1] != k or out.shape[0] != n:
        raise ValueError("own, scores and out differ in shape")
    if not DEPTH <= measure <= PRECISION:
        raise ValueError("there is no such measure")
    if n == 0 or k == 0:
        raise ValueError("there are no scores")
    cdef uint64_t[::1] scratch = np.empty(2 * k + ROOM, np.uint64)
    cdef int64_t[::1] counts = np.empty(k + 1, np.int64)
    cdef uint64_t *mine = &scratch[0]
    cdef uint64_t *others = &scratch[k]
    cdef uint64_t *room = &scratch[2 * k]
    with nogil:
        for i in range(n):
            r = m = 0
            for j in range(k):
                x = scores[i, j]
                if score_t is float or score_t is double:
                    finite &= x - x == 0
                # Both are written, and one of them is kept: no branch.
                mine[r] = others[m] = _key(x)
                is_own = own[i, j] != 0
                r += is_own
                m += not is_own
            if measure == DEPTH:
                out[i] = _depth(mine, r, others, m)
                continue
            _sort(mine, r, room)
            if measure == PAIRS:
                out[i] = _wrong_pairs(mine, r, others, m)
            else:
                out[i] = _precision(mine, r, others, m, &counts[0])
    return finite
