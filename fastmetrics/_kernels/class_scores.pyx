"""Rows of a score per class, and the class that each row is of (fm_class_scores.h).

``codes`` are the columns of the rows' classes; the items of a row of ``scores`` lie side
by side. What each row comes to is written into ``out``. Returned is a sum of the
scores: if that is finite, they all are.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int32_t, uint8_t

from fastmetrics._kernels.c.class_scores cimport (
    fm_find_hits_f32,
    fm_find_hits_f64,
    fm_measure_margins_f32,
    fm_measure_margins_f64,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init

fm_cpu_init()

ctypedef fused score_t:
    float
    double


cdef ptrdiff_t _check(
    const int32_t[::1] codes, const score_t[:, :] scores, Py_ssize_t n_out
) except? -1:
    """Return how many items lie from a row to the next."""
    cdef Py_ssize_t i, n = scores.shape[0], n_classes = scores.shape[1]
    cdef Py_ssize_t width = sizeof(score_t)
    cdef bint inside = True
    if codes.shape[0] != n or n_out != n:
        raise ValueError("codes, scores and out differ in length")
    if n_classes < 2 or n == 0:
        raise ValueError("there must be a row, and two classes or more")
    if scores.strides[1] != width or scores.strides[0] % width:
        raise ValueError("the scores of a row do not lie side by side")
    with nogil:
        for i in range(n):
            inside &= 0 <= codes[i] < n_classes
    if not inside:
        raise ValueError("a code is not a column of the scores")
    return scores.strides[0] // width


def find_hits(
    const int32_t[::1] codes, const score_t[:, :] scores, Py_ssize_t k,
    uint8_t[::1] out
):
    """Write whether a row's class is among the k with the largest scores.

    Of equal scores the later column comes first.
    """
    cdef ptrdiff_t stride = _check[score_t](codes, scores, out.shape[0])
    cdef Py_ssize_t n = scores.shape[0], m = scores.shape[1]
    cdef double total
    if k < 0:
        raise ValueError("k must not be negative")
    with nogil:
        if score_t is float:
            total = fm_find_hits_f32(
                &scores[0, 0], stride, m, &codes[0], n, k, &out[0]
            )
        else:
            total = fm_find_hits_f64(
                &scores[0, 0], stride, m, &codes[0], n, k, &out[0]
            )
    return total


def measure_margins(
    const int32_t[::1] codes, const score_t[:, :] scores, double[::1] out
):
    """Write by how much the score of a row's class exceeds the largest other one."""
    cdef ptrdiff_t stride = _check[score_t](codes, scores, out.shape[0])
    cdef Py_ssize_t n = scores.shape[0], m = scores.shape[1]
    cdef double total
    with nogil:
        if score_t is float:
            total = fm_measure_margins_f32(
                &scores[0, 0], stride, m, &codes[0], n, &out[0]
            )
        else:
            total = fm_measure_margins_f64(
                &scores[0, 0], stride, m, &codes[0], n, &out[0]
            )
    return total
