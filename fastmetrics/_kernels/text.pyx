"""Text of a fixed width turned into codes (fm_text.h)."""

import numpy as np

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t
from libc.string cimport memset

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.column cimport FM_TEXT, fm_column
from fastmetrics._kernels.c.text cimport (
    fm_encode_text,
    fm_forget_texts,
    fm_texts,
)
from fastmetrics._kernels.columns cimport open_column

cdef object empty = np.empty
cdef tuple dtypes = tuple(map(np.dtype, (np.uint8, np.uint16, np.uint32, np.uint64)))


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
