"""Rows of a score per class, and the class that each row is of.

``codes`` are the columns of the rows' classes, ``scores`` a block in any layout. What
each row comes to is written into ``out``. The functions return whether all scores were
finite; if not, what they wrote means nothing.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t

ctypedef fused score_t:
    float
    double


cdef inline bint _is_hit(
    const score_t *row, Py_ssize_t step, Py_ssize_t n_classes, Py_ssize_t own,
    Py_ssize_t k, bint *finite
) noexcept nogil:
    cdef Py_ssize_t j, before = 0
    cdef score_t mine = row[own * step], x
    cdef bint fine = True
    for j in range(n_classes):
        x = row[j * step]
        before += (x > mine) | ((x == mine) & (j > own))
        fine &= x - x == 0
    finite[0] &= fine
    return before < k


cdef inline double _margin(
    const score_t *row, Py_ssize_t step, Py_ssize_t n_classes, Py_ssize_t own,
    bint *finite
) noexcept nogil:
    cdef Py_ssize_t j
    cdef score_t x, largest = row[(own == 0) * step]
    cdef bint fine = True
    for j in range(n_classes):
        x = row[j * step]
        largest = x if (x > largest) & (j != own) else largest
        fine &= x - x == 0
    finite[0] &= fine
    return <double>row[own * step] - <double>largest


cdef int _check(
    Py_ssize_t n, Py_ssize_t n_classes, const int32_t[::1] codes, Py_ssize_t n_out
) except -1:
    cdef Py_ssize_t i
    cdef bint inside = True
    if codes.shape[0] != n or n_out != n:
        raise ValueError("codes, scores and out differ in length")
    if n_classes < 2:
        raise ValueError("there must be two classes or more")
    with nogil:
        for i in range(n):
            inside &= 0 <= codes[i] < n_classes
    if not inside:
        raise ValueError("a code is not a column of the scores")
    return 0


@cython.boundscheck(False)
def find_hits(
    const int32_t[::1] codes, const score_t[:, :] scores, Py_ssize_t k,
    uint8_t[::1] out
):
    """Write whether a row's class is among the k with the largest scores.

    Of equal scores the later column comes first.
    """
    cdef Py_ssize_t n = scores.shape[0], n_classes = scores.shape[1], i
    cdef Py_ssize_t step = scores.strides[1] // <Py_ssize_t>sizeof(score_t)
    cdef bint finite = True
    _check(n, n_classes, codes, out.shape[0])
    with nogil:
        for i in range(n):
            if step == 1:  # a loop of its own, for the compiler to see it
                out[i] = _is_hit(&scores[i, 0], 1, n_classes, codes[i], k, &finite)
            else:
                out[i] = _is_hit(&scores[i, 0], step, n_classes, codes[i], k, &finite)
    return finite


@cython.boundscheck(False)
def measure_margins(
    const int32_t[::1] codes, const score_t[:, :] scores, double[::1] out
):
    """Write by how much the score of a row's class exceeds the largest other one."""
    cdef Py_ssize_t n = scores.shape[0], n_classes = scores.shape[1], i
    cdef Py_ssize_t step = scores.strides[1] // <Py_ssize_t>sizeof(score_t)
    cdef bint finite = True
    _check(n, n_classes, codes, out.shape[0])
    with nogil:
        for i in range(n):
            if step == 1:
                out[i] = _margin(&scores[i, 0], 1, n_classes, codes[i], &finite)
            else:
                out[i] = _margin(&scores[i, 0], step, n_classes, codes[i], &finite)
    return finite
