"""Counts for rank tests: the law of rank sums, and how many sums of pairs are small.

The law is that of sums when the ranks of every row are permuted on their own.

Which model has which sum does not matter to statistics that treat all alike: a state is
the sums in ascending order, and its probability. A row adds each of its orders to each
state; what it makes is sorted, packed into one integer and looked up in a hash table.
Ranks are doubled and centred, so that they are whole and each row adds up to 0: the
last of k sums is known from the others, and needs no room in the integer.
"""

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    BLOCK = 128             # states that a row's order is added to at once
    MOST_MODELS = 16
    UPDATES = 1 << 24       # between two looks for signals


cdef extern from "fm_base.h" nogil:
    void FM_PREFETCH(const void *address)


cdef struct Place:
    uint64_t key            # 0 where there is none
    double probability


cdef struct Table:
    Place *places
    uint64_t mask           # the number of places less one
    uint64_t count


cdef bint _open(Table *table, uint64_t places) noexcept nogil:
    """Make an empty table; false without memory."""
    table.places = <Place *> calloc(places, sizeof(Place))
    table.mask = places - 1
    table.count = 0
    return table.places != NULL


cdef inline uint64_t _first_place(const Table *table, uint64_t key) noexcept nogil:
    cdef uint64_t mixed = key * <uint64_t> 0x9E3779B97F4A7C15
    return (mixed ^ (mixed >> 32)) & table.mask


cdef inline void _add(Table *table, uint64_t key, double probability) noexcept nogil:
    """Add to the probability of a state; there is room for one more."""
    cdef uint64_t at = _first_place(table, key)
    while table.places[at].key != key:
        if table.places[at].key == 0:
            table.places[at].key = key
            table.count += 1
            break
        at = (at + 1) & table.mask
    table.places[at].probability += probability


cdef bint _grow(Table *table) noexcept nogil:
    """Make four times the places; false without memory."""
    cdef Table larger
    cdef uint64_t at
    if not _open(&larger, 4 * (table.mask + 1)):
        return False
    for at in range(table.mask + 1):
        if table.places[at].key:
            _add(&larger, table.places[at].key, table.places[at].probability)
    free(table.places)
    table[0] = larger
    return True


cdef bint _next_order(int32_t *row, Py_ssize_t k) noexcept nogil:
    """Turn a row into the next of its different orders; false after the last."""
    cdef Py_ssize_t i = k - 1, j = k - 1
    cdef int32_t held
    while i and row[i - 1] >= row[i]:
        i -= 1
    if i == 0:
        return False
    while row[j] <= row[i - 1]:
        j -= 1
    held = row[i - 1]
    row[i - 1] = row[j]
    row[j] = held
    j = k - 1
    while i < j:
        held = row[i]
        row[i] = row[j]
        row[j] = held
        i += 1
        j -= 1
    return True


cdef void _sort(int32_t *sums, Py_ssize_t k) noexcept nogil:
    """Sort the sums of a block of states, those of a model lying side by side."""
    cdef Py_ssize_t last, j, i
    cdef int32_t low, high
    cdef int32_t *a
    cdef int32_t *b
    for last in range(k - 1, 0, -1):
        for j in range(last):
            a = sums + j * BLOCK
            b = a + BLOCK
            for i in range(BLOCK):
                low = a[i] if a[i] < b[i] else b[i]
                high = b[i] if a[i] < b[i] else a[i]
                a[i] = low
                b[i] = high


cdef bint _add_order(
    Table *table, const int32_t[:, ::1] states, const double[::1] probabilities,
    const int32_t *row, int32_t offset, int bits,
) noexcept nogil:
    """Add one order of a row to all states; false without memory."""
    cdef Py_ssize_t k = states.shape[0], n = states.shape[1], b, start, m, i, j
    cdef int32_t[MOST_MODELS * BLOCK] sums
    cdef uint64_t[BLOCK] keys
    for b in range((n + BLOCK - 1) // BLOCK):
        start = b * BLOCK
        m = min(<Py_ssize_t> BLOCK, n - start)
        for j in range(k):
            for i in range(m):
                sums[j * BLOCK + i] = states[j, start + i] + row[j]
            for i in range(m, BLOCK):
                sums[j * BLOCK + i] = 0
        _sort(sums, k)
        for i in range(BLOCK):
            keys[i] = 0
        for j in range(k - 1):
            for i in range(BLOCK):
                keys[i] = (keys[i] << bits) | <uint64_t> (sums[j * BLOCK + i] + offset)
        while 2 * (table.count + m) > table.mask:
            if not _grow(table):
                return False
        for i in range(m):  # memory answers while others are asked for
            keys[i] += 1
            FM_PREFETCH(&table.places[_first_place(table, keys[i])])
        for i in range(m):
            _add(table, keys[i], probabilities[start + i])
    return True


cdef _check(states, probabilities, row):
    if not 2 <= len(row) <= MOST_MODELS or len(states) != len(row):
        raise ValueError("states and row must be of 2 to 16 models")
    if states.shape[1] != len(probabilities):
        raise ValueError("states and probabilities differ in number")


def add_row(
    const int32_t[:, ::1] states not None,
    const double[::1] probabilities not None,
    const int32_t[::1] row not None,
    int32_t largest,
):
    """Return the states after one more row, and their probabilities.

    ``states`` are of shape (k, states), ascending down each column; ``row`` holds
    doubled and centred ranks in ascending order, ``largest`` is what no sum exceeds in
    size afterwards. The sums of k - 1 models must fit into 63 bits.
    """
    _check(states, probabilities, row)
    cdef Py_ssize_t k = row.shape[0], i, j
    cdef uint64_t at, key, orders = 0, since = 0
    cdef int bits = (2 * <object> largest).bit_length()
    cdef int32_t[MOST_MODELS] order
    cdef Table table
    cdef bint done = True, more = True
    if bits * (k - 1) > 63:
        raise ValueError("the sums do not fit into 63 bits")
    for j in range(k):
        order[j] = row[j]
    if not _open(&table, 1024):
        raise MemoryError("no memory for the law of rank sums")
    cdef int32_t[:, ::1] found
    cdef double[::1] chances
    cdef int32_t total
    cdef uint64_t low = (<uint64_t> 1 << bits) - 1
    try:
        with nogil:
            while more and done:
                done = _add_order(
                    &table, states, probabilities, order, largest, bits
                )
                orders += 1
                since += states.shape[1]
                if since > UPDATES:
                    since = 0
                    with gil:
                        PyErr_CheckSignals()
                more = _next_order(order, k)
        if not done:
            raise MemoryError("no memory for the law of rank sums")
        made = np.empty((k, table.count), np.int32)
        weights = np.empty(table.count)
        found, chances = made, weights
        with nogil:
            i = 0
            for at in range(table.mask + 1):
                if table.places[at].key == 0:
                    continue
                key = table.places[at].key - 1
                total = 0
                for j in range(k - 2, -1, -1):
                    found[j, i] = <int32_t> (key & low) - largest
                    total += found[j, i]
                    key >>= bits
                found[k - 1, i] = -total
                chances[i] = table.places[at].probability / <double> orders
                i += 1
    finally:
        free(table.places)
    return made, weights


def tail(
    const int32_t[:, ::1] states not None,
    const double[::1] probabilities not None,
    const int32_t[::1] row not None,
    int64_t least,
):
    """Return the chance that squares of the sums add up to ``least`` after a last row.

    Or to more; arguments as those of `add_row`. All terms are positive, and their sum
    is compensated.
    """
    _check(states, probabilities, row)
    cdef Py_ssize_t k = row.shape[0], n = states.shape[1], i, j
    cdef int64_t square, sum_
    cdef uint64_t orders = 0, since = 0, hits
    cdef int32_t[MOST_MODELS] order
    cdef double total = 0.0, lost = 0.0, term, next_
    cdef bint more = True
    extreme = np.zeros(n, np.uint64)
    cdef uint64_t[::1] counts = extreme
    for j in range(k):
        order[j] = row[j]
    with nogil:
        while more:
            for i in range(n):
                square = 0
                for j in range(k):
                    sum_ = states[j, i] + order[j]
                    square += sum_ * sum_
                counts[i] += square >= least
            orders += 1
            since += n
            if since > UPDATES:
                since = 0
                with gil:
                    PyErr_CheckSignals()
            more = _next_order(order, k)
        for i in range(n):
            hits = counts[i]
            term = probabilities[i] * <double> hits / <double> orders - lost
            next_ = total + term
            lost = (next_ - total) - term
            total = next_
    return total


def count_below(const double[::1] terms not None, double bound, bint inclusive):
    """Count for each of ascending terms the terms with which its sum is below a bound.

    ``inclusive``: or equal to it. Sums rise with both terms, rounded ones too, so the
    counts fall from term to term and one walk over them finds all.
    """
    cdef Py_ssize_t i, n = terms.shape[0], left = n
    counts = np.empty(n, np.int64)
    cdef int64_t[::1] found = counts
    with nogil:
        for i in range(n):
            if inclusive:
                while left > 0 and terms[i] + terms[left - 1] > bound:
                    left -= 1
            else:
                while left > 0 and terms[i] + terms[left - 1] >= bound:
                    left -= 1
            found[i] = left
    return counts
