"""Whole numbers turned into codes by a table (fm_codes.h)."""

import numpy as np

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t, uint32_t

from fastmetrics._kernels.c.codes cimport fm_encode_whole, fm_numbers_seen
from fastmetrics._kernels.c.column cimport FM_TEXT, fm_column
from fastmetrics._kernels.columns cimport open_column

cdef object empty = np.empty
cdef tuple dtypes = tuple(map(np.dtype, (np.uint8, np.uint16, np.uint32)))


def encode_whole(column, int64_t low, size_t span):
    """Number whole numbers in a range: ``(codes, distinct, done)``.

    ``codes`` are 0 for the first number, 1 for the next distinct one and so on, in as
    few bytes each as hold them, and ``distinct`` has the number of each code as int64.
    ``done`` is how many rows that holds for: all, or those before the first number
    that is not whole or not among the ``span`` ones from ``low`` on.
    """
    cdef Py_buffer view, room
    cdef fm_column items
    cdef fm_numbers_seen seen
    cdef size_t n, row = 0
    cdef Py_ssize_t place, code
    table = np.zeros(max(span, 1), np.uint32)
    cdef uint32_t[::1] places = table
    seen.low = low
    seen.span = span
    seen.table = &places[0]
    seen.n_known = 0
    codes = empty(0, dtypes[0])
    if not open_column(column, &view, &items):
        raise TypeError("not a column that a kernel can read")
    try:
        if items.type == FM_TEXT:
            raise TypeError("not a column of numbers")
        n = view.shape[0]
        for dtype in dtypes:
            wider = empty(n, dtype)
            wider[:row] = codes[:row]
            codes = wider
            PyObject_GetBuffer(codes, &room, PyBUF_WRITABLE)
            with nogil:
                fm_encode_whole(&seen, &items, n, room.buf, room.itemsize, &row)
            PyBuffer_Release(&room)
            # Only where codes of this width are all in use a wider one can help.
            if row == n or seen.n_known < 1 << 8 * dtype.itemsize:
                break
    finally:
        PyBuffer_Release(&view)
    distinct = empty(seen.n_known, np.int64)
    cdef int64_t[::1] numbers = distinct
    with nogil:
        for place in range(<Py_ssize_t>span):
            code = places[place]
            if code:
                numbers[code - 1] = low + place
    return codes, distinct, row
