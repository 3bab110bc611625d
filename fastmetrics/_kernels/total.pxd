# Compensated sums, for kernels that add up on their way.

from libc.math cimport fabs, isfinite

cdef enum:
    BLOCK = 512  # rows; the last block is filled up with zeros

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


cdef inline double rounded(Total total) noexcept nogil:
    """The total; an infinite one has no rounding error."""
    return total.sum + total.low if isfinite(total.sum) else total.sum


cdef inline void add_lanes(Total *total, const double *lanes) noexcept nogil:
    """Add up the lanes of a block, in pairs."""
    add(total, ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]))
        + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7])))


cdef inline void add_block(Total *total, const double *block) noexcept nogil:
    """Add up a block, plainly in lanes, and add that with compensation."""
    cdef Py_ssize_t j, lane
    cdef double[8] lanes
    for lane in range(8):
        lanes[lane] = block[lane]
    for j in range(8, BLOCK, 8):
        for lane in range(8):
            lanes[lane] += block[j + lane]
    add_lanes(total, lanes)
