"""Two predicted columns beside the true one: which of the two are right, row by row."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t

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
