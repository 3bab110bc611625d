"""Pairs of ratings of the same unit: which two values, of how many ratings.

Ratings are a row per unit and a column per rater, NaN where there is none.

Equivalent Python: ``fastmetrics.reference.labels.agreement.coincidences``.
"""

from libc.stdint cimport int64_t

cdef enum:
    MOST_VALUES = 128   # of which a table of pairs is kept
    FEW = 16            # ratings of a unit whose pairs are looked at one by one


def count_coincidences(const double[:, ::1] ratings not None, double low,
                       int64_t[:, :, ::1] pairs not None):
    """Add pairs of ratings of a unit, in one of both orders, to ``pairs[m, v, w]``.

    m is how many ratings the unit has, v and w are the two less ``low``: whole numbers
    from 0 to less than the size of the table. Returns whether all are whole.
    """
    cdef Py_ssize_t u, i, j, m, d, v
    cdef Py_ssize_t n = ratings.shape[0], r = ratings.shape[1], k = pairs.shape[1]
    cdef Py_ssize_t[MOST_VALUES] seen
    cdef int64_t[MOST_VALUES] times
    cdef int64_t[FEW + 1] few
    cdef int64_t *table
    cdef double x
    cdef bint inside, whole = True
    if pairs.shape[0] != r + 1 or pairs.shape[2] != k or not 1 <= k <= MOST_VALUES:
        raise ValueError("pairs must be of shape (raters + 1, values, values)")
    with nogil:
        for v in range(k):
            times[v] = 0
        for u in range(n):
            m = 0
            d = 0
            for i in range(r):
                x = ratings[u, i] - low
                inside = 0 <= x < k  # NaN is not
                v = <Py_ssize_t> x if inside else 0
                whole &= (<double> v == x) | (not inside)
                if r <= FEW:  # without a branch, which would be a matter of chance
                    few[m] = v
                elif inside:
                    if times[v] == 0:
                        seen[d] = v
                        d += 1
                    times[v] += 1
                m += inside
            table = &pairs[m, 0, 0]
            if r <= FEW:
                for i in range(1, m):
                    v = few[i] * k
                    for j in range(i):
                        table[v + few[j]] += 1
                continue
            for i in range(d):
                v = seen[i]
                table[v * k + v] += times[v] * (times[v] - 1) // 2
                for j in range(i):
                    table[v * k + seen[j]] += times[v] * times[seen[j]]
            for i in range(d):
                times[seen[i]] = 0
    return bool(whole)
