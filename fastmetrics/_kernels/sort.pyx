"""Sorting keys with a payload, merging sorted keys, exact sums.

Keys are scores as unsigned integers of the same order (src_c/fm_keys.h). Functions
whose name starts with ``_py_`` are there for the tests of the C code and for nothing
else.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from fastmetrics._kernels.c_base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c_keys cimport (
    fm_key_f32,
    fm_key_f64,
    fm_key_i32,
    fm_key_i64,
)
from fastmetrics._kernels.c_merge cimport fm_merge_u32, fm_merge_u64
from fastmetrics._kernels.c_sort cimport fm_sort_pairs_u32, fm_sort_pairs_u64
from fastmetrics._kernels.c_sum cimport fm_sum_f64, fm_sum_products_f64


cdef int _check_same_length(Py_ssize_t n, Py_ssize_t m) except -1:
    if n != m:
        raise ValueError(f"arrays differ in length: {n} and {m}")
    return 0


cdef int _sort_u64(uint64_t[::1] keys, uint64_t[::1] payload) except -1:
    cdef Py_ssize_t n = keys.shape[0]
    cdef int status
    _check_same_length(n, payload.shape[0])
    if n < 2:
        return 0
    # NumPy's memory, as it asks the system for huge pages and malloc does not.
    cdef uint64_t[::1] tmp_keys = np.empty(n, np.uint64)
    cdef uint64_t[::1] tmp_payload = np.empty(n, np.uint64)
    with nogil:
        status = fm_sort_pairs_u64(
            &keys[0], &payload[0], &tmp_keys[0], &tmp_payload[0], n
        )
    if status != FM_OK:
        raise MemoryError("no memory left to sort in")
    return 0


cdef int _sort_u32(uint32_t[::1] keys, uint64_t[::1] payload) except -1:
    cdef Py_ssize_t n = keys.shape[0]
    cdef int status
    _check_same_length(n, payload.shape[0])
    if n < 2:
        return 0
    cdef uint32_t[::1] tmp_keys = np.empty(n, np.uint32)
    cdef uint64_t[::1] tmp_payload = np.empty(n, np.uint64)
    with nogil:
        status = fm_sort_pairs_u32(
            &keys[0], &payload[0], &tmp_keys[0], &tmp_payload[0], n
        )
    if status != FM_OK:
        raise MemoryError("no memory left to sort in")
    return 0


def sort_pairs(keys not None, uint64_t[::1] payload not None):
    """Sort keys ascending in place, stably, and payload along with them.

    Equivalent NumPy::

        order = np.argsort(keys, kind="stable")
        keys[:], payload[:] = keys[order], payload[order]

    Keys are uint64 or uint32. Assumes that the two do not overlap.
    """
    if keys.itemsize == 4:
        _sort_u32(keys, payload)
    else:
        _sort_u64(keys, payload)


cdef object _merge_u64(const uint64_t[::1] a, const uint64_t[::1] b):
    cdef size_t na = a.shape[0], nb = b.shape[0]
    merged = np.empty(na + nb, np.uint64)
    cdef uint64_t[::1] out = merged
    if na + nb != 0:
        # An empty view has no element whose address could be taken.
        with nogil:
            fm_merge_u64(
                &a[0] if na else NULL, na, &b[0] if nb else NULL, nb, &out[0]
            )
    return merged


cdef object _merge_u32(const uint32_t[::1] a, const uint32_t[::1] b):
    cdef size_t na = a.shape[0], nb = b.shape[0]
    merged = np.empty(na + nb, np.uint32)
    cdef uint32_t[::1] out = merged
    if na + nb != 0:
        with nogil:
            fm_merge_u32(
                &a[0] if na else NULL, na, &b[0] if nb else NULL, nb, &out[0]
            )
    return merged


def merge(a not None, b not None):
    """Return the ascending keys of two ascending arrays of one dtype.

    Equivalent NumPy: ``np.sort(np.concatenate([a, b]))``. Keys are uint64 or uint32.
    Assumes that both ascend.
    """
    if a.itemsize == 4:
        return _merge_u32(a, b)
    return _merge_u64(a, b)


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
