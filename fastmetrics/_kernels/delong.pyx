"""Placements: where each row of one class falls among the rows of the other.

The placement of a positive row is the number of negatives below it plus half of
those level with it; that of a negative row is the number of positives above it plus
half of those level. They are handled doubled, so that they are whole numbers.
Scores arrive as order-preserving unsigned keys (see fm_keys.h).

Equivalent Python: ``fastmetrics.reference.delong``.
Source: X. Sun and W. Xu, "Fast implementation of DeLong's algorithm for comparing
the areas under correlated receiver operating characteristic curves", IEEE Signal
Processing Letters 21(11), 2014, 1389-1393. (Their mid-ranks among all rows and among
one class differ by exactly the placement; here it is counted directly.)
"""

import numpy as np

from libc.math cimport fmax, fmin
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from fastmetrics._kernels.c.int128 cimport fm_add128, fm_int128, fm_mul128
from fastmetrics._kernels.labelled cimport LabelledScores
from fastmetrics._kernels.rows cimport LAST_OF_TIE, POSITIVE
from fastmetrics._kernels.total cimport Total, add

ctypedef fused key_t:
    uint32_t
    uint64_t

# Summands are added up plainly in blocks of this size; block sums with compensation.
cdef enum:
    BLOCK = 512


cdef struct Squares:
    fm_int128 positives
    fm_int128 negatives


cdef inline void add_squares(fm_int128 *total, int64_t place,
                             int64_t count) noexcept nogil:
    """Add the square of a placement that so many rows have."""
    cdef fm_int128 one
    one.low = place
    one.high = 0
    total[0] = fm_add128(total[0], fm_mul128(fm_mul128(one, place), count))


cdef object whole(fm_int128 number):
    return (int(number.high) << 64) + int(number.low)


cdef int check_squares(object n_pos, object n_neg, object below,
                       object above) except -1:
    """Raise if sums of squares of doubled placements might not fit."""
    if below < 0 or above < 0:
        raise ValueError("there are fewer than no rows elsewhere")
    if max(n_pos, n_neg) * (2 * max(below + n_neg, above + n_pos)) ** 2 >= 1 << 127:
        raise OverflowError("squares of placements add up to more than 2**127")
    return 0


cdef Squares squares_up(const key_t *rows, Py_ssize_t n, Py_ssize_t n_low,
                        int64_t below, int64_t above) noexcept nogil:
    # `below`: negatives below; `above`: positives level or above.
    cdef Py_ssize_t i = 0, start, end
    cdef int64_t m, level
    cdef Squares found
    found.positives.low = found.negatives.low = 0
    found.positives.high = found.negatives.high = 0
    while i < n:
        # Rows of one score differ in their lowest bit at most; it has no other row
        # beyond the last key without its highest bit.
        start = i
        end = n_low if i < n_low else n
        if i + 1 == end or (rows[i] ^ rows[i + 1]) > 1:
            # Alone at its score: nobody foresees of which class it is, so both add.
            m = rows[i] & 1
            level = 1 - m
            add_squares(&found.positives, 2 * below * m, 1)
            add_squares(&found.negatives, 2 * above * level, 1)
            below += level
            above -= m
            i += 1
            continue
        m = 0
        while i < end and (rows[i] ^ rows[start]) <= 1:
            m += rows[i] & 1
            i += 1
        level = i - start - m
        if m:
            add_squares(&found.positives, 2 * below + level, m)
        if level:
            add_squares(&found.negatives, 2 * above - m, level)
        below += level
        above -= m
    return found


def squared_placements(LabelledScores scores not None, below=0, above=0):
    """Sums of squares of the doubled placements of the positives and the negatives.

    below, above : how many negatives lie below these rows, and positives above, where
        they are a range of all.

    Whole numbers; O(n) time, no memory.
    """
    cdef Py_ssize_t n = len(scores.rows), n_low = scores.n_low
    cdef int64_t q = below, p = above + scores.n_pos
    cdef const uint64_t[::1] wide
    cdef const uint32_t[::1] narrow
    cdef Squares found
    check_squares(scores.n_pos, scores.n_neg, below, above)
    if n == 0:
        return 0, 0
    if scores.rows.itemsize == 4:
        narrow = scores.rows
        with nogil:
            found = squares_up(&narrow[0], n, n_low, q, p)
    else:
        wide = scores.rows
        with nogil:
            found = squares_up(&wide[0], n, n_low, q, p)
    return whole(found.positives), whole(found.negatives)


def squared_placements_of_counts(const int64_t[::1] positives not None,
                                 const int64_t[::1] negatives not None,
                                 below=0, above=0):
    """As :func:`squared_placements`, of so many rows at each score, scores falling."""
    cdef Py_ssize_t n = positives.shape[0], k
    cdef int64_t q, p = above
    cdef Squares found
    if negatives.shape[0] != n:
        raise ValueError("positives and negatives differ in length")
    n_neg = int(np.sum(negatives))
    check_squares(int(np.sum(positives)), n_neg, below, above)
    q = below + n_neg
    found.positives.low = found.negatives.low = 0
    found.positives.high = found.negatives.high = 0
    with nogil:
        for k in range(n):
            q -= negatives[k]
            if positives[k]:
                add_squares(&found.positives, 2 * q + negatives[k], positives[k])
            if negatives[k]:
                add_squares(&found.negatives, 2 * p + positives[k], negatives[k])
            p += positives[k]
    return whole(found.positives), whole(found.negatives)


def place_rows(
    const uint8_t[::1] flags not None,
    const uint32_t[::1] numbers not None,
    double[::1] positive_places not None,
    double[::1] negative_places not None,
):
    """Write the doubled placement of every row to its place in the outputs.

    Rows come in canonical order (see ``sweep``).

    flags : uint8, as ``sweep.labelled_flags`` makes them.
    numbers : of each row, its index within its class, the negatives counted on from
        the positives.

    Returns the sum of the positives' doubled placements.
    """
    cdef Py_ssize_t n = flags.shape[0], start = 0, end, split, k
    cdef int64_t number
    cdef Py_ssize_t n_pos = positive_places.shape[0], n_neg = negative_places.shape[0]
    cdef uint64_t tp = 0, fp = 0, total = 0, twice
    cdef double place
    cdef bint fits = True
    if numbers.shape[0] != n or n_pos + n_neg != n:
        raise ValueError("flags, numbers and outputs differ in length")
    with nogil:
        while start < n and fits:
            split = start
            while split < n and flags[split] & POSITIVE:
                split += 1
                if flags[split - 1] & LAST_OF_TIE:
                    break
            end = split
            if split == start or not flags[split - 1] & LAST_OF_TIE:
                while end < n:
                    end += 1
                    if flags[end - 1] & LAST_OF_TIE:
                        break
            twice = 2 * <uint64_t> n_neg - 2 * fp - <uint64_t> (end - split)
            place = <double> twice
            for k in range(start, split):
                number = <int64_t> numbers[k]
                fits = fits and number < n_pos
                if fits:
                    positive_places[number] = place
            total += <uint64_t> (split - start) * twice
            place = <double> (2 * tp + <uint64_t> (split - start))
            for k in range(split, end):
                number = <int64_t> numbers[k] - n_pos
                fits = fits and 0 <= number < n_neg
                if fits:
                    negative_places[number] = place
            tp += <uint64_t> (split - start)
            fp += <uint64_t> (end - split)
            start = end
    if not fits:
        raise ValueError("rows are not numbered by class")
    return total


cdef double products(const double *one, const double *other, const double *less,
                     double centre_a, double centre_b, Py_ssize_t n) noexcept nogil:
    """Return the sum of products of two centred rows.

    With ``less`` the sum of squares of the centred difference of the first and it.
    """
    cdef Py_ssize_t k, start = 0, end, j, m
    cdef double s0, s1, s2, s3
    cdef double[BLOCK] apart
    cdef Total total
    cdef const double *a
    cdef const double *b
    total.sum = total.low = 0
    while start < n:
        end = min(start + BLOCK, n)
        m = end - start
        a, b = one + start, other + start
        if less != NULL:
            for j in range(m):
                apart[j] = one[start + j] - less[start + j]
            a = b = apart
        s0 = s1 = s2 = s3 = 0
        k = 0
        while k + 4 <= m:
            s0 += (a[k] - centre_a) * (b[k] - centre_b)
            s1 += (a[k + 1] - centre_a) * (b[k + 1] - centre_b)
            s2 += (a[k + 2] - centre_a) * (b[k + 2] - centre_b)
            s3 += (a[k + 3] - centre_a) * (b[k + 3] - centre_b)
            k += 4
        while k < m:
            s0 += (a[k] - centre_a) * (b[k] - centre_b)
            k += 1
        add(&total, (s0 + s1) + (s2 + s3))
        start = end
    return total.sum + total.low


def cross_products(
    const double[:, ::1] values not None,
    const double[::1] centres not None,
):
    """Sums over columns of products of centred rows: an (m, m) scatter matrix.

    Equivalent: ``(d := values - centres[:, None]) @ d.T``, but with compensated sums
    in a fixed order, whatever library NumPy multiplies with.
    """
    cdef Py_ssize_t m = values.shape[0], n = values.shape[1]
    cdef Py_ssize_t a, b
    if centres.shape[0] != m:
        raise ValueError("values and centres differ in length")
    out_array = np.zeros((m, m))
    cdef double[:, ::1] out = out_array
    if n == 0:
        return out_array
    with nogil:
        for a in range(m):
            for b in range(a, m):
                out[a, b] = out[b, a] = products(
                    &values[a, 0], &values[b, 0], NULL, centres[a], centres[b], n)
    return out_array


def squares_of_pairs(
    const double[:, ::1] values not None,
    const Py_ssize_t[::1] first not None,
    const Py_ssize_t[::1] second not None,
    const double[::1] centres not None,
):
    """Sums over columns of squares of centred differences of pairs of rows.

    The same bits as `cross_products` of each difference by itself.
    """
    cdef Py_ssize_t n = values.shape[1], pair, i, j
    if not first.shape[0] == second.shape[0] == centres.shape[0]:
        raise ValueError("pairs and centres differ in number")
    for pair in range(first.shape[0]):
        if not (0 <= first[pair] < values.shape[0]
                and 0 <= second[pair] < values.shape[0]):
            raise IndexError("a pair has a row that is not there")
    out_array = np.zeros(first.shape[0])
    cdef double[::1] out = out_array
    if n == 0:
        return out_array
    with nogil:
        for pair in range(first.shape[0]):
            i, j = first[pair], second[pair]
            out[pair] = products(&values[i, 0], &values[i, 0], &values[j, 0],
                                 centres[pair], centres[pair], n)
    return out_array


# ---------------------------------------------------------------- bounds of areas

cdef double exponential_variance(double area, double larger,
                                 double smaller) noexcept nogil:
    """Return the variance of an area of exponential scores; see `area_plans`."""
    cdef double rest = 1 - area
    cdef double one = area * rest * rest / (1 + rest)
    cdef double other = area * area * rest / (1 + area)
    return (area * rest + (larger - 1) * fmax(one, other)
            + (smaller - 1) * fmin(one, other)) / (larger * smaller)


def invert_areas(const double[::1] areas not None, const double[::1] reach not None,
                 const double[::1] larger not None,
                 const double[::1] smaller not None):
    """Return the bounds of areas at which (A - θ)² = reach H(θ), (2, areas).

    By bisection from 0 and from 1 on, down to neighbouring numbers. H(θ) is the
    variance of exponential scores with so many rows in the classes.
    """
    cdef Py_ssize_t n = areas.shape[0], k, side
    cdef double outside, inside, middle, gap
    if not n == reach.shape[0] == larger.shape[0] == smaller.shape[0]:
        raise ValueError("areas, reach and rows differ in number")
    found_array = np.empty((2, n))
    cdef double[:, ::1] found = found_array
    with nogil:
        for side in range(2):
            for k in range(n):
                outside, inside = <double> side, areas[k]
                while True:
                    middle = (outside + inside) / 2
                    if middle == outside or middle == inside or middle != middle:
                        break
                    gap = middle - areas[k]
                    if gap * gap > (reach[k] * exponential_variance(
                            middle, larger[k], smaller[k])):
                        outside = middle
                    else:
                        inside = middle
                found[side, k] = inside
    return found_array
