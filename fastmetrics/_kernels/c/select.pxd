# Order statistics near which rows are kept: declarations of fm_select.h.
from fastmetrics._kernels.c.total cimport fm_total


cdef extern from "fm_total.h" nogil:
    void fm_add_to(fm_total *total, double x)


cdef extern from "fm_select.h" nogil:
    void fm_add_total(fm_total *total, const fm_total *more)
    double fm_rounded(const fm_total *total)

    ctypedef struct fm_window:
        double low
        double high
        size_t below
        size_t at_low
        size_t at_high
        fm_total weight_low
        fm_total weight_high
        size_t n_kept
        double *kept
        double *weights

    int fm_pass_values(fm_window *window, const double *x, size_t n)
    int fm_pass_weighted(fm_window *window, const double *x, const double *w,
                         size_t n)
    fm_total fm_weight_below(const fm_window *window)
    void fm_close_window(fm_window *window)
