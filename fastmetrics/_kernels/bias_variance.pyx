"""What many models predict of each row: its sums, or how often it is which label.

Rows are taken in blocks that stay in the cache while all models go by, so that every
prediction is read once and nothing else from memory. Each row is added up on its own,
model by model: the bits depend on neither blocks nor threads.

Equivalent Python: ``fastmetrics.reference.bias_variance_decomposition``.
"""

import numpy as np

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
from libc.string cimport memcpy, memset

cdef enum:
    NUMBERS = 2048  # rows of a block of numbers: three columns of it are 48 kB
    ROWS = 1024     # of a block of bytes
    CELLS = 16384   # of a block of counts: 64 kB
    FEW = 24        # labels that are looked for one by one
    MODELS = 252    # that a byte counts

ctypedef fused real:
    float
    double

ctypedef fused whole:
    int8_t
    int16_t
    int32_t
    int64_t
    uint8_t
    uint16_t
    uint32_t


cdef inline void add_row(
    const real *predicted, const double *origin, double *sums, double *squares,
    Py_ssize_t n
) noexcept nogil:
    """Add up deviations from an origin, and their squares."""
    cdef Py_ssize_t i
    cdef double deviation
    for i in range(n):
        deviation = <double>predicted[i] - origin[i]
        sums[i] += deviation
        squares[i] += deviation * deviation


cdef inline void add_eight_rows(
    const real *predicted, Py_ssize_t stride, const double *origin, double *sums,
    double *squares, Py_ssize_t n
) noexcept nogil:
    """Do the same with eight models, in order; sums are loaded and stored once."""
    cdef Py_ssize_t i
    cdef double a, b, c, d, e, f, g, h
    for i in range(n):
        a = <double>predicted[i] - origin[i]
        b = <double>predicted[i + stride] - origin[i]
        c = <double>predicted[i + 2 * stride] - origin[i]
        d = <double>predicted[i + 3 * stride] - origin[i]
        e = <double>predicted[i + 4 * stride] - origin[i]
        f = <double>predicted[i + 5 * stride] - origin[i]
        g = <double>predicted[i + 6 * stride] - origin[i]
        h = <double>predicted[i + 7 * stride] - origin[i]
        sums[i] = (((((((sums[i] + a) + b) + c) + d) + e) + f) + g) + h
        squares[i] = (
            ((((((squares[i] + a * a) + b * b) + c * c) + d * d) + e * e) + f * f)
            + g * g
        ) + h * h


def add_numbers(
    const real[:, ::1] predictions not None, const double[::1] origin not None,
    double[::1] sums not None, double[::1] squares not None, Py_ssize_t start,
    Py_ssize_t stop
):
    """Add, row by row, the deviations of all models from the origin, and squares.

    Of the rows start ... stop - 1, a block's sums being where the compiler can tell
    that they overlap with nothing.
    """
    cdef Py_ssize_t n_models = predictions.shape[0], n = predictions.shape[1]
    cdef Py_ssize_t block, first, eight, model, m
    cdef double own_sums[NUMBERS]
    cdef double own_squares[NUMBERS]
    if not n == origin.shape[0] == sums.shape[0] == squares.shape[0]:
        raise ValueError("predictions and sums differ in length")
    if not 0 <= start <= stop <= n:
        raise ValueError("there are no such rows")
    with nogil:
        for block in range((stop - start + NUMBERS - 1) // NUMBERS):
            first = start + block * NUMBERS
            m = min(<Py_ssize_t>NUMBERS, stop - first)
            memcpy(own_sums, &sums[first], m * sizeof(double))
            memcpy(own_squares, &squares[first], m * sizeof(double))
            for eight in range(n_models // 8):
                add_eight_rows(
                    &predictions[8 * eight, first], n, &origin[first], own_sums,
                    own_squares, m
                )
            for model in range(n_models - n_models % 8, n_models):
                add_row(
                    &predictions[model, first], &origin[first], own_sums, own_squares,
                    m
                )
            memcpy(&sums[first], own_sums, m * sizeof(double))
            memcpy(&squares[first], own_squares, m * sizeof(double))


cdef inline uint64_t narrow(
    const whole *labels, uint64_t low, uint8_t *offsets, Py_ssize_t n
) noexcept nogil:
    """Write offsets as bytes; what is returned is beyond a byte if one of them is."""
    cdef Py_ssize_t i
    cdef uint64_t offset, bits = 0
    for i in range(n):
        offset = <uint64_t><int64_t>labels[i] - low
        bits |= offset
        offsets[i] = <uint8_t>offset
    return bits


cdef inline uint64_t narrow_four(
    const whole *labels, Py_ssize_t stride, uint64_t low, uint8_t *offsets, Py_ssize_t n
) noexcept nogil:
    """Do the same with four models."""
    cdef Py_ssize_t i
    cdef uint64_t a, b, c, d, bits = 0
    for i in range(n):
        a = <uint64_t><int64_t>labels[i] - low
        b = <uint64_t><int64_t>labels[i + stride] - low
        c = <uint64_t><int64_t>labels[i + 2 * stride] - low
        d = <uint64_t><int64_t>labels[i + 3 * stride] - low
        bits |= a | b | c | d
        offsets[i] = <uint8_t>a
        offsets[i + ROWS] = <uint8_t>b
        offsets[i + 2 * ROWS] = <uint8_t>c
        offsets[i + 3 * ROWS] = <uint8_t>d
    return bits


cdef inline void add_equal(
    const uint8_t *offsets, uint8_t offset, uint8_t *counts, Py_ssize_t n
) noexcept nogil:
    """Add to each row how many of four models have the offset."""
    cdef Py_ssize_t i
    for i in range(n):
        counts[i] += (
            <uint8_t>(offsets[i] == offset)
            + <uint8_t>(offsets[i + ROWS] == offset)
            + <uint8_t>(offsets[i + 2 * ROWS] == offset)
            + <uint8_t>(offsets[i + 3 * ROWS] == offset)
        )


cdef bint count_few_labels(
    const whole[:, ::1] labels, int64_t low, const int32_t[::1] places,
    uint32_t[:, ::1] counts
) noexcept nogil:
    """Do as `count_labels`, with many rows at once and one label after the other."""
    cdef Py_ssize_t n_models = labels.shape[0], n = labels.shape[1]
    cdef Py_ssize_t k = counts.shape[1], span = places.shape[0]
    cdef Py_ssize_t block, part, start, m, first, last, model, i, c
    cdef Py_ssize_t total
    cdef uint8_t offsets[4 * ROWS]
    cdef uint8_t by_offset[FEW * ROWS]
    cdef uint64_t bits
    cdef uint8_t count
    for block in range((n + ROWS - 1) // ROWS):
        start = block * ROWS
        m = min(<Py_ssize_t>ROWS, n - start)
        for part in range((n_models + MODELS - 1) // MODELS):
            first = part * MODELS
            last = min(first + MODELS, n_models)
            memset(by_offset, 0, span * ROWS)
            for model in range(first, last, 4):
                if model + 4 <= last:
                    bits = narrow_four(
                        &labels[model, start], n, <uint64_t>low, offsets, m
                    )
                else:  # 255 is no label's offset
                    memset(offsets, 255, 4 * ROWS)
                    bits = 0
                    for i in range(last - model):
                        bits |= narrow(
                            &labels[model + i, start], <uint64_t>low,
                            &offsets[i * ROWS], m
                        )
                if bits > 255:
                    return False
                for c in range(span):
                    add_equal(offsets, <uint8_t>c, &by_offset[c * ROWS], m)
            for i in range(m):
                total = 0
                for c in range(span):
                    if 0 <= places[c] < k:
                        count = by_offset[c * ROWS + i]
                        counts[start + i, places[c]] += count
                        total += count
                if total < last - first:
                    return False
    return True


def count_labels(
    const whole[:, ::1] labels not None, int64_t low,
    const int32_t[::1] places not None, uint32_t[:, ::1] counts not None
):
    """Count, row by row, how often each label comes: in the column places[label - low].

    False, and counts are void, if a label has no place: it is outside of the table, or
    its place is not one of the columns.
    """
    cdef Py_ssize_t n_models = labels.shape[0], n = labels.shape[1]
    cdef Py_ssize_t k = counts.shape[1], block, start, stop, model, i, step
    cdef uint64_t offset, span = places.shape[0]
    cdef uint32_t place
    cdef bint known = True
    if counts.shape[0] != n:
        raise ValueError("labels and counts differ in length")
    if span <= FEW:
        with nogil:
            known = count_few_labels(labels, low, places, counts)
        return known
    step = max(<Py_ssize_t>1, CELLS // max(<Py_ssize_t>1, k))
    with nogil:
        for block in range((n + step - 1) // step):
            start = block * step
            stop = min(start + step, n)
            for model in range(n_models):
                for i in range(start, stop):
                    offset = <uint64_t><int64_t>labels[model, i] - <uint64_t>low
                    if offset >= span:
                        known = False
                        break
                    place = <uint32_t>places[offset]
                    if place >= <uint64_t>k:
                        known = False
                        break
                    counts[i, place] += 1
                if not known:
                    break
            if not known:
                break
    return known


def find_modes(const uint32_t[:, ::1] counts not None):
    """Return of each row the most frequent code, its count, and the sum of squares.

    Of several codes that come as often it is the first.
    """
    cdef Py_ssize_t n = counts.shape[0], k = counts.shape[1], i, c
    cdef double square
    cdef uint32_t best
    cdef int32_t mode
    if k == 0:
        raise ValueError("counts have no column")
    found, most, total = np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n)
    cdef int32_t[::1] modes = found
    cdef int64_t[::1] tops = most
    cdef double[::1] squares = total
    with nogil:
        for i in range(n):
            square = 0.0
            best = 0
            mode = 0
            for c in range(k):
                square += <double>counts[i, c] * <double>counts[i, c]
                if counts[i, c] > best:
                    best = counts[i, c]
                    mode = <int32_t>c
            modes[i] = mode
            tops[i] = best
            squares[i] = square
    return found, most, total
