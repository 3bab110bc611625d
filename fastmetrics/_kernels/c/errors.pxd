# Sums over pairs of numbers: declarations of fm_errors.h.
from libc.stdint cimport int64_t

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.total cimport fm_total


cdef extern from "fm_errors.h" nogil:
    const int FM_OF_ERRORS
    const int FM_OF_TRUTH
    const int FM_OF_DEVIATIONS
    const int FM_OF_PREDICTIONS
    const int FM_OF_POWERS
    const int FM_OF_SIZES
    const int FM_OF_PRODUCTS
    const int FM_ERROR_SUMS
    const int FM_NOT_FINITE
    const int FM_TINY

    ctypedef struct fm_error_origins:
        double true_scale
        double pred_scale
        double error_scale
        double true_origin
        double pred_origin
        double error_origin

    ctypedef struct fm_error_sums:
        fm_total *sums
        double largest
        double least
        double most
        int64_t row
        int64_t n_counted

    void fm_begin_errors(fm_error_sums *to)
    void fm_find_origins(const fm_column *y, const fm_column *p, size_t n,
                         fm_error_origins *origins)
    double fm_scale_for(double largest)
    int fm_sum_errors(const fm_column *y, const fm_column *p, size_t k,
                      const double *weights, size_t start, size_t stop, int groups,
                      const fm_error_origins *origins, fm_error_sums *to)
