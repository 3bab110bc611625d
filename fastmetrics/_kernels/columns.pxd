# An array as the column that C reads: opened, looked at, and later released.
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from libc.stdint cimport uint16_t

from fastmetrics._kernels.c.column cimport (
    FM_F32,
    FM_F64,
    FM_I8,
    FM_I16,
    FM_I32,
    FM_I64,
    FM_TEXT,
    FM_U8,
    FM_U16,
    FM_U32,
    FM_U64,
    fm_are_bools,
    fm_column,
    fm_type,
)


cdef inline bint in_native_order(char mark) noexcept:
    """Whether a format's first character says that bytes go as on this machine."""
    cdef uint16_t one = 1
    cdef bint little = (<char *>&one)[0] == 1
    return mark in b"@=^" or mark == (c"<" if little else c">")


cdef inline int type_of(const char *code, Py_ssize_t width) noexcept:
    """The fm_type of a buffer's format, or -1."""
    cdef char c
    if in_native_order(code[0]):
        code += 1  # whatever it says of widths: the item's is known
    c = code[0]
    if c in b"0123456789":
        # Text of a fixed width, as many code points as the number says.
        while code[0] in b"0123456789":
            code += 1
        return FM_TEXT if code[0] == b"w" and code[1] == 0 else -1
    if code[1] != 0:
        return FM_TEXT if c == b"w" and code[1] == 0 else -1
    if c == b"d":
        return FM_F64
    if c == b"f":
        return FM_F32
    if c == b"w":
        return FM_TEXT
    if c == b"?":
        return FM_U8
    if c in b"bhilq":
        if width == 8:
            return FM_I64
        if width == 4:
            return FM_I32
        return FM_I16 if width == 2 else FM_I8
    if c in b"BHILQ":
        if width == 8:
            return FM_U64
        if width == 4:
            return FM_U32
        return FM_U16 if width == 2 else FM_U8
    return -1


cdef inline int look_into(object array, Py_buffer *view, fm_column *column) except -2:
    """Open an array; false, and nothing to release, if a kernel cannot read it.

    Of bool, bytes that are neither 0 nor 1 are for the caller to find.
    """
    cdef int kind
    try:
        PyObject_GetBuffer(array, view, PyBUF_FORMAT | PyBUF_STRIDES)
    except (ValueError, BufferError):  # of a dtype that the protocol has no word for
        return 0
    kind = -1 if view.ndim != 1 else type_of(view.format, view.itemsize)
    if kind < 0:
        PyBuffer_Release(view)
        return 0
    column.data = <const char *>view.buf
    column.stride = view.strides[0]
    column.width = view.itemsize
    column.type = <fm_type>kind
    return 1


cdef inline bint holds_bools(const Py_buffer *view) noexcept nogil:
    """Whether an open column is of bool."""
    return view.format[0] == c"?"


cdef inline int open_column(object array, Py_buffer *view, fm_column *column) except -2:
    """Open an array as above; false, too, if a bool is neither 0 nor 1."""
    if not look_into(array, view, column):
        return 0
    if holds_bools(view) and not fm_are_bools(
        column.data, column.stride, view.shape[0]
    ):
        PyBuffer_Release(view)
        return 0
    return 1
