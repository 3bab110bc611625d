"""Fingerprints of keys of one or more columns (fm_fingerprint.h)."""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from fastmetrics._kernels.c.base cimport fm_alloc, fm_free
from fastmetrics._kernels.c.fingerprint cimport (
    FM_KEY_SIGNED,
    FM_KEY_TEXT,
    FM_KEY_UNSIGNED,
    fm_fingerprint_rows,
    fm_key_column,
)

cdef object empty = np.empty

# Digits of the longest whole number, and its sign.
cdef enum:
    NUMBER = 20


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Key:
    """The columns of a key as C reads them, and room for the text of a row."""

    cdef fm_key_column *columns
    cdef uint8_t *scratch
    cdef Py_ssize_t n_columns, n
    cdef size_t room
    cdef list held  # keeps the arrays where they are

    def __cinit__(self, list columns, const uint8_t[::1] salt not None):
        self.n_columns = len(columns)
        self.room = salt.shape[0]
        self.held = []
        self.n = -1
        self.columns = <fm_key_column *>fm_alloc(
            self.n_columns, sizeof(fm_key_column)
        )
        if self.columns == NULL:
            raise MemoryError("no memory for the columns of the key")
        memset(self.columns, 0, self.n_columns * sizeof(fm_key_column))
        for j, (items, is_signed, texts, ends) in enumerate(columns):
            self.add(&self.columns[j], items, is_signed, texts, ends)
        self.scratch = <uint8_t *>fm_alloc(self.room, 1)
        if self.scratch == NULL:
            raise MemoryError("no memory for the longest key")
        if salt.shape[0]:
            memcpy(self.scratch, &salt[0], salt.shape[0])

    cdef int add(
        self, fm_key_column *column, const uint64_t[::1] items, bint is_signed,
        const uint8_t[::1] texts, const int64_t[::1] ends,
    ) except -1:
        """Take in a column; numbers have neither texts nor ends."""
        cdef Py_ssize_t i, n = items.shape[0]
        cdef int64_t longest = 0
        if self.n not in (-1, n):
            raise ValueError("the columns must have the same number of rows")
        self.n = n
        self.held.append((items, texts, ends))
        self.room += NUMBER + 1
        if n == 0:
            return 0
        column.items = &items[0]
        if ends is None:
            column.type = FM_KEY_SIGNED if is_signed else FM_KEY_UNSIGNED
            return 0
        column.type = FM_KEY_TEXT
        for i in range(ends.shape[0] - 1):
            if ends[i] < 0 or ends[i + 1] < ends[i]:
                raise ValueError("the ends of the texts must rise")
            longest = max(longest, ends[i + 1] - ends[i])
        if texts.shape[0] < ends[ends.shape[0] - 1]:
            raise ValueError("the texts are shorter than their ends")
        for i in range(n):
            if items[i] >= <uint64_t>(ends.shape[0] - 1):
                raise ValueError("a row's text must be one of the texts")
        column.bytes = &texts[0] if texts.shape[0] else NULL
        column.ends = &ends[0]
        self.room += longest
        return 0

    def __dealloc__(self):
        fm_free(self.columns)
        fm_free(self.scratch)


def fingerprint_rows(list columns not None, const uint8_t[::1] salt not None):
    """Return the fingerprint of each row's key as uint64.

    A column is ``(items, is_signed, None, None)`` for whole numbers, whose bits are in
    ``items``, or ``(places, False, texts, ends)``, where text p is the bytes of
    ``texts`` from ``ends[p]`` to ``ends[p + 1]``.
    """
    if not columns:
        raise ValueError("a key has at least one column")
    cdef Key key = Key(columns, salt)
    cdef size_t salt_size = salt.shape[0]
    found = empty(key.n, np.uint64)
    cdef uint64_t[::1] out = found
    if key.n == 0:
        return found
    with nogil:
        fm_fingerprint_rows(
            key.columns, key.n_columns, key.scratch, salt_size, key.n, &out[0]
        )
    return found
