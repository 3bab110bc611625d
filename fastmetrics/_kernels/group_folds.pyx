"""Whole groups, and rows of several labels, dealt to parts with shares of all classes.

Tables of counts have a row per group and a column per class.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.greedy_folds cimport fm_deal_groups, fm_spread_counts
from fastmetrics._kernels.c.group_balance cimport (
    fm_cost_of,
    fm_groups,
    fm_improve_groups,
    fm_place_groups,
)
from fastmetrics._kernels.c.int128 cimport fm_int128
from fastmetrics._kernels.c.label_folds cimport fm_deal_labels, fm_labelled_rows

ctypedef fused group_t:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused class_t:
    uint8_t
    uint16_t
    uint32_t


def count_classes(
    const group_t[::1] groups not None, const class_t[::1] classes not None,
    Py_ssize_t n_groups, Py_ssize_t n_classes,
):
    """How many rows of each class each group has, of codes from 0 up."""
    cdef Py_ssize_t n = groups.shape[0], i, g, c
    cdef bint inside = True
    counts = np.zeros((n_groups, n_classes), np.int64)
    cdef int64_t[:, ::1] out = counts
    if classes.shape[0] != n:
        raise ValueError("groups and classes must have the same number of rows")
    with nogil:
        for i in range(n):
            g, c = groups[i], classes[i]
            if g >= n_groups or c >= n_classes:
                inside = False
                break
            out[g, c] += 1
    if not inside:
        raise ValueError("a code is not below how many there are")
    return counts


def spread_counts(const int64_t[:, ::1] counts not None):
    """Standard deviation of each group's counts over the classes, in NumPy's bits."""
    cdef int status = FM_OK
    spreads = np.zeros(counts.shape[0])
    cdef double[::1] out = spreads
    if counts.shape[0] == 0 or counts.shape[1] == 0:
        raise ValueError("there are no counts")
    with nogil:
        status = fm_spread_counts(&counts[0, 0], counts.shape[0], counts.shape[1],
                                  &out[0])
    if status != FM_OK:
        raise MemoryError
    return spreads


def deal_groups(
    const int64_t[:, ::1] counts not None, const int64_t[::1] order not None,
    Py_ssize_t n_folds,
):
    """The fold of each group, dealt in an order by scikit-learn's greedy choice."""
    cdef int status = FM_OK
    check_order(counts, order)
    if n_folds < 1:
        raise ValueError("there are no folds")
    folds = np.zeros(counts.shape[0], np.uint32)
    cdef uint32_t[::1] out = folds
    with nogil:
        status = fm_deal_groups(&counts[0, 0], &order[0], counts.shape[0],
                                counts.shape[1], n_folds, &out[0])
    if status != FM_OK:
        raise MemoryError
    return folds


cdef int check_order(const int64_t[:, ::1] counts, const int64_t[::1] order) except -1:
    """Raise unless each group has its place in the order."""
    if counts.shape[0] == 0 or counts.shape[1] == 0:
        raise ValueError("there are no counts")
    if not np.array_equal(np.sort(order), np.arange(counts.shape[0])):
        raise ValueError("the order must name each group once")
    return 0


cdef class Balance:
    """Divisions of groups into parts, judged by weights of classes and pulls of parts.

    weights : (n_classes, 2) whole numbers of 128 bits, the low half first
    pulls : (n_parts, n_classes, 2) such numbers; None: all are 0
    """

    cdef const int64_t[:, ::1] counts
    cdef const uint64_t[:, ::1] weights
    cdef const uint64_t[:, :, ::1] pulls
    cdef fm_groups groups

    def __cinit__(self, const int64_t[:, ::1] counts not None,
                  const uint64_t[:, ::1] weights not None, Py_ssize_t n_parts,
                  const uint64_t[:, :, ::1] pulls=None):
        if counts.shape[0] == 0 or counts.shape[1] == 0 or n_parts < 1:
            raise ValueError("there are no counts, or no parts")
        if weights.shape[0] != counts.shape[1] or weights.shape[1] != 2:
            raise ValueError("weights must be of shape (n_classes, 2)")
        self.counts, self.weights, self.pulls = counts, weights, pulls
        self.groups.n_groups = counts.shape[0]
        self.groups.n_classes = counts.shape[1]
        self.groups.n_parts = n_parts
        self.groups.counts = &counts[0, 0]
        self.groups.weights = <const fm_int128 *> &weights[0, 0]
        self.groups.pulls = NULL
        if pulls is not None:
            if (pulls.shape[0] != n_parts or pulls.shape[1] != counts.shape[1]
                    or pulls.shape[2] != 2):
                raise ValueError("pulls must be of shape (n_parts, n_classes, 2)")
            self.groups.pulls = <const fm_int128 *> &pulls[0, 0, 0]

    cdef int check(self, const uint32_t[::1] part_of) except -1:
        cdef size_t g
        if part_of.shape[0] != <Py_ssize_t> self.groups.n_groups:
            raise ValueError("each group must have a part")
        for g in range(self.groups.n_groups):
            if part_of[g] >= self.groups.n_parts:
                raise ValueError("a part is not below how many there are")
        return 0

    def place(self, const int64_t[::1] order not None):
        """Each group, in an order, to the part where it costs least."""
        cdef int status = FM_OK
        check_order(self.counts, order)
        parts = np.zeros(self.groups.n_groups, np.uint32)
        cdef uint32_t[::1] out = parts
        with nogil:
            status = fm_place_groups(&self.groups, &order[0], &out[0])
        if status != FM_OK:
            raise MemoryError
        return parts

    def improve(self, const uint32_t[::1] part_of not None, Py_ssize_t n_needed,
                int64_t most_tried):
        """The parts after moves and swaps; the first ones that are needed not empty."""
        cdef int status = FM_OK
        self.check(part_of)
        if n_needed > <Py_ssize_t> self.groups.n_parts:
            raise ValueError("more parts are needed than there are")
        parts = np.array(part_of, np.uint32)
        cdef uint32_t[::1] out = parts
        with nogil:
            status = fm_improve_groups(&self.groups, n_needed, most_tried, &out[0])
        if status != FM_OK:
            raise MemoryError
        return parts

    def cost(self, const uint32_t[::1] part_of not None):
        """What a division costs, a Python integer."""
        cdef fm_int128 found
        cdef int status = FM_OK
        self.check(part_of)
        with nogil:
            status = fm_cost_of(&self.groups, &part_of[0], &found)
        if status != FM_OK:
            raise MemoryError
        return (int(found.high) << 64) + int(found.low)


def deal_labels(
    const int64_t[::1] indptr not None, const int64_t[::1] indices not None,
    Py_ssize_t n_labels, const int64_t[::1] shares not None,
    const int64_t[::1] order=None, bint exact=False,
):
    """The part of each row of compressed labels, the rarest label dealt first.

    exact : part p has ``shares[p]`` rows, which add up to all rows
    """
    cdef fm_labelled_rows rows
    cdef Py_ssize_t n = indptr.shape[0] - 1
    cdef int status = FM_OK
    if n < 1 or shares.shape[0] < 1:
        raise ValueError("there are no rows, or no parts")
    if indptr[0] != 0 or indptr[n] != indices.shape[0] or np.any(np.diff(indptr) < 0):
        raise ValueError("indptr does not fit the indices")
    if indices.shape[0] and (np.min(indices) < 0 or np.max(indices) >= n_labels):
        raise ValueError("a label is not below how many there are")
    if exact and np.sum(shares) != n:
        raise ValueError("the shares must add up to the rows")
    parts = np.zeros(n, np.uint32)
    cdef uint32_t[::1] out = parts
    rows.n, rows.n_labels, rows.n_parts = n, n_labels, shares.shape[0]
    rows.indptr, rows.shares = &indptr[0], &shares[0]
    rows.indices = &indices[0] if indices.shape[0] else NULL
    rows.order = NULL
    if order is not None:
        if not np.array_equal(np.sort(order), np.arange(n)):
            raise ValueError("the order must name each row once")
        rows.order = &order[0]
    rows.most = &shares[0] if exact else NULL
    with nogil:
        status = fm_deal_labels(&rows, &out[0])
    if status != FM_OK:
        raise MemoryError
    return parts
