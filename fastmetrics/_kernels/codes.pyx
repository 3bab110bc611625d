"""Whole numbers (fm_codes.h) and text of a fixed width (fm_text.h), as codes."""

import numpy as np

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.codes cimport fm_encode_whole, fm_numbers_seen
from fastmetrics._kernels.c.column cimport FM_TEXT, fm_column
from fastmetrics._kernels.c.text cimport (
    fm_encode_text,
    fm_forget_texts,
    fm_texts,
)
from fastmetrics._kernels.columns cimport open_column

cdef object empty = np.empty
# Of codes, the narrowest first; whole numbers need no more than the first three.
cdef tuple dtypes = tuple(map(np.dtype, (np.uint8, np.uint16, np.uint32, np.uint64)))


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
    table = np.zeros(max(span, <size_t> 1), np.uint32)
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
        for dtype in dtypes[:3]:
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


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Texts:
    """An open column of text, and the texts in it that have been seen."""

    cdef Py_buffer view
    cdef bint is_open
    cdef fm_column column
    cdef fm_texts known
    cdef size_t n

    def __cinit__(self, array):
        memset(&self.known, 0, sizeof(self.known))
        self.is_open = open_column(array, &self.view, &self.column)
        if not self.is_open or self.column.type != FM_TEXT:
            raise TypeError("not a column of text")
        self.n = self.view.shape[0]

    def __dealloc__(self):
        fm_forget_texts(&self.known)
        if self.is_open:
            PyBuffer_Release(&self.view)


cdef size_t encode_into(Texts texts, object codes, size_t start) except? 0:
    """Write codes from row ``start`` on, and return the first row that is left."""
    cdef Py_buffer room
    cdef size_t row = start
    cdef int status
    PyObject_GetBuffer(codes, &room, PyBUF_WRITABLE)
    with nogil:
        status = fm_encode_text(
            &texts.known, &texts.column, texts.n, room.buf, room.itemsize, &row
        )
    PyBuffer_Release(&room)
    if status != FM_OK:
        raise MemoryError("no memory for the distinct texts")
    return row


def encode_text(array):
    """Number the texts of an array: ``(codes, first)``.

    ``codes`` are 0 for the first text, 1 for the next distinct one and so on, in as few
    bytes each as hold them; ``first`` (int64) has the first row of each code's text.
    """
    cdef Texts texts = Texts(array)
    cdef size_t done = 0
    cdef Py_ssize_t code
    codes = empty(0, dtypes[0])
    for dtype in dtypes:
        wider = empty(texts.n, dtype)
        wider[:done] = codes[:done]
        codes = wider
        done = encode_into(texts, codes, done)
        if done == texts.n:
            break
    first = empty(texts.known.n_known, np.int64)
    cdef int64_t[::1] rows = first
    for code in range(rows.shape[0]):
        rows[code] = <int64_t>texts.known.first[code]
    return codes, first
