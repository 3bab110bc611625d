"""Labels that are Python objects: told apart by ==, one loop under the lock.

Most labels are one of the objects seen before, or equal to one: identity is looked at
first. Equivalent Python: ``[labels.index(label) for label in labels]``.

Lists and tuples of numbers or texts of one type are read here too, in a tenth of the
time that NumPy takes, which looks at every item twice and asks it for its protocols;
and texts are put in order.
"""

import numpy as np

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.dict cimport PyDict_GetItemWithError
from cpython.float cimport PyFloat_AS_DOUBLE
from cpython.long cimport PyLong_AsLongLong
from cpython.object cimport Py_EQ, PyObject, PyObject_RichCompareBool
from cpython.sequence cimport PySequence_Fast_ITEMS
from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND,
    PyUnicode_DATA,
    PyUnicode_FromObject,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
)
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t

from fastmetrics._kernels.c.base cimport fm_alloc, fm_free
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.sort cimport FM_MANY_PAIRS, fm_sort_run_pairs_u64

fm_cpu_init()

cdef object empty = np.empty
cdef object text_scalar = np.str_
cdef object float_scalar = np.float64
cdef object int_scalar = np.int64
cdef tuple code_dtypes = tuple(
    map(np.dtype, (np.uint8, np.uint16, np.uint32, np.uint64))
)

cdef enum:
    SEEN_BITS = 10
    N_SEEN = 1 << SEEN_BITS


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Objects:
    """An open array, or a tuple, of Python objects."""

    cdef Py_buffer view
    cdef bint is_open
    cdef tuple held  # a tuple cannot change; an array is locked by its view
    cdef char *first
    cdef Py_ssize_t stride
    cdef Py_ssize_t n

    def __cinit__(self, items):
        if type(items) is tuple:
            self.held = items
            self.n = len(self.held)
            self.first = <char *>PySequence_Fast_ITEMS(self.held)
            self.stride = sizeof(PyObject *)
            return
        PyObject_GetBuffer(items, &self.view, PyBUF_FORMAT | PyBUF_STRIDES)
        self.is_open = True
        if self.view.ndim != 1 or bytes(self.view.format) != b"O":
            raise TypeError("not a column of objects")
        self.n = self.view.shape[0]
        self.first = <char *>self.view.buf
        self.stride = self.view.strides[0]

    cdef object get(self, Py_ssize_t i):
        cdef PyObject **at = <PyObject **>(self.first + i * self.stride)
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
    except MemoryError:
        raise
    except Exception:  # arrays and the like; what they are is not our question
        return False


def measure_texts(items):
    """Measure a list or tuple of texts: ``(longest, total, keeps_all)``.

    ``longest`` and ``total`` count characters; ``keeps_all`` says whether text of a
    fixed width, which is padded with zeros, would keep each, as none ends with one.
    None if an item is no text.
    """
    cdef Py_ssize_t size, longest = 0, total = 0
    cdef bint keeps_all = True
    for x in items:
        if not isinstance(x, str):
            return None
        size = len(<str>x)
        total += size
        longest = max(longest, size)
        if size and (<str>x)[size - 1] == 0:
            keeps_all = False
    return longest, total, keeps_all


def read_numbers(items):
    """Return a list or tuple of numbers of one type as an array; else None.

    All are bool, all int, all np.int64, or all float or np.float64: no subclass of
    theirs. NumPy makes the same array of them. None too if an int does not fit int64.
    """
    if len(items) == 0:
        return None
    cdef object kind = type(items[0])
    if kind is int:
        return read_ints(items)
    if kind is float or kind is float_scalar:
        return read_floats(items)
    if kind is int_scalar:
        return read_int_scalars(items)
    return read_bools(items) if kind is bool else None


cdef object read_ints(items):
    cdef Py_ssize_t i = 0, n = len(items)
    array = empty(n, np.int64)
    cdef int64_t[::1] out = array
    try:
        for x in items:
            if type(x) is not int or i == n:
                return None
            out[i] = PyLong_AsLongLong(x)
            i += 1
    except OverflowError:
        return None
    return array if i == n else None


cdef object read_int_scalars(items):
    for x in items:
        if type(x) is not int_scalar:
            return None
    return np.fromiter(items, np.int64)


cdef object read_floats(items):
    cdef Py_ssize_t i = 0, n = len(items)
    array = empty(n, np.float64)
    cdef double[::1] out = array
    for x in items:
        if (type(x) is not float and type(x) is not float_scalar) or i == n:
            return None
        out[i] = PyFloat_AS_DOUBLE(x)
        i += 1
    return array if i == n else None


cdef object read_bools(items):
    cdef Py_ssize_t i = 0, n = len(items)
    array = empty(n, np.bool_)
    cdef uint8_t[::1] out = array.view(np.uint8)
    for x in items:
        if (x is not True and x is not False) or i == n:
            return None
        out[i] = x is True
        i += 1
    return array if i == n else None


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


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Codes:
    """One code per row, in as few bytes each as hold the codes so far."""

    cdef object array
    cdef Py_buffer view
    cdef bint is_open
    cdef Py_ssize_t width, n
    cdef uint64_t largest

    def __cinit__(self, Py_ssize_t n):
        self.n = n
        self.widen(0)

    cdef int widen(self, Py_ssize_t done) except -1:
        """Go on, after ``done`` codes, with the next larger integers."""
        dtype = code_dtypes[0]
        if self.is_open:
            dtype = code_dtypes[code_dtypes.index(self.array.dtype) + 1]
        wider = empty(self.n, dtype)
        if self.is_open:
            wider[:done] = self.array[:done]
            self.close()
        self.array = wider
        PyObject_GetBuffer(wider, &self.view, PyBUF_WRITABLE)
        self.is_open = True
        self.width = self.view.itemsize
        self.largest = (<uint64_t>-1) >> (64 - 8 * self.width)
        return 0

    cdef int put(self, Py_ssize_t i, uint64_t code) except -1:
        if code > self.largest:
            self.widen(i)
        if self.width == 1:
            (<uint8_t *>self.view.buf)[i] = <uint8_t>code
        elif self.width == 2:
            (<uint16_t *>self.view.buf)[i] = <uint16_t>code
        elif self.width == 4:
            (<uint32_t *>self.view.buf)[i] = <uint32_t>code
        else:
            (<uint64_t *>self.view.buf)[i] = code
        return 0

    cdef void close(self):
        if self.is_open:
            self.is_open = False
            PyBuffer_Release(&self.view)

    def __dealloc__(self):
        self.close()


def encode_objects(items):
    """Number the objects of an array or a tuple: ``(codes, values, n_null, first)``.

    ``codes`` are 0 for the first object, 1 for the next one that is unlike it and so
    on, in as few bytes each as hold them; ``values`` lists the objects by code. Nulls,
    ``n_null`` of them and the first in row ``first``, are no labels and get code 0.
    Whatever an object that cannot be hashed raises is passed on.
    """
    cdef Objects objects = Objects(items)
    cdef Py_ssize_t i, n = objects.n, n_null = 0, first_null = -1
    cdef Codes codes = Codes(n)
    cdef dict known = {}
    cdef list values = []
    cdef object x
    cdef PyObject *found
    # The codes of objects seen of late, by address: an object that is still there is
    # what it was. All live in `items` while this runs.
    cdef PyObject *seen[N_SEEN]
    cdef uint64_t seen_code[N_SEEN]
    cdef uint64_t place, code
    for i in range(N_SEEN):
        seen[i] = NULL
    for i in range(n):
        x = objects.get(i)
        place = <uint64_t><uintptr_t><PyObject *>x * 0x9E3779B97F4A7C15ULL
        place >>= 64 - SEEN_BITS
        if seen[place] == <PyObject *>x:
            codes.put(i, seen_code[place])
            continue
        found = PyDict_GetItemWithError(known, x)
        if found != NULL:
            code = <object>found
        elif type(x) is not str and is_null(x):
            if n_null == 0:
                first_null = i
            n_null += 1
            codes.put(i, 0)
            continue
        else:
            code = len(values)
            values.append(x)
            known[x] = code
        codes.put(i, code)
        seen[place] = <PyObject *>x
        seen_code[place] = code
    return codes.array, values, n_null, first_null


def encode_texts(items):
    """Number the texts of a list or tuple: ``(codes, values)``, as `encode_objects`.

    Zeros at the end of a text tell it apart, too. None if an item is neither str nor
    np.str_: objects of other subclasses may be equal, but differ in their hash.
    """
    # Nobody can take items out of a tuple while their addresses are remembered.
    cdef tuple held = tuple(items)
    for x in held:
        if type(x) is not str and type(x) is not text_scalar:
            return None
    codes, values, _, _ = encode_objects(held)
    return codes, [PyUnicode_FromObject(x) for x in values]  # str() cuts zeros off


# --- texts in order

# Texts are sorted by words of so many characters, one after the other: up to so many.
cdef enum:
    WORD = 8
    MOST_WORDS = 8


cdef uint64_t word_of(const uint8_t *characters, Py_ssize_t n) noexcept nogil:
    """Return up to eight characters as a number, in whose order they are."""
    cdef uint64_t word = 0
    cdef Py_ssize_t i
    for i in range(min(n, <Py_ssize_t>WORD)):
        word |= <uint64_t>characters[i] << (8 * (WORD - 1 - i))
    return word


cdef bint any_equal(const uint64_t *words, const uint64_t *order, Py_ssize_t n,
                    Py_ssize_t n_words) noexcept nogil:
    cdef Py_ssize_t i, j
    for i in range(1, n):
        for j in range(n_words):
            if words[j * n + order[i]] != words[j * n + order[i - 1]]:
                break
        else:
            return True
    return False


def order_texts(list texts not None):
    """Return the indices of texts in their order (int64), where that is quick.

    Else None: where one is no plain str, has a character beyond the first 256 or more
    than 64 of them; where some are equal, but for zeros at the end; and of very many.
    Equivalent Python: ``sorted(range(len(texts)), key=texts.__getitem__)``.
    """
    cdef Py_ssize_t n = len(texts), i, j, size, longest = 1, n_words
    cdef uint64_t *words
    cdef uint64_t *keys
    cdef bint equal
    if not 0 < n <= <Py_ssize_t>FM_MANY_PAIRS:
        return None
    for x in texts:
        if type(x) is not str or PyUnicode_KIND(x) != PyUnicode_1BYTE_KIND:
            return None
        longest = max(longest, PyUnicode_GET_LENGTH(x))
    n_words = (longest + WORD - 1) // WORD
    if n_words > MOST_WORDS:
        return None
    order = empty(n, np.int64)
    cdef uint64_t[::1] at = order.view(np.uint64)
    # The words, and for the sort keys and scratch for these and the indices.
    words = <uint64_t *>fm_alloc(n, (n_words + 3) * sizeof(uint64_t))
    if words == NULL:
        raise MemoryError("no memory left to sort in")
    for i in range(n):
        x = texts[i]
        size = PyUnicode_GET_LENGTH(x)
        for j in range(n_words):
            words[j * n + i] = word_of(
                <const uint8_t *>PyUnicode_DATA(x) + WORD * j, size - WORD * j
            )
        at[i] = i
    with nogil:
        keys = words + n_words * n
        for j in range(n_words - 1, -1, -1):
            for i in range(n):
                keys[i] = words[j * n + at[i]]
            fm_sort_run_pairs_u64(keys, &at[0], n, keys + n, keys + 2 * n)
        equal = any_equal(words, &at[0], n, n_words)
        fm_free(words)
    return None if equal else order
