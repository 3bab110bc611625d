# Errors of point forecasts: declarations of fm_error_values.h.
from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_error_values.h" nogil:
    enum:
        FM_VALUE_ROWS

    ctypedef enum fm_error_kind:
        FM_OBSERVED
        FM_ERROR
        FM_ABSOLUTE_ERROR

    ctypedef struct fm_error_values:
        fm_column observed
        fm_column predicted
        fm_error_kind kind

    const double *fm_read_error_values(const fm_error_values *of, size_t start,
                                       size_t n, double *room, int *finite)
    double fm_error_of(const fm_error_values *of, size_t row)
