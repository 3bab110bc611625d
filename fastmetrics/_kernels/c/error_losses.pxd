# Losses of errors: declarations of fm_error_losses.h.
from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.total cimport fm_total


cdef extern from "fm_error_losses.h" nogil:
    ctypedef enum fm_error_kind:
        FM_ERROR
        FM_ABSOLUTE
        FM_SQUARE
        FM_PINBALL
        FM_PERCENTAGE
        FM_SIGNED_PERCENTAGE
        FM_SYMMETRIC
        FM_SQUARED_LOG
        FM_HUBER
        FM_PSEUDO_HUBER
        FM_LOG_COSH
        FM_LINEX
        FM_POISSON
        FM_GAMMA
        FM_TWEEDIE

    const int FM_ERROR_KINDS

    ctypedef struct fm_error_loss:
        fm_error_kind kind
        double a
        double b

    ctypedef struct fm_error_rows:
        fm_column truth
        fm_column predicted

    int fm_sum_error_losses(const fm_error_rows *of, const double *weights,
                            size_t start, size_t stop, const fm_error_loss *loss,
                            fm_total *total)
    int fm_write_error_losses(const fm_error_rows *of, size_t start, size_t stop,
                              const fm_error_loss *loss, double *out)
    int fm_sum_error_losses_around(const fm_error_rows *of, size_t start, size_t stop,
                                   const fm_error_loss *loss, double centre,
                                   fm_total *sums)
