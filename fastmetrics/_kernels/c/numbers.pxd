# Columns of numbers read as doubles: declarations of fm_numbers.h.
from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_numbers.h" nogil:
    const int FM_ROWS

    const double *fm_numbers(const fm_column *column, size_t start, size_t n,
                             double *room)
    double fm_number(const fm_column *column, size_t row)
