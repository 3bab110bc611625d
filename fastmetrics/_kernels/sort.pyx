"""Sorting keys, alone and with a payload.

Keys are scores as unsigned integers of the same order (fm_keys.h). Functions
whose name starts with ``_py_`` are there for the tests of the C code and for nothing
else.
"""

import numpy as np

cimport cython
from libc.math cimport isfinite
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastmetrics._kernels.c.base cimport (
    FM_NO_MEMORY,
    FM_OK,
    fm_alloc,
    fm_free,
)
from fastmetrics._kernels.c.buckets cimport (
    fm_buckets,
    fm_plan_buckets,
    fm_sample_index,
    fm_sample_size,
)
from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.keys cimport (
    fm_key_f32,
    fm_key_f64,
    fm_key_i32,
    fm_key_i64,
)
from fastmetrics._kernels.c.labels cimport (
    fm_check_weights,
    fm_classes,
    fm_key_width,
    fm_rows,
    fm_sign_weights,
    fm_weight_faults,
)
from fastmetrics._kernels.c.sort cimport (
    FM_MANY_PAIRS,
    FM_PIECE,
    fm_count_keys_u32,
    fm_count_keys_u64,
    fm_deal_keys_u32,
    fm_deal_keys_u64,
    fm_deal_pairs_u32,
    fm_deal_pairs_u64,
    fm_finish_keys_u32,
    fm_finish_keys_u64,
    fm_finish_pairs_u32,
    fm_finish_pairs_u64,
    fm_key_room,
    fm_place_pieces,
    fm_plan_sort_u32,
    fm_plan_sort_u64,
    fm_sort_run_pairs_u32,
    fm_sort_run_pairs_u64,
    fm_sort_run_u32,
    fm_sort_run_u64,
)
from fastmetrics._kernels.keys cimport Pair, open_pair

ctypedef fused key_t:
    uint32_t
    uint64_t

fm_cpu_init()

# Up to so many pairs there is nothing to be gained from steps.
FEW = FM_MANY_PAIRS

# Buckets that are finished at one go: enough for a call to be worth its while, few
# enough that threads end together.
cdef enum:
    RANGE = 16


cdef int _check_same_length(Py_ssize_t n, Py_ssize_t m) except -1:
    if n != m:
        raise ValueError(f"arrays differ in length: {n} and {m}")
    return 0


cdef void *_address(const key_t[::1] items) noexcept:
    # An empty view has no element whose address could be taken.
    return <void *> &items[0] if items.shape[0] else NULL


@cython.auto_pickle(False)
@cython.internal
cdef class Sort:
    """What sorts in steps have in common: the buckets, and the columns that come out.

    ``count`` of each piece, ``place``, ``deal`` of each piece, ``finish`` of each
    range; the pieces of a step, and its ranges, may be worked on in any order and at
    the same time.
    """

    cdef readonly Py_ssize_t n_rows, n_pieces, n_ranges
    cdef object out_keys, out_payload
    cdef bint wide, carries
    cdef size_t n
    cdef void *to_keys
    cdef uint64_t *to_payload
    cdef fm_buckets *plan
    cdef size_t *counts         # of each piece and bucket, then its places
    cdef size_t *starts         # of each bucket, and the end

    cdef int begin(self, size_t n) except -1:
        """Make room for the map of n keys."""
        self.n = self.n_rows = n
        self.n_pieces = (n + FM_PIECE - 1) // FM_PIECE
        self.plan = <fm_buckets *> fm_alloc(1, sizeof(fm_buckets))
        if self.plan == NULL:
            raise MemoryError("no memory left to sort in")
        return 0

    cdef int begin_counts(self, int status) except -1:
        """Make room for the counts, the map being made if the status is well."""
        if status != FM_OK:
            raise MemoryError("no memory left to sort in")
        self.counts = <size_t *> fm_alloc(
            self.n_pieces * self.plan.count, sizeof(size_t)
        )
        self.starts = <size_t *> fm_alloc(self.plan.count + 1, sizeof(size_t))
        if self.counts == NULL or self.starts == NULL:
            raise MemoryError("no memory left to sort in")
        return 0

    def __dealloc__(self):
        fm_free(self.plan)
        fm_free(self.counts)
        fm_free(self.starts)

    cdef size_t size(self, size_t piece) noexcept nogil:
        cdef size_t left = self.n - piece * FM_PIECE
        return left if left < FM_PIECE else FM_PIECE

    cdef size_t *counts_of(self, size_t piece) except NULL:
        """Return the counts of a piece, all 0."""
        cdef size_t b
        cdef size_t *counts
        if piece >= <size_t> self.n_pieces:
            raise IndexError("no such piece")
        counts = self.counts + piece * self.plan.count
        for b in range(self.plan.count):
            counts[b] = 0
        return counts

    cdef size_t *places_of(self, size_t piece) except NULL:
        """Return where a piece puts its next row of each bucket."""
        if piece >= <size_t> self.n_pieces or self.to_keys == NULL:
            raise IndexError("no such piece, or no room made for it")
        return self.counts + piece * self.plan.count

    def place(self):
        """Make room for the result; all pieces have been counted."""
        cdef uint64_t[::1] wide
        cdef uint32_t[::1] narrow
        cdef uint64_t[::1] payload
        # NumPy's memory, as it asks the system for huge pages and malloc does not.
        self.out_keys = np.empty(self.n, np.uint64 if self.wide else np.uint32)
        if self.carries:
            self.out_payload = payload = np.empty(self.n, np.uint64)
            self.to_payload = <uint64_t *> _address[uint64_t](payload)
        if self.n == 0:
            return
        if self.wide:
            wide = self.out_keys
            self.to_keys = _address[uint64_t](wide)
        else:
            narrow = self.out_keys
            self.to_keys = _address[uint32_t](narrow)
        fm_place_pieces(self.counts, self.n_pieces, self.plan.count, self.starts)
        self.n_ranges = (self.plan.count + RANGE - 1) // RANGE

    def finish(self, size_t number):
        """Sort a range of buckets; all pieces have been dealt."""
        cdef size_t begin = number * RANGE, m, room = fm_key_room(self.n)
        cdef const size_t *starts
        cdef int status
        if number >= <size_t> self.n_ranges:
            raise IndexError("no such range")
        m = min(<size_t> RANGE, self.plan.count - begin)
        starts = self.starts + begin
        with nogil:
            if self.wide and self.to_payload != NULL:
                status = fm_finish_pairs_u64(
                    <uint64_t *> self.to_keys, self.to_payload, starts, m
                )
            elif self.wide:
                status = fm_finish_keys_u64(<uint64_t *> self.to_keys, starts, m, room)
            elif self.to_payload != NULL:
                status = fm_finish_pairs_u32(
                    <uint32_t *> self.to_keys, self.to_payload, starts, m
                )
            else:
                status = fm_finish_keys_u32(<uint32_t *> self.to_keys, starts, m, room)
        if status != FM_OK:
            raise MemoryError("no memory left to sort in")

    def result(self):
        """Return keys and payload (None if there is none) in order."""
        return self.out_keys, self.out_payload


@cython.auto_pickle(False)
@cython.final
cdef class ColumnSort(Sort):
    """The sort of a column of keys, perhaps with a payload, in steps.

    Equivalent NumPy, for keys of uint64 or uint32 and a payload of uint64::

        order = np.argsort(keys, kind="stable")
        result = keys[order], payload[order]

    The columns themselves stay as they are, and must until all are dealt.
    """

    cdef object keys, payload
    cdef const void *from_keys
    cdef const uint64_t *from_payload

    def __cinit__(self, keys not None, const uint64_t[::1] payload=None):
        cdef const uint64_t[::1] wide
        cdef const uint32_t[::1] narrow
        cdef size_t n
        cdef int status
        self.wide = keys.itemsize == 8
        if self.wide:
            wide = keys
            n = wide.shape[0]
            self.from_keys = _address(wide)
        else:
            narrow = keys
            n = narrow.shape[0]
            self.from_keys = _address(narrow)
        self.keys, self.payload = keys, payload  # they outlive this
        self.carries = payload is not None
        if payload is not None:
            _check_same_length(n, payload.shape[0])
            self.from_payload = <const uint64_t *> _address(payload)
        if n == 0:
            return
        self.begin(n)
        with nogil:
            if self.wide:
                status = fm_plan_sort_u64(
                    <const uint64_t *> self.from_keys, n, self.plan
                )
            else:
                status = fm_plan_sort_u32(
                    <const uint32_t *> self.from_keys, n, self.plan
                )
        self.begin_counts(status)

    def count(self, size_t piece):
        """Count how many keys of a piece each bucket will have."""
        cdef size_t start = piece * FM_PIECE
        cdef size_t *counts = self.counts_of(piece)
        with nogil:
            if self.wide:
                fm_count_keys_u64(
                    self.plan, <const uint64_t *> self.from_keys + start,
                    self.size(piece), counts
                )
            else:
                fm_count_keys_u32(
                    self.plan, <const uint32_t *> self.from_keys + start,
                    self.size(piece), counts
                )

    def deal(self, size_t piece):
        """Put the keys of a piece into their buckets."""
        cdef size_t start = piece * FM_PIECE, m = self.size(piece)
        cdef size_t *places = self.places_of(piece)
        with nogil:
            if self.wide and self.to_payload != NULL:
                fm_deal_pairs_u64(
                    self.plan, <const uint64_t *> self.from_keys + start,
                    self.from_payload + start, m, places,
                    <uint64_t *> self.to_keys, self.to_payload
                )
            elif self.wide:
                fm_deal_keys_u64(
                    self.plan, <const uint64_t *> self.from_keys + start, m, places,
                    <uint64_t *> self.to_keys
                )
            elif self.to_payload != NULL:
                fm_deal_pairs_u32(
                    self.plan, <const uint32_t *> self.from_keys + start,
                    self.from_payload + start, m, places,
                    <uint32_t *> self.to_keys, self.to_payload
                )
            else:
                fm_deal_keys_u32(
                    self.plan, <const uint32_t *> self.from_keys + start, m, places,
                    <uint32_t *> self.to_keys
                )


@cython.auto_pickle(False)
@cython.final
cdef class Buckets:
    """A map from keys to buckets that keeps their order, to deal many columns by.

    It is made of a sample of some n keys of all of them. No bucket has keys both with
    and without their highest bit; the first ``n_low`` have those without.
    """

    cdef readonly Py_ssize_t n_buckets, n_low
    cdef bint wide
    cdef fm_buckets *plan

    def __cinit__(self, sample not None, size_t n):
        cdef Py_ssize_t m = len(sample)
        cdef uint64_t[::1] room
        self.wide = sample.itemsize == 8
        if m == 0 or n < <size_t> m:
            raise ValueError("a sample is of at least one key, and of no more than all")
        room = np.empty(2 * m, np.uint64)
        np.asarray(room)[:m] = sample
        self.plan = <fm_buckets *> fm_alloc(1, sizeof(fm_buckets))
        if self.plan == NULL:
            raise MemoryError("no memory left to sort in")
        with nogil:
            fm_plan_buckets(
                self.plan, &room[0], &room[0] + m, m, n, 64 if self.wide else 32
            )
        self.n_buckets, self.n_low = self.plan.count, self.plan.low

    def __dealloc__(self):
        fm_free(self.plan)

    def deal(self, keys not None, const uint64_t[::1] payload=None):
        """Return keys bucket by bucket, their payload, and where each bucket starts.

        In a bucket they stay in their order. The end is the last of the starts.
        """
        cdef size_t n = len(keys)
        places = np.zeros(self.n_buckets, np.uintp)
        starts = np.zeros(self.n_buckets + 1, np.uintp)
        if (keys.itemsize == 8) != self.wide:
            raise ValueError("keys are of another type than those of the sample")
        if payload is not None:
            _check_same_length(n, payload.shape[0])
        out = np.empty(n, np.uint64 if self.wide else np.uint32)
        carried = None if payload is None else np.empty(n, np.uint64)
        if n and self.wide:
            _deal[uint64_t](self.plan, keys, payload, places, starts, out, carried)
        elif n:
            _deal[uint32_t](self.plan, keys, payload, places, starts, out, carried)
        return out, carried, starts.astype(np.int64)


cdef int _deal(
    const fm_buckets *plan, const key_t[::1] keys, const uint64_t[::1] payload,
    size_t[::1] places, size_t[::1] starts, key_t[::1] out, uint64_t[::1] carried
) except -1:
    cdef size_t n = keys.shape[0]
    cdef size_t *to = &places[0]
    with nogil:
        if key_t is uint64_t:
            fm_count_keys_u64(plan, &keys[0], n, to)
        else:
            fm_count_keys_u32(plan, &keys[0], n, to)
        fm_place_pieces(to, 1, plan.count, &starts[0])
        if key_t is uint64_t and payload is None:
            fm_deal_keys_u64(plan, &keys[0], n, to, &out[0])
        elif key_t is uint64_t:
            fm_deal_pairs_u64(plan, &keys[0], &payload[0], n, to, &out[0], &carried[0])
        elif payload is None:
            fm_deal_keys_u32(plan, &keys[0], n, to, &out[0])
        else:
            fm_deal_pairs_u32(plan, &keys[0], &payload[0], n, to, &out[0], &carried[0])
    return 0


def between(keys not None, const uint64_t[::1] payload, low, last):
    """Return the keys from ``low`` to ``last``, and their payload (None: no).

    Equivalent NumPy::

        inside = (low <= keys) & (keys <= last)
        result = keys[inside], payload[inside]
    """
    if payload is not None:
        _check_same_length(len(keys), payload.shape[0])
    if keys.itemsize == 8:
        return _between[uint64_t](keys, payload, low, last)
    return _between[uint32_t](keys, payload, low, last)


cdef tuple _between(
    const key_t[::1] keys, const uint64_t[::1] payload, key_t low, key_t last
):
    cdef size_t i, n = keys.shape[0], m = 0, found = 0
    cdef bint carries = payload is not None
    cdef key_t span = last - low
    cdef key_t[::1] out
    cdef uint64_t[::1] carried
    if last >= low:
        with nogil:
            for i in range(n):
                m += <key_t> (keys[i] - low) <= span
    # Each key is written, and is overwritten by the next if it is not inside.
    kept = np.empty(m + 1, np.uint64 if key_t is uint64_t else np.uint32)
    beside = np.empty(m + 1, np.uint64) if carries else None
    out, carried = kept, beside
    if m:
        with nogil:
            for i in range(n):
                out[found] = keys[i]
                if carries:
                    carried[found] = payload[i]
                found += <key_t> (keys[i] - low) <= span
    return kept[:m], beside[:m] if carries else None


# Rows that are looked at together: what they become stays in the first-level cache.
cdef enum:
    ROWS = 1024


cdef void invert_u64(uint64_t *keys, size_t n) noexcept nogil:
    cdef size_t i
    for i in range(n):
        keys[i] = ~keys[i]


cdef void invert_u32(uint32_t *keys, size_t n) noexcept nogil:
    cdef size_t i
    for i in range(n):
        keys[i] = ~keys[i]


@cython.auto_pickle(False)
@cython.final
cdef class WeightedSort(Sort):
    """The sort of rows with weights by falling scores, in steps, off their columns.

    Keys that come out are inverted, so that they ascend; the payload is the weights as
    bits, with a minus where a row is not positive. Neither is held before it is in its
    bucket: both are made again, a block at a time, whenever they are looked at.
    """

    cdef Pair pair
    cdef const double[::1] weights
    cdef int *statuses               # of each piece
    cdef fm_weight_faults *faults    # of each piece

    def __cinit__(
        self, labels, scores, const double[::1] weights not None, bytes positive,
        bytes negative
    ):
        cdef int status
        self.pair = open_pair(labels, scores, positive, negative)
        self.weights = weights
        _check_same_length(self.pair.n, weights.shape[0])
        self.wide = fm_key_width(self.pair.scores.type) == 8
        self.carries = True
        if self.pair.n == 0:
            return
        self.begin(self.pair.n)
        self.statuses = <int *> fm_alloc(self.n_pieces, sizeof(int))
        self.faults = <fm_weight_faults *> fm_alloc(
            self.n_pieces, sizeof(fm_weight_faults)
        )
        if self.statuses == NULL or self.faults == NULL:
            raise MemoryError("no memory left to sort in")
        with nogil:
            status = self.plan_sort()
        self.begin_counts(status)

    def __dealloc__(self):
        fm_free(self.statuses)
        fm_free(self.faults)

    cdef int plan_sort(self) noexcept nogil:
        """Make the map from a sample of the scores."""
        cdef size_t width = self.pair.scores.width, i, row, at = 0, size
        cdef size_t m = fm_sample_size(self.n)
        cdef uint64_t *sample = <uint64_t *> fm_alloc(m, 2 * sizeof(uint64_t))
        cdef uint64_t[ROWS] items
        cdef uint64_t[ROWS] keys
        cdef uint8_t[ROWS] mask
        cdef fm_classes none = fm_classes(NULL, NULL)  # labels are not looked at
        cdef fm_column chosen = self.pair.scores
        if sample == NULL:
            return FM_NO_MEMORY
        chosen.data = <const char *> items
        chosen.stride = width
        while at < m:
            size = min(<size_t> ROWS, m - at)
            for i in range(size):
                row = fm_sample_index(at + i, m, self.n)
                memcpy(
                    <char *> items + i * width,
                    self.pair.scores.data + self.pair.scores.stride * <Py_ssize_t> row,
                    width
                )
            # Scores that are not finite are found when all are counted.
            fm_rows(&chosen, &none, &chosen, size, keys, mask)
            for i in range(size):
                if self.wide:
                    sample[at + i] = ~keys[i]
                else:
                    sample[at + i] = <uint32_t> ~(<uint32_t *> keys)[i]
            at += size
        fm_plan_buckets(
            self.plan, sample, sample + m, m, self.n, 64 if self.wide else 32
        )
        fm_free(sample)
        return FM_OK

    cdef int read(
        self, size_t start, size_t m, void *keys, uint8_t *mask
    ) noexcept nogil:
        """Make inverted keys of rows, and tell which are positive."""
        cdef fm_column labels = self.pair.labels, scores = self.pair.scores
        cdef int status
        labels.data += labels.stride * <Py_ssize_t> start
        scores.data += scores.stride * <Py_ssize_t> start
        status = fm_rows(&labels, &self.pair.classes, &scores, m, keys, mask)
        if self.wide:
            invert_u64(<uint64_t *> keys, m)
        else:
            invert_u32(<uint32_t *> keys, m)
        return status

    def count(self, size_t piece):
        """Count how many rows of a piece each bucket will have; look at the weights."""
        cdef size_t *counts = self.counts_of(piece)
        cdef size_t start = piece * FM_PIECE, end, m
        cdef uint64_t[ROWS] keys
        cdef uint8_t[ROWS] mask
        cdef fm_weight_faults all = fm_weight_faults(0, 0, 0, 0.0)
        cdef fm_weight_faults here
        cdef int status = FM_OK
        with nogil:
            end = start + self.size(piece)
            while start < end and status == FM_OK:
                m = min(<size_t> ROWS, end - start)
                status = self.read(start, m, keys, mask)
                if self.wide:
                    fm_count_keys_u64(self.plan, keys, m, counts)
                else:
                    fm_count_keys_u32(self.plan, <uint32_t *> keys, m, counts)
                fm_check_weights(&self.weights[start], m, &here)
                all.n_not_finite += here.n_not_finite
                all.n_negative += here.n_negative
                all.n_zero += here.n_zero
                all.sum += here.sum
                start += m
            self.statuses[piece] = status
            self.faults[piece] = all

    def is_well(self):
        """Whether nothing is wrong with a row, and none has weight 0.

        All pieces have been counted.
        """
        cdef Py_ssize_t piece
        cdef double total = 0.0
        cdef fm_weight_faults *found
        for piece in range(self.n_pieces):
            found = self.faults + piece
            if self.statuses[piece] or found.n_not_finite or found.n_negative:
                return False
            if found.n_zero:
                return False
            total += found.sum
        return bool(isfinite(total))

    def deal(self, size_t piece):
        """Put the rows of a piece into their buckets; `is_well` said so."""
        cdef size_t *places = self.places_of(piece)
        cdef size_t start = piece * FM_PIECE, end, m
        cdef uint64_t[ROWS] keys
        cdef uint64_t[ROWS] payload
        cdef uint8_t[ROWS] mask
        with nogil:
            end = start + self.size(piece)
            while start < end:
                m = min(<size_t> ROWS, end - start)
                self.read(start, m, keys, mask)
                fm_sign_weights(&self.weights[start], mask, m, payload)
                if self.wide:
                    fm_deal_pairs_u64(
                        self.plan, keys, payload, m, places,
                        <uint64_t *> self.to_keys, self.to_payload
                    )
                else:
                    fm_deal_pairs_u32(
                        self.plan, <uint32_t *> keys, payload, m, places,
                        <uint32_t *> self.to_keys, self.to_payload
                    )
                start += m


cdef object _sort_keys(const key_t[::1] keys, out):
    cdef key_t[::1] sorted_keys = out
    cdef size_t n = keys.shape[0]
    cdef key_t *tmp
    if n == 0:
        return out
    tmp = <key_t *> fm_alloc(n, sizeof(key_t))
    if tmp == NULL:
        raise MemoryError("no memory left to sort in")
    with nogil:
        memcpy(&sorted_keys[0], &keys[0], n * sizeof(key_t))
        if key_t is uint64_t:
            fm_sort_run_u64(&sorted_keys[0], n, tmp, n)
        else:
            fm_sort_run_u32(&sorted_keys[0], n, tmp, n)
        fm_free(tmp)
    return out


cdef object _sort_pairs(const key_t[::1] keys, const uint64_t[::1] payload, out):
    cdef key_t[::1] sorted_keys = out
    carried = np.empty(payload.shape[0], np.uint64)
    cdef uint64_t[::1] sorted_payload = carried
    cdef size_t n = keys.shape[0]
    cdef key_t *tmp_keys
    cdef uint64_t *tmp_payload
    _check_same_length(n, payload.shape[0])
    if n == 0:
        return out, carried
    tmp_payload = <uint64_t *> fm_alloc(n, sizeof(uint64_t) + sizeof(key_t))
    if tmp_payload == NULL:
        raise MemoryError("no memory left to sort in")
    with nogil:
        tmp_keys = <key_t *> (tmp_payload + n)
        memcpy(&sorted_keys[0], &keys[0], n * sizeof(key_t))
        memcpy(&sorted_payload[0], &payload[0], n * sizeof(uint64_t))
        if key_t is uint64_t:
            fm_sort_run_pairs_u64(
                &sorted_keys[0], &sorted_payload[0], n, tmp_keys, tmp_payload
            )
        else:
            fm_sort_run_pairs_u32(
                &sorted_keys[0], &sorted_payload[0], n, tmp_keys, tmp_payload
            )
        fm_free(tmp_payload)
    return out, carried


def sort_few(keys not None, const uint64_t[::1] payload=None):
    """Return a short column as ``ColumnSort`` does, without its steps."""
    if keys.itemsize == 8:
        out = np.empty(len(keys), np.uint64)
        if payload is None:
            return _sort_keys[uint64_t](keys, out), None
        return _sort_pairs[uint64_t](keys, payload, out)
    out = np.empty(len(keys), np.uint32)
    if payload is None:
        return _sort_keys[uint32_t](keys, out), None
    return _sort_pairs[uint32_t](keys, payload, out)


def _py_fits(size_t count, size_t size):
    """Test hook: whether fm_alloc finds room for count elements of size bytes."""
    cdef void *block = fm_alloc(count, size)
    found = block != NULL
    fm_free(block)
    return found


def _py_key_f64(const double[::1] x not None):
    """Test hook: fm_key_f64 of every element."""
    cdef Py_ssize_t i
    keys = np.empty(x.shape[0], np.uint64)
    cdef uint64_t[::1] out = keys
    with nogil:
        for i in range(x.shape[0]):
            out[i] = fm_key_f64(x[i])
    return keys


def _py_key_f32(const float[::1] x not None):
    """Test hook: fm_key_f32 of every element."""
    cdef Py_ssize_t i
    keys = np.empty(x.shape[0], np.uint32)
    cdef uint32_t[::1] out = keys
    with nogil:
        for i in range(x.shape[0]):
            out[i] = fm_key_f32(x[i])
    return keys


def _py_key_i64(const int64_t[::1] x not None):
    """Test hook: fm_key_i64 of every element."""
    cdef Py_ssize_t i
    keys = np.empty(x.shape[0], np.uint64)
    cdef uint64_t[::1] out = keys
    with nogil:
        for i in range(x.shape[0]):
            out[i] = fm_key_i64(x[i])
    return keys


def _py_key_i32(const int32_t[::1] x not None):
    """Test hook: fm_key_i32 of every element."""
    cdef Py_ssize_t i
    keys = np.empty(x.shape[0], np.uint32)
    cdef uint32_t[::1] out = keys
    with nogil:
        for i in range(x.shape[0]):
            out[i] = fm_key_i32(x[i])
    return keys
