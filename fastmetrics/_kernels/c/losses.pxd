# Losses of probabilities: declarations of fm_losses.h.
from libc.stdint cimport int32_t, int64_t

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.labels cimport fm_classes
from fastmetrics._kernels.c.total cimport fm_total


cdef extern from "fm_losses.h" nogil:
    ctypedef struct fm_forecasts:
        fm_column labels
        fm_classes classes
        const int32_t *codes
        fm_column proba
        ptrdiff_t step
        size_t k

    ctypedef enum fm_loss:
        FM_LOG_LOSS
        FM_QUADRATIC_LOSS

    ctypedef struct fm_seen:
        int bad
        size_t positive
        double farthest

    ctypedef struct fm_product:
        double mantissa
        int64_t exponent

    const int FM_BAD_VALUE
    const int FM_POWERS
    const int FM_WEIGHTED_POWERS

    int fm_multiply(const fm_forecasts *of, size_t start, size_t stop, double low,
                    double high, fm_product *product, fm_seen *seen)
    int fm_sum_losses(const fm_forecasts *of, const double *weights, size_t start,
                      size_t stop, fm_loss loss, double low, double high,
                      fm_total *total, fm_seen *seen)
    int fm_write_losses(const fm_forecasts *of, size_t start, size_t stop,
                        fm_loss loss, double low, double high, double *out,
                        fm_seen *seen)
    int fm_sum_around(const fm_forecasts *of, size_t start, size_t stop, fm_loss loss,
                      double low, double high, double centre, fm_total *sums,
                      fm_seen *seen)
    int fm_sum_powers(const fm_forecasts *of, const double *weights, size_t start,
                      size_t stop, double low, double high, fm_total *sums,
                      int64_t *counts, fm_seen *seen)
