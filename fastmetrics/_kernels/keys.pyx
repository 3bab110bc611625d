"""Labels and scores, as NumPy holds them, turned into keys (fm_labels.h).

What arrives here has been looked at by ``fastmetrics._inputs``, except in
``split_plain``, which is handed whatever the user gave: it takes what needs no
conversion and leaves all else, every error included, to the caller.
"""

import numpy as np

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.keys cimport (
    fm_unkey_f32,
    fm_unkey_f64,
    fm_unkey_i32,
    fm_unkey_i64,
)
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
    fm_column,
)
from fastmetrics._kernels.c.labels cimport (
    FM_BAD_LABEL,
    FM_BAD_SCORE,
    fm_check_weights,
    fm_classes,
    fm_find_other,
    fm_key_width,
    fm_rank_labels,
    fm_rows,
    fm_split,
    fm_weight_faults,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.columns cimport open_column

fm_cpu_init()

BAD_LABEL = FM_BAD_LABEL
BAD_SCORE = FM_BAD_SCORE

cdef object ndarray = np.ndarray
cdef object empty = np.empty
cdef object key_dtype_4 = np.dtype(np.uint32)
cdef object key_dtype_8 = np.dtype(np.uint64)


class Largest:
    """The type of ``LARGEST``, which stands for the larger of the two labels."""

    __slots__ = ()

    def __repr__(self):
        return "LARGEST"


LARGEST = Largest()


class OneOfTwo:
    """A positive label that must be one of two: ``value``.

    Where a plain ``pos_label`` takes all other labels for negative, this one asks for
    no more than two labels, and if there are two, to be one of them.
    """

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"OneOfTwo({self.value!r})"


@cython.auto_pickle(False)
@cython.final
cdef class SplitScores:
    """Keys of the scores, the first ``n_pos`` those of the positive rows.

    Inside a class the place of a row depends on the labels alone. ``kind`` turns keys
    back into scores.
    """

    cdef readonly object keys
    cdef readonly Py_ssize_t n_pos
    cdef readonly object kind

    def __init__(self, keys, Py_ssize_t n_pos, kind):
        self.keys = keys
        self.n_pos = n_pos
        self.kind = kind

    def __repr__(self):
        return f"SplitScores({len(self.keys)} rows, {self.n_pos} positive)"


# --- keys


@cython.final
@cython.auto_pickle(False)
cdef class KeyBuffer:
    """New room for keys: an array and the address of its first item."""

    def __cinit__(self, Py_ssize_t n, size_t width):
        cdef Py_buffer view
        self.array = empty(n, key_dtype_8 if width == 8 else key_dtype_4)
        PyObject_GetBuffer(self.array, &view, PyBUF_WRITABLE)
        self.data = view.buf
        # The array does not move, and outlives this.
        PyBuffer_Release(&view)


# --- two columns


@cython.final
@cython.auto_pickle(False)
cdef class Pair:
    """Two open columns of one length, and the two labels."""

    cdef int open_items(self, labels, scores) except -1:
        """Open both; false if a kernel cannot read one of them."""
        self.has_labels = open_column(labels, &self.label_view, &self.labels)
        self.has_scores = open_column(scores, &self.score_view, &self.scores)
        if not self.has_labels or not self.has_scores or self.scores.type == FM_TEXT:
            return 0
        self.n = self.label_view.shape[0]
        return 1

    cdef const void *address(self, bytes item) except? NULL:
        if item is None:
            return NULL
        if <size_t>len(item) != self.labels.width:
            raise ValueError("a label of another width than the column's")
        return <const char *>item

    def __dealloc__(self):
        if self.has_labels:
            PyBuffer_Release(&self.label_view)
        if self.has_scores:
            PyBuffer_Release(&self.score_view)


cdef Pair open_pair(labels, scores, bytes positive, bytes negative):
    """Open what has been looked at; the labels are the bytes of an item or None."""
    cdef Pair pair = Pair.__new__(Pair)
    if not pair.open_items(labels, scores):
        raise TypeError("not columns that a kernel can read")
    if pair.n != pair.score_view.shape[0]:
        raise ValueError("labels and scores differ in length")
    pair.positive, pair.negative = positive, negative
    pair.classes.positive = pair.address(positive)
    pair.classes.negative = pair.address(negative)
    return pair


cdef Pair open_plain(y_true, y_score, pos_label):
    """Open two plain arrays in order, or return None."""
    cdef Pair pair
    if type(y_true) is not ndarray or type(y_score) is not ndarray:
        return None
    pair = Pair.__new__(Pair)
    if not pair.open_items(y_true, y_score) or pair.labels.type == FM_TEXT:
        return None
    if pair.n == 0 or pair.n != pair.score_view.shape[0]:
        return None
    if not _choose(
        &pair.labels, pair.n, pos_label, &pair.positive_item, &pair.negative_item,
        &pair.classes
    ):
        return None
    return pair


# --- the straightforward case


cdef int _whole(const fm_column *column, const void *item, int64_t *value) noexcept:
    """Read an item as int64; false if it is no whole number of a modest size."""
    cdef Item x
    cdef double real
    memcpy(&x, item, column.width)
    if column.type == FM_I64:
        value[0] = x.i64
    elif column.type == FM_U8:
        value[0] = x.u8
    elif column.type == FM_I8:
        value[0] = x.i8
    elif column.type == FM_I32:
        value[0] = x.i32
    elif column.type == FM_U32:
        value[0] = x.u32
    elif column.type == FM_I16:
        value[0] = x.i16
    elif column.type == FM_U16:
        value[0] = x.u16
    elif column.type == FM_U64:
        if x.u64 >> 62:
            return 0
        value[0] = <int64_t>x.u64
    else:
        real = x.f64 if column.type == FM_F64 else <double>x.f32
        if not -4e18 < real < 4e18:
            return 0
        value[0] = <int64_t>real
        return value[0] == real
    return 1


cdef int _item(const fm_column *column, int64_t value, Item *item) noexcept:
    """Write a whole number as an item; false if the column could not hold it."""
    cdef int64_t back
    if column.type == FM_F64:
        item.f64 = <double>value
    elif column.type == FM_F32:
        item.f32 = <float>value
    else:
        # Little end first or not: the number is cut to its own width.
        if column.width == 8:
            item.i64 = value
        elif column.width == 4:
            item.i32 = <int32_t>value
        elif column.width == 2:
            item.i16 = <int16_t>value
        else:
            item.i8 = <int8_t>value
    return _whole(column, item, &back) and back == value


cdef int _choose(
    const fm_column *labels, Py_ssize_t n, object pos_label, Item *positive,
    Item *negative, fm_classes *classes
) except -2:
    """Find the two labels and tell which is positive; false if that is not simple."""
    cdef const char *first = labels.data
    cdef size_t other
    cdef int64_t a, b, wanted = 1
    cdef bint largest = pos_label is LARGEST, two = largest or pos_label is None
    if not two:
        if type(pos_label) is OneOfTwo:
            two = True
            pos_label = pos_label.value
        if type(pos_label) is not int and type(pos_label) is not bool:
            return 0
        try:
            wanted = pos_label
        except OverflowError:
            return 0
        if not _item(labels, wanted, positive):
            return 0
        classes.positive = positive
        classes.negative = NULL
        if not two:
            return 1
    if not _whole(labels, first, &a):
        return 0
    with nogil:
        other = fm_find_other(labels, 1, n, first, first)
    if other == <size_t>n:
        b = a
        if pos_label is None and not -1 <= a <= 1:
            return 0
        if largest and not -1 <= a <= 1:
            wanted = a
    else:
        if not _whole(labels, first + labels.stride * <Py_ssize_t>other, &b):
            return 0
        if largest:
            wanted = a if a > b else b
        elif a != wanted and b != wanted:
            return 0
        elif pos_label is None and not (-1 <= a <= 1 and -1 <= b <= 1):
            return 0
    if not _item(labels, wanted, positive):
        return 0
    _item(labels, b if a == wanted else a, negative)
    classes.positive = positive
    classes.negative = negative
    return 1


def split_plain(y_true, y_score, pos_label, dict kinds not None):
    """Split scores by label if both are plain arrays in order; else return None.

    ``kinds`` has, by dtype, what to put into ``SplitScores.kind``.
    """
    cdef Pair pair = open_plain(y_true, y_score, pos_label)
    cdef KeyBuffer room
    cdef size_t n_pos = 0
    cdef int status
    if pair is None:
        return None
    kind = kinds.get(y_score.dtype)
    if kind is None:
        return None
    room = KeyBuffer.__new__(KeyBuffer, pair.n, fm_key_width(pair.scores.type))
    with nogil:
        status = fm_split(
            &pair.labels, &pair.classes, &pair.scores, pair.n, room.data, &n_pos
        )
    return SplitScores(room.array, n_pos, kind) if status == FM_OK else None


# --- the same, for what has been looked at


def split(labels, scores, bytes positive, bytes negative):
    """Split scores by label: ``(keys, n_pos, status)``.

    The labels are given as the bytes of an item; ``positive`` None: no row is
    positive, ``negative`` None: whatever is not positive is negative. ``status`` adds
    up ``BAD_LABEL`` (one that is neither; or, with ``negative`` None, a float that is
    not whole) and ``BAD_SCORE`` (not finite); if it is not 0, the rest is void.
    """
    cdef Pair pair = open_pair(labels, scores, positive, negative)
    cdef KeyBuffer room = KeyBuffer(pair.n, fm_key_width(pair.scores.type))
    cdef size_t n_pos = 0
    cdef int status
    with nogil:
        status = fm_split(
            &pair.labels, &pair.classes, &pair.scores, pair.n, room.data, &n_pos
        )
    return room.array, n_pos, status


def rows(labels, scores, bytes positive, bytes negative):
    """Keys and labels, 1 where positive, in row order: ``(keys, labels, status)``."""
    cdef Pair pair = open_pair(labels, scores, positive, negative)
    cdef KeyBuffer room = KeyBuffer(pair.n, fm_key_width(pair.scores.type))
    found = empty(pair.n, np.uint8)
    cdef uint8_t[::1] mask = found
    cdef uint8_t *data = &mask[0] if pair.n else NULL
    cdef int status
    with nogil:
        status = fm_rows(
            &pair.labels, &pair.classes, &pair.scores, pair.n, room.data, data
        )
    return room.array, found, status


def find_others(labels):
    """Return the first row unlike row 0, and the first unlike both; -1 for none."""
    cdef Py_buffer view
    cdef fm_column column
    cdef const char *second
    cdef size_t other, third
    cdef size_t n
    if not open_column(labels, &view, &column):
        raise TypeError("not a column that a kernel can read")
    try:
        n = view.shape[0]
        if n == 0:
            return -1, -1
        with nogil:
            third = n
            other = fm_find_other(&column, 1, n, column.data, column.data)
            if other < n:
                second = column.data + column.stride * <Py_ssize_t>other
                third = fm_find_other(&column, other + 1, n, column.data, second)
    finally:
        PyBuffer_Release(&view)
    return (other if other < n else -1), (third if third < n else -1)


def rank_labels(labels, int64_t low, const int32_t[::1] ranks not None):
    """Return ``ranks[label - low]`` of each label as int32; None if one has none.

    Those have none that are no whole numbers, are outside the table, or have a
    negative rank in it.
    """
    cdef Py_buffer view
    cdef fm_column column
    cdef size_t found, n
    cdef int32_t[::1] out
    if not open_column(labels, &view, &column):
        raise TypeError("not a column that a kernel can read")
    try:
        n = view.shape[0]
        codes = empty(n, np.int32)
        if n == 0 or ranks.shape[0] == 0:
            return None if n else codes
        out = codes
        with nogil:
            found = fm_rank_labels(
                &column, n, low, &ranks[0], ranks.shape[0], &out[0]
            )
    finally:
        PyBuffer_Release(&view)
    return codes if found == n else None


def are_bools(array):
    """Whether the items of a column of bool are all 0 or 1."""
    cdef Py_buffer view
    cdef fm_column column
    if not open_column(array, &view, &column):
        return False
    PyBuffer_Release(&view)
    return True


def check_weights(const double[::1] weights not None):
    """Count the weights that are not finite, negative, and zero; add them roughly."""
    cdef fm_weight_faults found
    cdef size_t n = weights.shape[0]
    if n == 0:
        return 0, 0, 0, 0.0
    with nogil:
        fm_check_weights(&weights[0], n, &found)
    return found.n_not_finite, found.n_negative, found.n_zero, found.sum


# --- keys back into numbers


cdef check_lengths(Py_ssize_t keys, Py_ssize_t out):
    if keys != out:
        raise ValueError("keys and out differ in length")


def decode_f64(const uint64_t[::1] keys not None, double[::1] out not None):
    """Write the numbers that ``keys`` were made of; so do the next three.

    ``out`` may be the memory of ``keys``.
    """
    cdef Py_ssize_t i
    check_lengths(keys.shape[0], out.shape[0])
    with nogil:
        for i in range(keys.shape[0]):
            out[i] = fm_unkey_f64(keys[i])


def decode_f32(const uint32_t[::1] keys not None, float[::1] out not None):
    cdef Py_ssize_t i
    check_lengths(keys.shape[0], out.shape[0])
    with nogil:
        for i in range(keys.shape[0]):
            out[i] = fm_unkey_f32(keys[i])


def decode_i64(const uint64_t[::1] keys not None, int64_t[::1] out not None):
    cdef Py_ssize_t i
    check_lengths(keys.shape[0], out.shape[0])
    with nogil:
        for i in range(keys.shape[0]):
            out[i] = fm_unkey_i64(keys[i])


def decode_i32(const uint32_t[::1] keys not None, int32_t[::1] out not None):
    cdef Py_ssize_t i
    check_lengths(keys.shape[0], out.shape[0])
    with nogil:
        for i in range(keys.shape[0]):
            out[i] = fm_unkey_i32(keys[i])
