"""Rows of a table numbered, equal rows alike (fm_equal_rows.h)."""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from fastmetrics._kernels.c.base cimport FM_OK
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
    """Number the rows of columns: ``(codes, first)``, both int64.

    ``codes`` are 0 for the first row and those that equal it, 1 for the next row that
    does not, and so on; ``first`` has the first row of each code.
    """
    cdef Table table = Table(columns)
    cdef size_t n_codes = 0, n = table.rows.n
    cdef int status
    codes = empty(n, np.int64)
    first = empty(n, np.int64)
    cdef int64_t[::1] out = codes, rows = first
    if n == 0:
        return codes, first
    with nogil:
        status = fm_number_dense_rows(&table.rows, &out[0], &rows[0], &n_codes)
    if status != FM_OK:
        raise MemoryError("no memory to number the rows")
    return codes, first[:n_codes].copy()


def number_sparse_rows(
    const int64_t[::1] starts, const int64_t[::1] positions, values
):
    """Number the rows of a sparse matrix in compressed rows, as `number_rows`.

    Positions rise within a row and zeros are not held; ``values`` are int64 or float64.
    """
    cdef Py_buffer view
    cdef fm_sparse_rows sparse
    cdef size_t n_codes = 0, n = starts.shape[0] - 1
    cdef int status
    cdef Py_ssize_t i
    cdef int64_t[::1] out, rows
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
        first = empty(n, np.int64)
        if n == 0:
            return codes, first
        out, rows = codes, first
        sparse.starts = &starts[0]
        sparse.positions = &positions[0] if positions.shape[0] else NULL
        sparse.n = n
        with nogil:
            status = fm_number_sparse_rows(&sparse, &out[0], &rows[0], &n_codes)
    finally:
        PyBuffer_Release(&view)
    if status != FM_OK:
        raise MemoryError("no memory to number the rows")
    return codes, first[:n_codes].copy()


def join_codes(
    const int64_t[::1] a, int64_t n_a, const int64_t[::1] b, int64_t n_b
):
    """Number rows that either of two codes ties, or a chain of rows, as int64.

    Codes are 0 for the first row and those tied to it, and so on.
    """
    cdef Py_ssize_t i, n = a.shape[0]
    if b.shape[0] != n:
        raise ValueError("the codes differ in length")
    for i in range(n):
        if not (0 <= a[i] < n_a and 0 <= b[i] < n_b):
            raise ValueError("a code that is too large or negative")
    codes = empty(n, np.int64)
    if n == 0:
        return codes
    cdef int64_t[::1] out = codes
    cdef int64_t[::1] parents = empty(n_a + n_b, np.int64)
    with nogil:
        fm_join_codes(&a[0], n_a, &b[0], n_b, n, &parents[0], &out[0])
    return codes
