"""Sorting keys, alone and with a payload, and exact sums.

Keys are scores as unsigned integers of the same order (fm_keys.h). Functions
whose name starts with ``_py_`` are there for the tests of the C code and for nothing
else.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.buckets cimport fm_buckets
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.keys cimport (
    fm_key_f32,
    fm_key_f64,
    fm_key_i32,
    fm_key_i64,
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
from fastmetrics._kernels.c.sum cimport fm_sum_f64, fm_sum_products_f64

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
@cython.final
cdef class ColumnSort:
    """The sort of a column of keys, perhaps with a payload, in steps.

    ``count`` of each piece, ``place``, ``deal`` of each piece, ``finish`` of each
    range; the pieces of a step, and its ranges, may be worked on in any order and at
    the same time. Equivalent NumPy, for keys of uint64 or uint32 and a payload of
    uint64::

        order = np.argsort(keys, kind="stable")
        result = keys[order], payload[order]

    The columns themselves stay as they are, and must until all are dealt.
    """

    cdef readonly Py_ssize_t n_pieces, n_ranges
    cdef object keys, payload, out_keys, out_payload
    cdef bint wide
    cdef size_t n
    cdef const void *from_keys
    cdef const uint64_t *from_payload
    cdef void *to_keys
    cdef uint64_t *to_payload
    cdef fm_buckets *plan
    cdef size_t *counts         # of each piece and bucket, then its places
    cdef size_t *starts         # of each bucket, and the end

    def __cinit__(self, keys not None, const uint64_t[::1] payload=None):
        cdef const uint64_t[::1] wide
        cdef const uint32_t[::1] narrow
        cdef int status = FM_OK
        self.wide = keys.itemsize == 8
        if self.wide:
            wide = keys
            self.n = wide.shape[0]
            self.from_keys = _address(wide)
        else:
            narrow = keys
            self.n = narrow.shape[0]
            self.from_keys = _address(narrow)
        self.keys, self.payload = keys, payload  # they outlive this
        if payload is not None:
            _check_same_length(self.n, payload.shape[0])
            self.from_payload = <const uint64_t *> _address(payload)
        self.n_pieces = (self.n + FM_PIECE - 1) // FM_PIECE
        if self.n == 0:
            return
        self.plan = <fm_buckets *> fm_alloc(1, sizeof(fm_buckets))
        if self.plan == NULL:
            raise MemoryError("no memory left to sort in")
        with nogil:
            if self.wide:
                status = fm_plan_sort_u64(
                    <const uint64_t *> self.from_keys, self.n, self.plan
                )
            else:
                status = fm_plan_sort_u32(
                    <const uint32_t *> self.from_keys, self.n, self.plan
                )
        if status != FM_OK:
            raise MemoryError("no memory left to sort in")
        self.counts = <size_t *> fm_alloc(
            self.n_pieces * self.plan.count, sizeof(size_t)
        )
        self.starts = <size_t *> fm_alloc(self.plan.count + 1, sizeof(size_t))
        if self.counts == NULL or self.starts == NULL:
            raise MemoryError("no memory left to sort in")

    def __dealloc__(self):
        fm_free(self.plan)
        fm_free(self.counts)
        fm_free(self.starts)

    cdef size_t size(self, size_t piece) noexcept nogil:
        cdef size_t left = self.n - piece * FM_PIECE
        return left if left < FM_PIECE else FM_PIECE

    def count(self, size_t piece):
        """Count how many keys of a piece each bucket will have."""
        cdef size_t b, start = piece * FM_PIECE
        cdef size_t *counts
        if piece >= <size_t> self.n_pieces:
            raise IndexError("no such piece")
        counts = self.counts + piece * self.plan.count
        with nogil:
            for b in range(self.plan.count):
                counts[b] = 0
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

    def place(self):
        """Make room for the result; all pieces have been counted."""
        cdef uint64_t[::1] wide
        cdef uint32_t[::1] narrow
        cdef uint64_t[::1] payload
        # NumPy's memory, as it asks the system for huge pages and malloc does not.
        self.out_keys = np.empty(self.n, np.uint64 if self.wide else np.uint32)
        if self.payload is not None:
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

    def deal(self, size_t piece):
        """Put the keys of a piece into their buckets."""
        cdef size_t start = piece * FM_PIECE, m
        cdef size_t *places
        if piece >= <size_t> self.n_pieces or self.to_keys == NULL:
            raise IndexError("no such piece, or no room made for it")
        m = self.size(piece)
        places = self.counts + piece * self.plan.count
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


def sum_f64(const double[::1] x not None):
    """Return the sum of x as ``math.fsum`` gives it, but perhaps for the last bit."""
    cdef size_t n = x.shape[0]
    cdef double total = 0.0
    if n != 0:
        with nogil:
            total = fm_sum_f64(&x[0], n)
    return total


def sum_products_f64(const double[::1] x not None, const double[::1] y not None):
    """Return the sum of ``x * y``, each product rounded, as ``math.fsum`` gives it."""
    cdef size_t n = x.shape[0]
    cdef double total = 0.0
    _check_same_length(n, y.shape[0])
    if n != 0:
        with nogil:
            total = fm_sum_products_f64(&x[0], &y[0], n)
    return total


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
