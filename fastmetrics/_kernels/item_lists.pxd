# Lists of items, checked, and what kernels of their vectors have in common.
from libc.stdint cimport int64_t

# A sum of products below this share of its terms has lost digits: the pairs keep them.
cdef inline double cancelled() noexcept nogil:
    return 1.0 / 1024


cdef inline double inverse(double length) noexcept nogil:
    return 1.0 / length if length > 0 else 0.0


cdef int check_lists(
    const int64_t[::1] starts, const int64_t[::1] codes, int64_t n_items
) except -1


cdef int check_others(
    const int64_t[::1] starts, const int64_t[::1] others, Py_ssize_t n
) except -1
