"""Rows of a score per class, and the class that each row is of (fm_class_scores.h).

``codes`` are the columns of the rows' classes; the items of a row of ``scores`` lie
side by side. A block of rows is judged and summed up at a time, so that nothing is kept
of a row unless ``out`` asks for it. Which columns are the class of a row is marked in
``seen``.

Returned are the weighted sum of what the rows come to, the sum of the weights, and one
of the scores: if that is finite, they all are. Or None, if a code is not a column.
"""

from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int32_t, int64_t, uint8_t

from fastmetrics._kernels.c.class_scores cimport (
    fm_find_hits_f32,
    fm_find_hits_f64,
    fm_measure_margins_f32,
    fm_measure_margins_f64,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.total cimport BLOCK, Total, add_block, rounded

fm_cpu_init()

ctypedef fused code_t:
    int32_t
    int64_t

ctypedef fused score_t:
    float
    double


cdef ptrdiff_t _check(
    const code_t[:] codes, const score_t[:, :] scores, const double[:] weights,
    const uint8_t[::1] seen, const double[::1] out
) except? -1:
    """Return how many items lie from a row to the next."""
    cdef Py_ssize_t n = scores.shape[0], width = sizeof(score_t)
    if (
        codes.shape[0] != n
        or (weights is not None and weights.shape[0] != n)
        or (out is not None and out.shape[0] != n)
    ):
        raise ValueError("codes, scores, weights and out differ in length")
    if scores.shape[1] < 2 or n == 0:
        raise ValueError("there must be a row, and two classes or more")
    if seen.shape[0] != scores.shape[1]:
        raise ValueError("scores and seen differ in their classes")
    if scores.strides[1] != width or scores.strides[0] % width:
        raise ValueError("the scores of a row do not lie side by side")
    return scores.strides[0] // width


cdef bint _take(const code_t *codes, ptrdiff_t stride, Py_ssize_t m,
                Py_ssize_t n_classes, int32_t *own) noexcept nogil:
    """Copy the codes of a block; return whether all are columns."""
    cdef Py_ssize_t j
    cdef bint inside = True
    for j in range(m):
        inside &= 0 <= codes[j * stride] < n_classes
        own[j] = <int32_t> codes[j * stride]
    return inside


cdef bint _mark(const int32_t *own, Py_ssize_t m, uint8_t[::1] seen) noexcept nogil:
    """Mark the classes of a block; return whether all have been seen."""
    cdef Py_ssize_t j
    for j in range(m):
        seen[own[j]] = 1
    for j in range(seen.shape[0]):
        if not seen[j]:
            return False
    return True


cdef double _losses_of_block(
    const score_t *x, ptrdiff_t stride, Py_ssize_t n_classes, const int32_t *own,
    Py_ssize_t m, double *found
) noexcept nogil:
    cdef Py_ssize_t j
    cdef double total, loss
    if score_t is float:
        total = fm_measure_margins_f32(x, stride, n_classes, own, m, found)
    else:
        total = fm_measure_margins_f64(x, stride, n_classes, own, m, found)
    for j in range(m):
        loss = 1.0 - found[j]
        found[j] = loss if loss > 0.0 else 0.0
    return total


cdef double _hits_of_block(
    const score_t *x, ptrdiff_t stride, Py_ssize_t n_classes, const int32_t *own,
    Py_ssize_t m, Py_ssize_t top, double *found
) noexcept nogil:
    cdef Py_ssize_t j
    cdef double total
    cdef uint8_t[BLOCK] hits
    if score_t is float:
        total = fm_find_hits_f32(x, stride, n_classes, own, m, top, hits)
    else:
        total = fm_find_hits_f64(x, stride, n_classes, own, m, top, hits)
    for j in range(m):
        found[j] = hits[j]
    return total


cdef object _judge(
    const code_t[:] codes, const score_t[:, :] scores, const double[:] weights,
    uint8_t[::1] seen, double[::1] out, Py_ssize_t top
):
    """Judge rows by the first ``top`` classes; 0: by how far their class is ahead."""
    cdef ptrdiff_t stride = _check[code_t, score_t](codes, scores, weights, seen, out)
    cdef ptrdiff_t step = codes.strides[0] // <Py_ssize_t> sizeof(code_t)
    cdef Py_ssize_t n = scores.shape[0], n_classes = scores.shape[1]
    cdef Py_ssize_t b, i, j, m
    cdef bint inside = True, all_seen = False
    cdef int32_t[BLOCK] own
    cdef double[BLOCK] found, of_weights
    cdef double weight, total_of_scores = 0.0
    cdef Total total = Total(0.0, 0.0)
    cdef Total weighed = Total(0.0, 0.0)
    with nogil:
        for b in range((n + BLOCK - 1) // BLOCK):
            i = b * BLOCK
            m = min(<Py_ssize_t> BLOCK, n - i)
            inside = _take[code_t](&codes[i], step, m, n_classes, own)
            if not inside:
                break
            if not all_seen:
                all_seen = _mark(own, m, seen)
            if top:
                total_of_scores += _hits_of_block[score_t](
                    &scores[i, 0], stride, n_classes, own, m, top, found
                )
            else:
                total_of_scores += _losses_of_block[score_t](
                    &scores[i, 0], stride, n_classes, own, m, found
                )
            if out is not None:
                for j in range(m):
                    out[i + j] = found[j]
            for j in range(m, BLOCK):
                found[j] = of_weights[j] = 0.0
            if weights is not None:
                for j in range(m):
                    weight = of_weights[j] = weights[i + j]
                    # An infinite loss counts for nothing where the weight is 0.
                    found[j] = weight * found[j] if weight > 0.0 else 0.0
                add_block(&weighed, of_weights)
            add_block(&total, found)
    if not inside:
        return None
    if weights is None:
        return rounded(total), float(n), total_of_scores
    return rounded(total), rounded(weighed), total_of_scores


def count_hits(
    const code_t[:] codes not None, const score_t[:, :] scores not None, Py_ssize_t k,
    const double[:] weights, uint8_t[::1] seen not None, double[::1] out=None
):
    """Judge whether a row's class is among the k with the largest scores: 1, or 0.

    Of equal scores the later column comes first.
    """
    if k < 1:
        raise ValueError("k must be positive")
    return _judge[code_t, score_t](codes, scores, weights, seen, out, k)


def sum_hinges(
    const code_t[:] codes not None,
    const score_t[:, :] scores not None,
    const double[:] weights,
    uint8_t[::1] seen not None,
    double[::1] out=None,
):
    """Judge what the lead of a row's class over all others lacks to 1."""
    return _judge[code_t, score_t](codes, scores, weights, seen, out, 0)
