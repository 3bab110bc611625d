# Arrays of numbers as the columns that C reads: opened, and later released.
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_GetBuffer,
)

from fastmetrics._kernels.c.column cimport FM_TEXT, fm_column, fm_type
from fastmetrics._kernels.columns cimport type_of


cdef inline int open_numbers(object array, Py_buffer *view) except -1:
    """Open an array of integers, float32 or float64, of one or two dimensions.

    Any other raises TypeError. Whoever opens it releases it.
    """
    PyObject_GetBuffer(array, view, PyBUF_FORMAT | PyBUF_STRIDES)
    cdef int kind = type_of(view.format, view.itemsize)
    if kind < 0 or kind == FM_TEXT or not 1 <= view.ndim <= 2:
        PyBuffer_Release(view)
        raise TypeError("numbers must be integers, float32 or float64")
    return 0


cdef inline fm_column column_of(const Py_buffer *view, Py_ssize_t j) noexcept:
    """Return column j of an open array; of one dimension it has one."""
    cdef fm_column column
    column.data = <const char *>view.buf
    if view.ndim == 2:
        column.data += j * view.strides[1]
    column.stride = view.strides[0]
    column.width = view.itemsize
    column.type = <fm_type>type_of(view.format, view.itemsize)
    return column
