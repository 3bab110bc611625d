# Compensated sums, for kernels that add up on their way.

from libc.math cimport fabs

cdef struct Total:
    double sum          # the value is sum + low
    double low


cdef inline void add(Total *t, double value) noexcept nogil:
    """Neumaier's compensated addition."""
    cdef double total = t.sum + value
    if fabs(t.sum) >= fabs(value):
        t.low += (t.sum - total) + value
    else:
        t.low += (value - total) + t.sum
    t.sum = total
