# What forecasts of numbers lose: declarations of fm_number_forecasts.h.
from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_number_forecasts.h" nogil:
    ctypedef enum fm_measure:
        FM_PINBALL
        FM_NOT_ABOVE
        FM_COVERED
        FM_WIDTH
        FM_INTERVAL
        FM_ENSEMBLE
        FM_NORMAL_CRPS
        FM_NORMAL_LOG

    ctypedef enum fm_crossing:
        FM_ALLOW
        FM_SORT
        FM_WATCH

    ctypedef struct fm_number_forecasts:
        fm_column y
        fm_column first
        size_t k
        ptrdiff_t step
        fm_column last
        const double *levels
        const size_t *order
        fm_crossing crossing
        double penalty
        int fair

    ctypedef struct fm_part:
        double sum
        double lost

    const int FM_NOT_FINITE
    const int FM_DISORDER
    const int FM_NEGATIVE

    int fm_measure_rows(const fm_number_forecasts *of, fm_measure measure,
                        const double *weights, size_t start, size_t stop, double *out,
                        fm_part *total, int *seen)
    int fm_sum_columns(const fm_number_forecasts *of, fm_measure measure,
                       const double *weights, size_t start, size_t stop,
                       fm_part *totals, int *seen)
