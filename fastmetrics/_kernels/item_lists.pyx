"""Lists of items: how often items occur, and which lists share them.

List ``u`` holds ``codes[starts[u]:starts[u + 1]]``, numbers of items. Kernels take any
run of lists, with ``codes`` whole, so that blocks of lists can be worked on apart.
"""

import numpy as np

from libc.math cimport NAN, sqrt
from libc.stdint cimport int64_t

cdef object empty = np.empty
cdef object zeros = np.zeros


cdef int check_starts(const int64_t[::1] starts, Py_ssize_t n) except -1:
    """Raise unless lists lie within n places, one after the other."""
    cdef Py_ssize_t i
    cdef bint is_right = starts.shape[0] > 0
    if is_right:
        is_right = 0 <= starts[0]
        for i in range(starts.shape[0] - 1):
            is_right &= starts[i] <= starts[i + 1]
        is_right &= starts[starts.shape[0] - 1] <= n
    if not is_right:
        raise ValueError("not where lists start and end")
    return 0


cdef int check_lists(
    const int64_t[::1] starts, const int64_t[::1] codes, int64_t n_items
) except -1:
    """Raise unless lists lie within the codes, and codes are numbers of items."""
    cdef Py_ssize_t i
    cdef bint is_right = True
    check_starts(starts, codes.shape[0])
    for i in range(starts[0], starts[starts.shape[0] - 1]):
        is_right &= 0 <= codes[i] < n_items
    if not is_right:
        raise ValueError("a number that is no item's")
    return 0


cdef int check_others(
    const int64_t[::1] starts, const int64_t[::1] others, Py_ssize_t n
) except -1:
    """Raise unless there are other lists, within n places, for the same users."""
    if others.shape[0] != starts.shape[0]:
        raise ValueError("there are not as many lists")
    return check_starts(others, n)


def find_repeat(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    int64_t n_items,
):
    """Return ``(list, place)`` of the first item that a list has twice; else None."""
    check_lists(starts, codes, n_items)
    cdef int64_t[::1] seen = zeros(n_items, np.int64)
    cdef Py_ssize_t u, j, found = -1
    with nogil:
        for u in range(starts.shape[0] - 1):
            for j in range(starts[u], starts[u + 1]):
                if seen[codes[j]] == u + 1:
                    found = j
                    break
                seen[codes[j]] = u + 1
            if found >= 0:
                break
    return None if found < 0 else (u, found)


def tally(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    int64_t n_items,
):
    """Return of each item ``(counts, roots, shares)`` over the lists that have it.

    How many they are, the sum of 1/√k and that of 1/k, k being the length of the list.
    """
    check_lists(starts, codes, n_items)
    counts = zeros(n_items, np.int64)
    roots = zeros(n_items, np.float64)
    shares = zeros(n_items, np.float64)
    cdef int64_t[::1] n = counts
    cdef double[::1] r = roots
    cdef double[::1] s = shares
    cdef Py_ssize_t u, j
    cdef double share, root
    with nogil:
        for u in range(starts.shape[0] - 1):
            if starts[u] == starts[u + 1]:
                continue
            share = 1.0 / <double>(starts[u + 1] - starts[u])
            root = sqrt(share)
            for j in range(starts[u], starts[u + 1]):
                n[codes[j]] += 1
                r[codes[j]] += root
                s[codes[j]] += share
    return counts, roots, shares


def overlaps(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const double[::1] roots not None,
):
    """Return Σ over the other lists of |A∩B|/√(|A|·|B|), for each list A.

    ``roots``: those of `tally`, of all lists.
    """
    check_lists(starts, codes, roots.shape[0])
    found = zeros(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef Py_ssize_t u, j
    cdef double root, total
    with nogil:
        for u in range(starts.shape[0] - 1):
            if starts[u] == starts[u + 1]:
                continue
            root = 1.0 / sqrt(<double>(starts[u + 1] - starts[u]))
            total = 0.0
            for j in range(starts[u], starts[u + 1]):
                total += roots[codes[j]] - root
            out[u] = root * total
    return found


def find_in(
    const int64_t[::1] starts not None,
    const int64_t[::1] codes not None,
    const int64_t[::1] other_starts not None,
    const int64_t[::1] other_codes not None,
    int64_t n_items,
):
    """Return the place of each item in the same list of the others, -1 for none.

    The first one, where they have it twice. Numbers below 0 in the others are of items
    that no list has.
    """
    check_lists(starts, codes, n_items)
    check_others(starts, other_starts, other_codes.shape[0])
    found = empty(codes.shape[0], np.int64)
    last = empty(n_items, np.int64)
    last[:] = -1
    found[:] = -1
    cdef int64_t[::1] place = last
    cdef int64_t[::1] out = found
    cdef Py_ssize_t u, j
    with nogil:
        for u in range(starts.shape[0] - 1):
            for j in range(other_starts[u + 1] - 1, other_starts[u] - 1, -1):
                if 0 <= other_codes[j] < n_items:
                    place[other_codes[j]] = j
            for j in range(starts[u], starts[u + 1]):
                # A place before this list's is that of an earlier list.
                if place[codes[j]] >= other_starts[u]:
                    out[j] = place[codes[j]]
    return found


# --- means over lists


def list_means(const int64_t[::1] starts not None, const double[::1] values not None):
    """Return the mean of the values of each list, one of each of its places.

    Places whose value is NaN are left out; of a list without others the mean is NaN.
    """
    cdef Py_ssize_t u, j, n
    check_starts(starts, values.shape[0])
    found = empty(starts.shape[0] - 1, np.float64)
    cdef double[::1] out = found
    cdef double total
    with nogil:
        for u in range(starts.shape[0] - 1):
            total, n = 0.0, 0
            for j in range(starts[u], starts[u + 1]):
                if values[j] == values[j]:
                    total += values[j]
                    n += 1
            out[u] = total / n if n else NAN
    return found
