"""Rows of a table numbered, equal rows alike (fm_equal_rows.h)."""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc

from fastmetrics._kernels.c.column cimport (
    FM_F64,
    FM_I64,
    FM_TEXT,
    fm_column,
)
from fastmetrics._kernels.c.equal_rows cimport (
    FM_MOST_ROWS,
    fm_dense_rows,
    fm_join_codes,
    fm_number_dense_rows,
    fm_number_sparse_rows,
    fm_places_for,
    fm_sparse_rows,
)
from fastmetrics._kernels.columns cimport open_column

cdef object empty = np.empty


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Table:
    """Open columns of one length."""

    cdef Py_buffer *views
    cdef fm_column *columns
    cdef size_t n_open
    cdef fm_dense_rows rows

    def __cinit__(self, list columns):
        cdef size_t n = len(columns)
        self.views = <Py_buffer *>malloc((n or 1) * sizeof(Py_buffer))
        self.columns = <fm_column *>malloc((n or 1) * sizeof(fm_column))
        if self.views == NULL or self.columns == NULL:
            raise MemoryError
        for column in columns:
            if not open_column(
                column, &self.views[self.n_open], &self.columns[self.n_open]
            ):
                raise TypeError("not a column that a kernel can read")
            self.n_open += 1
            if self.columns[self.n_open - 1].type == FM_TEXT:
                raise TypeError("a column of text: its codes are needed")
            if self.views[self.n_open - 1].shape[0] != self.views[0].shape[0]:
                raise ValueError("columns differ in length")
        if n == 0:
            raise ValueError("no columns")
        self.rows.columns = self.columns
        self.rows.n_columns = n
        self.rows.n = self.views[0].shape[0]
        check_rows(self.rows.n)

    def __dealloc__(self):
        cdef size_t i
        for i in range(self.n_open):
            PyBuffer_Release(&self.views[i])
        free(self.views)
        free(self.columns)


cdef int check_rows(size_t n) except -1:
    if n > FM_MOST_ROWS:
        raise ValueError("more rows than can be numbered")
    return 0


def number_rows(list columns not None):
    """Number the rows of columns: ``(codes, n_codes)``.

    ``codes`` (int64) are 0 for the first row and those that equal it, 1 for the next
    row that does not, and so on.
    """
    cdef Table table = Table(columns)
    cdef size_t n_codes, n = table.rows.n
    codes = empty(n, np.int64)
    cdef int64_t[::1] out = codes
    if n == 0:
        return codes, 0
    cdef uint64_t[::1] places = empty(fm_places_for(n), np.uint64)
    with nogil:
        n_codes = fm_number_dense_rows(&table.rows, &places[0], &out[0])
    return codes, n_codes


def number_sparse_rows(
    const int64_t[::1] starts not None, const int64_t[::1] positions not None, values
):
    """Number the rows of a sparse matrix in compressed rows, as `number_rows`.

    Positions rise within a row and zeros are not held; ``values`` are int64 or float64.
    """
    cdef Py_buffer view
    cdef fm_sparse_rows sparse
    cdef size_t n_codes, n = starts.shape[0] - 1
    cdef Py_ssize_t i
    cdef int64_t[::1] out
    cdef uint64_t[::1] places
    cdef bint is_right
    if starts.shape[0] == 0:
        raise ValueError("starts needs an item more than there are rows")
    check_rows(n)
    if not open_column(values, &view, &sparse.values):
        raise TypeError("not a column that a kernel can read")
    try:
        is_right = sparse.values.type == FM_I64 or sparse.values.type == FM_F64
        is_right = is_right and sparse.values.stride == 8
        is_right = is_right and view.shape[0] == positions.shape[0]
        is_right = is_right and starts[0] == 0
        for i in range(<Py_ssize_t>n):
            is_right = is_right and starts[i] <= starts[i + 1]
        if not is_right or starts[n] > positions.shape[0]:
            raise ValueError("not the insides of a sparse matrix")
        codes = empty(n, np.int64)
        if n == 0:
            return codes, 0
        out = codes
        places = empty(fm_places_for(n), np.uint64)
        sparse.starts = &starts[0]
        sparse.positions = &positions[0] if positions.shape[0] else NULL
        sparse.n = n
        with nogil:
            n_codes = fm_number_sparse_rows(&sparse, &places[0], &out[0])
    finally:
        PyBuffer_Release(&view)
    return codes, n_codes


def join_codes(
    const int64_t[::1] a not None,
    int64_t n_a,
    const int64_t[::1] b not None,
    int64_t n_b,
):
    """Number rows that either of two codes ties, or a chain of rows, as int64.

    Codes are 0 for the first row and those tied to it, and so on.
    """
    cdef Py_ssize_t i, n = a.shape[0]
    cdef bint are_codes = True
    if b.shape[0] != n:
        raise ValueError("the codes differ in length")
    codes = empty(n, np.int64)
    if n == 0:
        return codes
    cdef int64_t[::1] out = codes
    cdef int64_t[::1] parents = empty(n_a + n_b, np.int64)
    with nogil:
        for i in range(n):
            are_codes &= 0 <= a[i] < n_a and 0 <= b[i] < n_b
        if are_codes:
            fm_join_codes(&a[0], n_a, &b[0], n_b, n, &parents[0], &out[0])
    if not are_codes:
        raise ValueError("a code that is too large or negative")
    return codes
