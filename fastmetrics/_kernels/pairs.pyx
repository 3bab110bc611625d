"""Pairs of a positive and a negative: the exact counts behind the AUC.

Keys are order-preserving unsigned integers (see src_c/fm_keys.h), ascending.
"""

from libc.stdint cimport uint32_t, uint64_t

ctypedef fused key_t:
    uint32_t
    uint64_t

# Independent stretches of one merge that advance in turn: a single merge waits
# for its own last comparison, four keep the core busy.
cdef enum:
    LANES = 4
    STRETCH = 2048


cdef Py_ssize_t merge_path(const key_t *a, Py_ssize_t na, const key_t *b,
                           Py_ssize_t nb, Py_ssize_t diagonal,
                           bint equal_b_first) noexcept nogil:
    """How many of the first ``diagonal`` items of the merge come from ``a``."""
    cdef Py_ssize_t low = diagonal - nb if diagonal > nb else 0
    cdef Py_ssize_t high = diagonal if diagonal < na else na
    cdef Py_ssize_t middle, other
    cdef bint b_first
    while low < high:
        middle = (low + high) // 2
        other = diagonal - middle - 1
        b_first = b[other] < a[middle] or (equal_b_first and b[other] == a[middle])
        if b_first:
            high = middle
        else:
            low = middle + 1
    return low


cdef uint64_t count_below(const key_t *a, Py_ssize_t na, const key_t *b,
                          Py_ssize_t nb, bint or_equal, bint *any_equal) noexcept nogil:
    """Pairs (x in a, y in b) with y < x, or with y <= x; both arrays ascending.

    Fits 64 bits while na·nb < 2**64. Reads each array once; O(na + nb).
    """
    cdef Py_ssize_t i[LANES]
    cdef Py_ssize_t j[LANES]
    cdef Py_ssize_t i_end[LANES]
    cdef Py_ssize_t j_end[LANES]
    cdef Py_ssize_t start = 0, total = na + nb, size, end, lane
    cdef uint64_t pairs = 0
    cdef bint equal = False

    size = min(<Py_ssize_t> STRETCH, (total + LANES - 1) // LANES)
    i_end[LANES - 1] = j_end[LANES - 1] = 0
    while start < total:
        for lane in range(LANES):
            i[lane] = i_end[lane - 1 if lane else LANES - 1]
            j[lane] = j_end[lane - 1 if lane else LANES - 1]
            end = min(start + size, total)
            i_end[lane] = merge_path(a, na, b, nb, end, or_equal)
            j_end[lane] = end - i_end[lane]
            start = end
            # A tie can straddle two stretches, x below and y above.
            if 0 < i_end[lane] and j_end[lane] < nb:
                equal |= a[i_end[lane] - 1] == b[j_end[lane]]
        pairs += count_stretches(a, b, i, i_end, j, j_end, or_equal, &equal)
    any_equal[0] = equal
    return pairs


cdef uint64_t count_stretches(const key_t *a, const key_t *b, Py_ssize_t *i,
                              Py_ssize_t *i_end, Py_ssize_t *j, Py_ssize_t *j_end,
                              bint or_equal, bint *any_equal) noexcept nogil:
    """:func:`count_below` for LANES stretches of the merge at once."""
    cdef Py_ssize_t lane, free_steps, rest
    cdef Py_ssize_t i0, i1, i2, i3, j0, j1, j2, j3, c
    cdef uint64_t sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0
    cdef key_t x0, x1, x2, x3, y0, y1, y2, y3
    cdef key_t bump = 1 if or_equal else 0
    cdef bint equal = False

    while True:
        # As many steps as no lane can leave its stretch in.
        free_steps = i_end[0] - i[0]
        for lane in range(LANES):
            rest = min(i_end[lane] - i[lane], j_end[lane] - j[lane])
            free_steps = min(free_steps, rest)
        if free_steps < 8:
            break
        i0, i1, i2, i3 = i[0], i[1], i[2], i[3]
        j0, j1, j2, j3 = j[0], j[1], j[2], j[3]
        for _ in range(free_steps):
            x0 = a[i0]
            y0 = b[j0]
            x1 = a[i1]
            y1 = b[j1]
            x2 = a[i2]
            y2 = b[j2]
            x3 = a[i3]
            y3 = b[j3]
            equal |= (x0 == y0) | (x1 == y1) | (x2 == y2) | (x3 == y3)
            # y < x: pass over y; else x has met all below it.
            c = (y0 < x0) | ((y0 == x0) & bump)
            sum0 += j0 & (c - 1)
            j0 += c
            i0 += 1 - c
            c = (y1 < x1) | ((y1 == x1) & bump)
            sum1 += j1 & (c - 1)
            j1 += c
            i1 += 1 - c
            c = (y2 < x2) | ((y2 == x2) & bump)
            sum2 += j2 & (c - 1)
            j2 += c
            i2 += 1 - c
            c = (y3 < x3) | ((y3 == x3) & bump)
            sum3 += j3 & (c - 1)
            j3 += c
            i3 += 1 - c
        i[0], i[1], i[2], i[3] = i0, i1, i2, i3
        j[0], j[1], j[2], j[3] = j0, j1, j2, j3

    for lane in range(LANES):
        i0 = i[lane]
        j0 = j[lane]
        while i0 < i_end[lane] and j0 < j_end[lane]:
            x0 = a[i0]
            y0 = b[j0]
            equal |= x0 == y0
            if y0 < x0 or (or_equal and y0 == x0):
                j0 += 1
            else:
                sum0 += j0
                i0 += 1
        # What is left of a lies above all of this stretch of b.
        sum0 += <uint64_t> (i_end[lane] - i0) * <uint64_t> j0
    any_equal[0] |= equal
    return (sum0 + sum1) + (sum2 + sum3)


def count_pairs(const key_t[::1] positives, const key_t[::1] negatives):
    """Pairs of a positive above a negative, and pairs at the same score.

    Both ascending. Returns exact Python ints ``(wins, ties)``.
    """
    cdef Py_ssize_t n_pos = positives.shape[0], n_neg = negatives.shape[0]
    cdef uint64_t below, upto
    cdef bint any_equal = False
    if n_pos == 0 or n_neg == 0:
        return 0, 0
    if <uint64_t> n_pos > (<uint64_t> 1 << 63) // <uint64_t> n_neg:
        raise OverflowError("more pairs than 2**63; split the data")
    with nogil:
        below = upto = count_below(&positives[0], n_pos, &negatives[0], n_neg,
                                   False, &any_equal)
        if any_equal:
            upto = count_below(&positives[0], n_pos, &negatives[0], n_neg,
                               True, &any_equal)
    return int(below), int(upto - below)
