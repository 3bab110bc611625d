"""Two columns by their ranks: ties, and pairs of rows in the same or another order.

Rows are sorted by the one column and then, which keeps that order, by the other. Their
ranks are then counted from 0, and what pairs of rows there are is read off: exact
counts where rows count alike, sums of products of weights where they do not.
"""

import numpy as np

from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.below cimport fm_count_below
from fastmetrics._kernels.c.column cimport FM_I64, FM_U64, fm_column
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.inversions cimport fm_count_inversions
from fastmetrics._kernels.c.keys cimport fm_key_f64, fm_key_i64
from fastmetrics._kernels.c.numbers cimport fm_numbers
from fastmetrics._kernels.numbers cimport column_of, open_numbers

fm_cpu_init()


# --- numbers as keys


# Rows of a block, whose numbers stay in the cache.
cdef enum:
    BLOCK = 1024


cdef bint _write_keys(
    const fm_column *column, Py_ssize_t n, uint64_t *keys
) noexcept nogil:
    """Write keys in the order of the numbers; false if one is not finite."""
    cdef Py_ssize_t b, i, start, m
    cdef double[BLOCK] room
    cdef const double *block
    cdef const char *at = column.data
    cdef int64_t whole
    cdef double zero = 0.0
    if column.type == FM_I64 or column.type == FM_U64:
        for i in range(n):  # whole numbers that no double tells apart differ
            memcpy(&whole, at, sizeof(int64_t))
            keys[i] = fm_key_i64(whole) if column.type == FM_I64 else <uint64_t> whole
            at += column.stride
        return True
    for b in range((n + BLOCK - 1) // BLOCK):
        start = b * BLOCK
        m = min(<Py_ssize_t> BLOCK, n - start)
        block = fm_numbers(column, start, m, room)
        for i in range(m):
            zero += block[i] * 0.0  # NaN of what is not finite
        for i in range(m):
            keys[start + i] = fm_key_f64(block[i])
    return zero == 0.0


def order_keys(numbers not None):
    """Return uint64 in the order of a column of numbers; None if one is not finite."""
    cdef Py_buffer view
    cdef fm_column column
    cdef uint64_t[::1] out
    cdef Py_ssize_t n
    cdef bint done = True
    open_numbers(numbers, &view)
    try:
        n = view.shape[0]
        keys = np.empty(n, np.uint64)
        out = keys
        if n:
            column = column_of(&view, 0)
            with nogil:
                done = _write_keys(&column, n, &out[0])
    finally:
        PyBuffer_Release(&view)
    return keys if done else None


# --- ranks, and ties


cdef struct Runs:
    uint64_t count
    uint64_t squares            # of their lengths
    uint64_t cubes_low          # of the low and the high halves of these squares, each
    uint64_t cubes_high         # times the length: no sum of theirs overflows


cdef inline void _add_run(Runs *runs, uint64_t length) noexcept nogil:
    cdef uint64_t square = length * length
    runs.count += 1
    runs.squares += square
    runs.cubes_low += <uint64_t> <uint32_t> square * length
    runs.cubes_high += (square >> 32) * length


cdef _as_tuple(Runs runs):
    return runs.count, runs.squares, runs.cubes_low + (<object> runs.cubes_high << 32)


def rank(const uint64_t[::1] keys not None):
    """Return ranks of sorted keys from 0, alike for ties, as uint64; and the ties.

    The ties are the number of distinct keys and the sums of the squares and of the
    cubes of how often each occurs, exactly, of up to 2**32 keys. Equivalent NumPy::

        _, ranks, counts = np.unique(keys, return_inverse=True, return_counts=True)
        ties = len(counts), sum(counts**2), sum(counts**3)
    """
    cdef Py_ssize_t n = keys.shape[0], i, start = 0
    cdef Runs runs = Runs(0, 0, 0, 0)
    ranks = np.empty(n, np.uint64)
    cdef uint64_t[::1] out = ranks
    with nogil:
        for i in range(n):
            if i and keys[i] != keys[i - 1]:
                _add_run(&runs, i - start)
                start = i
            out[i] = runs.count
        if n:
            _add_run(&runs, n - start)
    return ranks, _as_tuple(runs)


def count_ties(const uint64_t[::1] keys not None, const uint64_t[::1] more=None):
    """Return the ties of sorted keys as `rank` does; with ``more``, of both columns."""
    cdef Py_ssize_t n = keys.shape[0], i, start = 0
    cdef Runs runs = Runs(0, 0, 0, 0)
    cdef bint both = more is not None
    if both and more.shape[0] != n:
        raise ValueError("keys differ in length")
    with nogil:
        for i in range(1, n):
            if keys[i] != keys[i - 1] or (both and more[i] != more[i - 1]):
                _add_run(&runs, i - start)
                start = i
        if n:
            _add_run(&runs, n - start)
    return _as_tuple(runs)


def centred_ranks(const uint64_t[::1] keys not None):
    """Return how many keys are smaller less how many are larger, of sorted keys.

    It is twice the mid-rank less its mean; int64, seen as uint64. The ties, too.
    """
    cdef Py_ssize_t n = keys.shape[0], i, start = 0, k
    cdef Runs runs = Runs(0, 0, 0, 0)
    ranks = np.empty(n, np.uint64)
    cdef uint64_t[::1] out = ranks
    with nogil:
        for i in range(1, n + 1):
            if i == n or keys[i] != keys[i - 1]:
                for k in range(start, i):
                    out[k] = <uint64_t> (<int64_t> (start + i - n))
                _add_run(&runs, i - start)
                start = i
    return ranks, _as_tuple(runs)


def meet_centred_ranks(const uint64_t[::1] keys not None,
                       const uint64_t[::1] others not None):
    """Return the sum of the products of the centred ranks of keys with ``others``.

    Keys are sorted, ``others`` centred ranks of their rows by another column; of fewer
    than 2**31 rows. The sum is exact; the ties of the keys are returned, too.
    """
    cdef Py_ssize_t n = keys.shape[0], i, start = 0, k
    cdef Runs runs = Runs(0, 0, 0, 0)
    cdef int64_t of_run, product, rank, high = 0
    cdef uint64_t low = 0
    if others.shape[0] != n:
        raise ValueError("keys and others differ in length")
    with nogil:
        for i in range(1, n + 1):
            if i == n or keys[i] != keys[i - 1]:
                of_run = 0
                for k in range(start, i):
                    of_run += <int64_t> others[k]
                # In halves of 32 bits: the product itself may need 96.
                rank = start + i - n
                product = rank * <int64_t> <uint32_t> of_run
                low += <uint32_t> product
                high += (product >> 32) + rank * (of_run >> 32)
                _add_run(&runs, i - start)
                start = i
    return (<object> high << 32) + low, _as_tuple(runs)


# --- pairs of rows


def count_inversions(const uint64_t[::1] ranks not None, const uint8_t[::1] flags=None):
    """Count pairs of rows of which the later one has the lower rank (< 2**30).

    With ``flags`` only those of which the earlier row is flagged (not 0).
    """
    cdef Py_ssize_t n = ranks.shape[0], i
    cdef uint32_t *values
    cdef uint64_t found
    cdef bint flagged = flags is not None
    if flagged and flags.shape[0] != n:
        raise ValueError("ranks and flags differ in length")
    values = <uint32_t *> fm_alloc(n, 2 * sizeof(uint32_t))
    if values == NULL:
        raise MemoryError("no memory left to count pairs in")
    with nogil:
        if flagged:
            for i in range(n):
                values[i] = <uint32_t> (ranks[i] << 1) | (flags[i] != 0)
        else:
            for i in range(n):
                values[i] = <uint32_t> (ranks[i] << 1) | 1
        found = fm_count_inversions(values, values + n, n)
        fm_free(values)
    return found


def put_flagged_first(const uint64_t[::1] ranks not None,
                      const uint8_t[::1] flags not None):
    """Return an order, int64, in which flagged rows of a rank come before the others.

    Ranks ascend; rows of a rank that are alike keep their order. Those that are not
    flagged have a rank of their own then: new ranks are returned, too, as uint64.
    """
    cdef Py_ssize_t n = ranks.shape[0], i, k, start = 0, at = 0
    cdef uint64_t new = 0
    cdef int wanted
    cdef bint any_row
    if flags.shape[0] != n:
        raise ValueError("ranks and flags differ in length")
    order, ranked = np.empty(n, np.int64), np.empty(n, np.uint64)
    cdef int64_t[::1] order_out = order
    cdef uint64_t[::1] ranks_out = ranked
    with nogil:
        for i in range(1, n + 1):
            if i < n and ranks[i] == ranks[i - 1]:
                continue
            for wanted in range(1, -1, -1):
                any_row = False
                for k in range(start, i):
                    if (flags[k] != 0) == wanted:
                        order_out[at] = k
                        ranks_out[at] = new
                        at += 1
                        any_row = True
                new += any_row
            start = i
    return order, ranked


def count_known(const uint64_t[::1] ranks not None, const uint64_t[::1] others not None,
                const uint8_t[::1] flags not None):
    """Count pairs of a flagged row and one of a higher rank, and which tie in others.

    Ranks ascend; ``others`` are ranks, less than the number of rows.
    """
    cdef Py_ssize_t n = ranks.shape[0], i, k, start = 0
    cdef uint64_t known = 0, tied = 0, n_flagged = 0, here
    if others.shape[0] != n or flags.shape[0] != n:
        raise ValueError("ranks, others and flags differ in length")
    if n and np.max(others) >= n:
        raise ValueError("others must be less than the number of rows")
    seen_array = np.zeros(n, np.uint32)
    cdef uint32_t[::1] seen = seen_array
    with nogil:
        for i in range(1, n + 1):
            if i < n and ranks[i] == ranks[i - 1]:
                continue
            known += n_flagged * <uint64_t> (i - start)
            for k in range(start, i):
                tied += seen[others[k]]
            here = 0
            for k in range(start, i):
                if flags[k]:
                    seen[others[k]] += 1
                    here += 1
            n_flagged += here
            start = i
    return known, tied


# --- what each row weighs in pairs


cdef enum:
    CONCORDANT
    DISCORDANT
    TIED_OTHER
    TIED_RANK
    TIED_BOTH
    KINDS


cdef struct Tally:
    # Sums of weights by rank, as Fenwick trees: of those below, and of those above.
    double *below
    double *above
    double *level
    Py_ssize_t size


cdef inline double _sum_below(const Tally *tally, Py_ssize_t r) noexcept nogil:
    cdef double total = 0.0
    while r > 0:
        total += tally.below[r]
        r &= r - 1
    return total


cdef inline double _sum_above(const Tally *tally, Py_ssize_t r) noexcept nogil:
    cdef double total = 0.0
    r = tally.size - 1 - r
    while r > 0:
        total += tally.above[r]
        r &= r - 1
    return total


cdef inline void _put(Tally *tally, Py_ssize_t r, double weight) noexcept nogil:
    cdef Py_ssize_t at = r + 1
    while at <= tally.size:
        tally.below[at] += weight
        at += at & -at
    at = tally.size - r
    while at <= tally.size:
        tally.above[at] += weight
        at += at & -at
    tally.level[r] += weight


cdef void _meet(const uint64_t *ranks, const uint64_t *others, const double *weights,
                const uint8_t *flags, Py_ssize_t n, bint later, Tally *tally,
                double *out) noexcept nogil:
    """Add to what each row meets the weights of the rows before it, or of those later.

    Rows are gone through from the end if it is of the later ones, which change places
    then: a pair in which the later row is the lower one stays discordant.
    """
    cdef Py_ssize_t i = 0, end, k, at, first, run_end, step = -1 if later else 1
    cdef Py_ssize_t origin = n - 1 if later else 0
    cdef double w, group, run
    while i < n:
        end = i
        while end < n and ranks[origin + step * end] == ranks[origin + step * i]:
            end += 1
        for k in range(i, end):
            at = origin + step * k
            if later and flags != NULL and not flags[at]:
                continue
            if later:
                out[CONCORDANT * n + at] += _sum_above(tally, others[at])
                out[DISCORDANT * n + at] += _sum_below(tally, others[at])
            else:
                out[CONCORDANT * n + at] += _sum_below(tally, others[at])
                out[DISCORDANT * n + at] += _sum_above(tally, others[at])
            out[TIED_OTHER * n + at] += tally.level[others[at]]
        group = 0.0
        first = i
        while first < end:
            run = 0.0
            run_end = first
            while (run_end < end and others[origin + step * run_end]
                   == others[origin + step * first]):
                at = origin + step * run_end
                out[TIED_RANK * n + at] += group
                out[TIED_BOTH * n + at] += run
                run += 1.0 if weights == NULL else weights[at]
                run_end += 1
            group += run
            first = run_end
        for k in range(i, end):
            at = origin + step * k
            if later or flags == NULL or flags[at]:
                w = 1.0 if weights == NULL else weights[at]
                _put(tally, others[at], w)
        i = end


def count_below(const uint64_t[::1] ranks not None):
    """Return how many rows before each have a lower rank, and the same: (2, n)."""
    cdef Py_ssize_t n = ranks.shape[0]
    cdef int status
    found = np.empty((2, n), np.uint32)
    cdef uint32_t[:, ::1] out = found
    if n == 0:
        return found
    if n >= 1 << 32 or np.max(ranks) >= n:
        raise ValueError("ranks must be less than the number of rows, and that 2**32")
    with nogil:
        status = fm_count_below(&ranks[0], n, &out[0, 0], &out[1, 0])
    if status != FM_OK:
        raise MemoryError("no room for ranks of rows")
    return found


def meet_rows(const uint64_t[::1] ranks not None, const uint64_t[::1] others not None,
              const double[::1] weights=None, const uint8_t[::1] flags=None,
              bint both_ways=True):
    """Return what the rows weigh that each one meets, by kind of pair: (5, n).

    Concordant, discordant, tied in ``others`` alone, in ``ranks`` alone, and in both.
    Rows ascend by ranks, ties by others. With ``flags`` a pair that is not tied in
    ranks counts only if its lower row is flagged. ``both_ways`` False: only pairs with
    rows before it, whose sum is that over pairs of rows.
    """
    cdef Py_ssize_t n = ranks.shape[0]
    cdef Tally tally
    cdef const double *w = NULL
    cdef const uint8_t *f = NULL
    if others.shape[0] != n:
        raise ValueError("ranks and others differ in length")
    if weights is not None and weights.shape[0] != n:
        raise ValueError("ranks and weights differ in length")
    if flags is not None and flags.shape[0] != n:
        raise ValueError("ranks and flags differ in length")
    met = np.zeros((<int> KINDS, n))
    if n == 0:
        return met
    if np.max(others) >= n:
        raise ValueError("others must be less than the number of rows")
    tally.size = int(np.max(others)) + 1
    room_array = np.zeros((2 if both_ways else 1, 3 * tally.size + 2))
    cdef double[:, ::1] room = room_array, out = met
    if weights is not None:
        w = &weights[0]
    if flags is not None:
        f = &flags[0]
    with nogil:
        tally.below = &room[0, 0]
        tally.above = tally.below + tally.size + 1
        tally.level = tally.above + tally.size + 1
        _meet(&ranks[0], &others[0], w, f, n, False, &tally, &out[0, 0])
        if both_ways:
            tally.below = &room[1, 0]
            tally.above = tally.below + tally.size + 1
            tally.level = tally.above + tally.size + 1
            _meet(&ranks[0], &others[0], w, f, n, True, &tally, &out[0, 0])
    return met
