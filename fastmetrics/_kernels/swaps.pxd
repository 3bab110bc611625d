from libc.stdint cimport uint64_t

cdef enum:
    BATCH = 64      # replicates that are dealt out together

cdef int check_dealt(Py_ssize_t n, Py_ssize_t wanted, uint64_t first) except -1
cdef void deal_batch(uint64_t seed, uint64_t batch, Py_ssize_t n, Py_ssize_t wanted,
                     Py_ssize_t several, uint64_t *words) noexcept nogil
