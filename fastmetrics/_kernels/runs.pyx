"""Runs of distinct numbers, descending, merged in linear time.

``merge_runs`` puts two runs together and notes from which each number came;
``add_values`` then adds up, along these notes, what belongs to the numbers.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t

ctypedef fused number_t:
    int64_t
    uint64_t
    float
    double
    long double

ctypedef fused value_t:
    int64_t
    double

cdef object empty = np.empty

cdef enum:
    FIRST = 1
    SECOND = 2


def merge_runs(const number_t[::1] first not None, const number_t[::1] second not None):
    """Merge two runs: ``(numbers, sources)``.

    ``sources`` (uint8) says of each number whether the first run has it (1), the second
    (2) or both (3). Equivalent Python: ``np.union1d(first, second)[::-1]``.
    """
    cdef Py_ssize_t n = first.shape[0], m = second.shape[0], i = 0, j = 0, k = 0
    cdef number_t x, y
    cdef uint8_t left, right
    merged = empty(n + m, np.asarray(first).dtype)
    notes = empty(n + m, np.uint8)
    cdef number_t[::1] numbers = merged
    cdef uint8_t[::1] sources = notes
    with nogil:
        while i < n and j < m:
            # Which of the two is larger cannot be predicted: no branch depends on it.
            x = first[i]
            y = second[j]
            left = x >= y
            right = y >= x
            numbers[k] = x if left else y
            sources[k] = FIRST * left + SECOND * right
            i += left
            j += right
            k += 1
        while i < n:
            numbers[k] = first[i]
            sources[k] = FIRST
            i += 1
            k += 1
        while j < m:
            numbers[k] = second[j]
            sources[k] = SECOND
            j += 1
            k += 1
    if k < n + m:  # no more room than is needed
        merged, notes = merged[:k].copy(), notes[:k].copy()
    return merged, notes


def add_values(
    const uint8_t[::1] sources not None,
    const value_t[::1] first not None,
    const value_t[::1] second not None,
):
    """Return the sum of what both runs have at each number of the merged one."""
    cdef Py_ssize_t n = first.shape[0], m = second.shape[0]
    cdef Py_ssize_t i = 0, j = 0, k, total = sources.shape[0]
    cdef value_t x, y
    cdef uint8_t source
    added = empty(total, np.asarray(first).dtype)
    cdef value_t[::1] out = added
    with nogil:
        for k in range(total):
            # Only that a run has ended can be predicted.
            source = sources[k]
            x = first[i] if i < n else 0
            y = second[j] if j < m else 0
            out[k] = (x if source & FIRST else 0) + (y if source & SECOND else 0)
            i += source & FIRST
            j += source >> 1
    if i != n or j != m:
        raise ValueError("sources and values differ in length")
    return added
