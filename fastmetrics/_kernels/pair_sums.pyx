"""How many sums of two terms stay below a bound."""

import numpy as np

from libc.stdint cimport int64_t


def count_below(const double[::1] terms, double bound, bint inclusive):
    """Count for each of ascending terms the terms with which its sum is below a bound.

    ``inclusive``: or equal to it. Sums rise with both terms, rounded ones too, so the
    counts fall from term to term and one walk over them finds all.
    """
    cdef Py_ssize_t i, n = terms.shape[0], left = n
    counts = np.empty(n, np.int64)
    cdef int64_t[::1] found = counts
    with nogil:
        for i in range(n):
            if inclusive:
                while left > 0 and terms[i] + terms[left - 1] > bound:
                    left -= 1
            else:
                while left > 0 and terms[i] + terms[left - 1] >= bound:
                    left -= 1
            found[i] = left
    return counts
