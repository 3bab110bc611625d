"""Labels that are Python objects: told apart by ==, one loop under the lock.

Most labels are one of two objects seen before, or equal to one: identity is looked at
first. Equivalent Python: ``[labels.index(label) for label in labels]``.
"""

import numpy as np

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.object cimport Py_EQ, PyObject, PyObject_RichCompareBool
from libc.stdint cimport uint8_t

cdef object empty = np.empty


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Objects:
    """An open array of Python objects."""

    cdef Py_buffer view
    cdef bint is_open
    cdef Py_ssize_t n

    def __cinit__(self, array):
        PyObject_GetBuffer(array, &self.view, PyBUF_FORMAT | PyBUF_STRIDES)
        self.is_open = True
        if self.view.ndim != 1 or bytes(self.view.format) != b"O":
            raise TypeError("not a column of objects")
        self.n = self.view.shape[0]

    cdef object get(self, Py_ssize_t i):
        cdef PyObject **at = <PyObject **>(
            <char *>self.view.buf + i * self.view.strides[0]
        )
        # An array that was never filled holds NULL for None.
        return <object>at[0] if at[0] != NULL else None

    def __dealloc__(self):
        if self.is_open:
            PyBuffer_Release(&self.view)


def is_null(value):
    """Whether a value stands for a missing one: None, NaN, NaT, pandas.NA."""
    if value is None:
        return True
    if isinstance(value, (str, bytes, int)):
        return False
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    try:
        # NaN and NaT are unlike themselves.
        return bool(value != value)
    except Exception:  # arrays and the like; what they are is not our question
        return False


def scan_objects(array):
    """Tell apart the objects of an array: ``(codes, other, third, n_null, first)``.

    ``codes`` (uint8) is 0 for those equal to the object in row 0, 1 for those equal
    to the next distinct one, found in row ``other``, and 2 for any further, the first
    being in row ``third`` (-1 if there is none). Nulls, ``n_null`` of them and the
    first in row ``first``, are no labels.
    """
    cdef Objects objects = Objects(array)
    cdef Py_ssize_t i, n = objects.n, one = -1, other = -1, third = -1
    cdef Py_ssize_t n_null = 0, first_null = -1
    codes = empty(n, np.uint8)
    cdef uint8_t[::1] out = codes
    cdef object a = None, b = None, x
    cdef uint8_t code
    for i in range(n):
        x = objects.get(i)
        if one >= 0 and x is a:
            code = 0
        elif other >= 0 and x is b:
            code = 1
        elif type(x) is not str and is_null(x):
            code = 2
            if n_null == 0:
                first_null = i
            n_null += 1
        elif one < 0:
            a, one, code = x, i, 0
        elif PyObject_RichCompareBool(x, a, Py_EQ):
            code = 0
        elif other < 0:
            b, other, code = x, i, 1
        elif PyObject_RichCompareBool(x, b, Py_EQ):
            code = 1
        else:
            code = 2
            if third < 0:
                third = i
        out[i] = code
    return codes, other, third, n_null, first_null


def match_objects(array, value):
    """Return a uint8 array, 1 where an object equals ``value``."""
    cdef Objects objects = Objects(array)
    cdef Py_ssize_t i, n = objects.n
    found = empty(n, np.uint8)
    cdef uint8_t[::1] out = found
    for i in range(n):
        out[i] = PyObject_RichCompareBool(objects.get(i), value, Py_EQ)
    return found
