"""Rows in groups: their keys, and the pairs of two classes in each (fm_grouped.h).

A key is ``group << 1 | positive``, so that sorted rows lie group by group, negatives
first. ``GroupedRows`` counts pairs in blocks of groups, which threads can share.
"""

import numpy as np

cimport cython
from libc.stdint cimport (
    int8_t,
    int16_t,
    int32_t,
    int64_t,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
)

from fastmetrics._kernels.c.base cimport fm_alloc, fm_free
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.grouped cimport (
    fm_find_groups_u32,
    fm_find_groups_u64,
    fm_meet_groups_u32,
    fm_meet_groups_u64,
    fm_met_groups,
    fm_room_to_meet,
    fm_room_to_weigh,
    fm_square_groups_u32,
    fm_square_groups_u64,
    fm_squared_groups,
    fm_weigh_groups_u32,
    fm_weigh_groups_u64,
    fm_weighed_groups,
)

fm_cpu_init()

ctypedef fused id_t:
    int8_t
    int16_t
    int32_t
    int64_t
    uint8_t
    uint16_t
    uint32_t
    uint64_t

ctypedef fused key_t:
    uint32_t
    uint64_t

# Rows of a block: enough for a call to be worth its while.
cdef enum:
    BLOCK = 1 << 18

# Rows of a group whose squares of doubled placements add up to less than 2**64.
MOST_SQUARED = 1_600_000


def _join_keys(
    const id_t[:] ids not None,
    uint64_t low,
    const uint8_t[::1] labels not None,
    key_t[::1] out not None,
):
    cdef Py_ssize_t i
    with nogil:
        for i in range(ids.shape[0]):
            out[i] = <key_t>(((<uint64_t>ids[i] - low) << 1) | labels[i])


def join_keys(ids not None, low, uint64_t span, const uint8_t[::1] labels not None):
    """Return ``(ids - low) << 1 | labels`` in as few bytes each as hold them.

    ``ids`` are integers of at least ``low``, and less than ``low + span``, where
    ``span`` is at most 2**63.
    """
    cdef Py_ssize_t n = labels.shape[0]
    if len(ids) != n:
        raise ValueError("ids and labels differ in length")
    keys = np.empty(n, np.uint32 if span <= 1 << 31 else np.uint64)
    if n:
        _join_keys(ids, low % 2**64, labels, keys)
    return keys


def _rank_ids(
    const id_t[:] ids not None,
    uint64_t low,
    uint8_t[::1] occurs not None,
    uint32_t[::1] ranks not None,
    int64_t[::1] out not None,
):
    cdef Py_ssize_t i
    cdef uint32_t rank = 0
    with nogil:
        for i in range(ids.shape[0]):
            occurs[<uint64_t>ids[i] - low] = 1
        for i in range(occurs.shape[0]):
            ranks[i] = rank
            rank += occurs[i]
        for i in range(ids.shape[0]):
            out[i] = ranks[<uint64_t>ids[i] - low]


def rank_ids(ids not None, low, Py_ssize_t span):
    """Return the rank of each id among those that occur, and these, less ``low``.

    ``ids`` are integers of at least ``low``, and less than ``low + span``, where
    ``span`` is at most 2**32.
    """
    occurs = np.zeros(span, np.uint8)
    ranks, out = np.empty(span, np.uint32), np.empty(len(ids), np.int64)
    _rank_ids(ids, low % 2**64, occurs, ranks, out)
    return out, np.flatnonzero(occurs).astype(np.uint64)


cdef Py_ssize_t _first_of_group(
    const key_t[::1] keys, Py_ssize_t at
) noexcept nogil:
    """The first row, from ``at`` on, of a group that has no row before it."""
    cdef Py_ssize_t low = at, high = keys.shape[0], middle
    cdef key_t last
    if at <= 0 or at >= high:
        return min(max(at, 0), high)
    last = keys[at - 1] | 1
    if keys[at] > last:
        return at
    while low < high:
        middle = low + (high - low) // 2
        if keys[middle] <= last:
            low = middle + 1
        else:
            high = middle
    return low


@cython.auto_pickle(False)
@cython.final
cdef class GroupedRows:
    """Rows in the order of their keys, and what was found of their groups.

    ``count`` each block, ``place``, and then ``meet`` each block; the blocks of a step
    may be worked on in any order and at the same time. ``scores`` are keys in the
    scores' order. Of each group, in the order of their numbers, there are then
    ``groups``, the numbers; ``positives`` and ``negatives``, how many rows of each
    class there are or what they weigh; and ``doubled``, twice the pairs in order, those
    tied once, each pair counting with the product of its weights.

    ``square`` each block then for ``over_positives`` and ``over_negatives``: sums over
    the rows of a class, of groups without weights, of the squares of their doubled
    placements. A group has at most `MOST_SQUARED` rows.
    """

    cdef readonly Py_ssize_t n_blocks
    cdef readonly object groups, positives, negatives, doubled
    cdef readonly object over_positives, over_negatives
    cdef object keys
    cdef const uint64_t[::1] scores
    cdef const double[::1] weights
    cdef Py_ssize_t n
    cdef bint wide, weighted
    cdef size_t[::1] counts, largest

    def __cinit__(
        self, keys not None, const uint64_t[::1] scores not None,
        const double[::1] weights=None
    ):
        self.n = scores.shape[0]
        self.keys, self.scores, self.weights = keys, scores, weights
        self.wide = keys.itemsize == 8
        self.weighted = weights is not None
        if len(keys) != self.n or (self.weighted and weights.shape[0] != self.n):
            raise ValueError("keys, scores and weights differ in length")
        self.n_blocks = (self.n + BLOCK - 1) // BLOCK
        self.counts = np.zeros(self.n_blocks + 1, np.uintp)
        self.largest = np.zeros(self.n_blocks + 1, np.uintp)

    def count(self, Py_ssize_t block):
        """Count the groups that begin in a block of rows."""
        if not 0 <= block < self.n_blocks:
            raise IndexError("no such block")
        if self.wide:
            self.count_keys[uint64_t](self.keys, block)
        else:
            self.count_keys[uint32_t](self.keys, block)

    cdef int count_keys(self, const key_t[::1] keys, Py_ssize_t block) except -1:
        cdef Py_ssize_t start, end
        cdef size_t count = 0, largest = 0
        with nogil:
            start = _first_of_group(keys, block * BLOCK)
            end = _first_of_group(keys, min((block + 1) * BLOCK, self.n))
            if start < end:
                if key_t is uint64_t:
                    count = fm_find_groups_u64(&keys[start], end - start, &largest)
                else:
                    count = fm_find_groups_u32(&keys[start], end - start, &largest)
        self.counts[block + 1] = count
        self.largest[block] = largest
        return 0

    def place(self):
        """Make room for what is found of each group; all blocks have been counted."""
        self.counts = np.cumsum(self.counts, dtype=np.uintp)
        n_groups = int(self.counts[self.n_blocks])
        kind = np.float64 if self.weighted else np.uint64
        self.groups = np.empty(n_groups, np.uint64)
        self.positives = np.empty(n_groups, kind)
        self.negatives = np.empty(n_groups, kind)
        self.doubled = np.empty(n_groups, kind)
        self.over_positives = np.zeros(0 if self.weighted else n_groups, np.uint64)
        self.over_negatives = np.zeros(0 if self.weighted else n_groups, np.uint64)

    @property
    def most_rows(self):
        """Rows of the largest group."""
        return int(np.max(self.largest))

    def meet(self, Py_ssize_t block):
        """Count, or add up, the pairs of the groups that begin in a block of rows."""
        cdef uint64_t *room
        cdef size_t largest
        if not 0 <= block < self.n_blocks or self.groups is None:
            raise IndexError("no such block, or no room made for it")
        if self.counts[block] == self.counts[block + 1]:
            return
        largest = self.largest[block]
        room = <uint64_t *>fm_alloc(
            fm_room_to_weigh(largest) if self.weighted else fm_room_to_meet(largest),
            sizeof(uint64_t)
        )
        if room == NULL:
            raise MemoryError("no memory left to sort in")
        try:
            if self.weighted and self.wide:
                self.weigh_keys[uint64_t](self.keys, block, room)
            elif self.weighted:
                self.weigh_keys[uint32_t](self.keys, block, room)
            elif self.wide:
                self.meet_keys[uint64_t](self.keys, block, room)
            else:
                self.meet_keys[uint32_t](self.keys, block, room)
        finally:
            fm_free(room)

    cdef int meet_keys(
        self, const key_t[::1] keys, Py_ssize_t block, uint64_t *room
    ) except -1:
        cdef Py_ssize_t start, end, first = self.counts[block]
        cdef uint64_t[::1] groups = self.groups, positives = self.positives
        cdef uint64_t[::1] negatives = self.negatives, doubled = self.doubled
        cdef fm_met_groups out = fm_met_groups(
            &groups[first], &positives[first], &negatives[first], &doubled[first]
        )
        with nogil:
            start = _first_of_group(keys, block * BLOCK)
            end = _first_of_group(keys, min((block + 1) * BLOCK, self.n))
            if key_t is uint64_t:
                fm_meet_groups_u64(
                    &keys[start], &self.scores[start], end - start, room, out
                )
            else:
                fm_meet_groups_u32(
                    &keys[start], &self.scores[start], end - start, room, out
                )
        return 0

    def square(self, Py_ssize_t block):
        """Add up the squares of placements in the groups that begin in a block."""
        cdef uint64_t *room
        if not 0 <= block < self.n_blocks or self.groups is None or self.weighted:
            raise IndexError("no such block, or no room made for it")
        if self.counts[block] == self.counts[block + 1]:
            return
        if self.largest[block] > <size_t> MOST_SQUARED:
            raise OverflowError("a group has too many rows")
        room = <uint64_t *>fm_alloc(
            fm_room_to_meet(self.largest[block]), sizeof(uint64_t)
        )
        if room == NULL:
            raise MemoryError("no memory left to sort in")
        try:
            if self.wide:
                self.square_keys[uint64_t](self.keys, block, room)
            else:
                self.square_keys[uint32_t](self.keys, block, room)
        finally:
            fm_free(room)

    cdef int square_keys(
        self, const key_t[::1] keys, Py_ssize_t block, uint64_t *room
    ) except -1:
        cdef Py_ssize_t start, end, first = self.counts[block]
        cdef uint64_t[::1] positives = self.over_positives
        cdef uint64_t[::1] negatives = self.over_negatives
        cdef fm_squared_groups out = fm_squared_groups(
            &positives[first], &negatives[first]
        )
        with nogil:
            start = _first_of_group(keys, block * BLOCK)
            end = _first_of_group(keys, min((block + 1) * BLOCK, self.n))
            if key_t is uint64_t:
                fm_square_groups_u64(
                    &keys[start], &self.scores[start], end - start, room, out
                )
            else:
                fm_square_groups_u32(
                    &keys[start], &self.scores[start], end - start, room, out
                )
        return 0

    cdef int weigh_keys(
        self, const key_t[::1] keys, Py_ssize_t block, uint64_t *room
    ) except -1:
        cdef Py_ssize_t start, end, first = self.counts[block]
        cdef uint64_t[::1] groups = self.groups
        cdef double[::1] positives = self.positives, negatives = self.negatives
        cdef double[::1] doubled = self.doubled
        cdef fm_weighed_groups out = fm_weighed_groups(
            &groups[first], &positives[first], &negatives[first], &doubled[first]
        )
        with nogil:
            start = _first_of_group(keys, block * BLOCK)
            end = _first_of_group(keys, min((block + 1) * BLOCK, self.n))
            if key_t is uint64_t:
                fm_weigh_groups_u64(
                    &keys[start], &self.scores[start], &self.weights[start],
                    end - start, room, out
                )
            else:
                fm_weigh_groups_u32(
                    &keys[start], &self.scores[start], &self.weights[start],
                    end - start, room, out
                )
        return 0
