"""Dyadic intervals of keys: folding light ones, merging, and the walk through them.

An interval is the smallest [a 2**s, (a + 1) 2**s) that holds the lowest and the highest
key of its rows, so these two say which it is. Intervals come as columns in the order of
their beginnings, those that hold others before these: any two are apart, or one is
inside the other. Each has weights of its own rows, not those of intervals inside it.

Equivalent Python: ``fastmetrics.reference.scores.score_sweep``.
Assumptions (not checked): intervals are in that order and no two are equal; weights are
not negative and their sums are finite.
Time is O(n) everywhere.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t

from fastmetrics._kernels.labelled cimport LabelledScores


cdef extern from "fm_bits.h" nogil:
    int fm_highest_bit(uint64_t bits)


ctypedef fused weight_t:
    int64_t
    double

cdef enum:
    ENTER = 0       # into an interval from above
    LEAVE = 1       # it, downwards
    EXACT = 2       # past rows of one key

cdef object empty = np.empty


cdef inline uint64_t within(uint64_t low, uint64_t high) noexcept nogil:
    """The bits in which keys of the interval of these two may differ."""
    cdef uint64_t apart = low ^ high
    return (~<uint64_t> 0) >> (63 - fm_highest_bit(apart)) if apart else 0


cdef inline uint64_t limit_of(uint64_t apart) noexcept nogil:
    """What a key differs by at least if it is as far off as one that differs so."""
    return (<uint64_t> 1) << fm_highest_bit(apart) if apart else 0


def fold(
    const uint64_t[::1] low not None,
    const uint64_t[::1] high not None,
    const weight_t[::1] positives not None,
    const weight_t[::1] negatives not None,
    const int64_t[:, ::1] rows not None,
    weight_t most_positive,
    weight_t most_negative,
):
    """Make one interval of all in each largest dyadic one that weighs no more.

    ``rows`` has two lines, or none where weights are numbers of rows. Returns columns
    as given: ``(low, high, positives, negatives, rows)``.

    What begins with some interval ends before the first with which it weighs too much,
    and does not reach back to the one before: the higher of the bits in which these
    differ from the first says how far it goes.
    """
    cdef Py_ssize_t m = low.shape[0], n_rows = rows.shape[0], i = 0, r = 0, e, k, g = 0
    cdef uint64_t box, last_box = 0, first, apart, limit, lowest, highest
    cdef weight_t p, n, p_upto = 0, n_upto = 0, p_ahead = 0, n_ahead = 0
    weights = np.int64 if weight_t is int64_t else np.float64
    made = (empty(m, np.uint64), empty(m, np.uint64), empty(m, weights),
            empty(m, weights), empty((n_rows, m), np.int64))
    cdef uint64_t[::1] out_low = made[0], out_high = made[1]
    cdef weight_t[::1] out_positives = made[2], out_negatives = made[3]
    cdef int64_t[:, ::1] out_rows = made[4]
    if not (high.shape[0] == positives.shape[0] == negatives.shape[0] == m) or (
            n_rows and (n_rows != 2 or rows.shape[1] != m)):
        raise ValueError("columns of intervals differ in length")
    with nogil:
        while i < m:
            if r < i:
                r = i
                p_ahead = p_upto
                n_ahead = n_upto
            while (r < m and (p_ahead + positives[r]) - p_upto <= most_positive
                    and (n_ahead + negatives[r]) - n_upto <= most_negative):
                p_ahead += positives[r]
                n_ahead += negatives[r]
                r += 1
            first = lowest = low[i]
            highest = high[i]
            box = within(lowest, highest)
            apart = ~<uint64_t> 0
            if i > 0:
                apart = (low[i - 1] ^ first) | last_box
            if r < m:
                apart = min(apart, (first ^ low[r]) | box)
            limit = limit_of(apart)
            last_box = box
            p = positives[i]
            n = negatives[i]
            p_upto += p
            n_upto += n
            for k in range(n_rows):
                out_rows[k, g] = rows[k, i]
            e = i + 1
            while e < r and ((i == 0 and r == m)
                             or ((first ^ low[e]) | box) < limit):
                last_box = within(low[e], high[e])
                lowest = min(lowest, low[e])
                highest = max(highest, high[e])
                p += positives[e]
                n += negatives[e]
                p_upto += positives[e]
                n_upto += negatives[e]
                for k in range(n_rows):
                    out_rows[k, g] += rows[k, e]
                e += 1
            out_low[g] = lowest
            out_high[g] = highest
            out_positives[g] = p
            out_negatives[g] = n
            g += 1
            i = e
    return tuple(np.ascontiguousarray(column[..., :g]) if g == m
                 else column[..., :g].copy() for column in made)


cdef inline uint64_t key_of(const uint64_t *rows, Py_ssize_t i,
                            Py_ssize_t n_low) noexcept nogil:
    return (rows[i] >> 1) | ((<uint64_t> (i >= n_low)) << 63)


def has_more_keys(LabelledScores scores not None, Py_ssize_t most):
    """Return whether there are more keys of 64 bits than that."""
    cdef const uint64_t[::1] rows = scores.rows
    cdef Py_ssize_t m = rows.shape[0], n_low = scores.n_low, i, n = m > 0, end = 1
    with nogil:
        if 0 < n_low < m:
            n += (rows[n_low - 1] ^ rows[n_low]) <= 1
        while end < m and n <= most:
            i = end
            end = min(m, end + 4096)
            for i in range(i, end):
                n += (rows[i - 1] ^ rows[i]) > 1
    return n > most


def fold_rows(
    LabelledScores scores not None, int64_t most_positive, int64_t most_negative
):
    """As :func:`fold` of one interval for each key of 64 bits.

    Returns ``(low, high, positives, negatives)``. All rows of a key stay together.
    """
    cdef const uint64_t[::1] view = scores.rows
    cdef Py_ssize_t m = view.shape[0], n_low = scores.n_low
    cdef Py_ssize_t i = 0, r = 0, e, g = 0, stop
    cdef const uint64_t *rows
    cdef uint64_t first, apart, limit, last
    cdef int64_t label, p, p_ahead = 0, n_ahead = 0
    made = (empty(m, np.uint64), empty(m, np.uint64), empty(m, np.int64),
            empty(m, np.int64))
    cdef uint64_t[::1] out_low = made[0], out_high = made[1]
    cdef int64_t[::1] out_positives = made[2], out_negatives = made[3]
    if m == 0:
        return made
    rows = &view[0]
    with nogil:
        while i < m:
            if r < i:  # p_ahead, n_ahead: rows of either class from row i to row r
                r = i
                p_ahead = n_ahead = 0
            while r < m:
                label = rows[r] & 1
                if p_ahead + label > most_positive or (
                        n_ahead + 1 - label > most_negative):
                    break
                p_ahead += label
                n_ahead += 1 - label
                r += 1
            first = key_of(rows, i, n_low)
            apart = ~<uint64_t> 0
            if i > 0:
                apart = key_of(rows, i - 1, n_low) ^ first
            if r < m:
                apart = min(apart, key_of(rows, r, n_low) ^ first)
            limit = max(limit_of(apart), <uint64_t> 1)
            if i == 0 and r == m:
                e = m
                p = p_ahead
            else:
                # The last row of keys that begin so: the highest bit is in no row.
                last = (first | (limit - 1)) << 1 | 1
                stop = n_low if i < n_low else m
                e = i
                p = 0
                while e < stop and rows[e] <= last:
                    p += rows[e] & 1
                    e += 1
            out_low[g] = first
            out_high[g] = key_of(rows, e - 1, n_low)
            out_positives[g] = p
            out_negatives[g] = e - i - p
            g += 1
            p_ahead -= p
            n_ahead -= e - i - p
            i = e
    return tuple(column[:g].copy() for column in made)


def merge(
    const uint64_t[::1] low not None,
    const uint64_t[::1] high not None,
    const weight_t[::1] positives not None,
    const weight_t[::1] negatives not None,
    const int64_t[:, ::1] rows not None,
    const uint64_t[::1] other_low not None,
    const uint64_t[::1] other_high not None,
    const weight_t[::1] other_positives not None,
    const weight_t[::1] other_negatives not None,
    const int64_t[:, ::1] other_rows not None,
):
    """Put two lists of intervals together; what both have is added up.

    Arguments are the columns of both; returns those of the sum, as :func:`fold`.
    """
    cdef Py_ssize_t a = low.shape[0], b = other_low.shape[0], i = 0, j = 0, g = 0, k
    cdef Py_ssize_t n_rows = rows.shape[0]
    cdef uint64_t mine, theirs, start, other_start
    cdef bint first, second
    weights = np.int64 if weight_t is int64_t else np.float64
    made = (empty(a + b, np.uint64), empty(a + b, np.uint64), empty(a + b, weights),
            empty(a + b, weights), empty((n_rows, a + b), np.int64))
    cdef uint64_t[::1] out_low = made[0], out_high = made[1]
    cdef weight_t[::1] out_positives = made[2], out_negatives = made[3]
    cdef int64_t[:, ::1] out_rows = made[4]
    if (not (high.shape[0] == positives.shape[0] == negatives.shape[0] == a)
            or not (other_high.shape[0] == other_positives.shape[0]
                    == other_negatives.shape[0] == b)
            or other_rows.shape[0] != n_rows
            or n_rows and (rows.shape[1] != a or other_rows.shape[1] != b)):
        raise ValueError("columns of intervals differ in length")
    with nogil:
        while i < a or j < b:
            first = i < a
            second = j < b
            if first and second:
                mine = within(low[i], high[i])
                theirs = within(other_low[j], other_high[j])
                start = low[i] & ~mine
                other_start = other_low[j] & ~theirs
                first = start < other_start or (start == other_start
                                                and mine >= theirs)
                second = other_start < start or (start == other_start
                                                 and theirs >= mine)
            if first and second:
                out_low[g] = min(low[i], other_low[j])
                out_high[g] = max(high[i], other_high[j])
                out_positives[g] = positives[i] + other_positives[j]
                out_negatives[g] = negatives[i] + other_negatives[j]
                for k in range(n_rows):
                    out_rows[k, g] = rows[k, i] + other_rows[k, j]
            elif first:
                out_low[g] = low[i]
                out_high[g] = high[i]
                out_positives[g] = positives[i]
                out_negatives[g] = negatives[i]
                for k in range(n_rows):
                    out_rows[k, g] = rows[k, i]
            else:
                out_low[g] = other_low[j]
                out_high[g] = other_high[j]
                out_positives[g] = other_positives[j]
                out_negatives[g] = other_negatives[j]
                for k in range(n_rows):
                    out_rows[k, g] = other_rows[k, j]
            i += first
            j += second
            g += 1
    return tuple(np.ascontiguousarray(column[..., :g]) for column in made)


def walk_down(
    const uint64_t[::1] low not None, const uint64_t[::1] high not None
):
    """Walk down the scores: ``(kinds, intervals)`` of all that is met on the way.

    A kind (uint8) is 0 on entering an interval of several keys, 1 on leaving it and 2
    at the rows of one key; each comes with the number of the interval (int64).
    """
    cdef Py_ssize_t m = low.shape[0], i, at, depth = 0
    cdef Py_ssize_t open_at[65]  # an interval holds others of fewer bits
    kinds_array = empty(2 * m, np.uint8)
    intervals_array = empty(2 * m, np.int64)
    cdef uint8_t[::1] kinds = kinds_array
    cdef int64_t[::1] intervals = intervals_array
    if high.shape[0] != m:
        raise ValueError("columns of intervals differ in length")
    at = 2 * m
    with nogil:
        for i in range(m + 1):  # upwards, written from the end
            while depth and (i == m or (low[i] ^ low[open_at[depth - 1]]) > within(
                    low[open_at[depth - 1]], high[open_at[depth - 1]])):
                depth -= 1
                at -= 1
                kinds[at] = ENTER
                intervals[at] = open_at[depth]
            if i == m:
                break
            at -= 1
            intervals[at] = i
            if low[i] == high[i]:
                kinds[at] = EXACT
            else:
                kinds[at] = LEAVE
                open_at[depth] = i
                depth += 1
    return kinds_array[at:], intervals_array[at:]
