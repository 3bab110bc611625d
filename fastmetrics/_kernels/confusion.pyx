"""Pairs of labels counted in one pass (fm_counts.h).

``count_pairs`` takes columns that ``fastmetrics._inputs`` has looked at. The functions
called ``..._plain`` take whatever the user gave, count what needs no conversion and
leaves no question open, and return None for all else, every error included.
``count_right`` compares two predicted columns with the true one, row by row, and
``count_by_set`` counts pairs of codes in each of several sets of rows.
"""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport (
    int8_t,
    int16_t,
    int32_t,
    int64_t,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
)

from fastmetrics._kernels.c.base cimport FM_NO_MEMORY, FM_OK, fm_free
from fastmetrics._kernels.c.column cimport FM_TEXT, fm_are_bools, fm_column
from fastmetrics._kernels.c.counts cimport (
    FM_NOT_WHOLE,
    FM_TOO_LARGE,
    fm_cell,
    fm_count_equal,
    fm_count_equal_bools,
    fm_count_labels,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.text cimport fm_count_equal_text
from fastmetrics._kernels.columns cimport holds_bools, look_into, open_column

fm_cpu_init()

NOT_WHOLE = FM_NOT_WHOLE
TOO_LARGE = FM_TOO_LARGE

cdef object ndarray = np.ndarray
cdef object empty = np.empty
cdef object int64 = np.dtype(np.int64)
cdef object float64 = np.dtype(np.float64)

# Labels are put in order by a mark for each number of their range, unless that is wider
# than this and than some numbers per cell: then by NumPy, which sorts.
cdef int64_t FEW_MARKS = 1 << 16
cdef int64_t MARKS_PER_CELL = 8


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class Columns:
    """Two open columns of labels; ``n`` is -1 where a kernel cannot read them.

    They are of numbers, or both of text. Bytes of bool that are neither 0 nor 1 are no
    labels; not to ``look`` for them leaves that to who reads the columns.
    """

    cdef Py_buffer view_a, view_b
    cdef bint has_a, has_b
    cdef fm_column a, b
    cdef Py_ssize_t n
    cdef bint texts

    def __cinit__(self, a, b, bint look=True):
        self.n = -1
        if look:
            self.has_a = open_column(a, &self.view_a, &self.a)
            self.has_b = open_column(b, &self.view_b, &self.b)
        else:
            self.has_a = look_into(a, &self.view_a, &self.a)
            self.has_b = look_into(b, &self.view_b, &self.b)
        if not self.has_a or not self.has_b:
            return
        self.texts = self.a.type == FM_TEXT
        if self.texts != (self.b.type == FM_TEXT):
            return
        if self.view_a.shape[0] == self.view_b.shape[0]:
            self.n = self.view_a.shape[0]

    def __dealloc__(self):
        if self.has_a:
            PyBuffer_Release(&self.view_a)
        if self.has_b:
            PyBuffer_Release(&self.view_b)


@cython.internal
@cython.final
@cython.auto_pickle(False)
cdef class CellArray:
    """The cells that occur, as C made them."""

    cdef fm_cell *cells
    cdef size_t n

    def __dealloc__(self):
        fm_free(self.cells)


cdef int count(Columns columns, const double *weights, CellArray found) except -2:
    cdef int status
    with nogil:
        status = fm_count_labels(
            &columns.a, &columns.b, weights, columns.n, &found.cells, &found.n
        )
    if status == FM_NO_MEMORY:
        raise MemoryError("no memory for the table of labels")
    return status


cdef tuple place(CellArray found):
    """Return the labels of all cells in order, and each cell's row and column."""
    cdef size_t i, m = found.n
    cdef int64_t low, high, label
    cdef Py_ssize_t k = 0
    low = found.cells[0].a
    high = found.cells[m - 1].a
    for i in range(m):
        low = min(low, found.cells[i].b)
        high = max(high, found.cells[i].b)
    rows = empty(m, int64)
    columns = empty(m, int64)
    cdef int64_t[::1] row = rows, column = columns
    # Labels may lie too far apart for the difference to fit.
    if <double>high - <double>low >= max(FEW_MARKS, MARKS_PER_CELL * <int64_t>m):
        for i in range(m):
            row[i] = found.cells[i].a
            column[i] = found.cells[i].b
        labels, where = np.unique(np.concatenate([rows, columns]), return_inverse=True)
        return labels, where[:m], where[m:]
    marks = np.zeros(high - low + 1, int64)
    cdef int64_t[::1] position = marks
    for i in range(m):
        position[found.cells[i].a - low] = 1
        position[found.cells[i].b - low] = 1
    for label in range(high - low + 1):
        k += position[label]
    labels = empty(k, int64)
    cdef int64_t[::1] known = labels
    k = 0
    for label in range(high - low + 1):
        if position[label]:
            known[k] = low + label
            position[label] = k
            k += 1
    for i in range(m):
        row[i] = position[found.cells[i].a - low]
        column[i] = position[found.cells[i].b - low]
    return labels, rows, columns


cdef tuple arrays(CellArray found, bint weighted):
    cdef size_t i
    labels, rows, columns = place(found)
    counts = empty(found.n, int64)
    cdef int64_t[::1] n = counts
    for i in range(found.n):
        n[i] = found.cells[i].n
    if not weighted:
        return labels, rows, columns, counts, None, None
    sums, squares = empty(found.n, float64), empty(found.n, float64)
    cdef double[::1] weight = sums, square = squares
    for i in range(found.n):
        weight[i] = found.cells[i].sum
        square[i] = found.cells[i].squares
    return labels, rows, columns, counts, sums, squares


def count_pairs(true, predicted, const double[::1] weights=None):
    """Count the pairs of labels of two columns: ``(status, cells)``.

    ``cells`` is ``(labels, rows, columns, n, sums, squares)``: the labels (int64) that
    occur, ascending, and for each cell that is not empty, by row and then by column,
    the positions of its labels, its rows, the sum of their weights and of the squares
    of those (both None without weights). Not void only if ``status`` is 0; else it is
    ``NOT_WHOLE`` for a float that is no whole number of 64 bits or ``TOO_LARGE`` for
    an integer that does not fit int64.
    """
    cdef Columns columns = Columns(true, predicted)
    cdef CellArray found = CellArray()
    if columns.n <= 0 or columns.texts:
        raise TypeError("not columns of numbers of one length")
    if weights is not None and weights.shape[0] != columns.n:
        raise ValueError("labels and weights differ in length")
    cdef const double *data = &weights[0] if weights is not None else NULL
    cdef int status = count(columns, data, found)
    if status != FM_OK:
        return status, None
    return status, arrays(found, weights is not None)


def count_plain(true, predicted):
    """Count the pairs of two plain arrays, as ``count_pairs`` does; else None."""
    cdef Columns columns
    cdef CellArray found
    if type(true) is not ndarray or type(predicted) is not ndarray:
        return None
    columns = Columns(true, predicted)
    if columns.n <= 0 or columns.texts:
        return None
    found = CellArray()
    return arrays(found, False) if count(columns, NULL, found) == FM_OK else None


def count_binary_plain(true, predicted, pos_label):
    """Count ``(tn, fp, fn, tp)`` of two plain arrays of at most two labels; else None.

    ``pos_label`` must be one of the labels, or the labels be all the same.
    """
    cdef Columns columns
    cdef CellArray found
    cdef size_t i
    cdef int64_t positive, other, table[4]
    cdef bint seen = False, has_other = False
    if type(true) is not ndarray or type(predicted) is not ndarray:
        return None
    if type(pos_label) is not int or not -1 << 62 < pos_label < 1 << 62:
        return None
    positive = pos_label
    columns = Columns(true, predicted)
    if columns.n <= 0 or columns.texts:
        return None
    found = CellArray()
    if count(columns, NULL, found) != FM_OK or found.n > 4:
        return None
    other = 0
    for i in range(4):
        table[i] = 0
    for i in range(found.n):
        for label in (found.cells[i].a, found.cells[i].b):
            if label == positive:
                seen = True
            elif not has_other:
                other = label
                has_other = True
            elif label != other:
                return None
        table[2 * (found.cells[i].a == positive) + (found.cells[i].b == positive)] = (
            found.cells[i].n
        )
    if not seen and found.n > 1:
        return None
    return table[0], table[1], table[2], table[3]


cdef int count_equal(Columns columns, size_t *equal) noexcept nogil:
    """Count the rows that are equal; FM_OK unless one of the labels is none."""
    cdef fm_column *a = &columns.a
    cdef fm_column *b = &columns.b
    cdef size_t n = columns.n
    cdef bint bools_a = holds_bools(&columns.view_a)
    cdef bint bools_b = holds_bools(&columns.view_b)
    if columns.texts:
        fm_count_equal_text(a, b, n, equal)
        return FM_OK
    if bools_a and bools_b:
        return fm_count_equal_bools(a, b, n, equal)
    if bools_a and not fm_are_bools(a.data, a.stride, n):
        return FM_NOT_WHOLE
    if bools_b and not fm_are_bools(b.data, b.stride, n):
        return FM_NOT_WHOLE
    return fm_count_equal(a, b, n, equal)


def count_equal_plain(true, predicted):
    """Count the rows where two plain arrays of one type are equal; else None.

    Text may be of two widths.
    """
    cdef Columns columns
    cdef size_t equal = 0
    cdef int status
    if type(true) is not ndarray or type(predicted) is not ndarray:
        return None
    columns = Columns(true, predicted, False)
    if columns.n <= 0 or columns.a.type != columns.b.type:
        return None
    with nogil:
        status = count_equal(columns, &equal)
    return equal if status == FM_OK else None


# Cells are put in order by counting how many lie in each row and column, unless these
# are more than so many, and than some per cell: then by NumPy, which compares. So they
# are where they lie in a few runs in order, as those of two tables do: it merges these.
cdef int64_t FEW_PLACES = 1 << 10
cdef int64_t PLACES_PER_CELL = 8
cdef Py_ssize_t FEW_RUNS = 4


cdef int sort_by(
    const int64_t[::1] keys, int64_t n_keys, const int64_t[::1] order,
    int64_t[::1] sorted_order,
) except -1:
    """Sort an order by the keys of what it orders, those of one key as they were."""
    cdef Py_ssize_t i
    cdef int64_t[::1] ends = np.zeros(n_keys + 1, int64)
    for i in range(keys.shape[0]):
        ends[keys[i] + 1] += 1
    for i in range(n_keys):
        ends[i + 1] += ends[i]
    for i in range(order.shape[0]):
        sorted_order[ends[keys[order[i]]]] = order[i]
        ends[keys[order[i]]] += 1
    return 0


def order_cells(const int64_t[::1] rows not None, const int64_t[::1] columns not None):
    """Sort cells by row and then by column: ``(order, repeated)``.

    ``order`` has their indices, those at one place as they were; ``repeated`` says
    whether there are such. Rows and columns are numbered from 0.
    """
    cdef Py_ssize_t i, m = rows.shape[0]
    cdef Py_ssize_t runs = 1
    cdef int64_t n_rows = 0, n_columns = 0, most
    cdef bint repeated = False
    if columns.shape[0] != m:
        raise ValueError("rows and columns differ in length")
    for i in range(m):
        if rows[i] < 0 or columns[i] < 0:
            raise ValueError("a cell lies outside the table")
        n_rows = max(n_rows, rows[i] + 1)
        n_columns = max(n_columns, columns[i] + 1)
        if i > 0 and (
            rows[i] < rows[i - 1]
            or (rows[i] == rows[i - 1] and columns[i] < columns[i - 1])
        ):
            runs += 1
    most = max(FEW_PLACES, PLACES_PER_CELL * <int64_t>m)
    if n_rows > most or n_columns > most:
        order = np.lexsort((columns, rows))
    elif runs <= FEW_RUNS and n_rows < 1 << 31 and n_columns < 1 << 31:
        order = np.argsort(np.multiply(rows, n_columns) + columns, kind="stable")
    else:
        order, by_column = empty(m, int64), empty(m, int64)
        sort_by(columns, n_columns, np.arange(m), by_column)
        sort_by(rows, n_rows, by_column, order)
    cdef const int64_t[::1] at = order
    for i in range(1, m):
        if rows[at[i]] == rows[at[i - 1]] and columns[at[i]] == columns[at[i - 1]]:
            repeated = True
            break
    return order, repeated


ctypedef fused Number:
    int64_t
    double


def sum_margins(
    const int64_t[::1] rows not None,
    const int64_t[::1] columns not None,
    const Number[::1] values not None,
    Py_ssize_t k,
):
    """Add cells up: hits, true and predicted sums of k labels, and the total."""
    cdef Py_ssize_t i, m = values.shape[0]
    cdef Number total = 0
    dtype = int64 if Number is int64_t else float64
    if rows.shape[0] != m or columns.shape[0] != m:
        raise ValueError("rows, columns and values differ in length")
    sums = np.zeros((3, k), dtype)
    cdef Number[:, ::1] out = sums
    for i in range(m):
        if not (0 <= rows[i] < k and 0 <= columns[i] < k):
            raise ValueError("a cell lies outside the table")
        out[1, rows[i]] += values[i]
        out[2, columns[i]] += values[i]
        if rows[i] == columns[i]:
            out[0, rows[i]] += values[i]
        total += values[i]
    return sums[0], sums[1], sums[2], total


ctypedef fused whole_t:
    int8_t
    int16_t
    int32_t
    int64_t

# So many rows are counted in 32 bits before they are added up in 64.
cdef enum:
    BLOCK = 1 << 20


cdef void count_block(
    const whole_t *true, const whole_t *a, const whole_t *b, Py_ssize_t n,
    int64_t *counts,
) noexcept nogil:
    """Add to how many rows a got wrong, b, and one of the two or both."""
    cdef uint32_t wrong_a = 0, wrong_b = 0, wrong = 0
    cdef uint32_t is_a, is_b
    cdef Py_ssize_t i
    for i in range(n):
        is_a = a[i] != true[i]
        is_b = b[i] != true[i]
        wrong_a += is_a
        wrong_b += is_b
        wrong += is_a | is_b
    counts[0] += wrong_a
    counts[1] += wrong_b
    counts[2] += wrong


cdef void count_wide_block(
    const uint64_t *true, const uint64_t *a, const uint64_t *b, Py_ssize_t n,
    int64_t *counts,
) noexcept nogil:
    """Do the same of 64 bits, which not every processor compares side by side.

    Of a number and its negative one has the highest bit set, unless it is 0.
    """
    cdef uint64_t wrong_a = 0, wrong_b = 0, wrong = 0
    cdef uint64_t in_a, in_b
    cdef Py_ssize_t i
    for i in range(n):
        in_a = a[i] ^ true[i]
        in_b = b[i] ^ true[i]
        in_a |= 0 - in_a
        in_b |= 0 - in_b
        wrong_a += in_a >> 63
        wrong_b += in_b >> 63
        wrong += (in_a | in_b) >> 63
    counts[0] += wrong_a
    counts[1] += wrong_b
    counts[2] += wrong


def count_right(
    const whole_t[::1] true not None,
    const whole_t[::1] a not None,
    const whole_t[::1] b not None,
):
    """Count the rows that the first got right, that the second did, and that both did.

    Of signed integers; unsigned ones are equal where their bytes are.
    """
    cdef int64_t[3] counts
    cdef Py_ssize_t n = true.shape[0], start = 0, m
    if a.shape[0] != n or b.shape[0] != n:
        raise ValueError("the columns must have the same number of rows")
    counts[0] = counts[1] = counts[2] = 0
    with nogil:
        while start < n:
            m = min(n - start, BLOCK)
            if whole_t is int64_t:
                count_wide_block(
                    <const uint64_t *> &true[start], <const uint64_t *> &a[start],
                    <const uint64_t *> &b[start], m, counts,
                )
            else:
                count_block(&true[start], &a[start], &b[start], m, counts)
            start += BLOCK
    return n - counts[0], n - counts[1], n - counts[2]


# ------------------------------------------------------------------------ sets of rows

ctypedef fused code_t:
    uint8_t
    uint16_t
    uint32_t
    uint64_t


def count_by_set(
    const int64_t[::1] sets not None,
    const code_t[::1] true not None,
    const code_t[::1] predicted not None,
    const int64_t[::1] of_true not None,
    const int64_t[::1] of_predicted not None,
    int64_t[:, ::1] table not None,
):
    """Count the rows of each set that have a pair of labels: (pairs, sets).

    ``of_true`` and ``of_predicted`` say which part of a pair's number a code stands
    for. The numbers are below the rows of the table, which is added to.
    """
    cdef Py_ssize_t i, n = sets.shape[0]
    cdef uint64_t n_sets = table.shape[1], pairs = table.shape[0], one, pair
    cdef int64_t *counts
    cdef bint fits = True
    if not n == true.shape[0] == predicted.shape[0]:
        raise ValueError("sets, true and predicted labels differ in length")
    if n == 0:
        return
    if np.max(true) >= len(of_true) or np.max(predicted) >= len(of_predicted):
        raise IndexError("a row has no label")
    counts = &table[0, 0]
    with nogil:
        for i in range(n):
            one, pair = sets[i], of_true[true[i]] + of_predicted[predicted[i]]
            fits = (one < n_sets) & (pair < pairs)
            if not fits:
                break
            counts[pair * n_sets + one] += 1
    if not fits:
        raise IndexError("a row is of no set, or of no pair")
