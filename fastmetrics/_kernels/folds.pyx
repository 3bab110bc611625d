"""Partitions of rows into folds, a whole number per row, and the rows of classes.

Folds and classes are columns of uint8, uint16 or uint32; the index arrays of a split
are made of the column when the split is asked for.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef object empty = np.empty

ctypedef fused id_t:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused row_t:
    uint32_t
    uint64_t

ctypedef fused code_t:
    uint8_t
    uint16_t
    uint32_t

# Rows that follow one another are often of one class: they are counted apart, so that
# no addition waits for the one before it.
cdef enum:
    LANES = 4
    FEW = 256

# Where fewer rows than one in RARE are of a fold, runs of RUN rows without any are
# looked for.
cdef enum:
    RARE = 32
    RUN = 64


def count_codes(const code_t[::1] codes not None, Py_ssize_t k):
    """Count how often each of the codes 0, ..., k - 1 occurs; there are no others."""
    cdef Py_ssize_t n = codes.shape[0], i, c, lane
    cdef uint64_t[LANES * FEW] lanes
    out = np.zeros(k, np.int64)
    cdef int64_t[::1] counts = out
    with nogil:
        if k > FEW:
            for i in range(n):
                counts[codes[i]] += 1
        else:
            memset(lanes, 0, sizeof(lanes))
            for i in range(n // LANES):
                for lane in range(LANES):
                    lanes[lane * FEW + codes[LANES * i + lane]] += 1
            for i in range(n - n % LANES, n):
                lanes[codes[i]] += 1
            for c in range(k):
                for lane in range(LANES):
                    counts[c] += lanes[lane * FEW + c]
    return out


def deal(
    const code_t[::1] codes not None,
    int64_t[::1] starts not None,
    const id_t[::1] decks not None,
    id_t[::1] out not None,
):
    """Give each row the next fold in the deck of its class.

    The decks lie one after the other, that of class c from ``starts[c]`` on; ``starts``
    is used up.
    """
    cdef Py_ssize_t i, n = codes.shape[0]
    if decks.shape[0] != n or out.shape[0] != n:
        raise ValueError("codes, decks and out differ in length")
    with nogil:
        for i in range(n):
            out[i] = decks[starts[codes[i]]]
            starts[codes[i]] += 1


def look_up(
    const id_t[::1] table not None,
    const code_t[::1] codes not None,
    id_t[::1] out not None,
):
    """Write ``table[codes]``, in which every code has a place."""
    cdef Py_ssize_t i, n = codes.shape[0]
    if out.shape[0] != n:
        raise ValueError("codes and out differ in length")
    with nogil:
        for i in range(n):
            out[i] = table[codes[i]]


cdef void count_up(Py_ssize_t *to, Py_ssize_t n, Py_ssize_t first) noexcept nogil:
    """Write ``first``, ``first`` + 1, ..."""
    cdef Py_ssize_t i
    for i in range(n):
        to[i] = first + i


cdef bint has(const id_t *ids, id_t fold) noexcept nogil:
    """Whether one of the next RUN rows is of a fold."""
    cdef Py_ssize_t i
    cdef id_t found = 0
    for i in range(RUN):
        found |= ids[i] == fold
    return found != 0


cdef void write_rows(
    const id_t *ids, Py_ssize_t n, id_t fold, Py_ssize_t n_inside,
    Py_ssize_t *inside, Py_ssize_t *outside
) noexcept nogil:
    # A row is written to both sides and only one of them moves on: no branch. As long
    # as either has room for them, rows are taken without a look at the ends.
    cdef Py_ssize_t n_outside = n - n_inside, i = 0, stop, a = 0, b = 0, found
    cdef bint rare = n_inside < n // RARE
    while a < n_inside and b < n_outside:
        stop = i + min(n_inside - a, n_outside - b)
        if rare:
            if i + RUN <= n and b + RUN <= n_outside and not has(ids + i, fold):
                count_up(outside + b, RUN, i)
                b += RUN
                i += RUN
                continue
            stop = min(stop, i + RUN)
        while i < stop:
            found = ids[i] == fold
            inside[a] = outside[b] = i
            a += found
            b += 1 - found
            i += 1
    count_up(inside + a, n_inside - a, i)
    count_up(outside + b, n_outside - b, i)


def fold_indices(const id_t[::1] ids not None, id_t fold, Py_ssize_t n_inside):
    """Return the rows of all other folds, and the ``n_inside`` rows of this one.

    ``n_inside`` must be their number: more rows than that have no room.
    """
    cdef Py_ssize_t n = ids.shape[0], none = 0
    outside = empty(max(n - n_inside, 0), np.intp)
    inside = empty(n_inside, np.intp)
    cdef Py_ssize_t[::1] others = outside, rows = inside
    if not 0 <= n_inside <= n:
        raise ValueError("a fold of more rows than there are")
    with nogil:
        write_rows(
            &ids[0] if n else NULL, n, fold, n_inside,
            &rows[0] if n_inside else &none, &others[0] if n_inside < n else &none
        )
    return outside, inside


def block_indices(Py_ssize_t n, Py_ssize_t start, Py_ssize_t stop):
    """Return all rows but those from ``start`` to ``stop``, and these."""
    if not 0 <= start <= stop <= n:
        raise ValueError("a block that is not among the rows")
    outside = empty(n - stop + start, np.intp)
    cdef Py_ssize_t[::1] others = outside
    with nogil:
        if start:
            count_up(&others[0], start, 0)
        if stop < n:
            count_up(&others[start], n - stop, stop)
    return outside, np.arange(start, stop)


cdef inline bint lighter(
    const int64_t *loads, const uint32_t *heap, Py_ssize_t a, Py_ssize_t b
) noexcept nogil:
    """Whether the fold at place a of the heap comes before that at place b."""
    cdef int64_t x = loads[heap[a]], y = loads[heap[b]]
    return x < y or (x == y and heap[a] < heap[b])


def fill_lightest(const int64_t[::1] sizes not None, Py_ssize_t k):
    """Return the fold of each thing when each goes where least is so far.

    Of folds with as little, it is the first one.
    """
    cdef Py_ssize_t i, place, child
    cdef uint32_t last
    out = empty(sizes.shape[0], np.uint32)
    # A heap of the folds, the lightest on top; in order, as all are empty.
    cdef uint32_t[::1] fold = out, heap = np.arange(k, dtype=np.uint32)
    cdef int64_t[::1] loads = np.zeros(k, np.int64)
    if not 1 <= k <= 0xFFFFFFFF:
        raise ValueError("too few or too many folds")
    with nogil:
        for i in range(sizes.shape[0]):
            fold[i] = heap[0]
            loads[heap[0]] += sizes[i]
            place = 0
            while True:
                child = 2 * place + 1
                if child >= k:
                    break
                if child + 1 < k and lighter(&loads[0], &heap[0], child + 1, child):
                    child += 1
                if not lighter(&loads[0], &heap[0], child, place):
                    break
                last = heap[place]
                heap[place] = heap[child]
                heap[child] = last
                place = child
    return out


def rows_by_class(
    const code_t[::1] codes not None,
    int64_t[::1] starts not None,
    row_t[::1] out not None,
):
    """Write the rows class by class, those of class c from ``starts[c]`` on.

    Equivalent NumPy: ``out[:] = np.argsort(codes, kind="stable")``, where ``starts``
    counts the rows of the classes before; it is used up. Every class of ``codes`` has
    its place there.
    """
    cdef Py_ssize_t i, n = codes.shape[0]
    if out.shape[0] != n:
        raise ValueError("codes and out differ in length")
    with nogil:
        for i in range(n):
            out[starts[codes[i]]] = <row_t>i
            starts[codes[i]] += 1
