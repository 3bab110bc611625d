# Whole numbers into codes: declarations of fm_codes.h.
from libc.stdint cimport int64_t, uint32_t

from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_codes.h" nogil:
    ctypedef struct fm_numbers_seen:
        int64_t low
        size_t span
        uint32_t *table
        uint32_t n_known

    void fm_encode_whole(fm_numbers_seen *seen, const fm_column *column, size_t n,
                         void *codes, size_t code_width, size_t *row)
