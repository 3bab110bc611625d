"""Pairs of rows of two classes, by the scores of one class's column.

The matrix has a column of scores per class. Of a column one class, its own, is sorted;
every other row is looked up among its scores (fm_finder.h) and its pairs counted for
its class: so one pass over the column gives the pairs with each other class, and with
all of them. The matrix is read where it is, a few columns at a time, class by class.

A pair counts 2 if the row of the column's own class has the higher score, 1 in a tie:
doubled counts are whole numbers. With weights a pair counts with their product.

Equivalent Python, ``own`` the scores of the column's own class::

    doubled[b] = sum(2 * (x > y) + (x == y) for x in own for y in scores_of_class[b])
"""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.finder cimport (
    fm_close_finder,
    fm_find_slots,
    fm_finder,
    fm_lay_finder,
    fm_open_finder,
)
from fastmetrics._kernels.c.keys cimport fm_key_f64
from fastmetrics._kernels.c.sort cimport fm_sort_run_pairs_u64, fm_sort_run_u64
from fastmetrics._kernels.total cimport Total, add

fm_cpu_init()

cdef enum:
    WIDTH = 8           # columns read together: of float64 a line of the cache
    CHUNK = 512         # rows looked up at one go; their sums are compensated
    STRIDE = CHUNK + 8  # so that columns do not fall on the same places of the cache
    AHEAD = 64          # rows that the memory is asked for ahead of use

# So many columns a call may take.
MOST_COLUMNS = WIDTH

# Rows whose places in pairs are too many for a slot of 32 bits.
MOST_ROWS = 2**31 - 2


cdef extern from "fm_base.h" nogil:
    void FM_PREFETCH(const void *address)


# ---------------------------------------------------------------- one sorted class

cdef struct Sorted:
    # One class in order: its distinct scores, and what stands below each slot.
    fm_finder finder
    bint plain              # all distinct and without weights: a slot is its level
    double whole            # twice the rows, or their weight
    uint64_t *levels        # of a slot: rows below it plus rows up to it
    double *heavy_levels    # the same of weights
    double *tally           # of a slot: what the other rows there count


cdef struct Scratch:
    uint64_t *keys
    uint64_t *payload
    uint64_t *spare


cdef bint open_scratch(Scratch *s, size_t most) noexcept nogil:
    s.keys = <uint64_t *> fm_alloc(most, sizeof(uint64_t))
    s.payload = <uint64_t *> fm_alloc(most, sizeof(uint64_t))
    s.spare = <uint64_t *> fm_alloc(most, sizeof(uint64_t))
    return s.keys != NULL and s.payload != NULL and s.spare != NULL


cdef void close_scratch(Scratch *s) noexcept nogil:
    fm_free(s.keys)
    fm_free(s.payload)
    fm_free(s.spare)


cdef bint open_sorted(Sorted *s, size_t most, bint weighted,
                      bint placing) noexcept nogil:
    cdef bint done = fm_open_finder(&s.finder, most) == FM_OK
    s.levels = NULL
    s.heavy_levels = s.tally = NULL
    if weighted:
        s.heavy_levels = <double *> fm_alloc(2 * most + 1, sizeof(double))
    else:
        s.levels = <uint64_t *> fm_alloc(2 * most + 1, sizeof(uint64_t))
    if placing:
        s.tally = <double *> calloc(2 * most + 1, sizeof(double))
        done = done and s.tally != NULL
    return done and (s.levels != NULL or s.heavy_levels != NULL)


cdef void close_sorted(Sorted *s) noexcept nogil:
    fm_close_finder(&s.finder)
    fm_free(s.levels)
    fm_free(s.heavy_levels)
    free(s.tally)


cdef void sort_class(Sorted *s, const double *weights, size_t n,
                     Scratch *scratch) noexcept nogil:
    # The finder's keys hold those of the n >= 1 rows, which are sorted there.
    cdef uint64_t *keys = s.finder.keys
    cdef double *carried = <double *> scratch.payload
    cdef size_t i = 0, d = 0
    cdef uint64_t at
    cdef double below = 0, upto
    cdef Total run
    run.sum = run.low = 0
    if weights == NULL:
        fm_sort_run_u64(keys, n, scratch.spare, n)
        s.levels[0] = 0
        while i < n:
            at = keys[i]
            keys[d] = at
            s.levels[2 * d + 1] = i
            while i < n and keys[i] == at:
                i += 1
            s.levels[2 * d + 1] += i
            s.levels[2 * d + 2] = 2 * i
            d += 1
        s.whole = 2.0 * n
        s.plain = d == n
    else:
        for i in range(n):
            carried[i] = weights[i]
        fm_sort_run_pairs_u64(keys, scratch.payload, n, scratch.keys, scratch.spare)
        s.heavy_levels[0] = 0
        i = 0
        while i < n:
            at = keys[i]
            keys[d] = at
            while i < n and keys[i] == at:
                add(&run, carried[i])
                i += 1
            upto = run.sum + run.low
            s.heavy_levels[2 * d + 1] = below + upto
            s.heavy_levels[2 * d + 2] = 2 * upto
            below = upto
            d += 1
        s.whole = 2.0 * below
        s.plain = False
    fm_lay_finder(&s.finder, d)


cdef uint64_t sum_levels(const Sorted *s, const uint32_t *slots,
                         size_t n) noexcept nogil:
    cdef size_t i
    cdef uint64_t total = 0
    if s.plain:
        for i in range(n):
            total += slots[i]
    else:
        for i in range(n):
            total += s.levels[slots[i]]
    return total


cdef double sum_wins(const Sorted *s, const uint32_t *slots, const double *weights,
                     size_t n) noexcept nogil:
    # What lies above rows of another class: their weight, doubled, ties once.
    cdef size_t i
    cdef double total = 0
    for i in range(n):
        total += weights[i] * (s.whole - s.heavy_levels[slots[i]])
    return total


cdef void place_others(Sorted *s, const uint32_t *slots, const double *weights,
                       size_t n, double share, double total,
                       double *out) noexcept nogil:
    # Adds to rows of another class `share` times the chance to lose against one of this
    # class, and tallies `share` over the other class (`total` of it) for this one.
    cdef size_t i
    cdef double each = share / total, factor = share / s.whole
    if weights == NULL:
        for i in range(n):
            out[i] += factor * (s.whole - <double> s.levels[slots[i]])
            s.tally[slots[i]] += each
    else:
        for i in range(n):
            out[i] += factor * (s.whole - s.heavy_levels[slots[i]])
            s.tally[slots[i]] += each * weights[i]


cdef void add_up_tally(Sorted *s) noexcept nogil:
    # Makes of the tally at each slot what is below it, and half of what is at it.
    cdef size_t i
    cdef double here
    cdef Total below
    below.sum = below.low = 0
    for i in range(2 * s.finder.count + 1):
        here = s.tally[i]
        s.tally[i] = below.sum + below.low + 0.5 * here
        add(&below, here)


cdef void give_own(const Sorted *s, const uint64_t *own, size_t n,
                   double *out) noexcept nogil:
    # Adds to the rows of the class itself what the tally, added up, has for them.
    cdef uint32_t slots[CHUNK]
    cdef size_t start = 0, m, i
    while start < n:
        m = min(<size_t> CHUNK, n - start)
        fm_find_slots(&s.finder, own + start, m, slots)
        for i in range(m):
            out[start + i] += s.tally[slots[i]]
        start += m


# ---------------------------------------------------------------- the matrix

@cython.auto_pickle(False)
@cython.final
cdef class ClassColumns:
    """A matrix of scores with a column per class, its rows taken class by class.

    matrix : float32 or float64 of shape (n, k), of any strides.
    codes : int64, the column of each row's class.
    weights : float64, or None. Rows of weight 0 are none.

    Attributes
    ----------
    order : int64: the rows as they are taken.
    starts : int64 (k + 1,): where each class begins among these.
    """

    cdef readonly object order, starts
    cdef object matrix, weights
    cdef const char *data
    cdef Py_ssize_t row_stride, column_stride, k, n
    cdef bint wide
    cdef int64_t *rows
    cdef int64_t *begins
    cdef double *weight_of
    cdef size_t largest

    def __cinit__(self, matrix not None, const int64_t[::1] codes not None,
                  const double[::1] weights=None):
        cdef const double[:, :] wide
        cdef const float[:, :] narrow
        cdef Py_ssize_t n = codes.shape[0], i, c
        cdef int64_t[::1] rows, begins, places
        cdef double[::1] sorted_weights
        if (matrix.shape[0] != n or not matrix.shape[1]
                or (weights is not None and weights.shape[0] != n)):
            raise ValueError("matrix, codes and weights differ in length")
        if n >= MOST_ROWS:
            raise ValueError("too many rows")
        self.k = matrix.shape[1]
        self.starts = np.zeros(self.k + 1, np.int64)
        begins = self.starts
        for i in range(n):
            if not 0 <= codes[i] < self.k:
                raise ValueError("a code is no column")
            if weights is None or weights[i] > 0:
                begins[codes[i] + 1] += 1
        for c in range(self.k):
            self.largest = max(self.largest, <size_t> begins[c + 1])
            begins[c + 1] += begins[c]
        self.n = begins[self.k]
        self.order = np.empty(self.n, np.int64)
        self.begins = &begins[0]
        if self.n == 0:
            return
        self.matrix = matrix  # it outlives this
        self.wide = matrix.itemsize == 8
        if self.wide:
            wide = matrix
            self.data = <const char *> &wide[0, 0]
            self.row_stride, self.column_stride = wide.strides[0], wide.strides[1]
        else:
            narrow = matrix
            self.data = <const char *> &narrow[0, 0]
            self.row_stride, self.column_stride = narrow.strides[0], narrow.strides[1]
        rows = self.order
        places = self.starts.copy()
        for i in range(n):
            if weights is None or weights[i] > 0:
                rows[places[codes[i]]] = i
                places[codes[i]] += 1
        self.rows = &rows[0]
        if weights is not None:
            self.weights = np.asarray(weights)[self.order]
            sorted_weights = self.weights
            self.weight_of = &sorted_weights[0]

    cdef size_t size(self, Py_ssize_t c) noexcept nogil:
        return self.begins[c + 1] - self.begins[c]

    cdef const double *weights_from(self, Py_ssize_t start) noexcept nogil:
        return NULL if self.weight_of == NULL else self.weight_of + start

    cdef void read(self, Py_ssize_t column, Py_ssize_t width, Py_ssize_t start,
                   Py_ssize_t m, uint64_t *out, Py_ssize_t stride) noexcept nogil:
        # The keys of some columns of the rows from `start` on, column by column.
        cdef Py_ssize_t i, c, step = self.column_stride
        cdef const char *base = self.data + column * step
        cdef const char *row
        cdef const char *ahead
        for i in range(m):
            row = base + self.rows[start + i] * self.row_stride
            if start + i + AHEAD < self.n:
                ahead = base + self.rows[start + i + AHEAD] * self.row_stride
                FM_PREFETCH(ahead)
                FM_PREFETCH(ahead + (width - 1) * step)
            if self.wide:
                for c in range(width):
                    out[c * stride + i] = fm_key_f64(
                        (<const double *> (row + c * step))[0]
                    )
            else:
                for c in range(width):
                    out[c * stride + i] = fm_key_f64(
                        (<const float *> (row + c * step))[0]
                    )

    cdef void sort_own(self, Sorted *s, Py_ssize_t a, Scratch *scratch) noexcept nogil:
        self.read(a, 1, self.begins[a], self.size(a), s.finder.keys, 0)
        sort_class(s, self.weights_from(self.begins[a]), self.size(a), scratch)

    def count_pairs(self, Py_ssize_t first, Py_ssize_t last):
        """Doubled wins of the columns from ``first`` up to ``last`` over each class.

        Of shape (last - first, k), uint64, or float64 with weights; of a class over
        itself 0.
        """
        cdef Py_ssize_t width = last - first, b, c, start, stop, m
        cdef Sorted of[WIDTH]
        cdef Total sums[WIDTH]
        cdef uint64_t levels[WIDTH]
        cdef uint64_t keys[WIDTH * STRIDE]
        cdef uint32_t slots[CHUNK]
        cdef Scratch scratch
        cdef uint64_t[:, ::1] counts
        cdef double[:, ::1] weighed
        cdef bint done, weighted = self.weight_of != NULL
        _check_columns(first, last, self.k)
        found = np.zeros((width, self.k), np.float64 if weighted else np.uint64)
        if weighted:
            weighed = found
        else:
            counts = found
        if self.n == 0:
            return found
        with nogil:
            done = open_scratch(&scratch, self.largest)
            for c in range(width):
                done &= open_sorted(&of[c], self.size(first + c), weighted, False)
            if done:
                for c in range(width):
                    if self.size(first + c):
                        self.sort_own(&of[c], first + c, &scratch)
                for b in range(self.k):
                    for c in range(width):
                        sums[c].sum = sums[c].low = 0
                        levels[c] = 0
                    start, stop = self.begins[b], self.begins[b + 1]
                    while start < stop:
                        m = min(<Py_ssize_t> CHUNK, stop - start)
                        self.read(first, width, start, m, keys, STRIDE)
                        for c in range(width):
                            if first + c == b or self.size(first + c) == 0:
                                continue
                            fm_find_slots(&of[c].finder, &keys[c * STRIDE], m, slots)
                            if weighted:
                                add(&sums[c], sum_wins(
                                    &of[c], slots, self.weight_of + start, m
                                ))
                            else:
                                levels[c] += sum_levels(&of[c], slots, m)
                        start += m
                    for c in range(width):
                        if weighted:
                            weighed[c, b] = sums[c].sum + sums[c].low
                        elif first + c != b:
                            counts[c, b] = (
                                2 * self.size(first + c) * self.size(b) - levels[c]
                            )
            for c in range(width):
                close_sorted(&of[c])
            close_scratch(&scratch)
        if not done:
            raise MemoryError("no memory left for the columns")
        return found

    def place_rows(self, Py_ssize_t first, Py_ssize_t last,
                   const double[:, ::1] shares not None,
                   const double[::1] totals not None):
        """Chances of each row against the other classes, added up with shares.

        A row of class a gets, of its own column, ``shares[a - first, b]`` times its
        chance to have a higher score than one of class b, ties one half; a row of class
        b the same share times its chance to have a lower score than one of class a.
        ``totals`` are the rows or the weight of each class.

        Returns float64, the rows as in ``order``.
        """
        cdef Py_ssize_t width = last - first, a, b, c, start, stop, m
        cdef Sorted of[WIDTH]
        cdef uint64_t keys[WIDTH * STRIDE]
        cdef uint32_t slots[CHUNK]
        cdef Scratch scratch
        cdef double[::1] out
        cdef bint done, weighted = self.weight_of != NULL
        _check_columns(first, last, self.k)
        if (shares.shape[0] != width or shares.shape[1] != self.k
                or totals.shape[0] != self.k):
            raise ValueError("shares and totals are of other classes")
        found = np.zeros(self.n)
        if self.n == 0:
            return found
        out = found
        with nogil:
            done = open_scratch(&scratch, self.largest)
            for c in range(width):
                done &= open_sorted(&of[c], self.size(first + c), weighted, True)
            if done:
                for c in range(width):
                    if self.size(first + c):
                        self.sort_own(&of[c], first + c, &scratch)
                for b in range(self.k):
                    start, stop = self.begins[b], self.begins[b + 1]
                    while start < stop:
                        m = min(<Py_ssize_t> CHUNK, stop - start)
                        self.read(first, width, start, m, keys, STRIDE)
                        for c in range(width):
                            if first + c == b or self.size(first + c) == 0:
                                continue
                            fm_find_slots(&of[c].finder, &keys[c * STRIDE], m, slots)
                            place_others(
                                &of[c], slots, self.weights_from(start), m,
                                shares[c, b], totals[b], &out[start]
                            )
                        start += m
                for c in range(width):
                    a = first + c
                    if self.size(a) == 0:
                        continue
                    add_up_tally(&of[c])
                    start, stop = self.begins[a], self.begins[a + 1]
                    while start < stop:
                        m = min(<Py_ssize_t> CHUNK, stop - start)
                        self.read(a, 1, start, m, keys, 0)
                        give_own(&of[c], keys, m, &out[start])
                        start += m
            for c in range(width):
                close_sorted(&of[c])
            close_scratch(&scratch)
        if not done:
            raise MemoryError("no memory left for the columns")
        return found

    cdef void read_differences(self, Py_ssize_t c, Py_ssize_t i, Py_ssize_t j,
                               uint64_t *out) noexcept nogil:
        # The keys of column i less column j, of the rows of class c.
        cdef Py_ssize_t r, start = self.begins[c], m = self.size(c)
        cdef const char *row
        cdef double difference
        for r in range(m):
            row = self.data + self.rows[start + r] * self.row_stride
            if self.wide:
                difference = (
                    (<const double *> (row + i * self.column_stride))[0]
                    - (<const double *> (row + j * self.column_stride))[0]
                )
            else:
                difference = (
                    <double> (<const float *> (row + i * self.column_stride))[0]
                    - (<const float *> (row + j * self.column_stride))[0]
                )
            out[r] = fm_key_f64(difference)

    def count_differences(self, Py_ssize_t i):
        """Doubled wins of class i over each later one, by column i less its column.

        Of shape (k,), as those of ``count_pairs``; 0 of classes up to i.
        """
        return self.meet_later(i, None, None, None)

    def place_differences(self, Py_ssize_t i, const double[::1] shares not None,
                          const double[::1] totals not None):
        """As ``place_rows``, by column i less that of each later class."""
        if shares.shape[0] != self.k or totals.shape[0] != self.k:
            raise ValueError("shares and totals are of other classes")
        found = np.zeros(self.n)
        self.meet_later(i, found, shares, totals)
        return found

    cdef object meet_later(self, Py_ssize_t i, double[::1] out,
                           const double[::1] shares, const double[::1] totals):
        cdef Py_ssize_t j, start, stop, m
        cdef Sorted s
        cdef Scratch scratch
        cdef uint64_t *keys
        cdef uint64_t *own
        cdef uint32_t slots[CHUNK]
        cdef uint64_t levels
        cdef Total sums
        cdef uint64_t[::1] counts
        cdef double[::1] weighed
        cdef bint done, weighted = self.weight_of != NULL, placing = out is not None
        _check_columns(i, i + 1, self.k)
        found = np.zeros(self.k, np.float64 if weighted else np.uint64)
        if weighted:
            weighed = found
        else:
            counts = found
        if self.size(i) == 0:
            return found
        with nogil:
            done = open_scratch(&scratch, self.largest)
            done &= open_sorted(&s, self.size(i), weighted, placing)
            keys = <uint64_t *> fm_alloc(self.largest, sizeof(uint64_t))
            own = <uint64_t *> fm_alloc(self.size(i), sizeof(uint64_t))
            if done and keys != NULL and own != NULL:
                for j in range(i + 1, self.k):
                    if self.size(j) == 0:
                        continue
                    self.read_differences(i, i, j, own)
                    memcpy(s.finder.keys, own, self.size(i) * sizeof(uint64_t))
                    sort_class(
                        &s, self.weights_from(self.begins[i]), self.size(i), &scratch
                    )
                    if placing:
                        memset(s.tally, 0, (2 * s.finder.count + 1) * sizeof(double))
                    self.read_differences(j, i, j, keys)
                    sums.sum = sums.low = 0
                    levels = 0
                    start, stop = self.begins[j], self.begins[j + 1]
                    while start < stop:
                        m = min(<Py_ssize_t> CHUNK, stop - start)
                        fm_find_slots(
                            &s.finder, keys + (start - self.begins[j]), m, slots
                        )
                        if placing:
                            place_others(
                                &s, slots, self.weights_from(start), m, shares[j],
                                totals[j], &out[start]
                            )
                        elif weighted:
                            add(&sums, sum_wins(&s, slots, self.weight_of + start, m))
                        else:
                            levels += sum_levels(&s, slots, m)
                        start += m
                    if placing:
                        add_up_tally(&s)
                        give_own(&s, own, self.size(i), &out[self.begins[i]])
                    elif weighted:
                        weighed[j] = sums.sum + sums.low
                    else:
                        counts[j] = 2 * self.size(i) * self.size(j) - levels
            else:
                done = False
            fm_free(keys)
            fm_free(own)
            close_sorted(&s)
            close_scratch(&scratch)
        if not done:
            raise MemoryError("no memory left for the columns")
        return found


cdef int _check_columns(Py_ssize_t first, Py_ssize_t last, Py_ssize_t k) except -1:
    if not 0 <= first <= last <= k or last - first > WIDTH:
        raise IndexError("no such columns, or too many")
    return 0
